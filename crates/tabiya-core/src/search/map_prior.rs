//! A learned map as what is thought of moves before a search has any experience.
//!
//! It is asked about the position that the search begins with alone, for both sides, and what it says
//! is where the history of each move begins. A node pays nothing for it, and what the search finds
//! out by itself takes its place.

use std::sync::Arc;

use super::game::Searchable;
use super::history::{HISTORY_MAX, Histories};
use super::map_ordering::{MapSpec, as_history};
use crate::games::{MoveList, Side};
use crate::movemap::Fixed;

/// A map that history begins with.
#[derive(Clone, Debug)]
pub struct MapPrior {
    map: Arc<Fixed>,
    weight: f32,
}

impl MapPrior {
    /// A prior by a map.
    pub fn new(spec: &MapSpec) -> Self {
        let weight = spec.history_weight.unwrap_or(MapSpec::PRIOR_WEIGHT);
        Self { map: Arc::clone(&spec.map), weight }
    }

    /// Looks at the position that a search begins with.
    pub fn prime<P: Searchable>(&self, position: &P, histories: &mut Histories) {
        let sums = self.map.sums(position);
        let views =
            [Side::First, Side::Second].map(|turn| self.map.look(position, turn, &sums, None));
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let own = &views[position.turn().index()];
        let total: f32 = moves
            .iter()
            .map(|&m| {
                let (from, to) = P::squares(m);
                self.map.score(own, from, to)
            })
            .sum();
        let mean = total / moves.len().max(1) as f32;
        let mut opinions = vec![0; P::HISTORY_SIZE];
        for (turn, view) in [Side::First, Side::Second].into_iter().zip(&views) {
            self.map.every_score(view, |from, to, score| {
                let opinion = as_history(score - mean, self.weight);
                opinions[P::history_slot(turn, from, to)] =
                    opinion.clamp(-HISTORY_MAX, HISTORY_MAX);
            });
        }
        histories.prime(&opinions);
    }
}
