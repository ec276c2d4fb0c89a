//! Men on the same squares, and nothing else.

use super::super::tree::GameTree;
use super::{Query, Similar, best};
use crate::chunks::Facts;

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
        let told = self.allowed(query);
        let may_be_told = |slot: u32| {
            told.as_ref().is_none_or(|told| told[slot as usize / 64] >> (slot % 64) & 1 != 0)
        };
        let is_wanted = |slot: u32| {
            let step = self.moves()[slot as usize];
            query.playable.as_ref().is_none_or(|moves| moves.contains(&step)) && may_be_told(slot)
        };
        let keep = |scored| best(self, scored, query.limit);
        let scored = self.boards().by_share(&query.facts, query.limit, is_wanted, keep);
        let tell = |(score, slot, mirror): (f64, u32, u8)| Similar {
            slot,
            mirror,
            score,
            parts: vec![score],
            step: self.moves()[slot as usize],
            common: Vec::new(),
            missing: Vec::new(),
        };
        best(self, scored, query.limit).into_iter().map(tell).collect()
    }
}
