//! What a player has learned to skip, handed to Python as an opaque value.

use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use tabiya_core::by_name::{AnyGame, AnyReport, game};
use tabiya_core::search::Params;
use tabiya_core::search::pruning::{
    ALL, Counts, Decides, Function, INDICES, INPUTS, IndexBy, Input, LearnedPruning, Lessons,
    Reductions, Widths,
};

use crate::errors::value_error;

/// What the index means, whether only quiet moves count, and the widths, 0 being all.
type PyWidths = (String, bool, Vec<usize>);
/// Inputs, checkpoints, whether only quiet moves count, and the weights, a row for each checkpoint.
type PyFunction = (Vec<String>, Vec<usize>, bool, Vec<f64>);
/// What a row is chosen by, and the rows in sixteenths of a ply.
type PyReductions = (String, Vec<Vec<i32>>);
/// Best moves, nodes, number of decisions, and four tables of what the weights were taught.
pub type PyLessons<'py> = (
    Vec<String>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
    [Bound<'py, PyArray2<f64>>; 4],
);

/// What a player has learned to skip.
#[pyclass(frozen, module = "tabiya._core")]
pub struct Pruning(pub LearnedPruning);

#[pymethods]
impl Pruning {
    #[new]
    #[pyo3(signature = (name, widths=None, function=None, reductions=None, reduction_function=None, null_move_function=None))]
    fn new(
        name: &str,
        widths: Option<PyWidths>,
        function: Option<PyFunction>,
        reductions: Option<PyReductions>,
        reduction_function: Option<PyFunction>,
        null_move_function: Option<PyFunction>,
    ) -> PyResult<Self> {
        let game = game(name).map_err(value_error)?;
        let read = |given: Option<PyFunction>| given.map(|f| read_function(game, f)).transpose();
        Ok(Self(LearnedPruning {
            widths: widths.map(read_widths).transpose()?,
            function: read(function)?,
            reductions: reductions.map(read_reductions).transpose()?,
            reduction_function: read(reduction_function)?,
            null_move_function: read(null_move_function)?,
            probcut: None,
        }))
    }
}

/// What every unit of some inputs stands for.
#[pyfunction]
pub fn search_units(name: &str, inputs: Vec<String>) -> PyResult<Vec<String>> {
    let inputs = inputs.iter().map(|input| read_input(input)).collect::<PyResult<Vec<_>>>()?;
    Ok(game(name).map_err(value_error)?.search_inputs(&inputs).1)
}

/// The reductions of a preset as a table, in sixteenths of a ply: rows by remaining plies, columns
/// by moves searched before.
#[pyfunction]
pub fn preset_reductions(preset: &str) -> PyResult<Vec<Vec<i32>>> {
    Ok(Reductions::of(&Params::preset(preset).map_err(value_error)?).rows)
}

fn counts(is_quiet: bool) -> Counts {
    if is_quiet { Counts::Quiet } else { Counts::All }
}

fn read_index(word: &str) -> PyResult<IndexBy> {
    find("by", &INDICES, word)
}

fn read_input(word: &str) -> PyResult<Input> {
    find("inputs", &INPUTS, word)
}

fn find<T: Copy>(what: &str, known: &[(&str, T)], word: &str) -> PyResult<T> {
    let found = known.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
    found.ok_or_else(|| {
        let names: Vec<_> = known.iter().map(|(name, _)| *name).collect();
        value_error(format!("{what}: expected one of {}, found {word:?}", names.join(", ")))
    })
}

fn read_widths((by, is_quiet, widths): PyWidths) -> PyResult<Widths> {
    let widths = widths.into_iter().map(|width| if width == 0 { ALL } else { width }).collect();
    Ok(Widths { by: read_index(&by)?, counts: counts(is_quiet), widths })
}

fn read_reductions((by, rows): PyReductions) -> PyResult<Reductions> {
    if rows.is_empty() || rows.iter().any(Vec::is_empty) {
        return Err(value_error("reductions: expected rows of numbers, found an empty one"));
    }
    Ok(Reductions { by: read_index(&by)?, rows })
}

fn read_function(game: &dyn AnyGame, function: PyFunction) -> PyResult<Function> {
    let (inputs, checkpoints, is_quiet, weights) = function;
    let inputs = inputs.iter().map(|input| read_input(input)).collect::<PyResult<Vec<_>>>()?;
    let (inputs, _) = game.search_inputs(&inputs);
    let (expected, found) = (checkpoints.len() * inputs.n_units(), weights.len());
    if expected != found || found == 0 {
        return Err(value_error(format!("weights: expected {expected}, found {found}")));
    }
    Ok(Function { inputs, checkpoints, counts: counts(is_quiet), weights })
}

/// The function that a word of Python names.
pub fn read_decides(word: &str) -> PyResult<Decides> {
    let known = [
        ("prune", Decides::Rest),
        ("reduce", Decides::Reduction),
        ("null_move", Decides::NullMove),
    ];
    find("decides", &known, word)
}

/// What searches taught, as columns and tables.
pub fn lessons_of(py: Python<'_>, reports: Vec<AnyReport>) -> PyResult<PyLessons<'_>> {
    let moves = reports.iter().map(|r| r.last.pv.first().cloned().unwrap_or_default()).collect();
    let nodes: Vec<_> = reports.iter().map(|report| report.last.nodes).collect();
    let lessons: Vec<_> = reports.into_iter().filter_map(|report| report.lessons).collect();
    let n_decisions = lessons.iter().map(|each| each.n_decisions).collect();
    let table = |column: fn(&Lessons) -> &Vec<f64>| {
        let flat: Vec<f64> = lessons.iter().flat_map(|each| column(each).iter().copied()).collect();
        let width = lessons.first().map_or(0, |each| column(each).len());
        PyArray1::from_vec(py, flat).reshape([lessons.len(), width])
    };
    Ok((
        moves,
        PyArray1::from_vec(py, nodes),
        PyArray1::from_vec(py, n_decisions),
        [
            table(|each| &each.performance)?,
            table(|each| &each.n_count)?,
            table(|each| &each.change)?,
            table(|each| &each.no_change)?,
        ],
    ))
}
