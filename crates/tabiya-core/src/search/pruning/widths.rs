//! Forward-pruning vectors: how many moves are searched where.
//!
//! CITE: Kocsis 2003, §4.2.

use super::{Candidate, Checkpoint, Pruning};
use crate::search::decisions::Decision;
use crate::search::game::Searchable;
use crate::search::view::{NodeView, Surroundings};

/// By what a forward-pruning vector is indexed (Kocsis 2003, §4.4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WidthBy {
    /// Depth of the node below the root: FPV-d.
    Depth,
    /// Iteration of the search: FPV-it.
    Iteration,
    /// Distance to the leaf: FPV-l.
    Leaf,
}

/// A forward-pruning vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Widths {
    /// What the index means; 1 is the first element.
    pub by: WidthBy,
    /// Moves to search; beyond its end everything is searched.
    pub widths: Vec<usize>,
}

impl Widths {
    /// How many moves are searched in a node; `None` is all of them.
    #[inline]
    pub fn width<P: Searchable>(&self, node: &NodeView<'_, P>) -> Option<usize> {
        let index = match self.by {
            WidthBy::Depth => node.ply + 1,
            WidthBy::Iteration => node.iteration as usize,
            WidthBy::Leaf => node.distance_to_leaf(),
        };
        self.widths.get(index.wrapping_sub(1)).copied()
    }
}

impl<P: Searchable> Decision<P> for Widths {}

impl<P: Searchable> Pruning<P> for Widths {
    #[inline]
    fn ends(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        _: &Candidate<'_, P>,
        _: &mut Surroundings<'_, P>,
    ) -> bool {
        self.width(node).is_some_and(|width| at.n_searched >= width)
    }
}
