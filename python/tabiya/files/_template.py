"""Pages made of templates by jinja2: what stands in a name is escaped, unless it is markup."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import jinja2
    from markupsafe import Markup


def fill_template(room: str, name: str, **values: object) -> "Markup":
    """Fill in a template of a room, ``page/NAME`` beside its modules.

    Parameters
    ----------
    room : str
        The package, such as ``"tabiya.report"``.
    name : str
        The file.
    **values : object
        What it asks for; a value that is missing is an error.

    Returns
    -------
    Markup
        A text that other templates take as it is.

    Examples
    --------
    >>> print(fill_template("tabiya.report", "card.html", title="a < b", body="1 & 2"))
    <section class="card"><h2>a &lt; b</h2>1 &amp; 2</section>
    """
    from markupsafe import Markup  # noqa: PLC0415 (only pages need it)

    return Markup(_templates(room).get_template(name).render(values))  # noqa: S704 (escaped by it)


@cache
def _templates(room: str) -> "jinja2.Environment":
    import jinja2  # noqa: PLC0415 (only pages need it, and it takes a while to load)

    return jinja2.Environment(
        loader=jinja2.PackageLoader(room, "page"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
