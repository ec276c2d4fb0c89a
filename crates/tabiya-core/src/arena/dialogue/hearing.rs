//! What a UCI engine tells on the way to its move. Only its last word matters: the line with the last
//! score, of those that are no bounds if there is one, and the last number of nodes.

use crate::search::score::{CENTIPAWN, DECIDED, Score, WIN};

/// What an engine told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its move.
    pub text: String,
    /// Its score, if it told one.
    pub score: Option<Score>,
    /// The depth of that score, or 0.
    pub depth: u64,
    /// Nodes that it told of, or 0.
    pub nodes: u64,
}

/// What a line means to who waits for a move.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// Nothing yet.
    Nothing,
    /// The move.
    Answer(Told),
    /// Something that cannot be, or no move: for others to judge.
    Odd,
}

/// Hears the lines of one answer.
#[derive(Default)]
pub(super) struct Hearing {
    score: Vec<u8>,
    bound: Vec<u8>,
    nodes: Vec<u8>,
}

impl Hearing {
    /// Forgets the last answer.
    pub fn clear(&mut self) {
        self.score.clear();
        self.bound.clear();
        self.nodes.clear();
    }

    /// Hears a line.
    pub fn hear(&mut self, line: &[u8]) -> Heard {
        let line = line.trim_ascii_start();
        if line.starts_with(b"info string") {
            return Heard::Nothing; // words for people, whatever they are
        }
        if line.starts_with(b"info") {
            self.note(line);
            return Heard::Nothing;
        }
        if line.starts_with(b"bestmove") { self.answer(line) } else { Heard::Nothing }
    }

    fn note(&mut self, line: &[u8]) {
        let is_first = |rest: &[u8]| rest.first() == Some(&b'1') && !starts_with_letter(&rest[1..]);
        if has(line, b" multipv ") && after(line, b"multipv ").any(|rest| !is_first(rest)) {
            return; // a line beside the best one
        }
        let keep = |place: &mut Vec<u8>| {
            place.clear();
            place.extend_from_slice(line);
        };
        if has(line, b" score ") {
            keep(if has(line, b"bound") { &mut self.bound } else { &mut self.score });
        }
        if has(line, b" nodes ") {
            keep(&mut self.nodes);
        }
    }

    fn answer(&self, line: &[u8]) -> Heard {
        let told = || {
            let text = read_move(line)?;
            let line = if self.score.is_empty() { &self.bound } else { &self.score };
            let (score, depth) = (read_score(line).ok()?, read_number(line, b"depth ")?);
            Some(Told { text, score, depth, nodes: read_number(&self.nodes, b"nodes ")? })
        };
        told().map_or(Heard::Odd, Heard::Answer)
    }
}

/// The second word, if all is as it should be: letters and blanks.
fn read_move(line: &[u8]) -> Option<String> {
    let is_plain = |&b: &u8| b.is_ascii_graphic() || b.is_ascii_whitespace();
    if !line.iter().all(is_plain) {
        return None;
    }
    let line = str::from_utf8(line).ok()?;
    line.split_ascii_whitespace().nth(1).map(str::to_ascii_lowercase)
}

/// A number that no engine can mean.
struct OutOfRange;

/// A score, if there is one.
fn read_score(line: &[u8]) -> Result<Option<Score>, OutOfRange> {
    /// Mates in more moves would be taken for centipawns.
    const MOST_MATE: i32 = (WIN - DECIDED) / CENTIPAWN / 2 - 1;
    let signed = |text| Some((is_mate(text)?, number_of(text)?));
    let Some((is_mate, number)) = after(line, b"score ").find_map(signed) else {
        return Ok(None);
    };
    let number: i32 = number.parse().map_err(|_| OutOfRange)?;
    let score = match (is_mate, number) {
        (false, _) if number.abs() <= DECIDED / CENTIPAWN => number * CENTIPAWN,
        (true, 1..=MOST_MATE) => WIN - (2 * number - 1) * CENTIPAWN,
        (true, ..=0) if number >= -MOST_MATE => -WIN - 2 * number * CENTIPAWN,
        _ => return Err(OutOfRange),
    };
    Ok(Some(score))
}

fn is_mate(text: &[u8]) -> Option<bool> {
    if text.starts_with(b"cp ") { Some(false) } else { text.starts_with(b"mate ").then_some(true) }
}

/// The number behind the unit of a score.
fn number_of(text: &[u8]) -> Option<&str> {
    let text = &text[text.iter().position(|&b| b == b' ')? + 1..];
    let n_signs = usize::from(matches!(text.first(), Some(b'+' | b'-')));
    let n_digits = count_digits(&text[n_signs..]);
    if n_digits == 0 { None } else { str::from_utf8(&text[..n_signs + n_digits]).ok() }
}

/// The number after a word, 0 if there is none; nothing if it cannot be.
fn read_number(line: &[u8], word: &[u8]) -> Option<u64> {
    const MOST: u64 = 1 << 62;
    const MOST_DIGITS: usize = 19;
    let mut numbers = after(line, word).map(|rest| &rest[..count_digits(rest)]);
    let Some(digits) = numbers.find(|digits| !digits.is_empty()) else { return Some(0) };
    if digits.len() > MOST_DIGITS {
        return None;
    }
    str::from_utf8(digits).ok()?.parse().ok().filter(|&number| number <= MOST)
}

fn count_digits(text: &[u8]) -> usize {
    text.iter().take_while(|b| b.is_ascii_digit()).count()
}

fn has(line: &[u8], words: &[u8]) -> bool {
    line.windows(words.len()).any(|window| window == words)
}

/// What follows a word and its blank, wherever they are and no letter is before them.
fn after<'a>(line: &'a [u8], word: &[u8]) -> impl Iterator<Item = &'a [u8]> {
    let is_there = move |&start: &usize| {
        line[start..].starts_with(word) && (start == 0 || !starts_with_letter(&line[start - 1..]))
    };
    (0..line.len()).filter(is_there).map(move |start| &line[start + word.len()..])
}

fn starts_with_letter(text: &[u8]) -> bool {
    text.first().is_some_and(|&b| b.is_ascii_alphanumeric() || b == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hear(lines: &[&str]) -> Heard {
        let mut hearing = Hearing::default();
        let mut last = Heard::Nothing;
        for line in lines {
            assert_eq!(last, Heard::Nothing);
            last = hearing.hear(line.as_bytes());
        }
        last
    }

    fn told(text: &str, score: Option<Score>, depth: u64, nodes: u64) -> Heard {
        Heard::Answer(Told { text: text.into(), score, depth, nodes })
    }

    #[test]
    fn the_last_word_counts() {
        let lines = [
            "info depth 1 score cp 10 nodes 20 pv e2e4",
            "info depth 2 seldepth 3 score cp -15 nodes 40 pv d2d4",
            "info depth 3 score cp 90 lowerbound nodes 70",
            "info multipv 2 depth 2 score cp 99 nodes 99",
            "info depth 3 multipv 10 score cp 99 nodes 99",
            "info string score cp 5 nodes 6",
            " bestmove D2D4 ponder d7d5\r",
        ];
        assert_eq!(hear(&lines), told("d2d4", Some(-15_000), 2, 70));
    }

    #[test]
    fn a_bound_is_better_than_nothing_and_nothing_is_fine() {
        let bound = ["info depth 3 score cp 90 upperbound", "bestmove a2a3"];
        assert_eq!(hear(&bound), told("a2a3", Some(90_000), 3, 0));
        assert_eq!(hear(&["bestmove a2a3"]), told("a2a3", None, 0, 0));
    }

    #[test]
    fn mates_are_counted_in_plies() {
        for (moves, score) in [(1, WIN - 1000), (2, WIN - 3000), (-1, 2000 - WIN), (0, -WIN)] {
            let line = format!("info depth 9 score mate {moves} nodes 8");
            assert_eq!(hear(&[&line, "bestmove h1h2"]), told("h1h2", Some(score), 9, 8));
        }
    }

    #[test]
    fn what_cannot_be_is_left_to_others() {
        for odd in ["score cp 990001", "score mate 5000", "nodes 99999999999999999999"] {
            let line = format!("info depth 1 {odd} time 0");
            assert_eq!(hear(&[&line, "bestmove e2e4"]), Heard::Odd);
        }
        for odd in ["bestmove", "bestmove e2\u{e9}4", "bestmove \u{1f}e2e4"] {
            assert_eq!(hear(&[odd]), Heard::Odd);
        }
    }

    #[test]
    fn words_that_are_no_numbers_are_not_heard() {
        for (line, score, depth) in [
            ("info depth 7 score cp x nodes", None, 7),
            ("info depth 7 score  cp 3 ", None, 7),
            ("info depth x score cp +3.5 depth 4 ", Some(3000), 4),
            ("info seldepth 9 underscore cp 8 score lower cp 1 score cp 2 ", Some(2000), 0),
        ] {
            assert_eq!(hear(&[line, "bestmove e2e4"]), told("e2e4", score, depth, 0), "{line}");
        }
    }
}
