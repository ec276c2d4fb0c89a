//! The transposition table: buckets of four entries, one cache line each, shared by the threads of a
//! search without locks.
//!
//! CITE: Slate and Atkin 1977 for the table; Breuker 1998 for keeping deep entries beside new ones;
//! Hyatt and Mann 2002, A lock-less transposition table, for entries that show when they are torn.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Depth;
use super::buckets::{Buckets, Zeroed};
use super::numbers::Numbers;
use super::score::{CENTIPAWN, Score, is_decided};
use crate::prefetch::prefetch;

/// What a stored score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most this.
    Upper = 1,
    /// The true score is at least this.
    Lower = 2,
    /// This is the score.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Code of the best move; 0 if none is known.
    pub move_code: u16,
    /// The depth to which the position was searched.
    pub depth: Depth,
    /// The score found, counted from this node.
    pub score: Score,
    /// What the score means.
    pub bound: Bound,
    /// The static evaluation, if it was stored.
    pub evaluation: Option<Score>,
}

/// The table cannot be had: more memory was asked for than there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSizeError(pub usize);

impl std::fmt::Display for TableSizeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "hash table: expected a size that fits into memory, found {} MiB", self.0)
    }
}

impl std::error::Error for TableSizeError {}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u32,
    score: Score,
    /// Static evaluation in the upper 24 bits, low part of the generation in the lower 8.
    evaluation_and_age: i32,
    /// Move (15 bits), bound (2), depth (11), high part of the generation (4).
    packed: u32,
}

const NO_EVALUATION: i32 = -(1 << 23);
const DEPTH_BITS: u32 = 11;
const MAX_DEPTH: Depth = (1 << DEPTH_BITS) - 1;
/// Buckets that even the shortest search uses.
const LEAST_BUCKETS: u64 = 256;
const LAST_GENERATION: u16 = (1 << 12) - 1;

impl Entry {
    const fn generation(self) -> u16 {
        ((self.packed >> 28) << 8) as u16 | (self.evaluation_and_age & 0xff) as u16
    }

    const fn depth(self) -> Depth {
        (self.packed >> 17) as Depth & MAX_DEPTH
    }

    const fn move_code(self) -> u16 {
        (self.packed & 0x7fff) as u16
    }

    const fn bound(self) -> Bound {
        match self.packed >> 15 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        }
    }

    const fn evaluation(self) -> Option<Score> {
        let evaluation = self.evaluation_and_age >> 8;
        if evaluation == NO_EVALUATION { None } else { Some(evaluation) }
    }
}

/// An entry as threads share it: two words, each read and written as a whole. The key is mixed
/// with the packed part, so that the halves of two entries do not pass for one of them; of the same
/// position at the same depth they may, and say the same.
#[derive(Default)]
struct Slot([AtomicU64; 2]);

impl Slot {
    #[inline]
    fn load(&self) -> Entry {
        let [low, high] = [self.0[0].load(Relaxed), self.0[1].load(Relaxed)];
        let packed = (high >> 32) as u32;
        Entry {
            key: (low >> 32) as u32 ^ packed,
            score: low as u32 as Score,
            evaluation_and_age: high as u32 as i32,
            packed,
        }
    }

    /// Whether its entry is of a generation, whose bits lie apart: a short search asks for how much is
    /// filled nearly as often as for what is there.
    #[inline]
    fn is_of(&self, generation: u16) -> bool {
        const BITS: u64 = 0xf << 60 | 0xff;
        let wanted = u64::from(generation >> 8) << 60 | u64::from(generation & 0xff);
        self.0[1].load(Relaxed) & BITS == wanted
    }

    #[inline]
    fn store(&self, entry: Entry) {
        let mixed = entry.key ^ entry.packed;
        let low = u64::from(mixed) << 32 | u64::from(entry.score as u32);
        let high = u64::from(entry.packed) << 32 | u64::from(entry.evaluation_and_age as u32);
        self.0[0].store(low, Relaxed);
        self.0[1].store(high, Relaxed);
    }
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

// SAFETY: numbers, and zeros are what an empty bucket holds.
unsafe impl Zeroed for Bucket {}

/// Remembers positions by their keys.
///
/// Entries from before the last [`Table::clear`] are treated exactly as empty ones, so clearing
/// costs nothing and a search after it does not depend on what was searched before.
pub struct Table {
    buckets: Buckets<Bucket>,
    /// How many of the buckets are in use.
    n_active: usize,
    /// The first generation that counts, and the current one. 0 marks an empty entry.
    first: u16,
    now: u16,
    /// By how much an entry is counted as shallower for every generation since.
    ageing: Depth,
    /// By how much an entry of this generation is deeper that stays where a bound would replace it.
    keeps: Depth,
}

impl Table {
    /// A table of so many mebibytes, at least one, in which entries give way as the numbers say.
    ///
    /// # Errors
    /// If the memory is not to be had.
    pub fn new(mib: usize, numbers: &Numbers) -> Result<Self, TableSizeError> {
        let length =
            mib.max(1).checked_mul((1 << 20) / size_of::<Bucket>()).ok_or(TableSizeError(mib))?;
        let buckets = Buckets::new(length).ok_or(TableSizeError(mib))?;
        let Numbers { table_ageing: ageing, table_keeps: keeps, .. } = *numbers;
        Ok(Self { buckets, n_active: length, first: 1, now: 1, ageing, keeps })
    }

    /// Uses no more of the table than a search of so many nodes can fill, so that a short one stays
    /// in the processor's cache.
    pub fn fit(&mut self, nodes: Option<u64>) {
        let wanted = nodes.unwrap_or(u64::MAX).clamp(LEAST_BUCKETS, self.buckets.len() as u64);
        self.n_active = wanted as usize;
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        // With many generations left, a game that starts now does not meet the end of the count,
        // so that it does not depend on how much was searched before.
        if self.now >= LAST_GENERATION / 2 {
            self.wipe();
        } else {
            self.now += 1;
        }
        self.first = self.now;
    }

    fn wipe(&mut self) {
        self.buckets.fill_with(Bucket::default);
        self.first = 1;
        self.now = 1;
    }

    /// Marks the start of a new search, whose entries are worth more than the old ones.
    pub fn next_generation(&mut self) {
        if self.now == LAST_GENERATION {
            self.wipe();
        } else {
            self.now += 1;
        }
    }

    /// Asks the processor to fetch what is known of a position that is about to be searched.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch(&raw const self.buckets[self.index(key)]);
    }

    /// What is known of the position with this key. `ply` makes distances count from the root;
    /// games whose wins are not counted in plies pass 0.
    pub fn probe(&self, key: u64, ply: i32) -> Option<Hit> {
        let bucket = &self.buckets[self.index(key)];
        let entries = bucket.0.iter().map(Slot::load);
        let entry = { entries }.find(|e| e.key == key as u32 && self.is_live(*e))?;
        Some(Hit {
            move_code: entry.move_code(),
            depth: entry.depth(),
            score: shift_distance(entry.score, -ply),
            bound: entry.bound(),
            evaluation: entry.evaluation(),
        })
    }

    /// Stores what a search found.
    pub fn store(&self, key: u64, hit: Hit, ply: i32) {
        let (first, now) = (self.first, self.now);
        let index = self.index(key);
        let worth = |e: &Entry| match e.generation() {
            generation if generation < first => Depth::MIN,
            generation => e.depth() - self.ageing * Depth::from(now - generation),
        };
        let slots = &self.buckets[index].0;
        let (mut slot, mut old, mut least) = (&slots[0], slots[0].load(), Depth::MAX);
        let mut is_same = false;
        for candidate in slots {
            let entry = candidate.load();
            is_same = entry.key == key as u32 && entry.generation() >= first;
            let value = if is_same { Depth::MIN } else { worth(&entry) };
            if is_same || value < least {
                (slot, old, least) = (candidate, entry, value);
            }
            if is_same {
                break;
            }
        }
        let mut move_code = hit.move_code;
        if is_same {
            if move_code == 0 {
                move_code = old.move_code();
            }
            let keeps_deeper = hit.bound != Bound::Exact && hit.depth + self.keeps <= old.depth();
            if keeps_deeper && old.generation() == now {
                return;
            }
        }
        let evaluation = match hit.evaluation {
            Some(e) if e.abs() < -NO_EVALUATION => e,
            _ => NO_EVALUATION,
        };
        slot.store(Entry {
            key: key as u32,
            score: shift_distance(hit.score, ply),
            evaluation_and_age: evaluation << 8 | i32::from(now & 0xff),
            packed: u32::from(move_code)
                | (hit.bound as u32) << 15
                | (hit.depth.clamp(0, MAX_DEPTH) as u32) << 17
                | u32::from(now >> 8) << 28,
        });
    }

    /// Parts in a thousand of the table that this search has filled, from a sample.
    pub fn fill(&self) -> u32 {
        let sample = &self.buckets[..self.n_active.min(250)];
        let slots = sample.iter().flat_map(|bucket| &bucket.0);
        let used = slots.filter(|slot| slot.is_of(self.now)).count();
        (used * 1000 / (4 * sample.len())) as u32
    }

    fn is_live(&self, entry: Entry) -> bool {
        entry.generation() >= self.first
    }

    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.n_active as u128) >> 64) as usize
    }
}

/// Turns a distance from the root into one from the node (`ply > 0`) or back (`ply < 0`).
const fn shift_distance(score: Score, ply: i32) -> Score {
    if is_decided(score) { score + score.signum() * ply * CENTIPAWN } else { score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::win_in;
    use crate::search::{PLY, Params};

    fn table(mib: usize) -> Result<Table, TableSizeError> {
        table_with(mib, &Params::default())
    }

    fn table_with(mib: usize, params: &Params) -> Result<Table, TableSizeError> {
        Table::new(mib, &Numbers::new(params))
    }

    fn hit(move_code: u16, depth: Depth, score: Score) -> Hit {
        Hit { move_code, depth, score, bound: Bound::Exact, evaluation: Some(-5) }
    }

    #[test]
    fn stored_fields_come_back() {
        let table = table(1).unwrap();
        for (key, depth, score) in [(u64::MAX, 0, -7), (1, MAX_DEPTH, 8_000_000), (1 << 63, 17, 0)]
        {
            table.store(key, hit(0x7fff, depth, score), 0);
            let found = table.probe(key, 0).unwrap();
            assert_eq!((found.move_code, found.depth, found.score), (0x7fff, depth, score));
            assert_eq!((found.bound, found.evaluation), (Bound::Exact, Some(-5)));
        }
    }

    #[test]
    fn a_slot_knows_the_generation_of_its_entry() {
        for generation in [1, 255, 256, LAST_GENERATION] {
            let slot = Slot::default();
            slot.store(Entry {
                evaluation_and_age: -5 << 8 | i32::from(generation & 0xff),
                packed: u32::from(generation >> 8) << 28 | 0x3039,
                ..Entry::default()
            });
            assert_eq!(slot.load().generation(), generation);
            assert!(slot.is_of(generation) && !slot.is_of(generation ^ 0x100));
        }
    }

    #[test]
    fn evaluations_out_of_range_are_not_kept() {
        let table = table(1).unwrap();
        table.store(9, Hit { evaluation: Some(1 << 24), ..hit(1, 0, 0) }, 0);
        assert_eq!(table.probe(9, 0).unwrap().evaluation, None);
    }

    #[test]
    fn distances_count_from_the_node() {
        let table = table(1).unwrap();
        table.store(5, hit(1, 16, win_in(9)), 4);
        assert_eq!(table.probe(5, 4).unwrap().score, win_in(9));
        assert_eq!(table.probe(5, 2).unwrap().score, win_in(7));
    }

    #[test]
    fn clearing_forgets_even_after_the_generations_wrap() {
        let mut table = table(1).unwrap();
        for _ in 0..=LAST_GENERATION {
            table.store(3, hit(1, 16, 1), 0);
            table.clear();
            assert!(table.probe(3, 0).is_none());
        }
    }

    #[test]
    fn a_bound_replaces_what_is_little_deeper() {
        for keeps in [2, 4] {
            let params = Params { table_keeps: f64::from(keeps), ..Params::default() };
            let table = table_with(1, &params).unwrap();
            table.store(7, hit(1, 9 * PLY, 11), 0);
            table.store(7, Hit { bound: Bound::Lower, ..hit(2, 6 * PLY, 22) }, 0);
            assert_eq!(table.probe(7, 0).unwrap().score, if keeps == 2 { 11 } else { 22 });
        }
    }

    #[test]
    fn what_is_old_gives_way_as_fast_as_is_said() {
        for ageing in [1, 8] {
            let params = Params { table_ageing: f64::from(ageing), ..Params::default() };
            let mut table = table_with(1, &params).unwrap();
            // The keys differ in their lower halves alone, so that they share a bucket.
            table.store(0, hit(1, 6 * PLY, 1), 0);
            table.next_generation();
            (1..5).for_each(|key| table.store(key, hit(1, 3 * PLY, 1), 0));
            assert_eq!(table.probe(0, 0).is_some(), ageing == 1);
        }
    }

    #[test]
    fn a_size_beyond_memory_is_an_error() {
        assert_eq!(table(usize::MAX >> 16).err(), Some(TableSizeError(usize::MAX >> 16)));
        assert!(table(usize::MAX).is_err());
    }
}
