//! Statistical combination of features: the passes over all examples that the models need.
//!
//! A pass reads every row once and does all its work there, block by block: what a block finds fits
//! into the first cache. The small systems of equations that follow are the caller's business.
//! Blocks have a fixed size and are added up in order, so that the number of threads changes nothing.
//!
//! CITE: Buro 1995, "Statistical Feature Combination for the Evaluation of Game Positions", §2.

#![expect(clippy::inline_always, reason = "bodies are compiled once per kind of processor")]

mod block;
mod logistic;
mod moments;

pub use block::FeatureNumber;
pub use logistic::{At, Newton, newton};
pub use moments::{ClassMoments, moments};

/// Examples: rows of features, what became of each, and how often each counts.
#[derive(Clone, Copy, Debug)]
pub struct Examples<'a, T> {
    /// The features, row by row.
    pub features: &'a [T],
    /// How many features a row has.
    pub n_features: usize,
    /// The share of each row that was won, from 0 to 1; a draw is one half.
    pub won: &'a [f64],
    /// How often each row counts: n in the paper; once if it is not said.
    pub trials: Option<&'a [f64]>,
    /// The origin and the unit of every feature, about its mean and its deviation, so that sums of
    /// squares lose no digits.
    pub units: &'a [[f64; 2]],
}

impl<T> Examples<'_, T> {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.won.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.won.is_empty()
    }

    /// # Panics
    /// If the parts do not fit together.
    fn check(&self) {
        assert!(u32::try_from(self.len()).is_ok(), "four thousand million examples at most");
        assert_eq!(self.features.len(), self.len() * self.n_features, "a row per example");
        assert!(self.trials.is_none_or(|trials| trials.len() == self.len()), "trials per example");
        assert_eq!(self.units.len(), self.n_features, "units per feature");
    }
}

/// Rows that a thread works on at a time: enough that adding up takes no time.
const CHUNK: usize = 8192;

/// The ranges of rows that are worked on at a time.
fn chunks(n: usize) -> impl rayon::iter::IndexedParallelIterator<Item = std::ops::Range<usize>> {
    use rayon::prelude::*;
    (0..n.div_ceil(CHUNK)).into_par_iter().map(move |i| i * CHUNK..n.min((i + 1) * CHUNK))
}

/// Whether this processor multiplies and adds four numbers in one instruction.
fn has_fma() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

#[cfg(test)]
mod tests;
