//! The rules of chess against the published perft table, and what we add to `shakmaty` against
//! slow, obvious second readings.

use proptest::prelude::*;
use shakmaty::{Bitboard, Board, CastlingMode, Color, Move, Position as _, Role, Square};
use tabiya_core::games::chess::{Chess, ChessRules, PIECE_VALUES};
use tabiya_core::games::{Line, MoveList, Outcome, Position, Side, perft};

const PERFT: &str = include_str!("data/chess.perft");
const PERFT_960: &str = include_str!("data/chess960.perft");
const CHESS960: ChessRules = ChessRules { castling: CastlingMode::Chess960 };
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";

#[test]
fn test_perft_table() {
    assert_eq!(check_perft(PERFT, ChessRules::default()), 6 + 5 + 7 + 6 + 5 + 5 + 5);
}

#[test]
fn test_perft_table_of_chess960() {
    assert_eq!(check_perft(PERFT_960, CHESS960), 960 * 3);
}

/// Counts on every line of a table; returns how many counts there are.
fn check_perft(table: &str, rules: ChessRules) -> usize {
    let mut n_checked = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split(';').map(str::trim);
        let position = Chess::parse(fields.next().expect("a position"), rules).expect(line);
        for (depth, field) in (1..).zip(fields) {
            let (label, count) = field.split_once(' ').expect("D1 20");
            assert_eq!(label, format!("D{depth}"));
            assert_eq!(perft(&position, depth).to_string(), count, "{line} at depth {depth}");
            n_checked += 1;
        }
    }
    n_checked
}

#[test]
fn test_castling_rights_that_do_not_fit_are_an_error() {
    let mut n_refused = 0;
    for line in PERFT_960.lines().filter(|line| !line.starts_with('#')) {
        let text = line.split(';').next().expect("a position").trim();
        if let Err(error) = Chess::parse(text, ChessRules::default()) {
            assert_eq!(error.field(), "castling", "{error}");
            n_refused += 1;
        } else {
            let rights = text.split_whitespace().nth(2).expect("rights");
            assert!(rights.chars().all(|letter| "-HAha".contains(letter)), "{text}");
        }
    }
    assert!(n_refused > 800, "{n_refused}");
    for (board, rights) in [("4k3/8/8/8/8/8/8/4K3", "K"), ("4k2r/8/8/8/8/8/8/3RK3", "Dk")] {
        let text = format!("{board} w {rights} - 0 1");
        let error = Chess::parse(&text, ChessRules::default()).expect_err(&text);
        assert!(error.to_string().contains("castling: expected rights"), "{error}");
    }
}

#[test]
fn test_three_ways_to_write_castling_rights() {
    let board = "rr2k2r/8/8/8/8/8/8/RR2K2R";
    // The outermost rook is meant unless a file names another one.
    for (rights, written) in
        [("KQkq", "KQkq"), ("HAha", "KQkq"), ("KBkb", "KBkb"), ("HBhb", "KBkb")]
    {
        let position = Chess::parse(&format!("{board} w {rights} - 0 1"), CHESS960).expect(rights);
        assert_eq!(position.text(), format!("{board} w {written} - 0 1"));
        let again = Chess::parse(&position.text(), CHESS960).expect("its own text");
        assert_eq!(again, position);
    }
}

#[test]
fn test_castling_in_chess960_is_the_king_taking_its_rook() {
    let position = Chess::parse("1r3k1r/8/8/8/8/8/8/1R3KR1 w GBhb - 0 1", CHESS960).expect("legal");
    for (text, after) in [
        ("f1g1", "1r3k1r/8/8/8/8/8/8/1R3RK1 b hb - 1 1"),
        ("f1b1", "1r3k1r/8/8/8/8/8/8/2KR2R1 b hb - 1 1"),
    ] {
        let mut castled = position.clone();
        castled.play(castled.parse_move(text).expect("legal"));
        let fresh = Chess::parse(after, CHESS960).expect("legal");
        assert_eq!((castled.key(), castled.pawn_key()), (fresh.key(), fresh.pawn_key()));
        assert_eq!(castled, fresh);
    }
}

#[test]
fn test_parse_error_names_the_field() {
    for (text, field) in [
        ("8/8/8/8 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/4K2Z w - - 0 1", "board"),
        ("♔", "board"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "board"),
        ("4k3/8/8/8/8/QQQQQQQQ/QQQQQQQQ/4K3 b - - 0 1", "board"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"),
        ("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "side to move"),
        ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "castling"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "move number"),
    ] {
        let error = Chess::parse(text, ChessRules::default()).expect_err(text);
        assert_eq!(error.field(), field, "{error}");
        assert!(error.to_string().starts_with("chess position, "), "{error}");
    }
}

#[test]
fn test_parse_takes_missing_fields_and_refuses_impossible_ones() {
    assert_eq!(parse(KINGS).text(), format!("{KINGS} w - - 0 1"));
    assert_eq!(parse(&format!("  {KINGS} b ")).text(), format!("{KINGS} b - - 0 1"));
    let passed_nothing = Chess::parse(&format!("{KINGS} w - e6 7 9"), ChessRules::default());
    assert_eq!(passed_nothing.unwrap_err().field(), "en passant");
}

#[test]
fn test_en_passant_counts_only_if_legal() {
    let with = |board: &str, square: &str| parse(&format!("{board} w - {square} 0 2"));
    let capturable = "4k3/8/8/3pP3/8/8/8/4K3";
    assert_ne!(with(capturable, "d6").key(), with(capturable, "-").key());
    let pinned = "4r1k1/8/8/3pP3/8/8/8/4K3";
    assert_eq!(with(pinned, "d6"), with(pinned, "-"));
    assert_eq!(with(pinned, "d6").key(), with(pinned, "-").key());
}

#[test]
fn test_repetition_draws_the_third_time() {
    let mut line = Line::new(Chess::initial(ChessRules::default()));
    for (ply, text) in (1..=8).zip(["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle()) {
        assert_eq!(line.outcome(), None, "after {} plies", ply - 1);
        line = line.play(line.position().parse_move(text).expect("a legal move"));
    }
    assert_eq!((line.occurrences(), line.outcome()), (3, Some(Outcome::Draw)));
}

#[test]
fn test_mate_beats_the_fifty_move_rule() {
    let position = parse("k7/8/1K6/8/8/8/8/7R w - - 99 80");
    assert_eq!(after(&position, "h1h8").outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(after(&position, "h1h7").outcome(), Some(Outcome::Draw));
}

#[test]
fn test_exchange_by_hand() {
    for (text, capture, gain) in [
        ("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 100),
        ("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", "f3e5", 100 - 325),
        // The second rook takes back through the first one.
        ("4k3/8/3r4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        // The king takes back only what nothing else guards.
        ("8/8/3k4/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100 - 500),
        ("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 + 975 - 100),
        ("1rk5/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 500 - 100),
    ] {
        let position = parse(text);
        let m = position.parse_move(capture).expect("a legal move");
        assert!(position.exchange_wins(m, gain), "{text} {capture} wins {gain}");
        assert!(!position.exchange_wins(m, gain + 1), "{text} {capture} wins only {gain}");
        assert_eq!(slow_exchange(&position, m), gain, "{text} {capture}");
    }
}

/// Random moves from the start or from a position of the perft table.
fn any_playout() -> impl Strategy<Value = Vec<Chess>> {
    let tabled = PERFT.lines().filter_map(|line| line.split_once(" ; ")).map(|(text, _)| text);
    let starts: Vec<Chess> = tabled.map(parse).collect();
    let choices = prop::collection::vec(any::<prop::sample::Index>(), 0..120);
    (prop::sample::select(starts), choices).prop_map(|(start, choices)| {
        let mut played = vec![start];
        for choice in choices {
            let mut position = played[played.len() - 1].clone();
            let moves = legal(&position);
            if moves.is_empty() {
                break;
            }
            position.play(moves[choice.index(moves.len())]);
            played.push(position);
        }
        played
    })
}

proptest! {
    #[test]
    fn test_keys_kept_move_by_move_equal_those_read(playout in any_playout()) {
        for position in playout {
            let read = parse(&position.text());
            prop_assert_eq!(read.key(), position.key(), "{}", position.text());
            prop_assert_eq!(read.pawn_key(), position.pawn_key(), "{}", position.text());
            prop_assert_eq!(read.text(), position.text());
            prop_assert_eq!(&read, &position);
        }
    }

    #[test]
    fn test_noisy_moves_filter_the_legal_ones(playout in any_playout()) {
        for position in playout.iter().filter(|position| !position.inner().is_check()) {
            let mut noisy = MoveList::new();
            position.noisy_moves(&mut noisy);
            let mut filtered = legal(position);
            filtered.retain(|m| m.is_capture() || m.promotion().is_some());
            filtered.retain(|m| m.promotion().is_none_or(|role| role == Role::Queen));
            prop_assert_eq!(noisy.len(), filtered.len(), "{}", position.text());
            prop_assert!(noisy.iter().all(|m| filtered.contains(m)), "{}", position.text());
        }
    }

    #[test]
    fn test_passing_twice_returns(playout in any_playout()) {
        for position in playout {
            let passed = position.pass();
            prop_assert_eq!(passed.is_none(), position.inner().is_check());
            let Some(passed) = passed else { continue };
            prop_assert_eq!(passed.turn(), position.turn().other());
            prop_assert_eq!(passed.cells(), position.cells());
            prop_assert_eq!(passed.key(), parse(&passed.text()).key());
            let twice = passed.pass().expect("the side that passed was not in check");
            // A pass gives up the right to capture en passant.
            let text = position.text();
            let expected = parse(&text.split(' ').take(3).collect::<Vec<_>>().join(" "));
            prop_assert_eq!(twice.key(), expected.key(), "{}", text);
            prop_assert_eq!(twice.pawn_key(), position.pawn_key());
            prop_assert_eq!(twice, expected);
        }
    }

    #[test]
    fn test_exchange_equals_recursion(playout in any_playout()) {
        for position in playout {
            // En passant is a pawn won, whatever follows; all other captures are counted out.
            for m in legal(&position).into_iter().filter(|m| m.is_capture() && !m.is_en_passant()) {
                let gain = slow_exchange(&position, m);
                for threshold in [-100, 0, 100] {
                    let wins = position.exchange_wins(m, threshold);
                    prop_assert_eq!(wins, gain >= threshold, "{}: {} {}", position.text(), m, gain);
                }
            }
        }
    }

    #[test]
    fn test_parse_never_panics(
        text in any::<String>(),
        near in "[kKqQpPrR1-8/]{0,40} [wbx]? [KQkq-]{0,4} [a-h]?[1-9-]? [0-9-]{0,12} [0-9-]{0,12}",
        (at, with) in (any::<prop::sample::Index>(), any::<char>()),
    ) {
        let mut changed: Vec<char> = format!("{KINGS} w KQkq e6 0 1").chars().collect();
        let index = at.index(changed.len());
        changed[index] = with;
        for text in [text, near, changed.into_iter().collect()] {
            match Chess::parse(&text, ChessRules::default()) {
                Ok(position) => prop_assert_eq!(parse(&position.text()), position),
                Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1, "{}", error),
            }
            let _ = Chess::initial(ChessRules::default()).parse_move(&text);
        }
    }
}

/// What a capture wins if both sides go on with their least valuable piece as long as it pays.
/// Pins do not count.
fn slow_exchange(position: &Chess, m: Move) -> i32 {
    let board = position.inner().board();
    let from = m.from().expect("a piece that moves");
    let placed = m.promotion().unwrap_or(m.role());
    let promoted = value(placed) - value(m.role());
    let occupied = board.occupied().without(from);
    let won = m.capture().map_or(0, value) + promoted;
    won - slow_answer(board, m.to(), !position.inner().turn(), occupied, value(placed))
}

/// What `side` wins by capturing on the square or by leaving it alone.
fn slow_answer(board: &Board, to: Square, side: Color, occupied: Bitboard, prize: i32) -> i32 {
    let attackers = |color| board.attacks_to(to, color, occupied) & occupied;
    let least = attackers(side).into_iter().min_by_key(|&square| board.role_at(square));
    let Some(role) = least.and_then(|square| board.role_at(square)) else { return 0 };
    if role == Role::King && attackers(!side).any() {
        return 0;
    }
    let left = occupied.without(least.expect("its role was found"));
    (prize - slow_answer(board, to, !side, left, value(role))).max(0)
}

fn value(role: Role) -> i32 {
    PIECE_VALUES[role as usize - 1]
}

fn parse(text: &str) -> Chess {
    Chess::parse(text, ChessRules::default()).expect(text)
}

fn legal(position: &Chess) -> MoveList<Move> {
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    moves
}

fn after(position: &Chess, text: &str) -> Chess {
    let mut next = position.clone();
    next.play(position.parse_move(text).expect("a legal move"));
    next
}
