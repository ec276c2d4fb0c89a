//! The evaluation of Othello: its symmetries, its features one by one, and what stability means.

use proptest::prelude::*;
use tabiya_core::eval::othello::{OthelloEvaluation, OthelloModel, stable_discs};
use tabiya_core::eval::{Linear, Model};
use tabiya_core::games::othello::{Othello, OthelloRules};
use tabiya_core::games::{MoveList, Position, Side};
use tabiya_core::search::Evaluation;
use tabiya_core::search::score::CENTIPAWN;

const PHASES: [&str; 3] = ["opening", "middle", "ending"];

/// The count of a feature for Black less that for White: its weights are 1 in all phases, all
/// others 0.
fn feature(name: &str, black: u64, white: u64, turn: Side) -> i32 {
    let schema = OthelloModel::schema();
    let mut values = vec![0.0; schema.weights().len()];
    for phase in PHASES {
        schema.set(&mut values, &format!("{name}_{phase}"), 1.0).expect("a feature");
    }
    let position = Othello::from_discs(black, white, turn).expect("disjoint");
    let score = Linear::<OthelloModel>::new(&values, 1.0).evaluate(&position) / CENTIPAWN;
    if turn == Side::First { score } else { -score }
}

/// The set of squares named in a text.
fn squares(names: &str) -> u64 {
    let bit = |name: &str| {
        let [file, rank] = name.as_bytes() else { panic!("{name} is not a square") };
        1 << ((rank - b'1') * 8 + file - b'a')
    };
    names.split_whitespace().map(bit).fold(0, |all, bit: u64| all | bit)
}

#[track_caller]
fn check(name: &str, black: &str, white: &str, expected: i32) {
    let (black, white) = (squares(black), squares(white));
    for turn in [Side::First, Side::Second] {
        assert_eq!(feature(name, black, white, turn), expected, "{name}");
        assert_eq!(feature(name, white, black, turn), -expected, "{name}, colours swapped");
    }
}

#[test]
fn test_mobility_counts_legal_moves() {
    check("mobility", "c1", "d1", 1 - 1);
    check("mobility", "a1", "b1", 1);
    check("mobility", "a1 b3", "b1 b2", 2 - 1);
    check("corner_move", "f1", "g1", 1);
    check("corner_move", "f1 a6", "g1 a7 b1", 2);
}

#[test]
fn test_frontier_counts_discs_beside_empty_squares_and_the_reverse() {
    check("frontier_disc", "d4 e4", "d5", 1);
    check("frontier_disc", "a1 b1 a2 b2 c1 c2 a3 b3 c3", "", 5);
    // A corner has three neighbours, a square inside has eight.
    check("frontier_square", "a1", "", -3);
    check("frontier_square", "d4", "e5", 7 - 7);
    check("frontier_square", "a1", "d4", 8 - 3);
}

#[test]
fn test_corners_and_the_squares_beside_them() {
    check("corner", "a1 h8 h1", "a8", 2);
    check("x_square", "b2 g7", "g2", 1);
    check("x_square", "b2 a1", "g2 h1 b7", -1);
    check("c_square", "b1 a2 h7", "g1", 2);
    check("c_square", "b1 a2 h7", "a1 h8", 0);
    check("beside_lost_corner", "b1 a2 b2 g7", "a1", 3);
}

#[test]
fn test_stable_discs_grow_from_corners_and_full_lines() {
    check("stable", "b1 c1 d1", "", 0);
    check("stable", "a1 b1 c1 e1", "", 3);
    check("stable", "a1 b1 a2 b2", "h8", 3 - 1);
    check("stable", "a1 b1 c1 a2 b2 a3", "", 6);
    // A full edge is stable whoever owns what.
    check("stable", "a1 b1 c1 f1", "d1 e1 g1 h1", 0);
    check("stable", "b1 c1 d1 e1 f1 g1", "a1 h1", 6 - 2);
    // On a full board everything is.
    assert_eq!(feature("stable", u64::MAX << 20, !(u64::MAX << 20), Side::First), 44 - 20);
}

#[test]
fn test_edges_are_told_by_their_shape() {
    check("a_square", "c1 a3 f8", "h6 h5", 2);
    check("b_square", "d1 a4 e8", "h5 h6", 2);
    check("balanced_edge", "b1 c1 d1 e1 f1 g1", "", 1);
    check("balanced_edge", "a1 b1 c1 d1 e1 f1 g1", "", 0);
    check("balanced_edge", "a2 a3 a4 a5 a6 a7", "h2 h3 h4 h5 h6 h7", 0);
    check("unbalanced_edge", "b1 c1 d1 e1 f1", "", 1);
    check("unbalanced_edge", "c8 d8 e8 f8 g8", "", 1);
    check("unbalanced_edge", "c8 d8 e8 f8 g8", "h8", 0);
    check("unbalanced_edge", "c8 d8 e8 f8 g8", "b8", 0);
    check("wedge", "d4", "b1 d1 f1", 2);
    check("wedge", "h3 h5", "a3 a5 c1", 1 - 1);
    check("turnable_row", "c1 d1", "b1", 1 - 1);
    check("turnable_row", "c1 d1", "b1 e1", -2);
    check("turnable_row", "b1 c1 d1", "a1", 1);
    check("turnable_row", "d8", "e8", 1 - 1);
    check("anchored_row", "c1 d1", "", 1);
    check("anchored_row", "c1 d1", "b1 e1", 1);
    check("anchored_row", "c1 d1", "b1", 0);
    check("anchored_row", "a1 b1 d1 e1 a5 g1", "", 3);
}

#[test]
fn test_counts_and_the_right_to_move() {
    check("disc", "a1 b5 c7", "h8", 2);
    let odd = squares("d4 e4 d5");
    let even = squares("d4 e4 d5 e5");
    for (turn, sign) in [(Side::First, 1), (Side::Second, -1)] {
        assert_eq!(feature("side_to_move", odd, 0, turn), sign);
        assert_eq!(feature("parity", odd, 0, turn), sign);
        assert_eq!(feature("parity", even, 0, turn), 0);
        assert_eq!(feature("odd_quadrant", odd, 0, turn), 3 * sign);
        assert_eq!(feature("odd_quadrant", even, 0, turn), 4 * sign);
        assert_eq!(feature("odd_quadrant", squares("a1 d4"), squares("e8"), turn), sign);
    }
}

#[test]
fn test_weights_change_hands_by_the_number_of_empty_squares() {
    let share = |phase: &str, n_discs: u32| {
        let schema = OthelloModel::schema();
        let mut values = vec![0.0; schema.weights().len()];
        schema.set(&mut values, &format!("side_to_move_{phase}"), 24.0).expect("a weight");
        let discs = !0_u64 >> (64 - n_discs);
        let position = Othello::from_discs(discs, 0, Side::First).expect("disjoint");
        Linear::<OthelloModel>::new(&values, 0.001).evaluate(&position) / CENTIPAWN
    };
    for (n_empties, shares) in [
        (60, [24, 0, 0]),
        (52, [24, 0, 0]),
        (40, [12, 12, 0]),
        (29, [1, 23, 0]),
        (28, [0, 24, 0]),
        (27, [0, 23, 1]),
        (4, [0, 0, 24]),
        (1, [0, 0, 24]),
    ] {
        assert_eq!(PHASES.map(|phase| share(phase, 64 - n_empties)), shares, "{n_empties}");
    }
}

#[test]
fn test_every_weight_has_a_meaning_and_a_default_in_the_table() {
    let table = include_str!("../src/eval/othello/defaults.txt");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<_> = lines.filter_map(|line| line.split(' ').next()).collect();
    let weights = OthelloModel::schema().weights();
    assert_eq!(names, weights.iter().map(|weight| weight.name.as_str()).collect::<Vec<_>>());
    assert!(weights.iter().all(|weight| weight.meaning.ends_with('.')));
}

/// A position after random moves; fewer if the game ends before.
fn playout(choices: &[usize]) -> Vec<Othello> {
    let mut positions = vec![Othello::initial(OthelloRules)];
    for choice in choices {
        let mut position = *positions.last().expect("the initial one");
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        position.play(moves[choice % moves.len()]);
        positions.push(position);
    }
    positions
}

/// The eight ways to look at a board.
fn symmetries(discs: u64) -> [u64; 8] {
    let mirrored = |discs: u64| discs.swap_bytes();
    let transposed = |discs: u64| {
        let moved = |square: u32| (discs >> square & 1) << (square % 8 * 8 + square / 8);
        (0..64).map(moved).sum::<u64>()
    };
    let turned = |discs| mirrored(transposed(discs));
    let half = turned(turned(discs));
    let rotations = [discs, turned(discs), half, turned(half)];
    let [a, b, c, d] = rotations.map(mirrored);
    [rotations[0], rotations[1], rotations[2], rotations[3], a, b, c, d]
}

fn any_weights() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-1000.0..1000.0, OthelloModel::schema().weights().len())
}

proptest! {
    #[test]
    fn test_evaluation_knows_no_colour(
        choices in prop::collection::vec(any::<usize>(), 0..60),
        weights in any_weights(),
    ) {
        let mut evaluation = Linear::<OthelloModel>::new(&weights, 0.001);
        for p in playout(&choices) {
            let swapped = Othello::from_discs(p.white(), p.black(), p.turn().other());
            let swapped = swapped.expect("disjoint");
            prop_assert_eq!(evaluation.evaluate(&p), evaluation.evaluate(&swapped));
        }
    }

    #[test]
    fn test_evaluation_is_the_same_from_all_sides_of_the_board(
        discs in any::<u64>(),
        colours in any::<u64>(),
    ) {
        let mut evaluation = OthelloEvaluation::default();
        let views = symmetries(discs & colours).into_iter().zip(symmetries(discs & !colours));
        let scores: Vec<_> = views
            .map(|(black, white)| Othello::from_discs(black, white, Side::First).expect("disjoint"))
            .map(|position| evaluation.evaluate(&position))
            .collect();
        prop_assert!(scores.iter().all(|score| *score == scores[0]), "{scores:?}");
    }

    #[test]
    fn test_stable_discs_are_never_turned(choices in prop::collection::vec(any::<usize>(), 80)) {
        let (mut black, mut white) = (0, 0);
        for position in playout(&choices) {
            prop_assert_eq!(black & !position.black(), 0, "{}", position.text());
            prop_assert_eq!(white & !position.white(), 0, "{}", position.text());
            black |= stable_discs(position.black(), position.white());
            white |= stable_discs(position.white(), position.black());
        }
    }
}
