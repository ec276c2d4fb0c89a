//! Material in four bytes for each slot, so that most positions are left aside without a board.

use std::collections::HashMap;

use rayon::prelude::*;
use roaring::{MultiOps as _, RoaringBitmap};

use super::super::tree::GameTree;
use crate::chunks::Facts;

/// Where the count of each kind of man lies, and how many bits it has: white pawns to queens, black ones.
const FIELDS: [(usize, u32, u32); 10] = [
    (0, 0, 4),
    (1, 4, 3),
    (2, 7, 3),
    (3, 10, 3),
    (4, 13, 3),
    (8, 16, 4),
    (9, 20, 3),
    (10, 23, 3),
    (11, 26, 3),
    (12, 29, 3),
];

/// Counts all men but the kings.
pub fn code(facts: &Facts) -> u32 {
    FIELDS.iter().fold(0, |code, (slot, shift, bits)| {
        let count = facts.slots[*slot].count_ones().min((1 << bits) - 1);
        code | count << shift
    })
}

/// By how many men two positions differ, kind by kind.
pub fn distance(one: u32, two: u32) -> u32 {
    FIELDS.iter().fold(0, |sum, (_, shift, bits)| {
        let field = |code: u32| code >> shift & ((1 << bits) - 1);
        sum + field(one).abs_diff(field(two))
    })
}

impl GameTree {
    /// The material of every slot.
    pub(super) fn material(&self) -> &[u32] {
        self.cache.material.get_or_init(|| {
            let games: Vec<u32> = (0..self.rows().len() as u32).collect();
            let part = |games: &[u32]| {
                let mut codes = Vec::new();
                self.each_position(games, |_, facts| codes.push(code(facts)));
                codes
            };
            games.par_chunks(2048).map(part).collect::<Vec<_>>().concat()
        })
    }
}

impl GameTree {
    /// The slots of new positions by their material.
    fn by_material(&self) -> &HashMap<u32, RoaringBitmap> {
        self.cache.by_material.get_or_init(|| {
            let mut slots: HashMap<u32, RoaringBitmap> = HashMap::new();
            for (slot, code) in (0..).zip(self.material()) {
                if self.is_fresh(slot) {
                    slots.entry(*code).or_default().insert(slot);
                }
            }
            slots
        })
    }

    /// Positions with the same material, or with so many men of difference at most; no further than
    /// needed for so many positions.
    pub(super) fn near_in_material(&self, facts: &Facts, most: u32, wanted: u64) -> RoaringBitmap {
        let asked = code(facts);
        let mut by_men = vec![Vec::new(); most as usize + 1];
        for (other, slots) in self.by_material() {
            let men = distance(asked, *other);
            if men <= most {
                by_men[men as usize].push(slots);
            }
        }
        let mut near = RoaringBitmap::new();
        for sets in by_men {
            near |= sets.union();
            if near.len() >= wanted {
                break;
            }
        }
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_men() {
        let start = Facts::of(&shakmaty::Chess::default());
        let mut less = start.clone();
        less.slots[0] &= less.slots[0] - 1;
        less.slots[12] = 0;
        assert_eq!(distance(code(&start), code(&start)), 0);
        assert_eq!(distance(code(&start), code(&less)), 2);
    }
}
