"""Boards as pictures: chess by python-chess, discs by ourselves."""

import re

SQUARE = 45
MARGIN = 20
SIDE = 8 * SQUARE + 2 * MARGIN

MOVE = r"([a-h][1-8]){1,2}[nbrq]?|pass"

# (board, line, mark) and the fill of each piece's letter.
STYLES = {
    "othello": (("#2e7d4f", "#17492d", "#e8c547"), {"X": "#111111", "O": "#fafafa"}),
    "loa": (("#d9b888", "#8a6a3f", "#c0392b"), {"b": "#1c1c1c", "w": "#fafafa"}),
}


def draw(game: str, cells: str, *, size: int, last_move: str | None) -> str:
    """Draw 64 cells, a1 first, as SVG."""
    if last_move is not None and not re.fullmatch(MOVE, last_move):
        raise ValueError(f"svg: expected a move such as 'e2e4', found {last_move!r}")
    if game == "chess":
        return _draw_chess(cells, size, last_move)
    return _draw_discs(game, cells, size, last_move)


def _draw_chess(cells: str, size: int, last_move: str | None) -> str:
    # Drawing is rare, and an engine would rather not wait for this import at its start.
    import chess  # noqa: PLC0415 (loads slowly, and only here)
    import chess.svg  # noqa: PLC0415 (loads slowly, and only here)

    board = chess.BaseBoard.empty()
    for square, symbol in enumerate(cells):
        if symbol != ".":
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    move = chess.Move.from_uci(last_move) if last_move and last_move != "pass" else None
    return str(chess.svg.board(board, size=size, lastmove=move))


def _draw_discs(game: str, cells: str, size: int, last_move: str | None) -> str:
    (board, line, mark), fills = STYLES[game]
    top_is_first = game == "othello"
    body = [f'<rect width="{SIDE}" height="{SIDE}" fill="#f4efe6"/>']
    body.append(
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{8 * SQUARE}" height="{8 * SQUARE}" '
        f'fill="{board}"/>'
    )
    for i in range(9):
        offset = MARGIN + i * SQUARE
        end = MARGIN + 8 * SQUARE
        body.append(f'<path d="M{offset} {MARGIN}V{end}M{MARGIN} {offset}H{end}" stroke="{line}"/>')
    for i in range(8):
        rank = i + 1 if top_is_first else 8 - i
        along = MARGIN + i * SQUARE + SQUARE // 2
        body.append(_label(along, MARGIN - 6, "abcdefgh"[i]))
        body.append(_label(MARGIN // 2, along + 4, str(rank)))
    for square in _squares(last_move):
        x, y = _centre(square, top_is_first=top_is_first)
        half = SQUARE // 2
        body.append(
            f'<rect x="{x - half + 2}" y="{y - half + 2}" width="{SQUARE - 4}" '
            f'height="{SQUARE - 4}" fill="none" stroke="{mark}" stroke-width="3"/>'
        )
    for square, symbol in enumerate(cells):
        if symbol in fills:
            x, y = _centre(square, top_is_first=top_is_first)
            body.append(
                f'<circle cx="{x}" cy="{y}" r="{SQUARE * 2 // 5}" fill="{fills[symbol]}" '
                f'stroke="{line}"/>'
            )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" '
        f'width="{size}" height="{size}">{"".join(body)}</svg>'
    )


def _label(x: int, y: int, text: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="12" text-anchor="middle" '
        f'fill="#444">{text}</text>'
    )


def _centre(square: int, *, top_is_first: bool) -> tuple[int, int]:
    file, rank = square % 8, square // 8
    row = rank if top_is_first else 7 - rank
    return MARGIN + file * SQUARE + SQUARE // 2, MARGIN + row * SQUARE + SQUARE // 2


def _squares(move: str | None) -> list[int]:
    names = re.findall(r"[a-h][1-8]", move or "")
    return ["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1) for name in names]
