//! A move of Othello: a square, or a pass.

use std::fmt;

use crate::games::square_name;

/// Placing a disc on a square, or passing.
///
/// ```
/// use tabiya_core::games::othello::OthelloMove;
///
/// assert_eq!(OthelloMove::on(19).unwrap().to_string(), "d3");
/// assert_eq!(OthelloMove::PASS.square(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OthelloMove(u8);

impl OthelloMove {
    /// The move of a side that can place no disc.
    pub const PASS: Self = Self(64);

    /// Placing a disc on this square; `None` if there is no such square.
    pub const fn on(square: u8) -> Option<Self> {
        if square < 64 { Some(Self(square)) } else { None }
    }

    /// The lowest square of a mask, a pass if there is none.
    #[inline]
    pub(crate) const fn lowest(mask: u64) -> Self {
        Self(mask.trailing_zeros() as u8)
    }

    /// Where the disc goes; `None` for a pass.
    pub const fn square(self) -> Option<u8> {
        if self.is_pass() { None } else { Some(self.0) }
    }

    /// Whether this is a pass.
    #[inline]
    pub const fn is_pass(self) -> bool {
        self.0 == Self::PASS.0
    }

    /// The square's number, 64 for a pass: an index for tables with an entry per move.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for OthelloMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => f.write_str(&square_name(square)),
            None => f.write_str("pass"),
        }
    }
}
