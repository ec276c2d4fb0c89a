//! Material in four bytes for each slot, so that most positions are left aside without a board.

use rayon::prelude::*;
use roaring::RoaringBitmap;

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

/// New positions sorted by their material.
#[derive(Debug, Default)]
pub struct ByMaterial {
    /// The materials there are, and where the slots of each begin.
    codes: Vec<u32>,
    starts: Vec<u32>,
    slots: Vec<u32>,
}

impl GameTree {
    fn by_material(&self) -> &ByMaterial {
        self.cache.by_material.get_or_init(|| {
            let games: Vec<u32> = (0..self.rows().len() as u32).collect();
            let part = |games: &[u32]| {
                let mut found = Vec::new();
                self.each_position(games, |slot, facts| {
                    if self.is_fresh(slot) {
                        found.push((code(facts), slot));
                    }
                });
                found
            };
            let mut pairs = games.par_chunks(2048).map(part).collect::<Vec<_>>().concat();
            pairs.par_sort_unstable();
            let mut sorted = ByMaterial::default();
            for (code, slot) in pairs {
                if sorted.codes.last() != Some(&code) {
                    sorted.codes.push(code);
                    sorted.starts.push(sorted.slots.len() as u32);
                }
                sorted.slots.push(slot);
            }
            sorted.starts.push(sorted.slots.len() as u32);
            sorted
        })
    }

    /// Positions with the same material, or with so many men of difference at most; no further than
    /// needed for so many positions.
    pub(super) fn near_in_material(
        &self,
        facts: &Facts,
        most: u32,
        wanted: usize,
    ) -> RoaringBitmap {
        let asked = code(facts);
        let sorted = self.by_material();
        let mut by_men = vec![Vec::new(); most as usize + 1];
        for (index, other) in sorted.codes.iter().enumerate() {
            let men = distance(asked, *other);
            if men <= most {
                by_men[men as usize].push(index);
            }
        }
        let mut bytes = vec![0u8; self.moves().len().div_ceil(8)];
        let mut n_found = 0;
        for indices in by_men {
            for index in indices {
                let slots = sorted.starts[index] as usize..sorted.starts[index + 1] as usize;
                n_found += slots.len();
                for slot in &sorted.slots[slots] {
                    bytes[*slot as usize / 8] |= 1 << (slot % 8);
                }
            }
            if n_found >= wanted {
                break;
            }
        }
        RoaringBitmap::from_lsb0_bytes(0, &bytes)
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
