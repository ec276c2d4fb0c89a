//! Traces: the features of many positions, written down once, so that any weights can be tried
//! without touching a board again.

use std::convert::Infallible;

use rayon::prelude::*;

use super::{Model, TermId, WeightId, tracing};
use crate::games::{Batch, UnpackError};
use crate::prefetch::{AHEAD, prefetch_all};
use crate::search::score::{CENTIPAWN, DECIDED};

/// The features of many positions: for each, how often every term occurs, and the taper.
///
/// Scores are of the side to move, as those of the evaluation.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// Where the entries of each position begin; one more than there are positions.
    pub starts: Vec<u64>,
    /// The term of each entry.
    pub terms: Vec<u16>,
    /// How often it counts, for the side to move.
    pub counts: Vec<i16>,
    /// Share of the opening weights and of the ending weights in the score of each position.
    pub shares: Vec<[f64; 2]>,
}

/// The derivatives of scores by weights, as a sparse matrix of compressed rows.
#[derive(Clone, Debug, Default)]
pub struct Jacobian {
    /// Where the entries of each position begin; one more than there are positions.
    pub starts: Vec<i64>,
    /// The weight of each entry.
    pub weights: Vec<i32>,
    /// The derivative.
    pub values: Vec<f64>,
}

impl Trace {
    /// Traces positions, on all threads of the current pool.
    pub fn of<M: Model>(positions: &[&M::Position]) -> Self {
        let traced: Result<Self, Infallible> =
            Self::of_each::<M, _>(positions.len(), |index| Ok(positions[index]));
        let Ok(trace) = traced;
        trace
    }

    /// The same of so many positions that are told by their numbers.
    ///
    /// # Errors
    /// What was told in place of one.
    pub fn of_each<'a, M: Model, E: Send>(
        n_positions: usize,
        position_at: impl Fn(usize) -> Result<&'a M::Position, E> + Sync,
    ) -> Result<Self, E> {
        tracing::trace::<M, _>(n_positions, |range, scribe| {
            for index in range {
                let ahead = index + AHEAD;
                if ahead < n_positions {
                    prefetch_all(position_at(ahead)?);
                }
                scribe.write(position_at(index)?);
            }
            Ok(())
        })
    }

    /// Traces packed positions, on all threads of the current pool.
    ///
    /// # Errors
    /// With the number of one that is none.
    pub fn of_batch<M: Model>(
        batch: &Batch<'_, M::Position>,
    ) -> Result<Self, (usize, UnpackError)> {
        tracing::trace::<M, _>(batch.len(), |range, scribe| {
            for index in range {
                scribe.write(&batch.get(index).map_err(|error| (index, error))?);
            }
            Ok(())
        })
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.shares.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.shares.is_empty()
    }

    /// The scores, in centipawns, for each of several vectors of term values (as
    /// [`super::Schema::term_values`] gives them): one row per vector.
    ///
    /// # Panics
    /// If the output does not have a place for every vector and position.
    pub fn scores(&self, vectors: &[Vec<[f64; 2]>], output: &mut [f64]) {
        assert_eq!(output.len(), vectors.len() * self.len(), "one score per vector and position");
        if self.is_empty() {
            return;
        }
        output.par_chunks_mut(self.len()).zip(vectors).for_each(|(row, values)| {
            row.par_iter_mut().with_min_len(1024).enumerate().for_each(|(index, score)| {
                *score = self.score(index, values);
            });
        });
    }

    /// How the scores change with the weights, for the gradients that
    /// [`super::Schema::term_gradients`] gives: one sparse row per position.
    pub fn jacobian(&self, gradients: &[Vec<(WeightId, [f64; 2])>]) -> Jacobian {
        let rows: Vec<_> =
            (0..self.len()).into_par_iter().map(|index| self.row(index, gradients)).collect();
        let mut jacobian = Jacobian { starts: vec![0], ..Jacobian::default() };
        for row in rows {
            jacobian.weights.extend(row.iter().map(|&(weight, _)| weight as i32));
            jacobian.values.extend(row.iter().map(|&(_, value)| value));
            jacobian.starts.push(jacobian.weights.len() as i64);
        }
        jacobian
    }

    fn row(&self, index: usize, gradients: &[Vec<(WeightId, [f64; 2])>]) -> Vec<(WeightId, f64)> {
        let [opening, ending] = self.shares[index];
        let mut row: Vec<(WeightId, f64)> = self
            .entries(index)
            .flat_map(|(term, count)| {
                gradients[term]
                    .iter()
                    .map(move |&(weight, [o, e])| (weight, count * (o * opening + e * ending)))
            })
            .collect();
        row.sort_unstable_by_key(|&(weight, _)| weight);
        row.dedup_by(|next, last| {
            let same = next.0 == last.0;
            last.1 += if same { next.1 } else { 0.0 };
            same
        });
        row.retain(|&(_, value)| value != 0.0);
        row
    }

    fn entries(&self, index: usize) -> impl Iterator<Item = (TermId, f64)> {
        let range = self.starts[index] as usize..self.starts[index + 1] as usize;
        let counts = self.counts[range.clone()].iter();
        self.terms[range].iter().zip(counts).map(|(&t, &c)| (usize::from(t), f64::from(c)))
    }

    /// The score of one position.
    fn score(&self, index: usize, values: &[[f64; 2]]) -> f64 {
        let (mut opening, mut ending) = (0.0, 0.0);
        for (term, count) in self.entries(index) {
            let [o, e] = values[term];
            opening += o * count;
            ending += e * count;
        }
        let [opening_share, ending_share] = self.shares[index];
        // Cut where the evaluation cuts, short of the scores that mean a seen end.
        let most = f64::from(DECIDED) / f64::from(CENTIPAWN);
        (opening * opening_share + ending * ending_share).clamp(-most, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Schema, Sink, Taper};
    use crate::games::Position as _;
    use crate::games::othello::{Othello, OthelloRules};
    use crate::search::Step;
    use std::sync::LazyLock;

    /// One feature that is counted by the thousand.
    #[derive(Clone, Default)]
    struct Many;

    const COUNT: i32 = -100_000;

    impl Model for Many {
        type Position = Othello;
        type Memo = ();
        type Kept = ();

        const WIN_SCALE: f64 = 1.0;

        fn schema() -> &'static Schema {
            static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
                let mut schema = Schema::default();
                schema.simple("many", (0.0, 1.0), "Much of it.");
                schema
            });
            &SCHEMA
        }

        fn kept<S: Sink<Self>>(&self, _: &Othello, _: &mut S) {}

        fn kept_after<S: Sink<Self>>(&self, (): (), _: &Step<'_, Othello>, _: &mut S) {}

        fn features<S: Sink<Self>>(&self, _: &Othello, (): (), sink: &mut S) -> Taper {
            sink.add(0, COUNT);
            Taper::phase(Taper::FULL)
        }
    }

    #[test]
    fn counts_beyond_16_bits_are_kept() {
        let trace = Trace::of::<Many>(&[&Othello::initial(OthelloRules)]);
        assert_eq!(trace.counts.iter().map(|&count| i32::from(count)).sum::<i32>(), COUNT);
        let mut scores = [0.0];
        trace.scores(&[vec![[0.5, 0.5]]], &mut scores);
        assert!((scores[0] - f64::from(COUNT) * 0.5).abs() < 1e-9);
    }
}
