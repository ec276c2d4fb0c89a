//! Regularised least squares where every row has the same number of ones and nothing else.
//!
//! That is what pattern evaluations are: a position picks one weight of each table. The normal
//! equations are solved by conjugate gradients, so that the matrix is only ever walked through.

use rayon::prelude::*;

/// Rows of a sparse matrix of ones: `width` column numbers each.
#[derive(Clone, Copy, Debug)]
pub struct OneHotRows<'a> {
    /// Column numbers, row by row.
    pub columns: &'a [u32],
    /// How many there are in a row.
    pub width: usize,
    /// How many columns the matrix has.
    pub n_columns: usize,
}

/// What is fitted, and how.
#[derive(Clone, Copy, Debug)]
pub struct Target<'a> {
    /// The value of each row.
    pub values: &'a [f32],
    /// How much each row counts.
    pub importance: &'a [f32],
    /// What the weights are believed to be before any row is seen; one for each column.
    pub prior: &'a [f32],
    /// How many rows that belief counts for, for each weight.
    pub penalty: f32,
    /// Steps of the conjugate gradients.
    pub steps: usize,
}

/// Rows of a chunk: chunks are summed in their order, so that threads do not change the result.
const CHUNKS: usize = 16;

/// Weights that minimise the weighted squared error of the rows plus `penalty` times the squared
/// distance from the prior.
///
/// # Panics
/// If the lengths do not fit, or a column number is out of range.
// CITE: Hestenes and Stiefel 1952, with the diagonal as preconditioner.
pub fn least_squares(rows: OneHotRows<'_>, target: &Target<'_>) -> Vec<f32> {
    let n_rows = rows.columns.len() / rows.width;
    assert_eq!(n_rows, target.values.len(), "one value per row");
    assert_eq!(n_rows, target.importance.len(), "one importance per row");
    assert_eq!(rows.n_columns, target.prior.len(), "one prior per column");
    let mut weights = target.prior.to_vec();
    let errors = |row: usize, sum: f32| target.importance[row] * (target.values[row] - sum);
    let mut residual = rows.fold(&weights, errors);
    let scale: Vec<f32> = rows
        .fold(&[], |row, _| target.importance[row])
        .iter()
        .map(|&count| 1.0 / (count + target.penalty).max(f32::MIN_POSITIVE))
        .collect();
    let mut direction: Vec<f32> = residual.iter().zip(&scale).map(|(r, s)| r * s).collect();
    let mut power = dot(&residual, &direction);
    for _ in 0..target.steps {
        if power <= f64::from(f32::MIN_POSITIVE) {
            break;
        }
        let mut image = rows.fold(&direction, |row, sum| target.importance[row] * sum);
        for (image, d) in image.iter_mut().zip(&direction) {
            *image += target.penalty * d;
        }
        let step = (power / dot(&direction, &image)) as f32;
        for (w, d) in weights.iter_mut().zip(&direction) {
            *w += step * d;
        }
        for (r, i) in residual.iter_mut().zip(&image) {
            *r -= step * i;
        }
        let preconditioned: Vec<f32> = residual.iter().zip(&scale).map(|(r, s)| r * s).collect();
        let next = dot(&residual, &preconditioned);
        let keep = (next / power) as f32;
        power = next;
        for (d, p) in direction.iter_mut().zip(&preconditioned) {
            *d = p + keep * *d;
        }
    }
    weights
}

impl OneHotRows<'_> {
    /// The product with a vector: one number per row.
    pub fn product(&self, vector: &[f32]) -> Vec<f32> {
        self.columns.par_chunks_exact(self.width).map(|row| sum(row, vector)).collect()
    }

    /// Adds `value(row, row · vector)` to every column of each row. An empty vector gives sums of 0.
    fn fold(&self, vector: &[f32], value: impl Fn(usize, f32) -> f32 + Sync) -> Vec<f32> {
        let n_rows = self.columns.len() / self.width;
        let per_chunk = n_rows.div_ceil(CHUNKS).max(1);
        let parts: Vec<Vec<f32>> = self
            .columns
            .par_chunks(per_chunk * self.width)
            .enumerate()
            .map(|(chunk, columns)| {
                let mut part = vec![0.0; self.n_columns];
                for (i, row) in columns.chunks_exact(self.width).enumerate() {
                    let sum = if vector.is_empty() { 0.0 } else { sum(row, vector) };
                    let value = value(chunk * per_chunk + i, sum);
                    for &column in row {
                        part[column as usize] += value;
                    }
                }
                part
            })
            .collect();
        let mut total = vec![0.0; self.n_columns];
        for part in parts {
            for (total, part) in total.iter_mut().zip(part) {
                *total += part;
            }
        }
        total
    }
}

fn sum(row: &[u32], vector: &[f32]) -> f32 {
    row.iter().map(|&column| vector[column as usize]).sum()
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two tables of two weights each; every combination once, with the values of a sum.
    #[test]
    fn test_least_squares_finds_weights_that_add_up() {
        let rows = OneHotRows { columns: &[0, 2, 0, 3, 1, 2, 1, 3], width: 2, n_columns: 4 };
        let target = Target {
            values: &[11.0, 21.0, 12.0, 22.0],
            importance: &[1.0; 4],
            prior: &[0.0; 4],
            penalty: 1e-4,
            steps: 20,
        };
        let weights = least_squares(rows, &target);
        for (product, value) in rows.product(&weights).iter().zip(target.values) {
            assert!((product - value).abs() < 1e-2, "{product} {value}");
        }
    }

    #[test]
    fn test_penalty_pulls_rare_weights_to_the_prior() {
        let rows = OneHotRows { columns: &[0], width: 1, n_columns: 2 };
        let target = Target {
            values: &[10.0],
            importance: &[1.0],
            prior: &[4.0, 7.0],
            penalty: 2.0,
            steps: 5,
        };
        // One row against a belief of two rows: (1 · 10 + 2 · 4) / 3.
        let weights = least_squares(rows, &target);
        assert!((weights[0] - 6.0).abs() < 1e-5 && (weights[1] - 7.0).abs() < 1e-6);
    }

    #[test]
    fn test_threads_do_not_change_a_bit() {
        let columns: Vec<u32> = (0..3000_u32).map(|i| i * 7919 % 50).collect();
        let rows = OneHotRows { columns: &columns, width: 3, n_columns: 50 };
        let values: Vec<f32> = (0..1000_u32).map(|i| (i * 31 % 17) as f32).collect();
        let target = Target {
            values: &values,
            importance: &[1.0; 1000],
            prior: &[0.0; 50],
            penalty: 1.0,
            steps: 8,
        };
        let fit = |threads| {
            crate::pool::pool(threads).expect("threads").install(|| least_squares(rows, &target))
        };
        assert_eq!(fit(1), fit(3));
    }
}
