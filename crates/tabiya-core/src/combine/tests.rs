//! The passes against sums written out one by one.

use super::logistic::exp_for_test;
use super::*;

/// Examples that fill several chunks and leave an unfinished block.
struct Sample {
    features: Vec<f64>,
    won: Vec<f64>,
    trials: Vec<f64>,
    units: Vec<[f64; 2]>,
}

const N_FEATURES: usize = 5;

fn sample(n: usize) -> Sample {
    // Multiples of an irrational number, less their whole part, fill the unit evenly.
    let mut numbers = (1_u32..).map(|n| (f64::from(n) * std::f64::consts::E.sqrt()).fract());
    let mut uniform = || numbers.next().expect("there is no end of them");
    let features = (0..n * N_FEATURES).map(|_| 3.0 + 2.0 * uniform()).collect();
    let won = (0..n).map(|i| [0.0, 1.0, 0.5, 0.3][i % 4]).collect();
    let trials = (0..n).map(|_| uniform() * 3.0).collect();
    Sample { features, won, trials, units: vec![[4.0, 1.5]; N_FEATURES] }
}

impl Sample {
    fn examples(&self, weighted: bool) -> Examples<'_, f64> {
        Examples {
            features: &self.features,
            n_features: N_FEATURES,
            won: &self.won,
            trials: weighted.then_some(&self.trials),
            units: &self.units,
        }
    }

    /// The constant and the features of a row, in their units.
    fn row(&self, index: usize) -> Vec<f64> {
        let row = &self.features[index * N_FEATURES..(index + 1) * N_FEATURES];
        let in_units = row.iter().zip(&self.units).map(|(x, [origin, unit])| (x - origin) * unit);
        std::iter::once(1.0).chain(in_units).collect()
    }
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-9 * (1.0 + expected.abs()), "{found} is not {expected}");
}

#[test]
fn newton_sums_what_the_formulas_say() {
    let n = 2 * CHUNK + 77;
    let sample = sample(n);
    let coefficients = [0.3, -1.0, 0.5, 2.0, 0.0, -0.7];
    for weighted in [false, true] {
        for at in [At::Start, At::Coefficients(&coefficients)] {
            let found = newton(&sample.examples(weighted), at);
            let mut likelihood = 0.0;
            let mut gradient = [0.0; N_FEATURES + 1];
            let mut information = [[0.0; N_FEATURES + 1]; N_FEATURES + 1];
            for index in 0..n {
                let trials = if weighted { sample.trials[index] } else { 1.0 };
                let (row, y) = (sample.row(index), trials * sample.won[index]);
                let (chance, form) = match at {
                    At::Start => ((y + 0.5) / (trials + 1.0), None),
                    At::Coefficients(b) => {
                        let form: f64 = row.iter().zip(b).map(|(x, b)| x * b).sum();
                        (1.0 / (1.0 + (-form).exp()), Some(form))
                    }
                };
                let weight = trials * chance * (1.0 - chance);
                likelihood += y * chance.ln() + (trials - y) * (1.0 - chance).ln();
                let odds = (chance / (1.0 - chance)).ln();
                let right = y - trials * chance + if form.is_none() { weight * odds } else { 0.0 };
                for j in 0..=N_FEATURES {
                    gradient[j] += right * row[j];
                    for k in 0..=N_FEATURES {
                        information[j][k] += weight * row[j] * row[k];
                    }
                }
            }
            assert_near(found.log_likelihood, likelihood);
            found.gradient.iter().zip(gradient).for_each(|(&x, y)| assert_near(x, y));
            let flat = information.into_iter().flatten();
            found.information.iter().zip(flat).for_each(|(&x, y)| assert_near(x, y));
        }
    }
}

#[test]
fn moments_count_a_draw_half_to_each_class() {
    let n = CHUNK + 200;
    let sample = sample(n);
    for weighted in [false, true] {
        let found = moments(&sample.examples(weighted));
        for (class, found) in found.iter().enumerate() {
            let (mut count, mut sums) = (0.0, [0.0; N_FEATURES]);
            let mut products = [[0.0; N_FEATURES]; N_FEATURES];
            for index in 0..n {
                let trials = if weighted { sample.trials[index] } else { 1.0 };
                let share = [1.0 - sample.won[index], sample.won[index]][class] * trials;
                let row = &sample.row(index)[1..];
                count += share;
                for j in 0..N_FEATURES {
                    sums[j] += share * row[j];
                    for k in 0..N_FEATURES {
                        products[j][k] += share * row[j] * row[k];
                    }
                }
            }
            assert_near(found.count, count);
            found.sums.iter().zip(sums).for_each(|(&x, y)| assert_near(x, y));
            let flat = products.into_iter().flatten();
            found.products.iter().zip(flat).for_each(|(&x, y)| assert_near(x, y));
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let sample = sample(3 * CHUNK + 5);
    let looked = [1, 2, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| newton(&sample.examples(true), At::Coefficients(&[0.1; 6])))
    });
    for other in &looked[1..] {
        assert_eq!(looked[0].gradient, other.gradient);
        assert_eq!(looked[0].information, other.information);
    }
}

#[test]
fn features_may_be_narrow() {
    let sample = sample(500);
    let narrow: Vec<f32> = sample.features.iter().map(|&x| x as f32).collect();
    let wide: Vec<f64> = narrow.iter().map(|&x| f64::from(x)).collect();
    let of_narrow = newton(
        &Examples {
            features: &narrow,
            n_features: N_FEATURES,
            won: &sample.won,
            trials: None,
            units: &sample.units,
        },
        At::Start,
    );
    let of_wide = newton(&Examples { features: &wide, ..sample.examples(false) }, At::Start);
    assert_eq!(of_narrow.information, of_wide.information);
}

#[test]
fn the_exponential_is_that_of_the_library() {
    for step in 0..70_000 {
        let x = -f64::from(step) / 100.0;
        let (found, expected) = (exp_for_test(x), x.exp());
        assert!((found - expected).abs() <= 4.0 * f64::EPSILON * expected, "{x}: {found}");
    }
    assert_near(exp_for_test(-1e9), 0.0);
}
