//! The weights of the patterns, for every phase of the game.

use std::fmt;

use super::{Layout, PatternGame};
use crate::games::Side;

/// Weights of all patterns in all phases, in hundredths of the unit of the score.
#[derive(Clone, Debug)]
pub struct PatternModel {
    layout: &'static Layout,
    /// The phase of each stage.
    phases: Vec<u8>,
    /// For each phase, all weights of the layout; then again as they are found with the colours
    /// named the other way round, so that indices need not know who is to move.
    weights: Vec<i16>,
}

/// Weights do not fit the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// The phases do not begin at 0 and rise within the stages of the game.
    Phases {
        /// How many stages the game has.
        n_stages: usize,
        /// The first stages of the phases.
        found: Vec<u32>,
    },
    /// There is another number of weights.
    Size {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The game has no patterns.
    Game(String),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Phases { n_stages, found } => write!(
                f,
                "patterns: expected phases from 0 that rise below {n_stages}, found {found:?}"
            ),
            Self::Size { expected, found } => {
                write!(f, "patterns: expected {expected} weights, found {found}")
            }
            Self::Game(name) => write!(f, "patterns: expected othello, found {name}"),
        }
    }
}

impl std::error::Error for PatternError {}

impl PatternModel {
    /// Takes the first stage of every phase, and for every phase the weights that hold values, in
    /// their order.
    ///
    /// # Errors
    /// If the phases or the number of weights are not those of the game.
    pub fn new<P: PatternGame>(first_stages: &[u32], held: &[i16]) -> Result<Self, PatternError> {
        let layout = P::layout();
        let phases = phases_of(P::N_STAGES, first_stages)?;
        let slots = held_slots(layout);
        let expected = slots.len() * first_stages.len();
        if held.len() != expected {
            return Err(PatternError::Size { expected, found: held.len() });
        }
        let mut place = vec![0; layout.n_weights()];
        for (at, &slot) in slots.iter().enumerate() {
            place[slot as usize] = at;
        }
        let others = layout.seen_by_other();
        let mut weights = Vec::with_capacity(2 * layout.n_weights() * first_stages.len());
        for phase in held.chunks_exact(slots.len()) {
            let start = weights.len();
            weights.extend(layout.owners().iter().map(|&owner| phase[place[owner as usize]]));
            weights.extend(
                others.iter().map(|&other| weights[start + other as usize]).collect::<Vec<_>>(),
            );
        }
        Ok(Self { layout, phases, weights })
    }

    /// The patterns.
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// How many phases there are.
    pub fn n_phases(&self) -> usize {
        self.weights.len() / (2 * self.layout.n_weights())
    }

    /// The phase of a stage of the game.
    #[inline]
    pub fn phase(&self, stage: usize) -> usize {
        usize::from(self.phases[stage.min(self.phases.len() - 1)])
    }

    /// All weights of a phase, for indices whose first state beside the empty one is the first
    /// player's, with this side to move.
    #[inline]
    pub fn weights(&self, phase: usize, turn: Side) -> &[i16] {
        let n = self.layout.n_weights();
        &self.weights[(2 * phase + turn.index()) * n..][..n]
    }
}

/// The weights that hold values: those of which nobody else is the owner.
pub fn held_slots(layout: &Layout) -> Vec<u32> {
    let own = layout.owners().iter().enumerate();
    own.filter(|&(slot, &owner)| slot as u32 == owner).map(|(_, &owner)| owner).collect()
}

/// The phase of each stage.
///
/// # Errors
/// If the phases do not begin at 0 and rise below `n_stages`.
pub fn phases_of(n_stages: usize, first_stages: &[u32]) -> Result<Vec<u8>, PatternError> {
    let rises = first_stages.is_sorted_by(|a, b| a < b);
    let in_range = first_stages.last().is_some_and(|&last| (last as usize) < n_stages);
    if first_stages.first() != Some(&0) || !rises || !in_range {
        return Err(PatternError::Phases { n_stages, found: first_stages.to_vec() });
    }
    let phase = |stage| first_stages.partition_point(|&first| first as usize <= stage) - 1;
    Ok((0..n_stages).map(|stage| phase(stage) as u8).collect())
}
