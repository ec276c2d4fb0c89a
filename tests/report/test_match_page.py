"""The page of a match: one file, no network, and the data that was played."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import pytest

import tabiya
from tabiya import metrics
from tabiya.play import GameFault, GameRecord, MatchRecord, SprtPlan, Thought
from tabiya.report import match_page, match_report

VOID = {"meta", "input", "br"}
SQUARES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
LENGTHS = {"chess": 12, "othello": 20, "loa": 8}


class Page(HTMLParser):
    """A page, checked for closed elements, with the texts of its elements by tag and class."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[tuple[str, str]] = []
        self.texts: dict[tuple[str, str], list[str]] = {}
        self.attributes: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, value or "") for name, value in attrs]
        found = dict(attrs)
        if tag not in VOID:
            self.open.append((tag, found.get("class") or found.get("id") or ""))
            self.texts.setdefault(self.open[-1], []).append("")

    def handle_startendtag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        for element in self.open:
            self.texts[element][-1] += data

    @property
    def data(self) -> Any:
        return json.loads(self.texts["script", "data"][0])

    @property
    def titles(self) -> list[str]:
        return self.texts.get(("h2", ""), [])


def some_game(name: str, first: str, second: str, result: Any, **more: Any) -> GameRecord:
    """Return a game whose moves are the first legal ones from the initial position."""
    position = start = tabiya.game(name).initial()
    moves = []
    for ply in range(LENGTHS[name]):
        legal = position.legal_moves()
        moves.append(legal[ply % len(legal)])
        position = position.play(moves[-1])
    thoughts = tuple(Thought(score=ply * 10.0, depth=3, nodes=99) for ply in range(len(moves)))
    return GameRecord(
        first, second, result, str(start), moves=tuple(moves), thoughts=thoughts, **more
    )


RESULTS = [("1-0", "1-0"), ("1/2-1/2", "1/2-1/2"), ("1-0", "0-1"), ("0-1", "1/2-1/2")]


def some_match(name: str = "chess", **more: Any) -> MatchRecord:
    games = []
    for pair, (one, two) in enumerate(RESULTS):
        shared = {"pair": pair, "opening_name": f"opening {pair}", "termination": "for a reason"}
        games.append(some_game(name, "a", "b", one, **shared))
        games.append(some_game(name, "b", "a", two, leg=1, **shared))
    return MatchRecord(name, ("a", "b"), tuple(games), **more)


@pytest.mark.parametrize("name", ["chess", "othello", "loa"])
def test_board_of_every_ply_can_be_rebuilt(name: str) -> None:
    match = some_match(name)
    data = Page(match_page(match)).data
    assert (data["game"], data["players"], data["total"]) == (name, ["a", "b"], 8)
    for record, shown in zip(match.games, data["games"], strict=True):
        position = tabiya.game(name).position(record.opening)
        cells = list(shown["start"])
        assert "".join(cells) == position.cells
        assert shown["moves"] == list(record.moves)
        for move, change in zip(record.moves, shown["changes"], strict=True):
            position = position.play(move)
            for square, piece in re.findall("(.)(.)", change):
                cells[SQUARES.index(square)] = piece
            assert "".join(cells) == position.cells
        assert data["players"][shown["first"]] == record.first
        assert shown["scores"] == [thought.score for thought in record.thoughts]


@pytest.mark.parametrize("name", ["chess", "othello", "loa"])
def test_page_needs_no_network(name: str) -> None:
    text = match_page(some_match(name, sprt=SprtPlan(0, 10)))
    page = Page(text)
    assert not re.search(r"https?:|//[a-z]|@import|url\(", text)
    for attribute, value in page.attributes:
        assert attribute != "src"
        if attribute == "href":
            assert value.startswith("#")
    # All pairs are on one opening, of which the first few games are linked.
    linked = {int(v[6:]) for a, v in page.attributes if a == "href" and v.startswith("#game-")}
    assert linked == {1, 2, 3, 4}


def test_figures_are_those_of_the_verdict() -> None:
    page = Page(match_page(some_match(sprt=SprtPlan(0, 10))))
    pairs = [(1.0, 0.0), (0.5, 0.5), (1.0, 1.0), (0.0, 0.5)]
    expected = metrics.verdict(pairs, sprt=metrics.Sprt(0, 10))
    figures = " ".join(page.texts["div", "figure"])
    assert f"{expected.score.value:.1%}" in figures
    assert f"{expected.elo.value:+.1f}" in figures
    assert expected.sprt is not None
    assert f"{expected.sprt.llr:+.2f}" in figures
    assert "3 · 3 · 2" in figures


def test_curves_end_where_the_match_ended() -> None:
    page = Page(match_page(some_match(sprt=SprtPlan(0, 10))))
    hovers = [json.loads(value) for name, value in page.attributes if name == "data-hover"]
    score, ratio = hovers
    assert len(score) == len(ratio) == len(RESULTS)
    found = metrics.score(pentanomial=(0, 1, 2, 0, 1))
    assert score[-1][2] == f"4 pairs: {found.value:.1%} [{found.low:.1%}, {found.high:.1%}]"
    llr = metrics.sprt_llr(pentanomial=(0, 1, 2, 0, 1), elo0=0, elo1=10)
    assert ratio[-1][2] == f"4 pairs: {llr:+.2f}"


def test_likelihood_ratio_is_shown_only_with_a_test() -> None:
    assert "Log-likelihood ratio" in Page(match_page(some_match(sprt=SprtPlan(0, 5)))).titles
    assert "Log-likelihood ratio" not in Page(match_page(some_match())).titles


def test_openings_that_say_nothing_are_counted() -> None:
    games = [
        GameRecord(first, second, cast("Any", result), opening, pair=pair, leg=leg)
        for pair, (opening, results) in enumerate(
            [
                (str(tabiya.game("chess").initial()), ("1/2-1/2", "1/2-1/2")),
                (str(tabiya.game("chess").initial().play("e2e4")), ("1-0", "1-0")),
                (str(tabiya.game("chess").initial().play("d2d4")), ("1-0", "0-1")),
            ]
        )
        for leg, (first, second, result) in enumerate(
            [("a", "b", results[0]), ("b", "a", results[1])]
        )
    ]
    page = Page(match_page(MatchRecord("chess", ("a", "b"), tuple(games))))
    text = " ".join(page.texts["section", "card wide"])
    assert "2 of 3 openings gave only balanced pairs" in text
    assert "1 only draws, 1 only wins of the same side" in text


def test_tournaments_have_ratings_and_a_crosstable() -> None:
    games = []
    for pair, (one, two) in enumerate([("a", "b"), ("a", "c"), ("b", "c")]):
        games.append(some_game("othello", one, two, "1-0", pair=pair))
        games.append(some_game("othello", two, one, "1/2-1/2", pair=pair, leg=1))
    page = Page(match_page(MatchRecord("othello", ("a", "b", "c"), tuple(games))))
    assert {"Ratings", "Crosstable"} <= set(page.titles)
    rows = page.texts["table", "cross"][0]
    assert rows.count("1.5 / 2") == 3
    assert rows.count("0.5 / 2") == 3
    ratings = metrics.rate((g.first, g.second, g.points or 0.0) for g in games)
    assert f"{ratings.rating('a').value:+.0f}" in " ".join(page.texts["div", "scroll"])


def test_names_cannot_break_the_page() -> None:
    bad = '</script><script>alert("x")</script><!--data-->'
    game = some_game("loa", bad, "b & c", "1-0", opening_name="<b>", termination="<i>")
    match = MatchRecord("loa", (bad, "b & c"), (game,), faults=(GameFault(bad, "<u>", "</table>"),))
    page = Page(match_page(match))
    assert page.data["players"] == [bad, "b & c"]
    assert page.texts["h1", ""] == [match.name]
    assert "u" not in {tag for tag, _ in page.texts}
    assert len(page.texts["script", ""]) == 1


def test_faults_are_listed_with_their_game() -> None:
    fault = GameFault("a", "illegal move", "played e2e5")
    game = some_game("chess", "a", "b", "0-1", faults=(fault,))
    page = Page(match_page(MatchRecord("chess", ("a", "b"), (game,))))
    assert "Faults" in page.titles
    assert any("played e2e5" in text for text in page.texts["section", "card wide"])


def test_illegal_moves_end_the_replay() -> None:
    start = str(tabiya.game("chess").initial())
    game = GameRecord("a", "b", "0-1", start, moves=("e2e4", "e7e5", "e4e5"))
    data = Page(match_page(MatchRecord("chess", ("a", "b"), (game,)))).data
    assert data["games"][0]["moves"] == ["e2e4", "e7e5"]


def test_matches_without_finished_games_have_a_page() -> None:
    unfinished = some_game("chess", "a", "b", None)
    for players in [("a", "b"), ("a", "b", "c")]:
        for games in [(), (unfinished,)]:
            text = match_page(MatchRecord("chess", players, games))
            assert "No game was finished" in text
            Page(text)


def test_games_beyond_the_most_are_counted_but_not_replayed(tmp_path: Path) -> None:
    path = match_report(some_match(), tmp_path / "page.html", most_games=3)
    data = Page(path.read_text(encoding="utf-8")).data
    assert (len(data["games"]), data["total"]) == (3, 8)


def test_page_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    match_report(some_match(), path)
    before = path.read_text(encoding="utf-8")
    match_report(some_match(), path)
    assert path.read_text(encoding="utf-8") == before
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]
    with pytest.raises(OSError, match="none"):
        match_report(some_match(), tmp_path / "none" / "page.html")
