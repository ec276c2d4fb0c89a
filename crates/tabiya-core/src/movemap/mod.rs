//! The Neural `MoveMap`: a small network that says of each move how likely it is the best one
//! (Kocsis 2003, chapter 3).
//!
//! Start with [`Shape`], which says what a network sees and how a move is told to it. [`Examples`]
//! are positions with their best moves, [`Trainer`] fits the weights to them, and [`Fixed`] is the
//! network as a search uses it, in whole numbers and kept up to date by each move.

mod adam;
mod every;
mod examples;
mod fixed;
mod gradient;
mod lines;
mod network;
mod quantised;
mod rprop;
mod shape;
mod trainer;

#[cfg(test)]
mod tests;

pub use examples::{Example, Examples, ExamplesError, Moves, NO_SQUARE};
pub use fixed::{Fixed, Look, Sums};
pub use lines::{PlayedGames, PlayedMoves, played_in_pgn};
pub use network::MoveMap;
pub use shape::{Encoding, Geometry, Inputs, MAX_HIDDEN, MapError, Shape};
pub use trainer::{Epoch, Loss, Method, Trainer, ranks};
