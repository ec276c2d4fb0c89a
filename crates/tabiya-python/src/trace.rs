//! Traces, handed to Python as opaque values that answer with arrays.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use tabiya_core::by_name::{AnyGame, game};
use tabiya_core::eval::trace;

use crate::batch::bytes;
use crate::errors::{search_error, value_error};
use crate::position::Position;
use crate::threads::on_all_threads;

/// Row starts, columns and values of a sparse matrix.
type Rows<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>, Bound<'py, PyArray1<f64>>);

/// The features of many positions.
#[pyclass(frozen, module = "tabiya._core")]
pub struct Trace {
    game: &'static dyn AnyGame,
    inner: trace::Trace,
}

#[pymethods]
impl Trace {
    #[new]
    fn new(py: Python<'_>, name: &str, positions: Vec<PyRef<'_, Position>>) -> PyResult<Self> {
        let game = game(name).map_err(value_error)?;
        let positions: Vec<_> = positions.iter().map(|position| position.inner()).collect();
        let inner = on_all_threads(py, || game.trace(&positions))?.map_err(search_error)?;
        Ok(Self { game, inner })
    }

    /// The features of packed positions.
    #[staticmethod]
    fn of_packed(py: Python<'_>, name: &str, packed: PyReadonlyArray2<'_, u8>) -> PyResult<Self> {
        let game = game(name).map_err(value_error)?;
        let bytes = bytes(game, &packed)?;
        let inner = on_all_threads(py, || game.trace_packed(bytes))?.map_err(value_error)?;
        Ok(Self { game, inner })
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    #[getter]
    fn n_entries(&self) -> usize {
        self.inner.terms.len()
    }

    /// One row of scores per row of weights.
    fn scores<'py>(
        &self,
        py: Python<'py>,
        weights: PyReadonlyArray2<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let vectors: Vec<_> = weights
            .as_array()
            .rows()
            .into_iter()
            .map(|row| self.game.schema().term_values(&row.to_vec()))
            .collect();
        let mut output = vec![0.0; vectors.len() * self.inner.len()];
        on_all_threads(py, || self.inner.scores(&vectors, &mut output))?;
        output.into_pyarray(py).reshape([vectors.len(), self.inner.len()])
    }

    /// The derivatives of the scores by the weights at one vector of weights.
    fn jacobian<'py>(&self, py: Python<'py>, weights: Vec<f64>) -> PyResult<Rows<'py>> {
        let gradients = self.game.schema().term_gradients(&weights);
        let trace::Jacobian { starts, weights, values } =
            on_all_threads(py, || self.inner.jacobian(&gradients))?;
        Ok((starts.into_pyarray(py), weights.into_pyarray(py), values.into_pyarray(py)))
    }
}
