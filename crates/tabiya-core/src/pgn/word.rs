//! Words of movetext: numbers, results, symbols, passes, moves and what is glued to them.

use super::label::{GameResult, Label, parse_result};
use super::moves;

/// What a word is, before the board is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Word<'a> {
    /// A move number, or a mark that says nothing of the position: a diagram, a novelty, a check.
    Mark,
    /// The end of the game.
    Result(GameResult),
    /// A symbol.
    Symbol(Label),
    /// A pass.
    Pass,
    /// Perhaps a move.
    Move(&'a str),
}

const MARKS: [&str; 8] = ["N", "D", "TN", "ep", "e.p.", "e.p", "ch", "mate"];

/// Splits a move number off a word: `12.Nf3` is 12 and `Nf3`; dots may stand without a number.
pub fn split_number(word: &str) -> (Option<u32>, &str) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &word[digits..];
    let bare = rest.trim_start_matches(['.', '…']);
    if digits > 0 && bare.len() == rest.len() && !rest.is_empty() {
        return (None, word);
    }
    (word[..digits].parse().ok(), bare)
}

/// Tells what a word without its move number is.
pub fn classify(word: &str) -> Word<'_> {
    let Some(first) = word.bytes().next() else { return Word::Mark };
    // Nearly all words are moves and begin with a letter.
    let is_letter = matches!(first, b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O');
    if is_letter && word.len() > 1 && !MARKS.contains(&word) {
        return Word::Move(word);
    }
    if let Some(result) = parse_result(word) {
        return Word::Result(result);
    }
    if moves::is_null(word) {
        return Word::Pass;
    }
    if let Some(label) = Label::of_symbol(trim_marks(word)) {
        return Word::Symbol(label);
    }
    let is_sign = |byte| matches!(byte, b'!' | b'?' | b'+' | b'#' | b'.' | b',' | b'-' | b'/');
    if MARKS.contains(&word) || word.bytes().all(is_sign) { Word::Mark } else { Word::Move(word) }
}

/// The label glued to a move, if any; `Err` if the rest of the word means nothing.
///
/// The first `+` of `Bb5+=` may be a check or a part of the symbol: the board knows whether it is one.
pub fn glued(rest: &str, is_check: bool) -> Result<Option<Label>, ()> {
    if rest.is_empty() || rest == "+" {
        return Ok(None);
    }
    let rest = ["e.p.", "ep"].into_iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or(rest);
    let ways: [usize; 3] = if is_check { [1, 0, 2] } else { [0, 1, 2] };
    for n_signs in ways {
        let Some(bare) = without_signs(rest, n_signs) else { continue };
        let bare = trim_marks(bare);
        if bare.is_empty() {
            return Ok(None);
        }
        if let Some(label) = Label::of_symbol(bare) {
            return Ok(Some(label));
        }
    }
    Err(())
}

fn without_signs(rest: &str, n_signs: usize) -> Option<&str> {
    let rest = trim_marks(rest);
    let signs = rest.get(..n_signs)?;
    signs.bytes().all(|byte| matches!(byte, b'+' | b'#')).then(|| &rest[n_signs..])
}

/// Takes away marks of the move: `!`, `?`, the N of a novelty, the D of a diagram.
fn trim_marks(text: &str) -> &str {
    text.trim_matches(['!', '?', 'N', 'D', ',', ';', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_split_off() {
        let words = [
            ("1.e4", (Some(1), "e4")),
            ("1...e5", (Some(1), "e5")),
            ("12.", (Some(12), "")),
            ("12", (Some(12), "")),
            ("12…Nf6", (Some(12), "Nf6")),
            ("...Bd6", (None, "Bd6")),
            ("1-0", (None, "1-0")),
            ("0-0", (None, "0-0")),
            ("7.0-0", (Some(7), "0-0")),
            ("1/2-1/2", (None, "1/2-1/2")),
            ("99999999999.e4", (None, "e4")),
        ];
        for (word, expected) in words {
            assert_eq!(split_number(word), expected, "{word}");
        }
    }

    #[test]
    fn words_are_told_apart() {
        assert_eq!(classify("1/2"), Word::Result(GameResult::Draw));
        assert_eq!(classify("*"), Word::Result(GameResult::Open));
        assert_eq!(classify("+/-"), Word::Symbol(Label::Symbol(2)));
        assert_eq!(classify("!±"), Word::Symbol(Label::Symbol(2)));
        assert_eq!(classify("--"), Word::Pass);
        assert_eq!(classify("0-0"), Word::Move("0-0"));
        for mark in ["", "N", "D", "!?", "+", "++", "#", "e.p.", "-"] {
            assert_eq!(classify(mark), Word::Mark, "{mark}");
        }
    }

    #[test]
    fn a_check_is_no_symbol_and_a_symbol_no_check() {
        let symbol = |value| Ok(Some(Label::Symbol(value)));
        let cases = [
            ("", false, Ok(None)),
            ("+", true, Ok(None)),
            ("+", false, Ok(None)),
            ("++", true, Ok(None)),
            ("#", true, Ok(None)),
            ("+!?", true, Ok(None)),
            ("!!", false, Ok(None)),
            ("N", false, Ok(None)),
            ("+-", true, symbol(3)),
            ("+-", false, symbol(3)),
            ("++-", true, symbol(3)),
            ("++-", false, symbol(3)),
            ("+=", true, symbol(0)),
            ("+=", false, symbol(1)),
            ("++=", true, symbol(1)),
            ("=", false, symbol(0)),
            ("=+", false, symbol(-1)),
            ("-+", false, symbol(-3)),
            ("+-+", true, symbol(-3)),
            ("!±", false, symbol(2)),
            ("±!?", false, symbol(2)),
            ("+!∓", true, symbol(-2)),
            ("ep", false, Ok(None)),
            ("x", false, Err(())),
            ("é", true, Err(())),
        ];
        for (rest, is_check, expected) in cases {
            assert_eq!(glued(rest, is_check), expected, "{rest} {is_check}");
        }
    }
}
