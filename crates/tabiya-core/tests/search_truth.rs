//! What is said of the end of a game is true, whatever the search skips or looks at less.

use std::sync::atomic::AtomicBool;

use tabiya_core::endgame::{Goal, Solver};
use tabiya_core::eval::loa::LoaEvaluation;
use tabiya_core::eval::othello::OthelloEvaluation;
use tabiya_core::games::loa::{Loa, LoaRules};
use tabiya_core::games::othello::{Othello, OthelloRules, discs};
use tabiya_core::games::{Line, MoveList, Position};
use tabiya_core::search::clock::Shared;
use tabiya_core::search::events::Silence;
use tabiya_core::search::extensions::ByGame;
use tabiya_core::search::ordering::Classic;
use tabiya_core::search::pruning::{Counts, IndexBy, LearnedPruning, Widths};
use tabiya_core::search::quiescence::Tactical;
use tabiya_core::search::score::{Score, is_decided, steps_to_win};
use tabiya_core::search::{Decide, Decisions, Evaluation, Limits, Params, Searchable, Searcher};

/// Numbers without an order, for moves that nobody chose.
fn drawn(seed: u64) -> usize {
    (seed.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33) as usize
}

/// The line after so many moves that nobody chose; shorter if the game has ended.
fn wandered<P: Position>(start: P, n_moves: u64, seed: u64) -> Line<P> {
    let mut line = Line::new(start);
    for number in 0..n_moves {
        let mut moves = MoveList::new();
        line.position().legal_moves(&mut moves);
        if line.outcome().is_some() || moves.is_empty() {
            break;
        }
        line = line.play(moves[drawn(seed * 1000 + number) % moves.len()]);
    }
    line
}

fn score<P: Searchable, E: Evaluation<P>, D: Decide<P>>(
    searcher: &mut Searcher<P, E, D>,
    line: &Line<P>,
    depth: u32,
) -> Score {
    searcher.clear();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    searcher.search(line, limits, &AtomicBool::new(false)).unwrap().score
}

#[test]
fn a_win_behind_pruned_moves_is_a_win() {
    let params = Params::crafty();
    let plain = || <Decisions>::default();
    let mut full = Searcher::new(LoaEvaluation::default(), plain(), &params, 4).unwrap();
    let mut n_decided = 0;
    for by in [IndexBy::Depth, IndexBy::Iteration, IndexBy::Leaf] {
        let widths = Widths { by, counts: Counts::All, widths: vec![2, 1, 1, 1, 1, 1, 1] };
        let narrow = Decisions {
            ordering: Classic::default(),
            pruning: LearnedPruning { widths: Some(widths), ..LearnedPruning::default() },
            extensions: ByGame,
            quiescence: Tactical,
            clock: Shared::default(),
            observer: Silence,
        };
        let mut narrow = Searcher::new(LoaEvaluation::default(), narrow, &params, 1).unwrap();
        for seed in 0..12 {
            // Both sides play on, quickly, until somebody wins: the last positions are near the end.
            let mut line = wandered(Loa::initial(LoaRules::default()), 14, seed);
            let mut lines = Vec::new();
            while line.outcome().is_none() && lines.len() < 120 {
                lines.push(line.clone());
                let limits = Limits { nodes: Some(150), ..Limits::default() };
                let report = full.search(&line, limits, &AtomicBool::new(false)).unwrap();
                line = line.play(report.best);
            }
            for line in lines.iter().rev().take(8) {
                let claimed = score(&mut narrow, line, 4);
                if is_decided(claimed) {
                    n_decided += 1;
                    let plies = steps_to_win(claimed).max(1) as u32;
                    let found = score(&mut full, line, plies);
                    let is_true = is_decided(found) && found.signum() == claimed.signum();
                    assert!(is_true, "{}: {claimed}, not {found}", line.position().text());
                }
            }
        }
    }
    assert!(n_decided > 20, "{n_decided} claims are too few");
}

#[test]
fn what_othello_calls_exact_is_exact() {
    let params = Params::othello();
    let plain: Decisions = Decisions::default();
    let mut searcher = Searcher::new(OthelloEvaluation::default(), plain, &params, 4).unwrap();
    let mut solver = Solver::new(4).unwrap();
    let mut n_checked = 0;
    for seed in 0..30 {
        let line = wandered(Othello::initial(OthelloRules), 50, seed);
        if line.outcome().is_some() {
            continue;
        }
        let empties = line.position().empties().count_ones();
        let found = score(&mut searcher, &line, empties);
        let solution = solver.solve(line.position(), Goal::Exact, &AtomicBool::new(false));
        // A draw is a score of nought; everything else tells the margin.
        let told = if found == 0 { Some(0) } else { discs(found) };
        assert_eq!(told, Some(solution.unwrap().score), "{}", line.position().text());
        n_checked += 1;
    }
    assert!(n_checked > 15);
}
