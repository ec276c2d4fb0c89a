//! Shallow searches in place of deep ones.

use std::sync::atomic::AtomicBool;

use tabiya_core::eval::othello::OthelloEvaluation;
use tabiya_core::games::othello::{Othello, OthelloRules};
use tabiya_core::games::{Line, Position};
use tabiya_core::search::pruning::{ProbCut, Pruning, Relation};
use tabiya_core::search::score::Score;
use tabiya_core::search::{Decisions, Limits, Params, Searcher};

fn nodes_with<R: Pruning<Othello>>(pruning: R, depth: u32) -> (u64, Score) {
    let plain: Decisions = Decisions::default();
    let Decisions { ordering, extensions, quiescence, clock, observer, .. } = plain;
    let decisions = Decisions { ordering, pruning, extensions, quiescence, clock, observer };
    let evaluation = OthelloEvaluation::default();
    let mut searcher = Searcher::new(evaluation, decisions, &Params::othello(), 1).unwrap();
    let line = Line::new(Othello::initial(OthelloRules));
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let report = searcher.search(&line, limits, &AtomicBool::new(false)).unwrap();
    (report.nodes, report.score)
}

fn relations(deviation: f64) -> Vec<Relation> {
    let at = |deep: usize, shallow: usize| Relation {
        stage: 0,
        deep,
        shallow,
        slope: 1.0,
        offset: 0.0,
        deviation,
    };
    vec![at(4, 2), at(5, 1), at(6, 2), at(7, 3)]
}

#[test]
fn test_a_small_error_cuts_and_a_huge_one_does_not() {
    let plain = nodes_with(ProbCut::new(&[], 1.5), 9);
    assert!(nodes_with(ProbCut::new(&relations(100.0), 1.5), 9).0 < plain.0);
    assert_eq!(nodes_with(ProbCut::new(&relations(1e4), 100.0), 9).1, plain.1);
}

#[test]
fn test_relations_of_a_stage_hold_until_the_next() {
    let early: Vec<_> = relations(100.0).into_iter().map(|r| Relation { stage: 40, ..r }).collect();
    let late: Vec<_> = relations(100.0).into_iter().map(|r| Relation { stage: 62, ..r }).collect();
    let plain = nodes_with(ProbCut::new(&[], 1.5), 8);
    assert_ne!(nodes_with(ProbCut::new(&early, 1.5), 8), plain);
    assert_eq!(nodes_with(ProbCut::new(&late, 1.5), 8), plain, "no position has 62 empty squares");
}
