//! What is kept beside a position and changed a little by each move, so that nobody has to count a
//! whole board again: sums of squares, inputs of networks, indices of patterns.
//!
//! It is computed where it is asked for and nowhere else: a place of the tree knows the place
//! it was reached from, and takes the state from there by one step.

use std::cell::OnceCell;
use std::ops::Deref;

use super::decisions::Decide;
use super::game::Searchable;
use super::ordering::Ordering;
use crate::games::Position;

/// One step of play, from the position before it to the one after.
#[derive(Debug)]
pub struct Step<'a, P: Position> {
    /// Where the move was made.
    pub before: &'a P,
    /// The move; `None` if the side to move gave it up, which no rule allows but a search may try.
    pub m: Option<P::Move>,
    /// Where it led.
    pub after: &'a P,
}

/// Keeps something beside a position.
///
/// The law: [`Incremental::after`] gives what [`Incremental::state`] gives for the position after
/// the step, to the last bit.
pub trait Incremental<P: Position> {
    /// What is kept. It is cloned only to be changed, so what is large may live on the heap.
    type State: Clone;

    /// The state of a position, from scratch.
    fn state(&self, position: &P) -> Self::State;

    /// The state after one step from that of the position before it.
    #[inline]
    fn after(&self, _before: &Self::State, step: &Step<'_, P>) -> Self::State {
        self.state(step.after)
    }
}

/// Keeps nothing.
pub trait Stateless {}

impl<P: Position, T: Stateless> Incremental<P> for T {
    type State = ();

    #[inline]
    fn state(&self, _: &P) {}
}

/// A position of the tree with the states kept beside it: one for the evaluation, one for the
/// ordering, each computed the first time that it is asked for.
pub(super) struct Place<'a, P: Position, E, O> {
    position: P,
    from: Option<(&'a Self, Option<P::Move>)>,
    evaluation: OnceCell<E>,
    ordering: OnceCell<O>,
}

/// A place in the tree of a search with evaluation `E` and decisions `D`.
pub(super) type PlaceOf<'a, P, E, D> = Place<
    'a,
    P,
    <E as Incremental<P>>::State,
    <<D as Decide<P>>::Ordering as Incremental<P>>::State,
>;

impl<'a, P: Searchable, E, O> Place<'a, P, E, O> {
    /// Where a search begins.
    pub fn root(position: P) -> Self {
        Self { position, from: None, evaluation: OnceCell::new(), ordering: OnceCell::new() }
    }

    /// The place beside another, where a move is to be made by [`Place::make`]: it is made where the
    /// position will lie, for copies are a good part of a node's cost.
    #[inline]
    pub fn before(from: &'a Self, m: P::Move) -> Self {
        Self {
            position: from.position.clone(),
            from: Some((from, Some(m))),
            evaluation: OnceCell::new(),
            ordering: OnceCell::new(),
        }
    }

    /// Makes the move that leads here; `foresee` hears the key after it as early as possible.
    #[inline]
    pub fn make(&mut self, m: P::Move, foresee: impl FnOnce(u64)) {
        self.position.play_foreseen(m, foresee);
    }

    /// The place that a null move leads to; `foresee` hears its key.
    pub fn after_null(from: &'a Self, foresee: impl FnOnce(u64)) -> Option<Self> {
        let position = from.position.null_move()?;
        foresee(position.key());
        Some(Self {
            position,
            from: Some((from, None)),
            evaluation: OnceCell::new(),
            ordering: OnceCell::new(),
        })
    }

    /// The position itself.
    #[inline]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// What the evaluation keeps here.
    #[inline]
    pub fn evaluation_state(&self, keeper: &impl Incremental<P, State = E>) -> &E {
        self.state(keeper, |place| &place.evaluation)
    }

    /// What the ordering keeps here.
    #[inline]
    pub fn ordering_state(&self, keeper: &impl Ordering<P, State = O>) -> &O {
        self.state(keeper, |place| &place.ordering)
    }

    #[inline]
    fn state<S>(
        &self,
        keeper: &impl Incremental<P, State = S>,
        cell: impl Fn(&Self) -> &OnceCell<S> + Copy,
    ) -> &S {
        cell(self).get_or_init(|| match self.from {
            None => keeper.state(&self.position),
            Some((place, m)) => {
                let before = place.state_by_steps(keeper, cell);
                let step = Step { before: &place.position, m, after: &self.position };
                keeper.after(before, &step)
            }
        })
    }

    /// The same as [`Place::state`], for places further up: they are asked less often.
    #[inline(never)]
    fn state_by_steps<S>(
        &self,
        keeper: &impl Incremental<P, State = S>,
        cell: impl Fn(&Self) -> &OnceCell<S> + Copy,
    ) -> &S {
        self.state(keeper, cell)
    }
}

impl<P: Position, E, O> Deref for Place<'_, P, E, O> {
    type Target = P;

    #[inline]
    fn deref(&self) -> &P {
        &self.position
    }
}
