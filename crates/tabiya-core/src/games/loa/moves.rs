//! A move: a piece goes from one square to another, or nothing moves.

use crate::games::square_name;

/// A move of Lines of Action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoaMove {
    from: u8,
    to: u8,
}

impl LoaMove {
    /// The move of a side that cannot move, where the rules let it pass.
    pub const PASS: Self = Self { from: 64, to: 64 };

    #[inline]
    pub(super) const fn new(from: u8, to: u8) -> Self {
        Self { from, to }
    }

    /// The square that the piece leaves; 64 for a pass.
    pub const fn from(self) -> u8 {
        self.from
    }

    /// The square that the piece comes to; 64 for a pass.
    pub const fn to(self) -> u8 {
        self.to
    }

    /// Whether nothing moves.
    pub const fn is_pass(self) -> bool {
        self.from == Self::PASS.from
    }

    /// The move as it is written: `b1b3` or `pass`.
    pub(super) fn text(self) -> String {
        if self.is_pass() {
            return "pass".into();
        }
        square_name(self.from) + &square_name(self.to)
    }
}
