//! Positions, handed to Python as opaque values.

use pyo3::prelude::*;
use tabiya_core::by_name::{AnyPosition, game};
use tabiya_core::games::Outcome;

use crate::errors::{illegal_move, parse_position, value_error};
use crate::threads::on_all_threads;

/// A position of some game, with its past.
#[pyclass(frozen, module = "tabiya._core")]
pub struct Position(Box<dyn AnyPosition>);

impl Position {
    pub fn new(inner: Box<dyn AnyPosition>) -> Self {
        Self(inner)
    }

    pub fn inner(&self) -> &dyn AnyPosition {
        self.0.as_ref()
    }
}

#[pymethods]
impl Position {
    #[staticmethod]
    fn initial(name: &str, rules: Vec<(String, String)>) -> PyResult<Self> {
        let game = game(name).map_err(value_error)?;
        game.initial(&rules).map(Self).map_err(value_error)
    }

    #[staticmethod]
    fn parse(name: &str, text: &str, rules: Vec<(String, String)>) -> PyResult<Self> {
        let game = game(name).map_err(value_error)?;
        game.parse(text, &rules).map_err(value_error)?.map(Self).map_err(parse_position)
    }

    #[getter]
    fn game(&self) -> &'static str {
        self.0.game()
    }

    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    #[getter]
    fn cells(&self) -> String {
        self.0.cells().iter().collect()
    }

    #[getter]
    fn turn(&self) -> usize {
        self.0.turn().index()
    }

    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    #[getter]
    fn past(&self) -> Vec<u64> {
        self.0.past().to_vec()
    }

    #[getter]
    fn result(&self) -> Option<&'static str> {
        self.0.outcome().map(Outcome::as_str)
    }

    fn with_past(&self, past: Vec<u64>) -> Self {
        Self(self.0.with_past(past))
    }

    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves()
    }

    fn play(&self, text: &str) -> PyResult<Self> {
        self.0.play(text).map(Self).map_err(illegal_move)
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        py.check_signals()?;
        on_all_threads(py, || self.0.perft(depth))
    }

    fn is_same(&self, other: &Self) -> bool {
        self.0.is_same(other.inner())
    }
}
