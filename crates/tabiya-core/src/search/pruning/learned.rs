//! Whatever was learnt about pruning, so that one search serves all of it.

use super::{Candidate, Checkpoint, ProbCut, Pruning, ShallowProbe, Widths};
use crate::search::decisions::Decision;
use crate::search::game::Searchable;
use crate::search::view::{NodeView, Surroundings};

/// One of the learned prunings.
#[derive(Clone, Debug)]
pub enum LearnedPruning {
    /// A forward-pruning vector.
    Widths(Widths),
    /// Shallow searches in place of deep ones.
    ProbCut(ProbCut),
}

impl<P: Searchable> Decision<P> for LearnedPruning {
    const ASKS_EVALUATION: bool = <ProbCut as Decision<P>>::ASKS_EVALUATION;
}

impl<P: Searchable> Pruning<P> for LearnedPruning {
    #[inline]
    fn shallow_probe(
        &mut self,
        node: &NodeView<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> Option<ShallowProbe> {
        match self {
            Self::Widths(widths) => widths.shallow_probe(node, around),
            Self::ProbCut(probcut) => probcut.shallow_probe(node, around),
        }
    }

    #[inline]
    fn ends(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> bool {
        match self {
            Self::Widths(widths) => widths.ends(node, at, candidate, around),
            Self::ProbCut(probcut) => probcut.ends(node, at, candidate, around),
        }
    }
}
