//! The groups of a game's own evaluation as features: what it says of material, of mobility and so
//! on, each by itself.

use super::{MOST_FEATURES, Source, Values};
use crate::eval::{Model, Sink, Taper, TermId};
use crate::games::{Position, Side};
use crate::search::Stateless;

/// The share of every group of weights in the score, in pawns; of every term where all are in one
/// group.
#[derive(Clone)]
pub struct Groups<M> {
    model: M,
    /// The group of every term and its values in opening and ending.
    terms: Vec<(u8, [f32; 2])>,
    names: Vec<String>,
}

impl<M: Model> Default for Groups<M> {
    fn default() -> Self {
        let schema = M::schema();
        let labels: Vec<&str> = {
            let groups: Vec<&str> = (0..schema.n_terms()).map(|t| schema.group_of(t)).collect();
            let is_one = groups.iter().all(|group| *group == groups[0]);
            if is_one { (0..schema.n_terms()).map(|t| schema.name_of(t)).collect() } else { groups }
        };
        let mut names: Vec<String> = Vec::new();
        let values = schema.term_values(&schema.defaults());
        let mut terms = Vec::with_capacity(values.len());
        for (label, value) in labels.into_iter().zip(values) {
            let group = names.iter().position(|name| name == label).unwrap_or_else(|| {
                names.push(label.into());
                names.len() - 1
            });
            terms.push((group as u8, value.map(|centipawns| (centipawns / 100.0) as f32)));
        }
        assert!(names.len() <= MOST_FEATURES, "at most {MOST_FEATURES} groups");
        Self { model: M::default(), terms, names }
    }
}

impl<M> Stateless for Groups<M> {}

impl<M: Model> Source<M::Position> for Groups<M> {
    const WIN_SCALE: f64 = M::WIN_SCALE;

    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn measure(&self, position: &M::Position, (): &(), _: usize, values: &mut Values) {
        let mut sums = Sums { terms: &self.terms, sums: [[0.0; 2]; MOST_FEATURES] };
        let kept = self.model.kept(position, &mut sums);
        let taper = self.model.features(position, kept, &mut sums);
        let left = f32::from(taper.opening) / f32::from(Taper::FULL);
        let ending = (1.0 - left) * f32::from(taper.ending_scale) / f32::from(Taper::WHOLE);
        let sign = if position.turn() == Side::First { 1.0 } else { -1.0 };
        for (value, sum) in values.iter_mut().zip(sums.sums).take(self.names.len()) {
            *value = sign * (sum[0] * left + sum[1] * ending);
        }
    }
}

struct Sums<'a> {
    terms: &'a [(u8, [f32; 2])],
    sums: [[f32; 2]; MOST_FEATURES],
}

impl<M: Model> Sink<M> for Sums<'_> {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        let (group, [opening, ending]) = self.terms[term];
        let sum = &mut self.sums[usize::from(group) % MOST_FEATURES];
        sum[0] += opening * count as f32;
        sum[1] += ending * count as f32;
    }

    fn remember(&mut self, _: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        walk(self)
    }
}
