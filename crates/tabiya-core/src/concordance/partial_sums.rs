//! The way of the thesis (Gomboc 2004, §4.2 and §4.3.2): a matrix of preferences, transformed in
//! place into its partial sums, from which the sum over any block of cells is read at once.

use super::{Concordance, Labels, Number, PairCounts, UnorderedError, ordered, pairs};

/// How often each pair of score and label occurs; or, once transformed, how often a pair does that
/// is at least as large in both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preferences {
    /// Row after row: a row per label, lowest first, and a column per distinct score.
    cells: Vec<u64>,
    n_columns: usize,
}

impl Preferences {
    /// Counts the pairs of scores and labels: the matrix A.
    ///
    /// # Errors
    /// If a score is not a number.
    pub fn new<T: Number>(x: &[T], labels: &Labels) -> Result<Self, UnorderedError> {
        let order = ordered::sorted(x)?;
        let n_columns = ordered::groups(&order).count();
        let rows = labels.ranks();
        let mut cells = vec![0; n_columns * labels.counts().count()];
        for (column, group) in ordered::groups(&order).enumerate() {
            for &(_, index) in group {
                cells[rows[labels.code(index as usize)] * n_columns + column] += 1;
            }
        }
        Ok(Self { cells, n_columns })
    }

    /// The rows of the matrix, lowest label first.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[u64]> {
        self.cells.chunks_exact(self.n_columns.max(1))
    }

    /// Replaces every cell by the sum of those that are not left of or above it: the matrix BR of
    /// (4.17), row by row from the last one, each from the right.
    pub fn transform(&mut self) {
        let n = self.n_columns;
        for row in (0..self.n_rows()).rev() {
            let mut sum = 0;
            for column in (0..n).rev() {
                let cell = row * n + column;
                sum += self.cells[cell];
                let below = self.cells.get(cell + n).copied().unwrap_or(0);
                self.cells[cell] = sum + below;
            }
        }
    }

    /// Of a transformed matrix: concordant and discordant pairs, by (4.7) to (4.10), (4.19), (4.20).
    pub fn concordant_and_discordant(&self) -> (u64, u64) {
        let (mut concordant, mut discordant) = (0, 0);
        for row in 0..self.n_rows() {
            for column in 0..self.n_columns {
                let below_right = self.at(row + 1, column + 1);
                let count =
                    self.at(row, column) - self.at(row, column + 1) - self.at(row + 1, column)
                        + below_right;
                concordant += count * below_right;
                discordant += count * (self.at(row + 1, 0) - self.at(row + 1, column));
            }
        }
        (concordant, discordant)
    }

    fn n_rows(&self) -> usize {
        self.cells.len().checked_div(self.n_columns).unwrap_or(0)
    }

    /// A cell, 0 beyond the edge.
    fn at(&self, row: usize, column: usize) -> u64 {
        if column >= self.n_columns {
            return 0;
        }
        self.cells.get(row * self.n_columns + column).copied().unwrap_or(0)
    }
}

/// The concordance, found through the partial sums. It takes a cell per distinct score and label.
///
/// # Errors
/// If a score is not a number.
///
/// # Panics
/// If there is not one score per label.
pub fn concordance<T: Number>(x: &[T], labels: &Labels) -> Result<Concordance, UnorderedError> {
    assert_eq!(x.len(), labels.len(), "one score per label");
    let mut matrix = Preferences::new(x, labels)?;
    let mut columns = vec![0; matrix.n_columns];
    for row in matrix.rows() {
        for (sum, &n) in columns.iter_mut().zip(row) {
            *sum += n;
        }
    }
    let tied_x = columns.into_iter().map(pairs).sum();
    let tied_both = matrix.cells.iter().map(|&n| pairs(n)).sum();
    matrix.transform();
    let (concordant, discordant) = matrix.concordant_and_discordant();
    let tied_y = labels.counts().map(pairs).sum();
    let found = Concordance::new(PairCounts { concordant, tied_x, tied_y, tied_both }, x.len());
    debug_assert_eq!(found.discordant, discordant, "all pairs are in one class");
    Ok(Concordance { discordant, ..found })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 3 of the thesis; labels from -+ (-3) to +- (3).
    const X: [f64; 14] =
        [-0.1, -0.4, 0.9, -1.2, 0.0, -0.1, 0.6, 0.0, -0.1, -0.4, 2.4, 0.0, 0.6, 0.6];
    const Y: [i32; 14] = [-1, 2, 3, -3, 0, -2, 1, 0, 3, -1, 2, -2, -3, 1];

    fn matrix() -> Preferences {
        Preferences::new(&X, &Labels::new(&Y).unwrap()).unwrap()
    }

    #[test]
    fn the_matrix_is_table_5() {
        let table = [
            [1, 0, 0, 0, 1, 0, 0],
            [0, 0, 1, 1, 0, 0, 0],
            [0, 1, 1, 0, 0, 0, 0],
            [0, 0, 0, 2, 0, 0, 0],
            [0, 0, 0, 0, 2, 0, 0],
            [0, 1, 0, 0, 0, 0, 1],
            [0, 0, 1, 0, 0, 1, 0],
        ];
        assert!(matrix().rows().eq(table.iter().map(<[u64; 7]>::as_slice)));
    }

    #[test]
    fn the_partial_sums_are_table_8() {
        let table = [
            [14, 13, 11, 8, 5, 2, 1],
            [12, 12, 10, 7, 4, 2, 1],
            [10, 10, 8, 6, 4, 2, 1],
            [8, 8, 7, 6, 4, 2, 1],
            [6, 6, 5, 4, 4, 2, 1],
            [4, 4, 3, 2, 2, 2, 1],
            [2, 2, 2, 1, 1, 1, 0],
        ];
        let mut matrix = matrix();
        matrix.transform();
        assert!(matrix.rows().eq(table.iter().map(<[u64; 7]>::as_slice)));
    }

    #[test]
    fn the_sums_to_the_left_are_table_9() {
        let table = [
            [1, 3, 6, 9, 12, 13, 14],
            [0, 2, 5, 8, 10, 11, 12],
            [0, 2, 4, 6, 8, 9, 10],
            [0, 1, 2, 4, 6, 7, 8],
            [0, 1, 2, 2, 4, 5, 6],
            [0, 1, 2, 2, 2, 3, 4],
            [0, 0, 1, 1, 1, 2, 2],
        ];
        let mut matrix = matrix();
        matrix.transform();
        for (row, expected) in table.into_iter().enumerate() {
            for (column, sum) in expected.into_iter().enumerate() {
                assert_eq!(matrix.at(row, 0) - matrix.at(row, column + 1), sum); // (4.19)
            }
        }
    }

    #[test]
    fn the_worked_example_has_its_published_counts() {
        let found = concordance(&X, &Labels::new(&Y).unwrap()).unwrap();
        assert_eq!((found.concordant, found.discordant), (51, 25));
        assert_eq!(pairs(found.n_positions), 91);
        let tau = (51.0 - 25.0) / 91.0;
        assert!(f64::abs(tau - 0.2857) < 5e-5);
    }
}
