//! The logistic objective: how well scores, through the logistic curve, foretell results.
//!
//! CITE: Österlund 2014, "Texel's tuning method", <https://www.chessprogramming.org/Texel%27s_Tuning_Method>;
//! with the likelihood in place of squared errors.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

use rayon::prelude::*;

use super::curve::exp_minus;
use super::passes::{BLOCK, PerTerm};
use super::{Design, Slope};
use crate::learn::design::MOST_TERMS;
use crate::wide::{Kernel, widest};

/// Positions that go forwards and backwards together, so that their features stay in the cache.
const BATCH: usize = 64;

impl Design {
    /// The mean of `ln(1 + exp(s / scale)) - r s / scale` over positions with scores `s` and results
    /// `r` from 0 to 1, both of the first player; and how it changes with the weights. Positions
    /// count alike unless their importance is given.
    ///
    /// # Panics
    /// If there is not one result and importance per position.
    pub fn logistic(
        &self,
        weights: &[f64],
        results: &[f64],
        importance: Option<&[f64]>,
        scale: f64,
    ) -> Slope {
        assert_eq!(results.len(), self.len(), "one result per position");
        assert!(importance.is_none_or(|z| z.len() == self.len()), "one importance per position");
        let mut values = self.term_values(weights);
        values.iter_mut().flatten().for_each(|value| *value /= scale);
        let n_blocks = self.len().div_ceil(BLOCK);
        let (losses, parts): (Vec<f64>, Vec<Box<PerTerm>>) = (0..n_blocks)
            .into_par_iter()
            .map(|block| {
                let range = block * BLOCK..((block + 1) * BLOCK).min(self.len());
                let importance = importance.map(|z| &z[range.clone()]);
                let (first, results) = (range.start, &results[range]);
                widest(Block { design: self, first, values: &values, results, importance })
            })
            .unzip();
        let total = importance.map_or(self.len() as f64, |z| z.iter().sum());
        let value = losses.iter().sum::<f64>() / total;
        let gradient = self.by_weight(weights, &self.add_up(&parts), 1.0 / (total * scale));
        Slope { value, gradient }
    }
}

/// Positions that a thread takes at a time.
pub(super) struct Block<'a> {
    pub design: &'a Design,
    pub first: usize,
    pub values: &'a PerTerm,
    pub results: &'a [f64],
    pub importance: Option<&'a [f64]>,
}

impl Kernel for Block<'_> {
    /// The loss, and the gradient by term.
    type Output = (f64, Box<PerTerm>);

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { design, first, values, results, importance } = self;
        let mut gradient = Box::new([[0.0; 2]; MOST_TERMS]);
        let mut loss = 0.0;
        let mut buffer = [0.0; BATCH];
        for (batch, results) in results.chunks(BATCH).enumerate() {
            let scores = &mut buffer[..results.len()];
            let start = batch * BATCH;
            design.forwards(first + start, values, scores);
            loss += match importance {
                None => lose(scores, results),
                Some(z) => lose_weighted(scores, results, &z[start..start + results.len()]),
            };
            design.backwards(first + start, scores, &mut gradient);
        }
        (loss, gradient)
    }
}

/// Puts the derivatives of the loss in place of the scores, and returns the loss. It is the
/// logarithm of a product, which is taken once, for no factor is above 2.
#[inline(always)]
fn lose(scores: &mut [f64], results: &[f64]) -> f64 {
    let (mut loss, mut product) = (0.0, 1.0);
    for (score, result) in scores.iter_mut().zip(results) {
        let x = *score;
        let e = exp_minus(x.abs());
        loss += x.max(0.0) - result * x;
        product *= 1.0 + e;
        *score = chance(x, e) - result;
    }
    loss + f64::ln(product)
}

#[inline(always)]
fn lose_weighted(scores: &mut [f64], results: &[f64], importance: &[f64]) -> f64 {
    let mut loss = 0.0;
    for ((score, result), z) in scores.iter_mut().zip(results).zip(importance) {
        let x = *score;
        let e = exp_minus(x.abs());
        loss += z * (x.max(0.0) - result * x + e.ln_1p());
        *score = z * (chance(x, e) - result);
    }
    loss
}

/// The logistic curve, from e to minus the magnitude.
#[inline(always)]
fn chance(x: f64, e: f64) -> f64 {
    (if x >= 0.0 { 1.0 } else { e }) / (1.0 + e)
}
