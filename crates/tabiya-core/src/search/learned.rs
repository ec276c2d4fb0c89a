//! The decisions of a player with learned parts.
//!
//! Each kind of decision has one enum of the parts that exist. So for every game and evaluation two
//! searches are compiled, the plain one and this one, however many parts there are.

use super::clock::Shared;
use super::decisions::{Decision, Decisions, Start};
use super::events::{Left, Observer};
use super::extensions::ByGame;
use super::game::Searchable;
use super::log::{Logger, NodeLog};
use super::ordering::Classic;
use super::pruning::{Candidate, Checkpoint, LearnedPruning, Lessons, Teacher, Verdict};
use super::quiescence::Tactical;
use super::score::Score;
use super::view::NodeView;

/// The decisions of a player with learned parts.
pub type Learned = Decisions<Classic, LearnedPruning, ByGame, Tactical, Shared, LearnedObserver>;

/// Who listens to a player with learned parts.
#[derive(Clone, Debug)]
pub enum LearnedObserver {
    /// Nobody.
    Nobody,
    /// A log.
    Logger(Box<Logger>),
    /// What teaches a function.
    Teacher(Box<Teacher>),
}

impl<P: Searchable> Decision<P> for LearnedObserver {
    const ASKS_EVALUATION: bool = true;

    fn begin(&mut self, start: &Start<'_, P>) {
        match self {
            Self::Nobody => {}
            Self::Logger(logger) => logger.begin(start),
            Self::Teacher(teacher) => teacher.begin(start),
        }
    }
}

impl<P: Searchable> Observer<P> for LearnedObserver {
    fn node_entered(&mut self, node: &NodeView<'_, P>) {
        if let Self::Teacher(teacher) = self {
            teacher.node_entered(node);
        }
    }

    fn null_move_considered(&mut self, node: &NodeView<'_, P>) {
        if let Self::Teacher(teacher) = self {
            teacher.null_move_considered(node);
        }
    }

    fn move_judged(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        verdict: Verdict,
    ) {
        if let Self::Teacher(teacher) = self {
            teacher.move_judged(node, at, candidate, verdict);
        }
    }

    fn value_changed(&mut self, node: &NodeView<'_, P>, m: P::Move, index: usize, score: Score) {
        if let Self::Teacher(teacher) = self {
            teacher.value_changed(node, m, index, score);
        }
    }

    fn node_left(&mut self, node: &NodeView<'_, P>, left: &Left<'_, P::Move>) {
        match self {
            Self::Nobody => {}
            Self::Logger(logger) => logger.node_left(node, left),
            Self::Teacher(teacher) => teacher.node_left(node, left),
        }
    }

    fn take_log(&mut self) -> Option<NodeLog> {
        match self {
            Self::Logger(logger) => Observer::<P>::take_log(logger.as_mut()),
            _ => None,
        }
    }

    fn take_lessons(&mut self) -> Option<Lessons> {
        match self {
            Self::Teacher(teacher) => Some(teacher.take()),
            _ => None,
        }
    }
}
