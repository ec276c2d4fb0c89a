//! Concordance: arrays in, counts of pairs out.

use std::sync::Arc;

use numpy::{Element, IntoPyArray, PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use rayon::ThreadPool;
use tabiya_core::concordance::{self as core, Concordance, Number, UnorderedError, Weighted};
use tabiya_core::pool::pool;

use crate::errors::value_error;

/// Concordant, discordant, extra x, extra y, duplicates.
pub type Counts = (u64, u64, u64, u64, u64);
/// The same in weights, and the weight of all pairs.
pub type WeightedCounts = (f64, f64, f64, f64, f64, f64);

/// The labels of a set of positions, coded once for many scores.
#[pyclass(frozen, module = "tabiya._core")]
pub struct Labels(core::Labels);

#[pymethods]
impl Labels {
    #[new]
    fn new(y: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(with_numbers(y, LabelsOf)?))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// How many positions have each label, lowest first.
    #[getter]
    fn counts(&self) -> Vec<u64> {
        self.0.counts().collect()
    }
}

/// Pairs of positions by how scores and labels order them.
#[pyfunction]
pub fn concordance(x: &Bound<'_, PyAny>, labels: &Labels, threads: usize) -> PyResult<Counts> {
    let pool = (threads > 1).then(|| pool(threads)).transpose().map_err(value_error)?;
    with_numbers(x, CountsOf(&labels.0, pool)).map(|found| counts(&found))
}

/// The same by the partial-sum transform.
#[pyfunction]
pub fn concordance_by_partial_sums(x: &Bound<'_, PyAny>, labels: &Labels) -> PyResult<Counts> {
    with_numbers(x, PartialSumsOf(&labels.0)).map(|found| counts(&found))
}

/// The same for the rows of a matrix, one after the other.
#[pyfunction]
pub fn concordance_many(x: &Bound<'_, PyAny>, labels: &Labels) -> PyResult<Vec<Counts>> {
    let pool = pool(0).map_err(value_error)?;
    Ok(with_numbers(x, ManyOf(&labels.0, pool))?.iter().map(counts).collect())
}

/// Weights of pairs: concordant, discordant, extra x, extra y, duplicates, all.
#[pyfunction]
pub fn weighted_concordance(
    x: &Bound<'_, PyAny>,
    labels: &Labels,
    weights: PyReadonlyArray1<'_, f64>,
) -> PyResult<WeightedCounts> {
    let work = WeightedOf(&labels.0, weights.as_slice()?);
    with_numbers(x, work).map(|found| weighted_counts(&found))
}

/// What each position contributes.
#[pyfunction]
pub fn contributions<'py>(
    x: &Bound<'py, PyAny>,
    labels: &Labels,
    weights: PyReadonlyArray1<'py, f64>,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let found = with_numbers(x, ContributionsOf(&labels.0, weights.as_slice()?))?;
    Ok(found.into_pyarray(x.py()))
}

impl Labels {
    /// The labels as the core has them.
    pub fn inner(&self) -> &core::Labels {
        &self.0
    }
}

/// Counts as Python takes them.
pub fn counts(found: &Concordance) -> Counts {
    (found.concordant, found.discordant, found.extra_x, found.extra_y, found.duplicates)
}

/// Weights of pairs as Python takes them.
pub fn weighted_counts(found: &Weighted) -> WeightedCounts {
    (
        found.concordant,
        found.discordant,
        found.extra_x,
        found.extra_y,
        found.duplicates,
        found.total,
    )
}

/// Something to do with numbers of any kind.
trait Work: Send {
    type Output: Send;
    fn run<T: Number>(self, numbers: &[T]) -> Result<Self::Output, UnorderedError>;
}

struct LabelsOf;

impl Work for LabelsOf {
    type Output = core::Labels;
    fn run<T: Number>(self, numbers: &[T]) -> Result<Self::Output, UnorderedError> {
        core::Labels::new(numbers)
    }
}

struct CountsOf<'a>(&'a core::Labels, Option<Arc<ThreadPool>>);

impl Work for CountsOf<'_> {
    type Output = Concordance;
    fn run<T: Number>(self, numbers: &[T]) -> Result<Self::Output, UnorderedError> {
        match self.1 {
            Some(pool) => pool.install(|| core::concordance_shared(numbers, self.0)),
            None => core::concordance(numbers, self.0),
        }
    }
}

struct ManyOf<'a>(&'a core::Labels, Arc<ThreadPool>);

impl Work for ManyOf<'_> {
    type Output = Vec<Concordance>;
    fn run<T: Number>(self, numbers: &[T]) -> Result<Self::Output, UnorderedError> {
        self.1.install(|| core::concordance_many(numbers, self.0))
    }
}

struct WeightedOf<'a>(&'a core::Labels, &'a [f64]);

impl Work for WeightedOf<'_> {
    type Output = Weighted;
    fn run<T: Number>(self, numbers: &[T]) -> Result<Self::Output, UnorderedError> {
        core::weighted_concordance(numbers, self.0, self.1)
    }
}

struct ContributionsOf<'a>(&'a core::Labels, &'a [f64]);

impl Work for ContributionsOf<'_> {
    type Output = Vec<f64>;
    fn run<T: Number>(self, numbers: &[T]) -> Result<Self::Output, UnorderedError> {
        core::contributions(numbers, self.0, self.1)
    }
}

struct PartialSumsOf<'a>(&'a core::Labels);

impl Work for PartialSumsOf<'_> {
    type Output = Concordance;
    fn run<T: Number>(self, numbers: &[T]) -> Result<Self::Output, UnorderedError> {
        core::partial_sums::concordance(numbers, self.0)
    }
}

/// Runs the work on an array of one of the kinds that the core knows, without a copy.
fn with_numbers<W: Work>(array: &Bound<'_, PyAny>, work: W) -> PyResult<W::Output> {
    fn run<T: Number + Element, W: Work>(
        array: &Bound<'_, PyAny>,
        work: W,
    ) -> Result<PyResult<W::Output>, W> {
        let Ok(numbers) = array.extract::<PyReadonlyArray1<'_, T>>() else { return Err(work) };
        let slice = match numbers.as_slice() {
            Ok(slice) => slice,
            Err(error) => return Ok(Err(error.into())),
        };
        Ok(array.py().detach(|| work.run(slice)).map_err(value_error))
    }
    run::<f64, W>(array, work)
        .or_else(|work| run::<i64, W>(array, work))
        .or_else(|work| run::<u64, W>(array, work))
        .or_else(|work| run::<i32, W>(array, work))
        .or_else(|work| run::<i16, W>(array, work))
        .or_else(|work| run::<i8, W>(array, work))
        .unwrap_or_else(|_| Err(PyTypeError::new_err("expected an array of numbers")))
}
