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
mod packed;
mod reader;
mod score;
mod sections;
mod tags;
mod text;
mod text_board;
mod word;

use rayon::prelude::*;

use crate::merging::{self, Heaps, key_of};

use packed::Piece;
use reader::Reader;
use sections::{Section, split};

pub use label::{GameResult, KINDS, MATE, SYMBOLS};
pub use labelled::{LabelledColumns, Texts};
pub use language::Language;
pub use mainline::{MainLine, MainLines, read_main_lines};
pub use packed::DamagedRows;

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

/// What was found in a block of data beside its rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadingReport {
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

impl ReadingReport {
    /// Takes in what a group has found, whose games are numbered from zero; returns the number of the
    /// first of them.
    fn take(&mut self, part: Self, first: i64) -> i64 {
        let first = first + self.games;
        let place = |fault: Fault| Fault { game: fault.game + first, ..fault };
        self.faults.extend(part.faults.into_iter().map(place));
        let foreign = part.foreign.into_iter();
        self.foreign.extend(foreign.map(|(line, game, of)| (line, game + first, of)));
        self.games += part.games;
        self.positions += part.positions;
        first
    }
}

/// What was found in a block of data, its labelled positions in columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The labelled positions.
    pub columns: LabelledColumns,
    /// What else was found.
    pub found: ReadingReport,
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
/// assert_eq!(reading.columns.label_texts.list(), ["-+"]);
/// assert!(reading.columns.positions.ends_with(" b KQkq - 0 2"));
/// ```
pub fn read(data: &[u8], start: Start, sources: Sources, threads: usize, last: bool) -> Reading {
    let (parts, mut found) = read_groups(data, start, threads, last, |group| {
        let (packer, part) = Reader::read_all(group, sources);
        (LabelledColumns::of(&packer), part)
    });
    let mut columns = LabelledColumns::default();
    for (mut part, found_there) in parts {
        let first = found.take(found_there, start.game);
        part.games.iter_mut().for_each(|game| *game += first);
        columns.extend(part);
    }
    Reading { columns, found }
}

/// Reads like [`read`], but packs the rows into bytes, which [`deal_rows`] and [`unpack`] understand.
pub fn pack(
    data: &[u8],
    start: Start,
    sources: Sources,
    threads: usize,
    last: bool,
) -> (Vec<u8>, usize, ReadingReport) {
    let (parts, mut found) =
        read_groups(data, start, threads, last, |group| Reader::read_all(group, sources));
    let (mut bytes, mut n_rows) = (Vec::new(), 0);
    for (packer, found_there) in parts {
        let piece = packer.piece(found.take(found_there, start.game));
        piece.write_to(&mut bytes);
        n_rows += piece.n_rows;
    }
    (bytes, n_rows, found)
}

/// The columns of packed rows, of all or of those that are chosen.
///
/// # Errors
///
/// If the bytes are not rows as we pack them.
pub fn unpack(rows: &[u8], chosen: Option<&[bool]>) -> Result<LabelledColumns, DamagedRows> {
    let mut columns = LabelledColumns::default();
    let mut is_chosen = chosen.map(|chosen| chosen.iter().copied());
    for piece in Piece::read_all(rows)? {
        columns.append(&piece, || {
            is_chosen.as_mut().is_none_or(|chosen| chosen.next().unwrap_or_default())
        })?;
    }
    Ok(columns)
}

/// Deals packed rows into heaps for merging, the first of which has this number.
///
/// To each kind of labels belongs what tells it apart in a key, and whether its values are ordered.
/// `None` where a label has no value: what it says is then known by its text alone.
///
/// # Errors
///
/// If the bytes are not rows as we pack them.
pub fn deal_rows(
    rows: &[u8],
    first_row: u64,
    kinds: &[(u64, bool); KINDS.len()],
    n_heaps: usize,
) -> Result<Option<Vec<Vec<u8>>>, DamagedRows> {
    let pieces = Piece::read_all(rows)?;
    let mut heaps = Heaps::new(n_heaps, pieces.iter().map(|piece| piece.n_rows).sum());
    let mut number = first_row;
    for piece in pieces {
        let mut rows = piece.rows();
        while let Some(row) = rows.next()? {
            let (label, shape) = (row.record.label, &row.record.shape);
            let (value, (kind, is_ordered)) = (label.value(), kinds[label.kind() as usize]);
            if value.is_nan() {
                return Ok(None);
            }
            let key = key_of(shape.timeless().as_str().as_bytes());
            let said = value.to_bits();
            let label =
                merging::Label { said, value, count: 1, conflicts: 0, weight: 1.0, is_ordered };
            heaps.deal(&merging::Row { key: [key[0] ^ kind, key[1]], number, label });
            number += 1;
        }
    }
    Ok(Some(heaps.into_bytes()))
}

/// Has groups of sections read, on several threads; returns what came of each in their order.
fn read_groups<T: Send>(
    data: &[u8],
    start: Start,
    threads: usize,
    last: bool,
    read_group: impl Fn(&[Section<'_>]) -> T + Sync,
) -> (Vec<T>, ReadingReport) {
    let (sections, used, lines) = split(data, start.line, last);
    let groups = if threads > 1 { group(&sections) } else { vec![&sections[..]] };
    let read_group = |group: &&[Section<'_>]| read_group(group);
    let parts = match groups.len() {
        0 | 1 => groups.iter().map(read_group).collect(),
        // As many as for every other block, though not all may have something to do.
        _ => match crate::pool::pool(threads) {
            Ok(pool) => pool.install(|| groups.par_iter().map(read_group).collect()),
            Err(_) => groups.iter().map(read_group).collect(),
        },
    };
    (parts, ReadingReport { used, lines, ..ReadingReport::default() })
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
