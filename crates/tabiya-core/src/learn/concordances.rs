//! Concordances of many weight vectors, without touching a board.
//!
//! Scores are whole numbers here: term values are rounded to [`FINENESS`] parts of a centipawn, and
//! everything after that is exact. So equal positions are tied whatever the order of their features,
//! and a score that is updated by what has changed is the score that a new sum would give.

use rayon::prelude::*;

use super::Design;
use super::design::MOST_TERMS;
use crate::concordance::{Base, Concordance, Labels, Weighted, concordance, weighted_concordance};
use crate::eval::TermId;

/// Parts of a centipawn that a term's value is rounded to: about a millionth, a thousand times
/// finer than the search.
const FINENESS: f64 = (1 << 20) as f64;
/// So many times as long as a sum over a position's row takes an update of an entry by its column,
/// for it goes to and fro in memory.
const COST_OF_UPDATE: usize = 2;
/// So many times as long as counting all pairs, per position, takes counting those of a changed one.
const COST_OF_CHANGE: usize = 8;
/// For fewer vectors that change few positions it is not worth while to put the base in order.
const LEAST_SPARSE: usize = 16;

/// The values of all terms, in opening and ending, in whole numbers.
type Fixed = [[i64; 2]; MOST_TERMS];
/// Terms that differ, and by how much.
type Differences = Vec<(TermId, [i64; 2])>;

impl Design {
    /// The concordance of each of several weight vectors with the labels. The vectors should be
    /// near the first of them: its scores are summed up, those of the others follow by the columns
    /// of what differs, unless that is most of the evaluation; and where few scores change, only
    /// their pairs are counted anew.
    ///
    /// # Panics
    /// If there is not one label per position, or a vector has not one value per weight.
    pub fn concordances(&self, vectors: &[Vec<f64>], labels: &Labels) -> Vec<Concordance> {
        self.measure(vectors, &Plain(labels))
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
        self.measure(vectors, &ByImportance(labels, importance))
    }

    /// Scores from the first player, in whole numbers: centipawns times [`Design::unit`].
    pub fn fixed_scores(&self, weights: &[f64]) -> Vec<i64> {
        self.sum_up(&self.fixed(weights))
    }

    /// What a centipawn is in [`Design::fixed_scores`].
    pub fn unit() -> f64 {
        FINENESS * f64::from(super::design::WHOLE_SHARE)
    }

    fn measure<C: Count>(&self, vectors: &[Vec<f64>], count: &C) -> Vec<C::Output> {
        let Some((first, others)) = vectors.split_first() else { return Vec::new() };
        let values = self.fixed(first);
        let scores = self.sum_up(&values);
        let differences: Vec<Option<Differences>> =
            others.par_iter().map(|other| self.differences(&values, &self.fixed(other))).collect();
        let is_sparse = |d: &&Option<Differences>| {
            d.as_ref().is_some_and(|d| self.n_places(d) * COST_OF_CHANGE <= self.len())
        };
        let n_sparse = differences.iter().filter(is_sparse).count();
        let base = if n_sparse >= LEAST_SPARSE { count.base(&scores) } else { None };
        let of_other = |working: &mut Working, pair: (&Vec<f64>, &Option<Differences>)| {
            self.update(working, &scores, pair.0, pair.1.as_ref());
            let nearby = base.as_ref().and_then(|base| working.changes(base, count));
            nearby.unwrap_or_else(|| count.all(&working.scores))
        };
        // One vector at a time to a thread, and the first beside them.
        let (first, mut found) = rayon::join(
            || count.all(&scores),
            || {
                let others = others.par_iter().zip(&differences).with_max_len(1);
                others.map_init(Working::default, of_other).collect::<Vec<_>>()
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

    /// Scores for other weights, from those for the base.
    fn update(
        &self,
        working: &mut Working,
        base: &[i64],
        weights: &[f64],
        differences: Option<&Differences>,
    ) {
        let Some(differences) = differences else {
            let values = self.fixed(weights);
            working.scores.clear();
            working.scores.extend((0..self.len()).map(|index| self.fixed_score(index, &values)));
            working.is_whole = true;
            return;
        };
        working.reset(base);
        for &(term, [opening, ending]) in differences {
            for (position, count) in self.columns.places(term) {
                let [opening_share, ending_share] = self.shares[position].map(i64::from);
                working.touch(position);
                working.scores[position] +=
                    count * (opening * opening_share + ending * ending_share);
            }
        }
    }

    /// The terms that differ and by how much; `None` if a new sum is quicker.
    fn differences(&self, base: &Fixed, values: &Fixed) -> Option<Differences> {
        let differs = |term: &TermId| base[*term] != values[*term];
        let mut found = Vec::new();
        for term in (0..MOST_TERMS).filter(differs) {
            self.columns.size(term)?;
            found.push((term, [0, 1].map(|phase| values[term][phase] - base[term][phase])));
        }
        (self.n_places(&found) * COST_OF_UPDATE <= self.n_entries()).then_some(found)
    }

    fn n_places(&self, differences: &Differences) -> usize {
        differences.iter().filter_map(|&(term, _)| self.columns.size(term)).sum()
    }
}

/// The scores that a thread is working on, and which of them differ from the base.
#[derive(Default)]
struct Working {
    scores: Vec<i64>,
    touched: Vec<usize>,
    is_touched: Vec<bool>,
    /// Whether all of them may differ.
    is_whole: bool,
}

impl Working {
    fn reset(&mut self, base: &[i64]) {
        if self.is_whole || self.scores.is_empty() {
            self.scores.clear();
            self.scores.extend_from_slice(base);
            self.is_touched.resize(base.len(), false);
        }
        for index in self.touched.drain(..) {
            self.scores[index] = base[index];
            self.is_touched[index] = false;
        }
        self.is_whole = false;
    }

    #[inline]
    fn touch(&mut self, index: usize) {
        if !self.is_touched[index] {
            self.is_touched[index] = true;
            self.touched.push(index);
        }
    }

    /// What the few that have changed make of the base; `None` if they are not few.
    fn changes<C: Count>(&self, base: &Base<'_>, count: &C) -> Option<C::Output> {
        if self.is_whole || self.touched.len() * COST_OF_CHANGE > self.scores.len() {
            return None;
        }
        let changes: Vec<_> =
            self.touched.iter().map(|&index| (index, self.scores[index])).collect();
        count.changed(base, &changes)
    }
}

/// A way to count pairs.
trait Count: Sync {
    type Output: Send;

    /// Puts scores in order, if it is of any use.
    fn base(&self, scores: &[i64]) -> Option<Base<'_>>;

    fn all(&self, scores: &[i64]) -> Self::Output;

    fn changed(&self, base: &Base<'_>, changes: &[(usize, i64)]) -> Option<Self::Output>;
}

struct Plain<'a>(&'a Labels);

impl Count for Plain<'_> {
    type Output = Concordance;

    fn base(&self, scores: &[i64]) -> Option<Base<'_>> {
        Base::new(scores, self.0)
    }

    fn all(&self, scores: &[i64]) -> Concordance {
        concordance(scores, self.0).expect("whole numbers have an order")
    }

    fn changed(&self, base: &Base<'_>, changes: &[(usize, i64)]) -> Option<Concordance> {
        base.changed(changes)
    }
}

struct ByImportance<'a>(&'a Labels, &'a [f64]);

impl Count for ByImportance<'_> {
    type Output = Weighted;

    fn base(&self, _: &[i64]) -> Option<Base<'_>> {
        None
    }

    fn all(&self, scores: &[i64]) -> Weighted {
        weighted_concordance(scores, self.0, self.1).expect("whole numbers have an order")
    }

    fn changed(&self, _: &Base<'_>, _: &[(usize, i64)]) -> Option<Weighted> {
        None
    }
}
