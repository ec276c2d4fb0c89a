//! Reading FEN, with errors that name the field.

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, Chess, FromSetup as _, PositionError, PositionErrorKinds};

use super::packing::MOST_HALFMOVES;
use super::reading;
use crate::games::ParsePositionError;

const EIGHT_RANKS: &str = "eight ranks of pieces and digits separated by /";

/// Reads a FEN; missing fields after the board take their usual values.
///
/// Castling rights are read in all three ways: `KQkq` of FEN, where a letter means the outermost
/// rook, the files of X-FEN where that is another one, and `HAha` of Shredder-FEN. Rights that do
/// not fit the board are an error, and so is an en passant square that no pawn can have passed: whoever
/// wrote it meant another position.
pub(super) fn parse(text: &str, castling: CastlingMode) -> Result<Chess, ParsePositionError> {
    if let Some(setup) = reading::read(text.as_bytes())
        && let Ok(position) = Chess::from_setup(setup, castling)
    {
        return Ok(position);
    }
    let text = &text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(error("board", EIGHT_RANKS, ""));
    }
    let fen = Fen::from_ascii(text.as_bytes()).map_err(|error| syntax_error(&error, text))?;
    // What is longer would be read as the greatest number there is.
    for (index, field, most, expected) in [
        (4, "halfmove clock", MOST_HALFMOVES, "a number below 2^24"),
        (5, "move number", u32::MAX, "a number below 2^32"),
    ] {
        let found = text.split([' ', '_']).nth(index).unwrap_or("1");
        if !found.parse::<u32>().is_ok_and(|number| number <= most) {
            return Err(error(field, expected, found));
        }
    }
    Chess::from_setup(fen.into_setup(), castling)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(|error| setup_error(error.kinds(), castling, text))
}

fn error(field: &'static str, expected: &str, found: &str) -> ParsePositionError {
    ParsePositionError::new("chess", field, expected, found)
}

fn syntax_error(kind: &ParseFenError, text: &str) -> ParsePositionError {
    let (index, field, expected) = match kind {
        ParseFenError::InvalidTurn => (1, "side to move", "w or b"),
        ParseFenError::InvalidCastling => (2, "castling", "- or some of KQkq, or files of rooks"),
        ParseFenError::InvalidEpSquare => (3, "en passant", "- or a square"),
        ParseFenError::InvalidHalfmoveClock => (4, "halfmove clock", "a number"),
        ParseFenError::InvalidFullmoves => (5, "move number", "a number"),
        ParseFenError::InvalidFen | ParseFenError::InvalidRemainingChecks => {
            return error("FEN", "board, side, castling, en passant and two clocks", text);
        }
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => (0, "board", EIGHT_RANKS),
    };
    error(field, expected, text.split_whitespace().nth(index).unwrap_or(""))
}

fn setup_error(
    kinds: PositionErrorKinds,
    castling: CastlingMode,
    text: &str,
) -> ParsePositionError {
    const TABLE: [(PositionErrorKinds, &str, &str); 6] = [
        (PositionErrorKinds::EMPTY_BOARD, "board", "at least the two kings"),
        (PositionErrorKinds::MISSING_KING, "board", "a king for each side"),
        (PositionErrorKinds::TOO_MANY_KINGS, "board", "one king for each side"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "board", "no pawn on the first or last rank"),
        (PositionErrorKinds::TOO_MUCH_MATERIAL, "board", "pieces that promotion can explain"),
        (PositionErrorKinds::OPPOSITE_CHECK, "side to move", "the side that is in check to move"),
    ];
    if kinds == PositionErrorKinds::INVALID_EP_SQUARE {
        let found = text.split_whitespace().nth(3).unwrap_or("");
        return error("en passant", "a square that a pawn has just passed", found);
    }
    if kinds == PositionErrorKinds::INVALID_CASTLING_RIGHTS {
        let expected = match castling {
            CastlingMode::Standard => {
                "rights of kings on e1 and e8 and rooks in corners (others in Chess960)"
            }
            CastlingMode::Chess960 => "rights of a king and rooks on their first rank",
        };
        return error("castling", expected, text);
    }

    let (_, field, expected) = TABLE
        .into_iter()
        .find(|(kind, ..)| kinds.intersects(*kind))
        .unwrap_or((PositionErrorKinds::empty(), "FEN", "a position that play can reach"));
    error(field, expected, text)
}
