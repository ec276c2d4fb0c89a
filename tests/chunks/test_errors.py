"""Every way in which a file of chunks can be wrong: place, caret, and what was expected."""

import random

import pytest

from tabiya import chunks
from tabiya.chunks._library import shipped_text

WRONG = {
    # text: (line, column, part of the reason)
    "chunk one. require WP onn E4. end one.": (1, 23, "'on' or 'noton'"),
    "chunk one.\nrequire WP on E9.\nend one.": (2, 15, "a square, a file or a parameter"),
    "chunk one.\nrequire W on E2/E3.\nend one.": (2, 9, "a piece or a parameter (none here)"),
    "chunk one. require WP on E4": (1, 28, "found the end of the text"),
    "chunk one. require WP on E4. end two.": (1, 34, "expected the end of 'one'"),
    "chunk one. require WP on E4 + D4 / D3. end one.": (1, 34, "found '/'"),
    "chunk one wrt green. require WK. end one.": (1, 15, "'white' or 'black', found 'green'"),
    "chunk one. WP on E4. end one.": (1, 7, "something that 'one' requires"),
    "chunk one. require two. end one.": (1, 20, "the name of a chunk, found 'two'"),
    "chunk one. require two. end one.\nchunk two. require one. end two.": (
        2,
        20,
        "no circle, found one → two → one",
    ),
    "chunk one. require one. end one.": (1, 20, "no circle, found one → one"),
    "chunk one. require WK. end one.\nchunk one. require BK. end one.": (2, 7, "'one' again"),
    "chunk one(f: FILE). require WP on g. end one.": (1, 35, "a parameter (f), found 'g'"),
    "chunk one(f: FILE, f: FILE). require WP on f. end one.": (1, 20, "another name"),
    "chunk one(p: PIECE). require p on E4. end one.": (1, 11, "not a piece of CQL"),
    "chunk one(f: FILE). require open f. end one.\nchunk two. require one(E4, E5). end two.": (
        2,
        20,
        "expected f for one, found 2",
    ),
    "chunk one(x: PIECE). require x on E4. end one.\nchunk two. require one(E4). end two.": (
        2,
        24,
        "expected a PIECE for x, found E4",
    ),
    "chunk one. require WK. end one.\nchunk two. require one for black. end two.": (
        2,
        20,
        "wrt black",
    ),
    "chunk one. require [BN] on F6. end one.": (1, 20, "BN (black) or [WB WN] (CQL)"),
    'chunk one. require WK. advice "Go to {z}." end one.': (1, 7, "us, them or a square"),
    "classification c1. chunk one. classification c2. require WK. end one.": (
        1,
        26,
        "classes c1, found 'c2'",
    ),
    "chunk one. classification x c_class 1. require WK. end one.\n"
    "chunk two. classification x c_class 2. require BK. end two.": (2, 7, "c_class 1 as before"),
    "chunk one. importance 1. importance 2. require WK. end one.": (1, 37, "one importance"),
    "chunk one. require WK. #note\nend one.": (1, 25, "a comment has a space"),
    "chunk one. require material K*vK. end one.": (1, 29, "a piece before the star"),
    "chunk one(f: [C_FILE E4]). require open f. end one.": (1, 22, "values of one type"),
    "\x00": (1, 1, "'chunk'"),
    "chunk one. require " + "(" * 5000 + "WK" + ")" * 5000 + ". end one.": (
        1,
        1,
        "fewer parentheses",
    ),
}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_wrong_file_says_where_and_what_was_expected(text: str) -> None:
    line, column, reason = WRONG[text]
    with pytest.raises(chunks.ChunkError) as caught:
        chunks.parse(text, file="my.chunks")
    error = caught.value
    assert error.reason.startswith("expected")
    assert reason in error.reason
    assert (error.file, error.line, error.column) == ("my.chunks", line, column)
    headline, shown, caret = str(error).split("\n")
    assert headline == f"my.chunks:{line}:{column}: {error.reason}"
    assert shown == "    " + text.splitlines()[line - 1]
    assert caret == "    " + " " * (column - 1) + "^"


def test_nothing_but_readings_without_end_is_refused() -> None:
    text = "chunk a(s: SQUARE, t: SQUARE) wrt white. require WP on s & BP on t. end a."
    with pytest.raises(chunks.ChunkError, match="at most 4096 readings, found 4096 choices"):
        chunks.parse(text)


def test_a_caret_stays_below_its_place_behind_a_tab() -> None:
    with pytest.raises(chunks.ChunkError) as caught:
        chunks.parse("chunk a.\n\trequire WP onn E4. end a.")
    shown, caret = caught.value.excerpt.split("\n")
    assert caret.index("^") == shown.index("onn")
    assert caret[4] == "\t"


def test_texts_with_random_slips_are_read_or_refused_with_a_place() -> None:
    rng = random.Random(1)
    pieces = [text for text in shipped_text("mach").split("\n\n") if text.startswith("chunk ")]
    words = " ".join(pieces).split() + list("()[]./+&|!#;,:{}<>=*") + ["[BN]", "-99999999999999"]
    n_refused = 0
    for _ in range(60):
        slips = rng.choice(pieces).split()
        for _ in range(rng.randrange(3)):
            i = rng.randrange(len(slips))
            slips[i : i + rng.randrange(2)] = [rng.choice(words)]
        try:
            chunks.parse("\n".join(slips))
        except chunks.ChunkError as error:
            n_refused += 1
            said = error.reason.startswith("expected") and 1 <= error.line <= len(slips)
            assert said, error  # noqa: PT017 (reading it is fine too)
    assert 0 < n_refused < 60


@pytest.mark.parametrize("number", ["-99999999999999", "99999999999999"])
def test_numbers_beyond_all_counts_are_read(number: str) -> None:
    found = chunks.pattern(f"ply > {number}").match("k7/8/8/8/8/8/8/K7 w - - 0 1")
    assert bool(found) == number.startswith("-")


def test_a_misspelt_chunk_is_guessed() -> None:
    text = "chunk stonewall. require WP on D4. end stonewall.\nchunk b. require stonewal. end b."
    with pytest.raises(chunks.ChunkError, match="is 'stonewall' meant"):
        chunks.parse(text)


def test_chunks_that_double_at_every_step_are_told_instead_of_counted_for_ever() -> None:
    chain = [f"chunk c_{i}. require c_{i + 1} & !c_{i + 1}. end c_{i}." for i in range(30)]
    text = "\n".join([*chain, "chunk c_30. require WP on E4. end c_30."])
    with pytest.raises(chunks.ChunkError, match="at most 20000 chunks put into 'c_0'"):
        chunks.parse(text)


@pytest.mark.parametrize("n", [40, 41, 400])
def test_too_many_chunks_within_one_another_are_told_with_their_place(n: int) -> None:
    chain = [f"chunk c_{i}. require c_{i + 1}. end c_{i}." for i in range(n)]
    text = "\n".join([*chain, f"chunk c_{n}. require WP on E4. end c_{n}."])
    if n == 40:
        assert len(chunks.parse(text)) == n + 1
        return
    with pytest.raises(chunks.ChunkError, match="at most 40 chunks within one another") as caught:
        chunks.parse(text, file="deep.chunks")
    assert str(caught.value).startswith("deep.chunks:41:")


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "kings"),
        ("kk6/8/8/8/8/8/8/K7 w - - 0 1", "one king"),
        ("k7/8/8/8/8/8/8/KP6 w - - 0 1", "no pawn on the first or last rank"),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "in check"),
        ("k7/8/8 w - - 0 1", "eight ranks"),
        ("k7/8/8/8/8/8/8/K7 x - - 0 1", "w or b"),
    ],
)
def test_impossible_positions_are_refused(fen: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        chunks.library().match(fen)


def test_compiled_bytes_from_elsewhere_are_refused() -> None:
    from tabiya import _core  # noqa: PLC0415 (only here)

    good = chunks.pattern("wrt white; WP on E4 | (count(WP) > 3)").chunks[0].compiled()
    assert len(_core.Chunks([good])) == 1
    for bad in (b"", b"CH", b"XX\x01\x00\x00", good[:-1], good + b"\x00", b"CH\x01\x01\x00\x09"):
        with pytest.raises(ValueError, match="compiled chunk, byte"):
            _core.Chunks([bad])
    for i in range(5, len(good)):
        for value in (0, 255):
            changed = good[:i] + bytes([value]) + good[i + 1 :]
            try:
                _core.Chunks([changed])
            except ValueError as error:
                assert "compiled chunk, byte" in str(error)  # noqa: PT017 (both ends are fine)


def test_lines_end_where_editors_end_them() -> None:
    with pytest.raises(chunks.ChunkError) as caught:
        chunks.parse('chunk a.\nrequire WP on E4.\nadvice "the\x0b"')
    assert caught.value.line == 3
