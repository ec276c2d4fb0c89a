//! From the hash of a position to the slots where it stood.
//!
//! Every commit writes its hashes as one sorted segment, and a segment is merged with the one before it
//! when that is not twice as large: so a lookup asks a few segments, and adding games does not rewrite
//! the others (CITE: O'Neil et al. 1996, log-structured merge tree). A segment is a row of blocks that
//! just fill the pages of the store, and a fence with the first hash of each.

use redb::{ReadableTable, Table, TableDefinition};

use super::sealed::{seal, unseal};

/// Blocks of hashes and slots, by segment and number.
pub(super) const KEYS: TableDefinition<'static, (u32, u32), &[u8]> = TableDefinition::new("keys");
/// Segments: the number of entries, then the first hash of each block.
pub(super) const SEGMENTS: TableDefinition<'static, u32, &[u8]> = TableDefinition::new("segments");

/// Entries of a block: 12 bytes each in 16 pages, whose room the store rounds up to a power of two.
const BLOCK: usize = 5400;

const ENTRY: usize = 12;

/// A sorted run of hashes, which lives in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    pub id: u32,
    pub n_entries: u64,
    /// The first hash of each block.
    fences: Vec<u64>,
}

impl Segment {
    pub fn read(id: u32, bytes: &[u8]) -> Result<Self, redb::Error> {
        let bytes = unseal(id.into(), bytes)?;
        let mut words = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
        let n_entries = words.next().ok_or_else(missing)?;
        Ok(Self { id, n_entries, fences: words.collect() })
    }

    fn bytes(&self) -> Vec<u8> {
        let words = std::iter::once(&self.n_entries).chain(&self.fences);
        words.flat_map(|word| word.to_le_bytes()).collect()
    }

    /// Appends the slots of a hash.
    pub fn find(
        &self,
        blocks: &impl ReadableTable<(u32, u32), &'static [u8]>,
        key: u64,
        slots: &mut Vec<u32>,
    ) -> Result<(), redb::Error> {
        let first = self.fences.partition_point(|fence| *fence < key).saturating_sub(1);
        for number in first..self.fences.len() {
            if self.fences[number] > key {
                break;
            }
            let stored = blocks.get((self.id, number as u32))?.ok_or_else(missing)?;
            let block = Block(unseal(place(self.id, number as u32), stored.value())?);
            let mut at = block.lower_bound(key);
            while at < block.len() && block.key(at) == key {
                slots.push(block.slot(at));
                at += 1;
            }
        }
        Ok(())
    }

    /// Marks those of some sorted hashes that are in the segment.
    pub fn mark(
        &self,
        blocks: &impl ReadableTable<(u32, u32), &'static [u8]>,
        entries: &[(u64, u32)],
        found: &mut [bool],
    ) -> Result<(), redb::Error> {
        let mut at = 0;
        while at < entries.len() {
            let number = self.fences.partition_point(|fence| *fence <= entries[at].0);
            let Some(number) = number.checked_sub(1) else {
                at += 1;
                continue;
            };
            let end = self.fences.get(number + 1).copied();
            let stored = blocks.get((self.id, number as u32))?.ok_or_else(missing)?;
            let block = Block(unseal(place(self.id, number as u32), stored.value())?);
            // All hashes that lie in this block, in one run through it.
            let mut place = block.lower_bound(entries[at].0);
            while at < entries.len() && end.is_none_or(|end| entries[at].0 < end) {
                while place < block.len() && block.key(place) < entries[at].0 {
                    place += 1;
                }
                found[at] |= place < block.len() && block.key(place) == entries[at].0;
                at += 1;
            }
        }
        Ok(())
    }

    /// Reads all entries.
    fn entries(
        &self,
        blocks: &impl ReadableTable<(u32, u32), &'static [u8]>,
    ) -> Result<Vec<(u64, u32)>, redb::Error> {
        let mut entries = Vec::with_capacity(self.n_entries as usize);
        for number in 0..self.fences.len() as u32 {
            let stored = blocks.get((self.id, number))?.ok_or_else(missing)?;
            let block = Block(unseal(place(self.id, number), stored.value())?);
            entries.extend((0..block.len()).map(|at| (block.key(at), block.slot(at))));
        }
        if entries.len() as u64 == self.n_entries { Ok(entries) } else { Err(missing()) }
    }
}

fn missing() -> redb::Error {
    redb::Error::Corrupted("hashes of positions are missing".into())
}

/// What a block's checksum knows of where it lies.
const fn place(segment: u32, number: u32) -> u64 {
    (segment as u64) << 32 | number as u64
}

/// Hashes first, then slots.
struct Block<'a>(&'a [u8]);

impl Block<'_> {
    fn len(&self) -> usize {
        self.0.len() / ENTRY
    }

    fn key(&self, at: usize) -> u64 {
        u64::from_le_bytes(self.0[at * 8..at * 8 + 8].try_into().expect("eight bytes"))
    }

    fn slot(&self, at: usize) -> u32 {
        let at = self.len() * 8 + at * 4;
        u32::from_le_bytes(self.0[at..at + 4].try_into().expect("four bytes"))
    }

    fn lower_bound(&self, key: u64) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.key(middle) < key { low = middle + 1 } else { high = middle }
        }
        low
    }
}

/// Adds sorted entries as a segment and merges what is small; returns the segments there are then.
pub(super) fn add(
    blocks: &mut Table<'_, (u32, u32), &'static [u8]>,
    table: &mut Table<'_, u32, &'static [u8]>,
    mut segments: Vec<Segment>,
    entries: &[(u64, u32)],
) -> Result<Vec<Segment>, redb::Error> {
    let mut id = segments.iter().map(|segment| segment.id + 1).max().unwrap_or(0);
    segments.push(write(blocks, id, entries.iter().copied())?);
    while let [.., older, newer] = &segments[..]
        && older.n_entries < 2 * newer.n_entries
    {
        id += 1;
        let merged = merge(&older.entries(blocks)?, &newer.entries(blocks)?);
        let merged = write(blocks, id, merged.into_iter())?;
        for old in segments.drain(segments.len() - 2..) {
            for number in 0..old.fences.len() as u32 {
                blocks.remove((old.id, number))?;
            }
            table.remove(old.id)?;
        }
        segments.push(merged);
    }
    for segment in &segments {
        table.insert(segment.id, &seal(segment.id.into(), segment.bytes())[..])?;
    }
    Ok(segments)
}

fn merge<'a>(mut one: &'a [(u64, u32)], mut two: &'a [(u64, u32)]) -> Vec<(u64, u32)> {
    let mut merged = Vec::with_capacity(one.len() + two.len());
    while let ([a, ..], [b, ..]) = (one, two) {
        let next = if a <= b { &mut one } else { &mut two };
        merged.push(next[0]);
        *next = &next[1..];
    }
    merged.extend(one.iter().chain(two));
    merged
}

fn write(
    blocks: &mut Table<'_, (u32, u32), &'static [u8]>,
    id: u32,
    mut entries: impl ExactSizeIterator<Item = (u64, u32)>,
) -> Result<Segment, redb::Error> {
    let mut segment = Segment { id, n_entries: entries.len() as u64, fences: Vec::new() };
    loop {
        let block: Vec<(u64, u32)> = entries.by_ref().take(BLOCK).collect();
        let Some((first, _)) = block.first() else { break };
        let keys = block.iter().flat_map(|(key, _)| key.to_le_bytes());
        let slots = block.iter().flat_map(|(_, slot)| slot.to_le_bytes());
        let number = segment.fences.len() as u32;
        let bytes = seal(place(id, number), keys.chain(slots).collect());
        blocks.insert((id, number), &bytes[..])?;
        segment.fences.push(*first);
    }
    Ok(segment)
}
