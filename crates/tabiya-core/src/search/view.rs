//! What decisions and observers see of a node.

use super::game::Searchable;
use super::history::Histories;
use super::numbers::Numbers;
use super::random::Random;
use super::score::Score;
use super::{Depth, PLY};

/// A move of the line from the root to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played<M> {
    /// The move; `None` is the null move.
    pub m: Option<M>,
    /// Where it stands in the history table.
    pub history: usize,
    /// Its piece and square, as the table of continuations counts them.
    pub piece_to: usize,
}

/// What a node is expected to be before it is searched.
// CITE: Knuth and Moore 1975: types 1, 2 and 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeType {
    /// On the principal variation: the window is open.
    Pv,
    /// One good move will do.
    Cut,
    /// Every move will fail.
    All,
}

impl NodeType {
    /// What a node below one of this type is, when it is looked at through a closed window.
    pub(super) const fn of_scout(self) -> Self {
        match self {
            Self::Pv | Self::All => Self::Cut,
            Self::Cut => Self::All,
        }
    }
}

/// Why a node is searched. Re-entries look at a node that is being searched already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A move led here, or it is the root.
    Move,
    /// The opponent gave up a move.
    NullMove,
    /// Again, without the move of this code, to see whether that one is singular.
    Singular(u16),
    /// Again, less deeply, to see whether that tells enough (`ProbCut`).
    Probe,
}

impl Entry {
    /// Code of the move that is left out, 0 if there is none.
    pub const fn excluded(self) -> u16 {
        match self {
            Self::Singular(code) => code,
            _ => 0,
        }
    }

    /// Whether the node is looked at while it is being searched already.
    pub const fn is_again(self) -> bool {
        matches!(self, Self::Singular(_) | Self::Probe)
    }
}

/// A node as decisions and observers see it.
#[expect(clippy::struct_excessive_bools, reason = "they are facts, independent of each other")]
pub struct NodeView<'a, P: Searchable> {
    /// The position of the node.
    pub position: &'a P,
    /// Plies below the root (SD).
    pub ply: usize,
    /// Remaining depth with extensions, in sixteenths of a ply (ED).
    pub depth: Depth,
    /// The window.
    pub alpha: Score,
    /// The window's other end.
    pub beta: Score,
    /// What the node is expected to be.
    pub expected: NodeType,
    /// Why it is searched.
    pub entry: Entry,
    /// Number of the iteration (IT).
    pub iteration: u32,
    /// Nodes searched so far (NCOUNT).
    pub nodes: u64,
    /// Whether the table knows the position.
    pub is_known: bool,
    /// Code of the table's move, 0 if there is none (HASH).
    pub table_move: u16,
    /// The move that led here; `None` at the root and after a null move.
    pub previous: Option<Played<P::Move>>,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The static evaluation, unless it is in check or nobody asks for it.
    pub evaluation: Option<Score>,
    /// Whether the side to move stands better than at its last turn.
    pub is_improving: bool,
    /// Whether the null move ran into a mate here; known when moves are decided on.
    pub mate_threat: bool,
}

impl<P: Searchable> NodeView<'_, P> {
    /// Whether the node has an open window.
    #[inline]
    pub const fn is_pv(&self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Plies to the nominal leaf, extensions disregarded (D2L); at least one.
    pub fn distance_to_leaf(&self) -> usize {
        (self.iteration as usize).saturating_sub(self.ply).max(1)
    }

    /// Remaining depth in whole plies.
    #[inline]
    pub const fn plies(&self) -> i32 {
        self.depth / PLY
    }
}

/// What surrounds a node: what the search has learnt so far, its numbers, and how it came here.
pub struct Surroundings<'a, P: Searchable> {
    /// What is remembered of moves.
    pub histories: &'a Histories,
    /// The numbers of the search.
    pub numbers: &'a Numbers,
    /// The moves from the root to the node.
    pub line: &'a [Played<P::Move>],
    /// For decisions that explore; the same in every search of the same position.
    pub random: &'a mut Random,
}
