//! Games are added in commits: each is kept whole or not at all, whatever happens.

use std::collections::HashSet;

use redb::{Table, WriteTransaction};
use shakmaty::{EnPassantMode, fen::Fen};

use super::error::GameTreeError;
use super::row::Row;
use super::sealed::{guarded, seal};
use super::segments::{self, KEYS, SEGMENTS};
use super::tags;
use super::tree::{
    FORMAT, FRESH, FRESH_BLOCK, GameTree, Handle, META, MOVES, MOVES_BLOCK, ROWS, ROWS_BLOCK,
    SOURCES, STARTS, TAGS,
};
use crate::chunks::Step;
use crate::games::Position as _;
use crate::games::chess::{Chess as OurChess, ChessRules};
use crate::pgn::MainLine;

/// Tags are written in blocks of at most so many bytes, unless one game has more.
const TAGS_BLOCK: usize = 65_200;

/// A game made ready for the store.
#[derive(Clone, Debug)]
pub struct NewGame {
    row: Row,
    start: Option<String>,
    tags: Vec<u8>,
    moves: Vec<Step>,
    /// The hashes of its positions.
    keys: Vec<u64>,
}

/// What became of games that were added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Added {
    /// Games that are new.
    pub n_added: usize,
    /// Games that were there before.
    pub n_duplicates: usize,
}

impl NewGame {
    /// Makes a game ready; `None` if it has more moves than any real one.
    pub fn new(game: &MainLine) -> Option<Self> {
        let n_slots = u16::try_from(game.moves.len() + 1).ok()?;
        let mut position = OurChess::of(game.start.clone());
        let start_key = position.key();
        let mut keys = Vec::with_capacity(game.moves.len() + 1);
        let mut moves = Vec::with_capacity(game.moves.len() + 1);
        for m in &game.moves {
            keys.push(position.key());
            moves.push(Step::of(*m));
            position.play(*m);
        }
        keys.push(position.key());
        moves.push(Step(0));
        let start = (!game.is_from_initial)
            .then(|| Fen::from_position(&game.start, EnPassantMode::Legal).to_string());
        let mut packed = Vec::new();
        tags::pack(&game.tags, &mut packed);
        let rating = |name| tags::rating(tags::value(&game.tags, name));
        let row = Row {
            first: 0,
            n_slots,
            result: game.result,
            has_start: start.is_some(),
            elo: [rating("WhiteElo"), rating("BlackElo")],
            date: tags::date(tags::value(&game.tags, "Date")),
            fingerprint: tags::fingerprint(game, &moves, start_key),
        };
        Some(Self { row, start, tags: packed, moves, keys })
    }

    /// How many positions it has.
    pub fn n_slots(&self) -> usize {
        self.keys.len()
    }
}

impl GameTree {
    /// Makes the file one's own for a number of commits; [`Self::end_writing`] gives it back.
    ///
    /// # Errors
    /// If somebody else has it open, or it is no database of games.
    pub fn begin_writing(&mut self) -> Result<(), GameTreeError> {
        if matches!(self.handle, Handle::Writing(_)) {
            return Err(GameTreeError::in_use(&self.path));
        }
        self.open_for_writing()?;
        if self.rows.is_empty() {
            self.commit(Vec::new(), None)?; // makes the tables
        }
        Ok(())
    }

    /// Looks for the chunks of the index in the new games, makes the file small and gives it back.
    ///
    /// # Errors
    /// If the disk refuses.
    pub fn end_writing(&mut self) -> Result<(), GameTreeError> {
        self.catch_up()?;
        if let Handle::Writing(database) = &mut self.handle {
            let compact =
                || database.compact().map_err(|error| GameTreeError::of_store(&self.path, error));
            guarded(&self.path, compact)?;
        }
        self.read_again()
    }

    /// Gives the file back as it was last committed.
    pub fn abandon_writing(&mut self) {
        // What cannot be read now is told by whoever asks next.
        let _ = self.read_again();
    }

    /// Commits games, and a note of how far their source has been read.
    ///
    /// # Errors
    /// If the disk refuses; the games committed before are safe.
    pub fn commit(
        &mut self,
        games: Vec<NewGame>,
        source: Option<(&str, &str)>,
    ) -> Result<Added, GameTreeError> {
        let n_all = games.len();
        let games = self.without_duplicates(games);
        let n_slots: usize = games.iter().map(NewGame::n_slots).sum();
        if u32::try_from(self.moves.len() + n_slots).is_err() {
            return Err(GameTreeError::too_large(&self.path));
        }
        let added = Added { n_added: games.len(), n_duplicates: n_all - games.len() };
        let change = self.change(games);
        let Handle::Writing(database) = &self.handle else {
            return Err(GameTreeError::system(&self.path, "it was not opened for writing"));
        };
        let write = || -> Result<_, redb::Error> {
            let mut transaction = database.begin_write()?;
            transaction.set_quick_repair(true);
            let done = self.write(&transaction, change, source)?;
            transaction.commit()?;
            Ok(done)
        };
        let written = self.guarded(|| write().map_err(|error| self.error(error)));
        let (change, segments) = written?;
        self.take(change, segments);
        Ok(added)
    }

    fn without_duplicates(&self, games: Vec<NewGame>) -> Vec<NewGame> {
        let mut seen: HashSet<u64> = self.rows.iter().map(|row| row.fingerprint).collect();
        games.into_iter().filter(|game| seen.insert(game.row.fingerprint)).collect()
    }

    /// What will have to be written.
    fn change(&self, games: Vec<NewGame>) -> Change {
        let mut change = Change {
            first_slot: self.moves.len(),
            first_game: self.rows.len(),
            ..Change::default()
        };
        for (game, number) in games.into_iter().zip(self.rows.len() as u32..) {
            let first = (change.first_slot + change.moves.len()) as u32;
            change.rows.push(Row { first, ..game.row });
            change.entries.extend(game.keys.into_iter().zip(first..));
            change.moves.extend(game.moves);
            change.tags.push(game.tags);
            change.starts.extend(game.start.map(|fen| (number, fen)));
        }
        change.entries.sort_unstable();
        change
    }

    fn write(
        &self,
        transaction: &WriteTransaction,
        mut change: Change,
        source: Option<(&str, &str)>,
    ) -> Result<(Change, Vec<segments::Segment>), redb::Error> {
        transaction.open_table(META)?.insert("format", FORMAT)?;
        let mut sources = transaction.open_table(SOURCES)?;
        if let Some((name, note)) = source {
            sources.insert(name, note)?;
        }
        let mut keys = transaction.open_table(KEYS)?;
        let mut table = transaction.open_table(SEGMENTS)?;
        let mut seen = vec![false; change.entries.len()];
        for segment in &self.segments {
            segment.mark(&keys, &change.entries, &mut seen)?;
        }
        change.set_fresh(&self.fresh, &seen);
        let segments = if change.entries.is_empty() {
            self.segments.clone()
        } else {
            segments::add(&mut keys, &mut table, self.segments.clone(), &change.entries)?
        };
        let old = |slot: usize| self.moves[slot].0.to_le_bytes();
        let moves = change.moves.iter().map(|m| m.0.to_le_bytes());
        append(&mut transaction.open_table(MOVES)?, MOVES_BLOCK, change.first_slot, old, moves)?;
        let old = |game: usize| row_bytes(&self.rows[game]);
        let rows = change.rows.iter().map(row_bytes);
        append(&mut transaction.open_table(ROWS)?, ROWS_BLOCK, change.first_game, old, rows)?;
        let old = |word: usize| self.fresh[word].to_le_bytes();
        let fresh = change.fresh.iter().map(|word| word.to_le_bytes());
        append(
            &mut transaction.open_table(FRESH)?,
            FRESH_BLOCK,
            change.first_slot / 64,
            old,
            fresh,
        )?;
        let mut starts = transaction.open_table(STARTS)?;
        for (game, fen) in &change.starts {
            starts.insert(game, &seal((*game).into(), fen.clone().into_bytes())[..])?;
        }
        write_tags(&mut transaction.open_table(TAGS)?, change.first_game, &change.tags)?;
        Ok((change, segments))
    }

    /// Takes over what has been committed.
    fn take(&mut self, change: Change, segments: Vec<segments::Segment>) {
        self.fresh.truncate(change.first_slot / 64);
        self.fresh.extend(change.fresh);
        self.n_positions += change.n_fresh;
        self.moves.extend(change.moves);
        self.rows.extend(change.rows);
        for (game, fen) in change.starts {
            if let Ok(start) = OurChess::parse(&fen, ChessRules::default()) {
                self.starts.insert(game, start.inner().clone());
            }
        }
        self.segments = segments;
    }
}

#[derive(Default)]
struct Change {
    first_slot: usize,
    first_game: usize,
    rows: Vec<Row>,
    moves: Vec<Step>,
    tags: Vec<Vec<u8>>,
    starts: Vec<(u32, String)>,
    /// Hashes and slots, sorted.
    entries: Vec<(u64, u32)>,
    /// From the word that holds the first new slot on.
    fresh: Vec<u64>,
    n_fresh: u64,
}

impl Change {
    /// Marks the slots whose position stands neither in the store nor earlier here.
    fn set_fresh(&mut self, old: &[u64], seen: &[bool]) {
        let first_word = self.first_slot / 64;
        let n_words = (self.first_slot + self.moves.len()).div_ceil(64) - first_word;
        self.fresh = vec![0; n_words];
        if let (Some(word), Some(old)) = (self.fresh.first_mut(), old.get(first_word)) {
            *word = *old;
        }
        let mut last = None;
        for ((key, slot), seen) in self.entries.iter().zip(seen) {
            if !seen && last != Some(*key) {
                self.fresh[*slot as usize / 64 - first_word] |= 1 << (slot % 64);
                self.n_fresh += 1;
            }
            last = Some(*key);
        }
    }
}

fn row_bytes(row: &Row) -> [u8; super::row::ROW_BYTES] {
    let mut bytes = Vec::with_capacity(super::row::ROW_BYTES);
    row.write(&mut bytes);
    bytes.try_into().expect("a row has its size")
}

/// Appends items of fixed size to a table of blocks; the last block is written again.
fn append<const N: usize>(
    table: &mut Table<'_, u32, &'static [u8]>,
    block_items: usize,
    first: usize,
    old: impl Fn(usize) -> [u8; N],
    new: impl ExactSizeIterator<Item = [u8; N]>,
) -> Result<(), redb::Error> {
    if new.len() == 0 {
        return Ok(());
    }
    let mut number = first / block_items;
    let mut block: Vec<u8> = (number * block_items..first).flat_map(old).collect();
    for item in new {
        block.extend(item);
        if block.len() == block_items * N {
            table.insert(number as u32, &seal(number as u64, std::mem::take(&mut block))[..])?;
            number += 1;
        }
    }
    if !block.is_empty() {
        table.insert(number as u32, &seal(number as u64, block)[..])?;
    }
    Ok(())
}

fn write_tags(
    table: &mut Table<'_, u32, &'static [u8]>,
    first_game: usize,
    tags: &[Vec<u8>],
) -> Result<(), redb::Error> {
    let mut block: Vec<u8> = Vec::new();
    let mut first = first_game;
    for (index, tags) in tags.iter().enumerate() {
        if !block.is_empty() && block.len() + tags.len() > TAGS_BLOCK {
            table.insert(first as u32, &seal(first as u64, std::mem::take(&mut block))[..])?;
            first = first_game + index;
        }
        block.extend(tags);
    }
    if !block.is_empty() {
        table.insert(first as u32, &seal(first as u64, block)[..])?;
    }
    Ok(())
}
