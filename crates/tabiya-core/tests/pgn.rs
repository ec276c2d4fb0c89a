//! Labels from PGN: where they come from, which position they belong to, and what is at fault.

use proptest::prelude::*;
use tabiya_core::pgn::{KINDS, LabelledColumns, Reading, Sources, Start, read};

const START: Start = Start { line: 1, game: 1 };

fn read_all(text: &[u8], names: &[&str]) -> Reading {
    let sources = Sources::of_names(names.iter().copied()).expect("names");
    read(text, START, sources, 1, true)
}

/// The labels of all rows.
fn label_texts(columns: &LabelledColumns) -> Vec<&str> {
    let texts = columns.label_texts.list();
    columns.labels.iter().map(|index| texts[*index as usize].as_str()).collect()
}

/// Ply, label and whether it stands in a variation, of everything but results.
fn labels(text: &str) -> Vec<(i32, String, bool)> {
    let columns = read_all(text.as_bytes(), &["symbol", "score"]).columns;
    let texts = label_texts(&columns).into_iter().map(str::to_owned);
    let rows = columns.plies.iter().zip(texts).zip(&columns.variations);
    rows.map(|((ply, label), variation)| (*ply, label, *variation)).collect()
}

fn main_labels(text: &str) -> Vec<(i32, String)> {
    labels(text).into_iter().map(|(ply, label, _)| (ply, label)).collect()
}

fn faults(text: &str) -> Vec<(u64, i64, String)> {
    let reading = read_all(text.as_bytes(), &["symbol", "score", "result"]);
    reading.found.faults.into_iter().map(|fault| (fault.line, fault.game, fault.reason)).collect()
}

fn row(ply: i32, label: &str) -> (i32, String) {
    (ply, label.to_owned())
}

#[test]
fn symbols_belong_to_the_position_after_the_move() {
    let text = "$14 1. e4 $16 e5 +/- 2. Nf3± Nc6 {+-} 3. Bb5 $146 $11 *";
    let expected = [row(0, "⩲"), row(1, "±"), row(2, "±"), row(3, "±"), row(4, "+-"), row(5, "=")];
    assert_eq!(main_labels(text), expected);
    let reading = read_all(b"1. e4 $16 *", &["symbol"]);
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(reading.columns.positions, fen);
    assert_eq!(reading.columns.blacks, [true]);
}

#[test]
fn variations_branch_off_before_the_last_move() {
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 $10) 2... d6 $14) 2. Nf3 $15 *";
    let expected = [(3, "=", true), (4, "⩲", true), (3, "⩱", false)];
    let expected = expected.map(|(ply, label, variation)| (ply, label.to_owned(), variation));
    assert_eq!(labels(text), expected);
}

#[test]
fn comments_before_a_variation_begins_say_nothing() {
    assert_eq!(labels("1. e4 ({+- [%eval 3.0]} 1. d4) *"), []);
    assert_eq!(main_labels("{[%eval 0.2]} 1. e4 *"), []);
    assert_eq!(main_labels("[White \"x\"]\n{[%eval 0.2]} 1. e4 *"), [row(0, "0.20")]);
}

#[test]
fn the_same_symbol_twice_counts_once() {
    assert_eq!(main_labels("1. e4 $18 {+-} +- e5 $18 *"), [row(1, "+-"), row(2, "+-")]);
    assert_eq!(labels("1. e4 (1. d4 $18) $18 *").len(), 2);
}

#[test]
fn whole_numbers_of_alternating_sign_are_of_the_mover() {
    let mover =
        "1. e4 {[%eval 30,1]} e5 {[%eval -25,1]} 2. Nf3 {[%eval 31,9]} Nc6 {[%eval -#3,9]} *";
    let columns = read_all(mover.as_bytes(), &["score"]).columns;
    assert_eq!(label_texts(&columns).join("\n"), "0.30\n0.25\n0.31\n#3");
    let white =
        "1. e4 {[%eval 30,1]} e5 {[%eval 25,1]} 2. Nf3 {[%eval 31,9]} Nc6 {[%eval -#3,9]} *";
    let columns = read_all(white.as_bytes(), &["score"]).columns;
    assert_eq!(label_texts(&columns).join("\n"), "0.30\n0.25\n0.31\n#-3");
}

#[test]
fn mate_on_the_board_is_a_score() {
    let text = "1. f3 e5 2. g4 {[%eval #-1]} Qh4# {[%eval #]} 0-1";
    let columns = read_all(text.as_bytes(), &["score"]).columns;
    assert_eq!(label_texts(&columns).join("\n"), "#-1\n#-0");
    assert_eq!(columns.values, [-99_999.0, -100_000.0]);
    assert_eq!(faults("1. e4 {[%eval #]} *")[0].2, "expected a mate where [%eval #] says so");
    assert_eq!(faults("1. e4 {[%eval ?]} *")[0].2, "expected a score, found [%eval ?]");
}

#[test]
fn results_label_the_main_line() {
    let games = [
        ("1. e4 e5 (1... c5) 1-0", "1-0\n1-0\n1-0"),
        ("[Result \"0-1\"]\n1. e4 *", "0-1\n0-1"),
        ("[Result \"*\"]\n1. e4 1/2", "1/2-1/2\n1/2-1/2"),
        ("1. e41-0", "1-0\n1-0"),
        ("1. e4 *", ""),
        ("1. e4", ""),
        ("[Result \"1-0\"]\n1. e4 Qh5 1-0", "1-0\n1-0"),
        ("[Result \"1-0\"]\n1. e4 0-1", ""),
    ];
    for (text, expected) in games {
        let columns = read_all(text.as_bytes(), &["result"]).columns;
        assert_eq!(label_texts(&columns).join("\n"), expected, "{text}");
    }
    assert_eq!(faults("[Result \"1-0\"]\n1. e4 0-1").len(), 1);
    let kinds = read_all(b"1. e4 $13 $44 {[%eval 1.0]} 1-0", &Sources::NAMES).columns.kinds;
    let kinds: Vec<&str> = kinds.iter().map(|kind| KINDS[*kind as usize]).collect();
    assert_eq!(kinds, ["result", "result", "unclear", "compensation", "score"]);
}

#[test]
fn a_fault_keeps_what_stood_before_it() {
    let text = "1. e4 $16 e5 2. Qxe5\nNc6 $18 (2... d6 $10) *\n\n[Event \"x\"]\n1. d4 $14 *";
    assert_eq!(main_labels(text), [row(1, "±"), row(1, "⩲")]);
    assert_eq!(faults(text), [(1, 1, "Qxe5 is not legal here".into())]);
    let text = "1. e4 e5\n(1... Qh4 $10) 2. Nf3 $14 *";
    assert_eq!(main_labels(text), [row(3, "⩲")]);
    assert_eq!(faults(text), [(2, 1, "Qh4 is not legal here".into())]);
}

#[test]
fn faults_name_line_and_reason() {
    let texts = [
        ("1. e4\n{x\ny", 2, "expected the end of this comment, found the end of the game"),
        ("[FEN \"x\"]\n\n1. e4", 1, "chess position, board"),
        ("[Event \"a\"]\n[Variant \"Chess960\"]\n1. e4", 2, "expected a game of chess"),
        ("1. e4\n(1. d4", 2, "expected the end of this variation"),
        ("1. e4\n) *", 2, "expected a variation to end here"),
        ("1. e4 foo\nbar *", 1, "expected a move, found foo"),
        ("[Event x]\n1. e4 *", 1, "expected [Name \"value\"], found \"[Event x]\""),
        ("1. Nf3 d5 2. d3 d4 3. Nd2 $18", 1, "Nd2 fits several moves here"),
        ("1. e4 1-0\n2. d4", 2, "expected the next game after the result, found d4"),
        ("1. e4 d5 2. Bb5+ -- *", 1, "-- is not legal here"),
    ];
    for (text, line, reason) in texts {
        let found = faults(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!((found[0].0, found[0].1), (line, 1), "{text}");
        assert!(found[0].2.starts_with(reason), "{text}: {}", found[0].2);
    }
}

#[test]
fn a_game_full_of_faults_is_told_in_short() {
    let found = faults(&format!("1. e4 {} *", ") ".repeat(1000)));
    assert_eq!(found.len(), 21);
    assert_eq!(found[20].2, "and 980 faults more in this game");
}

#[test]
fn games_need_neither_tags_nor_blank_lines_nor_results() {
    let texts = [
        ("1. e4 e5 1-0 1. d4 d5 0-1", 2),
        ("1. e4 e5\n\n1. d4 d5\n", 2),
        ("[Event \"a\"]\n[Event \"b\"]\n1. e4 *[Event \"c\"]\n1. d4", 3),
        ("\u{feff}[Event \"a\"]\r\n\r\n1.e4 e5\r\n\u{feff}[Site \"b\"]\r\n\r\n1.d4\r\n", 2),
        ("no game at all", 0),
        ("", 0),
    ];
    for (text, games) in texts {
        assert_eq!(read_all(text.as_bytes(), &["result"]).found.games, games, "{text}");
    }
}

#[test]
fn passes_and_odd_spellings_are_played() {
    let text = "1.e2-e4 e7-e5 2.ng1f3 (2. -- Nc6 3. Z0 $10) 2...Nb8-c6 3.Bf1-b5+- *";
    assert_eq!(labels(text), [(5, "=".into(), true), (5, "+-".into(), false)]);
    assert_eq!(faults(text), []);
}

fn anything() -> impl Strategy<Value = Vec<u8>> {
    const PARTS: [&[u8]; 34] = [
        b"[Event \"x\"]\n",
        b"[FEN \"8/8/8/8/8/8/8/k1K5 b - - 0 1\"]\n",
        b"[FEN \"",
        b"\"]",
        b"[",
        b"]",
        b"{",
        b"}",
        b"(",
        b")",
        b";",
        b"%",
        b"$18",
        b"$",
        b"\n",
        b"\r\n",
        b" ",
        b"1. ",
        b"1-0 ",
        b"* ",
        b"e4",
        b"e5",
        b"Nf3",
        b"O-O",
        b"+-",
        b"\xb1",
        b"\xe2\xa9\xb2",
        b"[%eval ",
        b"#-3",
        b"0.3,",
        b"--",
        b"=",
        b"\xff",
        b"\xef\xbb\xbf",
    ];
    let part = prop_oneof![
        4 => (0..PARTS.len()).prop_map(|index| PARTS[index].to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..6),
    ];
    prop::collection::vec(part, 0..80).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_are_too_odd(data in anything()) {
        let reading = read_all(&data, &Sources::NAMES);
        prop_assert_eq!(reading.found.used, data.len());
        let n = reading.columns.len();
        prop_assert!(n == 0 || reading.columns.positions.split('\n').count() == n);
        prop_assert_eq!(label_texts(&reading.columns).len(), n);
        let n_lines = data.split(|byte| *byte == b'\n').count() as u64;
        prop_assert!(reading.found.faults.iter().all(|fault| (1..=n_lines).contains(&fault.line)));
    }

    #[test]
    fn threads_and_blocks_do_not_matter(data in anything(), size in 1usize..200) {
        let sources = Sources::of_names(Sources::NAMES).expect("names");
        let whole = read(&data, START, sources, 1, true);
        let (mut at, mut end, mut start) = (0, 0, START);
        let mut faults = Vec::new();
        let mut positions = Vec::new();
        while end < data.len() {
            end = (end + size).min(data.len());
            let part = read(&data[at..end], start, sources, 2, end == data.len());
            at += part.found.used;
            start = Start {
                line: start.line + part.found.lines,
                game: start.game + part.found.games,
            };
            faults.extend(part.found.faults);
            if !part.columns.is_empty() {
                positions.push(part.columns.positions);
            }
        }
        prop_assert_eq!(whole.found.faults, faults);
        prop_assert_eq!(whole.columns.positions, positions.join("\n"));
        prop_assert_eq!(whole.found.games, start.game - START.game);
    }
}
