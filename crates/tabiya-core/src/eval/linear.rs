//! Playing with a linear evaluation: the features are summed with fixed-point weights.

use super::{Model, Sink, TermId};
use crate::games::{Position, Side};
use crate::search::Evaluation;
use crate::search::score::{CENTIPAWN, Score, clamp_estimate};

/// How much of the opening is left, from 0 to [`Taper::FULL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taper(pub i32);

impl Taper {
    /// All of the opening.
    pub const FULL: i32 = 24;
}

/// A model with the values of its weights.
#[derive(Clone)]
pub struct Linear<M> {
    model: M,
    terms: Vec<[Score; 2]>,
    resolution: Score,
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
        let terms = schema.term_values(values).into_iter().map(|t| t.map(fixed)).collect();
        Self { model: M::default(), terms, resolution: fixed(resolution).max(1) }
    }
}

impl<M: Model> Default for Linear<M> {
    /// The default weights, rounded to one centipawn.
    fn default() -> Self {
        Self::new(&M::schema().defaults(), 1.0)
    }
}

/// Sums weighted features for the two ends of the game at once.
struct Sum<'a> {
    terms: &'a [[Score; 2]],
    opening: Score,
    ending: Score,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        let [opening, ending] = self.terms[term];
        self.opening += opening * count;
        self.ending += ending * count;
    }
}

impl<M: Model> Evaluation<M::Position> for Linear<M> {
    #[inline]
    fn evaluate(&mut self, position: &M::Position) -> Score {
        let mut sum = Sum { terms: &self.terms, opening: 0, ending: 0 };
        let Taper(left) = self.model.features(position, &mut sum);
        let total = i64::from(sum.opening) * i64::from(left)
            + i64::from(sum.ending) * i64::from(Taper::FULL - left);
        let first =
            round_to(total, i64::from(Taper::FULL) * i64::from(self.resolution)) * self.resolution;
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
