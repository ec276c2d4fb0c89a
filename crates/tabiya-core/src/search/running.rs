//! A search while it runs: what it borrows, what it keeps, and what its nodes hand to each other.

use arrayvec::ArrayVec;

use super::game::Searchable;
use super::limits::Meter;
use super::memory::{Memory, MoveIndex};
use super::params::Params;
use super::report::{Change, Progress};
use super::score::Score;
use super::table::Table;
use super::{Depth, MAX_PLY};

/// What led to a node.
#[derive(Clone, Copy)]
pub(super) struct Previous<M> {
    /// The move, unless it was a null move or there is none.
    pub m: Option<M>,
    /// Its places in the tables of history and of continuations.
    pub index: Option<usize>,
    pub piece_to: Option<usize>,
    /// Whether a null move may follow.
    pub allows_null: bool,
    /// Code of a move that this node must not search, 0 if there is none.
    pub excluded: u16,
}

impl<M> Previous<M> {
    /// Nothing led here.
    pub const NONE: Self =
        Self { m: None, index: None, piece_to: None, allows_null: false, excluded: 0 };

    /// This move led here.
    pub fn after(m: M, MoveIndex { history, piece_to }: MoveIndex) -> Self {
        let (index, piece_to) = (Some(history), Some(piece_to));
        Self { m: Some(m), index, piece_to, allows_null: true, excluded: 0 }
    }
}

/// What a node knows of itself before it looks at its moves.
pub(super) struct NodeState {
    pub in_check: bool,
    pub evaluation: Option<Score>,
    /// Whether the side to move stands better than at its last turn.
    pub is_improving: bool,
    pub mate_threat: bool,
}

/// A move that is about to be searched.
pub(super) struct Candidate {
    pub is_quiet: bool,
    /// Its score in the ordering.
    pub score: i32,
    pub gives_check: bool,
}

/// What looking at the node as a whole showed.
pub(super) enum Verdict {
    Return(Score),
    GoOn,
}

/// A running search: the player's parts, borrowed, and what belongs to this search alone.
pub(super) struct Search<'a, P: Searchable, E, D> {
    pub evaluation: &'a mut E,
    pub decisions: &'a mut D,
    pub table: &'a mut Table,
    pub memory: &'a mut Memory,
    pub params: &'a Params,
    pub meter: Meter<'a>,
    /// Who is told how the search goes.
    pub listen: &'a mut dyn FnMut(Progress<'_, P::Move>),
    pub iteration: u32,
    /// Whether any heuristic that is switched on asks for static evaluations.
    pub wants_evaluations: bool,
    /// Keys of the game so far and of the path from the root, and where the root stands in it.
    pub path: Vec<u64>,
    pub root_index: usize,
    /// Static evaluations along the path, by ply.
    pub evaluations: Vec<Option<Score>>,
    /// The best line found from each ply.
    pub lines: Vec<ArrayVec<P::Move, MAX_PLY>>,
    /// The root's best move so far in this iteration, with its score.
    pub root_best: Option<(P::Move, Score)>,
    /// Every change of the root's score.
    pub changes: Vec<Change>,
}

/// A window with its remaining depth.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
    pub depth: Depth,
}

impl Window {
    /// Whether there is room for an exact score.
    pub const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}
