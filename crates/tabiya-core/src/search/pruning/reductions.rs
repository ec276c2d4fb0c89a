//! Reductions as a table: by how many plies a late move is first searched less.

use super::widths::IndexBy;
use crate::search::Depth;
use crate::search::game::Searchable;
use crate::search::numbers::Numbers;
use crate::search::params::Params;
use crate::search::view::NodeView;

/// A table of reductions: a row for each place in the tree, a column for each number of moves that
/// were searched before. What lies beyond the last row or column is taken for the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reductions {
    /// What a row is chosen by.
    pub by: IndexBy,
    /// Sixteenths of a ply; every row has a column at least.
    pub rows: Vec<Vec<Depth>>,
}

impl Reductions {
    /// The table that a preset's formula stands for.
    pub fn of(params: &Params) -> Self {
        const SIZE: i32 = 63;
        let numbers = Numbers::new(params);
        let row = |plies| (1..=SIZE).map(|n| numbers.reduction(plies, n as usize)).collect();
        Self { by: IndexBy::Remaining, rows: (1..=SIZE).map(row).collect() }
    }

    /// The reduction of a move with so many searched before it, at least one.
    #[inline]
    pub fn get<P: Searchable>(&self, node: &NodeView<'_, P>, n_searched: usize) -> Depth {
        let row = &self.rows[self.by.index(node).min(self.rows.len() - 1)];
        row[n_searched.saturating_sub(1).min(row.len() - 1)]
    }
}
