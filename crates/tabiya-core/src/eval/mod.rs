//! Evaluations: named weights, and the features of a position that they multiply.
//!
//! An evaluation is a [`Model`]: a [`Schema`] of weights and one function that walks over a position
//! and reports its features to a [`Sink`]. The same walk serves play, where the sink adds up a
//! score, and learning, where it writes the features down.

pub mod chess;
pub mod combined;
pub mod loa;
pub mod network;
pub mod othello;
pub mod patterns;
pub mod schema;
pub mod trace;

mod counted;
mod entries;
mod linear;
mod tracing;

pub use counted::{MOST_COUNTED, each_feature, feature_names, n_features};
pub use linear::{Linear, Tally};
pub use schema::{Factor, Schema, TermId, WeightError, WeightId, WeightInfo};

use std::fmt::Debug;

use crate::games::Position;
use crate::search::Step;

/// Receives the features of a position.
pub trait Sink<M: Model> {
    /// The position has feature `term` so many times more for the first player than for the second.
    fn add(&mut self, term: TermId, count: i32);

    /// Reports features that depend on nothing but `key`, and what was learnt on the way. A sink
    /// that keeps sums may remember both and skip the walk the next time.
    fn remember(&mut self, key: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo;
}

/// Where a position stands between opening and ending, and how much of its score counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taper {
    /// How much of the opening is left, from 0 to [`Taper::FULL`].
    pub opening: u8,
    /// What part of the ending's score is to be believed, in [`Taper::WHOLE`]ths.
    pub ending_scale: u8,
}

impl Taper {
    /// All of the opening.
    pub const FULL: u8 = 24;
    /// All of the ending's score.
    pub const WHOLE: u8 = 64;

    /// A phase with nothing taken off.
    pub const fn phase(opening: u8) -> Self {
        Self { opening, ending_scale: Self::WHOLE }
    }
}

/// An evaluation that is linear in its terms.
pub trait Model: Clone + Default + Send + Sync + 'static {
    /// The game it is for.
    type Position: Position;
    /// What [`Sink::remember`] remembers beside the sums.
    type Memo: Copy + Default + Send;
    /// What [`Model::kept`] knows of a position beside its features.
    type Kept: Copy + PartialEq + Debug + Send;

    /// The score, in centipawns, that makes the expected result e to one: the scale of the logistic
    /// curve from scores to chances.
    const WIN_SCALE: f64;

    /// Entries to remember, a power of two; 0 if nothing is remembered.
    const N_REMEMBERED: usize = 0;

    /// How many terms, the first ones, belong to [`Model::kept`].
    const N_KEPT: usize = 0;

    /// What [`Sink::remember`] will be asked for in a position, where something is remembered.
    #[inline]
    fn remembered_key(_position: &Self::Position) -> u64 {
        0
    }

    /// Its weights and terms.
    fn schema() -> &'static Schema;

    /// Reports the features that a move changes in a known way, so that a search need not count
    /// them again in every position.
    fn kept<S: Sink<Self>>(&self, position: &Self::Position, sink: &mut S) -> Self::Kept;

    /// Reports by how much a step changes those features, and what is known after it.
    fn kept_after<S: Sink<Self>>(
        &self,
        before: Self::Kept,
        step: &Step<'_, Self::Position>,
        sink: &mut S,
    ) -> Self::Kept;

    /// Reports the other features of a position, and how the terms are tapered there.
    fn features<S: Sink<Self>>(
        &self,
        position: &Self::Position,
        kept: Self::Kept,
        sink: &mut S,
    ) -> Taper;
}
