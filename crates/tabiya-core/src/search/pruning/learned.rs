//! What was learned of skipping, put together: each part may be missing, and then it is the hand-made
//! answer that counts.

use super::function::Function;
use super::reductions::Reductions;
use super::widths::Widths;
use super::{ByHand, Candidate, Checkpoint, ProbCut, Pruning, ShallowProbe, by_hand};
use crate::search::Depth;
use crate::search::decisions::Decision;
use crate::search::game::Searchable;
use crate::search::view::{NodeView, Surroundings};

/// What a player has learned to skip and to look at less.
#[derive(Clone, Debug, Default)]
pub struct LearnedPruning {
    /// How many moves are searched where.
    pub widths: Option<Widths>,
    /// Where the rest of a node is skipped.
    pub function: Option<Function>,
    /// By how much late moves are reduced.
    pub reductions: Option<Reductions>,
    /// How much less than that.
    pub reduction_function: Option<Function>,
    /// How much deeper the search after a null move is.
    pub null_move_function: Option<Function>,
    /// Shallow searches in place of deep ones.
    pub probcut: Option<ProbCut>,
}

impl LearnedPruning {
    /// The same for the plain search, if it holds nothing but widths that this knows.
    pub fn by_hand(&self) -> Option<ByHand> {
        let is_more = self.function.is_some()
            || self.reductions.is_some()
            || self.reduction_function.is_some()
            || self.null_move_function.is_some()
            || self.probcut.is_some();
        match &self.widths {
            _ if is_more => None,
            None => Some(ByHand::default()),
            Some(widths) => ByHand::with_widths(widths),
        }
    }
}

impl<P: Searchable> Decision<P> for LearnedPruning {
    const ASKS_EVALUATION: bool = true;
}

impl<P: Searchable> Pruning<P> for LearnedPruning {
    #[inline]
    fn shallow_probe(
        &mut self,
        node: &NodeView<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> Option<ShallowProbe> {
        self.probcut.as_mut()?.shallow_probe(node, around)
    }

    #[inline]
    fn null_move(
        &mut self,
        node: &NodeView<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> Option<Depth> {
        let depth = by_hand::null_move_depth(node, around.numbers)?;
        Some(match &self.null_move_function {
            None => depth,
            Some(function) => function.null_move(depth, node),
        })
    }

    #[inline]
    fn ends(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        _: &mut Surroundings<'_, P>,
    ) -> bool {
        self.widths.as_ref().is_some_and(|widths| widths.ends(node, at, candidate))
            || self.function.as_ref().is_some_and(|function| function.ends(node, at, candidate))
    }

    #[inline]
    fn reduction(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> Depth {
        let (table, function) = (&self.reductions, &self.reduction_function);
        by_hand::reduction_from(node, at, candidate, around, |plies, n_searched| {
            let reduction = match table {
                None => around.numbers.reduction(plies, n_searched),
                Some(table) => table.get(node, n_searched),
            };
            match function {
                None => reduction,
                Some(function) => function.reduce(reduction, node, at, candidate),
            }
        })
    }
}
