//! Packed positions: one array of bytes, a row for each.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use tabiya_core::by_name::{AnyBatch, AnyGame, game};
use tabiya_core::games::{Outcome, Side};

use crate::errors::value_error;
use crate::position::Position;

/// Options of the rules, by name.
pub type Rules = Vec<(String, String)>;
/// Rows of bytes, and the numbers of those that are no position with what is wrong.
type Packed<'py> = (Bound<'py, PyArray2<u8>>, Vec<(usize, String)>);

/// How many bytes a packed position of a game takes.
#[pyfunction]
pub fn packed_width(name: &str) -> PyResult<usize> {
    Ok(game(name).map_err(value_error)?.packed_width())
}

/// Packs a text with a position on each line.
#[pyfunction]
pub fn pack_lines<'py>(
    py: Python<'py>,
    name: &str,
    text: &str,
    rules: Rules,
) -> PyResult<Packed<'py>> {
    let game = game(name).map_err(value_error)?;
    let (bytes, faults) = py.detach(|| game.pack_lines(text, &rules)).map_err(value_error)?;
    let faults = faults.into_iter().map(|(line, error)| (line, error.to_string())).collect();
    Ok((rows(py, game, bytes)?, faults))
}

/// Packs positions of one game, without their past.
#[pyfunction]
pub fn pack_positions<'py>(
    py: Python<'py>,
    name: &str,
    positions: Vec<PyRef<'_, Position>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let game = game(name).map_err(value_error)?;
    let mut bytes = Vec::with_capacity(positions.len() * game.packed_width());
    for position in &positions {
        if position.inner().game() != name {
            let found = position.inner().game();
            return Err(value_error(format!("batch: expected positions of {name}, found {found}")));
        }
        bytes.extend(position.inner().pack());
    }
    rows(py, game, bytes)
}

/// Checks that every row is a position.
#[pyfunction]
pub fn check_packed(
    py: Python<'_>,
    name: &str,
    packed: PyReadonlyArray2<'_, u8>,
    rules: Rules,
) -> PyResult<()> {
    with_batch(py, name, &packed, &rules, |batch| batch.check())?.map_err(value_error)
}

/// One position.
#[pyfunction]
pub fn unpack(
    name: &str,
    packed: PyReadonlyArray2<'_, u8>,
    index: usize,
    rules: Rules,
) -> PyResult<Position> {
    let game = game(name).map_err(value_error)?;
    let batch = game.batch(bytes(game, &packed)?, &rules).map_err(value_error)?;
    Ok(Position::new(batch.get(index).map_err(value_error)?))
}

/// The texts of all positions, joined by line feeds.
#[pyfunction]
pub fn unpack_lines(
    py: Python<'_>,
    name: &str,
    packed: PyReadonlyArray2<'_, u8>,
    rules: Rules,
) -> PyResult<String> {
    with_batch(py, name, &packed, &rules, |batch| batch.lines())?.map_err(value_error)
}

/// Who moves in each: 0 for the first player, 1 for the second.
#[pyfunction]
pub fn packed_turns<'py>(
    py: Python<'py>,
    name: &str,
    packed: PyReadonlyArray2<'_, u8>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let turns = with_batch(py, name, &packed, &[], |batch| {
        batch.turns().into_iter().map(|side| side.index() as u8).collect::<Vec<_>>()
    })?;
    Ok(turns.into_pyarray(py))
}

/// What the first player has got in each; not a number while the game goes on.
#[pyfunction]
pub fn packed_results<'py>(
    py: Python<'py>,
    name: &str,
    packed: PyReadonlyArray2<'_, u8>,
    rules: Rules,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let outcomes = with_batch(py, name, &packed, &rules, |batch| {
        let outcomes = batch.outcomes()?;
        Ok(outcomes.into_iter().map(|outcome| outcome.map_or(f64::NAN, points)).collect::<Vec<_>>())
    })?;
    let outcomes =
        outcomes.map_err(|error: tabiya_core::by_name::BatchError| value_error(error))?;
    Ok(outcomes.into_pyarray(py))
}

/// The hash of each.
#[pyfunction]
pub fn packed_keys<'py>(
    py: Python<'py>,
    name: &str,
    packed: PyReadonlyArray2<'_, u8>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let keys = with_batch(py, name, &packed, &[], |batch| batch.keys())?.map_err(value_error)?;
    Ok(keys.into_pyarray(py))
}

/// The bytes of an array that has a row of the right width for each position.
pub fn bytes<'a>(game: &dyn AnyGame, packed: &'a PyReadonlyArray2<'_, u8>) -> PyResult<&'a [u8]> {
    let (width, found) = (game.packed_width(), packed.as_array().ncols());
    if width != found {
        let name = game.name();
        let message =
            format!("batch: expected {width} bytes per position of {name}, found {found}");
        return Err(value_error(message));
    }
    Ok(packed.as_slice()?)
}

fn with_batch<T: Send>(
    py: Python<'_>,
    name: &str,
    packed: &PyReadonlyArray2<'_, u8>,
    rules: &[(String, String)],
    work: impl FnOnce(&dyn AnyBatch) -> T + Send,
) -> PyResult<T> {
    let game = game(name).map_err(value_error)?;
    let batch = game.batch(bytes(game, packed)?, rules).map_err(value_error)?;
    Ok(py.detach(move || work(batch.as_ref())))
}

fn rows<'py>(
    py: Python<'py>,
    game: &dyn AnyGame,
    bytes: Vec<u8>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let n_rows = bytes.len() / game.packed_width();
    bytes.into_pyarray(py).reshape([n_rows, game.packed_width()])
}

fn points(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Win(Side::Second) => 0.0,
    }
}
