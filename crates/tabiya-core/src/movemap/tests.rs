use std::sync::atomic::AtomicBool;

use super::gradient::Pass;
use super::*;
use crate::games::chess::{Chess, ChessRules};
use crate::games::loa::{Loa, LoaRules};
use crate::games::othello::{Othello, OthelloRules};
use crate::games::{Batch, MoveList, Position as _, Side, splitmix};
use crate::search::map_ordering::scores;
use crate::search::{Searchable, Step};

const INPUTS: [Inputs; 3] = [Inputs::Board, Inputs::Mover, Inputs::Features];
const ENCODINGS: [Encoding; 3] = [Encoding::Mei, Encoding::Meos, Encoding::Meoc];

fn shape<P: Searchable>(encoding: Encoding, inputs: Inputs, hidden: usize) -> Shape {
    let geometry = Geometry::of::<P>();
    Shape { geometry, inputs, encoding, hidden, direct: true, previous: true }
}

/// A network whose weights are all drawn.
fn drawn(shape: Shape, seed: u64) -> MoveMap {
    let draw = |n| (splitmix(seed, n) >> 40) as f32 / (1_u32 << 24) as f32 * 0.4 - 0.2;
    let mut weights: Vec<f32> = (0..shape.n_weights() as u64).map(draw).collect();
    let n = weights.len();
    for (number, size) in weights[n - shape.n_features()..].iter_mut().enumerate() {
        *size = [1.0, 2.5, 30.0][number % 3];
    }
    MoveMap::new(shape, weights).expect("a network")
}

/// Positions of a game of drawn moves, with the next move and where the last one went.
fn wander<P: Searchable>(start: P, n: usize) -> (Vec<P>, Vec<(u8, u8)>, Vec<u8>) {
    let (mut positions, mut played, mut before) = (Vec::new(), Vec::new(), Vec::new());
    let (mut position, mut last) = (start, NO_SQUARE);
    for number in 0..n {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() || position.decided().is_some() {
            break;
        }
        let m = moves[splitmix(7, number as u64) as usize % moves.len()];
        if moves.len() > 1 {
            positions.push(position.clone());
            played.push(P::squares(m));
            before.push(last);
        }
        last = P::squares(m).1;
        position.play(m);
    }
    (positions, played, before)
}

fn examples<P: Searchable>(start: P, n: usize, inputs: Inputs) -> Examples
where
    P::Rules: Default,
{
    let (positions, played, previous) = wander(start, n);
    let mut bytes = vec![0; positions.len() * P::PACKED_WIDTH];
    for (position, row) in positions.iter().zip(bytes.chunks_exact_mut(P::PACKED_WIDTH)) {
        position.pack(row);
    }
    let (from, to): (Vec<u8>, Vec<u8>) = played.into_iter().unzip();
    let best = Moves { from: &from, to: &to, previous: &previous };
    Examples::new(&Batch::<P>::new(&bytes, P::Rules::default()), best, inputs).expect("examples")
}

fn check_fixed<P: Searchable>(start: &P, inputs: Inputs) {
    for encoding in ENCODINGS {
        let map = drawn(shape::<P>(encoding, inputs, 10), 3);
        let fixed = Fixed::new(&map).expect("it fits");
        let mut pass = Pass::new(map.shape(), map.weights());
        let (positions, _, before) = wander(start.clone(), 40);
        let made = examples(start.clone(), 40, inputs);
        for (index, (position, &last)) in positions.iter().zip(&before).enumerate() {
            let exact = pass.scores(made.get(index), 0).to_vec();
            let mut found = scores(&fixed, position, Some(last));
            found.dedup_by_key(|(from, to, _)| (*from, *to));
            assert_eq!(found.len(), exact.len());
            for ((from, to, score), exact) in found.iter().zip(&exact) {
                let gap = (score - exact).abs();
                assert!(gap < 0.03, "{encoding:?} {from}-{to}: {score} and {exact}");
            }
        }
    }
}

#[test]
fn test_whole_numbers_say_what_the_network_says() {
    for inputs in INPUTS {
        check_fixed(&Loa::initial(LoaRules::default()), inputs);
        check_fixed(&Othello::initial(OthelloRules), inputs);
        check_fixed(&Chess::initial(ChessRules::default()), inputs);
    }
}

fn check_every_score<P: Searchable>(start: &P) {
    for (encoding, hidden) in ENCODINGS.into_iter().zip([8, 0, 5]) {
        for inputs in INPUTS {
            let map = Fixed::new(&drawn(shape::<P>(encoding, inputs, hidden), 3)).expect("fits");
            let sums = map.sums(start);
            for turn in [Side::First, Side::Second] {
                let look = map.look(start, turn, &sums, None);
                let mut scores = Vec::new();
                for side in [Side::First, Side::Second] {
                    map.every_score::<P>(&map.look(start, side, &sums, None), &mut scores);
                }
                let turned = map.turned::<P>();
                assert_eq!(scores.len(), turned.slots().len());
                let all = (0..64).flat_map(|from| (0..64).map(move |to| (from, to)));
                let mut n_found = 0;
                for (from, to) in all.filter(|&(from, to)| P::may_go(from, to)) {
                    let number = turned.number_of(P::history_slot(turn, from, to));
                    let alone = map.score(&look, from, to);
                    assert!((scores[number] - alone).abs() < 1e-4, "{encoding:?} {from} {to}");
                    n_found += 1;
                }
                assert_eq!(2 * n_found, scores.len());
                let mut moves = MoveList::new();
                start.legal_moves(&mut moves);
                for (from, to) in moves.iter().map(|&m| P::squares(m)) {
                    let number = turned.number_of(P::history_slot(turn, from, to));
                    assert!(number < scores.len(), "{from} {to}");
                }
            }
        }
    }
}

#[test]
fn test_scores_of_all_moves_at_once_are_those_of_each() {
    check_every_score(&Chess::initial(ChessRules::default()));
    check_every_score(&Othello::initial(OthelloRules));
    check_every_score(&Loa::initial(LoaRules::default()));
}

fn check_sums<P: Searchable>(start: &P) {
    for inputs in [Inputs::Board, Inputs::Mover] {
        let fixed = Fixed::new(&drawn(shape::<P>(Encoding::Meos, inputs, 16), 5)).expect("it fits");
        let mut position = start.clone();
        let mut sums = fixed.sums(&position);
        for number in 0..80 {
            if let Some(passed) = position.null_move() {
                let step = Step { before: &position, m: None, after: &passed };
                assert_eq!(fixed.sums_after(&sums, &step), fixed.sums(&passed));
            }
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() || position.decided().is_some() {
                break;
            }
            let m = moves[splitmix(11, number) as usize % moves.len()];
            let mut next = position.clone();
            next.play(m);
            let step = Step { before: &position, m: Some(m), after: &next };
            sums = fixed.sums_after(&sums, &step);
            assert_eq!(sums, fixed.sums(&next), "{}", next.text());
            position = next;
        }
    }
}

#[test]
fn test_sums_after_moves_are_those_from_scratch() {
    check_sums(&Loa::initial(LoaRules::default()));
    check_sums(&Othello::initial(OthelloRules));
    check_sums(&Chess::initial(ChessRules::default()));
}

#[test]
fn test_gradient_is_the_slope_of_the_loss() {
    for inputs in [Inputs::Mover, Inputs::Features] {
        check_gradient(&examples(Loa::initial(LoaRules::default()), 4, inputs), inputs);
    }
}

fn check_gradient(made: &Examples, inputs: Inputs) {
    for encoding in ENCODINGS {
        for loss in [Loss::Softmax, Loss::Squares] {
            let map = drawn(shape::<Loa>(encoding, inputs, 6), 9);
            let layout = map.shape().layout();
            let mut weights = map.weights().to_vec();
            weights[layout.sizes.clone()].copy_from_slice(&made.feature_sizes());
            let mut gradient = vec![0.0; weights.len()];
            let value = |weights: &[f32], gradient: &mut [f32]| {
                Pass::new(map.shape(), weights).learn(made.get(2), 3, loss, gradient)
            };
            value(&weights, &mut gradient);
            let n_moves = made.get(2).moves.len() as f64;
            let scale = if loss == Loss::Squares { 1.0 / n_moves } else { 1.0 };
            let (mut n_steep, mut spare) = (0, vec![0.0; gradient.len()]);
            let features = map.shape().feature_input() * 6..map.shape().move_input() * 6;
            let of_features = features.map(|at| layout.hidden.start + at);
            let some = (0..layout.sizes.start).step_by(weights.len() / 97);
            for index in some.chain(of_features) {
                let (kept, h) = (weights[index], 1e-3);
                let mut at = |w: f32| {
                    weights[index] = w;
                    value(&weights, &mut spare)
                };
                let slope = (at(kept + h) - at(kept - h)) / (2.0 * f64::from(h));
                weights[index] = kept;
                let expected = f64::from(gradient[index]) * scale;
                assert!(
                    (slope - expected).abs() < 2e-3 * expected.abs().max(1.0),
                    "{encoding:?} {index}: {slope} {expected}"
                );
                n_steep += usize::from(expected.abs() > 1e-3);
            }
            assert!(n_steep > 0, "no weight mattered");
            assert!(gradient[layout.sizes].iter().all(|&slope| slope == 0.0), "sizes do not learn");
        }
    }
}

fn train(is_rprop: bool, inputs: Inputs, threads: usize) -> (Vec<f32>, f64) {
    let made = examples(Othello::initial(OthelloRules), 60, inputs);
    let map = MoveMap::initial(shape::<Othello>(Encoding::Meos, inputs, 8), 1);
    let mut trainer = Trainer::new(map.expect("a shape"), Loss::Softmax, is_rprop, 2);
    trainer.measure(&made);
    let stop = AtomicBool::new(false);
    let epoch = Epoch { batch: 16, rate: 0.01, symmetric: !is_rprop, threads, stop: &stop };
    let losses: Vec<_> = (0..12).map(|_| trainer.epoch(&made, epoch).expect("goes on")).collect();
    assert!(losses[11] < losses[0], "{losses:?}");
    let sizes = trainer.shape().layout().sizes;
    assert_eq!(trainer.weights()[sizes], made.feature_sizes(), "sizes stay as they were measured");
    (trainer.weights().to_vec(), losses[11])
}

#[test]
fn test_training_is_the_same_on_any_number_of_threads() {
    for is_rprop in [false, true] {
        for inputs in [Inputs::Mover, Inputs::Features] {
            assert_eq!(train(is_rprop, inputs, 1), train(is_rprop, inputs, 3));
        }
    }
}

#[test]
fn test_a_map_learns_the_moves_of_a_game_by_heart() {
    let made = examples(Loa::initial(LoaRules::default()), 30, Inputs::Board);
    let form = Shape { hidden: 0, ..shape::<Loa>(Encoding::Meos, Inputs::Board, 0) };
    let map = MoveMap::initial(form, 1).expect("a shape");
    let mut trainer = Trainer::new(map, Loss::Squares, true, 2);
    let stop = AtomicBool::new(false);
    let epoch = Epoch { batch: 0, rate: 0.0, symmetric: false, threads: 1, stop: &stop };
    for _ in 0..60 {
        trainer.epoch(&made, epoch);
    }
    let ranks = ranks(trainer.shape(), trainer.weights(), &made, 1);
    assert!(ranks.iter().filter(|&&rank| rank == 1).count() * 10 >= ranks.len() * 9, "{ranks:?}");
}

#[test]
fn test_what_cannot_be_is_said() {
    let form = shape::<Loa>(Encoding::Mei, Inputs::Board, 0);
    let said = |result: Result<MoveMap, MapError>| result.expect_err("refused").to_string();
    assert!(
        said(MoveMap::initial(form, 0)).contains("expected hidden units with the encoding mei")
    );
    let form = shape::<Loa>(Encoding::Meoc, Inputs::Board, 100);
    assert!(said(MoveMap::initial(form, 0)).contains("found 100"));
    let form = shape::<Loa>(Encoding::Meoc, Inputs::Board, 2);
    assert!(said(MoveMap::new(form, vec![0.0; 3])).contains("found 3"));
    let mut weights = vec![0.0; form.n_weights()];
    weights[5] = f32::NAN;
    assert!(said(MoveMap::new(form, weights)).contains("found NaN at 5"));
    let form = shape::<Loa>(Encoding::Meoc, Inputs::Features, 2);
    let weights = vec![0.0; form.n_weights()];
    assert!(said(MoveMap::new(form, weights)).contains("sizes of features above 0, found 0 at 0"));
    let mut weights = vec![900.0; form.n_weights()];
    weights[form.layout().sizes].fill(950.0);
    let large = Fixed::new(&MoveMap::new(form, weights).expect("a map")).expect_err("too large");
    assert!(matches!(large, MapError::Weight { value: 900.0, .. }), "a size is no weight");
}
