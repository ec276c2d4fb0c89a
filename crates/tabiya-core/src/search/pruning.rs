//! What to skip: a decision of class S.
//!
//! A node asks before every move after the first whether to go on. Forward-pruning vectors cut the
//! list by a width that depends on depth, iteration or distance to the leaf (Kocsis 2003, §4.2);
//! functions decide at checkpoints from the same parameters (§4.3).

use super::Depth;
use super::events::NodeView;
use super::game::Searchable;
use super::score::Score;

/// How far a node has come when it may prune the rest of its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checkpoint {
    /// Moves searched so far, at least one.
    pub n_searched: usize,
    /// Quiet moves among them.
    pub n_quiet: usize,
    /// How often the value of the node has changed (NVC).
    pub n_changes: u32,
    /// Sum of the numbers of the moves that changed it (SVC).
    pub sum_changes: u32,
    /// Ordering score of the next move (MOSCORE).
    pub next_score: i32,
    /// Whether the table's move, if there was one, is still the best (HASH).
    pub table_move_best: bool,
}

/// A shallow search that may end a node (`ProbCut`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShallowProbe {
    /// Its depth, in sixteenths of a ply; at least a ply, and a ply less than the node's.
    pub depth: Depth,
    /// A shallow score of this or more fails the node high.
    pub high: Option<Score>,
    /// A shallow score of this or less fails the node low.
    pub low: Option<Score>,
}

/// Decides whether the rest of a node's moves is searched.
pub trait Pruning<P: Searchable> {
    /// Whether there is anything to ask; where not, the search skips the question.
    const ACTIVE: bool = true;

    /// False prunes the next move and all that follow.
    fn keeps(&mut self, node: &NodeView<'_, P>, at: &Checkpoint) -> bool;

    /// A shallow search to try before the moves of a node outside of the principal variation.
    #[inline]
    fn shallow_probe(
        &mut self,
        _node: &NodeView<'_, P>,
        _alpha: Score,
        _beta: Score,
    ) -> Option<ShallowProbe> {
        None
    }
}

/// Full-width search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl<P: Searchable> Pruning<P> for Nothing {
    const ACTIVE: bool = false;

    #[inline]
    fn keeps(&mut self, _: &NodeView<'_, P>, _: &Checkpoint) -> bool {
        true
    }
}

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

/// A forward-pruning vector: how many moves are searched where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Widths {
    /// What the index means; 1 is the first element.
    pub by: WidthBy,
    /// Moves to search; beyond its end everything is searched.
    pub widths: Vec<usize>,
}

impl<P: Searchable> Pruning<P> for Widths {
    #[inline]
    fn keeps(&mut self, node: &NodeView<'_, P>, at: &Checkpoint) -> bool {
        let index = match self.by {
            WidthBy::Depth => node.ply + 1,
            WidthBy::Iteration => node.iteration as usize,
            WidthBy::Leaf => node.distance_to_leaf(),
        };
        self.widths.get(index.wrapping_sub(1)).is_none_or(|&width| at.n_searched < width)
    }
}
