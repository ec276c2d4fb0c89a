//! Logs of searches, as columns of `NumPy`.

use numpy::{Element, IntoPyArray};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tabiya_core::search::log::{NO_EVALUATION, NodeLog};
use tabiya_core::search::score::Score;

use crate::player::centipawns;

/// The columns of a log by name; scores in centipawns, and not a number where there is none.
pub fn columns(py: Python<'_>, log: NodeLog) -> PyResult<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    let scores = |column: Vec<Score>| {
        let score = |s| if s == NO_EVALUATION { f64::NAN } else { centipawns(s) };
        column.into_iter().map(score).collect::<Vec<_>>()
    };
    put(&found, "positions", log.positions)?;
    put(&found, "search", log.search)?;
    put(&found, "iteration", log.iteration)?;
    put(&found, "ply", log.ply)?;
    put(&found, "depth", log.depth)?;
    put(&found, "alpha", scores(log.alpha))?;
    put(&found, "beta", scores(log.beta))?;
    put(&found, "evaluation", scores(log.evaluation))?;
    put(&found, "in_check", log.in_check)?;
    put(&found, "is_improving", log.is_improving)?;
    put(&found, "expected", log.expected)?;
    put(&found, "entry", log.entry)?;
    put(&found, "left_by", log.by)?;
    put(&found, "score", scores(log.score))?;
    put(&found, "bound", log.bound)?;
    put(&found, "nodes", log.nodes)?;
    put(&found, "best_index", log.best_index)?;
    put(&found, "n_tried", log.n_tried)?;
    put(&found, "table_move_first", log.table_move_first)?;
    put(&found, "previous", log.previous)?;
    put(&found, "ends", log.ends)?;
    put(&found, "from", log.from)?;
    put(&found, "to", log.to)?;
    Ok(found)
}

fn put<T: Element>(columns: &Bound<'_, PyDict>, name: &str, values: Vec<T>) -> PyResult<()> {
    columns.set_item(name, values.into_pyarray(columns.py()))
}
