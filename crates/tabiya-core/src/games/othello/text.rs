//! Positions as text: 64 of `X`, `O` and `-` from a1 to h8, then the side to move.

use super::Othello;
use crate::games::{ParsePositionError, Position, Side};

/// Reads a position; letters may be of either case, the side stands after any white space.
pub(super) fn parse(text: &str) -> Result<Othello, ParsePositionError> {
    let mut fields = text.split_whitespace();
    let (black, white) = parse_board(fields.next().unwrap_or_default())?;
    let side: Vec<&str> = fields.collect();
    let turn = match side[..] {
        ["X" | "x"] => Side::First,
        ["O" | "o"] => Side::Second,
        _ => return Err(error("side to move", "X or O", side.join(" "))),
    };
    Ok(match turn {
        Side::First => Othello { own: black, opponent: white, turn },
        Side::Second => Othello { own: white, opponent: black, turn },
    })
}

/// Writes a position in the only way that [`parse`] is sure to give back.
pub(super) fn write(position: &Othello) -> String {
    let mut text: String =
        position.cells().iter().map(|&cell| if cell == '.' { '-' } else { cell }).collect();
    text.push(' ');
    text.push(match position.turn {
        Side::First => 'X',
        Side::Second => 'O',
    });
    text
}

/// The discs of Black and of White.
fn parse_board(field: &str) -> Result<(u64, u64), ParsePositionError> {
    let (mut black, mut white, mut n_squares) = (0, 0, 0);
    for cell in field.bytes().take(65) {
        let bit = 1u64.checked_shl(n_squares).unwrap_or(0);
        match cell {
            b'X' | b'x' => black |= bit,
            b'O' | b'o' => white |= bit,
            b'-' => {}
            _ => return Err(error("board", BOARD, field)),
        }
        n_squares += 1;
    }
    if n_squares == 64 { Ok((black, white)) } else { Err(error("board", BOARD, field)) }
}

const BOARD: &str = "64 of X, O and -";

fn error(field: &'static str, expected: &str, found: impl Into<String>) -> ParsePositionError {
    ParsePositionError::new(Othello::NAME, field, expected, found)
}
