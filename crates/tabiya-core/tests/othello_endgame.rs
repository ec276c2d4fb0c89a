//! The endgame solver against plain negamax, and what its documentation promises.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use proptest::prelude::*;
use tabiya_core::endgame::{Goal, Solution, Solver};
use tabiya_core::eval::patterns::{PatternGame as _, PatternModel, held_slots};
use tabiya_core::games::othello::{Othello, OthelloMove, OthelloRules};
use tabiya_core::games::{MoveList, Position, Side};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn test_scores_of_played_positions_are_exact(seed in any::<u64>(), n_empties in 1u32..10) {
        check(&played(seed, n_empties));
    }

    #[test]
    fn test_scores_of_arbitrary_boards_are_exact(
        colours in any::<u64>(),
        squares in prop::collection::vec(0u8..64, 1..8),
        full in any::<u64>(),
    ) {
        let empties = squares.iter().fold(0, |mask, square| mask | 1u64 << square);
        // Long runs of one colour make passes and lost sides common.
        let black = if full % 3 == 0 { colours } else { colours | colours << 8 | colours >> 16 };
        let position = Othello::from_discs(black & !empties, !black & !empties, Side::Second);
        check(&position.expect("disjoint"));
    }
}

#[test]
fn test_deep_positions_keep_their_score_along_the_pv() {
    let mut solver = Solver::new(4).unwrap();
    for seed in 0..6 {
        let mut position = played(seed, 15);
        let solution = solve(&mut solver, &position, Goal::Exact);
        assert_eq!(solution.score, played_out(&position, &solution));
        let sign = solve(&mut solver, &position, Goal::WinLossDraw);
        assert_eq!(sign.score, solution.score.signum());
        let mut score = solution.score;
        for &m in solution.pv.iter().take(6) {
            position.play(m);
            score = -score;
            assert_eq!(solve(&mut solver, &position, Goal::Exact).score, score);
        }
    }
}

#[test]
fn test_a_guide_changes_the_order_and_no_score() {
    // Weights without sense: whatever they advise, the solution is the same.
    let n_weights = held_slots(Othello::layout()).len();
    let weights: Vec<i16> =
        (0..n_weights as u64).map(|i| (i * 2_654_435_761 % 401) as i16).collect();
    let model = Arc::new(PatternModel::new::<Othello>(&[0], &weights).unwrap());
    let mut nodes = [0, 0];
    for seed in 0..4 {
        let position = played(seed, 17);
        let plain = solve(&mut Solver::new(4).unwrap(), &position, Goal::Exact);
        let mut guided = Solver::new(4).unwrap().guided_by(Arc::clone(&model));
        let other = solve(&mut guided, &position, Goal::Exact);
        assert_eq!(other.score, plain.score);
        nodes = [nodes[0] + plain.nodes, nodes[1] + other.nodes];
    }
    assert_ne!(nodes[0], nodes[1], "the guide was never asked");
}

#[test]
fn test_a_false_claim_does_not_become_the_score() {
    let mut solver = Solver::new(4).unwrap();
    for seed in 0..6 {
        let position = played(seed, 14);
        let score = solve(&mut solver, &position, Goal::Exact).score;
        for claim in [score, score + 2, score - 10, 64, -64, 3, 1000, -1000] {
            assert_eq!(solve(&mut solver, &position, Goal::Near(claim)).score, score, "{claim}");
        }
    }
}

#[test]
fn test_small_and_large_tables_agree() {
    for seed in 10..14 {
        let position = played(seed, 14);
        let small = solve(&mut Solver::new(0).unwrap(), &position, Goal::Exact);
        let large = solve(&mut Solver::new(32).unwrap(), &position, Goal::Exact);
        assert_eq!(small.score, large.score);
    }
}

#[test]
fn test_full_board_is_counted() {
    let solution = solve_text(&("X".repeat(40) + &"O".repeat(24) + " O"));
    assert_eq!((solution.score, solution.best), (-16, None));
    assert!(solution.pv.is_empty());
}

#[test]
fn test_empty_squares_go_to_the_winner() {
    assert_eq!(solve_text(&("X".repeat(3) + &"-".repeat(61) + " X")).score, 64);
    assert_eq!(solve_text(&("X".repeat(3) + &"-".repeat(61) + " O")).score, -64);
    assert_eq!(solve_text(&("-".repeat(64) + " X")).score, 0);
    let nobody_moves = "X".repeat(31) + "-" + &"X".repeat(32) + " X";
    assert_eq!(solve_text(&nobody_moves).score, 64);
}

#[test]
fn test_wipe_out_ends_the_game() {
    // Black takes the last white disc; White never moves again.
    let solution = solve_text(&("XO".to_owned() + &"-".repeat(62) + " X"));
    assert_eq!(solution.score, 64);
    assert_eq!(texts(&solution.pv), ["c1"]);
}

#[test]
fn test_pass_is_the_best_move_where_it_is_the_only_one() {
    let solution = solve_text(&("XO".to_owned() + &"-".repeat(62) + " O"));
    assert_eq!(solution.score, -64);
    assert_eq!(solution.best, Some(OthelloMove::PASS));
    assert_eq!(texts(&solution.pv), ["pass", "c1"]);
}

#[test]
fn test_nodes_do_not_depend_on_what_was_solved_before() {
    let (first, second) = (played(21, 14), played(22, 15));
    let mut solver = Solver::new(1).unwrap();
    let fresh = solve(&mut solver, &first, Goal::Exact);
    solve(&mut solver, &second, Goal::Exact);
    solve(&mut solver, &second, Goal::WinLossDraw);
    // More than once around the counter that tells old entries from new ones.
    for seed in 0..600 {
        solve(&mut solver, &played(seed, 8), Goal::Exact);
    }
    assert_eq!(solve(&mut solver, &first, Goal::Exact), fresh);
    assert_eq!(solve(&mut Solver::new(1).unwrap(), &first, Goal::Exact), fresh);
}

#[test]
fn test_stop_gives_up_and_leaves_the_solver_usable() {
    let (small, large) = (played(31, 12), played(32, 34));
    let mut solver = Solver::new(4).unwrap();
    let expected = solve(&mut solver, &small, Goal::Exact);
    assert_eq!(solver.solve(&large, Goal::Exact, &AtomicBool::new(true)), None);
    assert_eq!(solver.solve(&small, Goal::Exact, &AtomicBool::new(true)), None);

    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        assert_eq!(solver.solve(&large, Goal::Exact, &stop), None);
    });
    assert_eq!(solve(&mut solver, &small, Goal::Exact), expected);
}

/// Compares both goals with negamax, and the line with the score.
fn check(position: &Othello) {
    let expected = negamax(position);
    let mut solver = Solver::new(1).unwrap();
    let exact = solve(&mut solver, position, Goal::Exact);
    assert_eq!(exact.score, expected, "{}", position.text());
    assert_eq!(played_out(position, &exact), expected, "{}", position.text());
    let sign = solve(&mut solver, position, Goal::WinLossDraw);
    assert_eq!(sign.score, expected.signum(), "{}", position.text());
    assert_eq!(played_out(position, &sign).signum(), expected.signum(), "{}", position.text());
    assert_eq!(exact.best.is_none(), moves_of(position).is_empty());
}

fn negamax(position: &Othello) -> i32 {
    let score = |&m: &OthelloMove| {
        let mut child = *position;
        child.play(m);
        -negamax(&child)
    };
    moves_of(position).iter().map(score).max().unwrap_or_else(|| final_score(position))
}

fn final_score(position: &Othello) -> i32 {
    let count = |discs: u64| discs.count_ones() as i32;
    let difference = count(position.own()) - count(position.opponent());
    difference + difference.signum() * count(position.empties())
}

/// The score at the end of the solution's line, for the side that moves first.
fn played_out(position: &Othello, solution: &Solution) -> i32 {
    let mut end = *position;
    assert_eq!(solution.best, solution.pv.first().copied());
    for &m in &solution.pv {
        assert!(moves_of(&end).contains(&m), "{m} in {}", end.text());
        end.play(m);
    }
    assert!(moves_of(&end).is_empty());
    if end.turn() == position.turn() { final_score(&end) } else { -final_score(&end) }
}

/// A position that random moves reach; some of them run into the end of the game earlier.
fn played(seed: u64, n_empties: u32) -> Othello {
    let mut state = seed;
    let mut position = Othello::initial(OthelloRules);
    while position.empties().count_ones() > n_empties {
        let moves = moves_of(&position);
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        match moves.len() {
            0 => break,
            n => position.play(moves[(state >> 33) as usize % n]),
        }
    }
    position
}

fn solve(solver: &mut Solver, position: &Othello, goal: Goal) -> Solution {
    solver.solve(position, goal, &AtomicBool::new(false)).expect("nobody stops it")
}

fn solve_text(text: &str) -> Solution {
    let position = Othello::parse(text, OthelloRules).expect(text);
    solve(&mut Solver::new(1).unwrap(), &position, Goal::Exact)
}

fn moves_of(position: &Othello) -> Vec<OthelloMove> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.to_vec()
}

fn texts(line: &[OthelloMove]) -> Vec<String> {
    line.iter().map(ToString::to_string).collect()
}

#[test]
fn test_a_table_beyond_memory_is_an_error() {
    for mib in [usize::MAX >> 21, usize::MAX] {
        let error = Solver::new(mib).expect_err("too large").to_string();
        assert!(error.starts_with("hash table: expected a size that fits into memory"), "{error}");
    }
}
