//! Playing with a linear evaluation: the features are summed with fixed-point weights.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

use super::{Model, Sink, Taper, TermId};
use crate::games::{Position, Side};
use crate::prefetch::prefetch;
use crate::search::score::{CENTIPAWN, INFINITE, Score, clamp_estimate};
use crate::search::{Evaluation, Incremental, Step};

/// A model with the values of its weights.
#[derive(Clone)]
pub struct Linear<M: Model> {
    model: M,
    terms: Box<[Fixed; MOST_TERMS]>,
    resolution: i64,
    cache: Vec<Remembered<M::Memo>>,
}

/// A sum of weights in the opening and in the ending, in parts of a unit of [`Score`].
///
/// So many parts that a thousand roundings are no part of half a unit, and so few that no weights
/// within their bounds make 64 bits overflow: a sum would need 2^43 units, eighty million pawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Fixed([i64; 2]);

/// Parts of a unit, as a power of two.
const FRACTION: u32 = 20;

/// A power of two, so that an index needs no check.
const MOST_TERMS: usize = 1024;

impl Fixed {
    fn of(centipawns: [f64; 2]) -> Self {
        let unit = f64::from(CENTIPAWN) * f64::from(1 << FRACTION);
        Self(centipawns.map(|value| (value * unit).round() as i64))
    }

    #[inline]
    fn add(&mut self, other: Self, times: i64) {
        self.0[0] += other.0[0] * times;
        self.0[1] += other.0[1] * times;
    }
}

/// One fits into a line of the processor's cache.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Remembered<T> {
    key: u64,
    sum: Fixed,
    memo: T,
}

/// What a linear evaluation keeps beside a position: the sum of the features that moves change in
/// a known way, and what the model keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally<K> {
    sum: Fixed,
    kept: K,
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
        let mut terms = Box::new([Fixed::default(); MOST_TERMS]);
        for (fixed, centipawns) in terms.iter_mut().zip(schema.term_values(values)) {
            *fixed = Fixed::of(centipawns);
        }
        Self {
            model: M::default(),
            terms,
            resolution: ((resolution * f64::from(CENTIPAWN)).round() as i64).max(1),
            cache: vec![Remembered::default(); M::N_REMEMBERED],
        }
    }

    /// The score of sums that are tapered so, for the first player.
    #[inline]
    fn score(&self, Fixed([opening, ending]): Fixed, taper: Taper) -> Score {
        let left = i64::from(taper.opening);
        let shares =
            [left * WHOLE, (i64::from(Taper::FULL) - left) * i64::from(taper.ending_scale)];
        let step = (i64::from(Taper::FULL) * WHOLE * self.resolution) << FRACTION;
        let product = |sum: i64, share: i64| i128::from(sum) * i128::from(share);
        let total = product(opening, shares[0]) + product(ending, shares[1]);
        let steps = match i64::try_from(total) {
            Ok(total) => round_to(total, step),
            // So far ahead that one step more or less is nothing.
            Err(_) => (total / i128::from(step)) as i64,
        };
        let limit = i64::from(INFINITE);
        (steps.clamp(-limit, limit) * self.resolution).clamp(-limit, limit) as Score
    }
}

const WHOLE: i64 = Taper::WHOLE as i64;

impl<M: Model> Default for Linear<M> {
    /// The default weights, rounded to one centipawn.
    fn default() -> Self {
        Self::new(&M::schema().defaults(), 1.0)
    }
}

/// Sums weighted features for the two ends of the game at once.
struct Sum<'a, M: Model> {
    terms: &'a [Fixed; MOST_TERMS],
    cache: &'a mut [Remembered<M::Memo>],
    total: Fixed,
}

impl<M: Model> Sink<M> for Sum<'_, M> {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        self.total.add(self.terms[term % MOST_TERMS], i64::from(count));
    }

    #[inline]
    fn remember(&mut self, key: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        let Some(mask) = self.cache.len().checked_sub(1) else { return walk(self) };
        let slot = key as usize & mask;
        // An empty slot holds key 0; a position with that key is simply never remembered.
        if key == 0 || self.cache[slot].key != key {
            let before = self.total;
            let memo = walk(self);
            let mut sum = self.total;
            sum.add(before, -1);
            self.cache[slot] = Remembered { key, sum, memo };
            return memo;
        }
        self.total.add(self.cache[slot].sum, 1);
        self.cache[slot].memo
    }
}

impl<M: Model> Incremental<M::Position> for Linear<M> {
    type State = Tally<M::Kept>;

    #[inline]
    fn state(&self, position: &M::Position) -> Self::State {
        let mut sum: Sum<'_, M> =
            Sum { terms: &self.terms, cache: &mut [], total: Fixed::default() };
        let kept = self.model.kept(position, &mut sum);
        Tally { sum: sum.total, kept }
    }

    #[inline]
    fn after(&self, before: &Self::State, step: &Step<'_, M::Position>) -> Self::State {
        let mut sum: Sum<'_, M> = Sum { terms: &self.terms, cache: &mut [], total: before.sum };
        let kept = self.model.kept_after(before.kept, step, &mut sum);
        Tally { sum: sum.total, kept }
    }
}

impl<M: Model> Evaluation<M::Position> for Linear<M> {
    #[inline]
    fn expect(&self, position: &M::Position) {
        if M::N_REMEMBERED > 0 {
            prefetch(&raw const self.cache[M::remembered_key(position) as usize % M::N_REMEMBERED]);
        }
    }

    #[inline(always)]
    fn evaluate_with(&mut self, position: &M::Position, state: &Self::State) -> Score {
        let mut sum: Sum<'_, M> =
            Sum { terms: &self.terms, cache: &mut self.cache, total: state.sum };
        let taper = self.model.features(position, state.kept, &mut sum);
        let total = sum.total;
        let first = self.score(total, taper);
        let own = match position.turn() {
            Side::First => first,
            Side::Second => -first,
        };
        clamp_estimate(own)
    }
}

/// `total / step` to the nearest whole number, halves away from zero, so that both sides get the
/// same score with opposite signs.
#[inline]
fn round_to(total: i64, step: i64) -> i64 {
    let size = total.unsigned_abs();
    ((size + step as u64 / 2) / step as u64) as i64 * total.signum()
}
