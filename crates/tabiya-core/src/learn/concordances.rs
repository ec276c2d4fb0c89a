//! Concordances of many weight vectors, without touching a board.
//!
//! Scores are whole numbers here: term values are rounded to [`FINENESS`] parts of a centipawn, and
//! everything after that is exact. So equal positions are tied whatever the order of their features,
//! and a score that is updated by what has changed is the score that a new sum would give.

use rayon::prelude::*;

use super::Design;
use super::design::MOST_TERMS;
use crate::concordance::{
    Concordance, Labels, UnorderedError, Weighted, concordance, weighted_concordance,
};
use crate::eval::TermId;

/// Parts of a centipawn that a term's value is rounded to: about a millionth, a thousand times
/// finer than the search.
const FINENESS: f64 = (1 << 20) as f64;
/// So many times as long as a sum over a position's row takes an update of an entry by its column,
/// for it goes to and fro in memory.
const COST_OF_UPDATE: usize = 2;

/// The values of all terms, in opening and ending, in whole numbers.
type Fixed = [[i64; 2]; MOST_TERMS];

impl Design {
    /// The concordance of each of several weight vectors with the labels. The vectors should be
    /// near the first of them: its scores are summed up, those of the others follow by the columns
    /// of what differs, unless that is most of the evaluation.
    ///
    /// # Panics
    /// If there is not one label per position, or a vector has not one value per weight.
    pub fn concordances(&self, vectors: &[Vec<f64>], labels: &Labels) -> Vec<Concordance> {
        self.measure(vectors, |scores| concordance(scores, labels))
    }

    /// The same for positions that count more or less than others.
    ///
    /// # Panics
    /// As [`Design::concordances`]; or if there is not one weight per position.
    pub fn weighted_concordances(
        &self,
        vectors: &[Vec<f64>],
        labels: &Labels,
        importance: &[f64],
    ) -> Vec<Weighted> {
        self.measure(vectors, |scores| weighted_concordance(scores, labels, importance))
    }

    /// Scores from the first player, in whole numbers: centipawns times [`Design::unit`].
    pub fn fixed_scores(&self, weights: &[f64]) -> Vec<i64> {
        self.sum_up(&self.fixed(weights))
    }

    /// What a centipawn is in [`Design::fixed_scores`].
    pub fn unit() -> f64 {
        FINENESS * f64::from(super::design::WHOLE_SHARE)
    }

    fn measure<T: Send>(
        &self,
        vectors: &[Vec<f64>],
        count: impl Fn(&[i64]) -> Result<T, UnorderedError> + Sync,
    ) -> Vec<T> {
        let Some((first, others)) = vectors.split_first() else { return Vec::new() };
        let count = |scores: &[i64]| count(scores).expect("whole numbers have an order");
        let base = self.fixed(first);
        let scores = self.sum_up(&base);
        let of_other = |buffer: &mut Vec<i64>, weights: &Vec<f64>| {
            self.update(buffer, &scores, &base, &self.fixed(weights));
            count(buffer)
        };
        // One vector at a time to a thread, and its first beside them, for all cost about the same.
        let (first, mut found) = rayon::join(
            || count(&scores),
            || {
                let others = others.par_iter().with_max_len(1);
                others.map_init(Vec::new, of_other).collect::<Vec<_>>()
            },
        );
        found.insert(0, first);
        found
    }

    fn fixed(&self, weights: &[f64]) -> Box<Fixed> {
        assert_eq!(weights.len(), self.schema.weights().len(), "one value per weight");
        let mut fixed = Box::new([[0; 2]; MOST_TERMS]);
        for (fixed, values) in fixed.iter_mut().zip(self.schema.term_values(weights)) {
            *fixed = values.map(|value| (value * FINENESS).round() as i64);
        }
        fixed
    }

    fn sum_up(&self, values: &Fixed) -> Vec<i64> {
        let mut scores = vec![0; self.len()];
        scores.par_iter_mut().with_min_len(1024).enumerate().for_each(|(index, score)| {
            *score = self.fixed_score(index, values);
        });
        scores
    }

    #[inline]
    fn fixed_score(&self, index: usize, values: &Fixed) -> i64 {
        let (mut opening, mut ending) = (0, 0);
        for entry in self.row(index) {
            let [o, e] = values[usize::from(entry.term) % MOST_TERMS];
            opening += o * i64::from(entry.count);
            ending += e * i64::from(entry.count);
        }
        let [opening_share, ending_share] = self.shares[index].map(i64::from);
        opening * opening_share + ending * ending_share
    }

    /// Scores for other values, from those for the base.
    fn update(&self, scores: &mut Vec<i64>, base_scores: &[i64], base: &Fixed, values: &Fixed) {
        scores.clear();
        let Some(changed) = self.changed(base, values) else {
            scores.extend((0..self.len()).map(|index| self.fixed_score(index, values)));
            return;
        };
        scores.extend_from_slice(base_scores);
        for (term, [opening, ending]) in changed {
            for (position, count) in self.columns.places(term) {
                let [opening_share, ending_share] = self.shares[position].map(i64::from);
                scores[position] += count * (opening * opening_share + ending * ending_share);
            }
        }
    }

    /// The terms that differ and by how much; `None` if a new sum is quicker.
    fn changed(&self, base: &Fixed, values: &Fixed) -> Option<Vec<(TermId, [i64; 2])>> {
        let differs = |term: &TermId| base[*term] != values[*term];
        let mut n_places = 0;
        let mut changed = Vec::new();
        for term in (0..MOST_TERMS).filter(differs) {
            n_places += self.columns.size(term)?;
            changed.push((term, [0, 1].map(|phase| values[term][phase] - base[term][phase])));
        }
        (n_places * COST_OF_UPDATE <= self.n_entries()).then_some(changed)
    }
}
