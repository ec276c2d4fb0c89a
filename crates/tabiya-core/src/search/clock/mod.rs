//! Where to spend time: a decision of class G.
//!
//! One clock decides all of it: what a move may cost before the search begins, whether another
//! iteration is worth its time, and whether one that is under way is broken off. The limits of the
//! search hold whatever the clock says.
//!
//! The clocks: [`Modern`] (the default), [`Shared`], [`FixedDepth`], [`Crafty`] by hand, and
//! [`NetworkClock`], which is learned. [`ClockSpec`] reads them from a name or a file.

mod by_network;
mod crafty;
mod fixed_depth;
mod modern;
mod policy;
mod share;
mod spec;

use std::time::Duration;

pub use by_network::{NetworkClock, NetworkClockSpec, NetworkKind, value_of};
pub use crafty::Crafty;
pub use fixed_depth::FixedDepth;
pub use modern::Modern;
pub use policy::{Choice, Inputs, Policy};
pub use share::{Shared, share};
pub use spec::{ClockError, ClockSpec};

use super::decisions::Decision;
use super::game::Searchable;
use super::limits::Limits;
use super::report::{Iteration, RootMove};
use super::score::Score;
use crate::games::Line;

/// What the clock of a game is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Nodes, so that a game is the same on every machine.
    Nodes,
    /// Seconds.
    Seconds,
}

/// The clock of a game, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeLeft {
    /// What it is counted in.
    pub unit: Unit,
    /// What remains.
    pub remaining: f64,
    /// What is added after every move.
    pub increment: f64,
    /// Moves up to the next time control; `None` if there is none.
    pub moves_to_go: Option<u32>,
    /// What is lost on the way to the opponent's clock.
    pub overhead: f64,
    /// Moves of this game that were searched before.
    pub n_searched: u32,
}

/// What one move may cost, in the unit of the clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// After this no further iteration begins.
    pub soft: f64,
    /// After this the search is broken off.
    pub hard: f64,
}

/// A search that has come so far.
pub struct Thinking<'a, P: Searchable> {
    /// Where it began.
    pub line: &'a Line<P>,
    /// What it may spend at most.
    pub limits: &'a Limits,
    /// What the clock gave it, if the game has one.
    pub budget: Option<Budget>,
    /// Nodes visited.
    pub nodes: u64,
    /// Time used.
    pub elapsed: Duration,
    /// The completed iterations.
    pub iterations: &'a [Iteration<P::Move>],
    /// The best move of the iteration under way, with its score.
    pub best: Option<(P::Move, Score)>,
    /// The root's moves with the nodes spent on each so far.
    pub root_moves: &'a [RootMove<P::Move>],
}

impl<P: Searchable> Thinking<'_, P> {
    /// What was spent, in the unit of the clock.
    pub fn spent(&self, unit: Unit) -> f64 {
        match unit {
            Unit::Nodes => self.nodes as f64,
            Unit::Seconds => self.elapsed.as_secs_f64(),
        }
    }
}

/// Decides what a move may cost (Kocsis 2003, ch. 5).
pub trait Clock<P: Searchable>: Decision<P> {
    /// What this move may cost, asked once when the game has a clock.
    #[inline]
    fn budget(&mut self, _line: &Line<P>, left: &TimeLeft) -> Budget {
        share(left)
    }

    /// After every iteration: false ends the search.
    #[inline]
    fn goes_on(&mut self, so_far: &Thinking<'_, P>) -> bool {
        is_within_soft(so_far)
    }

    /// Within an iteration, every thousand nodes or so: true ends the search.
    #[inline]
    fn breaks_off(&mut self, _so_far: &Thinking<'_, P>) -> bool {
        false
    }

    /// Hands over what was chosen in the last search, for a learner; nothing if nothing was.
    fn take_choices(&mut self) -> Vec<Choice> {
        Vec::new()
    }
}

/// Whether less was spent than after which no further iteration should begin. A move that is forced
/// costs no time of the clock.
pub fn is_within_soft<P: Searchable>(so_far: &Thinking<'_, P>) -> bool {
    let by_limits = so_far.limits.soft_time.is_none_or(|time| so_far.elapsed < time);
    let by_clock = match (so_far.budget, so_far.limits.clock) {
        (Some(budget), Some(left)) => {
            so_far.root_moves.len() > 1 && so_far.spent(left.unit) < budget.soft
        }
        _ => true,
    };
    by_limits && by_clock
}

/// Shares of a clock in seconds that one move may take at most.
const MOST_SHARES: f64 = 5.0;

/// The most that a move may take, for those who end a search by themselves: all nodes; in seconds some
/// shares of the clock, so that a machine that is busy with other things does not lose the game.
pub(crate) fn all_of(left: &TimeLeft) -> f64 {
    match left.unit {
        Unit::Nodes => left.remaining.max(left.unit.least()),
        Unit::Seconds => {
            let (share, most) = Shared::default().equal(left);
            (MOST_SHARES * share).min(most).max(left.unit.least())
        }
    }
}

impl Unit {
    /// The least that a search is given, even if the flag is about to fall.
    pub(super) const fn least(self) -> f64 {
        match self {
            Self::Nodes => 1.0,
            Self::Seconds => 0.001,
        }
    }
}
