//! Any scores with few labels: the scores are dealt into parts by value, so that no pair of
//! different parts needs to be looked at, and each part is counted while it lies in the nearest
//! cache (`part`).

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

use rayon::prelude::*;

use super::labels::FEW;
use super::part::{Part, Total};
use super::{Number, PairCounts, Scratch, pairs};
use crate::wide::{Kernel, widest};

/// Scores per part, about.
const PER_PART: usize = 2048;
/// More parts than this do not fit into the cache that their ends are written through.
const MOST_PARTS: usize = 1 << 11;
/// So many scores are looked at to place the parts.
const SAMPLE: usize = 1024;
/// Scores of which places and words are computed together, before they are dealt one by one.
const BATCH: usize = 128;
/// For fewer scores than this another thread is not worth while.
const PER_THREAD: usize = 1 << 14;

/// Counts pairs; `None` if a score does not fit into a word beside its label.
pub(super) fn count<T: Number>(x: &[T], codes: &[u8], scratch: &mut Scratch) -> Option<PairCounts> {
    u32::try_from(x.len()).ok()?;
    let spread = Spread::of(x)?;
    let words = std::mem::take(&mut scratch.words);
    let hands = [widest(Deal { x, codes, spread: &spread, words })?];
    let total = widest(Sweep { hands: &hands, parts: 0..spread.n_parts });
    let [Hand { words, .. }] = hands;
    scratch.words = words;
    Some(total.found(x.len()))
}

/// The same, shared among the threads of the pool; the counts do not depend on them.
pub(super) fn count_shared<T: Number>(x: &[T], codes: &[u8]) -> Option<PairCounts> {
    let n_hands = rayon::current_num_threads().min(x.len() / PER_THREAD);
    if n_hands < 2 {
        return count(x, codes, &mut Scratch::default());
    }
    u32::try_from(x.len()).ok()?;
    let spread = Spread::of(x)?;
    let size = x.len().div_ceil(n_hands);
    let deal = |(x, codes)| widest(Deal { x, codes, spread: &spread, words: Vec::new() });
    let chunks = x.par_chunks(size).zip(codes.par_chunks(size));
    let hands: Vec<Hand> = chunks.map(deal).collect::<Option<_>>()?;
    // Several runs of parts per thread, for the middle ones hold more.
    let run = spread.n_parts.div_ceil(8 * n_hands);
    let starts: Vec<usize> = (0..spread.n_parts).step_by(run).collect();
    let sweep = |start: usize| {
        let parts = start..(start + run).min(spread.n_parts);
        widest(Sweep { hands: &hands, parts })
    };
    let totals: Vec<Total> = starts.into_par_iter().with_max_len(1).map(sweep).collect();
    let mut all = Total::default();
    for total in &totals {
        all.append(total);
    }
    Some(all.found(x.len()))
}

/// Where the parts lie: of equal width between bounds that leave out the rare extremes.
struct Spread {
    low: f64,
    scale: f64,
    n_parts: usize,
}

impl Spread {
    /// `None` if the scores do not lie in a range that can be divided.
    fn of<T: Number>(x: &[T]) -> Option<Self> {
        let step = x.len().div_ceil(SAMPLE).max(1);
        let mut sample: Vec<f64> = x.iter().step_by(step).map(|v| v.approximate()).collect();
        sample.sort_unstable_by(f64::total_cmp);
        let low = *sample.get(sample.len() / 64)?;
        let high = *sample.get(sample.len() - 1 - sample.len() / 64)?;
        let n_parts = (x.len() / PER_PART).next_power_of_two().min(MOST_PARTS);
        let scale = n_parts as f64 / (high - low);
        (low.is_finite() && scale.is_finite()).then_some(Self { low, scale, n_parts })
    }

    /// Larger numbers never get a lower part, for each step keeps the order.
    #[inline(always)]
    fn part<T: Number>(&self, v: T) -> u32 {
        // Adding 2^52 rounds to a whole number, which then stands in the low bits; unlike a cast it
        // is done for several at once.
        const ROUND: f64 = 4_503_599_627_370_496.0;
        let most = (self.n_parts - 1) as f64;
        let place = (v.approximate() - self.low) * self.scale;
        let place = if place > 0.0 { place } else { 0.0 };
        let place = if place < most { place } else { most };
        (place + ROUND).to_bits() as u32
    }
}

/// Scores with their labels, those of each part together.
struct Hand {
    words: Vec<i64>,
    /// Where each part ends.
    ends: Vec<u32>,
}

impl Hand {
    fn part(&self, part: usize) -> &[i64] {
        let start = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.words[start as usize..self.ends[part] as usize]
    }
}

/// Deals scores into the parts.
struct Deal<'a, T> {
    x: &'a [T],
    codes: &'a [u8],
    spread: &'a Spread,
    /// Memory to deal into.
    words: Vec<i64>,
}

impl<T: Number> Kernel for Deal<'_, T> {
    type Output = Option<Hand>;
    const IS_WIDE: bool = true;

    #[inline(always)]
    fn run(self) -> Option<Hand> {
        let Self { x, codes, spread, mut words } = self;
        let within = spread.n_parts - 1; // a power of two less one: no place is beyond it
        let mut ends = vec![0u32; spread.n_parts];
        let mut places = [0; BATCH];
        for chunk in x.chunks(BATCH) {
            for (place, &v) in places.iter_mut().zip(chunk) {
                *place = spread.part(v);
            }
            for &place in &places[..chunk.len()] {
                ends[place as usize & within] += 1;
            }
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        words.resize(x.len(), 0);
        let mut batch = [0; BATCH];
        let mut all_fit = true;
        for (chunk, codes) in x.chunks(BATCH).zip(codes.chunks(BATCH)) {
            let slots = places.iter_mut().zip(&mut batch);
            for ((&v, &code), (place, word)) in chunk.iter().zip(codes).zip(slots) {
                *place = spread.part(v);
                let of_score = v.word();
                all_fit &= of_score.is_some();
                *word = super::part::with_label(of_score.unwrap_or(0), code);
            }
            for (&place, &word) in places.iter().zip(&batch).take(chunk.len()) {
                let end = &mut ends[place as usize & within];
                words[*end as usize] = word;
                *end += 1;
            }
        }
        all_fit.then_some(Hand { words, ends })
    }
}

/// Counts the pairs of a run of parts.
struct Sweep<'a> {
    hands: &'a [Hand],
    parts: std::ops::Range<usize>,
}

impl Kernel for Sweep<'_> {
    type Output = Total;
    const IS_WIDE: bool = true;

    #[inline(always)]
    fn run(self) -> Total {
        let mut total = Total::default();
        let mut part = Part::default();
        for index in self.parts {
            part.count(self.hands.iter().map(|hand| hand.part(index)), &mut total);
        }
        total
    }
}

impl Total {
    /// What was found in all.
    fn found(&self, n: usize) -> PairCounts {
        let tied_y = self.labels().map(|n| pairs(n.into())).iter().sum::<u64>();
        // Every pair is of one kind.
        let concordant = pairs(n as u64) + self.tied_both - self.tied_x - tied_y - self.discordant;
        PairCounts { concordant, tied_x: self.tied_x, tied_y, tied_both: self.tied_both }
    }
}

const _: () = assert!(FEW == 8, "labels are counted in the eight bytes of a word");

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Many scores at one place, few, far outliers; from one hand and from several.
        #[test]
        fn wide_vectors_and_several_hands_change_nothing(
            data in prop::collection::vec((0u32..1 << 20, 0u8..8), 2..6000),
            distinct in prop_oneof![Just(3u32), Just(500), Just(1 << 20)],
            power in 1i32..4,
        ) {
            let score = |seed: u32| (f64::from(seed % distinct) / 1e5 - 2.0).powi(power);
            let x: Vec<f64> = data.iter().map(|row| score(row.0)).collect();
            let codes: Vec<u8> = data.iter().map(|row| row.1).collect();
            let Some(spread) = Spread::of(&x) else { return Ok(()) };
            let deal = |from: usize, to: usize| Deal {
                x: &x[from..to],
                codes: &codes[from..to],
                spread: &spread,
                words: Vec::new(),
            };
            let plain = deal(0, x.len()).run().unwrap();
            let wide = widest(deal(0, x.len())).unwrap();
            prop_assert_eq!((&plain.words, &plain.ends), (&wide.words, &wide.ends));
            let all = 0..spread.n_parts;
            let plain = [plain];
            let total = Sweep { hands: &plain, parts: all.clone() }.run();
            prop_assert_eq!(&widest(Sweep { hands: &plain, parts: all.clone() }), &total);
            let middle = x.len() / 2;
            let hands = [deal(0, middle).run().unwrap(), deal(middle, x.len()).run().unwrap()];
            let mut of_both = Sweep { hands: &hands, parts: 0..all.end / 2 }.run();
            of_both.append(&Sweep { hands: &hands, parts: all.end / 2..all.end }.run());
            prop_assert_eq!(of_both, total);
        }
    }
}
