//! A trace made ready for tuning: all scores from the first player, and in whole numbers where
//! order matters.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

use std::sync::OnceLock;

use super::columns::TermColumns;
use super::whole::Remembered;
use crate::eval::trace::Trace;
use crate::eval::{Schema, Taper, TermId, WeightId};

/// No evaluation has more terms; a power of two, so that an index needs no check.
pub(super) const MOST_TERMS: usize = 1024;

/// How often a term counts in a position: the term in the lower half of a word, times the size of
/// what is known of a term so that finding it takes no shift; the count in the upper half.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry(u32);

/// The logarithm of the size of two numbers.
const SHIFT: u32 = 4;
const _: () = assert!(MOST_TERMS << SHIFT <= 1 << 16 && size_of::<[f64; 2]>() == 1 << SHIFT);

impl Entry {
    pub fn new(term: u16, count: i16) -> Self {
        Self(u32::from(count as u16) << 16 | u32::from(term) << SHIFT)
    }

    /// The word as it is; its arithmetic shift by 16 is the count.
    #[inline(always)]
    pub fn word(self) -> i32 {
        self.0 as i32
    }

    #[inline(always)]
    pub fn term(self) -> usize {
        (self.0 >> SHIFT) as usize % MOST_TERMS
    }

    #[inline(always)]
    pub fn count(self) -> i16 {
        (self.0 >> 16) as i16
    }
}

/// The features of positions, as seen from the first player, and where each feature occurs.
#[derive(Clone, Debug)]
pub struct Design {
    pub(super) schema: &'static Schema,
    /// Where the entries of each position begin; one more than there are positions.
    pub(super) starts: Vec<usize>,
    pub(super) entries: Vec<Entry>,
    /// Parts of the opening and of the ending in each score, in [`WHOLE_SHARE`]ths.
    pub(super) shares: Vec<[u16; 2]>,
    /// In how many positions each term occurs.
    sizes: Vec<usize>,
    /// The terms that are going to change, in ascending order; and their columns, once somebody
    /// goes through them: they take as much memory as the entries, and gradients need none.
    tuned: Vec<TermId>,
    columns: OnceLock<TermColumns>,
    pub(super) remembered: Remembered,
}

/// Parts of a design do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartsError;

impl std::fmt::Display for PartsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("design: expected parts that fit together, found others")
    }
}

impl std::error::Error for PartsError {}

/// What the shares of a position are parts of.
pub(super) const WHOLE_SHARE: u16 = Taper::FULL as u16 * Taper::WHOLE as u16;

impl Design {
    /// Takes a trace, whether the second player is to move in each position, and the weights that
    /// are going to change.
    ///
    /// # Panics
    /// If there is not one flag per position, or a weight is not of the schema.
    pub fn new(
        schema: &'static Schema,
        trace: &Trace,
        second_moves: &[bool],
        tuned: &[WeightId],
    ) -> Self {
        let mut design = Self::empty(schema, trace.len());
        design.push(trace, second_moves);
        design.with_columns(tuned)
    }

    /// A design of no positions yet, with room for so many.
    ///
    /// # Panics
    /// If the schema has more terms than any evaluation.
    pub fn empty(schema: &'static Schema, n_positions: usize) -> Self {
        assert!(schema.n_terms() <= MOST_TERMS, "at most {MOST_TERMS} terms");
        let mut starts = Vec::with_capacity(n_positions + 1);
        starts.push(0);
        let shares = Vec::with_capacity(n_positions);
        Self {
            schema,
            starts,
            entries: Vec::new(),
            shares,
            sizes: vec![0; schema.n_terms()],
            tuned: Vec::new(),
            columns: OnceLock::new(),
            remembered: Remembered::default(),
        }
    }

    /// Adds positions: their trace, and whether the second player is to move in each.
    ///
    /// # Panics
    /// If there is not one flag per position.
    pub fn push(&mut self, trace: &Trace, second_moves: &[bool]) {
        assert_eq!(second_moves.len(), trace.len(), "one flag per position");
        if self.is_empty() {
            // Positions have about as many entries each; those of the first tell how many.
            let n_wanted = self.shares.capacity().max(trace.len());
            let n_entries = trace.terms.len() * n_wanted / trace.len().max(1);
            self.entries.reserve_exact(n_entries.max(trace.terms.len()));
        }
        let part = |share: f64| (share * f64::from(WHOLE_SHARE)).round() as u16;
        for (bounds, &second) in trace.starts.windows(2).zip(second_moves) {
            let range = bounds[0] as usize..bounds[1] as usize;
            let sign = if second { -1 } else { 1 };
            let counts = trace.counts[range.clone()].iter();
            let pairs = trace.terms[range].iter().zip(counts);
            let before = self.entries.len();
            self.entries.extend(pairs.map(|(&term, &count)| Entry::new(term, sign * count)));
            for entry in &self.entries[before..] {
                self.sizes[entry.term()] += 1;
            }
            self.starts.push(self.entries.len());
        }
        self.shares.extend(trace.shares.iter().map(|share| share.map(part)));
    }

    /// The design with columns of the weights that are going to change.
    ///
    /// # Panics
    /// If a weight is not of the schema.
    #[must_use]
    pub fn with_columns(mut self, tuned: &[WeightId]) -> Self {
        self.tuned = self.schema.terms_of(tuned);
        self.columns = OnceLock::new();
        self
    }

    /// Where the terms that are going to change occur.
    pub(super) fn columns(&self) -> &TermColumns {
        self.columns.get_or_init(|| TermColumns::new(&self.tuned, &self.starts, &self.entries))
    }

    /// In how many positions a term occurs; `None` if it is not going to change.
    pub(super) fn size(&self, term: TermId) -> Option<usize> {
        self.tuned.binary_search(&term).ok().map(|_| self.sizes[term])
    }

    /// Its features as a trace of the first player, and the terms whose columns it has, as
    /// [`Design::of_parts`] takes them: to be sent elsewhere.
    pub fn parts(&self) -> (Trace, Vec<TermId>) {
        let whole = f64::from(WHOLE_SHARE);
        let trace = Trace {
            starts: self.starts.iter().map(|&start| start as u64).collect(),
            terms: self.entries.iter().map(|entry| entry.term() as u16).collect(),
            counts: self.entries.iter().map(|entry| entry.count()).collect(),
            shares: self.shares.iter().map(|s| s.map(|share| f64::from(share) / whole)).collect(),
        };
        (trace, self.tuned.clone())
    }

    /// Puts a design together again.
    ///
    /// # Errors
    /// If the parts do not fit together.
    pub fn of_parts(
        schema: &'static Schema,
        trace: &Trace,
        columns: &[TermId],
    ) -> Result<Self, PartsError> {
        let n_entries = trace.starts.last().map_or(0, |&end| end as usize);
        let fits = trace.starts.first() == Some(&0)
            && trace.starts.is_sorted()
            && trace.starts.len() == trace.len() + 1
            && (trace.terms.len(), trace.counts.len()) == (n_entries, n_entries)
            && trace.terms.iter().all(|&term| usize::from(term) < schema.n_terms())
            && columns.iter().all(|&term| term < schema.n_terms())
            && columns.is_sorted_by(|a, b| a < b);
        if !fits {
            return Err(PartsError);
        }
        let mut design = Self::new(schema, trace, &vec![false; trace.len()], &[]);
        design.tuned = columns.to_vec();
        Ok(design)
    }

    /// The same of some positions only, in the order given.
    ///
    /// # Panics
    /// If an index is out of bounds.
    #[must_use]
    pub fn take(&self, indices: &[usize]) -> Self {
        let mut taken = Self::empty(self.schema, indices.len());
        for &index in indices {
            for &entry in self.row(index) {
                taken.sizes[entry.term()] += 1;
                taken.entries.push(entry);
            }
            taken.starts.push(taken.entries.len());
            taken.shares.push(self.shares[index]);
        }
        taken.tuned.clone_from(&self.tuned);
        taken
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.shares.len()
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.shares.is_empty()
    }

    /// How many features are not zero, over all positions.
    pub fn n_entries(&self) -> usize {
        self.entries.len()
    }

    /// The evaluation's weights.
    pub fn schema(&self) -> &'static Schema {
        self.schema
    }

    #[inline]
    pub(super) fn row(&self, index: usize) -> &[Entry] {
        &self.entries[self.starts[index]..self.starts[index + 1]]
    }

    /// How much each weight moves the scores: the sum of squares of the derivatives at some weights,
    /// as if no two terms of a weight met in a position. Tuners use it to bring weights to one scale.
    pub fn curvature(&self, weights: &[f64]) -> Vec<f64> {
        let mut by_term = vec![[0.0; 2]; self.schema.n_terms()];
        for (index, shares) in self.shares.iter().enumerate() {
            let shares = shares.map(|share| f64::from(share) / f64::from(WHOLE_SHARE));
            for entry in self.row(index) {
                let sums: &mut [f64; 2] = &mut by_term[entry.term()];
                for (sum, share) in sums.iter_mut().zip(shares) {
                    *sum += (f64::from(entry.count()) * share).powi(2);
                }
            }
        }
        let mut found = vec![0.0; self.schema.weights().len()];
        for (gradient, sums) in self.schema.term_gradients(weights).iter().zip(&by_term) {
            for &(weight, [opening, ending]) in gradient {
                found[weight] += opening.powi(2) * sums[0] + ending.powi(2) * sums[1];
            }
        }
        found
    }
}
