//! Scores in whole numbers, and how they change with the weights.
//!
//! Term values are rounded to [`FINENESS`] parts of a centipawn, and everything after that is exact.
//! So equal positions are tied whatever the order of their features, and a score that is updated by
//! what has changed is the score that a new sum would give.

use std::sync::Mutex;

use rayon::prelude::*;

use super::Design;
use super::columns::NEARBY;
use super::design::{MOST_TERMS, WHOLE_SHARE};
use crate::eval::TermId;

/// Parts of a centipawn that a term's value is rounded to: about a millionth, a thousand times
/// finer than the search.
const FINENESS: f64 = (1 << 20) as f64;
/// So many times as long as a sum over a position's row takes an update of an entry by its column,
/// for it goes to and fro in memory.
const COST_OF_UPDATE: usize = 2;

/// The values of all terms, in opening and ending, in whole numbers.
pub(super) type Fixed = [[i64; 2]; MOST_TERMS];
/// A term that differs, and by how much.
pub(super) type Difference = (TermId, [i64; 2]);

/// Scores that were summed up, and for what values: those asked for next are mostly near them.
#[derive(Debug, Default)]
pub(super) struct Remembered(Mutex<Option<Summed>>);

#[derive(Debug)]
pub(super) struct Summed {
    values: Box<Fixed>,
    pub scores: Vec<i64>,
}

/// A copy remembers nothing.
impl Clone for Remembered {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Design {
    /// Scores from the first player, in whole numbers: centipawns times [`Design::unit`].
    pub fn fixed_scores(&self, weights: &[f64]) -> Vec<i64> {
        self.sum_up(&self.fixed(weights))
    }

    /// What a centipawn is in [`Design::fixed_scores`].
    pub fn unit() -> f64 {
        FINENESS * f64::from(WHOLE_SHARE)
    }

    /// The values of all terms for some weights.
    pub(super) fn fixed(&self, weights: &[f64]) -> Box<Fixed> {
        assert_eq!(weights.len(), self.schema.weights().len(), "one value per weight");
        let mut fixed = Box::new([[0; 2]; MOST_TERMS]);
        for (fixed, values) in fixed.iter_mut().zip(self.schema.term_values(weights)) {
            *fixed = values.map(|value| (value * FINENESS).round() as i64);
        }
        fixed
    }

    /// Scores for some values: from those of the last time, if that is quicker.
    pub(super) fn summed(&self, values: Box<Fixed>) -> Summed {
        let last = self.remembered.0.lock().expect("nobody panics with it").take();
        let nearby = last.and_then(|last| Some((self.differences(&last.values, &values)?, last)));
        let scores = match nearby {
            Some((differences, last)) => {
                let mut scores = last.scores;
                let blocks = scores.par_chunks_mut(NEARBY).enumerate();
                blocks.for_each(|(block, scores)| {
                    self.update_block(block * NEARBY, [&differences], [scores]);
                });
                scores
            }
            None => self.sum_up(&values),
        };
        Summed { values, scores }
    }

    /// Keeps scores for the next time.
    pub(super) fn remember(&self, summed: Summed) {
        *self.remembered.0.lock().expect("nobody panics with it") = Some(summed);
    }

    fn sum_up(&self, values: &Fixed) -> Vec<i64> {
        let mut scores = vec![0; self.len()];
        scores.par_iter_mut().with_min_len(1024).enumerate().for_each(|(index, score)| {
            *score = self.fixed_score(index, values);
        });
        scores
    }

    /// The score of a position, by a new sum.
    #[inline]
    pub(super) fn fixed_score(&self, index: usize, values: &Fixed) -> i64 {
        let (mut opening, mut ending) = (0, 0);
        for entry in self.row(index) {
            let [o, e] = values[entry.term()];
            opening += o * i64::from(entry.count());
            ending += e * i64::from(entry.count());
        }
        let [opening_share, ending_share] = self.shares[index].map(i64::from);
        opening * opening_share + ending * ending_share
    }

    /// Scores for other weights that differ in the same terms, from those for the base.
    pub(super) fn update<const N: usize>(
        &self,
        base: &[i64],
        differences: [&[Difference]; N],
        mut scores: [&mut Vec<i64>; N],
    ) {
        for scores in &mut scores {
            scores.clear();
        }
        for (block, base) in base.chunks(NEARBY).enumerate() {
            let first = block * NEARBY;
            for scores in &mut scores {
                scores.extend_from_slice(base);
            }
            self.update_block(first, differences, scores.each_mut().map(|s| &mut s[first..]));
        }
    }

    /// The same for the block of positions from `first` on.
    fn update_block<const N: usize>(
        &self,
        first: usize,
        differences: [&[Difference]; N],
        mut scores: [&mut [i64]; N],
    ) {
        let block = first / NEARBY;
        let shares = &self.shares[first..first + scores[0].len()];
        for (index, &(term, _)) in differences[0].iter().enumerate() {
            let by = differences.map(|differences| differences[index].1);
            for place in self.columns().of_block(term, block) {
                let (at, count) = (usize::from(place.at), i64::from(place.count));
                let shares = shares[at].map(|share| count * i64::from(share));
                for (scores, by) in scores.iter_mut().zip(by) {
                    scores[at] += shares[0] * by[0] + shares[1] * by[1];
                }
            }
        }
    }

    /// The terms that differ and by how much; `None` if a new sum is quicker.
    pub(super) fn differences(&self, base: &Fixed, values: &Fixed) -> Option<Vec<Difference>> {
        let differs = |term: &TermId| base[*term] != values[*term];
        let mut found = Vec::new();
        for term in (0..MOST_TERMS).filter(differs) {
            self.size(term)?;
            found.push((term, [0, 1].map(|phase| values[term][phase] - base[term][phase])));
        }
        (self.n_places(&found) * COST_OF_UPDATE <= self.n_entries()).then_some(found)
    }

    /// How many entries some differences touch.
    pub(super) fn n_places(&self, differences: &[Difference]) -> usize {
        differences.iter().filter_map(|&(term, _)| self.size(term)).sum()
    }
}

/// For each term the value that most of some vectors have, if there is such a one. Vectors that each
/// differ from one base in a weight of their own have that base, even if it is not among them.
///
/// CITE: Boyer, Moore 1991, "MJRTY: a fast majority vote algorithm".
pub(super) fn most_common(vectors: impl Iterator<Item = Box<Fixed>>) -> Box<Fixed> {
    let mut found = Box::new([[0; 2]; MOST_TERMS]);
    let mut leads = vec![0_usize; MOST_TERMS];
    for vector in vectors {
        for ((found, lead), value) in found.iter_mut().zip(&mut leads).zip(&*vector) {
            if *lead == 0 {
                *found = *value;
            }
            *lead = if found == value { *lead + 1 } else { *lead - 1 };
        }
    }
    found
}
