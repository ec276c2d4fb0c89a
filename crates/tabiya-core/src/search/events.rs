//! What a search tells those who listen, so that learning can watch it at work.
//!
//! Every node that is entered is left, whatever ended it.

use super::decisions::Decision;
use super::game::Searchable;
use super::log::NodeLog;
use super::ordering::Scored;
use super::pruning::{Candidate, Checkpoint, Lessons, Verdict};
use super::report::Iteration;
use super::score::Score;
use super::table::Bound;
use super::view::NodeView;

/// What ended a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftBy {
    /// Its moves were searched.
    Moves,
    /// It had none.
    NoMoves,
    /// It was left by its static evaluation.
    ReverseFutility,
    /// It was left by its quiescence.
    Razoring,
    /// A null move was good enough.
    NullMove,
    /// A shallow search told enough.
    Probe,
    /// The search was stopped.
    Stopped,
}

/// A node that is left.
#[derive(Clone, Copy, Debug)]
pub struct Left<'a, M> {
    /// What ended it.
    pub by: LeftBy,
    /// Its value.
    pub score: Score,
    /// What the value means: a node that failed low has an upper bound and no best move.
    pub bound: Bound,
    /// The move that raised alpha last, or cut the node off.
    pub best: Option<M>,
    /// Its number among the moves tried, from 1; 0 without one.
    pub best_index: usize,
    /// The moves that were searched, in order.
    pub tried: &'a [M],
    /// All legal moves of the node, those tried first.
    pub legal: &'a [Scored<M>],
    /// Nodes spent below it.
    pub nodes: u64,
}

impl<M> Left<'_, M> {
    /// A node that was left before its moves were looked at.
    pub(super) const fn early(by: LeftBy, score: Score, bound: Bound, nodes: u64) -> Self {
        Self { by, score, bound, best: None, best_index: 0, tried: &[], legal: &[], nodes }
    }
}

/// Listens to a search. Every method does nothing unless it is written.
pub trait Observer<P: Searchable>: Decision<P> {
    /// Whether there is anybody to tell; where not, the search gathers nothing for it.
    const LISTENS: bool = true;

    /// Whether anybody is there now, if there can be.
    #[inline]
    fn is_listening(&self) -> bool {
        Self::LISTENS
    }

    /// A node of at least one ply is entered.
    #[inline]
    fn node_entered(&mut self, _node: &NodeView<'_, P>) {}

    /// It was decided what becomes of a move, the first one excepted.
    #[inline]
    fn move_judged(
        &mut self,
        _node: &NodeView<'_, P>,
        _at: &Checkpoint,
        _candidate: &Candidate<'_, P>,
        _verdict: Verdict,
    ) {
    }

    /// The `index`th searched move is the best so far; it need not have raised alpha.
    #[inline]
    fn value_changed(
        &mut self,
        _node: &NodeView<'_, P>,
        _m: P::Move,
        _index: usize,
        _score: Score,
    ) {
    }

    /// A node is left.
    #[inline]
    fn node_left(&mut self, _node: &NodeView<'_, P>, _left: &Left<'_, P::Move>) {}

    /// The root has a new best move or a new score for it.
    #[inline]
    fn root_changed(&mut self, _iteration: u32, _m: P::Move, _score: Score, _nodes: u64) {}

    /// A null move is about to be tried.
    #[inline]
    fn null_move_considered(&mut self, _node: &NodeView<'_, P>) {}

    /// What the last search taught a function, if one is taught; it is taken away.
    fn take_lessons(&mut self) -> Option<Lessons> {
        None
    }

    /// What was written down in the last search, if anything is; it is taken away.
    fn take_log(&mut self) -> Option<NodeLog> {
        None
    }

    /// An iteration is completed.
    #[inline]
    fn iteration_finished(&mut self, _iteration: &Iteration<P::Move>) {}
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl<P: Searchable> Decision<P> for Silence {}

impl<P: Searchable> Observer<P> for Silence {
    const LISTENS: bool = false;
}
