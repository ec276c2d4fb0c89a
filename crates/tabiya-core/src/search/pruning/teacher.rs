//! Gathers what RL-FPF learns from: which way the weights of a function should go, and why.
//!
//! CITE: Kocsis 2003, §4.3.2. The four sums belong to the four rewards of equation 4.13; each is
//! multiplied by its reward when that is known, after the search.

use super::function::Function;
use super::inputs::Sight;
use super::learned::LearnedPruning;
use super::{Candidate, Checkpoint, Verdict};
use crate::search::decisions::{Decision, Start};
use crate::search::events::{Left, Observer};
use crate::search::game::Searchable;
use crate::search::score::{DECIDED, Score};
use crate::search::view::NodeView;

/// What a function that is taught decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decides {
    /// Whether the rest of a node is skipped.
    Rest,
    /// How much less late moves are reduced.
    Reduction,
    /// How much deeper the search after a null move is.
    NullMove,
}

/// The values at which nothing more is skipped, and at which everything is (`F_np` and `F_p`).
const NOT_PRUNE: f64 = 1.0;
const PRUNE: f64 = -1.0;

/// Sums over the decisions of a search, a number for each weight.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lessons {
    /// How many decisions there were.
    pub n_decisions: u64,
    /// Towards searching more, over all decisions; for the quality of the move.
    pub performance: Vec<f64>,
    /// Towards searching less, over all decisions; for the size of the tree.
    pub n_count: Vec<f64>,
    /// Towards searching more, over decisions that a change of the node's value followed.
    pub change: Vec<f64>,
    /// Towards searching less, over decisions that none followed.
    pub no_change: Vec<f64>,
}

impl Lessons {
    fn new(n_weights: usize) -> Self {
        let zeros = || vec![0.0; n_weights];
        Self {
            n_decisions: 0,
            performance: zeros(),
            n_count: zeros(),
            change: zeros(),
            no_change: zeros(),
        }
    }
}

/// A part of a decision that waits for what becomes of its node: a weight, and where each of the two
/// aims would move it.
type Waiting = (usize, f64, f64);

/// Listens to a search with a function that is taught.
#[derive(Clone, Debug)]
pub struct Teacher {
    function: Function,
    decides: Decides,
    /// The nodes that are being searched, the deepest last; the first `n_open` of them.
    open: Vec<Vec<Waiting>>,
    n_open: usize,
    lessons: Lessons,
}

impl Teacher {
    /// Teaches the function that decides this, if there is one.
    pub fn of(pruning: &LearnedPruning, decides: Decides) -> Option<Self> {
        let function = match decides {
            Decides::Rest => &pruning.function,
            Decides::Reduction => &pruning.reduction_function,
            Decides::NullMove => &pruning.null_move_function,
        };
        let function = function.clone()?;
        let lessons = Lessons::new(function.weights.len());
        Some(Self { function, decides, open: Vec::new(), n_open: 0, lessons })
    }

    /// What the last search taught; it is taken away.
    pub fn take(&mut self) -> Lessons {
        let empty = Lessons::new(self.function.weights.len());
        std::mem::replace(&mut self.lessons, empty)
    }

    /// A decision is made by an output of the function.
    fn consider<P: Searchable>(&mut self, output: usize, sight: &Sight<'_, '_, P>) {
        let value = self.function.value(output, sight);
        let row = output * self.function.inputs.n_units();
        let Some(waiting) = self.n_open.checked_sub(1).map(|last| &mut self.open[last]) else {
            return;
        };
        let lessons = &mut self.lessons;
        lessons.n_decisions += 1;
        self.function.inputs.each(sight, |unit, x| {
            let (weight, more, less) = (row + unit, x * (NOT_PRUNE - value), x * (PRUNE - value));
            lessons.performance[weight] += more;
            lessons.n_count[weight] += less;
            waiting.push((weight, more, less));
        });
    }
}

impl<P: Searchable> Decision<P> for Teacher {
    fn begin(&mut self, _: &Start<'_, P>) {
        self.take();
        self.n_open = 0;
    }
}

impl<P: Searchable> Observer<P> for Teacher {
    fn node_entered(&mut self, _: &NodeView<'_, P>) {
        if self.open.len() == self.n_open {
            self.open.push(Vec::new());
        }
        self.open[self.n_open].clear();
        self.n_open += 1;
    }

    fn null_move_considered(&mut self, node: &NodeView<'_, P>) {
        if self.decides == Decides::NullMove {
            self.consider(0, &Sight { node, at: &Checkpoint::default(), order: 0 });
        }
    }

    fn move_judged(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        verdict: Verdict,
    ) {
        let output = match self.decides {
            // While only losses are known nothing may be skipped, and so nothing is decided.
            Decides::Rest if at.best >= -DECIDED => self.function.checkpoint(at, candidate),
            // A late quiet move that is searched, whether it is reduced now or not.
            Decides::Reduction if matches!(verdict, Verdict::Reduce(_) | Verdict::Search) => {
                let is_late = candidate.is_quiet && at.n_searched > 1 && node.plies() > 2;
                (is_late && !node.in_check).then(|| self.function.band(at))
            }
            _ => None,
        };
        if let Some(output) = output {
            self.consider(output, &Sight { node, at, order: candidate.score });
        }
    }

    fn value_changed(&mut self, _: &NodeView<'_, P>, _: P::Move, _: usize, _: Score) {
        let Some(last) = self.n_open.checked_sub(1) else { return };
        for (weight, more, _) in self.open[last].drain(..) {
            self.lessons.change[weight] += more;
        }
    }

    fn node_left(&mut self, _: &NodeView<'_, P>, _: &Left<'_, P::Move>) {
        let Some(last) = self.n_open.checked_sub(1) else { return };
        for (weight, _, less) in self.open[last].drain(..) {
            self.lessons.no_change[weight] += less;
        }
        self.n_open = last;
    }
}
