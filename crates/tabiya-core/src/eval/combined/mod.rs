//! Evaluations that combine a few features into the odds of winning, by a form for every phase of
//! the game. As the scores are logarithms of odds in every phase, they can be compared between them.
//!
//! CITE: Buro 1995, "Statistical Feature Combination for the Evaluation of Game Positions".

mod form;
mod groups;

pub use form::{Form, Forms, FormsError};
pub use groups::Groups;

use std::sync::Arc;

use crate::games::Position;
use crate::search::score::{CENTIPAWN, Score, clamp_estimate};
use crate::search::{Evaluation, Incremental, Searchable, Step};

/// Most features that a combination has.
pub const MOST_FEATURES: usize = 64;

/// The features of a position, as far as they have been computed.
pub type Values = [f32; MOST_FEATURES];

/// Turns positions into features, all seen by the side to move.
pub trait Source<P: Position>: Incremental<P> + Clone + Send + Sync + 'static {
    /// The score of odds of e to one, as the game's own evaluation has it.
    const WIN_SCALE: f64;

    /// What the features are called.
    fn names(&self) -> Vec<String>;

    /// The features of a position in some phase.
    fn measure(&self, position: &P, state: &Self::State, phase: usize, values: &mut Values);
}

/// Features and the forms that combine them.
#[derive(Clone)]
pub struct Combined<S> {
    source: S,
    forms: Arc<Forms>,
}

impl<S> Combined<S> {
    /// Combines features by forms.
    ///
    /// # Errors
    /// If the forms are for another number of features.
    pub fn new<P: Position>(source: S, forms: Arc<Forms>) -> Result<Self, FormsError>
    where
        S: Source<P>,
    {
        forms.check(source.names().len())?;
        Ok(Self { source, forms })
    }
}

impl<P: Position, S: Source<P>> Incremental<P> for Combined<S> {
    type State = S::State;

    #[inline]
    fn state(&self, position: &P) -> S::State {
        self.source.state(position)
    }

    #[inline]
    fn after(&self, before: &S::State, step: &Step<'_, P>) -> S::State {
        self.source.after(before, step)
    }
}

impl<P: Searchable, S: Source<P>> Evaluation<P> for Combined<S> {
    fn evaluate_with(&mut self, position: &P, state: &S::State) -> Score {
        let phase = self.forms.phase(position.n_men());
        let mut values = [0.0; MOST_FEATURES];
        self.source.measure(position, state, phase, &mut values);
        let odds = f64::from(self.forms.log_odds(phase, &values));
        clamp_estimate((odds * S::WIN_SCALE * f64::from(CENTIPAWN)).round() as Score)
    }
}

#[cfg(test)]
mod tests;
