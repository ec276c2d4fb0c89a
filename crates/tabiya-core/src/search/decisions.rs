//! All that a search decides, as one bundle of types, so that the plain player pays for none of it.

use super::clock::{Clock, Modern};
use super::events::{Observer, Silence};
use super::extensions::{ByGame, Extensions};
use super::game::Searchable;
use super::limits::Limits;
use super::ordering::{Classic, Ordering};
use super::pruning::{ByHand, Pruning};
use super::quiescence::{Quiescence, Tactical};
use crate::games::Line;

/// A search that is about to begin.
pub struct Start<'a, P: Searchable> {
    /// Where it begins.
    pub line: &'a Line<P>,
    /// What it may spend.
    pub limits: &'a Limits,
}

/// What every decision can hear of the searches it takes part in. Each thread of a search has a copy
/// of its own, and that of the first thread is the one that is given back.
pub trait Decision<P: Searchable>: Clone + Send {
    /// Whether it asks for static evaluations in every node that is not in check.
    const ASKS_EVALUATION: bool = false;

    /// A search begins.
    #[inline]
    fn begin(&mut self, _start: &Start<'_, P>) {}

    /// It has ended.
    #[inline]
    fn end(&mut self) {}

    /// What was learnt in earlier searches is to be forgotten, so that the next one depends on
    /// nothing but its input.
    #[inline]
    fn reset(&mut self) {}
}

/// The decisions of a search: each part is passed in, none is hard-wired.
#[derive(Clone, Debug, Default)]
pub struct Decisions<O = Classic, R = ByHand, X = ByGame, Q = Tactical, C = Modern, V = Silence> {
    /// What to look at first.
    pub ordering: O,
    /// What to skip.
    pub pruning: R,
    /// Where to look further.
    pub extensions: X,
    /// What a leaf must not ignore.
    pub quiescence: Q,
    /// Where to spend time.
    pub clock: C,
    /// Who listens.
    pub observer: V,
}

/// The types of a bundle of decisions, under one name for the search to be generic over.
pub trait Decide<P: Searchable>: Clone + Send {
    /// What to look at first.
    type Ordering: Ordering<P>;
    /// What to skip.
    type Pruning: Pruning<P>;
    /// Where to look further.
    type Extensions: Extensions<P>;
    /// What a leaf must not ignore.
    type Quiescence: Quiescence<P>;
    /// Where to spend time.
    type Clock: Clock<P>;
    /// Who listens.
    type Observer: Observer<P>;

    /// Whether any of them asks for static evaluations.
    const ASKS_EVALUATION: bool = Self::Ordering::ASKS_EVALUATION
        || Self::Pruning::ASKS_EVALUATION
        || Self::Extensions::ASKS_EVALUATION
        || Self::Observer::ASKS_EVALUATION;

    /// The parts themselves.
    fn parts(&mut self) -> Parts<'_, P, Self>;

    /// Tells every part that a search begins.
    fn begin(&mut self, start: &Start<'_, P>) {
        let parts = self.parts();
        parts.ordering.begin(start);
        parts.pruning.begin(start);
        parts.extensions.begin(start);
        parts.quiescence.begin(start);
        parts.clock.begin(start);
        parts.observer.begin(start);
    }

    /// Tells every part that the search has ended.
    fn end(&mut self) {
        let parts = self.parts();
        parts.ordering.end();
        parts.pruning.end();
        parts.extensions.end();
        parts.quiescence.end();
        parts.clock.end();
        parts.observer.end();
    }

    /// Makes every part forget.
    fn reset(&mut self) {
        let parts = self.parts();
        parts.ordering.reset();
        parts.pruning.reset();
        parts.extensions.reset();
        parts.quiescence.reset();
        parts.clock.reset();
        parts.observer.reset();
    }
}

/// A bundle of decisions of whatever kind.
pub type Parts<'a, P, D> = &'a mut Decisions<
    <D as Decide<P>>::Ordering,
    <D as Decide<P>>::Pruning,
    <D as Decide<P>>::Extensions,
    <D as Decide<P>>::Quiescence,
    <D as Decide<P>>::Clock,
    <D as Decide<P>>::Observer,
>;

impl<P, O, R, X, Q, C, V> Decide<P> for Decisions<O, R, X, Q, C, V>
where
    P: Searchable,
    O: Ordering<P>,
    R: Pruning<P>,
    X: Extensions<P>,
    Q: Quiescence<P>,
    C: Clock<P>,
    V: Observer<P>,
{
    type Ordering = O;
    type Pruning = R;
    type Extensions = X;
    type Quiescence = Q;
    type Clock = C;
    type Observer = V;

    #[inline]
    fn parts(&mut self) -> Parts<'_, P, Self> {
        self
    }
}
