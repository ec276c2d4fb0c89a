//! Kernels of tuning: what has to be known of many positions, for weights that keep changing.
//!
//! A [`Design`] is a trace made ready for it. From it come the concordances of many weight vectors
//! ([`Design::concordances`]), and two smooth objectives with their gradients: the logistic loss on
//! results ([`Design::logistic`]) and a surrogate of tau over all pairs ([`Design::pairwise`]).
//! Nothing that they return depends on the number of threads, to the last bit.

mod actor_critic;
mod columns;
mod concordances;
mod curve;
mod design;
mod least_squares;
mod leaves;
mod logistic;
mod pairwise;
mod passes;
mod whole;

pub use actor_critic::{Act, Episode, actor_critic_step};
pub use design::{Design, PartsError};
pub use least_squares::{OneHotRows, Target, least_squares};
pub use leaves::{Leaves, Settled, settle, settle_batch};
pub use pairwise::hinge;

/// An objective at some weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Slope {
    /// Its value.
    pub value: f64,
    /// How it changes with each weight of the schema.
    pub gradient: Vec<f64>,
}

#[cfg(test)]
mod tests;
