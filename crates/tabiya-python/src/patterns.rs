//! Patterns: what they cover, their weights, and the kernels that fit them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use tabiya_core::by_name::AnyRoot;
use tabiya_core::endgame::{self, Goal};
use tabiya_core::eval::patterns::{self as core, PatternGame, held_slots, write_row};
use tabiya_core::games::othello::{Othello, replay, wander};
use tabiya_core::games::{Line, Position as _, Side};
use tabiya_core::learn::{OneHotRows, Target, least_squares};
use tabiya_core::pool::pool;
use tabiya_core::search::Limits;

use crate::errors::value_error;
use crate::player::{Player, centipawns};
use crate::threads::on_all_threads;
use crate::waiting::wait_for;

/// Name, squares, first weight, number of weights, number of places.
type PyTable = (&'static str, Vec<u8>, u32, u32, usize);
/// Tables, the table of each feature, the weights that hold values, number of stages.
type PyLayout = (Vec<PyTable>, Vec<usize>, Vec<u32>, usize);
/// Discs of the side to move and of the other one.
type Discs<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<u64>>);

/// Positions, whether Black moves, the game of each, and what is wrong with which game.
type Replayed<'py> =
    (Discs<'py>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<u32>>, Vec<(usize, String)>);

/// Weights of patterns, ready to be played with.
#[pyclass(frozen, module = "tabiya._core")]
pub struct PatternModel(pub Arc<core::PatternModel>);

#[pymethods]
impl PatternModel {
    #[new]
    fn new(game: &str, stages: Vec<u32>, weights: PyReadonlyArray2<'_, i16>) -> PyResult<Self> {
        only_othello(game)?;
        let held = weights.as_slice()?;
        let model = core::PatternModel::new::<Othello>(&stages, held).map_err(value_error)?;
        Ok(Self(Arc::new(model)))
    }
}

fn only_othello(game: &str) -> PyResult<()> {
    if game == Othello::NAME {
        return Ok(());
    }
    Err(value_error(core::PatternError::Game(game.into())))
}

/// The tables of a game's patterns, the table of each feature, the weights that hold values, and
/// the number of stages.
#[pyfunction]
pub fn pattern_layout(game: &str) -> PyResult<PyLayout> {
    only_othello(game)?;
    let layout = Othello::layout();
    let table = |t: &core::Table| (t.name, t.squares.clone(), t.start, t.size, t.n_places);
    let tables = layout.tables().iter().map(table).collect();
    Ok((tables, layout.feature_tables().collect(), held_slots(layout), Othello::N_STAGES))
}

fn position(own: u64, opponent: u64) -> PyResult<Othello> {
    Othello::from_discs(own, opponent, Side::First)
        .ok_or_else(|| value_error("positions: expected one disc on a square, found two"))
}

fn positions(
    own: &PyReadonlyArray1<'_, u64>,
    opponent: &PyReadonlyArray1<'_, u64>,
) -> PyResult<Vec<Othello>> {
    let (own, opponent) = (own.as_slice()?, opponent.as_slice()?);
    own.iter().zip(opponent).map(|(&own, &opponent)| position(own, opponent)).collect()
}

/// The features of positions as indices of weights, a row for each.
#[pyfunction]
pub fn pattern_rows<'py>(
    py: Python<'py>,
    own: PyReadonlyArray1<'_, u64>,
    opponent: PyReadonlyArray1<'_, u64>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let positions = positions(&own, &opponent)?;
    let width = Othello::layout().n_features();
    let rows = on_all_threads(py, || {
        let mut rows = vec![0; positions.len() * width];
        rows.par_chunks_exact_mut(width)
            .zip(&positions)
            .for_each(|(row, position)| write_row(position, row));
        rows
    })?;
    rows.into_pyarray(py).reshape([positions.len(), width])
}

/// Weights that fit values by regularised least squares.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // one keyword argument each, as in Python
pub fn fit_rows<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray2<'_, u32>,
    values: PyReadonlyArray1<'_, f32>,
    importance: PyReadonlyArray1<'_, f32>,
    prior: PyReadonlyArray1<'_, f32>,
    penalty: f32,
    steps: usize,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let width = rows.as_array().ncols();
    let prior = prior.as_slice()?;
    let rows = OneHotRows { columns: rows.as_slice()?, width, n_columns: prior.len() };
    let (values, importance) = (values.as_slice()?, importance.as_slice()?);
    let target = Target { values, importance, prior, penalty, steps };
    let pool = pool(threads).map_err(value_error)?;
    let weights = py.detach(|| pool.install(|| least_squares(rows, &target)));
    Ok(weights.into_pyarray(py))
}

/// What weights make of rows.
#[pyfunction]
pub fn sum_rows<'py>(
    py: Python<'py>,
    rows: PyReadonlyArray2<'_, u32>,
    weights: PyReadonlyArray1<'_, f32>,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let (width, weights) = (rows.as_array().ncols(), weights.as_slice()?);
    let rows = OneHotRows { columns: rows.as_slice()?, width, n_columns: weights.len() };
    Ok(on_all_threads(py, || rows.product(weights))?.into_pyarray(py))
}

/// The positions of games, with the game and the number of each, and what is wrong with games.
#[pyfunction]
pub fn replay_squares(py: Python<'_>, games: Vec<Vec<u8>>) -> Replayed<'_> {
    let (mut own, mut opponent, mut blacks, mut ids) = (vec![], vec![], vec![], vec![]);
    let mut faults = Vec::new();
    for (id, squares) in games.iter().enumerate() {
        match replay(squares) {
            Ok(steps) => {
                for step in &steps {
                    own.push(step.own());
                    opponent.push(step.opponent());
                    blacks.push(u8::from(step.turn() == Side::First));
                    ids.push(id as u32);
                }
            }
            Err(error) => faults.push((id, error.to_string())),
        }
    }
    let discs = (own.into_pyarray(py), opponent.into_pyarray(py));
    (discs, blacks.into_pyarray(py), ids.into_pyarray(py), faults)
}

/// Positions some random moves away from these; those whose game ends before are all empty.
#[pyfunction]
pub fn wander_from<'py>(
    py: Python<'py>,
    own: PyReadonlyArray1<'_, u64>,
    opponent: PyReadonlyArray1<'_, u64>,
    moves: PyReadonlyArray1<'_, u32>,
    seed: u64,
) -> PyResult<Discs<'py>> {
    let positions = positions(&own, &opponent)?;
    let moves = moves.as_slice()?;
    let (mut owns, mut opponents) = (Vec::new(), Vec::new());
    for (index, (position, &n)) in positions.iter().zip(moves).enumerate() {
        let found = wander(*position, n as usize, seed.wrapping_add(index as u64 * 0x9e37_79b9));
        owns.push(found.map_or(0, |p| p.own()));
        opponents.push(found.map_or(0, |p| p.opponent()));
    }
    Ok((owns.into_pyarray(py), opponents.into_pyarray(py)))
}

/// The scores that searches to a depth give many positions, in centipawns, of the side to move.
/// Every stretch of positions has a player of its own, so that threads do not change a score.
#[pyfunction]
pub fn search_scores<'py>(
    py: Python<'py>,
    player: &Player,
    own: PyReadonlyArray1<'_, u64>,
    opponent: PyReadonlyArray1<'_, u64>,
    depth: u32,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let positions = positions(&own, &opponent)?;
    let pool = pool(threads).map_err(value_error)?;
    let stop = AtomicBool::new(false);
    let work = || {
        let stretches: Result<Vec<Vec<f64>>, _> = pool.install(|| {
            positions
                .par_chunks(256)
                .map(|stretch| {
                    let mut player =
                        player.game().player(player.spec()).map_err(|e| e.to_string())?;
                    let limits = Limits { depth: Some(depth), ..Limits::default() };
                    let score = |position: &Othello| {
                        let line = Line::new(*position);
                        let found = player.search(&line, &AnyRoot::default(), limits, &stop, None);
                        found.map(|r| centipawns(r.last.score)).map_err(|e| e.to_string())
                    };
                    stretch.iter().map(score).collect::<Result<Vec<_>, String>>()
                })
                .collect()
        });
        stretches.map(|stretches| stretches.concat())
    };
    let scores = wait_for(py, &stop, work, |_| Ok(()))?.map_err(value_error)?;
    Ok(scores.into_pyarray(py))
}

/// The final disc differences of many positions, of the side to move.
#[pyfunction]
#[pyo3(signature = (own, opponent, threads, progress=None))]
pub fn solve_many<'py>(
    py: Python<'py>,
    own: PyReadonlyArray1<'_, u64>,
    opponent: PyReadonlyArray1<'_, u64>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let positions = positions(&own, &opponent)?;
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let work = || endgame::solve_many(&positions, |_| Goal::Exact, None, threads, &done, &stop);
    let look = |py: Python<'_>| match &progress {
        Some(callback) => {
            callback.call1(py, (done.load(Ordering::Relaxed), positions.len())).map(|_| ())
        }
        None => Ok(()),
    };
    let scores = wait_for(py, &stop, work, look)?;
    let scores = scores.expect("only an exception stops it, and that has gone on");
    Ok(scores.into_pyarray(py))
}
