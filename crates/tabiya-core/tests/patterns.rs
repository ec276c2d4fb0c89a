//! Patterns: what they cover, and that play keeps their indices.

use std::sync::Arc;

use proptest::prelude::*;
use tabiya_core::eval::othello::PatternEvaluation;
use tabiya_core::eval::patterns::{PatternError, PatternGame, PatternModel, held_slots, write_row};
use tabiya_core::games::othello::{Othello, OthelloRules};
use tabiya_core::games::{MoveList, Position, Side};
use tabiya_core::search::Evaluation;
use tabiya_core::search::state::{Incremental, Step};

/// Weights that differ from each other, so that a wrong index shows.
fn model() -> PatternModel {
    let n_held = held_slots(Othello::layout()).len();
    let weight = |i: usize| ((i * 7919) % 401) as i16 - 200;
    let held: Vec<i16> = (0..2 * n_held).map(weight).collect();
    PatternModel::new::<Othello>(&[0, 30], &held).expect("two phases")
}

/// The board after some moves, each chosen by a number.
fn walk(choices: &[u8]) -> Vec<Othello> {
    let mut positions = vec![Othello::initial(OthelloRules)];
    for &choice in choices {
        let mut next = positions[positions.len() - 1];
        let mut moves = MoveList::new();
        next.legal_moves(&mut moves);
        let Some(index) = usize::from(choice).checked_rem(moves.len()) else { break };
        next.play(moves[index]);
        positions.push(next);
    }
    positions
}

fn turned(position: &Othello, way: usize) -> Othello {
    let turn = |board: u64| {
        let mut image = 0;
        for square in (0..64).filter(|square| board >> square & 1 == 1) {
            let (mut file, mut rank) = (square % 8, square / 8);
            if way & 1 == 1 {
                (file, rank) = (rank, file);
            }
            if way & 2 == 2 {
                file = 7 - file;
            }
            if way & 4 == 4 {
                rank = 7 - rank;
            }
            image |= 1 << (8 * rank + file);
        }
        image
    };
    let (black, white) = (turn(position.black()), turn(position.white()));
    Othello::from_discs(black, white, position.turn()).expect("disjoint")
}

#[test]
fn test_layout_has_the_patterns_of_the_literature() {
    let tables = Othello::layout().tables();
    let found: Vec<_> = tables.iter().map(|t| (t.name, t.squares.len(), t.n_places)).collect();
    let expected = [
        ("edge+2x", 10, 4),
        ("row 2", 8, 4),
        ("row 3", 8, 4),
        ("row 4", 8, 4),
        ("diagonal 8", 8, 2),
        ("diagonal 7", 7, 4),
        ("diagonal 6", 6, 4),
        ("diagonal 5", 5, 4),
        ("diagonal 4", 4, 4),
        ("corner 3x3", 9, 4),
        ("corner 2x5", 10, 8),
    ];
    assert_eq!(found[..expected.len()], expected);
    assert!(found[expected.len()..].iter().all(|&(_, n_squares, _)| n_squares == 0));
}

#[test]
fn test_model_that_does_not_fit() {
    let n_held = held_slots(Othello::layout()).len();
    let too_few = PatternModel::new::<Othello>(&[0], &vec![0; n_held - 1]);
    assert_eq!(too_few.err(), Some(PatternError::Size { expected: n_held, found: n_held - 1 }));
    for phases in [&[][..], &[3], &[0, 0], &[0, 61]] {
        let held = vec![0; n_held * phases.len()];
        let error = PatternModel::new::<Othello>(phases, &held).err();
        assert!(matches!(error, Some(PatternError::Phases { .. })), "{phases:?}: {error:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The law of incremental states, and the sum of the row as the score.
    #[test]
    fn test_indices_follow_the_moves(choices in prop::collection::vec(any::<u8>(), 1..60)) {
        let model = Arc::new(model());
        let mut evaluation = PatternEvaluation::new(Arc::clone(&model), 1.0);
        let positions = walk(&choices);
        let mut state = evaluation.state(&positions[0]);
        for pair in positions.windows(2) {
            let step = Step { before: &pair[0], m: None, after: &pair[1] };
            state = evaluation.after(&state, &step);
            prop_assert_eq!(state, evaluation.state(&pair[1]));
            let mut row = vec![0; Othello::layout().n_features()];
            write_row(&pair[1], &mut row);
            let phase = usize::from(pair[1].empties().count_ones() >= 30);
            let weights = model.weights(phase, Side::First);
            let sum: i32 = row.iter().map(|&index| i32::from(weights[index as usize])).sum();
            let score = evaluation.evaluate_with(&pair[1], &state);
            prop_assert_eq!(score, sum * tabiya_core::search::score::CENTIPAWN);
        }
    }

    /// All eight ways to look at a board, and both colours, have the same weights.
    #[test]
    fn test_symmetries_and_colours_share_weights(
        choices in prop::collection::vec(any::<u8>(), 1..60), way in 0_usize..8
    ) {
        let mut evaluation = PatternEvaluation::new(Arc::new(model()), 1.0);
        let position = *walk(&choices).last().expect("a position");
        let score = evaluation.evaluate(&position);
        prop_assert_eq!(score, evaluation.evaluate(&turned(&position, way)));
        let other = Othello::from_discs(position.white(), position.black(), position.turn().other());
        prop_assert_eq!(score, evaluation.evaluate(&other.expect("disjoint")));
    }
}
