"""What a grammar expects, in the words of those who write chunks."""

from collections.abc import Iterable

# Terminals of the grammar, in the order in which they are offered.
WORDS = {
    "_CHUNK": "'chunk'",
    "_CLASSIFICATION": "'classification'",
    "_REQUIRE": "'require'",
    "_END": "'end'",
    "NAME": "a name",
    "WORD": "words of advice",
    "STRING": "a text in quotes",
    "OCCUPANT": "a piece such as WP or BN",
    "ON": "'on' or 'noton'",
    "SQUARE": "a square such as E4",
    "FILE": "a file such as D_FILE",
    "RANK": "a rank such as RANK_2",
    "COLOUR": "'white' or 'black'",
    "SIDE": "'kingside' or 'queenside'",
    "TYPE": "SQUARE, FILE, RANK or PIECE",
    "_WRT": "'wrt'",
    "_C_CLASS": "'c_class'",
    "INTEGER": "a number",
    "NUMBER": "a number",
    "RESULT": "1-0, 0-1 or 1/2-1/2",
    "COMPARISON": "a comparison such as >=",
    "LEAST": "'least' or 'most'",
    "LEARNED": "'learned'",
    "_DOT": "'.'",
    "SEMICOLON": "';'",
    "COMMA": "','",
    "SLASH": "'/'",
    "PLUS": "'+'",
    "_AND": "'&'",
    "_OR": "'|'",
    "LPAR": "'('",
    "RPAR": "')'",
    "RSQB": "']'",
    "COLON": "':'",
    "_BY": "'by'",
    "_FOR": "'for'",
    "_TO": "'to'",
    "_MOVE": "'move'",
    "_CAN": "'can'",
    "_CASTLE": "'castle'",
    "_OF": "'of'",
    "$END": "the end of the text",
}
# Where a condition may begin, more than twenty words may stand; two of them say it all.
CONDITION_STARTS = {"OCCUPANT", "_MATERIAL", "KIND"}
MOST = 6


def expected_words(terminals: Iterable[str]) -> str:
    """Say what may stand in a place.

    >>> expected_words(["_DOT", "SLASH"])
    "'.' or '/'"
    >>> expected_words(["OCCUPANT", "_MATERIAL", "KIND", "_REQUIRE"])
    "'require' or a condition such as 'WP on E4'"
    """
    names = set(terminals)
    words: list[str] = []
    if names >= CONDITION_STARTS:
        words = [WORDS[name] for name in ("_REQUIRE", "_END", "_DOT") if name in names]
        words.append("a condition such as 'WP on E4'")
    else:
        words = list(dict.fromkeys(word for name, word in WORDS.items() if name in names))[:MOST]
    if not words:
        return "another word"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
