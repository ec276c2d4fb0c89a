//! Databases of games: blocks of PGN in, columns out.

use std::path::PathBuf;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use roaring::RoaringBitmap;
use shakmaty::{EnPassantMode, fen::Fen};
use tabiya_core::games::Position as _;
use tabiya_core::games::chess::{Chess, ChessRules};
use tabiya_core::gametree::{
    BookLimits, GameTree as Core, GameTreeError, IndexedChunk, Known, N_HABITS, N_PARTS, NewGame,
    Place, Query, Similar, Voices, Weights, tag_value, uci_of,
};
use tabiya_core::pgn::{Fault, Start, read_main_lines};

use crate::chunks::Chunks;
use crate::errors::{DatabaseError, parse_position, value_error};

/// Line, game and reason of what could not be read.
type PyFault = (u64, i64, String);

/// Game, ply, mirror, score, its parts, the move here and as it was played, chunks in common and missing.
type PySimilar = (u32, u32, u8, f64, Vec<f64>, String, String, Vec<(u32, u8)>, Vec<(u32, u8)>);

/// Move, odds, number of positions and the most similar ones.
type PyVoices = (String, f64, usize, Vec<PySimilar>);

/// Games, plies and mirrors.
type PyPlaces<'py> =
    (Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u32>>, Bound<'py, PyArray1<u8>>);

/// A database of games, and the games that wait for the next commit.
#[pyclass(frozen, module = "tabiya._core")]
pub struct GameTree {
    tree: RwLock<Core>,
    pending: RwLock<Vec<NewGame>>,
}

pub fn database_error(error: GameTreeError) -> PyErr {
    DatabaseError::new_err(error.to_string())
}

/// A chess position of a FEN.
pub fn chess(fen: &str) -> PyResult<Chess> {
    Chess::parse(fen, ChessRules::default()).map_err(parse_position)
}

/// Some games, if only some are asked for.
pub fn games(among: Option<PyReadonlyArray1<'_, u32>>) -> PyResult<Option<RoaringBitmap>> {
    among.map(|games| Ok(games.as_slice()?.iter().copied().collect())).transpose()
}

impl GameTree {
    pub fn read(&self) -> RwLockReadGuard<'_, Core> {
        self.tree.read().expect("whoever held it has not panicked")
    }

    fn write(&self) -> RwLockWriteGuard<'_, Core> {
        self.tree.write().expect("whoever held it has not panicked")
    }
}

// Python's keyword arguments are many by design.
#[allow(clippy::too_many_arguments)]
#[pymethods]
impl GameTree {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let tree = py.detach(|| Core::open(&path)).map_err(database_error)?;
        Ok(Self { tree: RwLock::new(tree), pending: RwLock::default() })
    }

    #[getter]
    fn n_games(&self) -> usize {
        self.read().rows().len()
    }

    #[getter]
    fn n_positions(&self) -> u64 {
        self.read().n_positions()
    }

    /// Positions of games, repeated ones included.
    #[getter]
    fn n_slots(&self) -> usize {
        self.read().moves().len()
    }

    fn begin_writing(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.write().begin_writing()).map_err(database_error)
    }

    fn end_writing(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.write().end_writing()).map_err(database_error)
    }

    fn abandon_writing(&self, py: Python<'_>) {
        py.detach(|| {
            self.pending.write().expect("as above").clear();
            self.write().abandon_writing();
        });
    }

    /// Reads the games of a block that begins where a game begins, and keeps them for the next commit.
    /// Returns bytes, lines, games, faults, and how many positions wait.
    fn add(
        &self,
        py: Python<'_>,
        data: &Bound<'_, PyBytes>,
        first_line: u64,
        first_game: i64,
        threads: usize,
        last: bool,
    ) -> (usize, u64, i64, Vec<PyFault>, usize) {
        let data = data.as_bytes();
        py.detach(|| {
            let start = Start { line: first_line, game: first_game };
            let found = read_main_lines(data, start, threads, last, |game| NewGame::new(&game));
            let mut pending = self.pending.write().expect("whoever held it has not panicked");
            pending.extend(found.games.into_iter().flatten());
            let waiting = pending.iter().map(NewGame::n_slots).sum();
            let fault = |Fault { line, game, reason }| (line, game, reason);
            let faults = found.faults.into_iter().map(fault).collect();
            (found.used, found.lines, found.n_games, faults, waiting)
        })
    }

    /// Commits what waits; returns how many games are new and how many were there before.
    #[pyo3(signature = (source=None))]
    fn commit(&self, py: Python<'_>, source: Option<(String, String)>) -> PyResult<(usize, usize)> {
        let added = py.detach(|| {
            let pending = std::mem::take(&mut *self.pending.write().expect("as above"));
            let source = source.as_ref().map(|(name, note)| (name.as_str(), note.as_str()));
            self.write().commit(pending, source)
        });
        let added = added.map_err(database_error)?;
        Ok((added.n_added, added.n_duplicates))
    }

    fn source(&self, name: &str) -> PyResult<Option<String>> {
        self.read().source(name).map_err(database_error)
    }

    /// Values of tags of all games, each column joined by line feeds, and what rows tell.
    fn table<'py>(&self, py: Python<'py>, names: Vec<String>) -> PyResult<Bound<'py, PyDict>> {
        let tree = self.read();
        let mut columns = vec![String::new(); names.len()];
        let read = py.detach(|| {
            tree.read_tags(0..tree.rows().len() as u32, |game, tags| {
                for (column, name) in columns.iter_mut().zip(&names) {
                    if game > 0 {
                        column.push('\n');
                    }
                    column.push_str(tag_value(tags, name));
                }
            })
        });
        read.map_err(database_error)?;
        let found = PyDict::new(py);
        for (name, column) in names.iter().zip(columns) {
            found.set_item(name, column)?;
        }
        let rows = tree.rows();
        let each = |of: fn(&tabiya_core::gametree::Row) -> u32| -> Vec<u32> {
            rows.iter().map(of).collect()
        };
        found.set_item("plies", each(|row| u32::from(row.n_slots) - 1).into_pyarray(py))?;
        found.set_item("white_elo", each(|row| row.elo[0].into()).into_pyarray(py))?;
        found.set_item("black_elo", each(|row| row.elo[1].into()).into_pyarray(py))?;
        found.set_item("day", each(|row| row.date).into_pyarray(py))?;
        found.set_item("result", each(|row| row.result as u32).into_pyarray(py))?;
        Ok(found)
    }

    /// Tags of one game.
    fn tags(&self, py: Python<'_>, game: u32) -> PyResult<Vec<(String, String)>> {
        let mut found = Vec::new();
        let tree = self.read();
        let read = py.detach(|| {
            tree.read_tags([game], |_, tags| {
                found =
                    tags.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
            })
        });
        read.map_err(database_error)?;
        Ok(found)
    }

    fn pgn(&self, py: Python<'_>, games: PyReadonlyArray1<'_, u32>) -> PyResult<String> {
        let games = games.as_slice()?;
        let tree = self.read();
        let mut out = String::new();
        py.detach(|| tree.write_pgn(games, &mut out)).map_err(database_error)?;
        Ok(out)
    }

    #[pyo3(signature = (min_games, max_ply, among=None))]
    fn book<'py>(
        &self,
        py: Python<'py>,
        min_games: u32,
        max_ply: u32,
        among: Option<PyReadonlyArray1<'py, u32>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let among = games(among)?;
        let tree = self.read();
        let limits = BookLimits { min_games, max_ply };
        let bytes = py.detach(|| tree.book(limits, among.as_ref()));
        Ok(PyBytes::new(py, &bytes))
    }

    /// Games, plies and moves where a position stood.
    #[pyo3(signature = (fen, among=None))]
    fn find_position<'py>(
        &self,
        py: Python<'py>,
        fen: &str,
        among: Option<PyReadonlyArray1<'py, u32>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (position, among, tree) = (chess(fen)?, games(among)?, self.read());
        let found = py.detach(|| tree.find_position(&position, among.as_ref()));
        let found = found.map_err(database_error)?;
        let columns = PyDict::new(py);
        let each = |of: fn(&tabiya_core::gametree::Occurrence) -> u32| -> Vec<u32> {
            found.iter().map(of).collect()
        };
        columns.set_item("game", each(|place| place.game).into_pyarray(py))?;
        columns.set_item("ply", each(|place| place.ply).into_pyarray(py))?;
        let moves: Vec<_> = found.iter().map(|place| uci_of(place.played)).collect();
        columns.set_item("move", moves)?;
        Ok(columns)
    }

    /// The moves played in a position.
    #[pyo3(signature = (fen, among=None))]
    fn statistics<'py>(
        &self,
        py: Python<'py>,
        fen: &str,
        among: Option<PyReadonlyArray1<'py, u32>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (position, among, tree) = (chess(fen)?, games(among)?, self.read());
        let moves = py.detach(|| tree.statistics(&position, among.as_ref()));
        let moves = moves.map_err(database_error)?;
        let columns = PyDict::new(py);
        let texts: Vec<_> = moves.iter().map(|m| uci_of(m.played)).collect();
        columns.set_item("move", texts)?;
        let counts = [
            ("games", moves.iter().map(|m| m.n_games).collect::<Vec<_>>()),
            ("white", moves.iter().map(|m| m.n_white).collect()),
            ("draws", moves.iter().map(|m| m.n_draws).collect()),
            ("black", moves.iter().map(|m| m.n_black).collect()),
            ("day", moves.iter().map(|m| m.last_date).collect()),
        ];
        for (name, column) in counts {
            columns.set_item(name, column.into_pyarray(py))?;
        }
        let means: Vec<f64> = moves.iter().map(|m| m.mean_rating).collect();
        columns.set_item("rating", means.into_pyarray(py))?;
        let performances: Vec<f64> = moves.iter().map(|m| m.performance).collect();
        columns.set_item("performance", performances.into_pyarray(py))?;
        Ok(columns)
    }

    /// The position after so many plies of a game.
    fn fen(&self, game: u32, ply: u32) -> Option<String> {
        let tree = self.read();
        let row = tree.rows().get(game as usize).filter(|row| ply < u32::from(row.n_slots))?;
        let position = tree.position_at(row.first + ply);
        Some(Fen::from_position(&position, EnPassantMode::Legal).to_string())
    }

    /// Brings the index up to date; returns how many chunks had to be looked for.
    fn index(
        &self,
        py: Python<'_>,
        chunks: Vec<(String, Vec<u8>)>,
        classes: Vec<(String, Vec<String>)>,
    ) -> PyResult<usize> {
        let chunks: Vec<IndexedChunk> = chunks
            .into_iter()
            .map(|(hash, compiled)| IndexedChunk::new(hash, compiled).map_err(value_error))
            .collect::<PyResult<_>>()?;
        py.detach(|| self.write().index(&chunks, &classes)).map_err(database_error)
    }

    fn is_indexed(&self, chunk: &str) -> PyResult<bool> {
        self.read().is_indexed(chunk).map_err(database_error)
    }

    /// Where a chunk of the index stands; one row for each mirror.
    fn places<'py>(&self, py: Python<'py>, chunk: &str) -> PyResult<PyPlaces<'py>> {
        let tree = self.read();
        let places = py.detach(|| tree.places(chunk)).map_err(database_error)?;
        Ok(columns(py, &tree, &places))
    }

    /// Where a chunk stands, looked for without the index; mirrors are bits.
    fn scan<'py>(&self, py: Python<'py>, chunks: &Chunks, number: usize) -> PyPlaces<'py> {
        let tree = self.read();
        let places = py.detach(|| tree.scan(&chunks.programs()[number], 0));
        columns(py, &tree, &places)
    }

    #[pyo3(signature = (fen, chunks, hashes, importance, bias, weights, limit, playable, among=None, except_game=None))]
    fn similar(
        &self,
        py: Python<'_>,
        fen: &str,
        chunks: &Chunks,
        hashes: Vec<String>,
        importance: Vec<f64>,
        bias: f64,
        weights: [f64; N_PARTS],
        limit: usize,
        playable: bool,
        among: Option<PyReadonlyArray1<'_, u32>>,
        except_game: Option<u32>,
    ) -> PyResult<Vec<PySimilar>> {
        let (position, among, tree) = (chess(fen)?, games(among)?, self.read());
        let known = known(chunks, &hashes, &importance);
        let query = query(&position, known, limit, playable, among.as_ref(), except_game);
        let weights = Weights { bias, parts: weights };
        let found = py.detach(|| tree.similar(&query, &weights)).map_err(database_error)?;
        Ok(found.into_iter().map(|similar| tell(&tree, similar)).collect())
    }

    /// The moves that positions speak for: move, odds, how many positions, and the most similar ones.
    #[pyo3(signature = (fen, chunks, hashes, importance, bias, weights, limit, among=None, except_game=None))]
    fn voices(
        &self,
        py: Python<'_>,
        fen: &str,
        chunks: &Chunks,
        hashes: Vec<String>,
        importance: Vec<f64>,
        bias: f64,
        weights: [f64; N_PARTS],
        limit: usize,
        among: Option<PyReadonlyArray1<'_, u32>>,
        except_game: Option<u32>,
    ) -> PyResult<Vec<PyVoices>> {
        let (position, among, tree) = (chess(fen)?, games(among)?, self.read());
        let known = known(chunks, &hashes, &importance);
        let query = query(&position, known, limit, true, among.as_ref(), except_game);
        let weights = Weights { bias, parts: weights };
        let found = py.detach(|| tree.voices(&query, &weights)).map_err(database_error)?;
        let said = |Voices { step, odds, n_positions, best }| {
            let best = best.into_iter().map(|similar| tell(&tree, similar)).collect();
            (uci_of(step), odds, n_positions, best)
        };
        Ok(found.into_iter().map(said).collect())
    }

    #[pyo3(signature = (fen, chunks, hashes, allowed, limit, playable, among=None, except_game=None))]
    fn similar_by_mach(
        &self,
        py: Python<'_>,
        fen: &str,
        chunks: &Chunks,
        hashes: Vec<String>,
        allowed: usize,
        limit: usize,
        playable: bool,
        among: Option<PyReadonlyArray1<'_, u32>>,
        except_game: Option<u32>,
    ) -> PyResult<Vec<PySimilar>> {
        let (position, among, tree) = (chess(fen)?, games(among)?, self.read());
        let known = known(chunks, &hashes, &[]);
        let query = query(&position, known, limit, playable, among.as_ref(), except_game);
        let found = py.detach(|| tree.similar_by_mach(&query, allowed)).map_err(database_error)?;
        Ok(found.into_iter().map(|similar| tell(&tree, similar)).collect())
    }

    fn n_with_chunks(
        &self,
        py: Python<'_>,
        fen: &str,
        chunks: &Chunks,
        hashes: Vec<String>,
        allowed: usize,
    ) -> PyResult<u64> {
        let (position, tree) = (chess(fen)?, self.read());
        let query = query(&position, known(chunks, &hashes, &[]), 1, false, None, None);
        py.detach(|| tree.n_with_chunks(&query, allowed)).map_err(database_error)
    }

    fn n_with_classes(
        &self,
        py: Python<'_>,
        digests: Vec<String>,
        allowed: usize,
    ) -> PyResult<u64> {
        let tree = self.read();
        py.detach(|| tree.n_with_classes(&digests, allowed)).map_err(database_error)
    }

    #[pyo3(signature = (fen, limit, playable, among=None, except_game=None))]
    fn similar_by_overlap(
        &self,
        py: Python<'_>,
        fen: &str,
        limit: usize,
        playable: bool,
        among: Option<PyReadonlyArray1<'_, u32>>,
        except_game: Option<u32>,
    ) -> PyResult<Vec<PySimilar>> {
        let (position, among, tree) = (chess(fen)?, games(among)?, self.read());
        let query = query(&position, Vec::new(), limit, playable, among.as_ref(), except_game);
        let found = py.detach(|| tree.similar_by_overlap(&query));
        Ok(found.into_iter().map(|similar| tell(&tree, similar)).collect())
    }

    /// The legal moves, and what is to be said of each; a row for each move.
    fn habits<'py>(
        &self,
        py: Python<'py>,
        fen: &str,
    ) -> PyResult<(Vec<String>, Bound<'py, PyArray2<f64>>)> {
        let (position, tree) = (chess(fen)?, self.read());
        let habits = py.detach(|| tree.habits(position.inner()));
        let moves = habits.iter().map(|(step, _)| uci_of(*step)).collect();
        let rows: Vec<f64> = habits.into_iter().flat_map(|(_, row)| row).collect();
        let n_moves = rows.len() / N_HABITS;
        Ok((moves, rows.into_pyarray(py).reshape([n_moves, N_HABITS])?))
    }

    /// What was played where the positions of some games and plies stood: game, ply and move each.
    #[pyo3(signature = (places, among=None))]
    fn played_at(
        &self,
        py: Python<'_>,
        places: Vec<(u32, u32)>,
        among: Option<PyReadonlyArray1<'_, u32>>,
    ) -> PyResult<Vec<Vec<(u32, u32, String)>>> {
        let (among, tree) = (games(among)?, self.read());
        let found: Result<Vec<_>, _> = py.detach(|| {
            let slots = places.iter().map(|(game, ply)| tree.rows()[*game as usize].first + ply);
            slots.map(|slot| tree.played_at(slot, among.as_ref())).collect()
        });
        let tell = |found: Vec<tabiya_core::gametree::Occurrence>| {
            found.iter().map(|place| (place.game, place.ply, uci_of(place.played))).collect()
        };
        Ok(found.map_err(database_error)?.into_iter().map(tell).collect())
    }

    /// The moves of a game from a ply on, as UCI writes them.
    fn continuation(&self, game: u32, ply: u32, n_plies: usize) -> Vec<String> {
        let tree = self.read();
        let slot = tree.rows()[game as usize].first + ply;
        tree.continuation(slot, n_plies).into_iter().map(uci_of).collect()
    }
}

fn known<'a>(chunks: &'a Chunks, hashes: &'a [String], importance: &[f64]) -> Vec<Known<'a>> {
    let numbers = importance.iter().copied().chain(std::iter::repeat(f64::NAN));
    let known = |((program, hash), importance): ((&'a _, &'a String), f64)| Known {
        hash: hash.as_str(),
        program,
        importance,
    };
    chunks.programs().iter().zip(hashes).zip(numbers).map(known).collect()
}

fn query<'a>(
    position: &Chess,
    known: Vec<Known<'a>>,
    limit: usize,
    playable: bool,
    among: Option<&'a RoaringBitmap>,
    except: Option<u32>,
) -> Query<'a> {
    let query = Query { among, except, ..Query::new(position.inner(), known, limit) };
    if playable { query.playable_in(position.inner()) } else { query }
}

fn tell(tree: &Core, similar: Similar) -> PySimilar {
    let game = tree.game_of(similar.slot);
    let ply = similar.slot - tree.rows()[game as usize].first;
    let played = uci_of(tree.moves()[similar.slot as usize]);
    let Similar { mirror, score, parts, step, common, missing, .. } = similar;
    (game, ply, mirror, score, parts, uci_of(step), played, common, missing)
}

fn columns<'py>(py: Python<'py>, tree: &Core, places: &[Place]) -> PyPlaces<'py> {
    let mut game = 0;
    let (mut games, mut plies) = (Vec::new(), Vec::new());
    for place in places {
        while place.slot >= tree.rows()[game].end() {
            game += 1;
        }
        games.push(game as u32);
        plies.push(place.slot - tree.rows()[game].first);
    }
    let mirrors: Vec<u8> = places.iter().map(|place| place.mirrors).collect();
    (games.into_pyarray(py), plies.into_pyarray(py), mirrors.into_pyarray(py))
}
