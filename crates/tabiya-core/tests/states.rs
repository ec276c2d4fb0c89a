//! What is kept beside a position is, after any moves, what it would be from scratch.

use proptest::prelude::*;
use tabiya_core::eval::chess::ChessEvaluation;
use tabiya_core::eval::loa::LoaEvaluation;
use tabiya_core::eval::network::Network;
use tabiya_core::eval::othello::OthelloEvaluation;
use tabiya_core::games::chess::{Chess, ChessRules};
use tabiya_core::games::loa::{Loa, LoaRules};
use tabiya_core::games::othello::{Othello, OthelloRules};
use tabiya_core::games::{MoveList, Position};
use tabiya_core::search::{Evaluation, Incremental, Searchable, Step};

/// Follows a game of random moves, with a null move tried wherever the search may try one.
fn follow<P, E>(evaluation: &mut E, start: P, choices: &[u16]) -> usize
where
    P: Searchable,
    E: Evaluation<P> + Incremental<P, State: PartialEq + std::fmt::Debug>,
{
    let mut position = start;
    let mut state = evaluation.state(&position);
    let mut n_nulls = 0;
    for &choice in choices {
        if let Some(passed) = position.null_move() {
            let step = Step { before: &position, m: None, after: &passed };
            let kept = evaluation.after(&state, &step);
            assert_eq!(kept, evaluation.state(&passed), "null move in {}", position.text());
            n_nulls += 1;
        }
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() || position.decided().is_some() {
            break;
        }
        let m = moves[usize::from(choice) % moves.len()];
        let mut next = position.clone();
        next.play(m);
        let step = Step { before: &position, m: Some(m), after: &next };
        state = evaluation.after(&state, &step);
        assert_eq!(state, evaluation.state(&next), "{m:?} in {}", position.text());
        let kept = evaluation.evaluate_with(&next, &state);
        assert_eq!(kept, evaluation.evaluate(&next), "{}", next.text());
        position = next;
    }
    n_nulls
}

/// Positions in which every kind of move is near: castling, en passant, promotion, captures.
const CHESS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/2p3p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P2/4K3 w - - 0 1",
];

fn network(values: &[f32], n_hidden: usize) -> Network {
    Network::new(n_hidden, &values[..=67 * n_hidden])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn chess_after_random_moves(choices in prop::collection::vec(any::<u16>(), 0..200)) {
        for text in CHESS {
            let start = Chess::parse(text, ChessRules::default()).unwrap();
            let n_nulls = follow(&mut ChessEvaluation::default(), start, &choices);
            prop_assert!(n_nulls > 0 || choices.is_empty() || text == CHESS[3]);
        }
    }

    #[test]
    fn othello_after_random_moves(
        choices in prop::collection::vec(any::<u16>(), 0..64),
        values in prop::collection::vec(-8.0_f32..8.0, 67 * 20 + 1),
    ) {
        let start = Othello::initial(OthelloRules);
        follow(&mut OthelloEvaluation::default(), start, &choices);
        follow(&mut network(&values, 20), start, &choices);
    }

    #[test]
    fn loa_after_random_moves(
        choices in prop::collection::vec(any::<u16>(), 0..120),
        values in prop::collection::vec(-8.0_f32..8.0, 67 * 20 + 1),
    ) {
        let start = Loa::initial(LoaRules::default());
        follow(&mut LoaEvaluation::default(), start, &choices);
        follow(&mut network(&values, 20), start, &choices);
    }
}
