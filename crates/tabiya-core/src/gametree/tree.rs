//! The games in memory, and the store they come from.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use redb::{
    Builder, Database, DatabaseError, ReadOnlyDatabase, ReadTransaction, ReadableDatabase as _,
    ReadableTable, TableDefinition, TableError,
};
use shakmaty::{Chess, Position as _};

use super::error::GameTreeError;
use super::index::Cache;
use super::mirror::legal_move;
use super::row::{ROW_BYTES, Row};
use super::sealed::{guarded, unseal};
use super::segments::{KEYS, SEGMENTS, Segment};
use super::tags;
use crate::chunks::{Facts, Step, Walk};
use crate::games::Position as _;
use crate::games::chess::{Chess as OurChess, ChessRules};

/// Says that the file is ours, and of which format.
pub(super) const META: TableDefinition<'static, &str, u32> = TableDefinition::new("tabiya games");
/// Moves, by block of `MOVES_BLOCK` slots.
pub(super) const MOVES: TableDefinition<'static, u32, &[u8]> = TableDefinition::new("moves");
/// One bit for each slot whose position stood nowhere before, by block of `FRESH_BLOCK` words.
pub(super) const FRESH: TableDefinition<'static, u32, &[u8]> = TableDefinition::new("fresh");
/// Rows of games, by block of `ROWS_BLOCK`.
pub(super) const ROWS: TableDefinition<'static, u32, &[u8]> = TableDefinition::new("rows");
/// Tags of games, by the first game of the block.
pub(super) const TAGS: TableDefinition<'static, u32, &[u8]> = TableDefinition::new("tags");
/// Games that start from another position than usual.
pub(super) const STARTS: TableDefinition<'static, u32, &[u8]> = TableDefinition::new("starts");
/// How far files have been read, in the caller's words.
pub(super) const SOURCES: TableDefinition<'static, &str, &str> = TableDefinition::new("sources");

/// What the store rounds up to a power of two of its pages is filled nearly to the brim.
pub(super) const MOVES_BLOCK: usize = 32_640;
pub(super) const ROWS_BLOCK: usize = 2_720;
pub(super) const FRESH_BLOCK: usize = 4_080;

/// Changes when old files can no longer be read.
pub(super) const FORMAT: u32 = 2;

/// The store's own cache: the moves are held by us, and the system caches files anyway.
const CACHE: usize = 64 << 20;

/// How the file is open.
pub(super) enum Handle {
    /// There is no file yet.
    Nothing,
    Reading(ReadOnlyDatabase),
    Writing(Database),
}

/// A database of games.
pub struct GameTree {
    pub(super) path: PathBuf,
    pub(super) handle: Handle,
    pub(super) moves: Vec<Step>,
    pub(super) rows: Vec<Row>,
    /// One bit for each slot whose position stood nowhere before.
    pub(super) fresh: Vec<u64>,
    pub(super) n_positions: u64,
    pub(super) starts: HashMap<u32, Chess>,
    pub(super) segments: Vec<Segment>,
    /// Where nearly all games start.
    initial: Facts,
    pub(super) cache: Cache,
}

impl GameTree {
    /// Opens a database; one that does not exist yet is empty and is made with the first games.
    ///
    /// # Errors
    /// If the file is no database of games, is damaged, or is being written by somebody else.
    pub fn open(path: &Path) -> Result<Self, GameTreeError> {
        let mut tree = Self {
            path: path.into(),
            handle: Handle::Nothing,
            moves: Vec::new(),
            rows: Vec::new(),
            fresh: Vec::new(),
            n_positions: 0,
            starts: HashMap::new(),
            segments: Vec::new(),
            initial: Facts::of(&Chess::default()),
            cache: Cache::default(),
        };
        if path.metadata().is_ok_and(|metadata| metadata.len() > 0) {
            tree.read_again()?;
        }
        Ok(tree)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// All games.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The move played in each slot.
    pub fn moves(&self) -> &[Step] {
        &self.moves
    }

    /// How many different positions there are.
    pub fn n_positions(&self) -> u64 {
        self.n_positions
    }

    /// Whether the position of a slot stood nowhere before.
    #[inline]
    pub fn is_fresh(&self, slot: u32) -> bool {
        self.fresh[slot as usize / 64] >> (slot % 64) & 1 != 0
    }

    /// The game that a slot belongs to.
    pub fn game_of(&self, slot: u32) -> u32 {
        self.rows.partition_point(|row| row.first <= slot) as u32 - 1
    }

    /// Where a game starts.
    pub fn start_of(&self, game: u32) -> Chess {
        self.starts.get(&game).cloned().unwrap_or_default()
    }

    /// A board at the start of a game, which knows how it ended.
    pub(super) fn walk(&self, game: u32) -> Walk {
        let facts = self.starts.get(&game).map_or_else(|| self.initial.clone(), Facts::of);
        Walk::new(Facts { result: self.rows[game as usize].result, ..facts })
    }

    /// What stands in a slot.
    pub fn facts_at(&self, slot: u32) -> Facts {
        let game = self.game_of(slot);
        let mut walk = self.walk(game);
        for m in &self.moves[self.rows[game as usize].first as usize..slot as usize] {
            walk.play(*m);
        }
        walk.facts().clone()
    }

    /// The position of a slot, with its clocks.
    pub fn position_at(&self, slot: u32) -> Chess {
        let game = self.game_of(slot);
        let mut position = self.start_of(game);
        for packed in &self.moves[self.rows[game as usize].first as usize..slot as usize] {
            let Some(m) = legal_move(*packed, &position) else { break };
            position.play_unchecked(m);
        }
        position
    }

    /// The slots of a position in ascending order, one for each time it stood on a board.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn slots_of(&self, position: &OurChess) -> Result<Vec<u32>, GameTreeError> {
        let mut slots = self.guarded(|| self.slots_of_key(position.key()))?;
        slots.sort_unstable();
        // Two positions of one hash would need ten million games more; but looking costs little.
        let wanted = Facts::of(position.inner()).slots;
        let is_same = |slot: &u32| self.facts_at(*slot).slots == wanted;
        Ok(if slots.first().is_some_and(is_same) { slots } else { Vec::new() })
    }

    fn slots_of_key(&self, key: u64) -> Result<Vec<u32>, GameTreeError> {
        let mut slots = Vec::new();
        let Some(transaction) = self.transaction()? else { return Ok(slots) };
        let blocks = self.reading(transaction.open_table(KEYS))?;
        for segment in &self.segments {
            let found = segment.find(&blocks, key, &mut slots);
            found.map_err(|error| self.error(error))?;
        }
        Ok(slots)
    }

    /// Hands the tags of some games, which ascend, to a function.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read_tags(
        &self,
        games: impl IntoIterator<Item = u32>,
        take: impl FnMut(u32, &[(&str, &str)]),
    ) -> Result<(), GameTreeError> {
        self.guarded(|| self.read_blocks_of_tags(games, take))
    }

    fn read_blocks_of_tags(
        &self,
        games: impl IntoIterator<Item = u32>,
        mut take: impl FnMut(u32, &[(&str, &str)]),
    ) -> Result<(), GameTreeError> {
        let Some(transaction) = self.transaction()? else { return Ok(()) };
        let table = self.reading(transaction.open_table(TAGS))?;
        let damaged = || GameTreeError::foreign(&self.path, "tags of a game are missing");
        let mut games = games.into_iter().peekable();
        while let Some(first) = games.peek().copied() {
            let mut range = table.range(..=first).map_err(|error| self.error(error))?;
            let (start, block) =
                range.next_back().ok_or_else(damaged)?.map_err(|error| self.error(error))?;
            let mut game = start.value();
            let mut rest = unseal(game.into(), block.value()).map_err(|error| self.error(error))?;
            while !rest.is_empty() {
                let (tags, after) = tags::unpack(rest).ok_or_else(damaged)?;
                rest = after;
                if games.peek() == Some(&game) {
                    take(game, &tags);
                    games.next();
                }
                game += 1;
            }
            if games.peek() == Some(&first) {
                return Err(damaged());
            }
        }
        Ok(())
    }

    /// What was noted of a source when games were added.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn source(&self, name: &str) -> Result<Option<String>, GameTreeError> {
        self.guarded(|| {
            let Some(transaction) = self.transaction()? else { return Ok(None) };
            let table = self.reading(transaction.open_table(SOURCES))?;
            let found = table.get(name).map_err(|error| self.error(error))?;
            Ok(found.map(|text| text.value().to_owned()))
        })
    }

    /// Works on the file; see [`guarded`].
    pub(super) fn guarded<T>(
        &self,
        work: impl FnOnce() -> Result<T, GameTreeError>,
    ) -> Result<T, GameTreeError> {
        guarded(&self.path, work)
    }

    pub(super) fn error(&self, error: impl Into<redb::Error>) -> GameTreeError {
        GameTreeError::of_store(&self.path, error)
    }

    pub(super) fn reading<T>(&self, table: Result<T, TableError>) -> Result<T, GameTreeError> {
        table.map_err(|error| self.error(error))
    }

    pub(super) fn transaction(&self) -> Result<Option<ReadTransaction>, GameTreeError> {
        let transaction = match &self.handle {
            Handle::Nothing => return Ok(None),
            Handle::Reading(database) => database.begin_read(),
            Handle::Writing(database) => database.begin_read(),
        };
        transaction.map(Some).map_err(|error| self.error(error))
    }

    /// Opens the file for reading and reads it.
    pub(super) fn read_again(&mut self) -> Result<(), GameTreeError> {
        self.handle = Handle::Nothing;
        let path = self.path.clone();
        guarded(&path, || self.read_file())
    }

    fn read_file(&mut self) -> Result<(), GameTreeError> {
        let opened = Builder::new().set_cache_size(CACHE).open_read_only(&self.path);
        let database = match opened {
            // Somebody was interrupted while writing; whoever opens it for writing repairs it.
            Err(DatabaseError::RepairAborted) => {
                drop(Builder::new().open(&self.path).map_err(|error| self.error(error))?);
                Builder::new().set_cache_size(CACHE).open_read_only(&self.path)
            }
            opened => opened,
        };
        self.handle = Handle::Reading(database.map_err(|error| self.error(error))?);
        self.load()
    }

    pub(super) fn open_for_writing(&mut self) -> Result<(), GameTreeError> {
        self.handle = Handle::Nothing;
        let open = || Builder::new().set_cache_size(CACHE).create(&self.path);
        let database = self.guarded(|| open().map_err(|error| self.error(error)))?;
        self.handle = Handle::Writing(database);
        Ok(())
    }

    fn load(&mut self) -> Result<(), GameTreeError> {
        let Some(transaction) = self.transaction()? else { return Ok(()) };
        let mut tables = transaction.list_tables().map_err(|error| self.error(error))?;
        if tables.next().is_none() {
            return Ok(()); // interrupted before the first commit
        }
        self.check_format(&transaction)?;
        let blocks = |table: TableDefinition<'static, u32, &'static [u8]>| -> Result<Vec<u8>, GameTreeError> {
            let table = self.reading(transaction.open_table(table))?;
            let mut bytes = Vec::new();
            for block in table.iter().map_err(|error| self.error(error))? {
                let (number, block) = block.map_err(|error| self.error(error))?;
                let block = unseal(number.value().into(), block.value());
                bytes.extend(block.map_err(|error| self.error(error))?);
            }
            Ok(bytes)
        };
        let moves = blocks(MOVES)?;
        let rows = blocks(ROWS)?;
        let fresh = blocks(FRESH)?;
        let mut starts = HashMap::new();
        let table = self.reading(transaction.open_table(STARTS))?;
        for entry in table.iter().map_err(|error| self.error(error))? {
            let (game, fen) = entry.map_err(|error| self.error(error))?;
            let fen =
                unseal(game.value().into(), fen.value()).map_err(|error| self.error(error))?;
            let start = OurChess::parse(&String::from_utf8_lossy(fen), ChessRules::default())
                .map_err(|error| GameTreeError::foreign(&self.path, error.to_string()))?;
            starts.insert(game.value(), start.inner().clone());
        }
        let mut segments = Vec::new();
        let table = self.reading(transaction.open_table(SEGMENTS))?;
        for entry in table.iter().map_err(|error| self.error(error))? {
            let (id, bytes) = entry.map_err(|error| self.error(error))?;
            let segment = Segment::read(id.value(), bytes.value());
            segments.push(segment.map_err(|error| self.error(error))?);
        }
        let packed = |pair: &[u8; 2]| Step(u16::from_le_bytes(*pair));
        self.moves = moves.as_chunks().0.iter().map(packed).collect();
        self.rows = rows.as_chunks::<ROW_BYTES>().0.iter().map(Row::read).collect();
        self.fresh = fresh.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        self.n_positions = self.fresh.iter().map(|word| u64::from(word.count_ones())).sum();
        self.starts = starts;
        self.segments = segments;
        self.cache = Cache::default();
        let n_slots = self.rows.last().map_or(0, Row::end) as usize;
        let n_entries: u64 = self.segments.iter().map(|segment| segment.n_entries).sum();
        if self.moves.len() != n_slots
            || self.fresh.len() != n_slots.div_ceil(64)
            || n_entries != n_slots as u64
        {
            return Err(GameTreeError::foreign(&self.path, "its parts do not fit each other"));
        }
        Ok(())
    }

    fn check_format(&self, transaction: &ReadTransaction) -> Result<(), GameTreeError> {
        let table = self.reading(transaction.open_table(META))?;
        let format = table.get("format").map_err(|error| self.error(error))?;
        match format.map(|format| format.value()) {
            Some(FORMAT) => Ok(()),
            Some(other) => Err(GameTreeError::version(&self.path, other)),
            None => Err(GameTreeError::foreign(&self.path, "it names no format")),
        }
    }
}
