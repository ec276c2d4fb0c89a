//! Whole games, their main lines alone: what a database of games keeps.
//!
//! A game with a fault is left out as a whole and told with its line: what a database says of a
//! position must have been played.

use shakmaty::{Chess, Move, Position as _};

use super::label::{GameResult, parse_result};
use super::language::Language;
use super::moves::{self, MoveError};
use super::sections::Section;
use super::tags::Tags;
use super::text::{Token, Tokens, decode};
use super::word::{Word, classify, glued, split_number};
use super::{Fault, ReadingReport, Start, read_groups, shown};

/// A game without its variations and comments.
#[derive(Clone, Debug)]
pub struct MainLine {
    /// The line of its first tag or move.
    pub line: u64,
    /// All tags in their order, escapes undone.
    pub tags: Vec<(String, String)>,
    /// Where it starts.
    pub start: Chess,
    /// Whether it starts from the usual position.
    pub is_from_initial: bool,
    /// Its moves.
    pub moves: Vec<Move>,
    /// How it ended; open if tag and text contradict each other.
    pub result: GameResult,
}

/// What was found in a block of data.
#[derive(Debug)]
pub struct MainLines<T> {
    /// The games, made into something by the caller.
    pub games: Vec<T>,
    /// The games that are left out, and why.
    pub faults: Vec<Fault>,
    /// Bytes that were read; the rest belongs to a game that may go on.
    pub used: usize,
    /// Lines in these bytes.
    pub lines: u64,
    /// Games begun, broken ones included.
    pub n_games: i64,
}

/// Reads the games of a block that begins where a game begins, and hands each to `make`.
///
/// Blocks work as in [`super::read`]; what is found does not depend on the number of threads.
pub fn read_main_lines<T: Send>(
    data: &[u8],
    start: Start,
    threads: usize,
    last: bool,
    make: impl Fn(MainLine) -> T + Sync,
) -> MainLines<T> {
    let (parts, ReadingReport { used, lines, .. }) =
        read_groups(data, start, threads, last, |group| {
            let games = group.iter().flat_map(read_section);
            games.map(|game| game.map(&make)).collect::<Vec<Result<T, (u64, String)>>>()
        });
    let mut found = MainLines { games: Vec::new(), faults: Vec::new(), used, lines, n_games: 0 };
    for game in parts.into_iter().flatten() {
        match game {
            Ok(game) => found.games.push(game),
            Err((line, reason)) => {
                found.faults.push(Fault { line, game: start.game + found.n_games, reason });
            }
        }
        found.n_games += 1;
    }
    found
}

fn read_section(section: &Section<'_>) -> Vec<Result<MainLine, (u64, String)>> {
    let text = decode(section.bytes);
    let mut tokens = Tokens::new(&text, section.line);
    let mut games = Vec::new();
    let mut game = Walk::default();
    while let Some((token, line)) = tokens.next() {
        if game.is_over_before(token) {
            games.extend(std::mem::take(&mut game).finish());
        }
        game.take(token, line);
    }
    games.extend(game.finish());
    games
}

/// A game that is being read.
#[derive(Default)]
struct Walk<'a> {
    tags: Tags<'a>,
    all_tags: Vec<(&'a str, &'a str)>,
    first_line: Option<u64>,
    /// Where the game stands, once moves have begun.
    board: Option<Chess>,
    start: Chess,
    moves: Vec<Move>,
    depth: usize,
    end: Option<GameResult>,
    fault: Option<(u64, String)>,
}

impl<'a> Walk<'a> {
    /// Whether a token can only belong to the next game.
    fn is_over_before(&self, token: Token<'_>) -> bool {
        match token {
            Token::Tag(..) => self.board.is_some() || self.end.is_some(),
            Token::Word(word) => self.end.is_some() && split_number(word).0 == Some(1),
            _ => false,
        }
    }

    fn take(&mut self, token: Token<'a>, line: u64) {
        match token {
            Token::Tag(name, value) => {
                self.first_line.get_or_insert(line);
                self.tags.set(name, value, line);
                self.all_tags.push((name, value.trim()));
            }
            Token::BadTag(text) => {
                self.broken(line, format!("expected [Name \"value\"], found {}", shown(text)));
            }
            Token::Comment(_, false) => self
                .broken(line, "expected the end of this comment, found the end of the game".into()),
            Token::Open => self.depth += 1,
            Token::Close => match self.depth.checked_sub(1) {
                Some(depth) => self.depth = depth,
                None => {
                    self.broken(line, "expected a variation to end here, found none open".into());
                }
            },
            Token::Word(word) if self.depth == 0 => self.word(word, line),
            Token::Comment(..) | Token::Nag(_) | Token::Word(_) => {}
        }
    }

    fn broken(&mut self, line: u64, reason: String) {
        self.first_line.get_or_insert(line);
        self.fault.get_or_insert((line, reason));
    }

    fn word(&mut self, word: &'a str, line: u64) {
        let (_, bare) = split_number(word);
        match classify(bare) {
            Word::Result(result) => {
                self.first_line.get_or_insert(line);
                self.end.get_or_insert(result);
            }
            Word::Mark | Word::Symbol(_) => {}
            Word::Pass | Word::Move(_) if self.end.is_some() => {
                let reason =
                    format!("expected the next game after the result, found {}", shown(word));
                self.broken(line, reason);
            }
            Word::Pass => self.broken(line, format!("{} is no move of a game", shown(bare))),
            Word::Move(text) => self.play(text, line),
        }
    }

    fn play(&mut self, text: &str, line: u64) {
        self.first_line.get_or_insert(line);
        if self.fault.is_some() {
            return;
        }
        if self.board.is_none() {
            match self.tags.start() {
                Ok(start) => {
                    self.start = start.clone();
                    self.board = Some(start);
                }
                Err((line, reason)) => return self.broken(line, reason),
            }
        }
        let Some(board) = &mut self.board else { return };
        match moves::find(board, text, Language::English) {
            Ok((m, rest)) => {
                board.play_unchecked(m);
                self.moves.push(m);
                let is_check = rest.starts_with('+') && board.is_check();
                if glued(rest, is_check).is_err() {
                    match parse_result(rest) {
                        Some(result) => {
                            self.end.get_or_insert(result);
                        }
                        None => {
                            self.broken(line, format!("expected a move, found {}", shown(text)));
                        }
                    }
                }
            }
            Err(MoveError::NotAMove) => {
                self.broken(line, format!("expected a move, found {}", shown(text)));
            }
            Err(MoveError::Ambiguous) => {
                self.broken(line, format!("{} fits several moves here", shown(text)));
            }
            Err(MoveError::Illegal) => {
                self.broken(line, format!("{} is not legal here", shown(text)));
            }
        }
    }

    /// The game, or what is wrong with it and where; nothing if there was none.
    fn finish(mut self) -> Option<Result<MainLine, (u64, String)>> {
        let line = self.first_line?;
        if self.fault.is_none() && self.depth > 0 {
            self.broken(line, "expected the end of a variation, found the end of the game".into());
        }
        if self.fault.is_none() && self.moves.is_empty() {
            self.broken(line, "expected moves, found none".into());
        }
        if let Some(fault) = self.fault {
            return Some(Err(fault));
        }
        let result = match (self.tags.result(), self.end.unwrap_or_default()) {
            (GameResult::Open, end) => end,
            (tag, end) if end == tag || end == GameResult::Open => tag,
            _ => GameResult::Open,
        };
        let unescape = |value: &str| value.replace("\\\"", "\"").replace("\\\\", "\\");
        let tags =
            self.all_tags.iter().map(|(name, value)| ((*name).into(), unescape(value))).collect();
        let is_from_initial = self.start == Chess::default();
        let Self { start, moves, .. } = self;
        Some(Ok(MainLine { line, tags, start, is_from_initial, moves, result }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> MainLines<(u64, usize, GameResult)> {
        let start = Start { line: 1, game: 1 };
        let make = |game: MainLine| (game.line, game.moves.len(), game.result);
        read_main_lines(text.as_bytes(), start, 1, true, make)
    }

    #[test]
    fn variations_and_comments_are_left_aside() {
        let found =
            read("[White \"a\"]\n\n1. e4 {c} (1. d4 d5 (1... Nf6)) e5! $1 2. Nf3+- Nc6 1-0\n");
        assert_eq!(found.games, [(1, 4, GameResult::White)]);
        assert!(found.faults.is_empty());
    }

    #[test]
    fn broken_games_are_told_and_left_out() {
        let cases = [
            ("1. e4 e5 2. Ke3 *", "Ke3 is not legal here"),
            ("1. e4 hello *", "expected a move, found hello"),
            ("1. e4 e5 2. -- Nf6 *", "-- is no move of a game"),
            ("1. e4 (1. d4 *", "expected the end of a variation"),
            ("1. e4 e5) *", "expected a variation to end here"),
            ("[White \"a\"]\n\n1-0", "expected moves, found none"),
            ("[FEN \"8/8\"]\n\n1. e4 *", "chess position, board"),
            ("1. e4 * e5", "expected the next game after the result"),
        ];
        for (text, reason) in cases {
            let found = read(&format!("1. d4 *\n\n{text}\n\n[Event \"next\"]\n\n1. c4 *\n"));
            assert_eq!(found.games.len(), 2, "{text}");
            assert_eq!(found.faults.len(), 1, "{text}");
            assert!(found.faults[0].reason.contains(reason), "{:?}", found.faults);
            assert_eq!(found.faults[0].game, 2);
            assert!(found.faults[0].line >= 3);
        }
    }

    #[test]
    fn results_that_contradict_each_other_are_open() {
        assert_eq!(read("[Result \"1-0\"]\n\n1. e4 0-1").games[0].2, GameResult::Open);
        assert_eq!(read("[Result \"1-0\"]\n\n1. e4 *").games[0].2, GameResult::White);
    }
}
