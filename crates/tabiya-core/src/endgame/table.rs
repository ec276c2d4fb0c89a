//! The transposition table: what earlier parts of the search found out about a board.

use super::discs::{Discs, MAX_SCORE};
use crate::search::table::TableSizeError;

/// Stands for a square where there is none.
pub(super) const NO_SQUARE: u8 = 64;
/// The level of bounds that hold to the end of the game; lower levels stopped at a horizon.
pub(super) const EXACT: u8 = u8::MAX;

/// What is known of a board.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    key: u64,
    /// Bounds on the score, found by a search of this `level`.
    pub lower: i8,
    pub upper: i8,
    /// The square that was best and the one before it, or [`NO_SQUARE`].
    pub best: [u8; 2],
    pub level: u8,
    n_empties: u8,
    generation: u8,
}

/// What a search found out about a score.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    AtLeast(i32),
    AtMost(i32),
    Exactly(i32),
}

/// Where a board belongs, and the key that tells it from others there.
#[derive(Clone, Copy)]
pub(super) struct Slot {
    index: usize,
    key: u64,
}

/// Entries that share a cache line.
#[derive(Clone)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

/// A hash table of entries; those of earlier generations count as free.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    generation: u8,
}

const FREE: Entry = Entry {
    key: 0,
    lower: -MAX_SCORE as i8,
    upper: MAX_SCORE as i8,
    best: [NO_SQUARE; 2],
    level: 0,
    n_empties: 0,
    generation: 0,
};

impl Table {
    /// The largest table with a power of two of buckets that fits into so many MiB, at least one.
    ///
    /// # Errors
    /// If the memory is not to be had.
    pub fn new(mib: usize) -> Result<Self, TableSizeError> {
        let n_buckets = mib.max(1).checked_mul((1 << 20) / size_of::<Bucket>());
        let length = 1 << n_buckets.ok_or(TableSizeError(mib))?.ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(length).map_err(|_| TableSizeError(mib))?;
        buckets.resize(length, Bucket([FREE; 4]));
        Ok(Self { buckets, generation: 0 })
    }

    /// Forgets everything, in no time but for every 255th call.
    pub fn forget(&mut self) {
        if self.generation == u8::MAX {
            self.buckets.fill(Bucket([FREE; 4]));
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Hashes a board twice, for the bucket and for the key within it. Two boards are taken for
    /// one only if 64 bits of one hash and the index bits of the other agree.
    #[inline]
    pub fn slot(&self, board: Discs) -> Slot {
        let product = u128::from(board.own ^ 0x9e37_79b9_7f4a_7c15)
            * u128::from(board.opponent ^ 0xc2b2_ae3d_27d4_eb4f);
        let mixed = board.own.wrapping_mul(0xff51_afd7_ed55_8ccd)
            ^ board.opponent.wrapping_mul(0xc4ce_b9fe_1a85_ec53).rotate_left(29);
        let index = (mixed ^ mixed >> 32).wrapping_mul(0x94d0_49bb_1331_11eb) >> 20;
        Slot {
            index: index as usize & (self.buckets.len() - 1),
            key: product as u64 ^ (product >> 64) as u64,
        }
    }

    #[inline]
    pub fn probe(&self, slot: Slot) -> Option<&Entry> {
        let mut bucket = self.buckets[slot.index].0.iter();
        bucket.find(|entry| entry.key == slot.key && entry.generation == self.generation)
    }

    /// Remembers a bound and, unless it is [`NO_SQUARE`], the best square.
    ///
    /// The place of a free entry is taken first, then that of the search that looked least far.
    // CITE: Breuker, Uiterwijk and van den Herik (1994), the replacement scheme Deep.
    pub fn store(&mut self, slot: Slot, n_empties: u32, level: u8, bound: Bound, best: u8) {
        let generation = self.generation;
        let bucket = &mut self.buckets[slot.index].0;
        let is_known = |entry: &Entry| entry.key == slot.key && entry.generation == generation;
        let worth = |entry: &&mut Entry| {
            let is_current = u32::from(entry.generation == generation);
            is_current * (1 + u32::from(entry.level) * 64 + u32::from(entry.n_empties))
        };
        let entry = match bucket.iter().position(is_known) {
            Some(found) => &mut bucket[found],
            None => bucket.iter_mut().min_by_key(worth).expect("a bucket has entries"),
        };
        if !is_known(entry) {
            let n_empties = n_empties as u8;
            *entry = Entry { key: slot.key, level, n_empties, generation, ..FREE };
        } else if entry.level != level {
            *entry = Entry { level, lower: FREE.lower, upper: FREE.upper, ..*entry };
        }
        match bound {
            Bound::AtLeast(score) => entry.lower = entry.lower.max(score as i8),
            Bound::AtMost(score) => entry.upper = entry.upper.min(score as i8),
            Bound::Exactly(score) => (entry.lower, entry.upper) = (score as i8, score as i8),
        }
        if best != NO_SQUARE && entry.best[0] != best {
            entry.best = [best, entry.best[0]];
        }
    }
}
