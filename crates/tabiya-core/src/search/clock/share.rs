//! The plain clock: an equal share for every move.

use super::{Budget, Clock, TimeLeft};
use crate::search::decisions::Decision;
use crate::search::game::Searchable;

/// An equal share of the clock for every move, and whatever the limits say where there is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shared;

impl<P: Searchable> Decision<P> for Shared {}
impl<P: Searchable> Clock<P> for Shared {}

/// Moves that a game without a time control is still expected to last.
const EXPECTED_MOVES: f64 = 40.0;
/// The least such number: where a share of more moves would be little beside what is lost on the way, fewer
/// are expected, since what is kept for moves that never come is lost as well.
// CITE: common to open engines, which expect fewer moves when there is little time left.
const LEAST_EXPECTED_MOVES: f64 = 10.0;
/// A share is not smaller than so many times what is lost on the way, as long as fewer moves can be
/// expected.
const LEAST_OVERHEADS: f64 = 2.0;
/// Moves over which the extra share of the first moves melts away.
const EARLY_MOVES: f64 = 10.0;
/// Part of the increment that is spent; the rest flows back to the clock.
const INCREMENT_PART: f64 = 0.75;
/// An iteration takes as long as all before it, so none begins after this part of the share.
const SOFT_PART: f64 = 0.6;
/// An iteration that has begun may go on for so many shares.
const HARD_SHARES: f64 = 3.0;
/// Part of the clock that one move may use.
const CLOCK_PART: f64 = 0.5;
/// The same of the last move before the time control: what it leaves is not lost, and the flag does not
/// fall if the answer comes late.
const LAST_PART: f64 = 0.75;
/// So many moves to come, and this one, find what their answers need on the way, whatever this one takes.
const RESERVED_MOVES: f64 = 10.0;

/// What one move may take of the clock: an equal share up to the next time control, and up to twice
/// that for the first ten moves, when the plans are made and the table is still empty.
// CITE: R. M. Hyatt 1984, Using time wisely, ICCA Journal 7(1).
pub fn share(left: &TimeLeft) -> Budget {
    let (share, most) = quick_share(left);
    let hard = (HARD_SHARES * share).min(most).max(left.unit.least());
    Budget { soft: (SOFT_PART * share).min(hard), hard }
}

/// The share of one move, and the most that one move may take.
pub(super) fn equal_share(left: &TimeLeft) -> (f64, f64) {
    share_among(left, EXPECTED_MOVES)
}

/// The same for those who seldom take more than their share: in very fast games that is not nothing.
pub(super) fn quick_share(left: &TimeLeft) -> (f64, f64) {
    let affordable = left.remaining / (LEAST_OVERHEADS * left.overhead);
    share_among(left, EXPECTED_MOVES.min(affordable.max(LEAST_EXPECTED_MOVES)))
}

/// The share of one of so many moves, or of those up to the time control.
fn share_among(left: &TimeLeft, expected: f64) -> (f64, f64) {
    let least = left.unit.least();
    let available = (left.remaining - left.overhead).max(least);
    let n_moves = f64::from(left.moves_to_go.unwrap_or(0));
    let n_moves = if n_moves > 0.0 { n_moves } else { expected };
    let early = 2.0 - f64::from(left.n_searched).min(EARLY_MOVES) / EARLY_MOVES;
    let share = early * available / n_moves + INCREMENT_PART * left.increment.max(0.0);
    let reserve = left.overhead * (1.0 + n_moves.min(RESERVED_MOVES));
    let part = if n_moves <= 1.0 { LAST_PART } else { CLOCK_PART };
    let most = part * (left.remaining - reserve).max(least);
    ((share - left.overhead).max(least), most)
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
