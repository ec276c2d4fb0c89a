//! Walks through a game, its variations included, and collects what is said of its positions.

use shakmaty::Position as _;

use super::comment;
use super::label::{GameResult, Label, Score, parse_result};
use super::labelled::Record;
use super::language::{Language, figurine, may_be_foreign};
use super::moves::{self, MoveError};
use super::reader::Reader;
use super::score::{self, Written};
use super::shown;
use super::tags::Tags;
use super::text::Token;
use super::text_board::TextBoard;
use super::word::{Word, classify, glued, split_number};

/// Variations within variations beyond this depth are not read.
const MAX_DEPTH: usize = 100;

/// Plies of an opening that two games share by choice; beyond it they share more than that.
const LONG_OPENING: u32 = 24;

/// Where a line of moves has come to.
#[derive(Clone, Debug)]
pub struct Variation {
    board: TextBoard,
    /// The board before the last move, where variations branch off.
    before: TextBoard,
    ply: u32,
    has_moved: bool,
    /// Whether what follows can still be read.
    is_sound: bool,
}

/// A game that is being read.
#[derive(Default)]
pub struct Game<'a> {
    pub tags: Tags<'a>,
    line: Option<Box<Variation>>,
    /// The lines that wait for a variation to end, and where it began.
    pub stack: Vec<(Box<Variation>, u64)>,
    /// Variations open beyond the depth that is read.
    n_too_deep: usize,
    pub is_begun: bool,
    pub end: Option<GameResult>,
    says_moves_after_end: bool,
    /// In which language the pieces have their letters.
    pub language: Language,
    /// Whether a word that is no move here may be one in another language.
    pub may_be_foreign: bool,
    pub n_positions: u64,
    /// The hash of the position after a long opening, once the main line has come so far.
    opening: Option<u64>,
    pub last_line: u64,
    last_symbol: Option<(u64, Label)>,
    pub main_scores: Vec<(u32, f64)>,
    pub unsure: Vec<usize>,
}

impl<'a> Game<'a> {
    /// A game whose pieces have letters of this language.
    pub fn in_language(language: Language) -> Self {
        Self { language, ..Self::default() }
    }

    /// Whether a token can only belong to the next game.
    pub fn is_over_before(&self, token: Token<'_>) -> bool {
        match token {
            Token::Tag(..) => self.line.is_some(),
            Token::Word(word) => self.end.is_some() && split_number(word).0 == Some(1),
            _ => false,
        }
    }

    pub fn take(&mut self, reader: &mut Reader, token: Token<'a>, line: u64) {
        self.last_line = line;
        match token {
            Token::Tag(name, value) => {
                self.is_begun = true;
                self.tags.set(name, value, line);
            }
            Token::BadTag(text) => {
                self.tags.set_bad(text, line);
                reader.fault(line, format!("expected [Name \"value\"], found {}", shown(text)));
            }
            Token::Comment(text, is_closed) => {
                self.comment(reader, text, line);
                if !is_closed {
                    reader.fault(
                        line,
                        "expected the end of this comment, found the end of the game".into(),
                    );
                }
            }
            Token::Nag(nag) => {
                if let Some(label) = Label::of_nag(nag) {
                    self.symbol(reader, label, line);
                }
            }
            Token::Open => self.open(reader, line),
            Token::Close => self.close(reader, line),
            Token::Word(word) => self.word(reader, word, line),
        }
    }

    /// The line that is being read, and whether it is sound; begins the game if need be.
    pub fn line(&mut self, reader: &mut Reader) -> &mut Variation {
        if self.line.is_none() {
            let (start, is_sound) = match self.tags.start() {
                Ok(start) => (start, true),
                Err((line, reason)) => {
                    reader.fault(line, reason);
                    (shakmaty::Chess::default(), false)
                }
            };
            let mut board = TextBoard::new(start);
            if is_sound {
                self.n_positions = 1;
                if reader.sources.results {
                    reader.records.push(Record {
                        label: Label::Result(GameResult::Open),
                        line: self.last_line,
                        ply: 0,
                        variation: false,
                        shape: board.shape(),
                    });
                }
            }
            let before = board.clone();
            self.line =
                Some(Box::new(Variation { board, before, ply: 0, has_moved: false, is_sound }));
        }
        self.line.as_deref_mut().expect("it has just been made")
    }

    fn open(&mut self, reader: &mut Reader, at: u64) {
        self.line(reader);
        if self.stack.len() >= MAX_DEPTH {
            if self.n_too_deep == 0 {
                reader.fault(
                    at,
                    format!("expected at most {MAX_DEPTH} variations within each other"),
                );
            }
            self.n_too_deep += 1;
            return;
        }
        let Some(parent) = self.line.take() else { return };
        let line = Variation {
            board: parent.before.clone(),
            before: parent.before.clone(),
            ply: parent.ply - u32::from(parent.has_moved),
            has_moved: false,
            is_sound: parent.is_sound,
        };
        self.line = Some(Box::new(line));
        self.stack.push((parent, at));
        self.last_symbol = None;
    }

    fn close(&mut self, reader: &mut Reader, at: u64) {
        if self.n_too_deep > 0 {
            self.n_too_deep -= 1;
        } else if let Some((parent, _)) = self.stack.pop() {
            self.line = Some(parent);
            self.last_symbol = None;
        } else {
            reader.fault(at, "expected a variation to end here, found none open".into());
        }
    }

    /// Labels the position where the line has come to.
    fn label(&mut self, reader: &mut Reader, label: Label, at: u64) {
        let variation = !self.stack.is_empty();
        let line = self.line(reader);
        let (ply, shape) = (line.ply, line.board.shape());
        reader.records.push(Record { label, line: at, ply, variation, shape });
    }

    fn symbol(&mut self, reader: &mut Reader, label: Label, at: u64) {
        if !reader.sources.symbols || !self.is_sound(reader) {
            return;
        }
        // Programs write a symbol as a NAG and again as text: once is enough.
        let this = Some((self.n_positions, label));
        if self.last_symbol != this {
            self.last_symbol = this;
            self.label(reader, label, at);
        }
    }

    fn is_sound(&mut self, reader: &mut Reader) -> bool {
        self.n_too_deep == 0 && self.line(reader).is_sound
    }

    fn comment(&mut self, reader: &mut Reader, text: &str, at: u64) {
        // A comment at the start of a variation introduces the moves to come.
        let introduces =
            !self.stack.is_empty() && self.line.as_ref().is_some_and(|line| !line.has_moved);
        // One before tags belongs to nobody.
        if introduces || (!self.is_begun && self.line.is_none()) {
            return;
        }
        if reader.sources.symbols
            && let Some(label) = comment::symbol(text)
        {
            self.symbol(reader, label, at);
        }
        if reader.sources.scores
            && let Some(written) = score::find(text)
            && self.is_sound(reader)
        {
            self.score(reader, written, at);
        }
    }

    fn score(&mut self, reader: &mut Reader, written: Result<Written, &str>, at: u64) {
        let is_main = self.stack.is_empty();
        let line = self.line(reader);
        let score = match written {
            Ok(Written::OfWhite(score)) => score,
            Ok(Written::OfSomebody(score)) => {
                let ply = line.ply;
                self.unsure.push(reader.records.len());
                if let Score::Centipawns(value) = score
                    && is_main
                {
                    self.main_scores.push((ply, value));
                }
                score
            }
            Ok(Written::Mated) if line.board.position().is_checkmate() => {
                Score::Mate { white: line.board.is_black_to_move(), moves: 0 }
            }
            Ok(Written::Mated) => {
                return reader.fault(at, "expected a mate where [%eval #] says so".into());
            }
            Err(text) => {
                return reader
                    .fault(at, format!("expected a score, found [%eval {}]", shown(text)));
            }
        };
        self.label(reader, Label::Score(score), at);
    }

    fn word(&mut self, reader: &mut Reader, word: &'a str, at: u64) {
        let (_, bare) = split_number(word);
        let what = classify(bare);
        if let Word::Result(result) = what {
            self.line(reader);
            return self.end(result);
        }
        if self.end.is_some() {
            if matches!(what, Word::Move(_) | Word::Pass) && !self.says_moves_after_end {
                self.says_moves_after_end = true;
                reader.fault(
                    at,
                    format!("expected the next game after the result, found {}", shown(word)),
                );
            }
            return;
        }
        if !self.is_sound(reader) {
            return;
        }
        match what {
            Word::Mark | Word::Result(_) => {}
            Word::Symbol(label) => self.symbol(reader, label, at),
            Word::Pass => self.pass(reader, bare, at),
            Word::Move(text) => self.play(reader, text, at),
        }
    }

    /// Ends the game, unless it is a line in a variation that ends so.
    fn end(&mut self, result: GameResult) {
        if self.stack.is_empty() && self.end.is_none() {
            self.end = Some(result);
        }
    }

    fn pass(&mut self, reader: &mut Reader, text: &str, at: u64) {
        let line = self.line(reader);
        match line.board.pass() {
            Some(after) => {
                line.before = std::mem::replace(&mut line.board, after);
                self.moved(reader, at);
            }
            None => self.break_off(reader, at, format!("{} is not legal here", shown(text))),
        }
    }

    fn play(&mut self, reader: &mut Reader, text: &'a str, at: u64) {
        let language = self.language;
        let line = self.line(reader);
        let reason = match moves::find(line.board.position(), text, language) {
            Ok((m, rest)) => {
                if language.is_standard()
                    && !text.is_ascii()
                    && text.chars().any(|sign| figurine(sign).is_some())
                {
                    self.language = Language::Figurine;
                }
                let line = self.line(reader);
                line.before.clone_from(&line.board);
                line.board.play(m);
                let is_check = rest.starts_with('+') && line.board.position().is_check();
                match (glued(rest, is_check), parse_result(rest)) {
                    (Ok(label), _) => {
                        self.moved(reader, at);
                        return label.map_or((), |label| self.symbol(reader, label, at));
                    }
                    (Err(()), Some(result)) => {
                        self.moved(reader, at);
                        return self.end(result);
                    }
                    (Err(()), None) => format!("expected a move, found {}", shown(text)),
                }
            }
            Err(MoveError::NotAMove) => format!("expected a move, found {}", shown(text)),
            Err(MoveError::Ambiguous) => format!("{} fits several moves here", shown(text)),
            Err(MoveError::Illegal) => format!("{} is not legal here", shown(text)),
        };
        self.may_be_foreign |= language.is_standard() && may_be_foreign(text);
        self.break_off(reader, at, reason);
    }

    /// Counts a move that has been played.
    fn moved(&mut self, reader: &mut Reader, at: u64) {
        self.is_begun = true;
        self.n_positions += 1;
        let is_main = self.stack.is_empty();
        let line = self.line(reader);
        line.ply += 1;
        line.has_moved = true;
        if is_main && line.ply == LONG_OPENING {
            self.opening = Some(line.board.key());
        }
        if self.stack.is_empty() && reader.sources.results {
            self.label(reader, Label::Result(GameResult::Open), at);
        }
    }

    /// The hash of the position in which the opening ended: that after a long one, or the last of the
    /// main line.
    pub fn opening(&self) -> u64 {
        let main = self.stack.first().map(|(line, _)| line).or(self.line.as_ref());
        self.opening.or_else(|| main.map(|line| line.board.key())).unwrap_or_default()
    }

    fn break_off(&mut self, reader: &mut Reader, at: u64, reason: String) {
        reader.fault(at, reason);
        self.line(reader).is_sound = false;
    }
}
