//! Forward-pruning vectors: how many moves are searched where.
//!
//! CITE: Kocsis 2003, §4.2 and §4.4.1. A node has a place in a triangle of iterations and depths
//! (Fig. 4.3); a vector says how wide the search is along one of its sides, or in every cell.

use super::{Candidate, Checkpoint};
use crate::search::game::Searchable;
use crate::search::ordering::MoveClass;
use crate::search::view::NodeView;

/// By what a vector is indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexBy {
    /// Depth of the node below the root, the root being 1: FPV-d.
    Depth,
    /// Iteration of the search: FPV-it.
    Iteration,
    /// Distance to the leaf, extensions disregarded: FPV-l.
    Leaf,
    /// Both iteration and depth: any cell of the triangle, row by row.
    Cell,
    /// Remaining depth in whole plies, with extensions.
    Remaining,
}

/// The names of what a vector can be indexed by.
pub const INDICES: [(&str, IndexBy); 5] = [
    ("depth", IndexBy::Depth),
    ("iteration", IndexBy::Iteration),
    ("leaf", IndexBy::Leaf),
    ("cell", IndexBy::Cell),
    ("remaining", IndexBy::Remaining),
];

impl IndexBy {
    /// Where a node stands, from 0 on. The cells of an iteration follow those of the ones before.
    #[inline]
    pub fn index<P: Searchable>(self, node: &NodeView<'_, P>) -> usize {
        let iteration = node.iteration as usize;
        match self {
            Self::Depth => node.ply,
            Self::Iteration => iteration.wrapping_sub(1),
            Self::Leaf => node.distance_to_leaf() - 1,
            // A node that extensions carried beyond the triangle belongs to its edge.
            Self::Cell => {
                iteration * iteration.saturating_sub(1) / 2
                    + node.ply.min(iteration.saturating_sub(1))
            }
            Self::Remaining => (node.plies() as usize).wrapping_sub(1),
        }
    }
}

/// Which moves a width counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// All of them, as in Lines of Action.
    All,
    /// Quiet ones: the table's move, killers and what is not quiet and loses nothing are always
    /// searched, as in chess.
    Quiet,
}

impl Counts {
    /// Whether the move and those after it may be skipped. Where quiet moves are counted, that is
    /// so once their turn has come; and not where nobody has sorted the moves.
    #[inline]
    pub fn may_skip<P: Searchable>(self, candidate: &Candidate<'_, P>) -> bool {
        match self {
            Self::All => candidate.class != MoveClass::Unsorted,
            Self::Quiet => {
                matches!(candidate.class, MoveClass::Quiet | MoveClass::LosingCapture)
            }
        }
    }

    /// How many moves that count were searched.
    #[inline]
    pub fn so_far(self, at: &Checkpoint) -> usize {
        match self {
            Self::All => at.n_searched,
            Self::Quiet => at.n_quiet,
        }
    }
}

/// A width that nothing reaches: all moves are searched.
pub const ALL: usize = usize::MAX;

/// A forward-pruning vector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Widths {
    /// What the index means.
    pub by: IndexBy,
    /// Which moves count.
    pub counts: Counts,
    /// Moves to search; beyond its end everything is searched.
    pub widths: Vec<usize>,
}

impl Widths {
    /// Whether the node has been searched widely enough before this move.
    #[inline]
    pub fn ends<P: Searchable>(
        &self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
    ) -> bool {
        let width = self.widths.get(self.by.index(node)).copied();
        let is_enough = width.is_some_and(|width| self.counts.so_far(at) >= width.max(1));
        is_enough && self.counts.may_skip(candidate)
    }
}

/// Distances to the leaf that [`NearLeaf`] knows.
const N_NEAR: usize = 16;

/// Widths by the distance to the leaf where all moves count, packed.
#[derive(Clone, Copy, Debug)]
pub(super) struct NearLeaf([u8; N_NEAR]);

impl Default for NearLeaf {
    fn default() -> Self {
        Self([u8::MAX; N_NEAR])
    }
}

impl NearLeaf {
    /// The same, if it can be said so shortly. The last place is for all greater distances.
    pub(super) fn of(widths: &Widths) -> Option<Self> {
        let is_short = widths.widths.len() < N_NEAR;
        if widths.by != IndexBy::Leaf || widths.counts != Counts::All || !is_short {
            return None;
        }
        let mut near = Self::default();
        for (place, &width) in near.0.iter_mut().zip(&widths.widths) {
            *place = u8::try_from(width.max(1)).unwrap_or(u8::MAX);
        }
        Some(near)
    }

    /// Whether the node has been searched widely enough before this move.
    #[inline]
    pub(super) fn ends<P: Searchable>(
        &self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
    ) -> bool {
        let width = self.0[(node.distance_to_leaf() - 1).min(N_NEAR - 1)];
        at.n_searched >= usize::from(width) && width < u8::MAX && Counts::All.may_skip(candidate)
    }
}
