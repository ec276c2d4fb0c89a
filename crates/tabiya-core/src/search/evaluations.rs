//! Static evaluations of many positions: those that a search comes back to, in the next iteration or
//! by another order of moves, and those that somebody asks for at once.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

use super::Evaluation;
use super::score::Score;
use crate::games::Position;
use crate::prefetch::{AHEAD, prefetch, prefetch_all};
use crate::wide::Kernel;

/// As many as stay near the processor.
const SIZE: usize = 1 << 15;

/// Bits of a score that are remembered; what needs more is worked out every time.
const SCORE_BITS: u32 = 24;

/// Remembers evaluations by the keys of positions. What falls on the same place replaces the older
/// one. They depend on positions alone, so nothing is ever forgotten between searches.
///
/// A place is one word, so that twice as many stay near: the upper 40 bits of the key, whose lower
/// ones tell the place, above the score. An empty place has no such key; a position with none is simply
/// never remembered.
pub(super) struct Evaluations(Vec<u64>);

impl Evaluations {
    /// Nothing yet.
    pub fn new() -> Self {
        Self(vec![0; SIZE])
    }

    /// Has the place of a key fetched.
    #[inline]
    pub fn expect(&self, key: u64) {
        prefetch(&raw const self.0[key as usize % SIZE]);
    }

    /// The evaluation under a key, worked out if it is not remembered.
    #[inline]
    pub fn get(&mut self, key: u64, evaluate: impl FnOnce() -> Score) -> Score {
        let place = &mut self.0[key as usize % SIZE];
        let above = key >> SCORE_BITS;
        if *place >> SCORE_BITS != above || above == 0 {
            let score = evaluate();
            let remembered = above << SCORE_BITS | u64::from(score as u32) & LOW;
            if from_bits(remembered) == score {
                *place = remembered;
            }
            return score;
        }
        from_bits(*place)
    }
}

const LOW: u64 = (1 << SCORE_BITS) - 1;

/// The score in the lower bits of a place.
#[inline]
const fn from_bits(place: u64) -> Score {
    (place as Score) << (32 - SCORE_BITS) >> (32 - SCORE_BITS)
}

/// A position of the tree that is about to be evaluated.
pub(super) struct One<'a, P, E, S> {
    pub evaluation: &'a mut E,
    pub position: &'a P,
    pub state: &'a S,
}

impl<P: Position, E: Evaluation<P>> Kernel for One<'_, P, E, E::State> {
    type Output = Score;

    #[inline(always)]
    fn run(self) -> Score {
        self.evaluation.evaluate_with(self.position, self.state)
    }
}

/// Positions that are about to be evaluated; they may lie anywhere in memory.
pub(super) struct Many<'a, P, E> {
    pub evaluation: &'a mut E,
    pub positions: &'a [&'a P],
}

impl<P: Position, E: Evaluation<P>> Kernel for Many<'_, P, E> {
    type Output = Vec<Score>;

    #[inline(always)]
    fn run(self) -> Vec<Score> {
        let Self { evaluation, positions } = self;
        let score = |(index, position): (usize, &&P)| {
            if let Some(next) = positions.get(index + AHEAD) {
                prefetch_all(*next);
            }
            evaluation.evaluate(position)
        };
        positions.iter().enumerate().map(score).collect()
    }
}
