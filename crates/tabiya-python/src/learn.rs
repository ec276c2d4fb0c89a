//! The kernels of tuning: arrays of weights in, concordances and gradients out.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use tabiya_core::by_name::game;
use tabiya_core::eval::trace;
use tabiya_core::learn::{self as core, Slope};

use crate::batch::bytes;
use crate::concordance::{Counts, Labels, WeightedCounts, counts, weighted_counts};
use crate::errors::value_error;
use crate::player::centipawns;
use crate::threads::{on_all_threads, on_threads};

/// The value of an objective and its gradient.
type PySlope<'py> = (f64, Bound<'py, PyArray1<f64>>);

/// What a design is made of.
type Parts<'py> = (
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u16>>,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray2<f64>>,
    Vec<usize>,
);

/// A trace made ready for tuning.
#[pyclass(frozen, module = "tabiya._core")]
pub struct Design(core::Design);

#[pymethods]
impl Design {
    #[new]
    fn new(
        py: Python<'_>,
        name: &str,
        packed: PyReadonlyArray2<'_, u8>,
        second_moves: PyReadonlyArray1<'_, bool>,
        tuned: Vec<usize>,
    ) -> PyResult<Self> {
        let game = game(name).map_err(value_error)?;
        let (bytes, second_moves) = (bytes(game, &packed)?, second_moves.as_slice()?);
        let n = bytes.len() / game.packed_width();
        if second_moves.len() != n {
            let found = second_moves.len();
            return Err(value_error(format!(
                "turns: expected {n} of as many positions, found {found}"
            )));
        }
        let design = on_all_threads(py, || game.design_packed(bytes, second_moves, &tuned))?;
        design.map(Self).map_err(value_error)
    }

    /// Puts together again what `parts` took apart.
    #[staticmethod]
    fn of_parts(
        py: Python<'_>,
        name: &str,
        starts: PyReadonlyArray1<'_, u64>,
        terms: PyReadonlyArray1<'_, u16>,
        counts: PyReadonlyArray1<'_, i16>,
        shares: PyReadonlyArray2<'_, f64>,
        columns: Vec<usize>,
    ) -> PyResult<Self> {
        let schema = game(name).map_err(value_error)?.schema();
        let pairs = shares.as_slice()?.as_chunks::<2>().0;
        let trace = trace::Trace {
            starts: starts.to_vec()?,
            terms: terms.to_vec()?,
            counts: counts.to_vec()?,
            shares: pairs.to_vec(),
        };
        let design = py.detach(|| core::Design::of_parts(schema, &trace, &columns));
        design.map(Self).map_err(value_error)
    }

    /// Row starts, terms, counts, shares, and the terms whose columns there are.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Parts<'py>> {
        let (trace, columns) = py.detach(|| self.0.parts());
        let n = trace.shares.len();
        let shares = trace.shares.into_flattened().into_pyarray(py).reshape([n, 2])?;
        let starts = trace.starts.into_pyarray(py);
        Ok((starts, trace.terms.into_pyarray(py), trace.counts.into_pyarray(py), shares, columns))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    #[getter]
    fn n_entries(&self) -> usize {
        self.0.n_entries()
    }

    /// Some of the positions.
    fn take(&self, py: Python<'_>, indices: Vec<usize>) -> Self {
        Self(py.detach(|| self.0.take(&indices)))
    }

    /// Scores from the first player.
    fn scores<'py>(
        &self,
        py: Python<'py>,
        weights: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let weights = weights.as_slice()?;
        Ok(on_all_threads(py, || self.0.scores(weights))?.into_pyarray(py))
    }

    fn curvature<'py>(
        &self,
        py: Python<'py>,
        weights: PyReadonlyArray1<'py, f64>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let weights = weights.as_slice()?;
        Ok(py.detach(|| self.0.curvature(weights)).into_pyarray(py))
    }

    /// Concordances of several weight vectors.
    fn concordances(
        &self,
        py: Python<'_>,
        vectors: PyReadonlyArray2<'_, f64>,
        labels: &Labels,
        threads: usize,
    ) -> PyResult<Vec<Counts>> {
        let vectors = rows(&vectors)?;
        let found = on_threads(py, threads, || self.0.concordances(&vectors, labels.inner()))?;
        Ok(found.iter().map(counts).collect())
    }

    /// The same with weighted positions.
    fn weighted_concordances(
        &self,
        py: Python<'_>,
        vectors: PyReadonlyArray2<'_, f64>,
        labels: &Labels,
        importance: PyReadonlyArray1<'_, f64>,
        threads: usize,
    ) -> PyResult<Vec<WeightedCounts>> {
        let (vectors, importance) = (rows(&vectors)?, importance.as_slice()?);
        let work = || self.0.weighted_concordances(&vectors, labels.inner(), importance);
        Ok(on_threads(py, threads, work)?.iter().map(weighted_counts).collect())
    }

    #[pyo3(signature = (weights, results, scale, threads, importance=None))]
    fn logistic<'py>(
        &self,
        py: Python<'py>,
        weights: PyReadonlyArray1<'py, f64>,
        results: PyReadonlyArray1<'py, f64>,
        scale: f64,
        threads: usize,
        importance: Option<PyReadonlyArray1<'py, f64>>,
    ) -> PyResult<PySlope<'py>> {
        let (weights, results) = (weights.as_slice()?, results.as_slice()?);
        let importance = importance.as_ref().map(|z| z.as_slice()).transpose()?;
        let work = || self.0.logistic(weights, results, importance, scale);
        Ok(slope(py, on_threads(py, threads, work)?))
    }

    #[pyo3(signature = (weights, labels, margin, threads, importance=None))]
    fn pairwise<'py>(
        &self,
        py: Python<'py>,
        weights: PyReadonlyArray1<'py, f64>,
        labels: &Labels,
        margin: f64,
        threads: usize,
        importance: Option<PyReadonlyArray1<'py, f64>>,
    ) -> PyResult<PySlope<'py>> {
        let weights = weights.as_slice()?;
        let importance = importance.as_ref().map(|z| z.as_slice()).transpose()?;
        let work = || self.0.pairwise(weights, labels.inner(), importance, margin);
        Ok(slope(py, on_threads(py, threads, work)?))
    }
}

/// Leaves, plies to them, scores of the first player, whether games are over and who is in check.
type PyLeaves<'py> = (
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
);

/// The leaves of the quiescence lines of packed positions.
#[pyfunction]
pub fn settle<'py>(
    py: Python<'py>,
    name: &str,
    packed: PyReadonlyArray2<'py, u8>,
    weights: PyReadonlyArray1<'py, f64>,
    resolution: f64,
    threads: usize,
) -> PyResult<PyLeaves<'py>> {
    let game = game(name).map_err(value_error)?;
    let (bytes, weights) = (bytes(game, &packed)?, weights.as_slice()?);
    let found = on_threads(py, threads, || game.settle_packed(bytes, weights, resolution))?;
    let leaves = found.map_err(value_error)?;
    let n = leaves.plies.len();
    let scores: Vec<f64> = leaves.scores.iter().map(|&score| centipawns(score)).collect();
    Ok((
        leaves.packed.into_pyarray(py).reshape([n, game.packed_width()])?,
        leaves.plies.into_pyarray(py),
        scores.into_pyarray(py),
        leaves.over.into_pyarray(py),
        leaves.checks.into_pyarray(py),
    ))
}

/// The squared hinge over all pairs of scores, and its derivatives by them.
#[pyfunction]
#[pyo3(signature = (scores, labels, margin, threads, importance=None))]
pub fn pairwise<'py>(
    py: Python<'py>,
    scores: PyReadonlyArray1<'py, f64>,
    labels: &Labels,
    margin: f64,
    threads: usize,
    importance: Option<PyReadonlyArray1<'py, f64>>,
) -> PyResult<PySlope<'py>> {
    let scores = scores.as_slice()?;
    let importance = importance.as_ref().map(|z| z.as_slice()).transpose()?;
    let work = || core::hinge(scores, labels.inner(), importance, margin);
    let (value, slopes) = on_threads(py, threads, work)?.unwrap_or((0.0, vec![0.0; scores.len()]));
    Ok((value, slopes.into_pyarray(py)))
}

fn rows<'a>(vectors: &'a PyReadonlyArray2<'_, f64>) -> PyResult<Vec<&'a [f64]>> {
    let all = vectors.as_array();
    let width = all.ncols().max(1);
    let values = all.to_slice().ok_or_else(|| value_error("weights: expected row behind row"))?;
    Ok(values.chunks_exact(width).collect())
}

fn slope(py: Python<'_>, slope: Slope) -> PySlope<'_> {
    (slope.value, slope.gradient.into_pyarray(py))
}
