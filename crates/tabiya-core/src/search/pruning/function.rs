//! Forward-pruning functions: a linear network over search parameters that says how much to search.
//!
//! CITE: Kocsis 2003, §4.3 and §4.5.1. The greater the value, the more is searched. For skipping,
//! the network has an output for each checkpoint, and below 0 the rest is skipped; for reductions and
//! null moves its value is in plies, and 0 leaves what was there before.

use super::inputs::{Inputs, Sight};
use super::widths::Counts;
use super::{Candidate, Checkpoint};
use crate::search::game::Searchable;
use crate::search::ordering::MoveClass;
use crate::search::view::NodeView;
use crate::search::{Depth, PLY};

/// How many quiet moves are searched before a function is asked.
pub const CHECKPOINTS: [usize; 10] = [1, 2, 3, 4, 5, 10, 20, 30, 40, 50];

/// A linear network with an output for each checkpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// What it sees.
    pub inputs: Inputs,
    /// After how many moves it is asked, in ascending order.
    pub checkpoints: Vec<usize>,
    /// Which moves these are.
    pub counts: Counts,
    /// The weights: for each checkpoint, a row of all units.
    pub weights: Vec<f64>,
}

impl Function {
    /// The output that decides whether the rest of a node is skipped, if this is a checkpoint.
    #[inline]
    pub fn checkpoint<P: Searchable>(
        &self,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
    ) -> Option<usize> {
        let may_ask = match self.counts {
            Counts::All => candidate.class != MoveClass::Unsorted,
            Counts::Quiet => candidate.class == MoveClass::Quiet,
        };
        let so_far = self.counts.so_far(at);
        may_ask.then(|| self.checkpoints.binary_search(&so_far).ok()).flatten()
    }

    /// The output for a late move: that of the last checkpoint it is beyond.
    #[inline]
    pub fn band(&self, at: &Checkpoint) -> usize {
        let so_far = at.n_searched;
        self.checkpoints.iter().rposition(|&from| from <= so_far).unwrap_or(0)
    }

    /// The value of an output.
    #[inline]
    pub fn value<P: Searchable>(&self, output: usize, sight: &Sight<'_, '_, P>) -> f64 {
        let row = output * self.inputs.n_units();
        let mut sum = 0.0;
        self.inputs.each(sight, |unit, value| sum += self.weights[row + unit] * value);
        sum
    }

    /// Whether the rest of a node is skipped.
    #[inline]
    pub fn ends<P: Searchable>(
        &self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
    ) -> bool {
        self.checkpoint(at, candidate).is_some_and(|output| {
            self.value(output, &Sight { node, at, order: candidate.score }) < 0.0
        })
    }

    /// A reduction as the function changes it.
    #[inline]
    pub fn reduce<P: Searchable>(
        &self,
        reduction: Depth,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
    ) -> Depth {
        let more = self.value(self.band(at), &Sight { node, at, order: candidate.score });
        reduction - plies(more)
    }

    /// The depth of a search after a null move as the function changes it.
    #[inline]
    pub fn null_move<P: Searchable>(&self, depth: Depth, node: &NodeView<'_, P>) -> Depth {
        let more = self.value(0, &Sight { node, at: &Checkpoint::default(), order: 0 });
        (depth + plies(more)).clamp(0, (node.depth - PLY).max(0))
    }
}

/// Plies as the search counts them, within reason.
fn plies(value: f64) -> Depth {
    (value.clamp(-8.0, 8.0) * f64::from(PLY)) as Depth
}
