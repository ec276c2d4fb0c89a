//! The exact Othello solver.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use tabiya_core::endgame::{DEFAULT_HASH_MIB, Goal, Solution, Solver};
use tabiya_core::games::othello::Othello;

use crate::errors::value_error;
use crate::patterns::PatternModel;
use crate::position::Position;
use crate::waiting::wait_for;

/// Score, line, nodes.
type PySolution = (i32, Vec<String>, u64);

/// Solves an Othello position exactly, or only for who wins.
#[pyfunction]
#[pyo3(signature = (position, exact, hash_mib=None, guide=None))]
pub fn solve(
    py: Python<'_>,
    position: &Position,
    exact: bool,
    hash_mib: Option<usize>,
    guide: Option<PyRef<'_, PatternModel>>,
) -> PyResult<PySolution> {
    let Some(line) = position.inner().line::<Othello>() else {
        let game = position.inner().game();
        return Err(value_error(format!(
            "solve: expected a position of othello, found one of {game}"
        )));
    };
    let goal = if exact { Goal::Exact } else { Goal::WinLossDraw };
    let stop = AtomicBool::new(false);
    let hash_mib = hash_mib.unwrap_or(DEFAULT_HASH_MIB);
    let mut solver = py.detach(|| Solver::new(hash_mib)).map_err(|e| value_error(e.to_string()))?;
    if let Some(patterns) = guide {
        solver = solver.guided_by(Arc::clone(&patterns.0));
    }
    let work = || solver.solve(line.position(), goal, &stop);
    let solution = wait_for(py, &stop, work, |_| Ok(()))?;
    let Solution { score, pv, nodes, .. } =
        solution.expect("only an exception stops it, and that has gone on");
    Ok((score, pv.iter().map(ToString::to_string).collect(), nodes))
}
