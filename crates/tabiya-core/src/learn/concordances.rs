//! Concordances of many weight vectors, without touching a board.
//!
//! Scores are whole numbers here: term values are rounded to [`FINENESS`] parts of a centipawn, and
//! everything after that is exact. So equal positions are tied whatever the order of their features,
//! and a score that is updated by what has changed is the score that a new sum would give.

use std::sync::Mutex;

use rayon::prelude::*;

use super::Design;
use super::design::MOST_TERMS;
use crate::concordance::{
    Base, Concordance, Labels, Scratch, Weighted, concordance_in, weighted_concordance_in,
};
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

/// Positions whose scores are updated together.
const NEARBY: usize = 1 << 13;

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
        let is_sparse = |d: &Differences| self.n_places(d) * COST_OF_CHANGE <= self.len();
        let n_sparse = differences.iter().flatten().filter(|d| is_sparse(d)).count();
        let base = if n_sparse >= LEAST_SPARSE { count.base(&scores) } else { None };
        let tasks = tasks(others, &differences, |d| base.is_some() && is_sparse(d));
        let of_task = |working: &mut Working, task: &Task<'_>| match task {
            Task::Anew(weights) => {
                let values = self.fixed(weights);
                let score = |index| self.fixed_score(index, &values);
                working.first.clear();
                working.first.extend((0..self.len()).map(score));
                vec![working.count_first(count)]
            }
            Task::One(differences) => {
                self.update(&scores, [differences], [&mut working.first]);
                vec![working.count_first(count)]
            }
            Task::Two(pair) => {
                let Working { first, second, scratch, .. } = working;
                self.update(&scores, *pair, [first, second]);
                vec![count.all(first, scratch), count.all(second, scratch)]
            }
            Task::Near(differences) => {
                let changes = self.changes(working, &scores, differences);
                let nearby = base.as_ref().and_then(|base| count.changed(base, &changes));
                vec![nearby.unwrap_or_else(|| {
                    self.update(&scores, [differences], [&mut working.first]);
                    working.count_first(count)
                })]
            }
        };
        // One task at a time to a thread, and the first vector beside them.
        let (first, found) = rayon::join(
            || count.all(&scores, &mut Scratch::default()),
            || {
                // What one task has worked with serves the next.
                let idle = Mutex::new(Vec::new());
                let tasks = tasks.par_iter().with_max_len(1).map(|task| {
                    let taken = idle.lock().expect("nobody panics with it").pop();
                    let mut working = taken.unwrap_or_default();
                    let found = of_task(&mut working, task);
                    idle.lock().expect("nobody panics with it").push(working);
                    found
                });
                tasks.collect::<Vec<_>>()
            },
        );
        std::iter::once(first).chain(found.into_iter().flatten()).collect()
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

    /// Scores for other weights that differ in the same terms, from those for the base.
    fn update<const N: usize>(
        &self,
        base: &[i64],
        differences: [&Differences; N],
        mut scores: [&mut Vec<i64>; N],
    ) {
        let terms = differences[0].iter().enumerate();
        let mut columns: Vec<_> = terms
            .map(|(index, &(term, _))| {
                let by = differences.map(|differences| differences[index].1);
                (by, self.columns.places(term).peekable())
            })
            .collect();
        for scores in &mut scores {
            scores.clear();
        }
        // Block by block, so that scores and shares stay in the cache for all columns.
        for start in (0..base.len()).step_by(NEARBY) {
            let end = (start + NEARBY).min(base.len());
            for scores in &mut scores {
                scores.extend_from_slice(&base[start..end]);
            }
            for (by, places) in &mut columns {
                while let Some((position, count)) = places.next_if(|place| place.0 < end) {
                    let shares = self.shares[position].map(|share| count * i64::from(share));
                    for (scores, by) in scores.iter_mut().zip(&*by) {
                        scores[position] += shares[0] * by[0] + shares[1] * by[1];
                    }
                }
            }
        }
    }

    /// The positions whose scores change, and their new scores.
    fn changes(
        &self,
        working: &mut Working,
        base: &[i64],
        differences: &Differences,
    ) -> Vec<(usize, i64)> {
        let Working { changes, places, .. } = working;
        places.resize(base.len(), NOWHERE);
        changes.clear();
        for &(term, by) in differences {
            for (position, count) in self.columns.places(term) {
                let [opening, ending] = self.shares[position].map(|share| count * i64::from(share));
                if places[position] == NOWHERE {
                    places[position] = changes.len() as u32;
                    changes.push((position, base[position]));
                }
                changes[places[position] as usize].1 += opening * by[0] + ending * by[1];
            }
        }
        for &(position, _) in &*changes {
            places[position] = NOWHERE;
        }
        std::mem::take(changes)
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

/// How to come by the scores of some vectors.
enum Task<'a> {
    /// By a new sum.
    Anew(&'a [f64]),
    /// By the columns of what differs; two vectors at once if the same terms do.
    One(&'a Differences),
    Two([&'a Differences; 2]),
    /// The same, of scores that hardly change.
    Near(&'a Differences),
}

/// Divides the vectors into tasks, in their order.
fn tasks<'a>(
    vectors: &'a [Vec<f64>],
    differences: &'a [Option<Differences>],
    is_near: impl Fn(&Differences) -> bool,
) -> Vec<Task<'a>> {
    let mut tasks = Vec::with_capacity(vectors.len());
    for (vector, differences) in vectors.iter().zip(differences) {
        let task = match (differences, tasks.last()) {
            (None, _) => Task::Anew(vector),
            (Some(own), _) if is_near(own) => Task::Near(own),
            (Some(own), Some(&Task::One(last))) if have_same_terms(last, own) => {
                tasks.pop();
                Task::Two([last, own])
            }
            (Some(own), _) => Task::One(own),
        };
        tasks.push(task);
    }
    tasks
}

fn have_same_terms(a: &Differences, b: &Differences) -> bool {
    a.iter().map(|each| each.0).eq(b.iter().map(|each| each.0))
}

/// No place among the changes.
const NOWHERE: u32 = u32::MAX;

/// What a thread works with.
#[derive(Default)]
struct Working {
    first: Vec<i64>,
    second: Vec<i64>,
    changes: Vec<(usize, i64)>,
    /// Where the change of each position stands.
    places: Vec<u32>,
    scratch: Scratch,
}

impl Working {
    fn count_first<C: Count>(&mut self, count: &C) -> C::Output {
        count.all(&self.first, &mut self.scratch)
    }
}

/// A way to count pairs.
trait Count: Sync {
    type Output: Send;

    /// Puts scores in order, if it is of any use.
    fn base(&self, scores: &[i64]) -> Option<Base<'_>>;

    fn all(&self, scores: &[i64], scratch: &mut Scratch) -> Self::Output;

    fn changed(&self, base: &Base<'_>, changes: &[(usize, i64)]) -> Option<Self::Output>;
}

struct Plain<'a>(&'a Labels);

impl Count for Plain<'_> {
    type Output = Concordance;

    fn base(&self, scores: &[i64]) -> Option<Base<'_>> {
        Base::new(scores, self.0)
    }

    fn all(&self, scores: &[i64], scratch: &mut Scratch) -> Concordance {
        concordance_in(scratch, scores, self.0).expect("whole numbers have an order")
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

    fn all(&self, scores: &[i64], scratch: &mut Scratch) -> Weighted {
        weighted_concordance_in(scores, self.0, self.1, scratch)
            .expect("whole numbers have an order")
    }

    fn changed(&self, _: &Base<'_>, _: &[(usize, i64)]) -> Option<Weighted> {
        None
    }
}
