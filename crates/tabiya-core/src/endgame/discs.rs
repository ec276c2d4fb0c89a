//! Two bitboards seen from the side to move: all that the solver needs of a position.

use crate::games::othello::Othello;

/// No score is above this, and none below its negative.
pub(super) const MAX_SCORE: i32 = 64;

/// A position without colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Discs {
    pub own: u64,
    pub opponent: u64,
}

impl Discs {
    #[inline]
    pub fn empties(self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The board after a disc on `square` has turned over `turned`.
    #[inline]
    pub fn after(self, square: u8, turned: u64) -> Self {
        Self { own: self.opponent ^ turned, opponent: self.own ^ turned ^ (1 << square) }
    }

    #[inline]
    pub fn pass(self) -> Self {
        Self { own: self.opponent, opponent: self.own }
    }

    /// The disc difference of a finished game, empty squares going to the winner.
    pub fn final_score(self) -> i32 {
        let n_own = self.own.count_ones() as i32;
        let n_opponent = self.opponent.count_ones() as i32;
        let difference = n_own - n_opponent;
        difference + difference.signum() * (64 - n_own - n_opponent)
    }
}

impl From<&Othello> for Discs {
    fn from(position: &Othello) -> Self {
        Self { own: position.own(), opponent: position.opponent() }
    }
}
