"""What ``tabiya tune`` learns from: labelled positions, or such as somebody labels first."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import tabiya
from tabiya.cli._broken_off import going_on
from tabiya.cli._progress import show_progress
from tabiya.cli._set_import import parse_mapping
from tabiya.cli._tune_problem import Start, hold_back, read_share, start_weights

# Who labels the control set: such labels rank vectors best as games do, where the player knows
# something already; see docs/results/what-predicts-play.md.
JUDGE = "8000 nodes"
# Positions that are judged anew for control, at most: with more, tau hardly gets surer.
MOST_JUDGED = 4000


@dataclass(frozen=True)
class Labels:
    """Which labels of which files are learnt from, and what is held back."""

    sources: Sequence[Path]
    game: str | None
    kind: str | None
    mapping: Sequence[str]
    control: str
    mix: float | None
    seed: int

    def said(self, scores: "Scores | None", judge: "Scores | None") -> dict[str, object]:
        """Return what the command line says of them, for a run that is gone on with otherwise."""
        who = [None if each is None else str(each.labeller) for each in (scores, judge)]
        return {
            "label": who[0],
            "control-label": who[1],
            "mix": self.mix,
            "kind": self.kind,
            "map": list(self.mapping) or None,
            "control": self.control,
            "set": [str(file) for file in self.sources],
        }


@dataclass(frozen=True)
class Scores:
    """Who says what positions are worth, for whom, and where that is kept.

    Attributes
    ----------
    labeller : Labeller
        Who says it.
    start : Start
        Where the player who learns starts, for it may be the one who is asked.
    names : tuple of str
        The weights that it tunes.
    preset : str, optional
        The preset of its search.
    engine : EngineSpec, optional
        The engine whose options are tuned in place of a player.
    cache : Path
    threads : int
    plans : sequence of ProofPlan
        What will be played.
    """

    labeller: "tabiya.runs.Labeller"
    start: Start
    names: tuple[str, ...]
    preset: str | None
    engine: "tabiya.engines.EngineSpec | None"
    cache: Path
    threads: int
    plans: "Sequence[tabiya.play.ProofPlan]"

    def check(self, game: str, labels: Labels) -> None:
        """Refuse what would come to nothing before anybody is asked, which may take an hour."""
        if labels.mix is not None and not 0 <= labels.mix <= 1:
            raise ValueError(f"mix: expected a share from 0 to 1, found {labels.mix!r}")
        if not Path(labels.control).exists():
            read_share(labels.control)
        if self.engine is None:
            tabiya.learn.expand_names(tabiya.players.Weights(game), self.names)
        elif self.labeller.name is None:
            raise ValueError(
                "label: expected somebody by name with --uci, such as 'stockfish, 2000 nodes'"
            )
        self.labeller.analyst(self._player(game))
        for plan in self.plans:
            plan.check(game, self.engine or self._player(game), seed=labels.seed)

    def added(self, positions: "tabiya.positions.PositionSet") -> "tabiya.positions.PositionSet":
        """Return the positions with these scores in place of others."""
        self.cache.parent.mkdir(parents=True, exist_ok=True)
        with (
            going_on(f"the same command goes on with what is in {self.cache}"),
            show_progress("labels") as progress,
        ):
            return self.labeller.add_scores(
                positions,
                self._player(positions.game),
                self.cache,
                threads=self.threads,
                progress=progress,
            )

    def _player(self, game: str) -> "tabiya.players.Player":
        weights = {} if self.engine else start_weights(self.start, game, self.names)
        decisions = tabiya.players.Decisions(preset=self.preset)
        return tabiya.players.Player(game, weights=weights, decisions=decisions)


def who_judges(
    text: str | None, *, start: str | None, label: str | None, control: str
) -> str | None:
    """Return who labels the control set; None if its labels are those of the set.

    Parameters
    ----------
    text : str, optional
        What the user has said.
    start : str, optional
        Where a player starts; None for an engine, which is nobody to ask.
    label : str, optional
        Who labels what is learnt from: who asks somebody wants to know what he says of control.
    control : str
        A share of the set, or a file, which has labels of its own.

    >>> who_judges(None, start="defaults", label=None, control="0.2")
    '8000 nodes'
    >>> who_judges(None, start="50", label=None, control="0.2")
    >>> who_judges("none", start="defaults", label=None, control="0.2")
    """
    if text is not None:
        return None if text == "none" else text
    has_share = control != "none" and not Path(control).exists()
    is_usual = start == "defaults" and label is None and has_share
    return JUDGE if is_usual else None


def read_labels(
    labels: Labels,
    scores: Scores | None = None,
    judge: Scores | None = None,
) -> "tuple[tabiya.positions.PositionSet, tabiya.positions.PositionSet | None]":
    """Return what to learn from and what to be examined on, both with scores if they are given.

    Where there is a judge, the examination is what it says of them, whatever is learnt from.
    """
    found = tabiya.positions.read(*labels.sources, game=labels.game)
    for each in (scores, judge):
        if each is not None:
            each.check(found.game, labels)
    train, held = _divided(found, labels, scores)
    del found  # a judge takes his time, and memory of his own
    return train, held if judge is None or held is None else _judged(held, judge, labels.seed)


def read_packed(
    labels: Labels,
    scores: Scores | None = None,
    judge: Scores | None = None,
) -> "tuple[tabiya.runs.PackedSet, tabiya.runs.PackedSet | None]":
    """Return the same without texts, which take most of the memory of a set."""
    train, held = read_labels(labels, scores, judge)
    pack = tabiya.runs.PackedSet.of
    return pack(train), None if held is None else pack(held)


def _divided(
    found: "tabiya.positions.PositionSet", labels: Labels, scores: Scores | None
) -> "tuple[tabiya.positions.PositionSet, tabiya.positions.PositionSet | None]":
    chosen = _chosen(found, labels, scores)
    if Path(labels.control).exists():
        held = tabiya.positions.read(Path(labels.control), game=found.game)
        examined = _chosen(held, labels, scores)
        if not len(examined):
            raise ValueError(f"{labels.control}: expected labelled positions, found none")
        return chosen, examined
    return hold_back(chosen, labels.control, labels.seed)


def _judged(
    held: "tabiya.positions.PositionSet", judge: Scores, seed: int
) -> "tabiya.positions.PositionSet":
    once = held.with_table(held.table.unique("position", keep="first", maintain_order=True))
    some = tabiya.positions.sample(once, min(len(once), MOST_JUDGED), seed)
    return judge.added(some).labelled("score")


def _chosen(
    found: "tabiya.positions.PositionSet", labels: Labels, scores: Scores | None
) -> "tabiya.positions.PositionSet":
    if scores is not None:
        has_results = "result" in found.table["kind"].unique()
        usual = tabiya.runs.SHARE if has_results else 1.0
        share = usual if labels.mix is None else labels.mix
        return tabiya.positions.mix(scores.added(found), share)
    if labels.mix is not None:
        return tabiya.positions.mix(found, labels.mix)
    values = parse_mapping(labels.mapping, [str(file) for file in labels.sources]) or None
    return found.labelled(labels.kind, values)
