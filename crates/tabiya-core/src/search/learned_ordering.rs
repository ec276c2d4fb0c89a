//! What a player with learned parts looks at first.

use super::decisions::Decision;
use super::game::Searchable;
use super::history::Histories;
use super::map_ordering::MapOrdering;
use super::numbers::Numbers;
use super::ordering::{Classic, Ordering, Scored};
use super::state::{Incremental, Step};
use super::view::{NodeView, Surroundings};
use crate::movemap::Sums;

/// What a player with learned parts looks at first.
#[derive(Clone, Debug)]
pub enum LearnedOrdering {
    /// By history.
    Classic(Classic),
    /// By a map.
    Map(Box<MapOrdering>),
}

impl<P: Searchable> Decision<P> for LearnedOrdering {
    fn reset(&mut self) {
        if let Self::Map(part) = self {
            Decision::<P>::reset(part.as_mut());
        }
    }
}

impl<P: Searchable> Incremental<P> for LearnedOrdering {
    type State = Option<Sums>;

    fn state(&self, position: &P) -> Self::State {
        match self {
            Self::Classic(_) => None,
            Self::Map(part) => Some(part.state(position)),
        }
    }

    fn after(&self, before: &Self::State, step: &Step<'_, P>) -> Self::State {
        match (self, before) {
            (Self::Map(part), Some(before)) => Some(part.after(before, step)),
            _ => self.state(step.after),
        }
    }
}

impl<P: Searchable> Ordering<P> for LearnedOrdering {
    fn prime(&mut self, position: &P, histories: &mut Histories, numbers: &Numbers) {
        if let Self::Classic(part) = self {
            part.prime(position, histories, numbers);
        }
    }

    #[inline]
    fn prepares(&self, node: &NodeView<'_, P>) -> bool {
        matches!(self, Self::Map(part) if part.prepares(node))
    }

    #[inline]
    fn asks_state(&self, node: &NodeView<'_, P>) -> bool {
        match self {
            Self::Classic(_) => false,
            Self::Map(part) => part.asks_state(node),
        }
    }

    fn prepare(
        &mut self,
        node: &NodeView<'_, P>,
        state: Option<&Self::State>,
        moves: &[Scored<P::Move>],
        around: &mut Surroundings<'_, P>,
    ) {
        if let Self::Map(part) = self {
            part.prepare(node, state.and_then(Option::as_ref), moves, around);
        }
    }

    #[inline]
    fn quiet(
        &mut self,
        node: &NodeView<'_, P>,
        _: Option<&Self::State>,
        m: P::Move,
        around: &mut Surroundings<'_, P>,
    ) -> i32 {
        match self {
            Self::Classic(part) => part.quiet(node, None, m, around),
            Self::Map(part) => part.quiet(node, None, m, around),
        }
    }

    fn opinion(&self, node: &NodeView<'_, P>, m: P::Move) -> i32 {
        match self {
            Self::Classic(part) => part.opinion(node, m),
            Self::Map(part) => part.opinion(node, m),
        }
    }

    #[inline]
    fn cutoff(
        &mut self,
        node: &NodeView<'_, P>,
        m: P::Move,
        index: usize,
        around: &mut Surroundings<'_, P>,
    ) {
        if let Self::Map(part) = self {
            part.cutoff(node, m, index, around);
        }
    }
}
