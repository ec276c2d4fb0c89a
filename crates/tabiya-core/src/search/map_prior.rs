//! A learned map as what is thought of moves before a search has any experience.
//!
//! It is asked about the position that the search begins with alone, for both sides, and what it says
//! is where the history of each move begins. A node pays nothing for it, and what the search finds
//! out by itself takes its place.

use std::sync::Arc;

use super::game::Searchable;
use super::history::{HISTORY_MAX, Histories};
use super::map_ordering::{MapSpec, as_history};
use super::numbers::Numbers;
use crate::games::{MoveList, Side};
use crate::movemap::Fixed;

/// A map that history begins with.
#[derive(Clone, Debug)]
pub struct MapPrior {
    map: Arc<Fixed>,
    weight: f32,
    /// What it said of all moves at the root, by their places in the history.
    opinions: Vec<i32>,
}

impl MapPrior {
    /// A prior by a map.
    pub fn new(spec: &MapSpec) -> Self {
        let weight = spec.history_weight.unwrap_or(MapSpec::PRIOR_WEIGHT);
        Self { map: Arc::clone(&spec.map), weight, opinions: Vec::new() }
    }

    /// Looks at the position that a search begins with.
    pub fn prime<P: Searchable>(
        &mut self,
        position: &P,
        histories: &mut Histories,
        numbers: &Numbers,
    ) {
        let sums = self.map.sums(position);
        let mut scores = vec![0.0; P::HISTORY_SIZE];
        let mut slots = Vec::with_capacity(P::HISTORY_SIZE);
        for turn in [Side::First, Side::Second] {
            let view = self.map.look(position, turn, &sums, None);
            self.map.every_score::<P>(&view, |from, to, score| {
                let slot = P::history_slot(turn, from, to);
                scores[slot] = score;
                slots.push(slot);
            });
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let total: f32 = moves.iter().map(|&m| scores[position.history_index(m)]).sum();
        let middle = total / moves.len().max(1) as f32 + numbers.prior_middle;
        let (weight, opinions) = (self.weight, &mut self.opinions);
        opinions.resize(P::HISTORY_SIZE, 0);
        histories.prime(slots.iter().map(|&slot| {
            let opinion = as_history(scores[slot] - middle, weight);
            opinions[slot] = opinion.clamp(-HISTORY_MAX, HISTORY_MAX);
            (slot, opinions[slot])
        }));
    }

    /// What it thinks of a move, in the measure of history.
    #[inline]
    pub fn opinion<P: Searchable>(&self, position: &P, m: P::Move) -> i32 {
        self.opinions.get(position.history_index(m)).copied().unwrap_or(0)
    }
}
