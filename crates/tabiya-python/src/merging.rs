//! The same position more than once.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tabiya_core::merging::{Label, Row, deal, keys_of_lines, merge};

use crate::errors::value_error;

type Merged<'py> = (
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<u64>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray2<i32>>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
);

/// Deals rows, whose positions stand on a line each, into heaps of bytes.
#[pyfunction]
// The columns of a table.
#[allow(clippy::too_many_arguments)]
pub fn deal_labels<'py>(
    py: Python<'py>,
    lines: &str,
    has_counters: bool,
    first_row: u64,
    kinds: PyReadonlyArray1<'py, u64>,
    said: PyReadonlyArray1<'py, u64>,
    values: PyReadonlyArray1<'py, f64>,
    counts: PyReadonlyArray2<'py, i32>,
    weights: PyReadonlyArray1<'py, f64>,
    ordered: PyReadonlyArray1<'py, bool>,
    n_heaps: usize,
) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    let (kinds, said, values) = (kinds.as_slice()?, said.as_slice()?, values.as_slice()?);
    let (weights, ordered) = (weights.as_slice()?, ordered.as_slice()?);
    let counts = counts.as_slice()?.as_chunks::<2>().0;
    let heaps = py.detach(|| {
        let keys = keys_of_lines(lines, has_counters);
        let n = keys.len();
        let others = [said.len(), values.len(), counts.len(), weights.len(), ordered.len()];
        if kinds.len() != n || others.iter().any(|length| *length != n) {
            return Err(format!("expected {n} labels of as many positions, found {others:?}"));
        }
        let row = |index: usize| Row {
            key: [keys[index][0] ^ kinds[index], keys[index][1]],
            number: first_row + index as u64,
            label: Label {
                said: said[index],
                value: values[index],
                count: counts[index][0],
                conflicts: counts[index][1],
                weight: weights[index],
                is_ordered: ordered[index],
            },
        };
        Ok(deal((0..n).map(row), n_heaps))
    });
    Ok(heaps.map_err(value_error)?.iter().map(|heap| PyBytes::new(py, heap)).collect())
}

/// Merges a heap: the rows that are not the first of their position and kind; and of those that stand
/// for several the number, the value, count and conflicts, weight, and whether they disagreed.
#[pyfunction]
pub fn merge_heap<'py>(py: Python<'py>, heap: &Bound<'py, PyBytes>) -> PyResult<Merged<'py>> {
    let bytes = heap.as_bytes();
    let found = py.detach(|| merge(bytes));
    let merged = found.merged;
    let counts = merged.iter().flat_map(|(_, label, _)| [label.count, label.conflicts]);
    let column = |of: fn(&Label) -> f64| {
        merged.iter().map(|(_, label, _)| of(label)).collect::<Vec<_>>().into_pyarray(py)
    };
    Ok((
        found.others.into_pyarray(py),
        merged.iter().map(|(row, ..)| *row).collect::<Vec<_>>().into_pyarray(py),
        column(|label| label.value),
        counts.collect::<Vec<_>>().into_pyarray(py).reshape([merged.len(), 2])?,
        column(|label| label.weight),
        merged.iter().map(|(.., is_disputed)| *is_disputed).collect::<Vec<_>>().into_pyarray(py),
    ))
}
