//! The evaluation and the trace give the same score to half of the last digit, whatever the weights,
//! and no weights within their bounds make a score overflow.

use proptest::prelude::*;
use tabiya_core::eval::chess::ChessModel;
use tabiya_core::eval::loa::LoaModel;
use tabiya_core::eval::othello::OthelloModel;
use tabiya_core::eval::trace::Trace;
use tabiya_core::eval::{Linear, Model, TermId};
use tabiya_core::games::{MoveList, Position};
use tabiya_core::search::Evaluation;

/// Thousandths of a centipawn: the last digit, in centipawns.
const RESOLUTION: f64 = 0.001;

fn playout<P: Position>(choices: &[u16]) -> Vec<P> {
    let mut position = P::initial(P::Rules::default());
    let mut positions = vec![position.clone()];
    for &choice in choices {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() || position.decided().is_some() {
            break;
        }
        position.play(moves[usize::from(choice) % moves.len()]);
        positions.push(position.clone());
    }
    positions
}

/// Values within their bounds, from 0 for the least to 1 for the greatest.
fn within_bounds<M: Model>(parts: impl Iterator<Item = f64>) -> Vec<f64> {
    let weights = M::schema().weights().iter();
    weights.zip(parts).map(|(w, part)| w.min + part * (w.max - w.min)).collect()
}

fn agrees<M: Model>(positions: &[M::Position], values: &[f64]) {
    let trace = Trace::of::<M>(&positions.iter().collect::<Vec<_>>());
    let mut scores = vec![0.0; positions.len()];
    trace.scores(&[M::schema().term_values(values)], &mut scores);
    let mut evaluation = Linear::<M>::new(values, RESOLUTION);
    for (position, score) in positions.iter().zip(scores) {
        let evaluated = f64::from(evaluation.evaluate(position)) * RESOLUTION;
        let apart = (evaluated - score).abs();
        assert!(apart <= RESOLUTION * 0.5001, "{} {evaluated} {score}", position.text());
    }
}

/// The worst for one position: every weight at the bound that its features push it to.
fn agrees_at_the_worst<M: Model>(position: &M::Position) {
    let trace = Trace::of::<M>(&[position]);
    let mut sums = vec![0; M::schema().n_terms()];
    for (&term, &count) in trace.terms.iter().zip(&trace.counts) {
        sums[TermId::from(term)] += i32::from(count);
    }
    let gradients = M::schema().term_gradients(&within_bounds::<M>(std::iter::repeat(1.0)));
    let mut slopes = vec![0.0; M::schema().weights().len()];
    for (gradient, &sum) in gradients.iter().zip(&sums) {
        for (weight, [opening, ending]) in gradient {
            slopes[*weight] += f64::from(sum) * (opening + ending);
        }
    }
    let worst = slopes.iter().map(|&slope| f64::from(u8::from(slope >= 0.0)));
    agrees::<M>(std::slice::from_ref(position), &within_bounds::<M>(worst.clone()));
    agrees::<M>(std::slice::from_ref(position), &within_bounds::<M>(worst.map(|part| 1.0 - part)));
}

fn agrees_everywhere<M: Model>(choices: &[u16], seed: u64) {
    let positions = playout::<M::Position>(choices);
    agrees::<M>(&positions, &M::schema().defaults());
    for part in [0.0, 1.0] {
        agrees::<M>(&positions, &within_bounds::<M>(std::iter::repeat(part)));
    }
    let mut state = seed | 1;
    let random = std::iter::from_fn(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Some((state >> 11) as f64 / (1_u64 << 53) as f64)
    });
    agrees::<M>(&positions, &within_bounds::<M>(random));
    agrees_at_the_worst::<M>(&positions[positions.len() - 1]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn chess_scores(choices in prop::collection::vec(any::<u16>(), 0..160), seed in any::<u64>()) {
        agrees_everywhere::<ChessModel>(&choices, seed);
    }

    #[test]
    fn othello_scores(choices in prop::collection::vec(any::<u16>(), 0..64), seed in any::<u64>()) {
        agrees_everywhere::<OthelloModel>(&choices, seed);
    }

    #[test]
    fn loa_scores(choices in prop::collection::vec(any::<u16>(), 0..100), seed in any::<u64>()) {
        agrees_everywhere::<LoaModel>(&choices, seed);
    }
}
