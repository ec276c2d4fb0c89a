//! All that a search decides, as one bundle of types, so that the plain player pays for none of it.

use super::clock::{Clock, UntilLimits};
use super::events::{Observer, Silence};
use super::extensions::{ByGame, Extensions};
use super::game::Searchable;
use super::ordering::{Classic, Ordering};
use super::pruning::{Nothing, Pruning};
use super::quiescence::{Quiescence, Tactical};

/// The decisions of a search: each part is passed in, none is hard-wired.
#[derive(Clone, Debug, Default)]
pub struct Decisions<
    O = Classic,
    R = Nothing,
    X = ByGame,
    Q = Tactical,
    C = UntilLimits,
    V = Silence,
> {
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
pub trait Decide<P: Searchable> {
    /// What to look at first.
    type Ordering: Ordering<P>;
    /// What to skip.
    type Pruning: Pruning<P>;
    /// Where to look further.
    type Extensions: Extensions<P>;
    /// What a leaf must not ignore.
    type Quiescence: Quiescence<P>;
    /// Where to spend time.
    type Clock: Clock;
    /// Who listens.
    type Observer: Observer<P>;

    /// The parts themselves.
    fn parts(&mut self) -> Parts<'_, P, Self>;
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
    C: Clock,
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
