//! Positions as text: the board from the eighth rank to the first, then the side to move.

use crate::games::{ParsePositionError, Side};

/// The most pieces that a side can have.
const MOST_PIECES: u32 = 12;

/// No text is longer: all squares, the signs between the ranks and the side to move.
const LONGEST: usize = 64 + 8 + 1;

/// Reads the two boards, Black's and White's, and the side to move.
pub(super) fn parse(text: &str) -> Result<([u64; 2], Side), ParsePositionError> {
    let mut fields = text.split_whitespace();
    let boards = parse_board(fields.next().unwrap_or(""))?;
    let side = fields.collect::<Vec<_>>().join(" ");
    Ok((boards, parse_side(&side)?))
}

/// Writes what [`parse`] reads.
pub(super) fn write(boards: [u64; 2], turn: Side) -> String {
    let mut text = String::with_capacity(LONGEST);
    for rank in (0..8).rev() {
        write_rank(boards, rank, &mut text);
        text.push(if rank > 0 { '/' } else { ' ' });
    }
    text.push(['b', 'w'][turn.index()]);
    text
}

/// What stands on a square.
pub(super) fn cell([black, white]: [u64; 2], square: u32) -> char {
    match (black >> square & 1, white >> square & 1) {
        (0, 0) => '.',
        (0, _) => 'w',
        _ => 'b',
    }
}

fn parse_board(field: &str) -> Result<[u64; 2], ParsePositionError> {
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 {
        return Err(wrong_board("8 ranks separated by /", field));
    }
    let mut boards = [0; 2];
    for (i, rank) in ranks.into_iter().enumerate() {
        let number = 8 - i;
        let [black, white] = parse_rank(rank).ok_or_else(|| {
            wrong_board(format!("8 squares of b, w and 1 to 8 in rank {number}"), rank)
        })?;
        boards[0] |= black << (8 * (number - 1));
        boards[1] |= white << (8 * (number - 1));
    }
    for (board, name) in boards.into_iter().zip(["black", "white"]) {
        if !can_have(board) {
            let n_pieces = board.count_ones();
            let expected = format!("1 to {MOST_PIECES} {name} pieces");
            return Err(wrong_board(expected, n_pieces.to_string()));
        }
    }
    Ok(boards)
}

/// Whether both sides have as many pieces as play can leave them.
pub(super) fn is_possible(boards: [u64; 2]) -> bool {
    boards.into_iter().all(can_have)
}

fn can_have(board: u64) -> bool {
    (1..=MOST_PIECES).contains(&board.count_ones())
}

/// The pieces of one rank, a-file first.
fn parse_rank(text: &str) -> Option<[u64; 2]> {
    let mut boards = [0; 2];
    let mut file = 0;
    for c in text.chars() {
        let (width, side) = match c {
            'b' => (1, Some(0)),
            'w' => (1, Some(1)),
            '1'..='8' => (c.to_digit(10)?, None),
            _ => return None,
        };
        if file + width > 8 {
            return None;
        }
        if let Some(side) = side {
            boards[side] |= 1 << file;
        }
        file += width;
    }
    (file == 8).then_some(boards)
}

fn parse_side(field: &str) -> Result<Side, ParsePositionError> {
    match field {
        "b" => Ok(Side::First),
        "w" => Ok(Side::Second),
        _ => Err(ParsePositionError::new("loa", "side to move", "b or w", field)),
    }
}

fn write_rank(boards: [u64; 2], rank: u32, text: &mut String) {
    let mut n_empty = 0u8;
    for file in 0..8 {
        let piece = cell(boards, 8 * rank + file);
        if piece == '.' {
            n_empty += 1;
            continue;
        }
        if n_empty > 0 {
            text.push(char::from(b'0' + n_empty));
            n_empty = 0;
        }
        text.push(piece);
    }
    if n_empty > 0 {
        text.push(char::from(b'0' + n_empty));
    }
}

fn wrong_board(expected: impl Into<String>, found: impl Into<String>) -> ParsePositionError {
    ParsePositionError::new("loa", "board", expected, found)
}
