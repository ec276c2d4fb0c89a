//! A trace made ready for tuning: all scores from the first player, and in whole numbers where
//! order matters.

use super::columns::TermColumns;
use crate::eval::trace::Trace;
use crate::eval::{Schema, Taper, TermId, WeightId};

/// No evaluation has more terms; a power of two, so that an index needs no check.
pub(super) const MOST_TERMS: usize = 1024;

/// How often a term counts in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub term: u16,
    pub count: i16,
}

/// The features of positions, as seen from the first player, and where each feature occurs.
#[derive(Clone, Debug)]
pub struct Design {
    pub(super) schema: &'static Schema,
    /// Where the entries of each position begin; one more than there are positions.
    pub(super) starts: Vec<usize>,
    pub(super) entries: Vec<Entry>,
    /// Parts of the opening and of the ending in each score, in [`WHOLE_SHARE`]ths.
    pub(super) shares: Vec<[i32; 2]>,
    pub(super) columns: TermColumns,
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
pub(super) const WHOLE_SHARE: i32 = Taper::FULL as i32 * Taper::WHOLE as i32;

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
        let columns = TermColumns::new(&[], &starts, &[]);
        Self { schema, starts, entries: Vec::new(), shares, columns }
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
        let part = |share: f64| (share * f64::from(WHOLE_SHARE)).round() as i32;
        for (bounds, &second) in trace.starts.windows(2).zip(second_moves) {
            let range = bounds[0] as usize..bounds[1] as usize;
            let sign = if second { -1 } else { 1 };
            let counts = trace.counts[range.clone()].iter();
            let pairs = trace.terms[range].iter().zip(counts);
            self.entries.extend(pairs.map(|(&term, &count)| Entry { term, count: sign * count }));
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
        self.columns = TermColumns::new(&self.schema.terms_of(tuned), &self.starts, &self.entries);
        self
    }

    /// Its features as a trace of the first player, and the terms whose columns it has, as
    /// [`Design::of_parts`] takes them: to be sent elsewhere.
    pub fn parts(&self) -> (Trace, Vec<TermId>) {
        let whole = f64::from(WHOLE_SHARE);
        let trace = Trace {
            starts: self.starts.iter().map(|&start| start as u64).collect(),
            terms: self.entries.iter().map(|entry| entry.term).collect(),
            counts: self.entries.iter().map(|entry| entry.count).collect(),
            shares: self.shares.iter().map(|s| s.map(|share| f64::from(share) / whole)).collect(),
        };
        (trace, self.columns.terms())
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
        design.columns = TermColumns::new(columns, &design.starts, &design.entries);
        Ok(design)
    }

    /// The same of some positions only, in the order given.
    ///
    /// # Panics
    /// If an index is out of bounds.
    #[must_use]
    pub fn take(&self, indices: &[usize]) -> Self {
        let mut starts = Vec::with_capacity(indices.len() + 1);
        starts.push(0);
        let mut entries = Vec::new();
        for &index in indices {
            entries.extend_from_slice(self.row(index));
            starts.push(entries.len());
        }
        let shares = indices.iter().map(|&index| self.shares[index]).collect();
        let columns = TermColumns::new(&self.columns.terms(), &starts, &entries);
        Self { schema: self.schema, starts, entries, shares, columns }
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
                let sums: &mut [f64; 2] = &mut by_term[usize::from(entry.term)];
                for (sum, share) in sums.iter_mut().zip(shares) {
                    *sum += (f64::from(entry.count) * share).powi(2);
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
