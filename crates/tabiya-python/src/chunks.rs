//! Compiled chunks: bytes in, places where they stand out.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use tabiya_core::by_name::{AnyPosition, game};
use tabiya_core::chunks::{self, Facts, Program, result_of_code};
use tabiya_core::games::{Position as _, chess::Chess};

use crate::batch::bytes;
use crate::errors::value_error;
use crate::position::Position;
use crate::threads::on_all_threads;

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

    /// The mirrors of every chunk that stand in every packed position, a row for each.
    fn matches<'py>(
        &self,
        py: Python<'py>,
        packed: PyReadonlyArray2<'py, u8>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (bytes, width) = rows(&packed)?;
        let found =
            on_all_threads(py, || chunks::matches(&self.0, bytes, width))?.map_err(value_error)?;
        found.into_pyarray(py).reshape([bytes.len() / width, self.0.len()])
    }

    /// The squares whose piece is in some chunk, as bits, for every packed position.
    fn covered<'py>(
        &self,
        py: Python<'py>,
        packed: PyReadonlyArray2<'py, u8>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let (bytes, width) = rows(&packed)?;
        let found =
            on_all_threads(py, || chunks::covered(&self.0, bytes, width))?.map_err(value_error)?;
        Ok(found.into_pyarray(py))
    }
}

/// The squares of the twelve kinds of pieces, as bits, for every packed position of chess.
#[pyfunction]
pub fn packed_pieces<'py>(
    py: Python<'py>,
    packed: PyReadonlyArray2<'py, u8>,
) -> PyResult<Bound<'py, PyArray2<u64>>> {
    let (bytes, width) = rows(&packed)?;
    let found = py.detach(|| chunks::pieces(bytes, width)).map_err(value_error)?;
    found.into_pyarray(py).reshape([bytes.len() / width, 12])
}

fn rows<'a>(packed: &'a PyReadonlyArray2<'_, u8>) -> PyResult<(&'a [u8], usize)> {
    let chess = game(Chess::NAME).map_err(value_error)?;
    Ok((bytes(chess, packed)?, chess.packed_width()))
}

fn facts(position: &dyn AnyPosition, result: u8) -> PyResult<Facts> {
    let Some(line) = position.line::<Chess>() else {
        return Err(value_error(format!(
            "chunks: expected a position of chess, found one of {}",
            position.game()
        )));
    };
    let mut facts = Facts::of(line.position().inner());
    facts.result = result_of_code(result)
        .ok_or_else(|| value_error(format!("result: expected 0 to 3, found {result}")))?;
    Ok(facts)
}
