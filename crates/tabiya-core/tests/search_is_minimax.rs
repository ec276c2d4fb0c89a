//! With every heuristic switched off, the search returns the value of a plain minimax.

use std::sync::atomic::AtomicBool;

use tabiya_core::eval::chess::ChessEvaluation;
use tabiya_core::eval::loa::LoaEvaluation;
use tabiya_core::eval::othello::OthelloEvaluation;
use tabiya_core::games::chess::{Chess, ChessRules};
use tabiya_core::games::loa::{Loa, LoaRules};
use tabiya_core::games::othello::{Othello, OthelloRules};
use tabiya_core::games::{Line, MoveList, Position};
use tabiya_core::search::extensions::Never;
use tabiya_core::search::ordering::Classic;
use tabiya_core::search::quiescence::StandPat;
use tabiya_core::search::score::Score;
use tabiya_core::search::{Decisions, Evaluation, Limits, Params, Searchable, Searcher};

type FixedDepth = Decisions<Classic, tabiya_core::search::pruning::ByHand, Never, StandPat>;

fn minimax<P: Searchable, E: Evaluation<P>>(
    evaluation: &mut E,
    line: &Line<P>,
    depth: u32,
    ply: i32,
) -> Score {
    let position = line.position();
    let distance = if P::COUNTS_PLIES { ply } else { 0 };
    let outcome = if depth == 0 { position.decided() } else { line.outcome() };
    if let Some(outcome) = outcome {
        return position.final_score(outcome, distance);
    }
    if depth == 0 {
        return evaluation.evaluate(position);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
        .into_iter()
        .map(|m| {
            let cost = u32::from(!P::is_free(m));
            -minimax(evaluation, &line.play(m), depth - cost, ply + 1)
        })
        .max()
        .expect("an undecided position has a move")
}

fn agrees<P: Searchable, E: Evaluation<P>>(
    make: impl FnMut() -> E,
    rules: P::Rules,
    depths: u32,
    plies: usize,
) {
    agrees_along(make, &Line::new(P::initial(rules)), depths, plies);
}

/// Compares along a line of random moves, which starts again when it ends.
fn agrees_along<P: Searchable, E: Evaluation<P>>(
    mut make: impl FnMut() -> E,
    start: &Line<P>,
    depths: u32,
    plies: usize,
) {
    let params = Params { null_move: 0.0, ..Params::crafty() };
    let mut line = start.clone();
    let mut state = 2_u64;
    for _ in 0..plies {
        for depth in 1..=depths {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let mut searcher =
                Searcher::<P, _, _>::new(make(), FixedDepth::default(), &params, 1).unwrap();
            let report = searcher.search(&line, limits, &AtomicBool::new(false)).unwrap();
            let expected = minimax(&mut make(), &line, depth, 0);
            assert_eq!(report.score, expected, "{} at depth {depth}", line.position().text());
            let after = line.play(report.best);
            let cost = u32::from(!P::is_free(report.best));
            let value = -minimax(&mut make(), &after, depth - cost, 1);
            assert_eq!(value, expected, "the best move of {}", line.position().text());
        }
        let mut moves = MoveList::new();
        line.position().legal_moves(&mut moves);
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        line = line.play(moves[(state >> 33) as usize % moves.len()]);
        if line.outcome().is_some() {
            line = start.clone();
        }
    }
}

#[test]
fn chess_search_equals_minimax() {
    agrees::<Chess, _>(ChessEvaluation::default, ChessRules::default(), 3, 24);
}

/// Mates for both sides are in reach, at several distances.
#[test]
fn chess_search_equals_minimax_near_mates() {
    for text in [
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "k7/8/1K6/8/8/8/8/7R b - - 0 1",
        "7k/5K2/8/6Q1/8/8/8/q7 b - - 0 1",
        "6k1/5ppp/8/8/8/7q/5P2/R5K1 w - - 0 1",
    ] {
        let line = Line::new(Chess::parse(text, ChessRules::default()).unwrap());
        agrees_along(ChessEvaluation::default, &line, 3, 1);
    }
}

#[test]
fn othello_search_equals_minimax() {
    agrees::<Othello, _>(OthelloEvaluation::default, OthelloRules, 4, 70);
}

#[test]
fn loa_search_equals_minimax() {
    agrees::<Loa, _>(LoaEvaluation::default, LoaRules::default(), 3, 24);
}
