//! One of the two engines: it is asked and heard, and what it said last is remembered.

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::hearing::{Heard, Hearing, Told};
use super::pipe::Pipes;
use super::{LastWords, Open};

/// What an engine may write for one answer; more is for others to look at.
const MOST_HEARD: usize = 1 << 20;

/// An engine, and how it is spoken to.
pub struct Speaker {
    pipes: Pipes,
    /// The words that have it think, with its limits.
    go: String,
    /// The last question, and how much of it the pipe has taken.
    question: Vec<u8>,
    n_said: usize,
    /// What it has said since then.
    heard: Vec<u8>,
    hearing: Hearing,
    /// What was said before.
    lines: VecDeque<Line>,
    n_lines_kept: usize,
}

/// A line that went to the engine or came from it.
enum Line {
    /// The position after so many bytes of the words of the game, which only grow.
    Position(usize),
    /// The words that have it think.
    Go,
    /// Other words to it.
    Said(&'static str),
    /// Its own words.
    Heard(Vec<u8>),
}

/// What came of a question.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// An answer.
    Told(Told),
    /// None yet, or an odd one.
    Open,
    /// It was not put.
    Unasked,
}

impl Speaker {
    /// An engine that thinks at the words `go` and has begun a line already; so many lines are
    /// remembered.
    pub fn new(pipes: Pipes, go: String, begun: Vec<u8>, n_lines_kept: usize) -> Self {
        Self {
            pipes,
            go,
            question: Vec::new(),
            n_said: 0,
            heard: begun,
            hearing: Hearing::default(),
            lines: VecDeque::new(),
            n_lines_kept,
        }
    }

    /// Tells it of a new game; false if the pipe does not take that.
    pub(super) fn greet(&mut self) -> bool {
        const WORDS: [&str; 2] = ["ucinewgame", "isready"];
        self.remember_heard();
        for word in WORDS {
            self.remember(Line::Said(word));
        }
        let text = WORDS.map(|word| [word, "\n"].concat()).concat();
        self.pipes.say(text.as_bytes()) == text.len()
    }

    /// Waits until it says that it is ready.
    pub(super) fn is_ready(&mut self, until: Instant, stop: &AtomicBool) -> bool {
        let is_answer = |line: &[u8]| line.trim_ascii() == b"readyok";
        let mut n_understood = 0;
        while self.heard.len() <= MOST_HEARD {
            while let Some(line) = next_line(&self.heard, &mut n_understood) {
                if is_answer(line) {
                    return true;
                }
            }
            if self.pipes.hear(&mut self.heard, until, stop).is_err() {
                break;
            }
        }
        false
    }

    /// Puts a question and waits for the answer; what it has said unasked is none.
    pub(super) fn ask(&mut self, words: &str, until: Instant, stop: &AtomicBool) -> Reply {
        while self.heard.len() <= MOST_HEARD && matches!(self.pipes.read(&mut self.heard), Ok(true))
        {
        }
        if self.heard.len() > MOST_HEARD {
            return Reply::Unasked;
        }
        self.remember_heard();
        self.question.clear();
        for part in ["position ", words, "\n", &self.go, "\n"] {
            self.question.extend_from_slice(part.as_bytes());
        }
        self.n_said = self.pipes.say(&self.question);
        if self.n_said == 0 {
            return Reply::Unasked;
        }
        self.remember(Line::Position(words.len()));
        self.remember(Line::Go);
        self.hear(until, stop)
    }

    fn hear(&mut self, until: Instant, stop: &AtomicBool) -> Reply {
        self.hearing.clear();
        let mut n_understood = 0;
        while self.heard.len() <= MOST_HEARD {
            if self.pipes.hear(&mut self.heard, until, stop).is_err() {
                break;
            }
            while let Some(line) = next_line(&self.heard, &mut n_understood) {
                match self.hearing.hear(line) {
                    Heard::Nothing => {}
                    Heard::Answer(told) => return Reply::Told(told),
                    Heard::Odd => return Reply::Open,
                }
            }
        }
        Reply::Open
    }

    /// What there is of an open question. It is others who hear the answer and remember it.
    pub(super) fn hand_back(&mut self, time: Duration) -> Open {
        let heard = std::mem::take(&mut self.heard);
        let unsaid = self.question.split_off(self.n_said);
        Open { heard, unsaid, time }
    }

    /// What was said last, if the game began with these words.
    pub(super) fn last_words(mut self, words: &str) -> LastWords {
        self.remember_heard();
        let as_text = |line: &Line| match line {
            Line::Position(length) => format!("> position {}", &words[..*length]),
            Line::Go => format!("> {}", self.go),
            Line::Said(said) => format!("> {said}"),
            Line::Heard(said) => format!("< {}", String::from_utf8_lossy(said)),
        };
        LastWords { lines: self.lines.iter().map(as_text).collect(), rest: self.heard }
    }

    /// Remembers the lines that were heard; the beginning of one is heard on.
    fn remember_heard(&mut self) {
        let mut start = 0;
        while let Some(mut line) = next_line(&self.heard, &mut start) {
            while let Some(shorter) = line.strip_suffix(b"\r") {
                line = shorter;
            }
            let line = Line::Heard(line.to_vec());
            self.remember(line);
        }
        self.heard.drain(..start);
    }

    fn remember(&mut self, line: Line) {
        self.lines.push_back(line);
        if self.lines.len() > self.n_lines_kept {
            self.lines.pop_front();
        }
    }
}

/// The next whole line, and `start` behind it.
fn next_line<'a>(text: &'a [u8], start: &mut usize) -> Option<&'a [u8]> {
    let rest = &text[*start..];
    let length = rest.iter().position(|&b| b == b'\n')?;
    *start += length + 1;
    Some(&rest[..length])
}
