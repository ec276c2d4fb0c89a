//! Playing with patterns: their indices follow the moves, a vector addition for each disc.

use std::sync::Arc;

use crate::eval::patterns::{PatternGame, PatternModel};
use crate::games::othello::Othello;
use crate::games::{Position as _, Side};
use crate::search::score::{CENTIPAWN, Score, clamp_estimate};
use crate::search::state::{Incremental, Step};
use crate::search::{Evaluation, Searchable as _};

/// Adds up the weights of the patterns of a position.
#[derive(Clone)]
pub struct PatternEvaluation {
    model: Arc<PatternModel>,
    /// What a disc of the first player on each square adds to the indices; one of the second, twice.
    steps: Arc<[Indices; 64]>,
    /// The first weight of each place's table.
    starts: [u32; LANES],
    resolution: Score,
}

/// At least as many as there are places; a whole number of vector registers.
const LANES: usize = 48;

/// The index of each place in its table, where 1 is Black and 2 is White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Indices([u16; LANES]);

impl Indices {
    const NONE: Self = Self([0; LANES]);

    #[inline]
    fn add(&mut self, step: &Self) {
        for (index, step) in self.0.iter_mut().zip(&step.0) {
            *index = index.wrapping_add(*step);
        }
    }

    #[inline]
    fn subtract(&mut self, step: &Self) {
        for (index, step) in self.0.iter_mut().zip(&step.0) {
            *index = index.wrapping_sub(*step);
        }
    }
}

impl PatternEvaluation {
    /// An evaluation with these weights, rounded to `resolution` hundredths of a disc.
    ///
    /// # Panics
    /// If the layout of Othello has more places than the evaluation is made for.
    pub fn new(model: Arc<PatternModel>, resolution: f64) -> Self {
        let layout = model.layout();
        assert!(layout.places().len() <= LANES, "at most {LANES} places");
        let mut starts = [0; LANES];
        let mut steps = [Indices::NONE; 64];
        for (lane, place) in layout.places().iter().enumerate() {
            starts[lane] = layout.tables()[place.table].start;
            for &square in &place.squares {
                let step = layout.step(place, square);
                steps[usize::from(square)].0[lane] = step as u16;
            }
        }
        let resolution = (resolution * f64::from(CENTIPAWN)).round().max(1.0) as Score;
        Self { model, steps: Arc::new(steps), starts, resolution }
    }
}

impl Incremental<Othello> for PatternEvaluation {
    type State = Indices;

    fn state(&self, position: &Othello) -> Indices {
        let mut indices = Indices::NONE;
        for square in squares(position.black()) {
            indices.add(&self.steps[square]);
        }
        for square in squares(position.white()) {
            indices.add(&self.steps[square]);
            indices.add(&self.steps[square]);
        }
        indices
    }

    #[inline]
    fn after(&self, before: &Indices, step: &Step<'_, Othello>) -> Indices {
        let mut indices = *before;
        let placed = step.before.empties() & !step.after.empties();
        let turned = step.before.opponent() & step.after.opponent();
        let by_black = step.before.turn() == Side::First;
        for square in squares(placed) {
            indices.add(&self.steps[square]);
            if !by_black {
                indices.add(&self.steps[square]);
            }
        }
        for square in squares(turned) {
            if by_black {
                indices.subtract(&self.steps[square]);
            } else {
                indices.add(&self.steps[square]);
            }
        }
        indices
    }
}

impl Evaluation<Othello> for PatternEvaluation {
    #[inline]
    fn evaluate_with(&mut self, position: &Othello, indices: &Indices) -> Score {
        let phase = self.model.phase(position.stage());
        let weights = self.model.weights(phase, position.turn());
        let n_places = self.model.layout().places().len();
        let mut sum: i32 = 0;
        for (&start, &index) in self.starts.iter().zip(&indices.0).take(n_places) {
            sum += i32::from(weights[start as usize + usize::from(index)]);
        }
        let mut counters = self.model.layout().counters();
        position.count(|count| {
            if let Some(table) = counters.next() {
                sum += i32::from(weights[(table.start + count.min(table.size - 1)) as usize]);
            }
        });
        let score = sum * CENTIPAWN;
        let half = self.resolution / 2 * score.signum();
        clamp_estimate((score + half) / self.resolution * self.resolution)
    }
}

/// The numbers of the squares of a set.
#[inline]
fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}
