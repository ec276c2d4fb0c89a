//! Where a term occurs: the columns of the design, so that a change of one weight touches only the
//! positions that feel it.

use super::design::Entry;
use crate::eval::TermId;

/// For some of the terms, the positions that have them and how often.
#[derive(Clone, Debug, Default)]
pub(super) struct TermColumns {
    /// For each of the terms, in ascending order, where its places begin; and the end of the last.
    terms: Vec<(TermId, usize)>,
    end: usize,
    positions: Vec<u32>,
    counts: Vec<i16>,
}

impl TermColumns {
    /// Collects the columns of these terms, each named once, in ascending order.
    ///
    /// # Panics
    /// If there are more than four billion positions.
    pub fn new(terms: &[TermId], starts: &[usize], entries: &[Entry]) -> Self {
        let n_terms = entries.iter().map(|e| usize::from(e.term) + 1).max().unwrap_or(0);
        let mut sizes = vec![0usize; n_terms.max(terms.last().map_or(0, |term| term + 1))];
        for entry in entries {
            sizes[usize::from(entry.term)] += 1;
        }
        let mut ends = vec![usize::MAX; sizes.len()];
        let mut end = 0;
        let mut listed = Vec::with_capacity(terms.len());
        for &term in terms {
            listed.push((term, end));
            ends[term] = end;
            end += sizes[term];
        }
        let (mut positions, mut counts) = (vec![0u32; end], vec![0i16; end]);
        for (position, bounds) in starts.windows(2).enumerate() {
            for entry in &entries[bounds[0]..bounds[1]] {
                let place = &mut ends[usize::from(entry.term)];
                if *place != usize::MAX {
                    positions[*place] = u32::try_from(position).expect("fewer positions");
                    counts[*place] = entry.count;
                    *place += 1;
                }
            }
        }
        Self { terms: listed, end, positions, counts }
    }

    /// The terms whose columns there are.
    pub fn terms(&self) -> Vec<TermId> {
        self.terms.iter().map(|&(term, _)| term).collect()
    }

    /// In how many positions a term occurs; `None` if its column is not here.
    pub fn size(&self, term: TermId) -> Option<usize> {
        self.range(term).map(|range| range.len())
    }

    /// The positions that have a term, in order, and how often; none if its column is not here.
    pub fn places(&self, term: TermId) -> impl Iterator<Item = (usize, i64)> {
        let range = self.range(term).unwrap_or(0..0);
        let counts = self.counts[range.clone()].iter();
        self.positions[range].iter().zip(counts).map(|(&p, &c)| (p as usize, i64::from(c)))
    }

    fn range(&self, term: TermId) -> Option<std::ops::Range<usize>> {
        let at = self.terms.binary_search_by_key(&term, |&(term, _)| term).ok()?;
        let end = self.terms.get(at + 1).map_or(self.end, |&(_, start)| start);
        Some(self.terms[at].1..end)
    }
}
