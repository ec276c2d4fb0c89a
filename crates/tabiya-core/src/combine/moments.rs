//! Means and covariances of the two classes, in one pass over the examples.

use rayon::prelude::*;

use super::block::{Block, Column, FeatureNumber, ROWS, mirrored, triangle};
use super::{Examples, chunks, has_fma};

/// The weight, the sums and the sums of products of one class, in the units of the examples.
#[derive(Clone, Debug, Default)]
pub struct ClassMoments {
    /// How many examples the class has, each counted as often as it counts.
    pub count: f64,
    /// Their sum, feature by feature.
    pub sums: Vec<f64>,
    /// The sums of the products of two features, row by row.
    pub products: Vec<f64>,
}

/// The moments of the lost and of the won examples. One that was won in part belongs to both
/// classes, with its shares: a draw, half to each.
///
/// CITE: Buro 1995 §4 counts won and lost positions twice and drawn ones once as each.
///
/// # Panics
/// If the examples do not fit together.
pub fn moments<T: FeatureNumber>(examples: &Examples<'_, T>) -> [ClassMoments; 2] {
    examples.check();
    let n = examples.n_features + 1;
    let fma = has_fma();
    let parts: Vec<[Vec<f64>; 2]> = chunks(examples.len())
        .map(|rows| {
            #[cfg(target_arch = "x86_64")]
            if fma {
                // SAFETY: the processor was just asked.
                return unsafe { with_fma(examples, rows.start, rows.end) };
            }
            let _ = fma; // only x86-64 has two versions
            chunk::<T, false>(examples, rows.start, rows.end)
        })
        .collect();
    [0, 1].map(|class| {
        let mut upper = vec![0.0; triangle(n)];
        for part in &parts {
            upper.iter_mut().zip(&part[class]).for_each(|(sum, x)| *sum += x);
        }
        let full = mirrored(&upper, n);
        ClassMoments {
            count: full[0],
            sums: full[1..n].to_vec(),
            products: (1..n).flat_map(|row| full[row * n + 1..(row + 1) * n].to_vec()).collect(),
        }
    })
}

/// [`chunk`] for processors with AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_fma<T: FeatureNumber>(examples: &Examples<'_, T>, from: usize, to: usize) -> [Vec<f64>; 2] {
    chunk::<T, true>(examples, from, to)
}

/// The examples of one class that wait until a block is full.
struct Waiting {
    block: Block,
    indices: [u32; ROWS],
    weights: Column,
    n_rows: usize,
    upper: Vec<f64>,
}

impl Waiting {
    fn new(n_features: usize) -> Self {
        Self {
            block: Block::new(n_features),
            indices: [0; ROWS],
            weights: Column::ZERO,
            n_rows: 0,
            upper: vec![0.0; triangle(n_features + 1)],
        }
    }

    #[inline(always)]
    fn finish<T: FeatureNumber, const FMA: bool>(&mut self, examples: &Examples<'_, T>) {
        self.weights.0[self.n_rows..].fill(0.0);
        self.block.fill(examples, &self.indices[..self.n_rows]);
        self.block.add_products::<FMA>(&self.weights, &mut self.upper);
        self.n_rows = 0;
    }
}

#[inline(always)]
fn chunk<T: FeatureNumber, const FMA: bool>(
    examples: &Examples<'_, T>,
    from: usize,
    to: usize,
) -> [Vec<f64>; 2] {
    let mut classes = [0, 1].map(|_| Waiting::new(examples.n_features));
    for index in from..to {
        let trials = examples.trials.map_or(1.0, |trials| trials[index]);
        let won = examples.won[index] * trials;
        for (class, weight) in classes.iter_mut().zip([trials - won, won]) {
            if weight > 0.0 {
                class.indices[class.n_rows] = index as u32;
                class.weights.0[class.n_rows] = weight;
                class.n_rows += 1;
                if class.n_rows == ROWS {
                    class.finish::<T, FMA>(examples);
                }
            }
        }
    }
    classes.map(|mut class| {
        class.finish::<T, FMA>(examples);
        class.upper
    })
}
