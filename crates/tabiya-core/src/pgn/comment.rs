//! Symbols in comments.
//!
//! A comment speaks of many positions, of other games and of lines that it gives in words. So a
//! symbol counts only where it can hardly mean anything but the position on the board:
//! - as the whole comment, also in parentheses: `{+-}`, `{(=)}`;
//! - as the first word: `{+/= (Keres)}`;
//! - as the last word, if the comment names no square and no move number, for otherwise it is the end
//!   of a line in words: `{White has it all, +-}`, but not `{Si 45...Rh8 46.gxh6 +-}`.
//!
//! If the first and the last word are different symbols, neither counts. Commands such as
//! `[%clk 0:03:00]` are no words.

use super::label::Label;

/// The symbol that a comment gives to the position, if it surely does.
pub fn symbol(comment: &str) -> Option<Label> {
    // Most comments are prose or commands: look for a sign before looking for words.
    if !comment.bytes().any(|byte| matches!(byte, b'+' | b'=') || byte >= 0x80) {
        return None;
    }
    let mut words = Words(comment);
    let first = words.next()?;
    let mut last = None;
    let mut has_moves = looks_like_move(first);
    for word in words {
        has_moves |= looks_like_move(word);
        last = Some(word);
    }
    let at_start = of_word(first);
    match (at_start, last.and_then(of_word)) {
        (Some(start), Some(end)) => (start == end).then_some(start),
        (Some(start), None) => Some(start),
        (None, end) => end.filter(|_| !has_moves),
    }
}

fn of_word(word: &str) -> Option<Label> {
    Label::of_symbol(word.trim_matches(['(', ')', '.', ',', ';', ':', '!']))
}

/// Whether a word names a square or a move number.
fn looks_like_move(word: &str) -> bool {
    word.as_bytes().windows(2).any(|pair| match pair {
        [b'a'..=b'h', b'1'..=b'8'] => true,
        [digit, b'.'] => digit.is_ascii_digit(),
        _ => false,
    })
}

/// The words of a comment without its `[…]` commands.
struct Words<'a>(&'a str);

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.0 = self.0.trim_start();
            let Some(command) = self.0.strip_prefix("[%").or_else(|| self.0.strip_prefix("[#"))
            else {
                break;
            };
            self.0 = command.split_once(']').map_or("", |(_, rest)| rest);
        }
        let is_end = |letter: char| letter.is_whitespace() || letter == '[';
        let end = self.0.char_indices().skip(1).find(|(_, letter)| is_end(*letter));
        let (word, rest) = self.0.split_at(end.map_or(self.0.len(), |(index, _)| index));
        self.0 = rest;
        (!word.is_empty()).then_some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_stand_alone_first_or_last() {
        let comments = [
            ("+-", 3),
            (" (=) ", 0),
            ("+/= (Keres)", 1),
            ("-/+ Black has the upper hand", -2),
            ("White has it all, +-", 3),
            ("[%eval 0.84][%clk 0:01] ∓", -2),
            ("[%cal Ge2e4] = [#]", 0),
            ("+- and a win +-.", 3),
            ("+- after 24.f6", 3),
        ];
        for (comment, value) in comments {
            assert_eq!(symbol(comment), Some(Label::Symbol(value)), "{comment}");
        }
        assert_eq!(symbol("∞"), Some(Label::Unclear));
    }

    #[test]
    fn symbols_elsewhere_do_not_count() {
        let comments = [
            "",
            "a = b",
            "Si 45...Rh8 46.gxh6 +-",
            "better is Nf3 =",
            "= or +=",
            "the pair (+-) is strong",
            "e8=Q",
            "Qh7+",
            "±0.3 or so",
            "[%eval 0.84]",
            "[%unclosed +-",
            "été",
        ];
        for comment in comments {
            assert_eq!(symbol(comment), None, "{comment}");
        }
    }
}
