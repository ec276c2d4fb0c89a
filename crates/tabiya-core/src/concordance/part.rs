//! Pairs among a few thousand scores that lie close together.
//!
//! The scores are dealt once more, into about as many places as there are scores. Then each stands
//! within a few steps of where it belongs, and whatever stands further away is on the right side of
//! it. So a pair within [`REACH`] steps is compared, at the same distance for many scores at once,
//! and a pair further apart is counted by its labels alone. Nothing is sorted but what stands at a
//! place with more than that.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

use super::labels::FEW;
use super::number::WORD_BITS;
use super::pairs;

/// A score is kept in one word with its label in the lowest bits.
const LABEL_BITS: u32 = u64::BITS - WORD_BITS;
const _: () = assert!(FEW == 1 << LABEL_BITS);
/// Words order as signed numbers, for these are what processors compare many of at once.
const SIGN: u64 = 1 << 63;
/// Pairs that stand up to so many steps apart are compared.
const REACH: usize = 8;
/// Labels are counted in bytes, of so many scores at a time.
const BLOCK: usize = 255;

/// A score's word with its label.
#[inline(always)]
pub(super) fn with_label(word: u64, code: u8) -> i64 {
    ((word << LABEL_BITS | u64::from(code)) ^ SIGN) as i64
}

/// Everything counted so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Total {
    n: u32,
    /// How many scores have a higher label than each.
    higher: [u32; FEW],
    pub discordant: u64,
    /// Pairs of equal scores, and of equal scores and labels.
    pub tied_x: u64,
    pub tied_both: u64,
}

impl Total {
    /// Adds what was found among higher scores.
    pub fn append(&mut self, other: &Self) {
        for (n, higher) in other.labels().iter().zip(self.higher) {
            self.discordant += u64::from(*n) * u64::from(higher);
        }
        for (sum, higher) in self.higher.iter_mut().zip(other.higher) {
            *sum += higher;
        }
        self.n += other.n;
        self.discordant += other.discordant;
        self.tied_x += other.tied_x;
        self.tied_both += other.tied_both;
    }

    /// How many scores have each label.
    pub fn labels(&self) -> [u32; FEW] {
        let at_least = |label: usize| if label == 0 { self.n } else { self.higher[label - 1] };
        std::array::from_fn(|label| at_least(label) - self.higher[label])
    }

    #[inline(always)]
    fn add_labels(&mut self, words: &[i64]) {
        for &word in words {
            for (label, higher) in self.higher.iter_mut().enumerate() {
                *higher += u32::from(label_of(word) > label);
            }
        }
        self.n += words.len() as u32;
    }
}

#[inline(always)]
fn label_of(word: i64) -> usize {
    word as usize % FEW
}

/// Scores that lie close together, and room to count them in.
#[derive(Default)]
pub(super) struct Part {
    /// The scores, if they come from several hands.
    gathered: Vec<i64>,
    /// Where the words of each place end.
    ends: Vec<u32>,
    /// The words, nearly in order.
    words: Vec<i64>,
    /// The same with the label before the score, so that they compare by label first.
    by_label: Vec<i64>,
}

impl Part {
    /// Counts the pairs of a part, and those with everything counted so far, which is lower.
    #[inline(always)]
    pub fn count<'a>(
        &mut self,
        hands: impl ExactSizeIterator<Item = &'a [i64]>,
        total: &mut Total,
    ) {
        let mut gathered = std::mem::take(&mut self.gathered);
        gathered.clear();
        let is_one = hands.len() == 1;
        let mut words: &[i64] = &[];
        for hand in hands {
            words = hand;
            if !is_one {
                gathered.extend_from_slice(hand);
            }
        }
        self.count_words(if is_one { words } else { &gathered }, total);
        self.gathered = gathered;
    }

    #[inline(always)]
    fn count_words(&mut self, words: &[i64], total: &mut Total) {
        let Some((least, range)) = bounds(words) else { return };
        self.deal(words, least, range);
        self.by_label.clear();
        let turned = |&word: &i64| ((word as u64 ^ SIGN).rotate_right(LABEL_BITS) ^ SIGN) as i64;
        self.by_label.extend(self.words.iter().map(turned));
        let (mut done, mut start) = (0, 0);
        for &end in &self.ends {
            let end = end as usize;
            if end - start > REACH + 1 {
                near(&self.words[done..start], &self.by_label[done..start], total);
                sorted(&mut self.words[start..end], total);
                done = end;
            }
            start = end;
        }
        near(&self.words[done..], &self.by_label[done..], total);
    }

    /// Puts the words nearly in order.
    #[inline(always)]
    fn deal(&mut self, words: &[i64], least: i64, range: u64) {
        let n_places = range.min(words.len() as u64);
        // A word's distance from the least, times the places and over the range.
        let scale = (u128::from(n_places) << 64) / u128::from(range);
        let scale = u64::try_from(scale).unwrap_or(u64::MAX);
        let place = |word: i64| {
            let distance = word.wrapping_sub(least) as u64 >> LABEL_BITS;
            ((u128::from(distance) * u128::from(scale)) >> 64) as usize
        };
        self.ends.clear();
        self.ends.resize(n_places as usize, 0);
        for &word in words {
            self.ends[place(word)] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            start += std::mem::replace(end, start);
        }
        self.words.resize(words.len(), 0);
        for &word in words {
            let end = &mut self.ends[place(word)];
            self.words[*end as usize] = word;
            *end += 1;
        }
    }
}

/// The least score, as a word, and how many words of scores there are from it to the highest.
#[inline(always)]
fn bounds(words: &[i64]) -> Option<(i64, u64)> {
    let (mut low, mut high) = (*words.first()?, i64::MIN);
    for &word in words {
        low = low.min(word);
        high = high.max(word);
    }
    let least = low >> LABEL_BITS << LABEL_BITS;
    Some((least, (high.wrapping_sub(least) as u64 >> LABEL_BITS) + 1))
}

/// Counts the pairs of words of which each stands at most [`REACH`] steps from where it belongs.
#[inline(always)]
fn near(words: &[i64], by_label: &[i64], total: &mut Total) {
    let head = words.len().min(REACH);
    let mut discordant = 0;
    for &word in &words[..head] {
        discordant += u64::from(total.higher[label_of(word)]);
    }
    // Those that are further behind than the reach, `last` the nearest of them.
    for (block, lasts) in words[head..].chunks(BLOCK).zip(words.chunks(BLOCK)) {
        // The counts of all labels side by side in the bytes of one word.
        let mut higher = 0u64;
        for (&word, &last) in block.iter().zip(lasts) {
            let label = label_of(word);
            discordant += u64::from(total.higher[label]) + (higher >> (8 * label) & 0xff);
            higher += 0x0001_0101_0101_0101 >> (56 - 8 * label_of(last));
        }
        for (label, sum) in total.higher.iter_mut().enumerate() {
            *sum += (higher >> (8 * label) & 0xff) as u32;
        }
    }
    total.n += (words.len() - head) as u32;
    total.add_labels(&words[words.len() - head..]);
    total.discordant += discordant;
    for distance in 1..=REACH.min(words.len().saturating_sub(1)) {
        compare(words, by_label, distance, total);
    }
}

/// Compares the pairs that stand so far apart. A pair is discordant if its order by score is not
/// that by label; equal scores order by label, and equal labels by score.
#[inline(always)]
fn compare(words: &[i64], by_label: &[i64], distance: usize, total: &mut Total) {
    let n = words.len() - distance;
    let (first, second) = (&words[..n], &words[distance..][..n]);
    let (first_label, second_label) = (&by_label[..n], &by_label[distance..][..n]);
    let (mut discordant, mut tied_x, mut tied_both) = (0, 0, 0);
    for index in 0..n {
        let (a, b) = (first[index], second[index]);
        discordant += i64::from((a > b) ^ (first_label[index] > second_label[index]));
        tied_x += i64::from(a >> LABEL_BITS == b >> LABEL_BITS);
        tied_both += i64::from(a == b);
    }
    total.discordant += discordant as u64;
    total.tied_x += tied_x as u64;
    total.tied_both += tied_both as u64;
}

/// Sorts words and counts their pairs.
fn sorted(words: &mut [i64], total: &mut Total) {
    // Mostly they stand at one place because their scores are all the same; so there is less to sort.
    let is_tied = words.iter().all(|word| word >> LABEL_BITS == words[0] >> LABEL_BITS);
    if is_tied {
        return tied(words, total);
    }
    words.sort_unstable();
    for group in words.chunk_by(|a, b| a >> LABEL_BITS == b >> LABEL_BITS) {
        tied(group, total);
    }
}

/// Counts the pairs of words with the same score.
fn tied(words: &[i64], total: &mut Total) {
    let mut counts = [0u64; FEW];
    for &word in words {
        counts[label_of(word)] += 1;
    }
    total.tied_x += pairs(words.len() as u64);
    for (n, higher) in counts.into_iter().zip(total.higher) {
        total.discordant += n * u64::from(higher);
        total.tied_both += pairs(n);
    }
    let mut above = 0;
    for (higher, n) in total.higher.iter_mut().zip(counts).rev() {
        *higher += above;
        above += n as u32;
    }
    total.n += above;
}
