//! Playing with a linear evaluation: the features are summed with fixed-point weights.

use super::{Model, Sink, Taper, TermId};
use crate::games::{Position, Side};
use crate::search::Evaluation;
use crate::search::score::{CENTIPAWN, Score, clamp_estimate};

/// A model with the values of its weights.
#[derive(Clone)]
pub struct Linear<M: Model> {
    model: M,
    terms: Vec<[Score; 2]>,
    resolution: Score,
    memory: Vec<Remembered<M::Memo>>,
}

#[derive(Clone, Copy, Default)]
struct Remembered<T> {
    key: u64,
    opening: Score,
    ending: Score,
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
        let fixed = |value: f64| (value * f64::from(CENTIPAWN)).round() as Score;
        Self {
            model: M::default(),
            terms: schema.term_values(values).into_iter().map(|t| t.map(fixed)).collect(),
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
    terms: &'a [[Score; 2]],
    memory: &'a mut [Remembered<M::Memo>],
    opening: Score,
    ending: Score,
}

impl<M: Model> Sink<M> for Sum<'_, M> {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        let [opening, ending] = self.terms[term];
        self.opening += opening * count;
        self.ending += ending * count;
    }

    #[inline]
    fn remember(&mut self, key: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        let Some(mask) = self.memory.len().checked_sub(1) else { return walk(self) };
        let slot = key as usize & mask;
        // An empty slot holds key 0; a position with that key is simply never remembered.
        if key == 0 || self.memory[slot].key != key {
            let (opening, ending) = (self.opening, self.ending);
            let memo = walk(self);
            let (opening, ending) = (self.opening - opening, self.ending - ending);
            self.memory[slot] = Remembered { key, opening, ending, memo };
            return memo;
        }
        let remembered = self.memory[slot];
        self.opening += remembered.opening;
        self.ending += remembered.ending;
        remembered.memo
    }
}

impl<M: Model> Evaluation<M::Position> for Linear<M> {
    #[inline]
    fn evaluate(&mut self, position: &M::Position) -> Score {
        let mut sum: Sum<'_, M> =
            Sum { terms: &self.terms, memory: &mut self.memory, opening: 0, ending: 0 };
        let taper = self.model.features(position, &mut sum);
        let left = i64::from(taper.opening);
        let total = i64::from(sum.opening) * left * i64::from(Taper::WHOLE)
            + i64::from(sum.ending)
                * (i64::from(Taper::FULL) - left)
                * i64::from(taper.ending_scale);
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
