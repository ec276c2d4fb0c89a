//! Playing with patterns: their indices follow the moves, a vector addition for each disc.

#![expect(clippy::inline_always, reason = "the solver compiles them for its processor")]

use std::sync::Arc;

use super::patterns::count_on_board;
use crate::eval::patterns::PatternModel;
use crate::games::othello::Othello;
use crate::games::othello::bits::mobility;
use crate::games::{Position as _, Side, bitboard};
use crate::search::Evaluation;
use crate::search::score::{CENTIPAWN, Score, clamp_estimate};
use crate::search::state::{Incremental, Step};

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

    #[inline(always)]
    fn add(&mut self, step: &Self) {
        for (index, step) in self.0.iter_mut().zip(&step.0) {
            *index = index.wrapping_add(*step);
        }
    }

    #[inline(always)]
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

    /// The indices of a board without colours, as if the side to move were the first player.
    #[inline(always)]
    pub fn indices(&self, own: u64, opponent: u64) -> Indices {
        let mut indices = Indices::NONE;
        for square in squares(own) {
            indices.add(&self.steps[square]);
        }
        for square in squares(opponent) {
            indices.add(&self.steps[square]);
            indices.add(&self.steps[square]);
        }
        indices
    }

    /// The indices after the first player has set a disc and turned others over.
    #[inline(always)]
    pub fn indices_after(&self, before: &Indices, square: u8, turned: u64) -> Indices {
        let mut indices = *before;
        indices.add(&self.steps[usize::from(square)]);
        for square in squares(turned) {
            indices.subtract(&self.steps[square]);
        }
        indices
    }

    /// What a board is worth to the side to move, in hundredths of a disc; `turn` says which of
    /// the players of the indices that is.
    #[inline(always)]
    pub fn worth(
        &self,
        own: u64,
        opponent: u64,
        indices: &Indices,
        turn: Side,
        mobility: impl Fn(u64, u64) -> u64,
    ) -> i32 {
        let stage = (!(own | opponent)).count_ones() as usize;
        let weights = self.model.weights(self.model.phase(stage), turn);
        let n_places = self.model.layout().places().len();
        let mut sum: i32 = 0;
        for (&start, &index) in self.starts.iter().zip(&indices.0).take(n_places) {
            sum += i32::from(weights[start as usize + usize::from(index)]);
        }
        let mut counters = self.model.layout().counters();
        count_on_board(own, opponent, mobility, |count| {
            if let Some(table) = counters.next() {
                sum += i32::from(weights[(table.start + count.min(table.size - 1)) as usize]);
            }
        });
        sum
    }
}

impl Incremental<Othello> for PatternEvaluation {
    type State = Indices;

    fn state(&self, position: &Othello) -> Indices {
        self.indices(position.black(), position.white())
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
        let turn = position.turn();
        let sum = self.worth(position.own(), position.opponent(), indices, turn, mobility);
        let score = sum * CENTIPAWN;
        let half = self.resolution / 2 * score.signum();
        clamp_estimate((score + half) / self.resolution * self.resolution)
    }
}

/// The numbers of the squares of a set.
#[inline]
fn squares(set: u64) -> impl Iterator<Item = usize> {
    bitboard::squares(set).map(usize::from)
}
