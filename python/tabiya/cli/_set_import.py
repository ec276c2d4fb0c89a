"""``tabiya positions import``: files of all kinds become a set."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

import tabiya
from tabiya.cli._broken_off import STARTS_AGAIN, going_on
from tabiya.cli._progress import show_progress

N_SHOWN = 10


def import_set(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="PGN, EPD, FEN, CSV, Parquet, WTHOR, SGF or transcripts; also .gz, .bz2, .zst.",
        ),
    ],
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="The set, a Parquet file.")],
    kind: Annotated[
        list[str] | None,
        typer.Option(help="Only labels of this kind: symbol, score, result, ...; repeatable."),
    ] = None,
    game: Annotated[str | None, typer.Option(help="chess, othello or loa.")] = None,
    columns: Annotated[
        str | None, typer.Option(help="Columns of a table: position=FEN,label=Evaluation.")
    ] = None,
    mapping: Annotated[
        list[str] | None,
        typer.Option(
            "--map",
            help="The value of a label that has none: '∞=0', for one file 'FILE:∞=0'; repeatable.",
        ),
    ] = None,
    faults: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all that could not be read.")
    ] = None,
    threads: Annotated[int | None, typer.Option(help="Threads for PGN; all by default.")] = None,
) -> None:
    """Read labelled positions from files and write them as a set."""
    values = parse_mapping(mapping or [], files)
    ours = _parse_columns(columns)
    kinds = kind or None
    with going_on(STARTS_AGAIN), show_progress("reading", in_bytes=True) as progress:
        if values:
            found = tabiya.positions.read(
                *files, game=game, kinds=kinds, threads=threads, progress=progress, columns=ours
            )
            mapped = found.mapped(values)
            mapped.write(output)
            name, report, n_rows = found.game, found.report, len(mapped)
        else:
            name, report = tabiya.positions.import_files(
                *files,
                output=output,
                game=game,
                kinds=kinds,
                threads=threads,
                progress=progress,
                columns=ours,
            )
            n_rows = report.n_kept
    if faults is not None:
        lines = "".join(f"{fault}\n" for fault in report.faults)
        tabiya.files.write_beside(faults, lines)
    typer.echo(
        f"{output}: {n_rows:,} rows of {name} from {report.n_read:,} labels in "
        f"{_places(files)}; {report.merged:,} merged, "
        f"{report.conflicts:,} rows with conflicts, {len(report.faults):,} faults"
    )
    _show_faults(report.faults)


def _places(paths: Sequence[str]) -> str:
    """Say where labels were: a folder by its name, for nobody has counted its files."""
    if len(paths) == 1:
        return paths[0]
    folders = " and folders" if any(Path(path).is_dir() for path in paths) else ""
    return f"{len(paths)} files{folders}"


def parse_mapping(
    texts: Sequence[str], files: Sequence[str]
) -> dict[str, float] | dict[str, dict[str, float]]:
    """Read the values of labels, for all files or for each of them.

    >>> parse_mapping(["∞=0", "=/∞ white=1"], [])
    {'∞': 0.0, '=/∞ white': 1.0}
    >>> parse_mapping(["a.pgn:∞=1"], ["a.pgn", "b.pgn"])
    {'a.pgn': {'∞': 1.0}}
    """
    general: dict[str, float] = {}
    special: dict[str, dict[str, float]] = {}
    for text in texts:
        label, _, number = text.rpartition("=")
        try:
            value = float(number)
        except ValueError:
            raise ValueError(f"--map: expected LABEL=VALUE, found {text!r}") from None
        file = next((name for name in files if label.startswith(f"{name}:")), None)
        if file is None:
            general[label] = value
        else:
            special.setdefault(file, {})[label.removeprefix(f"{file}:")] = value
    if not special:
        return general
    for name in files if general else ():
        special[name] = general | special.get(name, {})
    return special


def _parse_columns(text: str | None) -> dict[str, str]:
    if text is None:
        return {}
    pairs = [part.partition("=") for part in text.split(",")]
    if not all(sign for _, sign, _ in pairs):
        raise ValueError(f"--columns: expected position=NAME,label=NAME; found {text!r}")
    return {ours.strip(): theirs.strip() for ours, _, theirs in pairs}


def _show_faults(faults: "Sequence[tabiya.positions.Fault]") -> None:
    """Say on the terminal what could not be read: how often, and where first."""
    if not faults:
        return
    kinds = Counter(_kind_of(fault) for fault in faults)
    lines = [f"{len(faults):,} faults, left out:"]
    lines += [f"{count:8,}  {kind}" for kind, count in kinds.most_common(N_SHOWN)]
    lines += [f"The first {min(len(faults), N_SHOWN)}:"]
    lines += [f"  {fault}" for fault in faults[:N_SHOWN]]
    typer.echo("\n".join(lines), err=True)


def _kind_of(fault: "tabiya.positions.Fault") -> str:
    """Return the reason without what is different every time."""
    text = re.sub(r"'[^']*'|\"[^\"]*\"|\b[0-9]+\b", "…", fault.reason)
    return re.sub(r"\S+ (is not legal|fits several moves)", r"… \1", text)
