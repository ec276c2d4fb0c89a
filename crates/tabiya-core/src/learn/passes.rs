//! Passes over the design, forwards for scores and backwards for gradients.
//!
//! Positions are dealt into blocks of a fixed size, and what the blocks find is added up in order,
//! so that the number of threads changes nothing.

use rayon::prelude::*;

use super::Design;
use super::design::{MOST_TERMS, WHOLE_SHARE};

/// Positions per block: enough that adding up the gradients of blocks takes no time.
pub(super) const BLOCK: usize = 8192;

/// A number for every term, in opening and ending.
pub(super) type PerTerm = [[f64; 2]; MOST_TERMS];

impl Design {
    /// Scores from the first player, in centipawns.
    ///
    /// # Panics
    /// If there is not one value per weight.
    pub fn scores(&self, weights: &[f64]) -> Vec<f64> {
        let values = self.term_values(weights);
        let mut scores = vec![0.0; self.len()];
        scores.par_chunks_mut(BLOCK).enumerate().for_each(|(block, scores)| {
            self.forwards(block * BLOCK, &values, scores);
        });
        scores
    }

    pub(super) fn term_values(&self, weights: &[f64]) -> Box<PerTerm> {
        assert_eq!(weights.len(), self.schema.weights().len(), "one value per weight");
        let mut values = Box::new([[0.0; 2]; MOST_TERMS]);
        for (value, of_term) in values.iter_mut().zip(self.schema.term_values(weights)) {
            *value = of_term.map(|each| each / f64::from(WHOLE_SHARE));
        }
        values
    }

    /// The scores of the positions from `first` on.
    #[inline]
    pub(super) fn forwards(&self, first: usize, values: &PerTerm, scores: &mut [f64]) {
        for (index, score) in (first..).zip(scores) {
            let mut sums = [[0.0; 2]; 2];
            let (pairs, rest) = self.row(index).as_chunks::<2>();
            // Two sums side by side, for an addition takes longer to finish than to begin.
            for pair in pairs {
                for (entry, sum) in pair.iter().zip(&mut sums) {
                    let [o, e] = values[usize::from(entry.term) % MOST_TERMS];
                    let count = f64::from(entry.count);
                    *sum = [sum[0] + o * count, sum[1] + e * count];
                }
            }
            for entry in rest {
                let [o, e] = values[usize::from(entry.term) % MOST_TERMS];
                let count = f64::from(entry.count);
                sums[0] = [sums[0][0] + o * count, sums[0][1] + e * count];
            }
            let [opening, ending] = self.shares[index].map(f64::from);
            *score = (sums[0][0] + sums[1][0]) * opening + (sums[0][1] + sums[1][1]) * ending;
        }
    }

    /// Adds to the gradient by term what the positions from `first` on contribute, for derivatives
    /// of the objective by their scores. It is [`WHOLE_SHARE`] times too large.
    #[inline]
    pub(super) fn backwards(&self, first: usize, slopes: &[f64], gradient: &mut PerTerm) {
        for (index, slope) in (first..).zip(slopes) {
            let [opening, ending] = self.shares[index].map(|share| f64::from(share) * slope);
            for entry in self.row(index) {
                let sums = &mut gradient[usize::from(entry.term) % MOST_TERMS];
                let count = f64::from(entry.count);
                *sums = [sums[0] + opening * count, sums[1] + ending * count];
            }
        }
    }

    /// Adds up what blocks have found, in order.
    pub(super) fn add_up(&self, parts: &[Box<PerTerm>]) -> Vec<[f64; 2]> {
        let mut sums = vec![[0.0; 2]; self.schema.n_terms()];
        for part in parts {
            for (sum, found) in sums.iter_mut().zip(part.iter()) {
                *sum = [sum[0] + found[0], sum[1] + found[1]];
            }
        }
        sums
    }

    /// The gradient by weights at some of them, from that by terms.
    pub(super) fn by_weight(&self, weights: &[f64], by_term: &[[f64; 2]], scale: f64) -> Vec<f64> {
        let mut gradient = vec![0.0; weights.len()];
        for (of_term, sums) in self.schema.term_gradients(weights).iter().zip(by_term) {
            for &(weight, [opening, ending]) in of_term {
                gradient[weight] += opening * sums[0] + ending * sums[1];
            }
        }
        let whole = scale / f64::from(WHOLE_SHARE);
        for each in &mut gradient {
            *each *= whole;
        }
        gradient
    }
}
