"""The contract of a game: every game keeps it, and every kind of liar is caught."""

import itertools
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import tabiya
from tabiya import Game, Position

WRONG: Any = 3
LOA_RULES: list[dict[str, str | int]] = [
    {"simultaneous": "draw"},
    {"simultaneous": "mover"},
    {"no_move": "loss"},
    {"no_move": "pass"},
    {"repetition": 3},
    {"repetition": 2},
    {"repetition": "off"},
    {"simultaneous": "mover", "no_move": "pass", "repetition": "off"},
]


@pytest.mark.parametrize("name", tabiya.games())
def test_game_keeps_the_contract(name: str) -> None:
    assert tabiya.check_game(tabiya.game(name), games=5) > 100


@pytest.mark.parametrize("rules", LOA_RULES, ids=str)
def test_loa_keeps_the_contract_by_any_rules(rules: dict[str, str | int]) -> None:
    game = tabiya.game("loa", **rules)
    assert game.rules == {option: str(value) for option, value in rules.items()}
    assert tabiya.check_game(game, games=5) > 100


@pytest.mark.parametrize("rules", [{}, *LOA_RULES], ids=str)
def test_pickled_game_is_the_same_game(rules: dict[str, str | int]) -> None:
    game = tabiya.game("loa", **rules)
    again = pickle.loads(pickle.dumps(game))  # noqa: S301 (our own bytes)
    assert again == game
    assert hash(again) == hash(game)
    assert again.rules == game.rules


@pytest.mark.parametrize(
    ("name", "text", "shuffle"),
    [
        ("chess", "4k1n1/8/8/8/8/8/8/4K1N1 w - - 5 9", ["g1f3", "g8f6", "f3g1", "f6g8"]),
        ("loa", "7w/8/2w5/8/8/6b1/8/1b6 b", ["b1b2", "c6c7", "b2b1", "c7c6"]),
    ],
)
@pytest.mark.parametrize("ply", range(1, 8))
def test_pickled_position_remembers_its_past(
    name: str, text: str, shuffle: list[str], ply: int
) -> None:
    position = tabiya.game(name).position(text)
    for played, move in enumerate(shuffle * 2):
        assert position.result is None
        if played == ply:
            position = pickle.loads(pickle.dumps(position))  # noqa: S301 (our own bytes)
        position = position.play(move)
    assert position.result == "1/2-1/2"


def test_positions_of_different_games_differ() -> None:
    initial = [tabiya.game(name).initial() for name in tabiya.games()]
    assert len(set(initial)) == len(initial)
    for one, other in itertools.permutations(initial, 2):
        assert one != other
        assert one != str(one)


def test_games_are_equal_by_name_and_rules() -> None:
    assert tabiya.game("loa", repetition=2) == tabiya.game("loa", repetition="2")
    games = [tabiya.game(name) for name in tabiya.games()]
    games += [tabiya.game("loa", **rules) for rules in LOA_RULES if rules.get("repetition") == 2]
    assert len(set(games)) == len(games) == 4
    assert games[0] != "chess"


@pytest.mark.parametrize(
    ("act", "kind", "message"),
    [
        (lambda: tabiya.game("go"), ValueError, "game: expected one of chess, othello, loa"),
        (lambda: tabiya.game("Chess"), ValueError, 'found "Chess"'),
        (lambda: tabiya.game("\n"), ValueError, r'found "\\n"'),
        (
            lambda: tabiya.game("chess", komi=7),
            ValueError,
            'chess: expected chess960 = true or false, found komi = "7"',
        ),
        (lambda: tabiya.game("othello", komi=7), ValueError, "othello: expected no option"),
        (lambda: tabiya.game("loa", komi=7), ValueError, 'loa: expected .* found "komi"'),
        (lambda: tabiya.game("loa", repetition=4), ValueError, "expected 3, 2 or off, found"),
        (lambda: tabiya.game("loa", no_move=""), ValueError, "expected loss or pass, found"),
        (lambda: tabiya.Game(WRONG), TypeError, "expected a name such as 'chess', found 3"),
        (lambda: tabiya.game("loa").position(WRONG), TypeError, "loa position: expected a text"),
        (lambda: tabiya.game("loa").initial().play(WRONG), TypeError, "a move .* found 3"),
        (lambda: tabiya.game("loa").initial().perft(-1), ValueError, "from 0 to 64, found -1"),
    ],
)
def test_error_is_one_line(act: Callable[[], object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message) as caught:
        act()
    assert len(str(caught.value).splitlines()) == 1


class Honest(Position):
    """A position whose kind survives a move; a liar overrides one method."""

    __slots__ = ()

    def play(self, move: str) -> Position:
        return type(self)(self.game, super().play(move)._core)


class Wrapped(Game):
    """Lines of Action with positions of another kind."""

    __slots__ = ("_kind",)

    def __init__(self, kind: type[Position]) -> None:
        self._kind = kind
        super().__init__("loa")

    def initial(self) -> Position:
        return self._kind(self, super().initial()._core)

    def position(self, text: str) -> Position:
        return self._kind(self, super().position(text)._core)


class WritesTheOtherSide(Honest):
    def __str__(self) -> str:
        return super().__str__()[:-1] + {"black": "w", "white": "b"}[self.side_to_move]


class HashesByChance(Honest):
    def __hash__(self) -> int:
        return id(self)


class ForgetsAMove(Honest):
    def legal_moves(self) -> list[str]:
        return super().legal_moves()[1:]


class RepeatsAMove(Honest):
    def legal_moves(self) -> list[str]:
        return [*super().legal_moves(), *super().legal_moves()[:1]]


class HasAnotherResult(Honest):
    @property
    def result(self) -> str | None:
        return "2-0"


class LetsNobodyMove(Honest):
    @property
    def side_to_move(self) -> str:
        return "nobody"


class DrawsNoPicture(Honest):
    def svg(self, *, size: int = 360, last_move: str | None = None) -> str:
        return f"{size} {last_move}"


class ChangesWhenPlayed(Honest):
    def play(self, move: str) -> Position:
        after = super().play(move)
        self._core = after._core
        return after


class StandsStill(Honest):
    def play(self, move: str) -> Position:
        super().play(move)
        return self


class PlaysByTurns(Honest):
    N_PLAYED = itertools.count()

    def play(self, move: str) -> Position:
        moves = sorted(self.legal_moves())
        return super().play(moves[next(self.N_PLAYED) % 2] if move in moves else move)


class PicklesTheStart(Honest):
    def __reduce__(self) -> tuple[Callable[[], Position], tuple[()]]:
        return tabiya.game("loa").initial, ()


class PlaysNonsense(Honest):
    def play(self, move: str) -> Position:
        return super().play(move if move in self.legal_moves() else self.legal_moves()[0])


class ReadsNonsense(Wrapped):
    def position(self, text: str) -> Position:
        return super().position(text) if "/" in text else self.initial()


class RefusesWithoutItsName(Wrapped):
    def position(self, text: str) -> Position:
        if "/" not in text:
            raise tabiya.ParsePositionError("no")
        return super().position(text)


def test_honest_wrapper_passes() -> None:
    assert tabiya.check_game(Wrapped(Honest), games=1) > 10


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        (Wrapped(WritesTheOtherSide), "text reads back as the same position"),
        (Wrapped(HashesByChance), "equal positions hash alike"),
        (Wrapped(ForgetsAMove), r"perft\(1\) counts the legal moves"),
        (Wrapped(RepeatsAMove), "no move is listed twice"),
        (Wrapped(HasAnotherResult), "the result is one of four"),
        (Wrapped(LetsNobodyMove), "a side is to move"),
        (Wrapped(DrawsNoPicture), "the picture is SVG"),
        (Wrapped(ChangesWhenPlayed), "playing leaves the old position alone"),
        (Wrapped(StandsStill), "leads to another position"),
        (Wrapped(PlaysByTurns), "leads to the same position twice"),
        (Wrapped(PicklesTheStart), "pickling keeps all"),
        (Wrapped(PlaysNonsense), "is not a legal move"),
        (ReadsNonsense(Honest), "is not a position"),
        (RefusesWithoutItsName(Honest), "an error names the game"),
    ],
    ids=str,
)
def test_liar_is_caught(game: Game, rule: str) -> None:
    with pytest.raises(AssertionError, match=rule):
        tabiya.check_game(game, games=2)
