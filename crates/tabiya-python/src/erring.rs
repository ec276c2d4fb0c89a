//! Games of a player that errs, as packed positions.

use std::sync::atomic::Ordering;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use tabiya_core::arena::{self, Erring, ErringGame};
use tabiya_core::by_name::{AnyPosition, Control};
use tabiya_core::games::{Outcome, Side};

use crate::errors::value_error;
use crate::player::{Player, limits};
use crate::position::Position;
use crate::waiting::wait_for;

/// All positions, the number of them in each game, and what the first player got.
type PyGames<'py> =
    (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<f64>>);

/// Plays a game from each start, the player against itself.
#[pyfunction]
#[pyo3(signature = (player, starts, nodes, errors, seed, most_plies, threads, progress=None))]
#[allow(clippy::too_many_arguments)] // one argument each, as in Python
pub fn play_erring<'py>(
    py: Python<'py>,
    player: &Player,
    starts: Vec<PyRef<'_, Position>>,
    nodes: u64,
    errors: f64,
    seed: u64,
    most_plies: usize,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyGames<'py>> {
    let starts: Vec<Box<dyn AnyPosition>> =
        starts.iter().map(|start| start.inner().duplicate()).collect();
    let erring = Erring { limits: limits(None, Some(nodes), None)?, errors, seed, most_plies };
    let (game, spec, control) = (player.game(), player.spec(), Control::default());
    let work = || arena::play_erring(game, spec, &starts, erring, threads, &control);
    let report = |py: Python<'_>| match &progress {
        Some(callback) => {
            let done = control.done.load(Ordering::Relaxed);
            callback.call1(py, (done, starts.len())).map(|_| ())
        }
        None => Ok(()),
    };
    let games = wait_for(py, &control.stop, work, report)?.map_err(value_error)?;
    let games = games.expect("only an exception stops it, and that has gone on");
    let width = game.packed_width();
    let lengths: Vec<u64> = games.iter().map(|g| (g.positions.len() / width) as u64).collect();
    let results: Vec<f64> = games.iter().map(result).collect();
    let bytes: Vec<u8> = games.into_iter().flat_map(|game| game.positions).collect();
    let n_rows = bytes.len() / width;
    let positions = bytes.into_pyarray(py).reshape([n_rows, width])?;
    Ok((positions, lengths.into_pyarray(py), results.into_pyarray(py)))
}

fn result(game: &ErringGame) -> f64 {
    match game.outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Win(Side::Second) => 0.0,
    }
}
