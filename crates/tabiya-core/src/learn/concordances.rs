//! Concordances of many weight vectors, without touching a board.
//!
//! Vectors are measured by what they differ from a common base in; scores are whole numbers
//! (`whole`), so that nothing depends on the way they were come by.

use std::sync::Mutex;

use rayon::prelude::*;

use super::Design;
use super::whole::{Difference, most_common};
use crate::concordance::{
    Base, Concordance, Labels, Scratch, Weighted, concordance_in, concordance_shared,
    weighted_concordance_in,
};

/// So many times as long as counting all pairs, per position, takes counting those of a changed one.
const COST_OF_CHANGE: usize = 8;
/// For fewer vectors that change few positions it is not worth while to put the base in order.
const LEAST_SPARSE: usize = 16;

impl Design {
    /// The concordance of each of several weight vectors with the labels. The vectors should be
    /// near each other: the scores of what most of them have in common are summed up, those of each
    /// follow by the columns of what differs, unless that is most of the evaluation; and where few
    /// scores change, only their pairs are counted anew.
    ///
    /// # Panics
    /// If there is not one label per position, or a vector has not one value per weight.
    pub fn concordances<V: AsRef<[f64]> + Sync>(
        &self,
        vectors: &[V],
        labels: &Labels,
    ) -> Vec<Concordance> {
        self.measure(vectors, &Plain(labels))
    }

    /// The same for positions that count more or less than others.
    ///
    /// # Panics
    /// As [`Design::concordances`]; or if there is not one weight per position.
    pub fn weighted_concordances<V: AsRef<[f64]> + Sync>(
        &self,
        vectors: &[V],
        labels: &Labels,
        importance: &[f64],
    ) -> Vec<Weighted> {
        self.measure(vectors, &ByImportance(labels, importance))
    }

    fn measure<V: AsRef<[f64]> + Sync, C: Count>(
        &self,
        vectors: &[V],
        count: &C,
    ) -> Vec<C::Output> {
        // Whole numbers are made again where they are needed: of thousands of vectors they would take
        // more memory than the vectors themselves, and no time that anybody sees.
        let fixed = |vector: &V| self.fixed(vector.as_ref());
        let common = most_common(vectors.iter().map(fixed));
        let differences: Vec<Option<Vec<Difference>>> =
            vectors.par_iter().map(|each| self.differences(&common, &fixed(each))).collect();
        let has_use = differences.iter().any(Option::is_some);
        let summed = has_use.then(|| self.summed(common));
        let scores = summed.as_ref().map_or(&[][..], |summed| &summed.scores);
        let is_sparse = |d: &[Difference]| self.n_places(d) * COST_OF_CHANGE <= self.len();
        let n_sparse = differences.iter().flatten().filter(|d| is_sparse(d)).count();
        let base = if n_sparse >= LEAST_SPARSE { count.base(scores) } else { None };
        let tasks = tasks(vectors, &differences, |d| base.is_some() && is_sparse(d));
        // Another thread may take the second of two.
        let both = |first: &[i64], second: &[i64], scratches: &mut [Scratch; 2]| {
            let [one, two] = scratches;
            let (first, second) = rayon::join(|| count.all(first, one), || count.all(second, two));
            vec![first, second]
        };
        let of_task = |working: &mut Working, task: &Task<'_, V>| {
            let Working { first, second, scratches, .. } = working;
            match task {
                Task::Anew(vector) => {
                    let values = fixed(vector);
                    let score = |index| self.fixed_score(index, &values);
                    first.clear();
                    first.extend((0..self.len()).map(score));
                    vec![count.all(first, &mut scratches[0])]
                }
                // A vector alone is counted by all threads.
                Task::One([]) if tasks.len() == 1 => vec![count.together(scores)],
                Task::One([]) => vec![count.all(scores, &mut scratches[0])],
                Task::One(differences) => {
                    self.update(scores, [differences], [first]);
                    vec![count.all(first, &mut scratches[0])]
                }
                Task::Two(pair) => {
                    self.update(scores, *pair, [first, second]);
                    both(first, second, scratches)
                }
                Task::Near(differences) => {
                    let changes = self.changes(working, scores, differences);
                    let nearby = base.as_ref().and_then(|base| count.changed(base, &changes));
                    vec![nearby.unwrap_or_else(|| {
                        self.update(scores, [differences], [&mut working.first]);
                        count.all(&working.first, &mut working.scratches[0])
                    })]
                }
            }
        };
        // What one task has worked with serves the next; a thread takes one at a time.
        let idle = Mutex::new(Vec::new());
        let found = tasks.par_iter().with_max_len(1).map(|task| {
            let taken = idle.lock().expect("nobody panics with it").pop();
            let mut working = taken.unwrap_or_default();
            let found = of_task(&mut working, task);
            idle.lock().expect("nobody panics with it").push(working);
            found
        });
        let found: Vec<_> = found.collect();
        if let Some(summed) = summed {
            self.remember(summed);
        }
        found.into_iter().flatten().collect()
    }

    /// The positions whose scores change, and their new scores.
    fn changes(
        &self,
        working: &mut Working,
        base: &[i64],
        differences: &[Difference],
    ) -> Vec<(usize, i64)> {
        let Working { changes, places, .. } = working;
        places.resize(base.len(), NOWHERE);
        changes.clear();
        for &(term, by) in differences {
            for (position, count) in self.columns().places(term) {
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
}

/// How to come by the scores of some vectors.
enum Task<'a, V> {
    /// By a new sum.
    Anew(&'a V),
    /// By the columns of what differs; two vectors at once if the same terms do.
    One(&'a [Difference]),
    Two([&'a [Difference]; 2]),
    /// The same, of scores that hardly change.
    Near(&'a [Difference]),
}

/// Divides the vectors into tasks, in their order.
fn tasks<'a, V>(
    vectors: &'a [V],
    differences: &'a [Option<Vec<Difference>>],
    is_near: impl Fn(&[Difference]) -> bool,
) -> Vec<Task<'a, V>> {
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

fn have_same_terms(a: &[Difference], b: &[Difference]) -> bool {
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
    scratches: [Scratch; 2],
}

/// A way to count pairs.
trait Count: Sync {
    type Output: Send;

    /// Puts scores in order, if it is of any use.
    fn base(&self, scores: &[i64]) -> Option<Base<'_>>;

    fn all(&self, scores: &[i64], scratch: &mut Scratch) -> Self::Output;

    /// The same by all threads of the pool, if it can be shared.
    fn together(&self, scores: &[i64]) -> Self::Output {
        self.all(scores, &mut Scratch::default())
    }

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

    fn together(&self, scores: &[i64]) -> Concordance {
        concordance_shared(scores, self.0).expect("whole numbers have an order")
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
