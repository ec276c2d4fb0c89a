use proptest::prelude::*;

use super::design::MOST_TERMS;
use super::logistic::Block;
use super::*;
use crate::concordance::{Labels, concordance, weighted_concordance};
use crate::eval::Model;
use crate::eval::chess::ChessModel;
use crate::eval::trace::Trace;
use crate::wide::{Kernel, widest};

/// Features without a board: terms, counts and shares drawn by chance.
#[derive(Clone, Debug)]
struct Sample {
    trace: Trace,
    second_moves: Vec<bool>,
    labels: Vec<i32>,
    importance: Vec<f64>,
    weights: Vec<f64>,
}

fn samples() -> impl Strategy<Value = Sample> {
    let schema = ChessModel::schema();
    let entries = prop::collection::btree_map(0..schema.n_terms() as u16, -4i16..5, 0..12);
    let position = (entries, 0u8..25, 0u8..65, any::<bool>(), 0..30, 0.0..3.0);
    let rows = prop::collection::vec(position, 2..60);
    (rows, 1..30, any::<u64>()).prop_map(move |(rows, n_labels, salt)| {
        let mut trace = Trace { starts: vec![0], ..Trace::default() };
        let mut sample = (Vec::new(), Vec::new(), Vec::new());
        for (entries, opening, scale, second, label, weight) in rows {
            trace.terms.extend(entries.keys());
            trace.counts.extend(entries.values());
            trace.starts.push(trace.terms.len() as u64);
            let left = f64::from(opening) / 24.0;
            trace.shares.push([left, (1.0 - left) * f64::from(scale) / 64.0]);
            sample.0.push(second);
            sample.1.push(label % n_labels);
            sample.2.push(weight);
        }
        let (second_moves, labels, importance) = sample;
        let step = |i: usize| (salt.rotate_left(i as u32 % 64) % 1000) as f64 / 50.0 - 10.0;
        let defaults = schema.defaults();
        let weights = defaults.iter().enumerate().map(|(i, value)| value + step(i)).collect();
        Sample { trace, second_moves, labels, importance, weights }
    })
}

impl Sample {
    fn design(&self, tuned: &[usize]) -> Design {
        Design::new(ChessModel::schema(), &self.trace, &self.second_moves, tuned)
    }

    fn labels(&self) -> Labels {
        Labels::new(&self.labels).unwrap()
    }

    fn results(&self) -> Vec<f64> {
        self.labels.iter().map(|&label| f64::from(label % 3) / 2.0).collect()
    }

    /// Scores from the trace, which knows nothing of designs.
    fn scores(&self, weights: &[f64]) -> Vec<f64> {
        let mut scores = vec![0.0; self.trace.len()];
        self.trace.scores(&[ChessModel::schema().term_values(weights)], &mut scores);
        let sign = |&second: &bool| if second { -1.0 } else { 1.0 };
        scores.iter().zip(&self.second_moves).map(|(score, second)| score * sign(second)).collect()
    }
}

fn find(name: &str) -> usize {
    ChessModel::schema().find(name).unwrap()
}

fn near(a: f64, b: f64, tolerance: f64) -> bool {
    (a - b).abs() <= tolerance * (1.0 + a.abs().max(b.abs()))
}

const MARGIN: f64 = 150.0;
const SCALE: f64 = 160.0;

proptest! {
    #[test]
    fn wide_vectors_change_no_bit(sample in samples()) {
        let design = sample.design(&[]);
        let (values, results) = (design.term_values(&sample.weights), sample.results());
        let block = |importance| Block {
            design: &design,
            first: 0,
            values: &values,
            results: &results,
            importance,
        };
        for importance in [None, Some(&sample.importance[..])] {
            prop_assert_eq!(widest(block(importance)), block(importance).run());
        }
        let mut gradients = vec![[[0.0; 2]; MOST_TERMS]; 2];
        design.backwards(0, &results, &mut gradients[0]);
        design.backwards_by_one(0, &results, &mut gradients[1]);
        prop_assert_eq!(gradients[0], gradients[1]);
        let mut scores = vec![vec![0.0; design.len()]; 2];
        design.forwards(0, &values, &mut scores[0]);
        design.forwards_by_one(0, &values, &mut scores[1]);
        prop_assert_eq!(&scores[0], &scores[1]);
    }

    #[test]
    fn scores_are_those_of_the_trace(sample in samples()) {
        let design = sample.design(&[]);
        let expected = sample.scores(&sample.weights);
        let fixed = design.fixed_scores(&sample.weights);
        for ((score, whole), expected) in
            design.scores(&sample.weights).iter().zip(fixed).zip(&expected)
        {
            prop_assert!(near(*score, *expected, 1e-12));
            prop_assert!((whole as f64 / Design::unit() - expected).abs() < 1e-3);
        }
    }

    /// Weights of their own, tied to two phases, and percentages of many terms, alone and together.
    #[test]
    fn updates_by_columns_are_exact(sample in samples(), change in -90.0..90.0) {
        let names =
            ["knight", "rook_on_seventh", "king_safety_scale", "king_safety_asymmetry", "doubled_ending"];
        let tuned = names.map(find);
        let with_columns = sample.design(&tuned);
        let without = sample.design(&[]);
        let mut vectors = vec![sample.weights.clone()];
        for weight in tuned {
            vectors.push(sample.weights.clone());
            vectors.last_mut().unwrap()[weight] += change;
        }
        let mut all = sample.weights.clone();
        for weight in tuned {
            all[weight] -= change;
        }
        vectors.push(all);
        let found = with_columns.concordances(&vectors, &sample.labels());
        prop_assert_eq!(&found, &without.concordances(&vectors, &sample.labels()));
        for (vector, counts) in vectors.iter().zip(&found) {
            let scores = without.fixed_scores(vector);
            prop_assert_eq!(*counts, concordance(&scores, &sample.labels()).unwrap());
        }
        let z = &sample.importance;
        let weighted = with_columns.weighted_concordances(&vectors, &sample.labels(), z);
        for (vector, counts) in vectors.iter().zip(&weighted) {
            let scores = without.fixed_scores(vector);
            let expected = weighted_concordance(&scores, &sample.labels(), z).unwrap();
            prop_assert_eq!(*counts, expected);
        }
    }

    #[test]
    fn a_part_of_a_design_is_the_design_of_a_part(sample in samples()) {
        let design = sample.design(&[find("knight")]);
        let indices: Vec<usize> = (0..design.len()).rev().step_by(2).collect();
        let whole = design.fixed_scores(&sample.weights);
        let part: Vec<i64> = indices.iter().map(|&index| whole[index]).collect();
        prop_assert_eq!(design.take(&indices).fixed_scores(&sample.weights), part);
    }

    #[test]
    fn parts_of_a_design_make_it_again(sample in samples()) {
        let design = sample.design(&[find("knight"), find("king_safety_scale")]);
        let (trace, columns) = design.parts();
        let again = Design::of_parts(design.schema(), &trace, &columns).unwrap();
        prop_assert_eq!(again.fixed_scores(&sample.weights), design.fixed_scores(&sample.weights));
        prop_assert_eq!(&again.parts().1, &columns);
        let worse = Trace { starts: vec![0], ..trace };
        prop_assert_eq!(Design::of_parts(design.schema(), &worse, &columns).err(), Some(PartsError));
    }

    #[test]
    fn logistic_is_the_formula(sample in samples(), weigh in any::<bool>()) {
        let design = sample.design(&[]);
        let results = sample.results();
        let z = if weigh { sample.importance.clone() } else { vec![1.0; results.len()] };
        let found =
            design.logistic(&sample.weights, &results, weigh.then_some(&z[..]), SCALE);
        let scores = sample.scores(&sample.weights);
        let total: f64 = z.iter().sum();
        let loss = scores.iter().zip(&results).zip(&z).map(|((score, result), z)| {
            let x = score / SCALE;
            z * (x.max(0.0) + (-x.abs()).exp().ln_1p() - result * x)
        });
        let expected = loss.sum::<f64>() / total;
        prop_assert!(near(found.value, expected, 1e-9));
    }

    #[test]
    fn pairwise_is_the_sum_over_all_pairs(sample in samples(), weigh in any::<bool>()) {
        let design = sample.design(&[]);
        let scores = sample.scores(&sample.weights);
        let z = if weigh { sample.importance.clone() } else { vec![1.0; scores.len()] };
        let (mut sum, mut total) = (0.0, 0.0);
        for i in 0..scores.len() {
            for k in (0..scores.len()).filter(|&k| sample.labels[k] < sample.labels[i]) {
                let missing = (1.0 - (scores[i] - scores[k]) / MARGIN).max(0.0);
                sum += z[i] * z[k] * missing * missing;
                total += z[i] * z[k];
            }
        }
        let expected = if total > 0.0 { sum / total } else { 0.0 };
        let labels = sample.labels();
        let found = design.pairwise(&sample.weights, &labels, weigh.then_some(&z[..]), MARGIN);
        prop_assert!(near(found.value, expected, 1e-9), "{} {expected}", found.value);
    }

    /// A difference over two steps is exact for a square and its error small for the logistic curve;
    /// the percentages of king safety multiply each other.
    #[test]
    fn gradients_are_finite_differences(sample in samples(), weigh in any::<bool>()) {
        let design = sample.design(&[]);
        let (labels, results) = (sample.labels(), sample.results());
        let z = weigh.then_some(&sample.importance[..]);
        let pairwise = |weights: &[f64]| design.pairwise(weights, &labels, z, MARGIN);
        let logistic = |weights: &[f64]| design.logistic(weights, &results, z, SCALE);
        let at = (pairwise(&sample.weights), logistic(&sample.weights));
        for name in ["knight", "king_safety_scale", "king_safety_asymmetry", "passed_rank_5_ending"] {
            let weight = find(name);
            let shifted = |step: f64| {
                let mut weights = sample.weights.clone();
                weights[weight] += step;
                weights
            };
            let step = 1e-3;
            let (high, low) = (shifted(step), shifted(-step));
            let slope = (pairwise(&high).value - pairwise(&low).value) / (2.0 * step);
            prop_assert!((at.0.gradient[weight] - slope).abs() < 1e-5);
            let slope = (logistic(&high).value - logistic(&low).value) / (2.0 * step);
            prop_assert!((at.1.gradient[weight] - slope).abs() < 1e-7);
        }
    }
}

/// Features of so many positions that they fill several blocks.
fn large() -> Sample {
    let schema = ChessModel::schema();
    let mut state = 7u64;
    let mut next = |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) % below
    };
    let mut trace = Trace { starts: vec![0], ..Trace::default() };
    let mut sample = Sample {
        trace: Trace::default(),
        second_moves: Vec::new(),
        labels: Vec::new(),
        importance: Vec::new(),
        weights: schema.defaults(),
    };
    for _ in 0..30_000 {
        for _ in 0..10 {
            trace.terms.push(next(schema.n_terms() as u64) as u16);
            trace.counts.push(next(7) as i16 - 3);
        }
        trace.starts.push(trace.terms.len() as u64);
        let left = next(25) as f64 / 24.0;
        trace.shares.push([left, 1.0 - left]);
        sample.second_moves.push(next(2) == 0);
        sample.labels.push(next(7) as i32);
        sample.importance.push(next(100) as f64 / 50.0);
    }
    Sample { trace, ..sample }
}

#[test]
fn threads_change_nothing() {
    let sample = large();
    let design = sample.design(&[find("knight"), find("king_safety_scale")]);
    let (labels, results, z) = (sample.labels(), sample.results(), &sample.importance[..]);
    let mut other = sample.weights.clone();
    other[find("king_safety_scale")] += 13.7;
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let slopes = [
                design.logistic(&sample.weights, &results, None, SCALE),
                design.logistic(&sample.weights, &results, Some(z), SCALE),
                design.pairwise(&sample.weights, &labels, None, MARGIN),
                design.pairwise(&sample.weights, &labels, Some(z), MARGIN),
            ];
            let vectors = [sample.weights.clone(), other.clone()];
            let counts = design.concordances(&vectors, &labels);
            (slopes, counts, design.weighted_concordances(&vectors, &labels, z))
        })
    };
    let alone = run(1);
    for threads in [2, 3, 5] {
        assert!(run(threads) == alone);
    }
    assert!(alone.1[0] != alone.1[1] && alone.0[0].gradient.iter().any(|&each| each != 0.0));
}

/// So many vectors, each with few changes, that the base is put in order; and some that change much.
#[test]
fn few_changes_are_counted_as_all_are() {
    let sample = large();
    let schema = ChessModel::schema();
    let tuned: Vec<usize> = (0..schema.weights().len()).step_by(9).collect();
    let design = sample.design(&tuned);
    let mut vectors = vec![sample.weights.clone()];
    for (number, &weight) in tuned.iter().enumerate() {
        let mut vector = sample.weights.clone();
        vector[weight] += number as f64 - 20.0;
        vectors.push(vector);
    }
    vectors.push(sample.weights.iter().map(|value| value + 3.0).collect());
    vectors.push(vectors[4].clone());
    let found = design.concordances(&vectors, &sample.labels());
    for (vector, counts) in vectors.iter().zip(&found) {
        let scores = design.fixed_scores(vector);
        assert_eq!(*counts, concordance(&scores, &sample.labels()).unwrap());
    }
    assert!(found[0] != found[4] && found[4] == found[found.len() - 1]);
}

/// The base is not among the vectors, and moves from call to call: in little, in much and not at all.
#[test]
fn what_is_remembered_changes_nothing() {
    let sample = large();
    let names = ["knight", "king_safety_scale", "bishop", "rook_on_seventh"];
    let tuned = names.map(find);
    let design = sample.design(&tuned);
    let mut base = sample.weights.clone();
    for step in [0.0, 1.25, 0.0, -7.5] {
        for &weight in &tuned {
            base[weight] += step;
        }
        base[find("queen")] += if step < 0.0 { step } else { 0.0 };
        let mut vectors = Vec::new();
        for &weight in &tuned {
            for change in [-1.5, 1.5] {
                vectors.push(base.clone());
                vectors.last_mut().unwrap()[weight] += change;
            }
        }
        let new = sample.design(&[]);
        for vectors in [&vectors[..], &vectors[..1]] {
            let found = design.concordances(vectors, &sample.labels());
            for (vector, counts) in vectors.iter().zip(&found) {
                let scores = new.fixed_scores(vector);
                assert_eq!(*counts, concordance(&scores, &sample.labels()).unwrap());
            }
        }
    }
}

#[test]
fn equal_labels_pay_nothing() {
    let sample = Sample { labels: vec![1; 30_000], ..large() };
    let found = sample.design(&[]).pairwise(&sample.weights, &sample.labels(), None, MARGIN);
    assert!(found.value.abs() + found.gradient.iter().map(|each| each.abs()).sum::<f64>() == 0.0);
}
