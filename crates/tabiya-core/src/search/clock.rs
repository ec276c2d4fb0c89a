//! Where to spend time: a decision of class G.
//!
//! One clock decides all of it: what a move may cost before the search begins, whether another
//! iteration is worth its time, and whether one that is under way is broken off. The limits of the
//! search hold whatever the clock says.

use std::time::Duration;

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
}

/// An equal share of the clock for every move, and whatever the limits say where there is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shared;

impl<P: Searchable> Decision<P> for Shared {}
impl<P: Searchable> Clock<P> for Shared {}

/// Whether less was spent than after which no further iteration should begin.
pub fn is_within_soft<P: Searchable>(so_far: &Thinking<'_, P>) -> bool {
    let by_limits = so_far.limits.soft_time.is_none_or(|time| so_far.elapsed < time);
    let by_clock = match (so_far.budget, so_far.limits.clock) {
        (Some(budget), Some(left)) => so_far.spent(left.unit) < budget.soft,
        _ => true,
    };
    by_limits && by_clock
}

/// Moves that a game without a time control is still expected to last.
const EXPECTED_MOVES: f64 = 40.0;
/// Moves over which the extra share of the first moves melts away.
const EARLY_MOVES: f64 = 10.0;
/// Part of the increment that is spent; the rest flows back to the clock.
const INCREMENT_PART: f64 = 0.75;
/// An iteration takes as long as all before it, so none begins after this part of the share.
const SOFT_PART: f64 = 0.6;
/// An iteration that has begun may go on for so many shares.
const HARD_SHARES: f64 = 3.0;
/// Part of the clock that one move may use, unless it is the last one before the time control.
const CLOCK_PART: f64 = 0.5;

impl Unit {
    /// The least that a search is given, even if the flag is about to fall.
    const fn least(self) -> f64 {
        match self {
            Self::Nodes => 1.0,
            Self::Seconds => 0.001,
        }
    }
}

/// What one move may take of the clock: an equal share up to the next time control, and up to twice
/// that for the first ten moves, when the plans are made and the table is still empty.
// CITE: R. M. Hyatt 1984, Using time wisely, ICCA Journal 7(1).
pub fn share(left: &TimeLeft) -> Budget {
    let least = left.unit.least();
    let available = (left.remaining - left.overhead).max(least);
    let n_moves = f64::from(left.moves_to_go.unwrap_or(0));
    let n_moves = if n_moves > 0.0 { n_moves } else { EXPECTED_MOVES };
    let early = 2.0 - f64::from(left.n_searched).min(EARLY_MOVES) / EARLY_MOVES;
    let share = early * available / n_moves + INCREMENT_PART * left.increment.max(0.0);
    let share = (share - left.overhead).max(least);
    let most = if n_moves <= 1.0 { available } else { available * CLOCK_PART };
    let hard = (HARD_SHARES * share).min(most).max(least);
    Budget { soft: (SOFT_PART * share).min(hard), hard }
}
