//! Writing traces: the features of many positions, on all threads.
//!
//! Memory that is touched for the first time costs more than the features written to it, so threads
//! write to the same small buffers again and again, and only the trace itself grows.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

use std::ops::Range;

use rayon::prelude::*;

use super::trace::Trace;
use super::{Model, Sink, Taper, TermId};
use crate::games::{Position, Side};
use crate::wide::{Kernel, widest};

/// Terms are written down in 16 bits.
const MOST_TERMS: usize = 1 << 16;

/// Positions that a thread traces at a time: few enough for what is written to stay in its cache.
const CHUNK: usize = 256;

/// Chunks for each thread until all of them are put together.
const CHUNKS_PER_THREAD: usize = 8;

/// Traces so many positions; `read` writes those of a range.
///
/// # Errors
/// Whatever `read` returns.
pub(super) fn trace<M: Model, E: Send>(
    n_positions: usize,
    read: impl Fn(Range<usize>, &mut Scribe<M>) -> Result<(), E> + Sync,
) -> Result<Trace, E> {
    let n_chunks = n_positions.div_ceil(CHUNK).max(1);
    let n_scribes = (CHUNKS_PER_THREAD * rayon::current_num_threads()).min(n_chunks);
    let mut scribes: Vec<Scribe<M>> = (0..n_scribes).map(|_| Scribe::new()).collect();
    let mut trace = Trace { starts: vec![0], ..Trace::default() };
    for first in (0..n_positions).step_by(n_scribes * CHUNK) {
        scribes.par_iter_mut().enumerate().try_for_each(|(index, scribe)| {
            let start = (first + index * CHUNK).min(n_positions);
            let range = start..(start + CHUNK).min(n_positions);
            scribe.begin();
            read(range, scribe)
        })?;
        let parts: Vec<_> = scribes.iter().map(|scribe| &scribe.part).collect();
        append(&mut trace, &parts, n_positions);
    }
    Ok(trace)
}

/// Puts parts behind a trace that will have so many positions in the end.
fn append(trace: &mut Trace, parts: &[&Trace], n_positions: usize) {
    let is_new = trace.is_empty();
    for part in parts {
        let before = *trace.starts.last().unwrap_or(&0);
        trace.starts.extend(part.starts[1..].iter().map(|start| before + start));
        trace.shares.extend_from_slice(&part.shares);
    }
    if is_new {
        // The first positions tell how many entries to expect; what is too much is never touched.
        let n_entries = *trace.starts.last().unwrap_or(&0) as usize;
        let expected = (n_entries * n_positions).div_ceil(trace.len().max(1));
        trace.terms.reserve(expected);
        trace.counts.reserve(expected);
        trace.starts.reserve(n_positions - trace.len());
        trace.shares.reserve(n_positions - trace.len());
    }
    extend_together(&mut trace.terms, parts, |part| &part.terms);
    extend_together(&mut trace.counts, parts, |part| &part.counts);
}

/// Appends a column of all parts, copied on all threads.
fn extend_together<T: Copy + Send + Sync>(
    column: &mut Vec<T>,
    parts: &[&Trace],
    column_of: impl Fn(&Trace) -> &[T] + Sync,
) {
    let total = parts.iter().map(|part| column_of(part).len()).sum();
    column.reserve(total);
    let mut room = &mut column.spare_capacity_mut()[..total];
    let mut places = Vec::with_capacity(parts.len());
    for part in parts {
        let (place, rest) = room.split_at_mut(column_of(part).len());
        places.push((place, part));
        room = rest;
    }
    places.into_par_iter().for_each(|(place, part)| {
        place.write_copy_of_slice(column_of(part));
    });
    // SAFETY: the places of the parts, which were all written, are these elements.
    unsafe { column.set_len(column.len() + total) };
}

/// Writes down the positions of a chunk, and then those of another.
pub(super) struct Scribe<M: Model> {
    model: M,
    sink: Entries,
    part: Trace,
}

impl<M: Model> Scribe<M> {
    fn new() -> Self {
        let part = Trace::default();
        Self { model: M::default(), sink: Entries::new(M::schema().n_terms()), part }
    }

    fn begin(&mut self) {
        let Trace { starts, terms, counts, shares } = &mut self.part;
        starts.clear();
        starts.push(0);
        terms.clear();
        counts.clear();
        shares.clear();
    }

    /// Writes down one position.
    pub(super) fn write(&mut self, position: &M::Position) {
        widest(Writing { scribe: self, position });
    }
}

/// A position that is about to be written down.
struct Writing<'a, M: Model> {
    scribe: &'a mut Scribe<M>,
    position: &'a M::Position,
}

impl<M: Model> Kernel for Writing<'_, M> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Scribe { model, sink, part } = self.scribe;
        let kept = model.kept(self.position, sink);
        let taper = model.features(self.position, kept, sink);
        sink.empty_into(part, if self.position.turn() == Side::First { 1 } else { -1 });
        let left = f64::from(taper.opening) / f64::from(Taper::FULL);
        let scale = f64::from(taper.ending_scale) / f64::from(Taper::WHOLE);
        part.shares.push([left, (1.0 - left) * scale]);
        part.starts.push(part.terms.len() as u64);
    }
}

/// Writes features down, each term once and in order.
///
/// The arrays are as large as terms can be, so that no index needs a check.
struct Entries {
    counts: Box<[i32; MOST_TERMS]>,
    /// One bit per term that was reported.
    touched: Box<[u64; MOST_TERMS / 64]>,
    /// Where the next entries are gathered; those of a position are copied at once.
    terms: Vec<u16>,
    values: Vec<i16>,
    n_words: usize,
}

impl Entries {
    fn new(n_terms: usize) -> Self {
        assert!(n_terms <= MOST_TERMS, "at most {MOST_TERMS} terms in a trace, not {n_terms}");
        Self {
            counts: zeros(),
            touched: zeros(),
            terms: vec![0; n_terms],
            values: vec![0; n_terms],
            n_words: n_terms.div_ceil(64),
        }
    }

    /// Appends what was reported, for the side to move, and forgets it.
    #[inline(always)]
    fn empty_into(&mut self, trace: &mut Trace, sign: i32) {
        let mut n_entries = 0;
        for word in 0..self.n_words.min(MOST_TERMS / 64) {
            let mut bits = std::mem::take(&mut self.touched[word]);
            while bits != 0 {
                let term = (64 * word + bits.trailing_zeros() as usize) % MOST_TERMS;
                bits &= bits - 1;
                let count = sign * std::mem::take(&mut self.counts[term]);
                let Ok(value) = i16::try_from(count) else {
                    push_many(trace, term, count);
                    continue;
                };
                // Written without asking whether it counts: guessing wrong costs more.
                self.terms[n_entries] = term as u16;
                self.values[n_entries] = value;
                n_entries += usize::from(value != 0);
            }
        }
        trace.terms.extend_from_slice(&self.terms[..n_entries]);
        trace.counts.extend_from_slice(&self.values[..n_entries]);
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

impl<M: Model> Sink<M> for Entries {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        let term = term % MOST_TERMS;
        self.counts[term] += count;
        self.touched[term / 64] |= 1 << (term % 64);
    }

    fn remember(&mut self, _: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        walk(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "at most 65536 terms in a trace, not 65537")]
    fn terms_beyond_16_bits_are_refused() {
        Entries::new(MOST_TERMS + 1);
    }
}
