//! The clock of CRAFTY, as Kocsis describes it.
//!
//! CITE: Kocsis 2003, §5.3.3, after R. M. Hyatt 1984, Using time wisely, ICCA Journal 7(1).

use super::{Budget, Clock, Thinking, TimeLeft, all_of};
use crate::games::Line;
use crate::search::decisions::Decision;
use crate::search::game::Searchable;
use crate::search::score::{CENTIPAWN, Score};

/// Moves over which what remains is spread.
const MOVES: f64 = 35.0;
/// A score that is worse by so much is a reason to go on.
const MUCH_WORSE: Score = 30 * CENTIPAWN;

/// Spends the increment and a thirty-fifth of what remains, more only while the score falls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crafty;

impl Crafty {
    /// Whether the limit is passed and the score gives no reason to go on.
    fn is_enough<P: Searchable>(so_far: &Thinking<'_, P>) -> bool {
        let (Some(budget), Some(left)) = (so_far.budget, so_far.limits.clock) else { return false };
        so_far.spent(left.unit) >= budget.soft && !is_falling(so_far)
    }
}

/// Whether the score of the iteration, as far as it is known, is much worse than the one before.
fn is_falling<P: Searchable>(so_far: &Thinking<'_, P>) -> bool {
    let known = so_far.iterations.iter().map(|i| i.score).chain(so_far.best.map(|(_, s)| s));
    let scores: Vec<Score> = known.collect();
    matches!(scores[..], [.., before, now] if now < before - MUCH_WORSE)
}

impl<P: Searchable> Decision<P> for Crafty {}

impl<P: Searchable> Clock<P> for Crafty {
    fn budget(&mut self, _line: &Line<P>, left: &TimeLeft) -> Budget {
        let hard = all_of(left);
        Budget { soft: (left.increment + left.remaining / MOVES).min(hard), hard }
    }

    fn goes_on(&mut self, so_far: &Thinking<'_, P>) -> bool {
        !Self::is_enough(so_far)
    }

    fn breaks_off(&mut self, so_far: &Thinking<'_, P>) -> bool {
        Self::is_enough(so_far)
    }
}
