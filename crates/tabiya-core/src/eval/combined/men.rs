//! How far a game has gone, by what stands on the board.

use crate::games::chess::Chess;
use crate::games::loa::Loa;
use crate::games::othello::Othello;
use crate::games::{Position, Side};
use shakmaty::Position as _;

/// Games whose phase is told by the number of men on the board.
pub trait Men: Position {
    /// How many men there are.
    fn men(&self) -> usize;
}

impl Men for Chess {
    #[inline]
    fn men(&self) -> usize {
        self.inner().board().occupied().count()
    }
}

impl Men for Othello {
    #[inline]
    fn men(&self) -> usize {
        64 - self.empties().count_ones() as usize
    }
}

impl Men for Loa {
    #[inline]
    fn men(&self) -> usize {
        (self.pieces(Side::First) | self.pieces(Side::Second)).count_ones() as usize
    }
}
