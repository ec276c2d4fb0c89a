"""Boards as SVG pictures and as text."""

import random
from xml.etree import ElementTree as ET

import pytest

import tabiya
from tabiya import Position

SVG = "{http://www.w3.org/2000/svg}"
MARKS = {"othello": "#e8c547", "loa": "#c0392b"}


def parse_picture(picture: str) -> ET.Element:
    """Read a picture; what is not well-formed XML raises."""
    root = ET.fromstring(picture)  # noqa: S314 (our own picture)
    assert root.tag == f"{SVG}svg"
    return root


def marks_of(picture: str, name: str) -> list[tuple[float, float]]:
    """Return the centres of the squares that are marked."""
    rects = parse_picture(picture).iter(f"{SVG}rect")
    marked = [rect.attrib for rect in rects if rect.get("stroke") == MARKS[name]]
    return [
        (float(mark["x"]) + float(mark["width"]) / 2, float(mark["y"]) + float(mark["height"]) / 2)
        for mark in marked
    ]


def discs_of(picture: str) -> dict[tuple[float, float], str]:
    """Return the fills of the discs by their centres."""
    circles = parse_picture(picture).iter(f"{SVG}circle")
    return {(float(c.attrib["cx"]), float(c.attrib["cy"])): c.attrib["fill"] for c in circles}


def random_game(name: str, seed: int) -> list[Position]:
    generator = random.Random(seed)
    played = [tabiya.game(name).initial()]
    while played[-1].legal_moves() and len(played) < 100:
        played.append(played[-1].play(generator.choice(played[-1].legal_moves())))
    return played


@pytest.mark.parametrize("name", ["othello", "loa"])
def test_svg_has_a_disc_for_each_piece(name: str) -> None:
    for position in random_game(name, seed=0):
        fills = list(discs_of(position.svg()).values())
        pieces = [cell for cell in position.cells if cell != "."]
        n_by_fill = sorted(fills.count(fill) for fill in set(fills))
        assert n_by_fill == sorted(pieces.count(piece) for piece in set(pieces))
        assert len(fills) == len(pieces)


def test_chess_svg_is_well_formed() -> None:
    for position in random_game("chess", seed=0):
        uses = list(parse_picture(position.svg()).iter(f"{SVG}use"))
        assert len(uses) == 64 - position.cells.count(".")


@pytest.mark.parametrize("name", tabiya.games())
def test_svg_has_the_size_asked_for(name: str) -> None:
    position = tabiya.game(name).initial()
    for size in (90, 360):
        root = parse_picture(position.svg(size=size))
        assert (root.get("width"), root.get("height")) == (str(size), str(size))
    assert position._repr_svg_() == position.svg()  # the hook of notebooks


@pytest.mark.parametrize("name", ["othello", "loa"])
def test_svg_marks_the_last_move_under_its_disc(name: str) -> None:
    assert marks_of(tabiya.game(name).initial().svg(), name) == []
    position = tabiya.game(name).initial()
    for move in position.legal_moves():
        picture = position.play(move).svg(last_move=move)
        marks = marks_of(picture, name)
        discs = [[at for at in discs_of(picture) if is_near(at, mark)] for mark in marks]
        # A disc is placed; a piece leaves one square and stands on the other.
        assert [len(found) for found in discs] == ([1] if name == "othello" else [0, 1])


def is_near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return abs(one[0] - other[0]) <= 1 and abs(one[1] - other[1]) <= 1


def test_svg_marks_no_square_for_a_pass() -> None:
    position = tabiya.game("othello").position("XO" + "-" * 62 + " O")
    assert marks_of(position.play("pass").svg(last_move="pass"), "othello") == []


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q"),
    ],
)
def test_chess_svg_marks_the_last_move(text: str, move: str) -> None:
    picture = tabiya.game("chess").position(text).play(move).svg(last_move=move)
    classes = [rect.get("class", "").split() for rect in parse_picture(picture).iter(f"{SVG}rect")]
    marked = [names for names in classes if "lastmove" in names]
    assert len(marked) == 2
    assert all(set(names) & {move[:2], move[2:4]} for names in marked)


@pytest.mark.parametrize("name", tabiya.games())
def test_diagram_shows_eight_ranks_and_the_files(name: str) -> None:
    for position in random_game(name, seed=1):
        *ranks, files = position.diagram().splitlines()
        assert files.split() == list("abcdefgh")
        numbers = [int(rank.split()[0]) for rank in ranks]
        assert numbers == ([*range(1, 9)] if name == "othello" else [*range(8, 0, -1)])
        by_number = dict(zip(numbers, ranks, strict=True))
        cells = [by_number[number].split()[1:] for number in range(1, 9)]
        assert "".join(cell for rank in cells for cell in rank) == position.cells


def test_othello_shows_its_first_rank_on_top() -> None:
    position = tabiya.game("othello").position("X" * 8 + "-" * 56 + " X")
    assert position.diagram().splitlines()[0] == "1 X X X X X X X X"
    ys = {y for _, y in discs_of(position.svg())}
    assert len(ys) == 1
    assert max(ys) < 60


def test_loa_shows_its_eighth_rank_on_top() -> None:
    position = tabiya.game("loa").position("1bbbbbb1/8/8/8/8/8/8/w7 b")
    assert position.diagram().splitlines()[0] == "8 . b b b b b b ."
    tops = [y for _, y in discs_of(position.svg()) if y < 60]
    assert len(tops) == 6
