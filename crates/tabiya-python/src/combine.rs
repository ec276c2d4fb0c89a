//! The passes of statistical combination: arrays of features in, sums out.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use tabiya_core::combine::{self as core, At, Examples, FeatureNumber};

use crate::errors::value_error;
use crate::threads::on_threads;

/// The log-likelihood, its gradient and its information.
type PyNewton<'py> = (f64, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f64>>);
/// The count, the sums and the products of a class.
type PyMoments<'py> = (f64, Bound<'py, PyArray1<f64>>, Bound<'py, PyArray2<f64>>);

/// Features in either width.
#[derive(FromPyObject)]
pub enum Features<'py> {
    Wide(PyReadonlyArray2<'py, f64>),
    Narrow(PyReadonlyArray2<'py, f32>),
}

/// One look at the log-likelihood of a logistic model; at its start without coefficients.
#[pyfunction]
#[pyo3(signature = (features, won, trials, units, coefficients, threads))]
pub fn logistic_newton<'py>(
    py: Python<'py>,
    features: Features<'py>,
    won: PyReadonlyArray1<'py, f64>,
    trials: Option<PyReadonlyArray1<'py, f64>>,
    units: PyReadonlyArray2<'py, f64>,
    coefficients: Option<Vec<f64>>,
    threads: usize,
) -> PyResult<PyNewton<'py>> {
    let at = coefficients.as_deref().map_or(At::Start, At::Coefficients);
    let found = match &features {
        Features::Wide(x) => {
            let examples = examples(x, &won, trials.as_ref(), &units)?;
            on_threads(py, threads, || core::newton(&examples, at))?
        }
        Features::Narrow(x) => {
            let examples = examples(x, &won, trials.as_ref(), &units)?;
            on_threads(py, threads, || core::newton(&examples, at))?
        }
    };
    let n = found.gradient.len();
    let information = found.information.into_pyarray(py).reshape([n, n])?;
    Ok((found.log_likelihood, found.gradient.into_pyarray(py), information))
}

/// The moments of the lost and of the won examples.
#[pyfunction]
#[pyo3(signature = (features, won, trials, units, threads))]
pub fn class_moments<'py>(
    py: Python<'py>,
    features: Features<'py>,
    won: PyReadonlyArray1<'py, f64>,
    trials: Option<PyReadonlyArray1<'py, f64>>,
    units: PyReadonlyArray2<'py, f64>,
    threads: usize,
) -> PyResult<(PyMoments<'py>, PyMoments<'py>)> {
    let [lost, won] = match &features {
        Features::Wide(x) => {
            let examples = examples(x, &won, trials.as_ref(), &units)?;
            on_threads(py, threads, || core::moments(&examples))?
        }
        Features::Narrow(x) => {
            let examples = examples(x, &won, trials.as_ref(), &units)?;
            on_threads(py, threads, || core::moments(&examples))?
        }
    };
    Ok((moments(py, lost)?, moments(py, won)?))
}

fn moments(py: Python<'_>, class: core::ClassMoments) -> PyResult<PyMoments<'_>> {
    let n = class.sums.len();
    let products = class.products.into_pyarray(py).reshape([n, n])?;
    Ok((class.count, class.sums.into_pyarray(py), products))
}

fn examples<'a, T: FeatureNumber + numpy::Element>(
    features: &'a PyReadonlyArray2<'_, T>,
    won: &'a PyReadonlyArray1<'_, f64>,
    trials: Option<&'a PyReadonlyArray1<'_, f64>>,
    units: &'a PyReadonlyArray2<'_, f64>,
) -> PyResult<Examples<'a, T>> {
    let n_features = features.shape()[1];
    let (won, units) = (won.as_slice()?, units.as_slice()?.as_chunks::<2>().0);
    let trials = trials.map(PyReadonlyArray1::as_slice).transpose()?;
    let features = features.as_slice()?;
    if features.len() != won.len() * n_features
        || units.len() != n_features
        || trials.is_some_and(|trials| trials.len() != won.len())
    {
        return Err(value_error("examples: expected arrays of equal length"));
    }
    Ok(Examples { features, n_features, won, trials, units })
}
