"""``tabiya positions``: sets of labelled positions, made and looked at."""

import typer

from tabiya.cli._set_import import import_set
from tabiya.cli._set_label import label_set
from tabiya.cli._set_sample import sample_set, split_set, stratify_set, weigh_set
from tabiya.cli._set_show import show_set

app = typer.Typer(
    help="Make and look at sets of labelled positions.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command("import")(import_set)
app.command("show")(show_set)
app.command("sample")(sample_set)
app.command("stratify")(stratify_set)
app.command("split")(split_set)
app.command("weigh")(weigh_set)
app.command("label")(label_set)
