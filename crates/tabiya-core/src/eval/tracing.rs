//! Writing traces: the features of many positions, on all threads.
//!
//! Memory that is touched for the first time costs more than the features written to it, so threads
//! write to the same small buffers again and again, and only the trace itself grows.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

use std::mem::MaybeUninit;
use std::ops::Range;

use rayon::prelude::*;

#[cfg(target_arch = "x86_64")]
use super::entries::Compressed;
use super::entries::{Entries, Picked};
use super::trace::Trace;
use super::{Model, Sink, Taper};
use crate::games::{Position, Side};
use crate::pages::ask_for_huge_pages;
use crate::wide::{Kernel, widest};

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

/// Puts parts behind a trace that will have so many positions in the end, copied on all threads.
fn append(trace: &mut Trace, parts: &[&Trace], n_positions: usize) {
    let n_new: usize = parts.iter().map(|part| part.len()).sum();
    let n_entries: usize = parts.iter().map(|part| part.terms.len()).sum();
    if trace.is_empty() {
        // The first positions tell how many entries to expect. What is too much is never touched, and
        // too little is copied all over again.
        let expected = (n_entries * n_positions).div_ceil(n_new.max(1));
        reserve(&mut trace.terms, expected + expected / 8);
        reserve(&mut trace.counts, expected + expected / 8);
        reserve(&mut trace.starts, n_positions);
        reserve(&mut trace.shares, n_positions);
    }
    let mut before = *trace.starts.last().unwrap_or(&0);
    let mut terms = Room::behind(&mut trace.terms, n_entries);
    let mut counts = Room::behind(&mut trace.counts, n_entries);
    let mut starts = Room::behind(&mut trace.starts, n_new);
    let mut shares = Room::behind(&mut trace.shares, n_new);
    let places = parts.iter().map(|part| {
        let n_entries = part.terms.len();
        let columns = (terms.take(n_entries), counts.take(n_entries));
        let place = (columns, starts.take(part.len()), shares.take(part.len()), before);
        before += n_entries as u64;
        (*part, place)
    });
    let places: Vec<_> = places.collect();
    places.into_par_iter().for_each(|(part, ((terms, counts), starts, shares, before))| {
        terms.write_copy_of_slice(&part.terms);
        counts.write_copy_of_slice(&part.counts);
        shares.write_copy_of_slice(&part.shares);
        for (place, start) in starts.iter_mut().zip(&part.starts[1..]) {
            place.write(before + start);
        }
    });
    // SAFETY: the places of the parts, which were all written, are these elements.
    unsafe {
        trace.terms.set_len(trace.terms.len() + n_entries);
        trace.counts.set_len(trace.counts.len() + n_entries);
        trace.starts.set_len(trace.starts.len() + n_new);
        trace.shares.set_len(trace.shares.len() + n_new);
    }
}

/// Room behind a column, from which parts take theirs.
struct Room<'a, T>(&'a mut [MaybeUninit<T>]);

impl<'a, T> Room<'a, T> {
    fn behind(column: &'a mut Vec<T>, length: usize) -> Self {
        column.reserve(length);
        Self(&mut column.spare_capacity_mut()[..length])
    }

    fn take(&mut self, length: usize) -> &'a mut [MaybeUninit<T>] {
        let (taken, rest) = std::mem::take(&mut self.0).split_at_mut(length);
        self.0 = rest;
        taken
    }
}

/// Makes room for so many more; a large one comes in large pages, for making small ones ready took a
/// fifth of the time of a trace.
fn reserve<T>(column: &mut Vec<T>, additional: usize) {
    column.reserve(additional);
    ask_for_huge_pages(column.as_ptr(), column.capacity());
}

/// Writes down the positions of a chunk, and then those of another.
pub(super) struct Scribe<M: Model> {
    model: M,
    entries: Entries,
    part: Trace,
    #[cfg(target_arch = "x86_64")]
    can_compress: bool,
}

impl<M: Model> Scribe<M> {
    fn new() -> Self {
        Self {
            model: M::default(),
            entries: Entries::new(M::schema().n_terms()),
            part: Trace::default(),
            #[cfg(target_arch = "x86_64")]
            can_compress: Compressed::is_possible(),
        }
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
        #[cfg(target_arch = "x86_64")]
        if self.can_compress {
            // SAFETY: the processor has what the callee is compiled for.
            return unsafe { self.write_compressed(position) };
        }
        widest(Writing { scribe: self, position });
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,avx512f,avx512bw,avx512vbmi2")]
    fn write_compressed(&mut self, position: &M::Position) {
        let mut sink = Compressed(&mut self.entries);
        let taper = report(&self.model, position, &mut sink);
        sink.empty_into(&mut self.part, sign(position));
        finish(&mut self.part, taper);
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
        let Scribe { model, entries, part, .. } = self.scribe;
        let mut sink = Picked(entries);
        let taper = report(model, self.position, &mut sink);
        sink.empty_into(part, sign(self.position));
        finish(part, taper);
    }
}

#[inline(always)]
fn report<M: Model, S: Sink<M>>(model: &M, position: &M::Position, sink: &mut S) -> Taper {
    let kept = model.kept(position, sink);
    model.features(position, kept, sink)
}

/// Features are reported for the first player, and written down for the side to move.
#[inline(always)]
fn sign(position: &impl Position) -> i16 {
    if position.turn() == Side::First { 1 } else { -1 }
}

/// Writes down what stands beside the entries of a position.
#[inline(always)]
fn finish(part: &mut Trace, taper: Taper) {
    let left = f64::from(taper.opening) / f64::from(Taper::FULL);
    let scale = f64::from(taper.ending_scale) / f64::from(Taper::WHOLE);
    part.shares.push([left, (1.0 - left) * scale]);
    part.starts.push(part.terms.len() as u64);
}
