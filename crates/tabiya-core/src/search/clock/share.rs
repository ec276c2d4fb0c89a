//! The plain clock: an equal share for every move.

use super::{Budget, Clock, TimeLeft};
use crate::games::Line;
use crate::search::decisions::Decision;
use crate::search::game::Searchable;
use crate::search::named::params;

// CITE: R. M. Hyatt 1984, Using time wisely, ICCA Journal 7(1), for the extra share of the first moves,
// when the plans are made and the table is still empty. That fewer moves are expected when there is little
// time left is common to open engines.
params! {
    /// An equal share of the clock for every move, and whatever the limits say where there is none;
    /// with its numbers.
    pub struct Shared {
        /// Moves that a game without a time control is still expected to last.
        expected_moves = 40.0 in 1.0..500.0;
        /// The least such number: where a share of more moves would be little beside what is lost on the
        /// way, fewer are expected, since what is kept for moves that never come is lost as well.
        least_expected_moves = 10.0 in 1.0..500.0;
        /// A share is not smaller than so many times what is lost on the way, as long as fewer moves can
        /// be expected.
        least_overheads = 2.0 in 0.1..100.0;
        /// Moves over which the extra share of the first moves melts away.
        early_moves = 10.0 in 1.0..100.0;
        /// Part of the increment that is spent; the rest flows back to the clock.
        increment_part = 0.75 in 0.0..1.0;
        /// An iteration takes as long as all before it, so none begins after this part of the share.
        soft_part = 0.6 in 0.05..3.0;
        /// An iteration that has begun may go on for so many shares.
        hard_shares = 3.0 in 1.0..20.0;
        /// Part of the clock that one move may use.
        clock_part = 0.5 in 0.01..1.0;
        /// The same of the last move before the time control: what it leaves is not lost, and the flag
        /// does not fall if the answer comes late.
        last_part = 0.75 in 0.01..1.0;
        /// So many moves to come, and this one, find what their answers need on the way, whatever this
        /// one takes.
        reserved_moves = 10.0 in 0.0..100.0;
    }
}

impl<P: Searchable> Decision<P> for Shared {}

impl<P: Searchable> Clock<P> for Shared {
    fn budget(&mut self, _line: &Line<P>, left: &TimeLeft) -> Budget {
        self.share(left)
    }
}

/// What one move may take of the clock as [`Shared`] has it if nothing is said.
pub fn share(left: &TimeLeft) -> Budget {
    Shared::default().share(left)
}

impl Shared {
    /// What one move may take of the clock: an equal share up to the next time control, and up to twice
    /// that for the first moves.
    fn share(&self, left: &TimeLeft) -> Budget {
        let (share, most) = self.quick(left);
        let hard = (self.hard_shares * share).min(most).max(left.unit.least());
        Budget { soft: (self.soft_part * share).min(hard), hard }
    }

    /// The share of one move, and the most that one move may take.
    pub(super) fn equal(&self, left: &TimeLeft) -> (f64, f64) {
        self.among(left, self.expected_moves)
    }

    /// The same for those who seldom take more than their share: in very fast games that is not nothing.
    pub(super) fn quick(&self, left: &TimeLeft) -> (f64, f64) {
        let affordable = left.remaining / (self.least_overheads * left.overhead);
        self.among(left, self.expected_moves.min(affordable.max(self.least_expected_moves)))
    }

    /// The share of one of so many moves, or of those up to the time control.
    fn among(&self, left: &TimeLeft, expected: f64) -> (f64, f64) {
        let least = left.unit.least();
        let available = (left.remaining - left.overhead).max(least);
        let n_moves = f64::from(left.moves_to_go.unwrap_or(0));
        let n_moves = if n_moves > 0.0 { n_moves } else { expected };
        let early = 2.0 - f64::from(left.n_searched).min(self.early_moves) / self.early_moves;
        let share = early * available / n_moves + self.increment_part * left.increment.max(0.0);
        let reserve = left.overhead * (1.0 + n_moves.min(self.reserved_moves));
        let part = if n_moves <= 1.0 { self.last_part } else { self.clock_part };
        let most = part * (left.remaining - reserve).max(least);
        ((share - left.overhead).max(least), most)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Unit, all_of};
    use super::*;

    /// Sixty moves at 0.5 + 0.005 s, each of which takes its share and is late by a tenth of the overhead.
    #[test]
    fn a_fast_game_uses_its_clock_and_keeps_a_reserve() {
        let mut remaining = 0.5;
        for n_searched in 0..60 {
            let (unit, increment, overhead) = (Unit::Seconds, 0.005, 0.01);
            let moves_to_go = None;
            let left = TimeLeft { unit, remaining, increment, moves_to_go, overhead, n_searched };
            remaining += increment - share(&left).soft - overhead / 10.0;
            assert!(remaining > 10.0 * overhead, "{n_searched}: {remaining}");
        }
        assert!(remaining < 0.25, "most of it was not used: {remaining}");
    }

    /// A clock of twenty moves in half a second, of which every one takes all it may and is late by
    /// a third of the overhead.
    #[test]
    fn the_greediest_clock_reaches_the_control() {
        for overhead in [0.01, 0.02] {
            let mut remaining = 0.5;
            for moves_to_go in (1..=20).rev() {
                let left = TimeLeft {
                    unit: Unit::Seconds,
                    remaining,
                    increment: 0.0,
                    moves_to_go: Some(moves_to_go),
                    overhead,
                    n_searched: 20 - moves_to_go,
                };
                remaining -= all_of(&left) + overhead / 3.0;
                assert!(remaining > overhead, "{moves_to_go} to go: {remaining}");
            }
        }
    }
}
