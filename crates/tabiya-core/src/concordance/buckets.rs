//! Any scores with few labels: the scores are dealt into buckets by value, and each bucket is
//! sorted and swept while it lies in the nearest cache. Pairs from different buckets are counted by
//! their labels alone.

use super::labels::FEW;
use super::number::WORD_BITS;
use super::{Found, Number, pairs};

/// Scores per bucket, about.
const PER_BUCKET: usize = 32;
/// More buckets than this do not fit into the cache that their ends are written through.
const MOST_BUCKETS: usize = 1 << 14;
/// So many scores are looked at to place the buckets.
const SAMPLE: usize = 1024;
/// A score is kept in one word with its label in the lowest bits.
const LABEL_BITS: u32 = u64::BITS - WORD_BITS;
const _: () = assert!(FEW == 1 << LABEL_BITS);
/// Buckets up to this size are counted in bytes.
const SMALL: usize = 255;

/// Counts pairs; `None` if a score does not fit into a word beside its label.
pub(super) fn count<T: Number>(x: &[T], codes: &[u8]) -> Option<Found> {
    u32::try_from(x.len()).ok()?;
    let spread = Spread::of(x)?;
    let mut ends = vec![0u32; spread.last as usize + 2];
    for &v in x {
        ends[spread.bucket(v)] += 1;
    }
    let mut start = 0;
    for end in &mut ends {
        start += std::mem::replace(end, start);
    }
    let mut words = vec![0u64; x.len()];
    for (&v, &code) in x.iter().zip(codes) {
        let end = &mut ends[spread.bucket(v)];
        words[*end as usize] = v.word()? << LABEL_BITS | u64::from(code);
        *end += 1;
    }
    let mut total = Total::default();
    let mut start = 0;
    for &end in &ends {
        let bucket = &mut words[start..end as usize];
        bucket.sort_unstable();
        total.add(&if bucket.len() <= SMALL { sweep_small(bucket) } else { sweep_large(bucket) });
        start = end as usize;
    }
    Some(total.found(x.len()))
}

/// Where the buckets lie: of equal width between bounds that leave out the rare extremes.
struct Spread {
    low: f64,
    scale: f64,
    last: i32,
}

impl Spread {
    /// `None` if the scores do not lie in a range that can be divided.
    fn of<T: Number>(x: &[T]) -> Option<Self> {
        let step = x.len().div_ceil(SAMPLE).max(1);
        let mut sample: Vec<f64> = x.iter().step_by(step).map(|v| v.approximate()).collect();
        sample.sort_unstable_by(f64::total_cmp);
        let low = *sample.get(sample.len() / 64)?;
        let high = *sample.get(sample.len() - 1 - sample.len() / 64)?;
        let n_buckets = (x.len() / PER_BUCKET).next_power_of_two().min(MOST_BUCKETS);
        let scale = n_buckets as f64 / (high - low);
        (low.is_finite() && scale.is_finite()).then_some(Self {
            low,
            scale,
            last: n_buckets as i32 - 1,
        })
    }

    /// Larger numbers never get a lower bucket, for each step keeps the order.
    #[inline]
    fn bucket<T: Number>(&self, v: T) -> usize {
        let place = (v.approximate() - self.low) * self.scale;
        (place as i32).clamp(0, self.last) as usize
    }
}

/// What one bucket holds.
struct Swept {
    /// How many scores have a lower label than each; and how many there are.
    lower: [u64; FEW],
    n: u64,
    /// Pairs inside of the bucket.
    found: Found,
}

/// Counts the pairs of a few sorted words. The counts of all labels stand side by side in the bytes
/// of one word, and nothing but arithmetic depends on the scores.
fn sweep_small(words: &[u64]) -> Swept {
    const HIGHER: u64 = 0x0101_0101_0101_0100;
    // Lower labels so far, and among equal scores; equal labels among equal scores.
    let (mut lower, mut lower_tied, mut same_tied) = (0u64, 0u64, 0u64);
    // The sums of these over all scores, each at its label.
    let (mut below, mut below_tied, mut both_tied) = (0, 0, 0);
    let mut previous = u64::MAX;
    for &word in words {
        let label = 8 * (word as usize % FEW);
        let score = word >> LABEL_BITS;
        let keep = u64::from(score == previous).wrapping_neg();
        previous = score;
        lower_tied &= keep;
        same_tied &= keep;
        below += lower >> label & 0xff;
        below_tied += lower_tied >> label & 0xff;
        both_tied += same_tied >> label & 0xff;
        lower += HIGHER << label;
        lower_tied += HIGHER << label;
        same_tied += 1 << label;
    }
    let lower = std::array::from_fn(|label| lower >> (8 * label) & 0xff);
    Swept::new(lower, words.len(), below, below_tied, both_tied)
}

/// Counts the pairs of many sorted words.
fn sweep_large(words: &[u64]) -> Swept {
    let mut lower = [0; FEW];
    let (mut below, mut below_tied, mut both_tied) = (0, 0, 0);
    for group in words.chunk_by(|a, b| a >> LABEL_BITS == b >> LABEL_BITS) {
        let mut counts = [0u64; FEW];
        for word in group {
            counts[*word as usize % FEW] += 1;
        }
        let mut so_far = 0;
        for (label, n) in counts.into_iter().enumerate() {
            below += n * (lower[label] + so_far);
            below_tied += n * so_far;
            both_tied += pairs(n);
            lower[label] += so_far;
            so_far += n;
        }
    }
    Swept::new(lower, words.len(), below, below_tied, both_tied)
}

impl Swept {
    /// Among equal scores the labels ascend, so that all their pairs of different labels are among
    /// those `below`.
    fn new(lower: [u64; FEW], n: usize, below: u64, below_tied: u64, both_tied: u64) -> Self {
        let found = Found {
            concordant: below - below_tied,
            tied_x: below_tied + both_tied,
            tied_both: both_tied,
            ..Found::default() // labels are the total's
        };
        Self { lower, n: n as u64, found }
    }
}

/// Everything counted so far, bucket by bucket.
#[derive(Default)]
struct Total {
    lower: [u64; FEW],
    found: Found,
}

impl Total {
    fn add(&mut self, bucket: &Swept) {
        let mut cross = 0;
        for label in 0..FEW {
            let beyond = bucket.lower.get(label + 1).copied().unwrap_or(bucket.n);
            cross += (beyond - bucket.lower[label]) * self.lower[label];
        }
        for (total, lower) in self.lower.iter_mut().zip(bucket.lower) {
            *total += lower;
        }
        self.found.concordant += bucket.found.concordant + cross;
        self.found.tied_x += bucket.found.tied_x;
        self.found.tied_both += bucket.found.tied_both;
        debug_assert!(bucket.found.tied_x <= pairs(bucket.n));
    }

    /// What was found in all; ties of labels follow from how many have a lower one than each.
    fn found(self, n: usize) -> Found {
        let beyond = |label: usize| self.lower.get(label + 1).copied().unwrap_or(n as u64);
        let tied_y = (0..FEW).map(|label| pairs(beyond(label) - self.lower[label])).sum();
        Found { tied_y, ..self.found }
    }
}
