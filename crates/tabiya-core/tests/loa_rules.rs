//! The rules of Lines of Action against tables, plain loops and constructed positions.

use proptest::prelude::*;
use tabiya_core::games::loa::{Loa, LoaMove, LoaRules, is_connected};
use tabiya_core::games::{Line, MoveList, Outcome, Position, Side, perft, square_name};

const PERFT: &str = include_str!("data/loa.perft");

/// White cannot move: each of its two pieces stands in a corner behind three enemies.
const WHITE_BLOCKED: &str = "6bw/6bb/8/8/8/8/bb6/wb6 w";
/// Nobody can move and nobody is connected.
const ALL_BLOCKED: &str = "2w1b1w1/1b1b1b1b/2w1b1w1/1w1w1w1w/2w1b1w1/1b1b1b1b/2w1b1w1/8 b";
/// After a1c1 both sides are connected.
const BOTH_CONNECT: &str = "6ww/8/8/8/8/8/3b4/b1w5 b";

fn start() -> Loa {
    Loa::initial(LoaRules::default())
}

fn parse(text: &str) -> Loa {
    Loa::parse(text, LoaRules::default()).expect("a position")
}

fn parse_with(text: &str, option: &str, value: &str) -> Loa {
    let mut rules = LoaRules::default();
    Loa::set_rule(&mut rules, option, value).expect("an option");
    Loa::parse(text, rules).expect("a position")
}

fn legal(position: &Loa) -> MoveList<LoaMove> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

fn after(position: &Loa, text: &str) -> Loa {
    let mut next = *position;
    next.play(position.parse_move(text).expect("a legal move"));
    next
}

/// The positions of the table with their counts, depth 1 first.
fn perft_table() -> impl Iterator<Item = (Loa, Vec<u64>)> {
    PERFT.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (position, counts) = line.split_once(';').expect("a position and counts");
        let count = |field: &str| field.split_whitespace().nth(1).and_then(|n| n.parse().ok());
        (parse(position), counts.split(';').map(|field| count(field).expect("D1 36")).collect())
    })
}

fn count_captures(position: &Loa, depth: u32) -> usize {
    let moves = legal(position);
    if depth == 1 {
        return moves.iter().filter(|&&m| position.is_capture(m)).count();
    }
    let play = |&m| {
        let mut next = *position;
        next.play(m);
        count_captures(&next, depth - 1)
    };
    moves.iter().map(play).sum()
}

/// All moves by walking over the squares, whether or not a side is connected.
fn naive_moves(position: &Loa) -> Vec<String> {
    let cells = position.cells();
    let at = |file: i32, rank: i32| cells[(8 * rank + file) as usize];
    let inside = |file: i32, rank: i32| (0..8).contains(&file) && (0..8).contains(&rank);
    let own = ['b', 'w'][position.turn().index()];
    let mut moves = Vec::new();
    for (file, rank) in (0..64).map(|square| (square % 8, square / 8)) {
        if at(file, rank) != own {
            continue;
        }
        for (df, dr) in [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)] {
            let on_line = (-7..8).map(|step| (file + df * step, rank + dr * step));
            let count = on_line.filter(|&(f, r)| inside(f, r) && at(f, r) != '.').count() as i32;
            let (to_file, to_rank) = (file + df * count, rank + dr * count);
            let jumps_enemy = || {
                (1..count).any(|step| ![own, '.'].contains(&at(file + df * step, rank + dr * step)))
            };
            if inside(to_file, to_rank) && at(to_file, to_rank) != own && !jumps_enemy() {
                let name = |file, rank| square_name((8 * rank + file) as u8);
                moves.push(name(file, rank) + &name(to_file, to_rank));
            }
        }
    }
    moves.sort();
    moves
}

/// Connection by walking from piece to piece.
fn naive_is_connected(pieces: u64) -> bool {
    let mut unseen: Vec<i32> = (0..64).filter(|square| pieces >> square & 1 != 0).collect();
    let mut stack: Vec<i32> = unseen.pop().into_iter().collect();
    while let Some(square) = stack.pop() {
        let near = |other: &i32| {
            (square % 8 - other % 8).abs() <= 1 && (square / 8 - other / 8).abs() <= 1
        };
        stack.extend(unseen.iter().copied().filter(near));
        unseen.retain(|other| !near(other));
    }
    unseen.is_empty()
}

fn naive_perft(position: &Loa, depth: u32) -> u64 {
    if [Side::First, Side::Second].iter().any(|&side| naive_is_connected(position.pieces(side))) {
        return 0;
    }
    let moves = naive_moves(position);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|m| naive_perft(&after(position, m), depth - 1)).sum()
}

#[test]
fn test_perft_table() {
    for (position, counts) in perft_table() {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "depth {depth} of {}", position.text());
        }
    }
}

#[test]
fn test_perft_by_plain_loops() {
    for (position, counts) in perft_table() {
        for (depth, count) in (1..=3).zip(counts) {
            assert_eq!(naive_perft(&position, depth), count);
        }
    }
}

#[test]
fn test_captures_from_start() {
    let counts = [4, 156, 5980, 219_140];
    assert_eq!([1, 2, 3, 4].map(|depth| count_captures(&start(), depth)), counts);
}

#[test]
fn test_simultaneous_connection_draws() {
    let end = after(&parse(BOTH_CONNECT), "a1c1");
    assert_eq!(end.decided(), Some(Outcome::Draw));
    assert!(legal(&end).is_empty());
}

#[test]
fn test_simultaneous_connection_mover_wins() {
    let black = parse_with(BOTH_CONNECT, "simultaneous", "mover");
    assert_eq!(after(&black, "a1c1").outcome(), Some(Outcome::Win(Side::First)));
    let white = parse_with("6bb/8/8/8/8/8/3w4/w1b5 w", "simultaneous", "mover");
    assert_eq!(after(&white, "a1c1").outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn test_capture_that_connects_only_the_enemy_loses() {
    let end = after(&parse("6ww/8/8/8/8/8/7b/b1w5 b"), "a1c1");
    assert_eq!(end.outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn test_single_piece_is_connected() {
    let position = parse("w6w/8/8/8/8/8/8/b7 w");
    assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
}

#[test]
fn test_no_move_loses() {
    let position = parse(WHITE_BLOCKED);
    assert_eq!((position.decided(), position.count_legal_moves()), (None, 0));
    assert_eq!(position.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(parse(ALL_BLOCKED).outcome(), Some(Outcome::Win(Side::Second)));
}

#[test]
fn test_no_move_passes() {
    let position = parse_with(WHITE_BLOCKED, "no_move", "pass");
    assert_eq!(legal(&position).as_slice(), [LoaMove::PASS]);
    assert_eq!((position.count_legal_moves(), position.outcome()), (1, None));
    assert!(!position.is_capture(LoaMove::PASS));
    let next = after(&position, "pass");
    assert_eq!(next, position.pass());
    assert_eq!((next.key(), next.turn()), (position.pass().key(), Side::First));
    assert!(next.parse_move("pass").is_err());
}

#[test]
fn test_no_move_passes_but_two_blocked_sides_draw() {
    let position = parse_with(ALL_BLOCKED, "no_move", "pass");
    assert_eq!((position.count_legal_moves(), legal(&position).len()), (0, 0));
    assert_eq!(position.outcome(), Some(Outcome::Draw));
}

#[test]
fn test_repetition_draws_by_the_rules() {
    for (value, plies_to_draw) in [("3", Some(8)), ("2", Some(4)), ("off", None)] {
        let first = parse_with("7w/8/2w5/8/8/6b1/8/1b6 b", "repetition", value);
        let mut line = Line::new(first);
        let mut drawn_after = None;
        for (ply, text) in (1..=12).zip(["b1b2", "c6c7", "b2b1", "c7c6"].iter().cycle()) {
            line = line.play(line.position().parse_move(text).expect("a legal move"));
            if line.outcome() == Some(Outcome::Draw) {
                drawn_after = drawn_after.or(Some(ply));
            }
        }
        assert_eq!(drawn_after, plies_to_draw, "repetition {value}");
    }
}

#[test]
fn test_quiet_plies_start_again_with_a_capture() {
    let quiet = after(&after(&start(), "b1b3"), "a2c2");
    assert_eq!(quiet.reversible_plies(), 2);
    assert_eq!(after(&quiet, "e1c3").reversible_plies(), 3);
    assert_eq!(after(&after(&quiet, "e1c3"), "a3c1").reversible_plies(), 0);
}

#[test]
fn test_unknown_rules_are_refused() {
    let mut rules = LoaRules::default();
    let mut message = |option, value| {
        Loa::set_rule(&mut rules, option, value).expect_err("no such rule").to_string()
    };
    assert!(message("simultaneous", "win").contains("draw or mover"));
    assert!(message("no_move", "").contains("loss or pass"));
    assert!(message("repetition", "0").contains("3, 2 or off"));
    assert!(message("komi", "7").contains("simultaneous (draw or mover)"));
}

#[test]
fn test_wrong_text_names_the_field() {
    let rank = "w6w/";
    for (text, field) in [
        (String::new(), "board"),
        ("8/8/8/8/8/8/8/8 b".into(), "board"),
        ("8/8/8/8/8/8/8/b7 w".into(), "board"),
        (format!("wwwwwwww/wwwww3/{}b7 b", "8/".repeat(5)), "board"),
        (format!("{}1bbbbbb1 b", rank.repeat(6)), "board"),
        (format!("{}1bbbbbb2 b", rank.repeat(7)), "board"),
        (format!("{}1bbBbbb1 b", "8/".repeat(7)), "board"),
        ("w7/8/8/8/8/8/8/b7".into(), "side to move"),
        ("w7/8/8/8/8/8/8/b7 x".into(), "side to move"),
        ("w7/8/8/8/8/8/8/b7 b 0".into(), "side to move"),
    ] {
        let error = Loa::parse(&text, LoaRules::default()).expect_err(&text);
        assert_eq!(error.field(), field, "{error}");
    }
}

/// A position from a random game, or one with pieces thrown on the board.
fn any_position() -> impl Strategy<Value = Loa> {
    let played = prop::collection::vec(any::<prop::sample::Index>(), 0..120).prop_map(|choices| {
        choices.into_iter().fold(start(), |mut position, choice| {
            let moves = legal(&position);
            if !moves.is_empty() {
                position.play(moves[choice.index(moves.len())]);
            }
            position
        })
    });
    let squares: Vec<usize> = (0..64).collect();
    let thrown = (prop::sample::subsequence(squares, 2..=24).prop_shuffle(), any::<bool>());
    let thrown = thrown.prop_map(|(squares, black_moves)| {
        let mut cells = ['1'; 64];
        for (i, square) in squares.into_iter().enumerate() {
            cells[square] = ['b', 'w'][i % 2];
        }
        let ranks: Vec<String> = cells.chunks(8).map(|rank| rank.iter().collect()).collect();
        parse(&format!("{} {}", ranks.join("/"), if black_moves { 'b' } else { 'w' }))
    });
    prop_oneof![played, thrown]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn test_moves_and_connection_equal_plain_loops(position in any_position()) {
        for side in [Side::First, Side::Second] {
            let pieces = position.pieces(side);
            prop_assert_eq!(is_connected(pieces), naive_is_connected(pieces));
        }
        let mut moves: Vec<_> = legal(&position).iter().map(|&m| position.move_text(m)).collect();
        moves.sort();
        prop_assert_eq!(position.count_legal_moves(), moves.len());
        if position.decided().is_some() {
            prop_assert!(moves.is_empty());
        } else {
            prop_assert_eq!(moves, naive_moves(&position));
        }
        prop_assert_eq!(position.mobility(position.turn()), naive_moves(&position).len());
    }

    #[test]
    fn test_text_key_and_moves_survive_reading(position in any_position()) {
        let read = parse(&position.text());
        prop_assert_eq!(read, position);
        prop_assert_eq!(read.key(), position.key());
        prop_assert_eq!(read.cells(), position.cells());
        prop_assert_eq!(legal(&read), legal(&position));
        prop_assert_eq!(position.pass().pass().key(), position.key());
        prop_assert_ne!(position.pass().key(), position.key());
    }

    #[test]
    fn test_play_moves_one_piece(position in any_position()) {
        for m in legal(&position) {
            let mut cells = position.cells();
            let captured = cells[m.to() as usize];
            cells[m.to() as usize] = std::mem::replace(&mut cells[m.from() as usize], '.');
            let next = after(&position, &position.move_text(m));
            prop_assert_eq!(next.cells(), cells);
            prop_assert_eq!(next.turn(), position.turn().other());
            prop_assert_eq!(position.is_capture(m), captured != '.');
            prop_assert_eq!(next.reversible_plies() == 0, captured != '.');
        }
    }

    #[test]
    fn test_moves_of_another_position_do_not_panic(a in any_position(), b in any_position()) {
        let mut position = b;
        for m in legal(&a) {
            position.play(m);
            legal(&position);
        }
    }

    #[test]
    fn test_parse_never_panics(text in ".*", near in "[bw1-9/é ]{0,80}") {
        let _ = Loa::parse(&text, LoaRules::default());
        let _ = Loa::parse(&near, LoaRules::default());
        prop_assert!(start().parse_move(&text).is_err());
    }
}
