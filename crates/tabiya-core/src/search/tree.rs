//! The tree while it is searched: what the search borrows, what it keeps along the line it is on,
//! and what its nodes hand to each other.

use super::Depth;
use super::clock::{Budget, Clock as _, Thinking};
use super::decisions::{Decide, Parts};
use super::evaluations::Evaluations;
use super::game::Searchable;
use super::history::Histories;
use super::limits::{Limits, Meter};
use super::numbers::Numbers;
use super::random::Random;
use super::report::{Change, Iteration, Progress, RootMove, Variation};
use super::root::Root;
use super::score::Score;
use super::table::Table;
use super::view::{Entry, NodeType, Played, Surroundings};

/// How a node is come by.
#[derive(Clone, Copy)]
pub(super) struct Entrance {
    pub entry: Entry,
    /// Whether a null move may follow.
    pub allows_null: bool,
}

impl Entrance {
    pub const ROOT: Self = Self { entry: Entry::Move, allows_null: false };
    pub const MOVE: Self = Self { entry: Entry::Move, allows_null: true };
    pub const NULL_MOVE: Self = Self { entry: Entry::NullMove, allows_null: false };
    pub const PROBE: Self = Self { entry: Entry::Probe, allows_null: false };
}

/// A tree that is being searched: the player's parts, borrowed, and what belongs to this search alone.
pub(super) struct Tree<'a, P: Searchable, E, D> {
    pub evaluation: &'a mut E,
    pub decisions: &'a mut D,
    pub table: &'a Table,
    pub histories: &'a mut Histories,
    pub remembered: &'a mut Evaluations,
    pub numbers: &'a Numbers,
    pub game_params: &'a P::Params,
    pub root: &'a Root<'a, P>,
    pub limits: &'a Limits,
    pub budget: Option<Budget>,
    pub meter: Meter<'a>,
    pub random: Random,
    /// Who is told how the search goes.
    pub listen: &'a mut dyn FnMut(Progress<'_, P::Move>),
    pub iteration: u32,
    /// Whether this iteration tries every move to the end of the game, so that its score is exact.
    pub is_exhaustive: bool,
    /// Keys of the game so far and of the line from the root, and where the root stands in it.
    pub keys: Vec<u64>,
    pub root_index: usize,
    /// The moves of the line from the root.
    pub steps: Vec<Played<P::Move>>,
    /// Static evaluations along the line, by ply.
    pub evaluations: Vec<Option<Score>>,
    /// The best continuation found from each ply.
    pub continuations: Vec<Vec<P::Move>>,
    /// The deepest ply that was looked at.
    pub deepest: usize,
    /// Lines of this iteration that are told already; their moves are not searched again.
    pub told: Vec<Variation<P::Move>>,
    /// The move of the root that is tried first if nothing else is known.
    pub lead: Option<P::Move>,
    /// The root's best move so far in this iteration, with its score.
    pub root_best: Option<(P::Move, Score)>,
    /// The root's moves, with the nodes spent on each.
    pub root_moves: Vec<RootMove<P::Move>>,
    /// All completed iterations.
    pub iterations: Vec<Iteration<P::Move>>,
    /// Every change of the root's score.
    pub changes: Vec<Change>,
}

impl<P: Searchable, E, D: Decide<P>> Tree<'_, P, E, D> {
    /// The decisions, and what they may see around a node.
    #[inline]
    pub fn ask(&mut self) -> (Parts<'_, P, D>, Surroundings<'_, P>) {
        let around = Surroundings {
            histories: self.histories,
            numbers: self.numbers,
            line: &self.steps,
            random: &mut self.random,
        };
        (self.decisions.parts(), around)
    }

    /// Counts a node, unless the search must unwind: then it is true.
    #[inline]
    pub fn count(&mut self) -> bool {
        if self.meter.is_due() {
            self.look();
        }
        self.meter.count()
    }

    /// Whether the limits and the clock allow another iteration to begin.
    pub fn goes_on(&mut self) -> bool {
        self.meter.look();
        !self.meter.stopped && {
            let (clock, so_far) = self.think();
            clock.goes_on(&so_far)
        }
    }

    #[cold]
    fn look(&mut self) {
        self.meter.look();
        if self.meter.may_stop && !self.meter.stopped {
            let (clock, so_far) = self.think();
            self.meter.stopped = clock.breaks_off(&so_far);
        }
    }

    /// The clock, and what it may know.
    fn think(&mut self) -> (&mut D::Clock, Thinking<'_, P>) {
        let so_far = Thinking {
            line: self.root.line,
            limits: self.limits,
            budget: self.budget,
            nodes: self.meter.all_nodes(),
            elapsed: self.meter.elapsed(),
            iterations: &self.iterations,
            best: self.root_best,
            root_moves: &self.root_moves,
        };
        (&mut self.decisions.parts().clock, so_far)
    }
}

/// A window with its remaining depth, and what is expected of the node.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
    pub depth: Depth,
    pub expected: NodeType,
}

impl Window {
    /// Whether there is room for an exact score.
    pub const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// A window that only tells whether a score reaches `beta`.
    pub const fn closed(beta: Score, depth: Depth, expected: NodeType) -> Self {
        Self { alpha: beta - 1, beta, depth, expected }
    }
}
