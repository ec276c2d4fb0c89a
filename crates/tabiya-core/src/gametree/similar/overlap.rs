//! Men on the same squares, and nothing else.

use rayon::prelude::*;

use super::super::tree::GameTree;
use super::{Query, Similar, best};
use crate::chunks::{Facts, Step};

/// How many men stand on the same squares.
pub fn n_same(one: &Facts, two: &Facts) -> u32 {
    let same = |slot: usize| (one.slots[slot] & two.slots[slot]).count_ones();
    (0..6).chain(8..14).map(same).sum()
}

/// How many men there are.
pub fn n_men(facts: &Facts) -> u32 {
    facts.occupied().count_ones()
}

impl GameTree {
    /// All positions with the same side to move by the share of men on the same squares.
    pub fn similar_by_overlap(&self, query: &Query<'_>) -> Vec<Similar> {
        let games: Vec<u32> = (0..self.rows().len() as u32).collect();
        let part = |games: &[u32]| {
            let mut scored = Vec::new();
            let mut least = 0.0;
            self.each_position(games, |slot, facts| {
                if facts.turn != query.facts.turn || !self.is_fresh(slot) {
                    return;
                }
                let n_both = n_men(facts) + n_men(&query.facts);
                let score = f64::from(2 * n_same(facts, &query.facts)) / f64::from(n_both);
                if score <= least || !query.allows(self, slot) {
                    return;
                }
                let step = self.moves()[slot as usize];
                if query.playable.as_ref().is_some_and(|moves| !moves.contains(&step)) {
                    return;
                }
                scored.push((score, slot, 0));
                if scored.len() > 4 * query.limit + 64 {
                    scored = best(self, std::mem::take(&mut scored), query.limit);
                    if scored.len() == query.limit {
                        least = scored[query.limit - 1].0;
                    }
                }
            });
            scored
        };
        let scored = games.par_chunks(2048).map(part).collect::<Vec<_>>().concat();
        let tell = |(score, slot, mirror): (f64, u32, u8)| Similar {
            slot,
            mirror,
            score,
            parts: vec![score],
            step: self.moves().get(slot as usize).copied().unwrap_or(Step(0)),
            common: Vec::new(),
            missing: Vec::new(),
        };
        best(self, scored, query.limit).into_iter().map(tell).collect()
    }
}
