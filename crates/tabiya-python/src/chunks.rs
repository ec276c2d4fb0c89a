//! Compiled chunks: bytes in, places where they stand out.

use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use tabiya_core::any::AnyPosition;
use tabiya_core::chunks::{Facts, GameResult, Program};
use tabiya_core::games::chess::Chess;

use crate::errors::value_error;
use crate::position::Position;

/// Number of the chunk, mirror, choice of parameters, squares.
type Standing = (usize, u8, u16, u64);

/// Some compiled chunks, matched together.
#[pyclass(frozen, module = "tabiya._core")]
pub struct Chunks(Vec<Program>);

impl Chunks {
    /// The programs, for what else matches them.
    pub fn programs(&self) -> &[Program] {
        &self.0
    }
}

#[pymethods]
impl Chunks {
    #[new]
    fn new(compiled: Vec<Vec<u8>>) -> PyResult<Self> {
        let decode = |bytes: &Vec<u8>| Program::decode(bytes).map_err(value_error);
        compiled.iter().map(decode).collect::<PyResult<_>>().map(Self)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Every chunk that stands in a position, through every mirror.
    fn standing(&self, position: &Position, result: u8) -> PyResult<Vec<Standing>> {
        let facts = facts(position.inner(), result)?;
        let standing = self.0.iter().enumerate().flat_map(|(chunk, program)| {
            program
                .standing(&facts)
                .map(move |(reading, squares)| (chunk, reading.mirror, reading.instance, squares))
                .collect::<Vec<_>>()
        });
        Ok(standing.collect())
    }

    /// The mirrors of every chunk that stand in every position, a row for each position.
    fn matches<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyRef<'py, Position>>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let facts = positions
            .iter()
            .map(|position| facts(position.inner(), 0))
            .collect::<PyResult<Vec<_>>>()?;
        let mirrors: Vec<u8> = py.detach(|| {
            facts
                .iter()
                .flat_map(|facts| self.0.iter().map(|program| program.matches(facts)))
                .collect()
        });
        mirrors.into_pyarray(py).reshape([facts.len(), self.0.len()])
    }
}

fn facts(position: &dyn AnyPosition, result: u8) -> PyResult<Facts> {
    let Some(line) = position.line::<Chess>() else {
        return Err(value_error(format!(
            "chunks: expected a position of chess, found one of {}",
            position.game()
        )));
    };
    let mut facts = Facts::of(line.position().inner());
    facts.result = match result {
        1 => GameResult::WhiteWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    Ok(facts)
}
