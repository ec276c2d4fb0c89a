//! One step of Newton's method for logistic regression, in one pass over the examples.

use rayon::prelude::*;

use super::block::{Block, Column, FeatureNumber, ROWS, fused, mirrored, triangle};
use super::{Examples, chunks, has_fma};

/// Where the log-likelihood is looked at.
#[derive(Clone, Copy, Debug)]
pub enum At<'a> {
    /// At chances of (y + 1/2) / (n + 1), before there are any coefficients.
    Start,
    /// At these coefficients, the constant first, in the units of the examples.
    Coefficients(&'a [f64]),
}

/// What Newton's method needs to know at some point.
#[derive(Clone, Debug, Default)]
pub struct Newton {
    /// The log-likelihood; at the start that of the chances it starts from.
    pub log_likelihood: f64,
    /// X'(y - nπ), the derivatives by the coefficients; at the start X'Δz, the right side of the
    /// normal equations.
    pub gradient: Vec<f64>,
    /// X'ΔX, row by row: minus the second derivatives.
    pub information: Vec<f64>,
}

/// Looks at the log-likelihood of a logistic model.
///
/// # Panics
/// If the examples or the coefficients do not fit together.
pub fn newton<T: FeatureNumber>(examples: &Examples<'_, T>, at: At<'_>) -> Newton {
    examples.check();
    let n = examples.n_features + 1;
    if let At::Coefficients(coefficients) = at {
        assert_eq!(coefficients.len(), n, "a coefficient per feature, and the constant");
    }
    let fma = has_fma();
    let parts: Vec<Sums> = chunks(examples.len())
        .map(|rows| {
            #[cfg(target_arch = "x86_64")]
            if fma {
                // SAFETY: the processor was just asked.
                return unsafe { with_fma(examples, at, rows.start, rows.end) };
            }
            let _ = fma; // only x86-64 has two versions
            chunk::<T, false>(examples, at, rows.start, rows.end)
        })
        .collect();
    let mut total = Sums::new(n);
    for part in parts {
        total.log_likelihood += part.log_likelihood;
        total.gradient.iter_mut().zip(part.gradient).for_each(|(sum, x)| *sum += x);
        total.upper.iter_mut().zip(part.upper).for_each(|(sum, x)| *sum += x);
    }
    Newton {
        log_likelihood: total.log_likelihood,
        gradient: total.gradient,
        information: mirrored(&total.upper, n),
    }
}

struct Sums {
    log_likelihood: f64,
    gradient: Vec<f64>,
    upper: Vec<f64>,
}

impl Sums {
    fn new(n: usize) -> Self {
        Self { log_likelihood: 0.0, gradient: vec![0.0; n], upper: vec![0.0; triangle(n)] }
    }
}

/// [`chunk`] for processors with AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn with_fma<T: FeatureNumber>(
    examples: &Examples<'_, T>,
    at: At<'_>,
    from: usize,
    to: usize,
) -> Sums {
    chunk::<T, true>(examples, at, from, to)
}

#[inline(always)]
fn chunk<T: FeatureNumber, const FMA: bool>(
    examples: &Examples<'_, T>,
    at: At<'_>,
    from: usize,
    to: usize,
) -> Sums {
    let n = examples.n_features + 1;
    let mut sums = Sums::new(n);
    let mut block = Block::new(examples.n_features);
    for first in (from..to).step_by(ROWS) {
        let n_rows = ROWS.min(to - first);
        let (mut won, mut trials) = (Column::ZERO, Column::ZERO);
        let mut indices = [0; ROWS];
        for (row, index) in indices[..n_rows].iter_mut().enumerate() {
            *index = (first + row) as u32;
            won.0[row] = examples.won[first + row];
            trials.0[row] = examples.trials.map_or(1.0, |trials| trials[first + row]);
        }
        block.fill(examples, &indices[..n_rows]);
        let point = match at {
            At::Start => Point::start(&won, &trials),
            At::Coefficients(coefficients) => {
                let form = block.linear_form::<FMA>(coefficients);
                let equal = examples.trials.is_none() && n_rows == ROWS;
                Point::at::<FMA>(&form, &won, &trials, equal)
            }
        };
        sums.log_likelihood += point.log_likelihood;
        block.add_sums::<FMA>(&point.right, &mut sums.gradient);
        block.add_products::<FMA>(&point.weights, &mut sums.upper);
    }
    sums
}

/// What the rows of a block contribute.
struct Point {
    log_likelihood: f64,
    /// What the columns are multiplied with for the right side.
    right: Column,
    /// nπ(1 - π).
    weights: Column,
}

impl Point {
    /// CITE: Buro 1995 §2.2, the start of the iteration.
    #[inline(always)]
    fn start(won: &Column, trials: &Column) -> Self {
        let mut point = Self { log_likelihood: 0.0, right: Column::ZERO, weights: Column::ZERO };
        for row in 0..ROWS {
            let (n, y) = (trials.0[row], trials.0[row] * won.0[row]);
            let chance = (y + 0.5) / (n + 1.0);
            let odds = (chance / (1.0 - chance)).ln();
            point.log_likelihood += y * chance.ln() + (n - y) * (1.0 - chance).ln();
            point.weights.0[row] = n * chance * (1.0 - chance);
            point.right.0[row] = point.weights.0[row] * odds + y - n * chance;
        }
        point
    }

    #[inline(always)]
    fn at<const FMA: bool>(form: &Column, won: &Column, trials: &Column, equal: bool) -> Self {
        let mut point = Self { log_likelihood: 0.0, right: Column::ZERO, weights: Column::ZERO };
        let (mut small, mut linear) = (Column::ZERO, Column::ZERO);
        for (row, to) in small.0.iter_mut().enumerate() {
            *to = exp_of_negative::<FMA>(-form.0[row].abs());
        }
        for row in 0..ROWS {
            let (x, n, y, small) = (form.0[row], trials.0[row], won.0[row], small.0[row]);
            let likelier = 1.0 / (1.0 + small);
            let chance = if x >= 0.0 { likelier } else { small * likelier };
            point.right.0[row] = n * (y - chance);
            point.weights.0[row] = n * small * likelier * likelier;
            linear.0[row] = n * (y * x - 0.5 * (x + x.abs()));
        }
        // The logarithm of a product is that of each factor added up, and the factors lie between
        // one and two: as many as a block has rows cannot overflow.
        let logarithms: f64 = if equal {
            small.0.iter().fold(1.0, |product, x| product * (1.0 + x)).ln()
        } else {
            small.0.iter().zip(&trials.0).map(|(x, n)| n * x.ln_1p()).sum()
        };
        point.log_likelihood = linear.0.iter().sum::<f64>() - logarithms;
        point
    }
}

/// The exponential of a number that is not positive, as exact as the library's to the last two bits
/// or so, but without a branch, so that several are computed at a time.
///
/// CITE: Cody and Waite 1980, "Software Manual for the Elementary Functions": powers of two apart,
/// what is left is at most half of ln 2, where a few terms of the series suffice.
#[inline(always)]
fn exp_of_negative<const FMA: bool>(x: f64) -> f64 {
    const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
    const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    // Adding this leaves the nearest whole number in the lowest bits.
    const ROUNDER: f64 = 6_755_399_441_055_744.0;
    const SERIES: [f64; 12] = [
        1.0 / 479_001_600.0,
        1.0 / 39_916_800.0,
        1.0 / 3_628_800.0,
        1.0 / 362_880.0,
        1.0 / 40_320.0,
        1.0 / 5_040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
        1.0,
    ];
    let x = x.max(-700.0);
    let shifted = fused::<FMA>(x, std::f64::consts::LOG2_E, ROUNDER);
    let whole = shifted - ROUNDER;
    let rest = fused::<FMA>(-LN2_LOW, whole, fused::<FMA>(-LN2_HIGH, whole, x));
    let mut sum = 1.0 / 6_227_020_800.0;
    for term in SERIES {
        sum = fused::<FMA>(sum, rest, term);
    }
    let power = f64::from_bits((shifted.to_bits() << 52).wrapping_add(1.0_f64.to_bits()));
    fused::<FMA>(sum, rest, 1.0) * power
}

#[cfg(test)]
pub(super) fn exp_for_test(x: f64) -> f64 {
    exp_of_negative::<false>(x)
}
