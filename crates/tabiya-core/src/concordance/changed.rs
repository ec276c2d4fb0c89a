//! Scores of which a few have changed: only pairs with one of these are counted anew.
//!
//! Tuning measures many weight vectors that differ in one weight from the same base. The base is put
//! in order once; a changed score is looked for near its old place, for it has not gone far
//! (Gomboc 2004, §4.4.3, asks to make use of data that is already almost sorted).

use rayon::prelude::*;

use super::labels::FEW;
use super::number::WORD_BITS;
use super::{Concordance, Labels, Number, PairCounts, pairs};

const LABEL_BITS: u32 = u64::BITS - WORD_BITS;
/// Labels are counted up to every so many places.
const MARK: usize = 16;

/// Scores with few labels, in order.
pub struct Base<'a> {
    labels: &'a Labels,
    codes: &'a [u8],
    /// Scores with the labels in the lowest bits, ascending.
    words: Vec<u64>,
    /// Where each position stands among them.
    places: Vec<u32>,
    /// How often each label stands before every [`MARK`]th place.
    marks: Vec<[u32; FEW]>,
    /// The pairs of each position, by place; and of all.
    own: Vec<Tally<u32>>,
    all: Tally<u64>,
}

/// Concordant pairs, pairs with the same score, and with the same score and label.
#[derive(Clone, Copy, Debug, Default)]
struct Tally<W> {
    concordant: W,
    tied_x: W,
    tied_both: W,
}

impl Tally<u64> {
    /// Adds so many times what was found; sums come out right whatever they pass through.
    fn add(&mut self, times: i64, other: Self) {
        let times = times as u64;
        let scaled = |n: u64| n.wrapping_mul(times);
        self.concordant = self.concordant.wrapping_add(scaled(other.concordant));
        self.tied_x = self.tied_x.wrapping_add(scaled(other.tied_x));
        self.tied_both = self.tied_both.wrapping_add(scaled(other.tied_both));
    }
}

impl From<Tally<u32>> for Tally<u64> {
    fn from(Tally { concordant, tied_x, tied_both }: Tally<u32>) -> Self {
        Self { concordant: concordant.into(), tied_x: tied_x.into(), tied_both: tied_both.into() }
    }
}

impl<'a> Base<'a> {
    /// Puts scores in order; `None` if the labels are many or a score is too large.
    ///
    /// # Panics
    /// If there is not one score per label.
    pub fn new(x: &[i64], labels: &'a Labels) -> Option<Self> {
        assert_eq!(x.len(), labels.len(), "one score per label");
        let codes = labels.few()?;
        u32::try_from(x.len()).ok()?;
        let mut order = Vec::with_capacity(x.len());
        for (index, (v, &code)) in (0u32..).zip(x.iter().zip(codes)) {
            order.push((v.word()? << LABEL_BITS | u64::from(code), index));
        }
        order.par_sort_unstable();
        let words: Vec<u64> = order.iter().map(|&(word, _)| word).collect();
        let mut places = vec![0; x.len()];
        for (place, &(_, index)) in (0u32..).zip(&order) {
            places[index as usize] = place;
        }
        let mut so_far = [0u32; FEW];
        let mut marks = Vec::with_capacity(words.len() / MARK + 1);
        for (place, &word) in words.iter().enumerate() {
            if place % MARK == 0 {
                marks.push(so_far);
            }
            so_far[label_of(word)] += 1;
        }
        marks.push(so_far);
        let all = count_pairs(&words);
        let mut base = Self { labels, codes, words, places, marks, own: Vec::new(), all };
        let own = |place: usize| {
            let found = base.tally(base.words[place], place);
            // With itself it forms no pair.
            Tally { tied_x: found.tied_x - 1, tied_both: found.tied_both - 1, ..found }
        };
        base.own = (0..x.len()).into_par_iter().with_min_len(MARK * MARK).map(own).collect();
        Some(base)
    }

    /// The concordance of the scores as they are.
    pub fn concordance(&self) -> Concordance {
        self.finish(self.all)
    }

    /// The concordance when some positions, each named once, have other scores; `None` if one is
    /// too large.
    pub fn changed(&self, changes: &[(usize, i64)]) -> Option<Concordance> {
        let (mut old, mut new) = (Vec::new(), Vec::new());
        let mut total = self.all;
        for &(index, score) in changes {
            let place = self.places[index] as usize;
            let word = score.word()? << LABEL_BITS | u64::from(self.codes[index]);
            total.add(-1, self.own[place].into());
            total.add(1, self.tally(word, place).into());
            old.push(self.words[place]);
            new.push(word);
        }
        // Pairs of two changed positions were taken away twice, and each new score was held against
        // all old ones. The pairs of old and new scores together tell how often.
        old.sort_unstable();
        new.sort_unstable();
        total.add(2, count_pairs(&old));
        total.add(2, count_pairs(&new));
        total.add(-1, count_pairs(&merged(&old, &new)));
        Some(self.finish(total))
    }

    /// The pairs that a score with a label forms with those of the base; it stands near a place.
    fn tally(&self, word: u64, near: usize) -> Tally<u32> {
        let label = label_of(word);
        let least = word & !(FEW as u64 - 1);
        let first = self.search(least, near);
        let is_tied = self.words.get(first).is_some_and(|&w| w >> LABEL_BITS == word >> LABEL_BITS);
        let end = if is_tied { self.search(least + FEW as u64, first) } else { first };
        let before = self.labels_before(first);
        let until = if is_tied { self.labels_before(end) } else { before };
        let all = self.marks[self.marks.len() - 1];
        let mut concordant = 0;
        for other in 0..FEW {
            concordant += if other < label { before[other] } else { 0 };
            concordant += if other > label { all[other] - until[other] } else { 0 };
        }
        Tally { concordant, tied_x: (end - first) as u32, tied_both: until[label] - before[label] }
    }

    /// The first place whose word is not below this one, looked for in growing steps.
    fn search(&self, word: u64, near: usize) -> usize {
        let words = &self.words[..];
        let (mut low, mut high) = (near, near);
        let mut step = 1;
        if near < words.len() && words[near] < word {
            while high < words.len() && words[high] < word {
                low = high + 1;
                high = (high + step).min(words.len());
                step *= 2;
            }
        } else {
            while low > 0 && words[low - 1] >= word {
                high = low - 1;
                low = low.saturating_sub(step);
                step *= 2;
            }
        }
        low + words[low..high].partition_point(|&w| w < word)
    }

    /// How often each label stands before a place.
    fn labels_before(&self, place: usize) -> [u32; FEW] {
        let Some(mark) = self.marks.get(place / MARK).filter(|_| place < self.words.len()) else {
            return self.marks[self.marks.len() - 1];
        };
        // The counts of all labels side by side in the bytes of one word.
        let rest = &self.words[place / MARK * MARK..place];
        let packed = rest.iter().fold(0u64, |sum, &word| sum + (1 << (8 * label_of(word))));
        std::array::from_fn(|label| mark[label] + (packed >> (8 * label) & 0xff) as u32)
    }

    fn finish(&self, tally: Tally<u64>) -> Concordance {
        let Tally { concordant, tied_x, tied_both } = tally;
        let tied_y = self.labels.counts().map(pairs).sum();
        Concordance::new(PairCounts { concordant, tied_x, tied_y, tied_both }, self.words.len())
    }
}

fn label_of(word: u64) -> usize {
    word as usize % FEW
}

/// The pairs among ascending words.
fn count_pairs(words: &[u64]) -> Tally<u64> {
    let mut tally = Tally::default();
    let mut lower = [0u32; FEW];
    for group in words.chunk_by(|a, b| a >> LABEL_BITS == b >> LABEL_BITS) {
        for &word in group {
            tally.concordant += u64::from(lower[label_of(word)]);
        }
        if group.len() > 1 {
            tally.tied_x += pairs(group.len() as u64);
            let same = group.chunk_by(|a, b| a == b).map(|run| pairs(run.len() as u64));
            tally.tied_both += same.sum::<u64>();
        }
        for &word in group {
            let label = label_of(word);
            for (other, n) in lower.iter_mut().enumerate() {
                *n += u32::from(other > label);
            }
        }
    }
    tally
}

fn merged(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut both = Vec::with_capacity(a.len() + b.len());
    let mut others = b.iter().copied().peekable();
    for &word in a {
        while let Some(other) = others.next_if(|&other| other < word) {
            both.push(other);
        }
        both.push(word);
    }
    both.extend(others);
    both
}
