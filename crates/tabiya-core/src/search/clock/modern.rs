//! A clock by hand as strong programs have it: a share of what remains, stretched and shortened by
//! what the search has seen so far.
//!
//! CITE: the ideas are common to open engines of the last ten years: stability of the best move,
//! a falling score, and the share of nodes on the best move.

use super::{Budget, Clock, Shared, Thinking, TimeLeft, Unit, is_within_soft};
use crate::games::Line;
use crate::search::decisions::Decision;
use crate::search::game::Searchable;
use crate::search::named::params;
use crate::search::score::{CENTIPAWN, is_decided};

params! {
    /// The modern clock, with its numbers.
    pub struct Modern {
        /// Part of an equal share after which no iteration begins, if nothing speaks for more or less.
        part = 0.7 in 0.05..3.0;
        /// Shares after which a search is broken off.
        most = 4.0 in 1.0..20.0;
        /// Factor on the time when the best move has just changed.
        unstable = 1.4 in 0.2..4.0;
        /// What is taken off that factor for every iteration in which it stayed.
        settling = 0.1 in 0.0..1.0;
        /// The least that this factor falls to.
        settled = 0.7 in 0.05..2.0;
        /// What is added to the factor 1 for every pawn that the score has fallen in two iterations.
        falling = 0.6 in 0.0..5.0;
        /// The factor if hardly any node was spent on the best move.
        disputed = 1.6 in 0.2..4.0;
        /// What is taken off that factor if all nodes were spent on it.
        obvious = 1.0 in 0.0..4.0;
    }
}

/// The factor of a score that rises or falls stays within these.
const FALLING_RANGE: (f64, f64) = (0.7, 2.0);
/// Iterations before the shares of nodes mean anything.
const MEANINGFUL: usize = 4;

impl Modern {
    /// By how much the time of a move is stretched.
    fn factor<P: Searchable>(&self, so_far: &Thinking<'_, P>) -> f64 {
        let Some(last) = so_far.iterations.last() else { return 1.0 };
        let best = last.pv[0];
        let n_stable = so_far.iterations.iter().rev().take_while(|i| i.pv[0] == best).count() - 1;
        let stability = (self.unstable - self.settling * n_stable as f64).max(self.settled);
        let before = so_far.iterations.iter().rev().nth(2).map(|i| i.score);
        let falling = match before {
            Some(before) if !is_decided(before) && !is_decided(last.score) => {
                let pawns = f64::from(before - last.score) / f64::from(100 * CENTIPAWN);
                (1.0 + self.falling * pawns).clamp(FALLING_RANGE.0, FALLING_RANGE.1)
            }
            _ => 1.0,
        };
        let all: u64 = so_far.root_moves.iter().map(|r| r.nodes).sum();
        let on_best = so_far.root_moves.iter().find(|r| r.m == best).map_or(0, |r| r.nodes);
        let effort = if so_far.iterations.len() < MEANINGFUL || all == 0 {
            1.0
        } else {
            (self.disputed - self.obvious * on_best as f64 / all as f64).max(0.1)
        };
        stability * falling * effort
    }
}

impl<P: Searchable> Decision<P> for Modern {}

impl<P: Searchable> Clock<P> for Modern {
    fn budget(&mut self, _line: &Line<P>, left: &TimeLeft) -> Budget {
        let (equal, most) = Shared::default().quick(left);
        let hard = (self.most * equal).min(most).max(left.unit.least());
        Budget { soft: (self.part * equal).min(hard), hard }
    }

    fn goes_on(&mut self, so_far: &Thinking<'_, P>) -> bool {
        let (Some(budget), Some(left)) = (so_far.budget, so_far.limits.clock) else {
            return is_within_soft(so_far);
        };
        if so_far.root_moves.len() == 1 {
            return false; // a forced move needs no thought
        }
        is_within_limits(so_far) && so_far.spent(left.unit) < budget.soft * self.factor(so_far)
    }
}

fn is_within_limits<P: Searchable>(so_far: &Thinking<'_, P>) -> bool {
    so_far.limits.soft_time.is_none_or(|time| so_far.spent(Unit::Seconds) < time.as_secs_f64())
}
