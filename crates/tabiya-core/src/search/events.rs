//! What a search tells those who listen, so that learning can watch it at work.

use super::game::Searchable;
use super::pruning::Checkpoint;
use super::report::Iteration;
use super::score::Score;
use super::{Depth, PLY};

/// A node as decisions and observers see it.
pub struct NodeView<'a, P: Searchable> {
    /// The position of the node.
    pub position: &'a P,
    /// Plies below the root (SD).
    pub ply: usize,
    /// Remaining depth with extensions, in sixteenths of a ply (ED).
    pub depth: Depth,
    /// Number of the iteration (IT).
    pub iteration: u32,
    /// Nodes searched so far (NCOUNT).
    pub nodes: u64,
    /// Code of the table's move, 0 if there is none (HASH).
    pub table_move: u16,
    /// History index of the move that led here.
    pub previous_index: Option<usize>,
    /// Its piece and square, as the table of continuations counts them.
    pub previous_piece_to: Option<usize>,
    /// Whether the node has an open window.
    pub is_pv: bool,
}

impl<P: Searchable> NodeView<'_, P> {
    /// Plies to the nominal leaf, extensions disregarded (D2L); at least one.
    pub fn distance_to_leaf(&self) -> usize {
        (self.iteration as usize).saturating_sub(self.ply).max(1)
    }

    /// Remaining depth in whole plies.
    pub fn plies(&self) -> i32 {
        self.depth / PLY
    }
}

/// Listens to a search. Every method does nothing unless it is written.
pub trait Observer<P: Searchable> {
    /// A node of the full-width search is entered.
    #[inline]
    fn node_entered(&mut self, _node: &NodeView<'_, P>) {}

    /// A node asked whether to go on, and was told.
    #[inline]
    fn pruning_considered(&mut self, _node: &NodeView<'_, P>, _at: &Checkpoint, _kept: bool) {}

    /// The `index`th searched move changed the best value of a node.
    #[inline]
    fn value_changed(
        &mut self,
        _node: &NodeView<'_, P>,
        _m: P::Move,
        _index: usize,
        _score: Score,
    ) {
    }

    /// A node is finished; `best` is its value.
    #[inline]
    fn node_left(&mut self, _node: &NodeView<'_, P>, _best: Score) {}

    /// The root has a new best move or a new score for it.
    #[inline]
    fn root_changed(&mut self, _iteration: u32, _m: P::Move, _score: Score, _nodes: u64) {}

    /// An iteration is completed.
    #[inline]
    fn iteration_finished(&mut self, _iteration: &Iteration<P::Move>) {}
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl<P: Searchable> Observer<P> for Silence {}
