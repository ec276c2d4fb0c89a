//! Playing with a linear evaluation: the features are summed with fixed-point weights.

use super::{Model, Sink, Taper, TermId};
use crate::games::{Position, Side};
use crate::search::score::{CENTIPAWN, Score, clamp_estimate};
use crate::search::{Evaluation, Stateless};

/// A model with the values of its weights.
#[derive(Clone)]
pub struct Linear<M: Model> {
    model: M,
    terms: Box<Packed>,
    resolution: Score,
    memory: Vec<Remembered<M::Memo>>,
}

/// The values of all terms, opening and ending in one number, so that one product serves both.
type Packed = [i64; MOST_TERMS];

/// A power of two, so that an index needs no check.
const MOST_TERMS: usize = 1024;

const fn pack(opening: Score, ending: Score) -> i64 {
    ((opening as i64) << 32) + ending as i64
}

const fn unpack(sum: i64) -> (Score, Score) {
    let ending = sum as Score;
    (((sum - ending as i64) >> 32) as Score, ending)
}

#[derive(Clone, Copy, Default)]
struct Remembered<T> {
    key: u64,
    sum: i64,
    memo: T,
}

impl<M: Model> Linear<M> {
    /// Takes one value per weight of the schema, in centipawns, and rounds scores to `resolution`
    /// centipawns.
    ///
    /// # Panics
    /// If the number of values is not that of the schema.
    pub fn new(values: &[f64], resolution: f64) -> Self {
        let schema = M::schema();
        assert_eq!(values.len(), schema.weights().len(), "one value per weight");
        assert!(schema.n_terms() <= MOST_TERMS, "at most {MOST_TERMS} terms");
        let fixed = |value: f64| (value * f64::from(CENTIPAWN)).round() as Score;
        let mut terms = Box::new([0; MOST_TERMS]);
        for (packed, [opening, ending]) in terms.iter_mut().zip(schema.term_values(values)) {
            *packed = pack(fixed(opening), fixed(ending));
        }
        Self {
            model: M::default(),
            terms,
            resolution: fixed(resolution).max(1),
            memory: vec![Remembered::default(); M::MEMORY],
        }
    }
}

impl<M: Model> Default for Linear<M> {
    /// The default weights, rounded to one centipawn.
    fn default() -> Self {
        Self::new(&M::schema().defaults(), 1.0)
    }
}

/// Sums weighted features for the two ends of the game at once.
struct Sum<'a, M: Model> {
    terms: &'a Packed,
    memory: &'a mut [Remembered<M::Memo>],
    total: i64,
}

impl<M: Model> Sink<M> for Sum<'_, M> {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        self.total += self.terms[term % MOST_TERMS] * i64::from(count);
    }

    #[inline]
    fn remember(&mut self, key: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        let Some(mask) = self.memory.len().checked_sub(1) else { return walk(self) };
        let slot = key as usize & mask;
        // An empty slot holds key 0; a position with that key is simply never remembered.
        if key == 0 || self.memory[slot].key != key {
            let before = self.total;
            let memo = walk(self);
            self.memory[slot] = Remembered { key, sum: self.total - before, memo };
            return memo;
        }
        self.total += self.memory[slot].sum;
        self.memory[slot].memo
    }
}

impl<M: Model> Stateless for Linear<M> {}

impl<M: Model> Evaluation<M::Position> for Linear<M> {
    #[inline]
    fn evaluate_with(&mut self, position: &M::Position, (): &()) -> Score {
        let mut sum: Sum<'_, M> = Sum { terms: &self.terms, memory: &mut self.memory, total: 0 };
        let taper = self.model.features(position, &mut sum);
        let (opening, ending) = unpack(sum.total);
        let left = i64::from(taper.opening);
        let total = i64::from(opening) * left * i64::from(Taper::WHOLE)
            + i64::from(ending) * (i64::from(Taper::FULL) - left) * i64::from(taper.ending_scale);
        let unit = i64::from(Taper::FULL) * i64::from(Taper::WHOLE);
        let first = round_to(total, unit * i64::from(self.resolution)) * self.resolution;
        let own = match position.turn() {
            Side::First => first,
            Side::Second => -first,
        };
        clamp_estimate(own)
    }
}

/// `total / step` to the nearest whole number, halves away from zero, so that both sides get the
/// same score with opposite signs.
fn round_to(total: i64, step: i64) -> Score {
    ((total.abs() + step / 2) / step * total.signum()) as Score
}
