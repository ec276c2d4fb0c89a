//! Whether pieces form one unit.

use crate::games::bitboard::neighbours;

/// Whether a king could walk over these squares from each to every other.
///
/// A single square is connected, and so is no square at all.
///
/// ```
/// use tabiya_core::games::loa::is_connected;
///
/// assert!(is_connected(0x0201)); // a1 and b2
/// assert!(!is_connected(0x0401)); // a1 and c2
/// ```
pub fn is_connected(squares: u64) -> bool {
    let mut reached = squares & squares.wrapping_neg();
    if squares & !neighbours(squares) != 0 {
        // A piece stands alone, as in most positions: it must be the only one.
        return reached == squares;
    }
    loop {
        let next = king_zone(reached) & squares;
        if next == reached {
            return reached == squares;
        }
        reached = next;
    }
}

/// The squares and all their neighbours.
#[inline]
pub(super) fn king_zone(squares: u64) -> u64 {
    squares | neighbours(squares)
}
