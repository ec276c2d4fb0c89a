//! Where one game ends and the next begins.
//!
//! A section starts with tags, or with move number 1 after a blank line, and lasts until the next one.
//! It is what can be read without knowing the others, so sections are read in parallel; it holds one
//! game, or several if they have no tags and stand close together.

use super::text::read_tag;

/// A part of the data and the line it starts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    pub bytes: &'a [u8],
    pub line: u64,
}

/// The tags that a section has shown so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Head {
    #[default]
    Nothing,
    Tags,
    Event,
}

/// What has followed them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Body {
    #[default]
    Nothing,
    Comments,
    Movetext,
}

#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    head: Head,
    body: Body,
    /// Open variations.
    depth: u32,
    /// Whether the line before is blank.
    blank_line: bool,
}

/// Cuts data into sections; returns also how many bytes they take and how many lines these have.
///
/// Unless the data is the `last` of its file, its last section may go on in what follows and is left.
pub fn split(data: &[u8], first_line: u64, last: bool) -> (Vec<Section<'_>>, usize, u64) {
    // A tag cut in two cannot be recognised, a line cut in two is left for the next time.
    let whole_lines = data.iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
    let end = if last { data.len() } else { whole_lines };
    let mut scan = Scan {
        data: &data[..end],
        at: 0,
        line: first_line,
        start: (0, first_line),
        seen: Seen::default(),
        sections: Vec::new(),
    };
    scan.run();
    if last {
        scan.cut();
    }
    let (used, line) = scan.start;
    (scan.sections, used, line - first_line)
}

struct Scan<'a> {
    data: &'a [u8],
    at: usize,
    line: u64,
    start: (usize, u64),
    seen: Seen,
    sections: Vec<Section<'a>>,
}

impl Scan<'_> {
    fn run(&mut self) {
        let mut line_is_blank = true;
        while let Some(byte) = self.data.get(self.at) {
            match byte {
                b'\n' => {
                    self.seen.blank_line |= line_is_blank;
                    line_is_blank = true;
                    self.line += 1;
                    self.at += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' => {
                    self.at += 1;
                    continue;
                }
                b'{' => self.skip_comment(),
                b';' => self.skip_line(),
                b'%' if self.at == 0 || self.data[self.at - 1] == b'\n' => self.skip_line(),
                b'[' => self.tag(),
                b'(' => {
                    self.seen.depth += 1;
                    self.at += 1;
                }
                b')' => {
                    self.seen.depth = self.seen.depth.saturating_sub(1);
                    self.at += 1;
                }
                b'1' if self.is_new_game() => {
                    self.cut();
                    self.word();
                }
                _ => self.word(),
            }
            line_is_blank = false;
            self.seen.blank_line = false;
        }
    }

    /// Ends a section here.
    fn cut(&mut self) {
        let (start, line) = self.start;
        if self.at > start {
            self.sections.push(Section { bytes: &self.data[start..self.at], line });
        }
        self.start = (self.at, self.line);
        self.seen = Seen::default();
    }

    fn word(&mut self) {
        self.seen.body = Body::Movetext;
        let rest = &self.data[self.at + 1..];
        let ends = |byte: &u8| matches!(byte, b'\n' | b' ' | b'{' | b';' | b'[' | b'(' | b')');
        self.at += 1 + rest.iter().position(ends).unwrap_or(rest.len());
    }

    fn is_new_game(&self) -> bool {
        let rest = &self.data[self.at..];
        let seen = self.seen;
        let is_first_move = rest.starts_with(b"1.") && rest.get(2) != Some(&b'.');
        seen.body == Body::Movetext && seen.blank_line && seen.depth == 0 && is_first_move
    }

    fn tag(&mut self) {
        let Some(tag) = read_tag(&self.data[self.at..]) else {
            return self.word();
        };
        let is_event = self.data[self.at..][tag.name] == *b"Event";
        let is_next = match self.seen.body {
            Body::Movetext => true,
            Body::Comments => self.seen.head != Head::Nothing,
            Body::Nothing => is_event && self.seen.head == Head::Event,
        };
        if is_next {
            self.cut();
        }
        if is_event {
            self.seen.head = Head::Event;
        } else if self.seen.head == Head::Nothing {
            self.seen.head = Head::Tags;
        }
        self.at += tag.end;
    }

    fn skip_line(&mut self) {
        let rest = &self.data[self.at..];
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
    }

    /// Goes behind the comment; if it is not closed before the next event, it ends there.
    fn skip_comment(&mut self) {
        if self.seen.body == Body::Nothing {
            self.seen.body = Body::Comments;
        }
        let mut newlines = 0;
        for (index, byte) in self.data[self.at..].iter().enumerate() {
            match byte {
                b'\n' => {
                    newlines += 1;
                    let after = &self.data[self.at + index + 1..];
                    if after.starts_with(b"[Event \"") && read_tag(after).is_some() {
                        self.line += newlines;
                        self.at += index + 1;
                        self.seen.body = Body::Movetext;
                        return;
                    }
                }
                b'}' => {
                    self.line += newlines;
                    self.at += index + 1;
                    return;
                }
                _ => {}
            }
        }
        self.line += newlines;
        self.at = self.data.len();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn texts(data: &str) -> Vec<(&str, u64)> {
        let (sections, used, _) = split(data.as_bytes(), 1, true);
        assert_eq!(used, data.len());
        let text = |section: &Section<'_>| str::from_utf8(section.bytes).map(str::len);
        let mut at = 0;
        let mut found = Vec::new();
        for section in &sections {
            let length = text(section).expect("cut at ASCII");
            found.push((&data[at..at + length], section.line));
            at += length;
        }
        found
    }

    #[test]
    fn tags_start_sections() {
        let data =
            "[Event \"a\"]\n[Site \"{\"]\n\n1. e4 *\n[Event \"b\"]\n\n1. d4 *[Title \"c\"]\n*\n";
        let lines: Vec<u64> = texts(data).iter().map(|(_, line)| *line).collect();
        assert_eq!(lines, [1, 5, 7]);
    }

    #[test]
    fn sections_without_movetext_are_kept_apart() {
        assert_eq!(texts("[Event \"a\"]\n\n[Event \"b\"]\n").len(), 2);
        assert_eq!(texts("[Event \"a\"]\n{x}\n[Event \"b\"]\n").len(), 2);
        assert_eq!(texts("{x}\n[Event \"b\"]\n1. e4").len(), 1);
        assert_eq!(texts("[White \"a\"]\n\n[Event \"b\"]\n1. e4").len(), 1);
    }

    #[test]
    fn move_one_after_a_blank_line_starts_a_section() {
        assert_eq!(texts("1. e4 e5\n\n1. d4 d5\n").len(), 2);
        assert_eq!(texts("1. e4 e5 (\n\n1. d4 d5)\n").len(), 1);
        assert_eq!(texts("1. e4\n\n1... e5\n").len(), 1);
        assert_eq!(texts("[Event \"a\"]\n\n{x}\n\n1. e4").len(), 1);
        assert_eq!(texts("1. e4\n1. d4").len(), 1);
    }

    #[test]
    fn tags_in_comments_start_nothing_unless_the_comment_never_ends() {
        assert_eq!(texts("1. e4 {\n[White \"x\"]\n} *\n").len(), 1);
        assert_eq!(texts("1. e4 ; [White \"x\"]\n*\n").len(), 1);
        assert_eq!(texts("%[White \"x\"]\n*\n").len(), 1);
        assert_eq!(texts("1. e4 { never\n[Event \"b\"]\n\n1. d4 {x} *\n").len(), 2);
    }

    proptest! {
        #[test]
        fn sections_do_not_depend_on_the_blocks(
            parts in prop::collection::vec(0..PARTS.len(), 0..60),
            size in 1usize..40,
        ) {
            let data: String = parts.iter().map(|part| PARTS[*part]).collect();
            let data = data.as_bytes();
            let (whole, ..) = split(data, 1, true);
            let (mut found, mut at, mut end, mut line) = (Vec::new(), 0, 0, 1);
            while end < data.len() {
                end = (end + size).min(data.len());
                let (sections, used, lines) = split(&data[at..end], line, end == data.len());
                found.extend(sections);
                at += used;
                line += lines;
            }
            prop_assert_eq!(whole, found);
        }
    }

    const PARTS: [&str; 14] = [
        "[Event \"x\"]\n",
        "[Site \"y\"]",
        "\n",
        "\r\n",
        "1. e4 ",
        "1-0",
        "{",
        "}",
        "(",
        ")",
        ";",
        "%",
        "[",
        " 1... d5",
    ];
}
