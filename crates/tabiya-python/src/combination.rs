//! Features of many positions, and the forms that combine them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyReadonlyArray3,
};
use pyo3::prelude::*;
use tabiya_core::by_name::{self, count_tables, game};
use tabiya_core::endgame::{Goal, propagate, solve_many};
use tabiya_core::eval::combined::{Form, Forms};
use tabiya_core::eval::othello::tables::Tables;
use tabiya_core::games::Batch;
use tabiya_core::games::othello::{Othello, OthelloRules};

use crate::batch::bytes;
use crate::errors::value_error;
use crate::patterns::PatternModel;
use crate::threads::on_all_threads;
use crate::waiting::wait_for;

/// What a player combines features by.
#[pyclass(frozen, module = "tabiya._core")]
pub struct Combination(by_name::Combination);

#[pymethods]
impl Combination {
    #[new]
    #[pyo3(signature = (phases, constants, linear, quadratic=None, tables=None))]
    fn new(
        phases: Vec<u8>,
        constants: PyReadonlyArray1<'_, f32>,
        linear: PyReadonlyArray2<'_, f32>,
        quadratic: Option<PyReadonlyArray3<'_, f32>>,
        tables: Option<PyReadonlyArray2<'_, f32>>,
    ) -> PyResult<Self> {
        let squares = quadratic.as_ref().map(|array| array.as_array());
        let (constants, linear) = (constants.as_array(), linear.as_array());
        let forms = constants.iter().zip(linear.rows()).enumerate();
        let forms = forms.map(|(phase, (&constant, row))| Form {
            constant,
            linear: row.to_vec(),
            quadratic: squares.map_or_else(Vec::new, |all| {
                all.outer_iter().nth(phase).into_iter().flatten().copied().collect()
            }),
        });
        let forms = Forms::new(phases, forms.collect()).map_err(value_error)?;
        let tables = tables.map(|array| read_tables(&array)).transpose()?;
        Ok(Self(by_name::Combination { forms: Arc::new(forms), tables }))
    }
}

impl Combination {
    /// The core's half of it.
    pub fn inner(&self) -> &by_name::Combination {
        &self.0
    }
}

/// What the features of a game are called.
#[pyfunction]
pub fn feature_names(name: &str) -> PyResult<Vec<String>> {
    Ok(game(name).map_err(value_error)?.features().names())
}

/// How many men stand on each board.
#[pyfunction]
pub fn packed_men<'py>(
    py: Python<'py>,
    name: &str,
    packed: PyReadonlyArray2<'_, u8>,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let game = game(name).map_err(value_error)?;
    let rows = bytes(game, &packed)?;
    Ok(py.detach(|| game.features().men(rows)).map_err(value_error)?.into_pyarray(py))
}

/// The features of positions in their phases.
#[pyfunction]
#[pyo3(signature = (name, packed, phases, tables=None))]
pub fn packed_features<'py>(
    py: Python<'py>,
    name: &str,
    packed: PyReadonlyArray2<'_, u8>,
    phases: PyReadonlyArray1<'_, u8>,
    tables: Option<PyReadonlyArray2<'_, f32>>,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let game = game(name).map_err(value_error)?;
    let (rows, phases) = (bytes(game, &packed)?, phases.as_slice()?);
    let tables = tables.map(|array| read_tables(&array)).transpose()?;
    let features = game.features();
    let found = on_all_threads(py, || features.measure(rows, tables.as_ref(), phases))?;
    let width = features.names().len();
    found.map_err(value_error)?.into_pyarray(py).reshape([phases.len(), width])
}

/// The names of the tables of Othello, where their entries begin, and their mirror images.
#[pyfunction]
pub fn othello_tables(py: Python<'_>) -> (Vec<&'static str>, Vec<u32>, Bound<'_, PyArray1<u32>>) {
    let (names, starts) = Tables::starts();
    (names, starts, Tables::mirrored().to_vec().into_pyarray(py))
}

/// How often every entry was won and occurred, by phase.
#[pyfunction]
pub fn count_othello_tables<'py>(
    py: Python<'py>,
    packed: PyReadonlyArray2<'_, u8>,
    won: PyReadonlyArray1<'_, f64>,
    phases: PyReadonlyArray1<'_, u8>,
    n_phases: usize,
) -> PyResult<Bound<'py, PyArray3<f64>>> {
    let rows = bytes(game("othello").map_err(value_error)?, &packed)?;
    let (won, phases) = (won.as_slice()?, phases.as_slice()?);
    let counts = on_all_threads(py, || count_tables(rows, won, None, phases, n_phases))?;
    let counts = counts.map_err(value_error)?;
    let n_entries = counts.first().map_or(0, Vec::len);
    let flat: Vec<f64> = counts.iter().flatten().flat_map(|entry| [entry.won, entry.all]).collect();
    flat.into_pyarray(py).reshape([n_phases, n_entries, 2])
}

/// Solves packed positions of Othello: 1, 0 and -1 for the sides to move; or their scores, if there
/// are claims of what these are.
#[pyfunction]
#[pyo3(signature = (packed, threads, claims=None, guide=None, progress=None))]
pub fn solve_packed<'py>(
    py: Python<'py>,
    packed: PyReadonlyArray2<'_, u8>,
    threads: usize,
    claims: Option<PyReadonlyArray1<'_, i32>>,
    guide: Option<PyRef<'_, PatternModel>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let positions = othello(&packed)?;
    let claims = claims.as_ref().map(PyReadonlyArray1::as_slice).transpose()?;
    let goal = |index| match claims {
        Some(claims) => claims.get(index).map_or(Goal::Exact, |&claim| Goal::Near(claim)),
        None => Goal::WinLossDraw,
    };
    let (done, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let guide = guide.map(|model| Arc::clone(&model.0));
    let work = || solve_many(&positions, goal, guide.as_ref(), threads, &done, &stop);
    let report = |py: Python<'_>| match &progress {
        Some(callback) => {
            let done = done.load(Ordering::Relaxed);
            callback.call1(py, (done, positions.len())).map(|_| ())
        }
        None => Ok(()),
    };
    let scores = wait_for(py, &stop, work, report)?;
    Ok(scores.expect("only an exception stops it, and that has gone on").into_pyarray(py))
}

/// Labels carried through the graph of packed positions of Othello.
#[pyfunction]
pub fn propagate_packed<'py>(
    py: Python<'py>,
    packed: PyReadonlyArray2<'_, u8>,
    labels: PyReadonlyArray1<'_, f64>,
    fixed: PyReadonlyArray1<'_, bool>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let positions = othello(&packed)?;
    let (labels, fixed) = (labels.as_slice()?, fixed.as_slice()?);
    Ok(on_all_threads(py, || propagate(&positions, labels, fixed))?.into_pyarray(py))
}

fn othello(packed: &PyReadonlyArray2<'_, u8>) -> PyResult<Vec<Othello>> {
    let rows = bytes(game("othello").map_err(value_error)?, packed)?;
    let batch = Batch::<Othello>::new(rows, OthelloRules);
    batch.positions().collect::<Result<_, _>>().map_err(value_error)
}

fn read_tables(array: &PyReadonlyArray2<'_, f32>) -> PyResult<Tables> {
    let phases: Vec<Vec<f32>> = array.as_array().rows().into_iter().map(|r| r.to_vec()).collect();
    Tables::new(&phases).map_err(value_error)
}
