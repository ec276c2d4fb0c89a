//! Evaluations: named weights, and the features of a position that they multiply.
//!
//! An evaluation is a [`Model`]: a [`Schema`] of weights and one function that walks over a position
//! and reports its features to a [`Sink`]. The same walk serves play, where the sink adds up a
//! score, and learning, where it writes the features down.

pub mod chess;
pub mod loa;
pub mod othello;
pub mod schema;

mod linear;

pub use linear::{Linear, Taper};
pub use schema::{Schema, TermId, WeightError, WeightInfo};

use crate::games::Position;

/// Receives the features of a position.
pub trait Sink {
    /// The position has feature `term` so many times more for the first player than for the second.
    fn add(&mut self, term: TermId, count: i32);
}

/// An evaluation that is linear in its weights.
pub trait Model: Clone + Default + Send + Sync + 'static {
    /// The game it is for.
    type Position: Position;

    /// Its weights and terms.
    fn schema() -> &'static Schema;

    /// Reports the features of a position, and how the terms are tapered there.
    fn features<S: Sink>(&self, position: &Self::Position, sink: &mut S) -> Taper;
}
