//! Bytes of a file as text, cut into tokens.
//!
//! Not with `pgn-reader`: its visitor is fast, but it tells no line, leaves out every word that is
//! neither a move nor a NAG (and with them the symbols in the text), and takes `Kd4=` or `Nf3+-` for
//! broken moves.

use std::borrow::Cow;
use std::ops::Range;

/// Decodes UTF-8 and, where it is not, Latin-1; blanks and byte order marks beyond ASCII become spaces.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if bytes.is_ascii()
        && let Ok(text) = str::from_utf8(bytes)
    {
        return Cow::Borrowed(text);
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let plain = |letter: char| match letter {
        '\u{a0}' | '\u{feff}' | '\u{2009}' | '\u{202f}' | '\u{200b}' => ' ',
        _ => letter,
    };
    for chunk in bytes.utf8_chunks() {
        text.extend(chunk.valid().chars().map(plain));
        text.extend(chunk.invalid().iter().map(|byte| plain(char::from(*byte))));
    }
    Cow::Owned(text)
}

/// No tag pair is longer; looking further for its end would take too long in odd files.
const MAX_TAG: usize = 1 << 13;

/// Where the parts of a tag pair lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagPair {
    pub name: Range<usize>,
    pub value: Range<usize>,
    pub end: usize,
}

/// Reads the tag pair at the start of a text.
///
/// The value ends at a quote that is followed by `]`; quotes within need no backslash.
pub fn read_tag(text: &[u8]) -> Option<TagPair> {
    let text = &text[..text.len().min(MAX_TAG)];
    let blanks = |at: usize| {
        let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t');
        at + text[at..].iter().take_while(|byte| is_blank(byte)).count()
    };
    if text.first() != Some(&b'[') {
        return None;
    }
    let start = blanks(1);
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let name = start..start + text[start..].iter().take_while(|byte| is_name(byte)).count();
    let quote = blanks(name.end);
    if !text.get(start)?.is_ascii_alphabetic() || text.get(quote) != Some(&b'"') {
        return None;
    }
    let mut end = quote + 1;
    loop {
        end += text[end..].iter().position(|byte| matches!(byte, b'"' | b'\n'))?;
        if text[end] == b'\n' {
            return None;
        }
        let close = blanks(end + 1);
        if text.get(close) == Some(&b']') {
            return Some(TagPair { name, value: quote + 1..end, end: close + 1 });
        }
        end += 1;
    }
}

/// A piece of movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// `[name "value"]`
    Tag(&'a str, &'a str),
    /// Something in brackets, or a lone bracket, that is no tag.
    BadTag(&'a str),
    /// A comment; whether it ends.
    Comment(&'a str, bool),
    /// `$14`
    Nag(u32),
    /// `(`
    Open,
    /// `)`
    Close,
    /// Anything else up to the next blank.
    Word(&'a str),
}

/// Walks through a text token by token and counts its lines.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: u64,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str, first_line: u64) -> Self {
        Self { text, at: 0, line: first_line }
    }

    /// The next token and the line it starts on.
    pub fn next(&mut self) -> Option<(Token<'a>, u64)> {
        let bytes = self.text.as_bytes();
        loop {
            let byte = *bytes.get(self.at)?;
            match byte {
                b'\n' => {
                    self.line += 1;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | b'}' | 0 | 0x0b | 0x0c => self.at += 1,
                b'%' if self.at == 0 || bytes[self.at - 1] == b'\n' => self.at = self.line_end(),
                _ => break,
            }
        }
        let line = self.line;
        Some((self.token(bytes[self.at]), line))
    }

    fn token(&mut self, first: u8) -> Token<'a> {
        let start = self.at;
        self.at += 1;
        match first {
            b'(' => Token::Open,
            b')' => Token::Close,
            b'{' => self.comment(),
            b';' => {
                self.at = self.line_end();
                Token::Comment(&self.text[start + 1..self.at], true)
            }
            b'$' => self.nag(),
            b'[' | b']' => self.tag(start),
            _ => {
                let rest = &self.text.as_bytes()[self.at..];
                self.at +=
                    rest.iter().position(|byte| ENDS_WORD[*byte as usize]).unwrap_or(rest.len());
                Token::Word(&self.text[start..self.at])
            }
        }
    }

    fn comment(&mut self) -> Token<'a> {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        let mut n_lines = 0;
        for (index, byte) in rest.iter().enumerate() {
            match byte {
                b'\n' => n_lines += 1,
                b'}' => {
                    self.line += n_lines;
                    self.at = start + index + 1;
                    return Token::Comment(&self.text[start..start + index], true);
                }
                _ => {}
            }
        }
        self.line += n_lines;
        self.at = self.text.len();
        Token::Comment(&self.text[start..], false)
    }

    fn nag(&mut self) -> Token<'a> {
        let mut number = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.text.as_bytes().get(self.at) {
            number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            self.at += 1;
        }
        Token::Nag(number)
    }

    fn tag(&mut self, start: usize) -> Token<'a> {
        let rest = &self.text[start..];
        if let Some(tag) = read_tag(rest.as_bytes()) {
            self.at = start + tag.end;
            return Token::Tag(&rest[tag.name], &rest[tag.value]);
        }
        let line = &self.text[start..self.line_end()];
        let skipped = line.find(']').map_or(line, |end| &line[..=end]);
        self.at = start + skipped.len();
        Token::BadTag(skipped)
    }

    fn line_end(&self) -> usize {
        let rest = &self.text.as_bytes()[self.at..];
        self.at + rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len())
    }
}

const ENDS_WORD: [bool; 256] = {
    let mut ends = [false; 256];
    let bytes = b" \t\r\n\x0b\x0c\0{}()[];$";
    let mut index = 0;
    while index < bytes.len() {
        ends[bytes[index] as usize] = true;
        index += 1;
    }
    ends
};

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Token<'_>, u64)> {
        let mut tokens = Tokens::new(text, 1);
        std::iter::from_fn(|| tokens.next()).collect()
    }

    #[test]
    fn latin_1_and_utf_8_mix() {
        assert_eq!(decode(b"Rd1\xb1 \xc2\xb1 \xef\xbb\xbf\xa0x"), "Rd1± ±   x");
        assert_eq!(decode("⩲ é".as_bytes()), "⩲ é");
    }

    #[test]
    fn tokens_know_their_lines() {
        let text = "[Event \"a \"b\" \\\" c\"]\r\n\r\n1. e4$14({x\ny}Nf3) ; rest\n% gone\n*";
        let expected = [
            (Token::Tag("Event", "a \"b\" \\\" c"), 1),
            (Token::Word("1."), 3),
            (Token::Word("e4"), 3),
            (Token::Nag(14), 3),
            (Token::Open, 3),
            (Token::Comment("x\ny", true), 3),
            (Token::Word("Nf3"), 4),
            (Token::Close, 4),
            (Token::Comment(" rest", true), 4),
            (Token::Word("*"), 6),
        ];
        assert_eq!(tokens(text), expected);
    }

    #[test]
    fn broken_ends_are_told() {
        assert_eq!(tokens("{x"), [(Token::Comment("x", false), 1)]);
        assert_eq!(
            tokens("[Event x]\n]"),
            [(Token::BadTag("[Event x]"), 1), (Token::BadTag("]"), 2)]
        );
        assert_eq!(tokens("$99999999999"), [(Token::Nag(u32::MAX), 1)]);
        assert_eq!(tokens("} \0"), []);
    }
}
