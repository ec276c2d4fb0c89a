//! Passes over the design, forwards for scores and backwards for gradients.
//!
//! Positions are dealt into blocks of a fixed size, and what the blocks find is added up in order,
//! so that the number of threads changes nothing.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    __m128d, __m256d, _mm_add_pd, _mm_cvtsd_f64, _mm_setr_epi32, _mm_setr_pd, _mm_srai_epi32,
    _mm_unpackhi_pd, _mm256_add_pd, _mm256_castpd256_pd128, _mm256_cvtepi32_pd,
    _mm256_extractf128_pd, _mm256_mul_pd, _mm256_permute4x64_pd, _mm256_setr_pd, _mm256_setzero_pd,
};

use rayon::prelude::*;

use super::Design;
use super::design::{Entry, MOST_TERMS, WHOLE_SHARE};
use crate::wide::{Kernel, widest};

/// Positions per block: enough that adding up the gradients of blocks takes no time.
pub(super) const BLOCK: usize = 8192;

/// A number for every term, in opening and ending.
pub(super) type PerTerm = [[f64; 2]; MOST_TERMS];

/// [`Design::forwards`] on its own.
pub(super) struct Forwards<'a> {
    pub design: &'a Design,
    pub first: usize,
    pub values: &'a PerTerm,
    pub scores: &'a mut [f64],
}

impl Kernel for Forwards<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.design.forwards(self.first, self.values, self.scores);
    }
}

impl Design {
    /// Scores from the first player, in centipawns.
    ///
    /// # Panics
    /// If there is not one value per weight.
    pub fn scores(&self, weights: &[f64]) -> Vec<f64> {
        let values = self.term_values(weights);
        let mut scores = vec![0.0; self.len()];
        scores.par_chunks_mut(BLOCK).enumerate().for_each(|(block, scores)| {
            widest(Forwards { design: self, first: block * BLOCK, values: &values, scores });
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
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the callee is compiled for.
            return unsafe { self.forwards_by_four(first, values, scores) };
        }
        self.forwards_by_one(first, values, scores);
    }

    #[inline]
    pub(super) fn forwards_by_one(&self, first: usize, values: &PerTerm, scores: &mut [f64]) {
        for (index, score) in (first..).zip(scores) {
            // Four sums side by side, for an addition takes longer to finish than to begin.
            let mut sums = [[0.0; 2]; 4];
            for four in self.row(index).chunks(4) {
                for (entry, sum) in four.iter().zip(&mut sums) {
                    let [o, e] = values[entry.term()];
                    let count = f64::from(entry.count());
                    *sum = [sum[0] + o * count, sum[1] + e * count];
                }
            }
            *score = self.together(index, sums);
        }
    }

    /// The same with two sums in a vector; to the last bit, for nothing is added in another order.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn forwards_by_four(&self, first: usize, values: &PerTerm, scores: &mut [f64]) {
        for (index, score) in (first..).zip(scores) {
            let (mut low, mut high) = (_mm256_setzero_pd(), _mm256_setzero_pd());
            let (fours, rest) = self.row(index).as_chunks::<4>();
            for four in fours {
                let [a, b, c, d] = four.map(|entry| values[entry.term()]);
                let [of_low, of_high] = counts_of(four);
                let products = _mm256_mul_pd(_mm256_setr_pd(a[0], a[1], b[0], b[1]), of_low);
                low = _mm256_add_pd(low, products);
                let products = _mm256_mul_pd(_mm256_setr_pd(c[0], c[1], d[0], d[1]), of_high);
                high = _mm256_add_pd(high, products);
            }
            let (low, high) = (halves(low), halves(high));
            let mut sums = [low[0], low[1], high[0], high[1]].map(pair);
            for (entry, sum) in rest.iter().zip(&mut sums) {
                let [o, e] = values[entry.term()];
                let count = f64::from(entry.count());
                *sum = [sum[0] + o * count, sum[1] + e * count];
            }
            *score = self.together(index, sums);
        }
    }

    /// A score from its four sums.
    #[inline(always)]
    fn together(&self, index: usize, sums: [[f64; 2]; 4]) -> f64 {
        let [opening, ending] = self.shares[index].map(f64::from);
        let [o, e] = [0, 1].map(|k| (sums[0][k] + sums[2][k]) + (sums[1][k] + sums[3][k]));
        o * opening + e * ending
    }

    /// Adds to the gradient by term what the positions from `first` on contribute, for derivatives
    /// of the objective by their scores. It is [`WHOLE_SHARE`] times too large.
    #[inline]
    pub(super) fn backwards(&self, first: usize, slopes: &[f64], gradient: &mut PerTerm) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has what the callee is compiled for.
            return unsafe { self.backwards_by_four(first, slopes, gradient) };
        }
        self.backwards_by_one(first, slopes, gradient);
    }

    #[inline]
    pub(super) fn backwards_by_one(&self, first: usize, slopes: &[f64], gradient: &mut PerTerm) {
        for (index, slope) in (first..).zip(slopes) {
            let by = self.shares[index].map(|share| f64::from(share) * slope);
            for &entry in self.row(index) {
                add(gradient, entry, by);
            }
        }
    }

    /// The same with the counts of four entries made floats at once; to the last bit, for nothing is
    /// added in another order. Measured on an AMD EPYC (Zen 4): 1.3 times as fast.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    pub(super) fn backwards_by_four(&self, first: usize, slopes: &[f64], gradient: &mut PerTerm) {
        for (index, slope) in (first..).zip(slopes) {
            let by = self.shares[index].map(|share| f64::from(share) * slope);
            let twice = _mm256_setr_pd(by[0], by[1], by[0], by[1]);
            let (fours, rest) = self.row(index).as_chunks::<4>();
            for four in fours {
                let [low, high] = counts_of(four).map(|counts| _mm256_mul_pd(twice, counts));
                let products = [halves(low), halves(high)];
                for (entry, &product) in four.iter().zip(products.as_flattened()) {
                    let sums = &mut gradient[entry.term()];
                    let sum = _mm_add_pd(_mm_setr_pd(sums[0], sums[1]), product);
                    *sums = pair(sum);
                }
            }
            for &entry in rest {
                add(gradient, entry, by);
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

/// The counts of two entries, each twice; and of the next two.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn counts_of(four: &[Entry; 4]) -> [__m256d; 2] {
    let [a, b, c, d] = four.map(Entry::word);
    let counts = _mm256_cvtepi32_pd(_mm_srai_epi32::<16>(_mm_setr_epi32(a, b, c, d)));
    [_mm256_permute4x64_pd::<0b01_01_00_00>(counts), _mm256_permute4x64_pd::<0b11_11_10_10>(counts)]
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn halves(four: __m256d) -> [__m128d; 2] {
    [_mm256_castpd256_pd128(four), _mm256_extractf128_pd::<1>(four)]
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn pair(two: __m128d) -> [f64; 2] {
    // SAFETY: every x86-64 processor has what these need.
    unsafe { [_mm_cvtsd_f64(two), _mm_cvtsd_f64(_mm_unpackhi_pd(two, two))] }
}

/// Adds an entry's part to the sums of its term.
#[inline(always)]
fn add(gradient: &mut PerTerm, entry: Entry, by: [f64; 2]) {
    let sums = &mut gradient[entry.term()];
    let count = f64::from(entry.count());
    *sums = [sums[0] + by[0] * count, sums[1] + by[1] * count];
}
