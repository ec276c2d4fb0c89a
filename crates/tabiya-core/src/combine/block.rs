//! A block of rows, turned so that each feature is a column: arithmetic then runs down columns,
//! several rows at a time.
//!
//! All functions here are inlined into passes that are compiled twice, for any processor and for
//! those with AVX2 and FMA; `FMA` says which.

use super::Examples;

/// A number that features are kept in.
pub trait FeatureNumber: Copy + Send + Sync {
    /// The same number in full width.
    fn wide(self) -> f64;
}

impl FeatureNumber for f64 {
    #[inline(always)]
    fn wide(self) -> f64 {
        self
    }
}

impl FeatureNumber for f32 {
    #[inline(always)]
    fn wide(self) -> f64 {
        f64::from(self)
    }
}

/// Rows of a block.
pub(super) const ROWS: usize = 128;
/// Numbers that are added up side by side.
const LANES: usize = 8;

/// One number for every row of a block, where whole registers can be loaded at once.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Column(pub [f64; ROWS]);

impl Column {
    pub const ZERO: Self = Self([0.0; ROWS]);

    #[inline(always)]
    fn lanes(&self) -> &[[f64; LANES]] {
        self.0.as_chunks::<LANES>().0
    }
}

/// The columns of a block, the constant 1 first. Rows that are not filled hold what was there
/// before; whoever sums gives them no weight.
pub(super) struct Block {
    columns: Vec<Column>,
}

impl Block {
    pub fn new(n_features: usize) -> Self {
        let mut columns = vec![Column::ZERO; n_features + 1];
        columns[0] = Column([1.0; ROWS]);
        Self { columns }
    }

    /// Fills the first rows with these examples.
    #[inline(always)]
    pub fn fill<T: FeatureNumber>(&mut self, examples: &Examples<'_, T>, indices: &[u32]) {
        let width = examples.n_features;
        for (feature, [origin, unit]) in examples.units.iter().enumerate() {
            let column = &mut self.columns[feature + 1].0;
            for (row, &index) in indices.iter().enumerate() {
                let value = examples.features[index as usize * width + feature].wide();
                column[row % ROWS] = (value - origin) * unit;
            }
        }
    }

    /// Adds the weighted sums of products of all pairs of columns, the upper triangle row by row.
    #[inline(always)]
    pub fn add_products<const FMA: bool>(&self, weights: &Column, sums: &mut [f64]) {
        let mut sums = sums.iter_mut();
        let mut weighted = Column::ZERO;
        for (index, column) in self.columns.iter().enumerate() {
            for (row, to) in weighted.0.iter_mut().enumerate() {
                *to = column.0[row] * weights.0[row];
            }
            let (quads, rest) = self.columns[index..].as_chunks::<4>();
            // The sums come second: a zip that ends has taken one more of what comes first.
            for quad in quads {
                let products = dots::<4, FMA>(&weighted, quad.each_ref());
                products.into_iter().zip(sums.by_ref()).for_each(|(product, sum)| *sum += product);
            }
            for (other, sum) in rest.iter().zip(sums.by_ref()) {
                *sum += dots::<1, FMA>(&weighted, [other])[0];
            }
        }
    }

    /// Adds the sums of products of a column with all columns.
    #[inline(always)]
    pub fn add_sums<const FMA: bool>(&self, of: &Column, sums: &mut [f64]) {
        for (sum, column) in sums.iter_mut().zip(&self.columns) {
            *sum += dots::<1, FMA>(of, [column])[0];
        }
    }

    /// The values of a linear form, its constant first.
    #[inline(always)]
    pub fn linear_form<const FMA: bool>(&self, coefficients: &[f64]) -> Column {
        let mut values = Column::ZERO;
        for (column, &coefficient) in self.columns.iter().zip(coefficients) {
            for (row, value) in values.0.iter_mut().enumerate() {
                *value = fused::<FMA>(column.0[row], coefficient, *value);
            }
        }
        values
    }
}

/// How many numbers the upper triangle of a square matrix has.
pub(super) const fn triangle(n: usize) -> usize {
    n * (n + 1) / 2
}

/// The full symmetric matrix of an upper triangle.
pub(super) fn mirrored(upper: &[f64], n: usize) -> Vec<f64> {
    let mut full = vec![0.0; n * n];
    let mut values = upper.iter();
    for row in 0..n {
        for (column, &value) in (row..n).zip(values.by_ref()) {
            full[row * n + column] = value;
            full[column * n + row] = value;
        }
    }
    full
}

/// `a · b + c`; rounded once if the processor does that in one instruction.
#[inline(always)]
pub(super) fn fused<const FMA: bool>(a: f64, b: f64, c: f64) -> f64 {
    if FMA { a.mul_add(b, c) } else { a * b + c }
}

/// The dot products of a column with others.
#[inline(always)]
fn dots<const N: usize, const FMA: bool>(one: &Column, others: [&Column; N]) -> [f64; N] {
    let mut sums = [[0.0; LANES]; N];
    for (at, own) in one.lanes().iter().enumerate() {
        for (sum, other) in sums.iter_mut().zip(others) {
            let theirs = &other.lanes()[at];
            for lane in 0..LANES {
                sum[lane] = fused::<FMA>(own[lane], theirs[lane], sum[lane]);
            }
        }
    }
    // In pairs, as registers are added up.
    sums.map(|lanes| {
        let fours: [f64; 4] = std::array::from_fn(|lane| lanes[lane] + lanes[lane + 4]);
        (fours[0] + fours[2]) + (fours[1] + fours[3])
    })
}
