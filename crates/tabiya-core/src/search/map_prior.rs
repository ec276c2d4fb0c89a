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

const MOST: f32 = HISTORY_MAX as f32;

/// A map that history begins with.
#[derive(Clone, Debug)]
pub struct MapPrior {
    map: Arc<Fixed>,
    weight: f32,
    /// What it said of all moves at the root: as the map does, and in the measure of history.
    scores: Vec<f32>,
    opinions: Vec<i32>,
}

impl MapPrior {
    /// A prior by a map.
    pub fn new(spec: &MapSpec) -> Self {
        let weight = spec.history_weight.unwrap_or(MapSpec::PRIOR_WEIGHT);
        Self { map: Arc::clone(&spec.map), weight, scores: Vec::new(), opinions: Vec::new() }
    }

    /// Looks at the position that a search begins with.
    pub fn prime<P: Searchable>(
        &mut self,
        position: &P,
        histories: &mut Histories,
        numbers: &Numbers,
    ) {
        let Self { map, weight, scores, opinions } = self;
        let sums = map.sums(position);
        scores.clear();
        for turn in [Side::First, Side::Second] {
            map.every_score::<P>(&map.look(position, turn, &sums, None), scores);
        }
        let turned = map.turned::<P>();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let number = |&m: &P::Move| turned.number_of(position.history_index(m));
        let scores_of_moves = moves.iter().map(|m| scores.get(number(m)).copied().unwrap_or(0.0));
        let total: f32 = scores_of_moves.sum();
        let middle = total / moves.len().max(1) as f32 + numbers.prior_middle;
        opinions.clear();
        let opinion = |score: &f32| as_history(score - middle, *weight).clamp(-MOST, MOST) as i32;
        opinions.extend(scores.iter().map(opinion));
        histories.prime(turned.slots(), opinions);
    }

    /// What it thinks of a move, in the measure of history.
    #[inline]
    pub fn opinion<P: Searchable>(&self, position: &P, m: P::Move) -> i32 {
        let number = self.map.turned::<P>().number_of(position.history_index(m));
        self.opinions.get(number).copied().unwrap_or(0)
    }
}
