//! Labelled positions from PGN.

use numpy::{IntoPyArray, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tabiya_core::pgn::{
    Fault, KINDS, LabelledColumns, Reading, ReadingReport, Sources, Start, deal_rows, pack, read,
    unpack,
};

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
    let Reading { columns, found } = py.detach(|| read(bytes, start, sources, threads, last));
    let told = PyDict::new(py);
    tell_columns(&told, columns)?;
    tell_found(&told, found)?;
    Ok(told)
}

/// Reads games like `read_pgn`; returns their rows as bytes, how many they are, and counts.
#[pyfunction]
pub fn pack_pgn<'py>(
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
    let (rows, n_rows, found) = py.detach(|| pack(bytes, start, sources, threads, last));
    let told = PyDict::new(py);
    told.set_item("rows", PyBytes::new(py, &rows))?;
    told.set_item("n_rows", n_rows)?;
    tell_found(&told, found)?;
    Ok(told)
}

/// The columns of packed rows, or of those that are chosen.
#[pyfunction]
#[pyo3(signature = (rows, chosen=None))]
pub fn unpack_pgn<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyBytes>,
    chosen: Option<PyReadonlyArray1<'py, bool>>,
) -> PyResult<Bound<'py, PyDict>> {
    let bytes = rows.as_bytes();
    let chosen = chosen.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let columns = py.detach(|| unpack(bytes, chosen)).map_err(value_error)?;
    let told = PyDict::new(py);
    tell_columns(&told, columns)?;
    Ok(told)
}

/// Deals packed rows into heaps of bytes; nothing if a label has no value.
#[pyfunction]
pub fn deal_pgn<'py>(
    py: Python<'py>,
    rows: &Bound<'py, PyBytes>,
    first_row: u64,
    kinds: [(u64, bool); KINDS.len()],
    n_heaps: usize,
) -> PyResult<Option<Vec<Bound<'py, PyBytes>>>> {
    let bytes = rows.as_bytes();
    let heaps = py.detach(|| deal_rows(bytes, first_row, &kinds, n_heaps)).map_err(value_error)?;
    Ok(heaps.map(|heaps| heaps.iter().map(|heap| PyBytes::new(py, heap)).collect()))
}

fn tell_columns(told: &Bound<'_, PyDict>, columns: LabelledColumns) -> PyResult<()> {
    let py = told.py();
    told.set_item("position", columns.positions)?;
    told.set_item("label", columns.labels.into_pyarray(py))?;
    told.set_item("labels", columns.label_texts.list())?;
    told.set_item("kind", columns.kinds.into_pyarray(py))?;
    told.set_item("value", columns.values.into_pyarray(py))?;
    told.set_item("game", columns.games.into_pyarray(py))?;
    told.set_item("ply", columns.plies.into_pyarray(py))?;
    told.set_item("line", columns.lines.into_pyarray(py))?;
    told.set_item("black", columns.blacks.into_pyarray(py))?;
    told.set_item("variation", columns.variations.into_pyarray(py))?;
    told.set_item("opening", columns.openings.into_pyarray(py))?;
    told.set_item("annotator", columns.annotators.into_pyarray(py))?;
    told.set_item("annotators", columns.annotator_names.list())
}

fn tell_found(told: &Bound<'_, PyDict>, found: ReadingReport) -> PyResult<()> {
    let ReadingReport { faults, foreign, used, lines, games, positions } = found;
    let faults: Vec<(u64, i64, String)> =
        faults.into_iter().map(|Fault { line, game, reason }| (line, game, reason)).collect();
    told.set_item("faults", faults)?;
    let foreign: Vec<(u64, i64, &str)> =
        foreign.into_iter().map(|(line, game, language)| (line, game, language.name())).collect();
    told.set_item("foreign", foreign)?;
    told.set_item("n_bytes", used)?;
    told.set_item("n_lines", lines)?;
    told.set_item("n_games", games)?;
    told.set_item("n_positions", positions)
}
