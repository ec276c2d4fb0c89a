"""A tuning that is kept in a store: what was measured is not measured again."""

import hashlib
import json
import os
import socket
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeAlias

from sqlalchemy import Connection, Insert, Table, select

from tabiya.cluster import Workers
from tabiya.learn import PieceOfWork, Vector
from tabiya.runs._differences import difference, other_labels
from tabiya.runs._tables import ANALYSTS, HISTORY, PROBLEMS, VECTORS, WORK, WORKERS
from tabiya.store import Database, check_row, checksum

# Finds the value of one piece of work; it may travel to another machine.
Measure: TypeAlias = Callable[[PieceOfWork], float]


class RunMismatchError(ValueError):
    """A run of this name was made by other settings."""


class TuningRun:
    """One tuning in a store.

    Parameters
    ----------
    database : Database
        Where it is kept.
    name : str
        What it is called there.
    settings : mapping
        All that its numbers depend on; the same name with other settings is refused.

    Raises
    ------
    RunMismatchError
        If the settings differ from those that the run was begun with; the first one is named.
    """

    def __init__(self, database: Database, name: str, settings: Mapping[str, Any]) -> None:
        self._database = database
        # What comes back from a database is JSON, and so is what it is compared with.
        wanted = json.loads(json.dumps(settings, sort_keys=True, default=str))
        with database.step() as step:
            found = step.execute(select(PROBLEMS).where(PROBLEMS.c.name == name)).one_or_none()
            if found is None:
                analyst = _find_name(step, ANALYSTS, str(wanted.get("analyst", "static")))
                row = PROBLEMS.insert().values(name=name, analyst=analyst, settings=wanted)
                self.problem = _insert(step, row)
            else:
                _check_settings(name, found.settings, wanted)
                self.problem = int(found.id)
            worker = f"{socket.gethostname()}:{os.getpid()}"
            self._worker = _find_name(step, WORKERS, worker)

    def last_state(self) -> Any | None:
        """Return the state that the last complete iteration left behind, if there is one."""
        query = (
            select(HISTORY)
            .where(HISTORY.c.problem == self.problem)
            .order_by(HISTORY.c.iteration.desc())
            .limit(1)
        )
        with self._database.step() as step:
            row = step.execute(query).one_or_none()
        if row is None:
            return None
        self._check_iteration(row)
        return row.state

    def history(self) -> list[dict[str, Any]]:
        """Return what every complete iteration has found, in order."""
        query = (
            select(HISTORY).where(HISTORY.c.problem == self.problem).order_by(HISTORY.c.iteration)
        )
        with self._database.step() as step:
            rows = step.execute(query).all()
        for row in rows:
            self._check_iteration(row)
        return [dict(row.outcome) for row in rows]

    def _check_iteration(self, row: Any) -> None:
        """Refuse an iteration that is not as it was written."""
        values = (row.iteration, row.outcome, row.state)
        check_row(self._database.place, f"iteration {row.iteration}", row.checksum, values)

    def keep(self, number: int, base: Vector, outcome: Mapping[str, Any], state: Any) -> None:
        """Write down a complete iteration."""
        with self._database.step() as step:
            row = HISTORY.insert().values(
                problem=self.problem,
                iteration=number,
                base=self._vector(step, base, None),
                outcome=dict(outcome),
                state=state,
                # Of what a database gives back, which is JSON.
                checksum=checksum(number, *json.loads(json.dumps([dict(outcome), state]))),
            )
            step.execute(row)

    def evaluate(
        self, measure: Measure, workers: Workers, items: Sequence[PieceOfWork]
    ) -> list[float]:
        """Return the values of pieces of work; what the store knows is not done again.

        Each value is written down when it is found. Work that was reserved by somebody who never
        came back is simply reserved again.
        """
        known, missing = self._reserve(items)
        names = list(missing)
        for number, value in workers.run(measure, list(missing.values())):
            known[names[number]] = value
            self._done({names[number]: value})
        return [known[item_key(item)] for item in items]

    def evaluate_together(
        self,
        measure: Callable[[Sequence[PieceOfWork]], Sequence[float]],
        items: Sequence[PieceOfWork],
    ) -> list[float]:
        """Do the same with a function that takes all pieces of work at once."""
        known, missing = self._reserve(items)
        if missing:
            values = measure(list(missing.values()))
            found = dict(zip(missing, values, strict=True))
            self._done(found)
            known |= found
        return [known[item_key(item)] for item in items]

    def _done(self, values: Mapping[str, float]) -> None:
        with self._database.step() as step:
            for key, value in values.items():
                row = WORK.update().where(WORK.c.problem == self.problem, WORK.c.key == key)
                step.execute(row.values(value=value, checksum=checksum(key, float(value))))

    def _reserve(
        self, items: Sequence[PieceOfWork]
    ) -> tuple[dict[str, float], dict[str, PieceOfWork]]:
        """Reserve what is not done; return the values of what is, and the items of what is not."""
        wanted = {item_key(item): item for item in items}
        with self._database.step() as step:
            query = select(WORK.c.key, WORK.c.value, WORK.c.checksum).where(
                WORK.c.problem == self.problem, WORK.c.key.in_(list(wanted))
            )
            rows = {}
            for found in step.execute(query):
                if found.value is not None:
                    values = (found.key, found.value)
                    check_row(self._database.place, "a measurement", found.checksum, values)
                rows[found.key] = found.value
            for key, item in wanted.items():
                if key not in rows:
                    row = WORK.insert().values(
                        problem=self.problem,
                        key=key,
                        vector=self._vector(step, item.vector, items[0].vector),
                        view=asdict(item.view),
                        worker=self._worker,
                    )
                    step.execute(row)
        known = {key: value for key, value in rows.items() if value is not None}
        return known, {key: item for key, item in wanted.items() if key not in known}

    def _vector(self, step: Connection, vector: Vector, base: Vector | None) -> int:
        """Return the number of a vector, which is written down if it is new."""
        key = _digest(list(vector))
        query = select(VECTORS.c.id).where(VECTORS.c.problem == self.problem, VECTORS.c.key == key)
        found = step.execute(query).scalar_one_or_none()
        if found is not None:
            return int(found)
        is_base = base is None or base == vector or len(base) != len(vector)
        content: Any = list(vector)
        parent = None
        if base is not None and not is_base:
            parent = self._vector(step, base, None)
            pairs = enumerate(zip(vector, base, strict=True))
            content = {str(place): new for place, (new, old) in pairs if new != old}
        row = VECTORS.insert().values(
            problem=self.problem, key=key, is_base=is_base, base=parent, content=content
        )
        return _insert(step, row)


def check_labels(database: Database, name: str, said: Mapping[str, object]) -> None:
    """Refuse what the user says of labels if a run of this name was begun with others.

    Raises
    ------
    RunMismatchError
        If so. Who gave the labels is compared, so that it is known before others are made.
    """
    with database.step() as step:
        query = select(PROBLEMS.c.settings).where(PROBLEMS.c.name == name)
        found = step.execute(query).scalar_one_or_none()
    differs = "" if found is None else other_labels(found, said)
    if differs:
        raise RunMismatchError(f"run {name!r}: {differs}")


def item_key(item: PieceOfWork) -> str:
    """Return a text that is the same for the same piece of work.

    >>> from tabiya.learn import PieceOfWork
    >>> one, two = PieceOfWork((1.0, 2.0)), PieceOfWork((1.0, 2.5))
    >>> item_key(one) == item_key(PieceOfWork((1.0, 2.0))) != item_key(two)
    True
    """
    return _digest(asdict(item))


def _digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


def _find_name(step: Connection, table: Table, name: str) -> int:
    """Return the number of a name in a table of names, which is added if it is new."""
    found = step.execute(select(table.c.id).where(table.c.name == name)).scalar_one_or_none()
    if found is not None:
        return int(found)
    return _insert(step, table.insert().values(name=name))


def _insert(step: Connection, row: Insert) -> int:
    """Add a row; return its number, which every table here has."""
    (number,) = step.execute(row).inserted_primary_key or (0,)
    return int(number)


def _check_settings(name: str, found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    differs = difference(found, wanted)
    if differs:
        raise RunMismatchError(f"run {name!r}: {differs}")
