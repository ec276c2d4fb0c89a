//! Concordance: how well two analysts agree on the order of positions, Kendall's tau (Gomboc 2004,
//! chapter 4).
//!
//! [`concordance`] picks the fastest of three ways to count pairs, which all give the same numbers:
//! a table of counts where the scores are few whole numbers (`dense`), buckets that are sorted and
//! swept one by one where the labels are few (`buckets`), and a sorted sweep over a tree of counts
//! for everything else (`ordered`). [`partial_sums`] is the way of the thesis. [`Base`] counts again
//! when a few of many scores have changed.

// Scores are tied when they are equal to the last bit.
#![allow(clippy::float_cmp)]

mod buckets;
mod changed;
mod dense;
mod labels;
mod number;
mod ordered;
mod part;
pub mod partial_sums;
mod weighted;

use rayon::prelude::*;

pub use changed::Base;
pub use labels::Labels;
pub use number::Number;
pub use weighted::{Weighted, contributions, weighted_concordance, weighted_concordance_in};

/// A value that has no place in an order, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnorderedError {
    /// Index of the first value that is not a number.
    pub index: usize,
}

impl std::fmt::Display for UnorderedError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "expected numbers, found NaN at index {}", self.index)
    }
}

impl std::error::Error for UnorderedError {}

/// Every pair of positions is in one of five classes (Gomboc 2004, Table 2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Concordance {
    /// How many positions there are.
    pub n_positions: u64,
    /// Pairs that both analysts order alike.
    pub concordant: u64,
    /// Pairs that they order differently.
    pub discordant: u64,
    /// Pairs with different scores and the same label.
    pub extra_x: u64,
    /// Pairs with the same score and different labels.
    pub extra_y: u64,
    /// Pairs with the same score and the same label.
    pub duplicates: u64,
}

/// What a count of pairs finds; the rest follows from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct PairCounts {
    concordant: u64,
    /// Pairs of equal scores, of equal labels, and of both.
    tied_x: u64,
    tied_y: u64,
    tied_both: u64,
}

impl Concordance {
    fn new(found: PairCounts, n_positions: usize) -> Self {
        let n_positions = n_positions as u64;
        let PairCounts { concordant, tied_x, tied_y, tied_both } = found;
        let extra_x = tied_y - tied_both;
        let extra_y = tied_x - tied_both;
        let discordant = pairs(n_positions) - concordant - extra_x - extra_y - tied_both;
        Self { n_positions, concordant, discordant, extra_x, extra_y, duplicates: tied_both }
    }
}

/// How many pairs so many things form.
const fn pairs(n: u64) -> u64 {
    // One of the two factors is even; dividing first keeps the product small.
    if n.is_multiple_of(2) { (n / 2) * n.saturating_sub(1) } else { n * ((n - 1) / 2) }
}

/// Counts the pairs of positions that scores and labels order alike.
///
/// ```
/// use tabiya_core::concordance::{Labels, concordance};
///
/// let labels = Labels::new(&[1, 2, 2, 3])?;
/// let found = concordance(&[0.5, 0.7, 0.9, 0.6], &labels)?;
/// assert_eq!((found.concordant, found.discordant, found.extra_x), (3, 2, 1));
/// # Ok::<(), tabiya_core::concordance::UnorderedError>(())
/// ```
///
/// # Errors
/// If a score is not a number.
///
/// # Panics
/// If there is not one score per label.
pub fn concordance<T: Number>(x: &[T], labels: &Labels) -> Result<Concordance, UnorderedError> {
    count(x, labels, false, &mut Scratch::default())
}

/// The same for whoever counts often and keeps the memory for it.
///
/// # Errors
/// As [`concordance`].
///
/// # Panics
/// As [`concordance`].
pub fn concordance_in<T: Number>(
    scratch: &mut Scratch,
    x: &[T],
    labels: &Labels,
) -> Result<Concordance, UnorderedError> {
    count(x, labels, false, scratch)
}

/// Memory to count in.
#[derive(Debug, Default)]
pub struct Scratch {
    words: Vec<i64>,
    order: Vec<(u64, u32)>,
}

/// The same with the work shared among the threads of the pool, where there is enough of it; the
/// numbers do not depend on them.
///
/// # Errors
/// As [`concordance`].
///
/// # Panics
/// As [`concordance`].
pub fn concordance_shared<T: Number>(
    x: &[T],
    labels: &Labels,
) -> Result<Concordance, UnorderedError> {
    count(x, labels, true, &mut Scratch::default())
}

fn count<T: Number>(
    x: &[T],
    labels: &Labels,
    is_shared: bool,
    scratch: &mut Scratch,
) -> Result<Concordance, UnorderedError> {
    assert_eq!(x.len(), labels.len(), "one score per label");
    let found = match labels.few() {
        Some(codes) => dense::count(x, codes).or_else(|| {
            if is_shared {
                buckets::count_shared(x, codes)
            } else {
                buckets::count(x, codes, scratch)
            }
        }),
        None => None,
    };
    let found = match found {
        Some(found) => found,
        None => ordered::count(x, labels)?,
    };
    Ok(Concordance::new(found, x.len()))
}

/// The concordance of many analysts with the same labels: `x` holds their scores one after the
/// other. The work is shared among the threads of the pool; the numbers do not depend on them.
///
/// # Errors
/// If a score is not a number; the index counts within its row.
pub fn concordance_many<T: Number>(
    x: &[T],
    labels: &Labels,
) -> Result<Vec<Concordance>, UnorderedError> {
    if labels.is_empty() {
        return Ok(Vec::new());
    }
    x.par_chunks_exact(labels.len()).map(|row| concordance(row, labels)).collect()
}

#[cfg(test)]
mod tests;
