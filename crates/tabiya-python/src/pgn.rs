//! Labelled positions from PGN.

use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tabiya_core::pgn::{Fault, KINDS, Reading, Sources, Start, read};

use crate::errors::value_error;

/// Reads the games of a block that begins where a game begins; returns columns and counts.
#[pyfunction]
pub fn read_pgn<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyBytes>,
    first_line: u64,
    first_game: i64,
    sources: Vec<String>,
    threads: usize,
    last: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let sources = Sources::of_names(sources.iter().map(String::as_str)).map_err(value_error)?;
    let bytes = data.as_bytes();
    let start = Start { line: first_line, game: first_game };
    let reading = py.detach(|| read(bytes, start, sources, threads, last));
    let Reading { columns, faults, foreign, used, lines, games, positions } = reading;
    let found = PyDict::new(py);
    found.set_item("position", columns.positions)?;
    found.set_item("label", columns.labels)?;
    found.set_item("kind", columns.kinds.into_pyarray(py))?;
    found.set_item("value", columns.values.into_pyarray(py))?;
    found.set_item("game", columns.games.into_pyarray(py))?;
    found.set_item("ply", columns.plies.into_pyarray(py))?;
    found.set_item("line", columns.lines.into_pyarray(py))?;
    found.set_item("black", columns.blacks.into_pyarray(py))?;
    found.set_item("variation", columns.variations.into_pyarray(py))?;
    found.set_item("opening", columns.openings.into_pyarray(py))?;
    found.set_item("annotator", columns.annotators.into_pyarray(py))?;
    found.set_item("annotators", columns.annotator_names)?;
    found.set_item("kinds", KINDS)?;
    let faults: Vec<(u64, i64, String)> =
        faults.into_iter().map(|Fault { line, game, reason }| (line, game, reason)).collect();
    found.set_item("faults", faults)?;
    let foreign: Vec<(u64, i64, &str)> =
        foreign.into_iter().map(|(line, game, language)| (line, game, language.name())).collect();
    found.set_item("foreign", foreign)?;
    found.set_item("n_bytes", used)?;
    found.set_item("n_lines", lines)?;
    found.set_item("n_games", games)?;
    found.set_item("n_positions", positions)?;
    Ok(found)
}
