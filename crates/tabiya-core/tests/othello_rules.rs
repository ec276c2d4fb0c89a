//! The rules of Othello against the published perft table and a slow, obvious second reading.

use proptest::prelude::*;
use tabiya_core::games::othello::{Othello, OthelloMove, OthelloRules, bits};
use tabiya_core::games::{MoveList, Outcome, Position, Side, perft};

const TABLE: &str = include_str!("data/othello.perft");
/// The most leaves that a test may count.
const MOST_LEAVES: u64 = 30_000_000;

#[test]
fn test_perft_equals_the_published_table() {
    let mut n_checked = 0;
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let position = parse(fields.next().expect("a position"));
        for field in fields {
            let (depth, leaves) = field.split_once(' ').expect("D and a count");
            let depth = depth[1..].parse().expect("a depth");
            let leaves = leaves.parse().expect("a count");
            if leaves <= MOST_LEAVES {
                let found = perft(&position, depth);
                assert_eq!(found, leaves, "{line} at depth {depth}");
                n_checked += 1;
            }
        }
    }
    assert!(n_checked >= 9);
}

#[test]
fn test_initial_is_its_text() {
    let text = "---------------------------OX------XO--------------------------- X";
    assert_eq!(Othello::initial(OthelloRules).text(), text);
    assert_eq!(parse(&text.to_lowercase().replace(' ', "\t \n")).text(), text);
    let cells = Othello::initial(OthelloRules).cells();
    assert_eq!(cells[27..29], ['O', 'X']);
    assert_eq!(cells[35..37], ['X', 'O']);
    assert_eq!(cells.iter().filter(|&&cell| cell == '.').count(), 60);
}

#[test]
fn test_pass_only_where_nothing_else_but_the_opponent_can_move() {
    // White outflanks nothing, for Black's disc stands in the corner; Black can take b1 from c1.
    let position = parse(&format!("XO{} O", "-".repeat(62)));
    assert_eq!(moves_of(&position), [OthelloMove::PASS]);
    assert_eq!(position.count_legal_moves(), 1);
    assert_eq!(position.outcome(), None);
    assert!(position.parse_move("c1").is_err());

    let mut black = position;
    black.play(position.parse_move("pass").expect("a pass"));
    assert_eq!(black.turn(), Side::First);
    assert_eq!((black.black(), black.white()), (position.black(), position.white()));
    assert!(black.parse_move("pass").is_err());

    black.play(black.parse_move("c1").expect("a legal move"));
    assert_eq!(black.text(), format!("XXX{} O", "-".repeat(61)));
    assert!(moves_of(&black).is_empty());
    assert_eq!(black.count_legal_moves(), 0);
    assert_eq!(black.outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn test_outcome_counts_discs() {
    let outcome = |board: String| parse(&format!("{board} X")).outcome();
    assert_eq!(outcome("-".repeat(64)), Some(Outcome::Draw));
    assert_eq!(outcome("X".repeat(32) + &"O".repeat(32)), Some(Outcome::Draw));
    assert_eq!(outcome("X".repeat(31) + &"O".repeat(33)), Some(Outcome::Win(Side::Second)));
    assert_eq!(outcome("X".repeat(33) + &"O".repeat(31)), Some(Outcome::Win(Side::First)));
}

#[test]
fn test_parse_error_names_the_field() {
    let board = "-".repeat(64);
    for (text, field) in [
        (String::new(), "board"),
        ("-".repeat(63) + " X", "board"),
        ("-".repeat(65) + " X", "board"),
        ("-".repeat(63) + "é X", "board"),
        ("-".repeat(63) + "* X", "board"),
        ("X".repeat(400), "board"),
        (board.clone(), "side to move"),
        (board.clone() + " B", "side to move"),
        (board.clone() + " X O", "side to move"),
        (board + " 🦀", "side to move"),
    ] {
        let error = Othello::parse(&text, OthelloRules).expect_err(&text);
        assert_eq!(error.field(), field, "{error}");
    }
    let error = Othello::parse("nonsense", OthelloRules).expect_err("nonsense");
    assert_eq!(
        error.to_string(),
        r#"othello position, board: expected 64 of X, O and -, found "nonsense""#
    );
}

#[test]
fn test_rules_have_no_options() {
    let error = Othello::set_rule(&mut OthelloRules, "komi", "6").expect_err("no options");
    assert_eq!(error.to_string(), r#"rules of othello: expected no option, found "komi""#);
}

#[test]
fn test_from_discs_refuses_overlap() {
    assert_eq!(Othello::from_discs(3, 1, Side::First), None);
    let white = Othello::from_discs(3, 4, Side::Second).expect("disjoint");
    assert_eq!((white.own(), white.opponent(), white.black()), (4, 3, 3));
}

/// The table of a search takes its index from some bits of the key and its check from others.
#[test]
fn test_key_spreads_high_and_low_bits() {
    let mut positions = vec![Othello::initial(OthelloRules)];
    for _ in 0..7 {
        positions = positions.iter().flat_map(|p| children(p).into_iter()).collect();
        positions.sort_by_key(Othello::text);
        positions.dedup();
    }
    let n_keys = |map: &dyn Fn(u64) -> u64| {
        let mut keys: Vec<u64> = positions.iter().map(|p| map(p.key())).collect();
        keys.sort_unstable();
        keys.dedup();
        keys.len() as f64
    };
    let n = positions.len() as f64;
    let expected = f64::from(1 << 16) * (1.0 - (-n / f64::from(1 << 16)).exp());
    assert!((n_keys(&|key| key) - n).abs() < 0.5);
    for shift in [0, 16, 32, 48] {
        let found = n_keys(&|key| key >> shift & 0xffff);
        assert!((found / expected - 1.0).abs() < 0.02, "{found} of {expected} at {shift}");
    }
    let passed = Othello::from_discs(5, 2, Side::First).expect("disjoint");
    let other = Othello::from_discs(5, 2, Side::Second).expect("disjoint");
    assert_ne!(passed.key(), other.key());
}

proptest! {
    #[test]
    fn test_playouts_obey_the_rules(choices in prop::collection::vec(any::<usize>(), 80)) {
        let mut position = Othello::initial(OthelloRules);
        for choice in choices {
            prop_assert_eq!(position.black() & position.white(), 0);
            prop_assert_eq!(parse(&position.text()), position);
            prop_assert_eq!(position.mobility(), slow_mobility(&position));
            let moves = moves_of(&position);
            prop_assert_eq!(position.count_legal_moves(), moves.len());
            if moves.is_empty() {
                prop_assert_eq!(slow_mobility(&position), 0);
                prop_assert!(position.outcome().is_some());
                break;
            }
            prop_assert_eq!(position.outcome(), None);
            let m = moves[choice % moves.len()];
            prop_assert_eq!(position.parse_move(&m.to_string()), Ok(m));
            let mut next = position;
            next.play(m);
            let n_placed = u32::from(!m.is_pass());
            prop_assert_eq!(position.empties().count_ones(), next.empties().count_ones() + n_placed);
            prop_assert_eq!(next.turn(), position.turn().other());
            position = next;
        }
    }

    #[test]
    fn test_kernels_equal_ray_walking(discs in any::<u64>(), colours in any::<u64>()) {
        let position = Othello::from_discs(discs & colours, discs & !colours, Side::First)
            .expect("disjoint");
        prop_assert_eq!(position.mobility(), slow_mobility(&position));
        for square in 0..64 {
            if position.empties() >> square & 1 == 1 {
                let turned = bits::flips(position.own(), position.opponent(), square);
                prop_assert_eq!(turned, slow_flips(&position, i32::from(square)));
            }
        }
    }

    #[test]
    fn test_parse_never_panics(text in any::<String>()) {
        let _ = Othello::parse(&text, OthelloRules);
        let _ = Othello::initial(OthelloRules).parse_move(&text);
    }

    #[test]
    fn test_parse_takes_every_board(text in "[XOxo-]{64}[ \t]{1,3}[XOxo]") {
        let position = parse(&text);
        let canonical = text.to_uppercase();
        prop_assert_eq!(position.text(), canonical[..64].to_owned() + " " + &canonical[canonical.len() - 1..]);
    }

    #[test]
    fn test_illegal_moves_do_not_panic(discs in any::<u64>(), square in 0u8..65) {
        let mut position = Othello::from_discs(discs, !discs, Side::Second).expect("disjoint");
        position.play(OthelloMove::on(square).unwrap_or(OthelloMove::PASS));
    }
}

fn parse(text: &str) -> Othello {
    Othello::parse(text, OthelloRules).expect(text)
}

fn moves_of(position: &Othello) -> Vec<OthelloMove> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves.to_vec()
}

fn children(position: &Othello) -> Vec<Othello> {
    let play = |m| {
        let mut child = *position;
        child.play(m);
        child
    };
    moves_of(position).into_iter().map(play).collect()
}

fn slow_mobility(position: &Othello) -> u64 {
    (0..64).filter(|&square| slow_flips(position, square) != 0).map(|square| 1 << square).sum()
}

/// Walks from the square in all directions, one step at a time.
fn slow_flips(position: &Othello, square: i32) -> u64 {
    let stands = |discs: u64, file: i32, rank: i32| {
        (0..8).contains(&file) && (0..8).contains(&rank) && discs >> (rank * 8 + file) & 1 == 1
    };
    if !stands(position.empties(), square % 8, square / 8) {
        return 0;
    }
    let mut turned = 0;
    for (files, ranks) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
        let (mut file, mut rank) = (square % 8 + files, square / 8 + ranks);
        let mut run = 0;
        while stands(position.opponent(), file, rank) {
            run |= 1 << (rank * 8 + file);
            file += files;
            rank += ranks;
        }
        if stands(position.own(), file, rank) {
            turned |= run;
        }
    }
    turned
}
