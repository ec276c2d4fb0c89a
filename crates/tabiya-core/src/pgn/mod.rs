//! Labelled positions from chess games in PGN.
//!
//! Annotators speak of the position after the move that they annotate. So a symbol, as a NAG, as text
//! or in a comment, and a score in a comment label the position that the last move has led to, in the
//! main line and in variations; before the first move they label the start. The result of a game
//! labels every position of its main line.
//!
//! What cannot be read is told with its line, and costs as little as possible: what stood before it is
//! kept, and a fault in a variation ends that variation only. What stands behind a word that is no
//! legal move is not known to belong to any position, so nothing of it is kept. Games whose pieces have
//! the letters of another language are read in that language if all of their moves agree with it.
//!
//! Read on with [`read`], then `reader.rs` and `game.rs`.

mod comment;
mod game;
mod label;
mod labelled;
mod language;
mod mainline;
mod moves;
mod reader;
mod score;
mod sections;
mod tags;
mod text;
mod text_board;
mod word;

use rayon::prelude::*;

use reader::Reader;
use sections::{Section, split};

pub use label::{GameResult, KINDS, MATE, SYMBOLS};
pub use labelled::LabelledColumns;
pub use language::Language;
pub use mainline::{MainLine, MainLines, read_main_lines};

/// Sections are handed to threads in groups of so many bytes.
const GROUP: usize = 1 << 17;

/// Which labels to look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sources {
    /// Symbols, "unclear" and "compensation" included.
    pub symbols: bool,
    /// Scores in comments.
    pub scores: bool,
    /// Results of games.
    pub results: bool,
}

impl Sources {
    /// The names of the sources.
    pub const NAMES: [&str; 3] = ["symbol", "score", "result"];

    /// The sources of these names; fails with the first name that is none.
    ///
    /// # Errors
    /// If a name is not in [`Self::NAMES`].
    pub fn of_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let mut sources = Self { symbols: false, scores: false, results: false };
        for name in names {
            match name {
                "symbol" => sources.symbols = true,
                "score" => sources.scores = true,
                "result" => sources.results = true,
                _ => {
                    let known = Self::NAMES.join(", ");
                    return Err(format!("sources: expected some of {known}, found {name:?}"));
                }
            }
        }
        Ok(sources)
    }
}

/// Where data begins in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The number of its first line.
    pub line: u64,
    /// The number of its first game.
    pub game: i64,
}

/// Something that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where it is.
    pub line: u64,
    /// In which game.
    pub game: i64,
    /// What is wrong.
    pub reason: String,
}

/// What was found in a block of data.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The labelled positions.
    pub columns: LabelledColumns,
    /// What could not be read.
    pub faults: Vec<Fault>,
    /// Games whose pieces have letters of another language: line, game and the language.
    pub foreign: Vec<(u64, i64, Language)>,
    /// Bytes that were read; the rest belongs to a game that may go on.
    pub used: usize,
    /// Lines in these bytes.
    pub lines: u64,
    /// Games begun.
    pub games: i64,
    /// Positions reached, the start of each game included.
    pub positions: u64,
}

/// Reads the games of a block of data, which must begin where a game begins.
///
/// Unless it is the `last` block of its file, its last game may go on in the next one: it is left, and
/// `used` tells where the next block has to begin. What is found does not depend on the blocks nor on
/// the number of threads.
///
/// ```
/// use tabiya_core::pgn::{Sources, Start, read};
///
/// let sources = Sources::of_names(["symbol"]).unwrap();
/// let start = Start { line: 1, game: 1 };
/// let reading = read(b"1. f3 e5 2. g4 $2 $19 Qh4# 0-1", start, sources, 1, true);
/// assert_eq!(reading.columns.labels, "-+");
/// assert!(reading.columns.positions.ends_with(" b KQkq - 0 2"));
/// ```
pub fn read(data: &[u8], start: Start, sources: Sources, threads: usize, last: bool) -> Reading {
    let (sections, used, lines) = split(data, start.line, last);
    let groups = if threads > 1 { group(&sections) } else { vec![&sections[..]] };
    let read_group = |group: &&[Section<'_>]| Reader::read_all(group, sources);
    let parts: Vec<Reading> = match threads.min(groups.len()) {
        0 | 1 => groups.iter().map(read_group).collect(),
        threads => match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| groups.par_iter().map(read_group).collect()),
            Err(_) => groups.iter().map(read_group).collect(),
        },
    };
    let mut reading = Reading { used, lines, ..Reading::default() };
    for part in parts {
        let first_game = start.game + reading.games;
        reading.columns.append(part.columns, first_game);
        let place = |fault: Fault| Fault { game: fault.game + first_game, ..fault };
        reading.faults.extend(part.faults.into_iter().map(place));
        let foreign = part.foreign.into_iter();
        reading.foreign.extend(foreign.map(|(line, game, of)| (line, game + first_game, of)));
        reading.games += part.games;
        reading.positions += part.positions;
    }
    reading
}

/// Groups sections so that a thread has something to do and the work is spread evenly.
fn group<'a, 'b>(sections: &'b [Section<'a>]) -> Vec<&'b [Section<'a>]> {
    let mut groups = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for (index, section) in sections.iter().enumerate() {
        bytes += section.bytes.len();
        if bytes >= GROUP {
            groups.push(&sections[start..=index]);
            (start, bytes) = (index + 1, 0);
        }
    }
    if start < sections.len() {
        groups.push(&sections[start..]);
    }
    groups
}

/// Words in messages are cut to so many letters.
const MAX_SHOWN: usize = 40;

/// A word for a message: quoted if it is odd, and not too long.
fn shown(text: &str) -> String {
    let mut short: String = text.chars().take(MAX_SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    if short.chars().all(|letter| letter.is_ascii_graphic()) { short } else { format!("{short:?}") }
}
