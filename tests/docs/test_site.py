"""The site has a page for every room, and the glossary a line for the words of the commands."""

import re
from pathlib import Path

import tabiya
from tabiya.cli._commands import COMMANDS

DOCS = Path(__file__).parents[2] / "docs"
ROOMS = {file.parent.name for file in Path(tabiya.__file__).parent.glob("*/__init__.py")} - {"cli"}
# Commands whose words everybody has.
PLAIN = {"analyse", "bench", "cluster", "demo", "export", "match", "measure", "play", "positions"}
PLAIN |= {"tournament", "tune", "uci"}
STEM = 4  # advise and advice, prune and pruning


def test_every_room_has_its_page_in_the_reference() -> None:
    assert {file.stem for file in (DOCS / "reference").glob("*.md")} == ROOMS
    for room in ROOMS:
        assert f"::: tabiya.{room}\n" in (DOCS / "reference" / f"{room}.md").read_text()


def test_every_page_is_in_the_menu() -> None:
    menu = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    pages = {str(file.relative_to(DOCS)) for file in DOCS.rglob("*.md")}
    assert set(re.findall(r"[\w/-]+\.md", menu)) == pages


def test_every_link_leads_somewhere() -> None:
    """What `make docs` is strict about, for those who have not got its packages."""
    for page in DOCS.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
            file, _, anchor = target.partition("#")
            there = page.parent / file if file else page
            assert there.exists(), f"{page}: {target}"
            assert not anchor or anchor in _anchors(there), f"{page}: {target}"


def _anchors(page: Path) -> set[str]:
    """Return the names of the headings of a page, as the site makes them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", h).strip().lower().replace(" ", "-") for h in headings}


def test_the_site_is_built_strictly() -> None:
    """To ``mkdocs --quiet`` no warning is one, so that nothing would fail."""
    makefile = (DOCS.parent / "Makefile").read_text(encoding="utf-8")
    (command,) = re.findall(r".*mkdocs build.*", makefile)
    assert "--strict" in command
    assert "--quiet" not in command
    assert "\nstrict: true\n" in (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")


def test_the_glossary_has_the_words_of_the_command_line() -> None:
    lines = (DOCS / "glossary.md").read_text(encoding="utf-8").lower().splitlines()
    rows = [line for line in lines if line.startswith("| ")][1:]
    names = [row.removeprefix("| ").split(" | ")[0] for row in rows]
    stems = {word[:STEM] for name in names for word in re.findall(r"\w+", name)}
    assert names == sorted(names)
    assert not {name for name in set(COMMANDS) - PLAIN if name[:STEM] not in stems}
