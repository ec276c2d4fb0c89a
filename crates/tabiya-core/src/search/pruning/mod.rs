//! What to skip and where to look less: a decision of class S.
//!
//! Every method has an answer, the hand-made one of the file named beside it, switched and tuned by
//! the numbers of the search. A learned part overrides what it replaces and leaves the rest.
//! Whatever is skipped, the search sees to it that it proves nothing: while only losses are known,
//! no move is skipped.

mod by_hand;
mod function;
mod inputs;
mod learned;
mod probcut;
mod reductions;
mod teacher;
mod widths;

use std::cell::{Cell, OnceCell};

pub use function::{CHECKPOINTS, Function};
pub use inputs::{INPUTS, Input, Inputs, Sight};
pub use learned::LearnedPruning;
pub use probcut::{ProbCut, Relation};
pub use reductions::Reductions;
pub use teacher::{Decides, Lessons, Teacher};
pub use widths::{ALL, Counts, INDICES, IndexBy, Widths};

use super::Depth;
use super::decisions::Decision;
use super::game::Searchable;
use super::ordering::{MoveClass, Scored};
use super::score::Score;
use super::view::{NodeView, Surroundings};
use widths::NearLeaf;

/// How far a node has come when it is decided what becomes of the next move.
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
    /// The value so far; it is below alpha while the node fails low.
    pub best: Score,
    /// The lower end of the window as it stands now.
    pub alpha: Score,
    /// Whether the table's move, if there was one, is still the best (HASH).
    pub table_move_best: bool,
}

/// A move that is decided on.
pub struct Candidate<'a, P: Searchable> {
    /// The move.
    pub m: P::Move,
    /// Its class, whatever the ordering.
    pub class: MoveClass,
    /// Its score in the ordering, within its class (MOSCORE).
    pub score: i32,
    /// Whether only experience tells its worth.
    pub is_quiet: bool,
    /// What the ordering thinks of it by itself ([`super::ordering::Ordering::opinion`]); 0 unless
    /// reductions ask for it.
    pub opinion: i32,
    position: &'a P,
    sight: &'a OnceCell<P::CheckSight>,
    gives_check: Cell<Option<bool>>,
}

impl<'a, P: Searchable> Candidate<'a, P> {
    /// `sight` is shared by the moves of a node.
    #[inline]
    pub(super) fn new(
        position: &'a P,
        sight: &'a OnceCell<P::CheckSight>,
        scored: &Scored<P::Move>,
    ) -> Self {
        let (m, score) = (scored.m, scored.score());
        let (is_quiet, gives_check) = (position.is_quiet(m), Cell::new(None));
        Self { m, class: scored.class, score, is_quiet, opinion: 0, position, sight, gives_check }
    }

    /// Whether a move of a position gives check, seen by what all moves of the node share.
    #[inline]
    pub(super) fn checks(position: &P, sight: &OnceCell<P::CheckSight>, m: P::Move) -> bool {
        position.gives_check(m, sight.get_or_init(|| position.check_sight()))
    }

    /// Takes note of whether the move gives check.
    #[inline]
    pub(super) fn note_check(&self, gives_check: bool) {
        self.gives_check.set(Some(gives_check));
    }

    /// Whether the move gives check; found out when it is first asked for.
    #[inline]
    pub fn gives_check(&self) -> bool {
        self.gives_check.get().unwrap_or_else(|| {
            let gives_check = Self::checks(self.position, self.sight, self.m);
            self.gives_check.set(Some(gives_check));
            gives_check
        })
    }
}

/// What becomes of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is searched.
    Search,
    /// It is first searched by so much less: sixteenths of a ply.
    Reduce(Depth),
    /// It is skipped.
    Skip,
    /// It is skipped with all that follow.
    SkipRest,
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

/// Decides what is skipped, and what is looked at less.
pub trait Pruning<P: Searchable>: Decision<P> {
    /// Sixteenths of a ply by which a whole node is searched less (`internal_reduction`).
    #[inline]
    fn shorten(&mut self, node: &NodeView<'_, P>, around: &mut Surroundings<'_, P>) -> Depth {
        by_hand::internal_reduction(node, around.numbers)
    }

    /// A shallow search to try before anything else outside of the principal variation.
    #[inline]
    fn shallow_probe(
        &mut self,
        _node: &NodeView<'_, P>,
        _around: &mut Surroundings<'_, P>,
    ) -> Option<ShallowProbe> {
        None
    }

    /// The score with which a node is left by its evaluation alone (`reverse_futility`).
    #[inline]
    fn leave(&mut self, node: &NodeView<'_, P>, around: &mut Surroundings<'_, P>) -> Option<Score> {
        by_hand::reverse_futility(node, around.numbers)
    }

    /// Whether a node is left if its quiescence does not raise alpha (`razoring`).
    #[inline]
    fn razors(&mut self, node: &NodeView<'_, P>, around: &mut Surroundings<'_, P>) -> bool {
        by_hand::razoring(node, around.numbers)
    }

    /// The depth of the search after a null move, if one is tried (`null_move`).
    #[inline]
    fn null_move(
        &mut self,
        node: &NodeView<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> Option<Depth> {
        by_hand::null_move_depth(node, around.numbers)
    }

    /// Whether the quiet moves that follow are skipped unless they give check, so that the others need
    /// no order (`late_move_pruning`, `futility`). Once true it stays true in a node.
    #[inline]
    fn skips_quiets(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        around: &mut Surroundings<'_, P>,
    ) -> bool {
        by_hand::skips_quiets(node, at, around.numbers)
    }

    /// What becomes of a move; the first one is always searched. A move that is to be searched is
    /// played before it is asked for its [`Pruning::reduction`], so that more is known of it.
    #[inline]
    fn verdict(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> Verdict {
        if self.ends(node, at, candidate, around) {
            return Verdict::SkipRest;
        }
        if self.skips(node, at, candidate, around) {
            return Verdict::Skip;
        }
        Verdict::Search
    }

    /// Whether a move is skipped with all that follow.
    #[inline]
    fn ends(
        &mut self,
        _node: &NodeView<'_, P>,
        _at: &Checkpoint,
        _candidate: &Candidate<'_, P>,
        _around: &mut Surroundings<'_, P>,
    ) -> bool {
        false
    }

    /// Whether a move is not even tried (`exchange_pruning`).
    #[inline]
    fn skips(
        &mut self,
        node: &NodeView<'_, P>,
        _at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> bool {
        by_hand::is_hopeless(node, candidate, around.numbers)
    }

    /// Sixteenths of a ply by which a move is first searched less (`late_move_reduction`).
    #[inline]
    fn reduction(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> Depth {
        by_hand::late_move_reduction(node, at, candidate, around)
    }
}

/// The hand-made answers, and widths near the leaves: what every search asks for, learned or not.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByHand {
    widths: NearLeaf,
}

impl ByHand {
    /// The hand-made answers with widths, if these are by the distance to the leaf, and all moves
    /// count: a look into a small table is all that they need, and no learned search, which is some
    /// per cent slower.
    pub fn with_widths(widths: &Widths) -> Option<Self> {
        Some(Self { widths: NearLeaf::of(widths)? })
    }
}

impl<P: Searchable> Decision<P> for ByHand {}

impl<P: Searchable> Pruning<P> for ByHand {
    #[inline]
    fn ends(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        _: &mut Surroundings<'_, P>,
    ) -> bool {
        self.widths.ends(node, at, candidate)
    }
}
