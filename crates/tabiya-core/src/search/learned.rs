//! The decisions of a player with learned parts.
//!
//! Each kind of decision has one enum of the parts that exist. So for every game and evaluation two
//! searches are compiled, the plain one and this one, however many parts there are.

use super::clock::{
    Budget, Choice, Clock, ClockSpec, Crafty, FixedDepth, Modern, NetworkClock, Shared, Thinking,
    TimeLeft,
};
use super::decisions::{Decision, Decisions, Start};
use super::events::{Left, Observer};
use super::extensions::ByGame;
use super::game::Searchable;
pub use super::learned_ordering::LearnedOrdering;
use super::log::{Logger, NodeLog};
use super::pruning::{Candidate, Checkpoint, LearnedPruning, Lessons, Teacher, Verdict};
use super::quiescence::Tactical;
use super::score::Score;
use super::view::NodeView;
use crate::games::Line;

/// The decisions of a player with learned parts.
pub type Learned =
    Decisions<LearnedOrdering, LearnedPruning, ByGame, Tactical, LearnedClock, LearnedObserver>;

/// Where a player with learned parts spends its time.
#[derive(Clone, Debug)]
pub enum LearnedClock {
    /// An equal share for every move.
    Shared(Shared),
    /// One depth for every move.
    Static(FixedDepth),
    /// That of CRAFTY.
    Crafty(Crafty),
    /// A modern one by hand.
    Modern(Modern),
    /// A network.
    Network(Box<NetworkClock>),
}

impl LearnedClock {
    /// The clock that is described. What an oracle decides lies outside of the search.
    pub fn new(spec: &ClockSpec) -> Self {
        match spec {
            ClockSpec::Shared(shared) => Self::Shared(*shared),
            ClockSpec::ExtraSearch(_) => Self::Shared(Shared::default()),
            ClockSpec::Static(depth) => Self::Static(FixedDepth(*depth)),
            ClockSpec::Crafty => Self::Crafty(Crafty),
            ClockSpec::Modern(modern) => Self::Modern(*modern),
            ClockSpec::Network(spec) => {
                Self::Network(Box::new(NetworkClock::new(std::sync::Arc::clone(spec))))
            }
        }
    }
}

/// Asks the clock that is there.
macro_rules! ask_clock {
    ($self:ident.$method:ident($($argument:expr),*)) => {
        match $self {
            Self::Shared(part) => Clock::<P>::$method(part, $($argument),*),
            Self::Static(part) => Clock::<P>::$method(part, $($argument),*),
            Self::Crafty(part) => Clock::<P>::$method(part, $($argument),*),
            Self::Modern(part) => Clock::<P>::$method(part, $($argument),*),
            Self::Network(part) => Clock::<P>::$method(part.as_mut(), $($argument),*),
        }
    };
}

impl<P: Searchable> Decision<P> for LearnedClock {
    fn begin(&mut self, start: &Start<'_, P>) {
        if let Self::Network(part) = self {
            part.begin(start);
        }
    }
}

impl<P: Searchable> Clock<P> for LearnedClock {
    fn budget(&mut self, line: &Line<P>, left: &TimeLeft) -> Budget {
        ask_clock!(self.budget(line, left))
    }

    fn goes_on(&mut self, so_far: &Thinking<'_, P>) -> bool {
        ask_clock!(self.goes_on(so_far))
    }

    fn breaks_off(&mut self, so_far: &Thinking<'_, P>) -> bool {
        ask_clock!(self.breaks_off(so_far))
    }

    fn take_choices(&mut self) -> Vec<Choice> {
        ask_clock!(self.take_choices())
    }
}

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
    #[inline]
    fn is_listening(&self) -> bool {
        !matches!(self, Self::Nobody)
    }

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
