//! Traces: the features of many positions, written down once, so that any weights can be tried
//! without touching a board again.

use rayon::prelude::*;

use super::{Model, Sink, Taper, TermId, WeightId};
use crate::games::{Batch, Position, Side, UnpackError};

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

/// Writes features down, each term once.
struct Entries {
    counts: Vec<i32>,
    touched: Vec<u16>,
}

impl<M: Model> Sink<M> for Entries {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        if count != 0 {
            self.touched.push(term as u16);
            self.counts[term] += count;
        }
    }

    fn remember(&mut self, _: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        walk(self)
    }
}

/// Positions that a thread traces at a time.
const CHUNK: usize = 1024;

impl Trace {
    /// Traces positions, on all threads of the current pool.
    pub fn of<M: Model>(positions: &[&M::Position]) -> Self {
        Self::joined(positions.par_chunks(CHUNK).map(Self::of_chunk::<M>).collect())
    }

    /// Traces packed positions, on all threads of the current pool.
    ///
    /// # Errors
    /// With the number of one that is none.
    pub fn of_batch<M: Model>(
        batch: &Batch<'_, M::Position>,
    ) -> Result<Self, (usize, UnpackError)> {
        let n_chunks = batch.len().div_ceil(CHUNK);
        let parts = (0..n_chunks).into_par_iter().map(|chunk| {
            let range = chunk * CHUNK..batch.len().min((chunk + 1) * CHUNK);
            let unpack = |index| batch.get(index).map_err(|error| (index, error));
            let positions = range.map(unpack).collect::<Result<Vec<_>, _>>()?;
            Ok(Self::of_chunk::<M>(&positions.iter().collect::<Vec<_>>()))
        });
        Ok(Self::joined(parts.collect::<Result<_, _>>()?))
    }

    fn joined(parts: Vec<Self>) -> Self {
        let mut trace = Self { starts: vec![0], ..Self::default() };
        trace.terms.reserve_exact(parts.iter().map(|part| part.terms.len()).sum());
        trace.counts.reserve_exact(trace.terms.capacity());
        for part in parts {
            let before = trace.terms.len() as u64;
            trace.starts.extend(part.starts[1..].iter().map(|start| before + start));
            trace.terms.extend(part.terms);
            trace.counts.extend(part.counts);
            trace.shares.extend(part.shares);
        }
        trace
    }

    fn of_chunk<M: Model>(positions: &[&M::Position]) -> Self {
        let model = M::default();
        let mut trace = Self { starts: vec![0], ..Self::default() };
        let mut sink = Entries { counts: vec![0; M::schema().n_terms()], touched: Vec::new() };
        for position in positions {
            let taper = model.features(position, &mut sink);
            let sign = if position.turn() == Side::First { 1 } else { -1 };
            for term in sink.touched.drain(..) {
                let count = std::mem::take(&mut sink.counts[usize::from(term)]);
                if count != 0 {
                    trace.terms.push(term);
                    trace.counts.push((sign * count) as i16);
                }
            }
            let left = f64::from(taper.opening) / f64::from(Taper::FULL);
            let scale = f64::from(taper.ending_scale) / f64::from(Taper::WHOLE);
            trace.shares.push([left, (1.0 - left) * scale]);
            trace.starts.push(trace.terms.len() as u64);
        }
        trace
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
        opening * opening_share + ending * ending_share
    }
}
