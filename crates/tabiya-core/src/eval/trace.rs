//! Traces: the features of many positions, written down once, so that any weights can be tried
//! without touching a board again.

use rayon::prelude::*;

use super::{Model, Sink, Taper, TermId, WeightId};
use crate::games::{Batch, Position, Side, UnpackError};
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

/// Writes features down, each term once and in order.
///
/// The arrays are as large as terms can be, so that no index needs a check.
struct Entries {
    counts: Box<[i32; MOST_TERMS]>,
    /// One bit per term that was reported.
    touched: Box<[u64; MOST_TERMS / 64]>,
    /// Where the next entries are gathered; those of a position are copied at once.
    terms: Vec<u16>,
    values: Vec<i16>,
    n_words: usize,
}

impl Entries {
    fn new(n_terms: usize) -> Self {
        assert!(n_terms <= MOST_TERMS, "at most {MOST_TERMS} terms in a trace, not {n_terms}");
        let zeros = vec![0; MOST_TERMS].into_boxed_slice();
        let no_bits = vec![0; MOST_TERMS / 64].into_boxed_slice();
        Self {
            counts: zeros.try_into().expect("as many as terms"),
            touched: no_bits.try_into().expect("a bit for each term"),
            terms: vec![0; n_terms],
            values: vec![0; n_terms],
            n_words: n_terms.div_ceil(64),
        }
    }

    /// Appends what was reported, for the side to move, and forgets it.
    fn empty_into(&mut self, trace: &mut Trace, sign: i32) {
        let mut n_entries = 0;
        for word in 0..self.n_words {
            let mut bits = std::mem::take(&mut self.touched[word]);
            while bits != 0 {
                let term = 64 * word + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                let count = sign * std::mem::take(&mut self.counts[term]);
                let Ok(value) = i16::try_from(count) else {
                    push_many(trace, term, count);
                    continue;
                };
                // Written without asking whether it counts: guessing wrong costs more.
                self.terms[n_entries] = term as u16;
                self.values[n_entries] = value;
                n_entries += usize::from(value != 0);
            }
        }
        trace.terms.extend_from_slice(&self.terms[..n_entries]);
        trace.counts.extend_from_slice(&self.values[..n_entries]);
    }
}

/// More than an entry holds takes several.
#[cold]
fn push_many(trace: &mut Trace, term: TermId, mut left: i32) {
    while left != 0 {
        let count = left.clamp(i16::MIN.into(), i16::MAX.into());
        trace.terms.push(term as u16);
        trace.counts.push(count as i16);
        left -= count;
    }
}

impl<M: Model> Sink<M> for Entries {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        let term = term % MOST_TERMS;
        self.counts[term] += count;
        self.touched[term / 64] |= 1 << (term % 64);
    }

    fn remember(&mut self, _: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        walk(self)
    }
}

/// Terms are written down in 16 bits.
const MOST_TERMS: usize = 1 << 16;

/// Room for the entries of a position, so that it seldom has to grow: there are about 70 in chess.
const ROOM: usize = 80;

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

    /// Puts the parts one behind the other, on all threads.
    fn joined(parts: Vec<Self>) -> Self {
        let n_entries = parts.iter().map(|part| part.terms.len()).sum();
        let n_positions = parts.iter().map(Self::len).sum();
        let mut trace = Self {
            starts: vec![0; n_positions + 1],
            terms: vec![0; n_entries],
            counts: vec![0; n_entries],
            shares: vec![[0.0; 2]; n_positions],
        };
        let mut rest = (
            &mut trace.starts[1..],
            &mut trace.terms[..],
            &mut trace.counts[..],
            &mut trace.shares[..],
        );
        let mut before = 0;
        let mut places = Vec::with_capacity(parts.len());
        for part in parts {
            let (n_positions, n_entries) = (part.len(), part.terms.len());
            let (starts, starts_left) = rest.0.split_at_mut(n_positions);
            let (terms, terms_left) = rest.1.split_at_mut(n_entries);
            let (counts, counts_left) = rest.2.split_at_mut(n_entries);
            let (shares, shares_left) = rest.3.split_at_mut(n_positions);
            rest = (starts_left, terms_left, counts_left, shares_left);
            places.push((part, before, starts, terms, counts, shares));
            before += n_entries as u64;
        }
        places.into_par_iter().for_each(|(part, before, starts, terms, counts, shares)| {
            for (start, own) in starts.iter_mut().zip(&part.starts[1..]) {
                *start = before + own;
            }
            terms.copy_from_slice(&part.terms);
            counts.copy_from_slice(&part.counts);
            shares.copy_from_slice(&part.shares);
        });
        trace
    }

    fn of_chunk<M: Model>(positions: &[&M::Position]) -> Self {
        let model = M::default();
        let mut trace = Self {
            starts: Vec::with_capacity(positions.len() + 1),
            terms: Vec::with_capacity(ROOM * positions.len()),
            counts: Vec::with_capacity(ROOM * positions.len()),
            shares: Vec::with_capacity(positions.len()),
        };
        trace.starts.push(0);
        let mut sink = Entries::new(M::schema().n_terms());
        for position in positions {
            let kept = model.kept(position, &mut sink);
            let taper = model.features(position, kept, &mut sink);
            sink.empty_into(&mut trace, if position.turn() == Side::First { 1 } else { -1 });
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
        // Cut where the evaluation cuts, short of the scores that mean a seen end.
        let most = f64::from(DECIDED) / f64::from(CENTIPAWN);
        (opening * opening_share + ending * ending_share).clamp(-most, most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Schema;
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

    #[test]
    #[should_panic(expected = "at most 65536 terms in a trace, not 65537")]
    fn terms_beyond_16_bits_are_refused() {
        Entries::new(MOST_TERMS + 1);
    }
}
