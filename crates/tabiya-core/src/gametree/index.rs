//! Which chunk stands where: one compressed set of slots for each chunk and mirror, and for each class.
//!
//! A set knows the chunk by the hash of what it matches, and how far the games were when it was made. So
//! a new or changed chunk is looked for alone, and new games are looked through alone.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use redb::{ReadableTable as _, TableDefinition, TableError};
use roaring::RoaringBitmap;

use super::error::GameTreeError;
use super::sealed::{seal, unseal};
use super::similar::{Boards, Habits};
use super::tree::{GameTree, Handle};
use crate::chunks::{MIRRORS, ParseProgramError, Program};

/// Chunks by hash: how many slots were looked through, then the compiled chunk.
const CHUNKS: TableDefinition<'static, &str, &[u8]> = TableDefinition::new("chunks");
/// Sets of slots by hash and mirror; those of classes have the mirror `CLASS`.
const INDEX: TableDefinition<'static, (&str, u8), &[u8]> = TableDefinition::new("index");

/// Stands for the mirror of a class.
pub(super) const CLASS: u8 = 255;

/// Games that a thread looks through at a time.
const GROUP: usize = 2048;

/// Sets that have been read, and what else is worked out once.
#[derive(Default)]
pub(super) struct Cache {
    sets: Mutex<HashMap<(String, u8), Arc<RoaringBitmap>>>,
    pub fresh: std::sync::OnceLock<Arc<RoaringBitmap>>,
    pub boards: std::sync::OnceLock<Boards>,
    pub habits: std::sync::OnceLock<Habits>,
}

/// A chunk to be looked for.
#[derive(Clone, Debug)]
pub struct IndexedChunk {
    /// Names what it matches.
    pub hash: String,
    /// What the core matches.
    pub compiled: Vec<u8>,
    /// The same, decoded.
    pub program: Program,
}

impl IndexedChunk {
    /// Decodes a chunk.
    ///
    /// # Errors
    /// If the bytes are not a compiled chunk of this version.
    pub fn new(hash: String, compiled: Vec<u8>) -> Result<Self, ParseProgramError> {
        let program = Program::decode(&compiled)?;
        Ok(Self { hash, compiled, program })
    }
}

/// A slot and the mirrors through which a chunk stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The slot.
    pub slot: u32,
    /// The mirrors, one bit each.
    pub mirrors: u8,
}

impl GameTree {
    /// Looks for a chunk in all games from a slot on, without the index.
    pub fn scan(&self, program: &Program, from: u32) -> Vec<Place> {
        let first = self.rows().partition_point(|row| row.first < from);
        let games: Vec<u32> = (first as u32..self.rows().len() as u32).collect();
        let groups: Vec<Vec<Place>> =
            games.par_chunks(GROUP).map(|games| self.scan_games(program, games)).collect();
        groups.concat()
    }

    fn scan_games(&self, program: &Program, games: &[u32]) -> Vec<Place> {
        let mut places = Vec::new();
        self.each_position(games, |slot, facts| {
            let mirrors = program.matches(facts);
            if mirrors != 0 {
                places.push(Place { slot, mirrors });
            }
        });
        places
    }

    /// Runs through games.
    #[inline]
    pub(super) fn each_position(
        &self,
        games: &[u32],
        mut look: impl FnMut(u32, &crate::chunks::Facts),
    ) {
        for game in games {
            let row = &self.rows()[*game as usize];
            let mut walk = self.walk(*game);
            for slot in row.first..row.end() - 1 {
                look(slot, walk.facts());
                walk.play(self.moves()[slot as usize]);
            }
            look(row.end() - 1, walk.facts());
        }
    }

    /// Brings the sets of some chunks and classes up to date; returns how many chunks were looked for.
    ///
    /// # Errors
    /// If the disk refuses, or another program has the file open.
    pub fn index(
        &mut self,
        chunks: &[IndexedChunk],
        classes: &[(String, Vec<String>)],
    ) -> Result<usize, GameTreeError> {
        let n_slots = self.moves().len() as u32;
        let known = self.indexed()?;
        let stale: Vec<(&IndexedChunk, u32)> = chunks
            .iter()
            .map(|chunk| (chunk, known.get(&chunk.hash).map_or(0, |(done, _)| *done)))
            .filter(|(chunk, done)| *done < n_slots || !known.contains_key(&chunk.hash))
            .collect();
        let new_classes = classes.iter().any(|(digest, _)| {
            known.get(&class_key(digest)).is_none_or(|(done, _)| *done < n_slots)
        });
        if stale.is_empty() && !new_classes {
            return Ok(0);
        }
        let mut sets: HashMap<(String, u8), RoaringBitmap> = HashMap::new();
        for (from, group) in by_start(&stale) {
            let found = self.sets_of(&group, from);
            for (chunk, mirrors) in group.iter().zip(found) {
                for (mirror, set) in (0..).zip(mirrors) {
                    let old = self.set(&chunk.hash, mirror)?;
                    sets.insert((chunk.hash.clone(), mirror), &*old | set);
                }
            }
        }
        for (digest, members) in classes {
            let mut all = RoaringBitmap::new();
            for hash in members {
                for mirror in 0..MIRRORS as u8 {
                    match sets.get(&(hash.clone(), mirror)) {
                        Some(set) => all |= set,
                        None => all |= &*self.set(hash, mirror)?,
                    }
                }
            }
            sets.insert((class_key(digest), CLASS), all);
        }
        self.write_sets(&stale, classes, &mut sets, n_slots)?;
        Ok(stale.len())
    }

    /// Looks for several chunks at once; for each of them a set for each mirror.
    fn sets_of(&self, chunks: &[&IndexedChunk], from: u32) -> Vec<[RoaringBitmap; MIRRORS]> {
        let first = self.rows().partition_point(|row| row.first < from);
        let games: Vec<u32> = (first as u32..self.rows().len() as u32).collect();
        let look = |games: &[u32]| {
            let mut slots: Vec<[Vec<u32>; MIRRORS]> = vec![Default::default(); chunks.len()];
            self.each_position(games, |slot, facts| {
                for (chunk, slots) in chunks.iter().zip(&mut slots) {
                    let mirrors = chunk.program.matches(facts);
                    if mirrors != 0 {
                        for (mirror, slots) in slots.iter_mut().enumerate() {
                            if mirrors >> mirror & 1 != 0 {
                                slots.push(slot);
                            }
                        }
                    }
                }
            });
            slots
        };
        let groups: Vec<_> = games.par_chunks(GROUP).map(look).collect();
        let mut sets: Vec<[RoaringBitmap; MIRRORS]> = vec![Default::default(); chunks.len()];
        for group in groups {
            for (sets, slots) in sets.iter_mut().zip(group) {
                for (set, slots) in sets.iter_mut().zip(slots) {
                    // Groups and slots within them ascend.
                    let _ = set.append(slots);
                }
            }
        }
        sets
    }

    fn write_sets(
        &mut self,
        stale: &[(&IndexedChunk, u32)],
        classes: &[(String, Vec<String>)],
        sets: &mut HashMap<(String, u8), RoaringBitmap>,
        n_slots: u32,
    ) -> Result<(), GameTreeError> {
        let was_writing = matches!(self.handle, Handle::Writing(_));
        if !was_writing {
            self.open_for_writing()?;
        }
        let Handle::Writing(database) = &self.handle else { return Ok(()) };
        let write = || -> Result<(), redb::Error> {
            let transaction = database.begin_write()?;
            {
                let mut chunks = transaction.open_table(CHUNKS)?;
                let mut index = transaction.open_table(INDEX)?;
                for (chunk, _) in stale {
                    chunks.insert(chunk.hash.as_str(), &entry(n_slots, &chunk.compiled)[..])?;
                }
                for (digest, _) in classes {
                    chunks.insert(class_key(digest).as_str(), &entry(n_slots, &[])[..])?;
                }
                for ((hash, mirror), set) in sets {
                    set.optimize();
                    let mut bytes = Vec::with_capacity(set.serialized_size());
                    set.serialize_into(&mut bytes)?;
                    index.insert((hash.as_str(), *mirror), &seal((*mirror).into(), bytes)[..])?;
                }
            }
            transaction.commit()?;
            Ok(())
        };
        let written = self.guarded(|| write().map_err(|error| self.error(error)));
        self.cache.forget();
        if !was_writing {
            self.read_again()?;
        }
        written
    }

    /// Looks for all chunks that are in the index in the games that are new.
    ///
    /// # Errors
    /// As [`Self::index`].
    pub fn catch_up(&mut self) -> Result<(), GameTreeError> {
        let known = self.indexed()?;
        let chunks: Vec<IndexedChunk> = known
            .into_iter()
            .filter_map(|(hash, (_, compiled))| {
                // What another version has compiled is looked for when somebody asks again.
                IndexedChunk::new(hash, compiled).ok()
            })
            .collect();
        self.index(&chunks, &[]).map(|_| ())
    }

    /// The chunks that are in the index, and how many slots were looked through.
    fn indexed(&self) -> Result<HashMap<String, (u32, Vec<u8>)>, GameTreeError> {
        self.guarded(|| self.read_chunks())
    }

    fn read_chunks(&self) -> Result<HashMap<String, (u32, Vec<u8>)>, GameTreeError> {
        let mut found = HashMap::new();
        let Some(transaction) = self.transaction()? else { return Ok(found) };
        let table = match transaction.open_table(CHUNKS) {
            Err(TableError::TableDoesNotExist(_)) => return Ok(found),
            table => self.reading(table)?,
        };
        for entry in table.iter().map_err(|error| self.error(error))? {
            let (hash, value) = entry.map_err(|error| self.error(error))?;
            let value = unseal(0, value.value()).map_err(|error| self.error(error))?;
            let (done, compiled) = value.split_first_chunk().ok_or_else(|| damaged(&self.path))?;
            let done = u32::from_le_bytes(*done);
            found.insert(hash.value().to_owned(), (done, compiled.to_vec()));
        }
        Ok(found)
    }

    /// Whether a chunk has been looked for in all games.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_indexed(&self, hash: &str) -> Result<bool, GameTreeError> {
        let n_slots = self.moves().len() as u32;
        Ok(self.indexed()?.get(hash).is_some_and(|(done, _)| *done == n_slots))
    }

    /// The slots where a chunk of the index stands through a mirror.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn set(&self, hash: &str, mirror: u8) -> Result<Arc<RoaringBitmap>, GameTreeError> {
        let key = (hash.to_owned(), mirror);
        if let Some(set) = self.cache.get(&key) {
            return Ok(set);
        }
        let set = Arc::new(self.guarded(|| self.read_set(hash, mirror))?);
        self.cache.put(key, &set);
        Ok(set)
    }

    fn read_set(&self, hash: &str, mirror: u8) -> Result<RoaringBitmap, GameTreeError> {
        let Some(transaction) = self.transaction()? else { return Ok(RoaringBitmap::new()) };
        let table = match transaction.open_table(INDEX) {
            Err(TableError::TableDoesNotExist(_)) => return Ok(RoaringBitmap::new()),
            table => self.reading(table)?,
        };
        let stored = table.get((hash, mirror)).map_err(|error| self.error(error))?;
        let Some(stored) = stored else {
            // A chunk that was looked for has its sets, be they empty.
            let chunks = self.reading(transaction.open_table(CHUNKS))?;
            let is_known = chunks.get(hash).map_err(|error| self.error(error))?.is_some();
            return if is_known { Err(damaged(&self.path)) } else { Ok(RoaringBitmap::new()) };
        };
        let bytes = unseal(mirror.into(), stored.value()).map_err(|error| self.error(error))?;
        RoaringBitmap::deserialize_from(bytes).map_err(|_| damaged(&self.path))
    }

    /// Where a chunk of the index stands.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn places(&self, hash: &str) -> Result<Vec<Place>, GameTreeError> {
        let mut places: Vec<Place> = Vec::new();
        for mirror in 0..MIRRORS as u8 {
            let set = self.set(hash, mirror)?;
            places.extend(set.iter().map(|slot| Place { slot, mirrors: 1 << mirror }));
        }
        places.sort_unstable_by_key(|place| (place.slot, place.mirrors));
        Ok(places)
    }

    /// The slots where some chunk of a class stands.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn class_set(&self, digest: &str) -> Result<Arc<RoaringBitmap>, GameTreeError> {
        self.set(&class_key(digest), CLASS)
    }

    /// The slots whose position stood nowhere before.
    pub(super) fn fresh_set(&self) -> Arc<RoaringBitmap> {
        let make = || {
            let bytes: Vec<u8> = self.fresh.iter().flat_map(|word| word.to_le_bytes()).collect();
            Arc::new(RoaringBitmap::from_lsb0_bytes(0, &bytes))
        };
        Arc::clone(self.cache.fresh.get_or_init(make))
    }
}

impl Cache {
    fn get(&self, key: &(String, u8)) -> Option<Arc<RoaringBitmap>> {
        self.sets.lock().ok()?.get(key).map(Arc::clone)
    }

    fn put(&self, key: (String, u8), set: &Arc<RoaringBitmap>) {
        if let Ok(mut sets) = self.sets.lock() {
            sets.insert(key, Arc::clone(set));
        }
    }

    /// Forgets the sets, which have changed.
    fn forget(&mut self) {
        self.sets = Mutex::default();
    }
}

/// What is kept of a chunk that has been looked for.
fn entry(n_slots: u32, compiled: &[u8]) -> Vec<u8> {
    seal(0, [&n_slots.to_le_bytes()[..], compiled].concat())
}

fn damaged(path: &Path) -> GameTreeError {
    GameTreeError::foreign(path, "the index cannot be read")
}

/// Sets with exactly 0, 1, … of some sets missing, up to the number allowed.
///
/// One pass over the sets, the smallest first: what misses too many is dropped at once. This is the
/// partial match that the thesis left open.
pub(super) fn missing(
    sets: &[Arc<RoaringBitmap>],
    universe: &RoaringBitmap,
    allowed: usize,
) -> Vec<RoaringBitmap> {
    let mut sets: Vec<&RoaringBitmap> = sets.iter().map(AsRef::as_ref).collect();
    sets.sort_by_key(|set| set.len());
    let mut levels = vec![RoaringBitmap::new(); allowed + 1];
    let Some((first, others)) = sets.split_first() else {
        levels[0].clone_from(universe);
        return levels;
    };
    levels[0] = *first & universe;
    if allowed > 0 {
        levels[1] = union_of_next(others, allowed, universe) - *first;
    }
    for set in others {
        for level in (0..=allowed).rev() {
            let lacking = &levels[level] - *set;
            levels[level] &= *set;
            if level < allowed {
                levels[level + 1] |= lacking;
            }
        }
    }
    levels
}

/// What may still be found although the first set lacks it.
fn union_of_next(
    sets: &[&RoaringBitmap],
    allowed: usize,
    universe: &RoaringBitmap,
) -> RoaringBitmap {
    if sets.len() < allowed {
        return universe.clone();
    }
    // Whoever lacks the first set and at most allowed - 1 others has one of the next `allowed`.
    let mut all = RoaringBitmap::new();
    for set in &sets[..allowed] {
        all |= *set;
    }
    all & universe
}

/// The chunks that are to be looked for from the same slot on.
fn by_start<'a>(stale: &[(&'a IndexedChunk, u32)]) -> Vec<(u32, Vec<&'a IndexedChunk>)> {
    let mut groups: Vec<(u32, Vec<&IndexedChunk>)> = Vec::new();
    for (chunk, from) in stale {
        match groups.iter_mut().find(|(start, _)| start == from) {
            Some((_, group)) => group.push(chunk),
            None => groups.push((*from, vec![chunk])),
        }
    }
    groups
}

fn class_key(digest: &str) -> String {
    format!("class {digest}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn missing_counts_like_counting(
            members in prop::collection::vec(prop::collection::btree_set(0u32..60, 0..40), 0..6),
            universe in prop::collection::btree_set(0u32..60, 0..60),
            allowed in 0usize..4,
        ) {
            let sets: Vec<Arc<RoaringBitmap>> =
                members.iter().map(|set| Arc::new(set.iter().copied().collect())).collect();
            let all: RoaringBitmap = universe.iter().copied().collect();
            let levels = missing(&sets, &all, allowed);
            for (level, found) in levels.iter().enumerate() {
                let expected: RoaringBitmap = universe
                    .iter()
                    .copied()
                    .filter(|x| members.iter().filter(|set| !set.contains(x)).count() == level)
                    .collect();
                prop_assert_eq!(found, &expected);
            }
        }
    }
}
