//! Where a term occurs: the columns of the design, so that a change of one weight touches only the
//! positions that feel it.

use std::ops::Range;

use super::design::{Entry, MOST_TERMS};
use crate::eval::TermId;

/// Positions of a block. Places within it take 16 bits, and what is known of its positions stays in
/// the cache while one column after the other is gone through.
pub(super) const NEARBY: usize = 1 << 14;

/// For some of the terms, the positions that have them and how often.
#[derive(Clone, Debug, Default)]
pub(super) struct TermColumns {
    terms: Vec<TermId>,
    n_blocks: usize,
    /// For each of the terms and each block, where its places begin; and the end of the last.
    starts: Vec<usize>,
    places: Vec<Place>,
}

/// A position of a block that has a term, and how often.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Place {
    pub at: u16,
    pub count: i16,
}

const _: () = assert!(NEARBY <= 1 << 16);

impl TermColumns {
    /// Collects the columns of these terms, each named once, in ascending order.
    pub fn new(terms: &[TermId], starts: &[usize], entries: &[Entry]) -> Self {
        let n_blocks = (starts.len() - 1).div_ceil(NEARBY);
        let mut listed = [None; MOST_TERMS];
        for (index, &term) in terms.iter().enumerate() {
            listed[term] = Some(index);
        }
        let rows_of = |block: usize| {
            let rows = block * NEARBY..((block + 1) * NEARBY).min(starts.len() - 1);
            starts[rows.start..=rows.end].windows(2).map(|bounds| bounds[0]..bounds[1])
        };
        // How many places each term has in each block; then where they begin.
        let mut ends = vec![0; terms.len() * n_blocks + 1];
        for block in 0..n_blocks {
            for entry in rows_of(block).flat_map(|row| &entries[row]) {
                if let Some(index) = listed[entry.term()] {
                    ends[index * n_blocks + block] += 1;
                }
            }
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let of_column = ends.clone();
        let mut places = vec![Place::default(); start];
        for block in 0..n_blocks {
            for (at, row) in rows_of(block).enumerate() {
                for entry in &entries[row] {
                    if let Some(index) = listed[entry.term()] {
                        let end = &mut ends[index * n_blocks + block];
                        places[*end] = Place { at: at as u16, count: entry.count() };
                        *end += 1;
                    }
                }
            }
        }
        Self { terms: terms.to_vec(), n_blocks, starts: of_column, places }
    }

    /// The positions of a block that have a term, in order; none if its column is not here.
    pub fn of_block(&self, term: TermId, block: usize) -> &[Place] {
        self.range(term, block..block + 1)
    }

    /// The positions that have a term, in order, and how often; none if its column is not here.
    pub fn places(&self, term: TermId) -> impl Iterator<Item = (usize, i64)> {
        (0..self.n_blocks).flat_map(move |block| {
            let first = block * NEARBY;
            let places = self.of_block(term, block).iter();
            places.map(move |place| (first + usize::from(place.at), i64::from(place.count)))
        })
    }

    fn range(&self, term: TermId, blocks: Range<usize>) -> &[Place] {
        let Ok(index) = self.terms.binary_search(&term) else { return &[] };
        let at = index * self.n_blocks;
        &self.places[self.starts[at + blocks.start]..self.starts[at + blocks.end]]
    }
}
