//! The decisions of a player with learned parts.
//!
//! Each kind of decision has one enum of the parts that exist. So for every game and evaluation two
//! searches are compiled, the plain one and this one, however many parts there are.

use super::Depth;
use super::clock::Shared;
use super::decisions::{Decision, Decisions, Start};
use super::events::{Left, Observer};
use super::extensions::ByGame;
use super::game::Searchable;
use super::log::{Logger, NodeLog};
use super::ordering::Classic;
use super::pruning::{ByHand, Candidate, Checkpoint, ProbCut, Pruning, ShallowProbe, Widths};
use super::quiescence::Tactical;
use super::view::{NodeView, Surroundings};

/// The decisions of a player with learned parts.
pub type Learned = Decisions<Classic, LearnedPruning, ByGame, Tactical, Shared, LearnedObserver>;

/// What a player with learned parts skips.
#[derive(Clone, Debug)]
pub enum LearnedPruning {
    /// What is written by hand.
    ByHand(ByHand),
    /// A forward-pruning vector.
    Widths(Widths),
    /// Shallow searches in place of deep ones.
    ProbCut(ProbCut),
}

/// Asks the part that is there.
macro_rules! ask {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match $self {
            Self::ByHand(part) => Pruning::<P>::$method(part, $($argument),*),
            Self::Widths(part) => Pruning::<P>::$method(part, $($argument),*),
            Self::ProbCut(part) => Pruning::<P>::$method(part, $($argument),*),
        }
    };
}

impl<P: Searchable> Decision<P> for LearnedPruning {}

impl<P: Searchable> Pruning<P> for LearnedPruning {
    fn shallow_probe(
        &mut self,
        node: &NodeView<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> Option<ShallowProbe> {
        ask!(self.shallow_probe(node, around))
    }

    fn null_move(
        &mut self,
        node: &NodeView<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> Option<Depth> {
        ask!(self.null_move(node, around))
    }

    fn ends(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> bool {
        ask!(self.ends(node, at, candidate, around))
    }

    fn reduction(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        around: &mut Surroundings<'_, P>,
    ) -> Depth {
        ask!(self.reduction(node, at, candidate, around))
    }
}

/// Who listens to a player with learned parts.
#[derive(Clone, Debug)]
pub enum LearnedObserver {
    /// Nobody.
    Nobody,
    /// A log.
    Logger(Box<Logger>),
}

impl<P: Searchable> Decision<P> for LearnedObserver {
    const ASKS_EVALUATION: bool = true;

    fn begin(&mut self, start: &Start<'_, P>) {
        if let Self::Logger(logger) = self {
            logger.begin(start);
        }
    }
}

impl<P: Searchable> Observer<P> for LearnedObserver {
    fn node_left(&mut self, node: &NodeView<'_, P>, left: &Left<'_, P::Move>) {
        if let Self::Logger(logger) = self {
            logger.node_left(node, left);
        }
    }

    fn take_log(&mut self) -> Option<NodeLog> {
        match self {
            Self::Nobody => None,
            Self::Logger(logger) => Observer::<P>::take_log(logger.as_mut()),
        }
    }
}
