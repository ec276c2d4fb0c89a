//! The chess evaluation: both colours alike, every feature where it should be.

use proptest::prelude::*;
use tabiya_core::eval::chess::{ChessEvaluation, ChessModel};
use tabiya_core::eval::{Linear, Model};
use tabiya_core::games::chess::{Chess, ChessRules};
use tabiya_core::games::{MoveList, Position};
use tabiya_core::search::Evaluation;

fn parse(text: &str) -> Chess {
    Chess::parse(text, ChessRules::default()).expect(text)
}

/// The position after random moves.
fn playout(moves: &[usize]) -> Chess {
    let mut position = Chess::initial(ChessRules::default());
    for choice in moves {
        let mut list = MoveList::new();
        position.legal_moves(&mut list);
        if list.is_empty() {
            break;
        }
        position.play(list[choice % list.len()]);
    }
    position
}

/// The same position with the colours and the ranks exchanged.
fn mirrored(position: &Chess) -> Chess {
    let text = position.text();
    let mut fields = text.split(' ');
    let swap =
        |c: char| if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let board: Vec<String> = fields
        .next()
        .unwrap()
        .split('/')
        .rev()
        .map(|rank| rank.chars().map(swap).collect())
        .collect();
    let turn = if fields.next() == Some("w") { "b" } else { "w" };
    let castling: String = fields.next().unwrap().chars().map(swap).collect();
    parse(&format!("{} {turn} {castling} - 0 1", board.join("/")))
}

/// The score of the side to move with one weight at 100 and all others at 0.
fn alone(name: &str, position: &Chess) -> f64 {
    let schema = ChessModel::schema();
    let mut values = vec![0.0; schema.weights().len()];
    for scale in ["king_safety", "king_tropism", "blocked_pawn", "passed_pawn", "pawn_structure"] {
        schema.set(&mut values, &format!("{scale}_scale"), 100.0).unwrap();
    }
    schema.set(&mut values, name, 100.0).unwrap();
    f64::from(Linear::<ChessModel>::new(&values, 0.001).evaluate(position)) / 100_000.0
}

proptest! {
    #[test]
    fn both_colours_are_evaluated_alike(moves in prop::collection::vec(0_usize..200, 0..120)) {
        let position = playout(&moves);
        let mirror = mirrored(&position);
        let score = ChessEvaluation::default().evaluate(&position);
        prop_assert_eq!(score, ChessEvaluation::default().evaluate(&mirror), "{}", position.text());
    }

    #[test]
    fn what_is_remembered_changes_nothing(moves in prop::collection::vec(0_usize..200, 0..120)) {
        let mut busy = ChessEvaluation::default();
        for n in 0..moves.len() {
            busy.evaluate(&playout(&moves[..n]));
        }
        let position = playout(&moves);
        prop_assert_eq!(busy.evaluate(&position), ChessEvaluation::default().evaluate(&position));
    }
}

#[test]
fn the_table_of_defaults_names_every_weight_and_no_other() {
    let schema = ChessModel::schema();
    assert_eq!(schema.stray_defaults(), Vec::<&str>::new());
    let table = include_str!("../src/eval/chess/defaults.txt");
    let named = table.lines().filter(|line| !line.starts_with('#')).count();
    assert_eq!(named, schema.weights().len());
}

/// Each line: a weight, a position, and how often White, who moves, has the feature more.
#[test]
fn features_are_found_where_they_stand() {
    let table = [
        ("knight", "4k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1", 1.0),
        ("bishop_pair_ending", "4k3/pppp4/8/8/8/8/PPPP4/2B1KB2 w - - 0 1", 22.0 / 24.0),
        ("rook_on_open_file", "4k3/ppp5/8/8/8/8/PPP5/3RK3 w - - 0 1", 1.0),
        ("rook_on_half_open_file", "4k3/pppp4/8/8/8/8/PPP5/3RK3 w - - 0 1", 1.0),
        ("rook_on_seventh", "6k1/ppRp4/8/8/8/8/PPP5/4K3 w - - 0 1", 1.0),
        ("rook_behind_passed_pawn", "4k3/ppp5/8/6P1/8/8/PPP5/4K1R1 w - - 0 1", 1.0),
        ("isolated_open_ending", "4k3/8/8/8/8/8/P6p/4K3 w - - 0 1", 0.0),
        ("isolated_open_ending", "4k3/5ppp/8/8/8/8/P4PPP/4K3 w - - 0 1", 1.0),
        ("doubled_ending", "4k3/5ppp/8/8/P7/P7/5PPP/4K3 w - - 0 1", 1.0),
        ("passed_rank_5_ending", "4k3/5ppp/8/P7/8/8/5PPP/4K3 w - - 0 1", 1.0),
        ("passed_rank_5_ending", "4k3/1p3ppp/8/P7/8/8/5PPP/4K3 w - - 0 1", 0.0),
        ("connected_rank_3_ending", "4k3/5ppp/8/8/8/PP6/5PPP/4K3 w - - 0 1", 2.0),
        ("candidate_rank_4_ending", "4k3/1p3ppp/8/8/PP6/8/5PPP/4K3 w - - 0 1", 1.0),
        ("knight_outpost_ending", "4k3/5ppp/8/3N4/4P3/8/5PPP/4K3 w - - 0 1", 23.0 / 24.0),
        ("knight_outpost_ending", "4k3/2p2ppp/8/3N4/4P3/8/5PPP/4K3 w - - 0 1", 0.0),
        ("side_to_move_ending", "4k3/5ppp/8/8/8/8/5PPP/4K3 w - - 0 1", 1.0),
        ("pawn_attacks_knight_ending", "4k3/5ppp/2n5/1P6/8/8/5PPP/4K3 w - - 0 1", 23.0 / 24.0),
        ("blocked_ending", "4k3/5ppp/n7/P7/8/8/5PPP/4K3 w - - 0 1", 23.0 / 24.0),
        ("king_and_pawn_win", "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 1.0),
        ("king_and_pawn_win", "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1", 0.0),
    ];
    for (name, text, expected) in table {
        let found = alone(name, &parse(text));
        assert!((found - expected).abs() < 0.001, "{name} in {text}: {found}, not {expected}");
    }
}

#[test]
fn a_side_without_pawns_still_loses_to_one_with_many() {
    for text in [
        "4k3/ppppp3/5b2/8/8/8/3N4/4K3 w - - 0 1",
        "4k3/ppppp3/8/8/8/8/3N4/4K3 w - - 0 1",
        "4k3/ppppp3/5r2/8/8/8/3R4/4K3 w - - 0 1",
    ] {
        let score = ChessEvaluation::default().evaluate(&parse(text));
        assert!(score < -150_000, "{text}: {score}");
    }
}

#[test]
fn endings_that_cannot_be_won_score_nothing() {
    for text in [
        "4k3/8/8/8/8/8/8/2NNK3 w - - 0 1",   // two knights
        "k7/8/8/8/8/8/P7/K1B5 w - - 0 1",    // the wrong bishop
        "4k3/8/8/4P3/8/8/4K3/8 b - - 0 1",   // a lost pawn
        "4k3/8/8/8/8/8/4n3/2B1K3 w - - 0 1", // minor against minor
    ] {
        let score = ChessEvaluation::default().evaluate(&parse(text));
        assert!(score.abs() < 30_000, "{text}: {score}");
    }
}
