"""The games of a match in the store, a row each."""

import json
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any, get_args

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
)

from tabiya.play._record import GameFault, GameRecord, Result, Thought
from tabiya.store import Database, check_row, checksum, metadata

MATCHES = Table(
    "matches",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("settings", Text, nullable=False),
    Column("checksum", BigInteger, nullable=False),
)
GAMES = Table(
    "games",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("pair", Integer, nullable=False),
    Column("leg", Integer, nullable=False),
    Column("first", String, nullable=False),
    Column("second", String, nullable=False),
    Column("result", String(8), nullable=False),
    Column("termination", String, nullable=False),
    Column("opening", Text, nullable=False),
    Column("opening_name", Text, nullable=False),
    Column("moves", Text, nullable=False),
    Column("thoughts", Text, nullable=False),
    Column("faults", Text, nullable=False),
    Column("checksum", BigInteger, nullable=False),
)
THE_MATCH = 1


class SettingsError(ValueError):
    """A store was made by other settings."""


class GameStore:
    """The games of one match in a store, which holds no other.

    Parameters
    ----------
    database : Database
        The store.
    settings : mapping of str to text
        What the games depend on; the same as when the store was made.

    Raises
    ------
    SettingsError
        If the store was made by other settings; the message names the first that differs.
    """

    def __init__(self, database: Database, settings: Mapping[str, str]) -> None:
        self._database = database
        with database.step() as connection:
            found = connection.execute(select(MATCHES)).first()
            if found is None:
                text = json.dumps(dict(settings))
                row = {"id": THE_MATCH, "settings": text, "checksum": checksum(text)}
                connection.execute(insert(MATCHES).values(row))
        if found is not None:
            check_row(database.place, "the settings", found.checksum, [found.settings])
            _compare(database.place, settings, json.loads(found.settings))

    def load(self) -> dict[int, GameRecord]:
        """Return the games by number."""
        with self._database.step() as connection:
            rows = connection.execute(select(GAMES).order_by(GAMES.c.number)).all()
        return {row.number: self._read(row._asdict()) for row in rows}

    def _read(self, row: dict[str, Any]) -> GameRecord:
        what = f"game {row['number'] + 1}"
        check_row(self._database.place, what, row["checksum"], _checked(row))
        return _read(row)

    def add(self, number: int, record: GameRecord) -> None:
        """Write a game; the same game may be written again."""
        row = {"match_id": THE_MATCH, "number": number, **_write(record)}
        row["checksum"] = checksum(*_checked(row))
        with self._database.step() as connection:
            connection.execute(delete(GAMES).where(GAMES.c.number == number))
            connection.execute(insert(GAMES).values(row))

    def forget_from(self, number: int) -> None:
        """Remove the games from this number on, which do not count."""
        with self._database.step() as connection:
            connection.execute(delete(GAMES).where(GAMES.c.number >= number))


def _compare(place: str, settings: Mapping[str, str], found: Mapping[str, str]) -> None:
    for name in sorted({*settings, *found}):
        if settings.get(name) != found.get(name):
            raise SettingsError(
                f"{place}: expected a store of the same match, found one with {name} "
                f"{found.get(name)!r} instead of {settings.get(name)!r}"
            )


def _checked(row: Mapping[str, Any]) -> list[Any]:
    """Return what the checksum of a game is made of: all that is kept of it."""
    return [row[column.name] for column in GAMES.columns if column.name != "checksum"]


def _write(record: GameRecord) -> dict[str, Any]:
    faults = [astuple(fault) for fault in record.faults]
    return {
        "pair": record.pair,
        "leg": record.leg,
        "first": record.first,
        "second": record.second,
        "result": record.result,
        "termination": record.termination,
        "opening": record.opening,
        "opening_name": record.opening_name,
        "moves": " ".join(record.moves),
        "thoughts": json.dumps([astuple(thought) for thought in record.thoughts]),
        "faults": json.dumps(faults),
    }


def _read(row: dict[str, Any]) -> GameRecord:
    result: Result = next(each for each in get_args(Result) if each == row["result"])
    return GameRecord(
        first=row["first"],
        second=row["second"],
        result=result,
        opening=row["opening"],
        opening_name=row["opening_name"],
        moves=tuple(row["moves"].split()),
        thoughts=tuple(Thought(*thought) for thought in json.loads(row["thoughts"])),
        termination=row["termination"],
        pair=row["pair"],
        leg=row["leg"],
        faults=tuple(
            GameFault(player, kind, message, ply, tuple(lines))
            for player, kind, message, ply, lines in json.loads(row["faults"])
        ),
    )
