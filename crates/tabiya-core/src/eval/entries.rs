//! The features of a position on their way into a trace: each term once and in order.
//!
//! Counts are added up in an array with a place for every term. Those that count are then either
//! picked one by one, by a bit for each term that was reported, or moved together by blocks, where
//! the processor can; so nobody guesses how many there are in a row, and no bits need to be kept.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{
    _mm512_add_epi16, _mm512_loadu_epi16, _mm512_maskz_compress_epi16, _mm512_set1_epi16,
    _mm512_setzero_si512, _mm512_storeu_epi16, _mm512_sub_epi16, _mm512_test_epi16_mask,
    _mm512_xor_si512,
};

use super::trace::Trace;
use super::{Model, Sink, TermId};

/// No evaluation has more; terms are written down in 16 bits.
const MOST_TERMS: usize = 1 << 12;

/// Terms that are moved together; so many places more than needed are written to.
const BLOCK: usize = 32;

/// What was reported of a position.
///
/// The arrays are as large as terms can be, so that no index needs a check.
pub(super) struct Entries {
    counts: Box<[i16; MOST_TERMS]>,
    /// One bit per term that was reported, where they are kept.
    touched: Box<[u64; MOST_TERMS / 64]>,
    /// What is too much for an entry.
    large: Vec<(TermId, i32)>,
    n_terms: usize,
}

impl Entries {
    pub fn new(n_terms: usize) -> Self {
        assert!(n_terms <= MOST_TERMS, "at most {MOST_TERMS} terms in a trace, not {n_terms}");
        Self { counts: zeros(), touched: zeros(), large: Vec::new(), n_terms }
    }

    #[inline(always)]
    fn add(&mut self, term: TermId, count: i32) {
        let slot = &mut self.counts[term];
        let sum = i16::try_from(count).ok().and_then(|count| slot.checked_add(count));
        match sum {
            // The least has no number of the other sign.
            Some(sum) if sum != i16::MIN => *slot = sum,
            _ => self.large.push((term, count)),
        }
    }

    /// Where entries are to be written, behind the others: there is room for all terms and a block.
    #[inline(always)]
    fn room(&self, trace: &mut Trace) -> (*mut u16, *mut i16) {
        trace.terms.reserve(self.n_terms + BLOCK);
        trace.counts.reserve(self.n_terms + BLOCK);
        let terms = trace.terms.spare_capacity_mut().as_mut_ptr().cast();
        (terms, trace.counts.spare_capacity_mut().as_mut_ptr().cast())
    }

    /// Takes in so many entries that were written there, and what is too much for one.
    ///
    /// # Safety
    /// So many were.
    #[inline(always)]
    unsafe fn take_in(&mut self, trace: &mut Trace, n_entries: usize, sign: i16) {
        // SAFETY: they were written behind the others.
        unsafe {
            trace.terms.set_len(trace.terms.len() + n_entries);
            trace.counts.set_len(trace.counts.len() + n_entries);
        }
        for (term, count) in self.large.drain(..) {
            push_many(trace, term, i32::from(sign) * count);
        }
    }
}

/// Entries that are picked one by one.
pub(super) struct Picked<'a>(pub &'a mut Entries);

impl Picked<'_> {
    /// Appends what was reported, times a sign, and forgets it.
    #[inline(always)]
    pub fn empty_into(self, trace: &mut Trace, sign: i16) {
        let Self(entries) = self;
        let (terms, counts) = entries.room(trace);
        let mut n_entries = 0;
        for word in 0..entries.n_terms.div_ceil(64).min(MOST_TERMS / 64) {
            let mut bits = std::mem::take(&mut entries.touched[word]);
            while bits != 0 {
                let term = (64 * word + bits.trailing_zeros() as usize) % MOST_TERMS;
                bits &= bits - 1;
                let count = std::mem::take(&mut entries.counts[term]);
                // Written without asking whether it counts: guessing wrong costs more.
                // SAFETY: no more entries than terms.
                unsafe {
                    terms.add(n_entries).write(term as u16);
                    counts.add(n_entries).write(sign * count);
                }
                n_entries += usize::from(count != 0);
            }
        }
        // SAFETY: so many were written.
        unsafe { entries.take_in(trace, n_entries, sign) };
    }
}

impl<M: Model> Sink<M> for Picked<'_> {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        let term = term % MOST_TERMS;
        self.0.add(term, count);
        self.0.touched[term / 64] |= 1 << (term % 64);
    }

    fn remember(&mut self, _: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        walk(self)
    }
}

/// Entries that are moved together by blocks.
#[cfg(target_arch = "x86_64")]
pub(super) struct Compressed<'a>(pub &'a mut Entries);

#[cfg(target_arch = "x86_64")]
impl Compressed<'_> {
    /// Whether the processor has what [`Compressed::empty_into`] is compiled for.
    pub fn is_possible() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi2")
    }

    /// Appends what was reported, times a sign, and forgets it.
    #[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512vbmi2")]
    #[inline]
    pub fn empty_into(self, trace: &mut Trace, sign: i16) {
        let Self(entries) = self;
        let (terms, counts) = entries.room(trace);
        let signs = _mm512_set1_epi16(if sign < 0 { -1 } else { 0 });
        // SAFETY: an array of a block.
        let mut order = unsafe { _mm512_loadu_epi16(ORDER.as_ptr()) };
        let mut n_entries = 0;
        let blocks = entries.counts.as_chunks_mut::<BLOCK>().0;
        for block in &mut blocks[..entries.n_terms.div_ceil(BLOCK)] {
            // SAFETY: a block is read and made zero; there is room for all terms and a block.
            unsafe {
                let found = _mm512_loadu_epi16(block.as_ptr());
                _mm512_storeu_epi16(block.as_mut_ptr(), _mm512_setzero_si512());
                let counted = _mm512_test_epi16_mask(found, found);
                // Turned round bit by bit and one more: the number of the other sign.
                let signed = _mm512_sub_epi16(_mm512_xor_si512(found, signs), signs);
                let place = terms.add(n_entries).cast();
                _mm512_storeu_epi16(place, _mm512_maskz_compress_epi16(counted, order));
                let place = counts.add(n_entries);
                _mm512_storeu_epi16(place, _mm512_maskz_compress_epi16(counted, signed));
                n_entries += counted.count_ones() as usize;
            }
            order = _mm512_add_epi16(order, _mm512_set1_epi16(BLOCK as i16));
        }
        // SAFETY: so many were written.
        unsafe { entries.take_in(trace, n_entries, sign) };
    }
}

/// The places of a block.
#[cfg(target_arch = "x86_64")]
static ORDER: [i16; BLOCK] = {
    let mut order = [0; BLOCK];
    let mut at = 0;
    while at < BLOCK {
        order[at] = at as i16;
        at += 1;
    }
    order
};

#[cfg(target_arch = "x86_64")]
impl<M: Model> Sink<M> for Compressed<'_> {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        self.0.add(term % MOST_TERMS, count);
    }

    fn remember(&mut self, _: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        walk(self)
    }
}

/// So many zeros.
#[expect(clippy::unnecessary_box_returns, reason = "they have no place on the stack")]
fn zeros<T: Copy + Default, const N: usize>() -> Box<[T; N]> {
    let zeros = vec![T::default(); N].into_boxed_slice();
    zeros.try_into().unwrap_or_else(|_| unreachable!("as many as were asked for"))
}

/// More than an entry holds takes several.
#[cold]
fn push_many(trace: &mut Trace, term: TermId, mut left: i32) {
    while left != 0 {
        let count = left.clamp(i16::MIN.into(), i16::MAX.into());
        trace.terms.push(term as u16);
        trace.counts.push(count as i16);
        left -= count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::othello::OthelloModel;
    use crate::games::splitmix;

    /// Reports drawn features, some of which cancel out and some of which are too much for an entry.
    fn report(sink: &mut impl Sink<OthelloModel>, seed: u64, n_terms: u64) {
        for at in 0..40 {
            let drawn = splitmix(seed, at);
            let (term, count) = ((drawn % n_terms) as usize, (drawn >> 40) as i32 % 5 - 2);
            sink.add(term, if at % 10 == 9 { 20_000 * count } else { count });
        }
    }

    /// How often each term counts.
    fn sums(trace: &Trace, n_terms: usize) -> Vec<i32> {
        let mut sums = vec![0; n_terms];
        for (&term, &count) in trace.terms.iter().zip(&trace.counts) {
            sums[usize::from(term)] += i32::from(count);
        }
        sums
    }

    #[test]
    fn entries_are_all_that_was_reported() {
        for (seed, n_terms) in [(1, 20), (2, 100), (3, 693), (4, 64), (5, 1000)] {
            let mut entries = Entries::new(n_terms);
            for sign in [1, -1] {
                let mut trace = Trace::default();
                let mut expected = Summed(vec![0; n_terms]);
                report(&mut expected, seed, n_terms as u64);
                let mut sink = Picked(&mut entries);
                report(&mut sink, seed, n_terms as u64);
                sink.empty_into(&mut trace, sign);
                let expected: Vec<_> = expected.0.iter().map(|n| n * i32::from(sign)).collect();
                assert_eq!(sums(&trace, n_terms), expected);
                #[cfg(target_arch = "x86_64")]
                if Compressed::is_possible() {
                    let mut compressed = Trace::default();
                    let mut sink = Compressed(&mut entries);
                    report(&mut sink, seed, n_terms as u64);
                    // SAFETY: the processor has what it takes.
                    unsafe { sink.empty_into(&mut compressed, sign) };
                    assert_eq!(compressed.terms, trace.terms);
                    assert_eq!(compressed.counts, trace.counts);
                }
            }
        }
    }

    struct Summed(Vec<i32>);

    impl Sink<OthelloModel> for Summed {
        fn add(&mut self, term: TermId, count: i32) {
            self.0[term] += count;
        }

        fn remember(&mut self, _: u64, walk: impl FnOnce(&mut Self)) {
            walk(self);
        }
    }

    #[test]
    #[should_panic(expected = "at most 4096 terms in a trace, not 4097")]
    fn more_terms_than_there_is_room_for_are_refused() {
        Entries::new(MOST_TERMS + 1);
    }
}
