//! The same position more than once: which rows of a table are one, and what their labels come to.
//!
//! Tables of positions may be larger than the memory, so positions are told apart by a hash of 128
//! bits: among a billion of them, two share one with a probability below 10⁻²⁰.

use crate::games::splitmix;

/// What tells positions apart.
pub type Key = [u64; 2];

/// Multipliers of the two halves of a key: odd, and with their bits well mixed.
const FACTORS: Key = [splitmix(0x7ab1_7a01, 1) | 1, splitmix(0x7ab1_7a01, 2) | 1];

/// The keys of texts that stand on a line each, with or without the two counters of a FEN.
pub fn keys_of_lines(lines: &str, has_counters: bool) -> Vec<Key> {
    let key = |line: &str| {
        let line = line.as_bytes();
        key_of(if has_counters { without_counters(line) } else { line })
    };
    lines.split('\n').map(key).collect()
}

/// A text without ` 12 34` at its end.
fn without_counters(text: &[u8]) -> &[u8] {
    let strip = |text: &[u8]| {
        let n_digits = text.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let end = text.len() - n_digits;
        (n_digits > 0 && end > 0 && text[end - 1] == b' ').then(|| end - 1)
    };
    let end = strip(text).and_then(|end| strip(&text[..end]));
    end.map_or(text, |end| &text[..end])
}

/// The key of a text.
pub fn key_of(text: &[u8]) -> Key {
    let mut key = [text.len() as u64, !0];
    let mut take = |word: u64| {
        for (half, factor) in key.iter_mut().zip(FACTORS) {
            let product = u128::from(*half ^ word) * u128::from(factor);
            *half = (product as u64).rotate_left(29) ^ (product >> 64) as u64;
        }
    };
    let (words, rest) = text.as_chunks::<8>();
    for word in words {
        take(u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    take(u64::from_le_bytes(last));
    [splitmix(key[0], 0), splitmix(key[1], 1)]
}

/// What labels of a kind come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// A number for what was said; those who said the same have the same.
    pub said: u64,
    /// Its value; not a number where it has none.
    pub value: f64,
    /// How many labels they are.
    pub count: i32,
    /// How many of them are not the commonest one.
    pub conflicts: i32,
    /// How much it counts.
    pub weight: f64,
    /// Whether only a value that was said will do, and so the median and not the mean.
    pub is_ordered: bool,
}

/// A row of a table, as far as merging goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// What it shares with the rows that are one with it.
    pub key: Key,
    /// Its number.
    pub number: u64,
    /// What it says.
    pub label: Label,
}

/// Numbers that a row is written as, and how many of them one label that says its value leaves out.
const N_WORDS: usize = 7;
const N_SHORT: usize = 4;

impl Row {
    fn write_to(&self, bytes: &mut Vec<u8>) {
        let Self { key, number, label } = *self;
        let counts = u64::from(label.count as u32) | u64::from(label.conflicts as u32) << 32;
        let (value, weight) = (label.value.to_bits(), label.weight.to_bits());
        let rest = [label.said, counts, weight];
        let is_short = rest == [value, 1, 1f64.to_bits()];
        let place = number << 2 | u64::from(is_short) << 1 | u64::from(label.is_ordered);
        let short: [u64; N_SHORT] = [key[0], key[1], place, value];
        bytes.extend_from_slice(short.map(u64::to_le_bytes).as_flattened());
        if !is_short {
            bytes.extend_from_slice(rest.map(u64::to_le_bytes).as_flattened());
        }
    }

    /// The row that numbers begin with, and how many of them it takes.
    fn read(words: &[[u8; 8]]) -> Option<(Self, usize)> {
        let word = |n: usize| words.get(n).map(|word| u64::from_le_bytes(*word));
        let (place, value) = (word(2)?, word(3)?);
        let is_short = place & 2 == 2;
        let (said, counts, weight) =
            if is_short { (value, 1, 1.0) } else { (word(4)?, word(5)?, f64::from_bits(word(6)?)) };
        let label = Label {
            said,
            value: f64::from_bits(value),
            count: counts as i32,
            conflicts: (counts >> 32) as i32,
            weight,
            is_ordered: place & 1 == 1,
        };
        let row = Self { key: [word(0)?, word(1)?], number: place >> 2, label };
        Some((row, if is_short { N_SHORT } else { N_WORDS }))
    }

    fn read_all(heap: &[u8]) -> Vec<Self> {
        let mut words = heap.as_chunks().0;
        let mut rows = Vec::with_capacity(words.len() / N_SHORT);
        while let Some((row, n_words)) = Self::read(words) {
            rows.push(row);
            words = &words[n_words..];
        }
        rows
    }
}

/// Heaps of rows, those of the same key in the same; each is a text of bytes that can be kept in a
/// file and has others put behind it.
#[derive(Clone, Debug)]
pub struct Heaps(Vec<Vec<u8>>);

impl Heaps {
    /// So many heaps, at least one, for about so many rows.
    pub fn new(n_heaps: usize, n_rows: usize) -> Self {
        let n_heaps = n_heaps.max(1);
        let n_bytes = 8 * N_SHORT * n_rows / n_heaps;
        Self((0..n_heaps).map(|_| Vec::with_capacity(n_bytes + n_bytes / 8)).collect())
    }

    /// Puts a row on its heap.
    pub fn deal(&mut self, row: &Row) {
        // The other half of the key finds it within its heap.
        let index = row.key[1] as usize % self.0.len();
        row.write_to(&mut self.0[index]);
    }

    /// The heaps as bytes.
    pub fn into_bytes(self) -> Vec<Vec<u8>> {
        self.0
    }
}

/// Deals rows into heaps.
pub fn deal(rows: impl ExactSizeIterator<Item = Row>, n_heaps: usize) -> Vec<Vec<u8>> {
    let mut heaps = Heaps::new(n_heaps, rows.len());
    rows.for_each(|row| heaps.deal(&row));
    heaps.into_bytes()
}

/// What the rows of a heap come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heap {
    /// The rows that are not the first of their key.
    pub others: Vec<u64>,
    /// The rows that stand for others, what they say together, and whether they did not all say the
    /// same.
    pub merged: Vec<(u64, Label, bool)>,
}

/// Merges the rows of a heap.
pub fn merge(heap: &[u8]) -> Heap {
    const NONE: u32 = u32::MAX;
    let rows = Row::read_all(heap);
    let size = (2 * rows.len()).next_power_of_two();
    // A hash table with open addressing of the first row of each key, and lists of those behind it.
    let mut firsts = vec![NONE; size];
    let mut nexts = vec![NONE; rows.len()];
    let mut lasts: Vec<u32> = (0..rows.len() as u32).collect();
    let mut found = Heap::default();
    let mut several = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let mut slot = row.key[0] as usize & (size - 1);
        while firsts[slot] != NONE && rows[firsts[slot] as usize].key != row.key {
            slot = (slot + 1) & (size - 1);
        }
        let first = firsts[slot];
        if first == NONE {
            firsts[slot] = index as u32;
        } else {
            found.others.push(row.number);
            let last = std::mem::replace(&mut lasts[first as usize], index as u32);
            nexts[last as usize] = index as u32;
            if last == first {
                several.push(first);
            }
        }
    }
    several.sort_unstable();
    let mut group = Vec::new();
    for first in several {
        group.clear();
        let mut index = first;
        while index != NONE {
            group.push(rows[index as usize].label);
            index = nexts[index as usize];
        }
        let (label, is_disputed) = merge_labels(&group);
        found.merged.push((rows[first as usize].number, label, is_disputed));
    }
    found
}

/// What labels of the same position and kind come to, and whether they differ.
fn merge_labels(labels: &[Label]) -> (Label, bool) {
    let first = labels[0];
    let mut tallies: Vec<(u64, f64, i32)> = Vec::with_capacity(labels.len());
    let mut whole = Label { count: 0, conflicts: 0, weight: 0.0, ..first };
    let mut sum = 0.0;
    for label in labels {
        whole.count += label.count;
        whole.conflicts += label.conflicts;
        whole.weight += label.weight;
        if !label.value.is_nan() {
            sum += label.value * f64::from(label.count);
        }
        tallies.push((label.said, label.value, label.count));
    }
    tallies.sort_unstable_by_key(|(said, ..)| *said);
    tallies.dedup_by(|next, (said, _, count)| {
        let is_same = next.0 == *said;
        *count += if is_same { next.2 } else { 0 };
        is_same
    });
    let is_disputed = tallies.len() > 1;
    let most = tallies.iter().map(|(.., count)| *count).max().unwrap_or_default();
    whole.weight /= labels.len() as f64;
    whole.conflicts += whole.count - most;
    if !first.value.is_nan() {
        whole.value = sum / f64::from(whole.count);
    }
    if first.is_ordered {
        tallies.retain(|(_, value, _)| !value.is_nan());
        whole.value = median(&mut tallies).unwrap_or(whole.value);
    }
    (whole, is_disputed)
}

/// The value in the middle. Of two, the one nearer to zero; of two that are opposed, zero.
fn median(tallies: &mut [(u64, f64, i32)]) -> Option<f64> {
    tallies.sort_by(|a, b| a.1.total_cmp(&b.1));
    let all: i32 = tallies.iter().map(|(.., count)| count).sum();
    let from = |is_beyond: fn(i32, i32) -> bool| {
        let mut upto = 0;
        tallies.iter().find_map(|(_, value, count)| {
            upto += count;
            is_beyond(2 * upto, all).then_some(*value)
        })
    };
    let (low, high) = (from(|twice, all| twice >= all)?, from(|twice, all| twice > all)?);
    Some(match () {
        () if low + high == 0.0 => 0.0,
        () if low.abs() <= high.abs() => low,
        () => high,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn said(value: f64, is_ordered: bool) -> Label {
        Label { said: value.to_bits(), value, count: 1, conflicts: 0, weight: 1.0, is_ordered }
    }

    #[test]
    fn keys_are_of_all_but_the_counters() {
        let keys = keys_of_lines("a w - - 0 1\na w - - 12 7\na w - - 1\nb w - - 0 1", true);
        assert_eq!(keys[0], keys[1]);
        assert_eq!(keys.iter().collect::<HashSet<_>>().len(), 3);
        let keys = keys_of_lines("a w - - 0 1\na w - - 12 7", false);
        assert_ne!(keys[0], keys[1]);
    }

    #[test]
    fn keys_of_texts_that_differ_in_a_letter_differ_in_both_halves() {
        let texts: Vec<String> = (0..100_000).map(|n| format!("{:>30}", n * 7)).collect();
        let keys = keys_of_lines(&texts.join("\n"), false);
        for half in 0..2 {
            let halves: HashSet<u64> = keys.iter().map(|key| key[half]).collect();
            assert_eq!(halves.len(), texts.len());
        }
    }

    #[test]
    fn the_first_row_of_a_key_stands_for_all() {
        let keys = [[1, 0], [2, 0], [1, 0], [1, 1], [1, 0]];
        let values = [1.0, 0.0, 0.0, 1.0, 1.0];
        let rows = keys.iter().zip(values).enumerate().map(|(number, (key, value))| Row {
            key: *key,
            number: 10 + number as u64,
            label: said(value, false),
        });
        let whole = merge(&deal(rows.clone(), 1)[0]);
        assert_eq!(whole.others, [12, 14]);
        let [(10, label, true)] = whole.merged[..] else { panic!("{whole:?}") };
        assert_eq!((label.count, label.conflicts), (3, 1));
        assert!((label.value - 2.0 / 3.0).abs() < 1e-12);
        let heaps = deal(rows, 2);
        let n_bytes = 8 * N_SHORT;
        assert_eq!(heaps.iter().map(Vec::len).collect::<Vec<_>>(), [4 * n_bytes, n_bytes]);
        assert_eq!(merge(&heaps[0]), whole);
        assert_eq!(merge(&heaps[1]), Heap::default());
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let plain = Row { key: [1, 2], number: 1 << 40, label: said(0.5, true) };
        let others = [
            Label { said: 3, ..plain.label },
            Label { count: 2, ..plain.label },
            Label { conflicts: 1, is_ordered: false, ..plain.label },
            Label { weight: 0.5, ..plain.label },
        ];
        let mut rows = vec![plain];
        rows.extend(others.map(|label| Row { label, ..plain }));
        rows.push(plain);
        assert_eq!(Row::read_all(&deal(rows.iter().copied(), 1)[0]), rows);
    }

    #[test]
    fn of_two_in_the_middle_the_one_nearer_to_equality_counts() {
        let cases: [(&[f64], f64); 5] = [
            (&[3.0, 1.0], 1.0),
            (&[-3.0, -1.0], -1.0),
            (&[-2.0, 2.0], 0.0),
            (&[-3.0, 2.0, 3.0], 2.0),
            (&[-1.0, 2.0], -1.0),
        ];
        for (values, expected) in cases {
            let labels: Vec<Label> = values.iter().map(|value| said(*value, true)).collect();
            let (label, is_disputed) = merge_labels(&labels);
            assert!((label.value - expected).abs() < 1e-12, "{values:?}");
            assert!(is_disputed);
        }
    }
}
