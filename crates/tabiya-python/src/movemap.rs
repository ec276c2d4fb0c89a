//! Maps of moves: their weights, examples, and the training of them.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tabiya_core::by_name::game;
use tabiya_core::movemap::{self as core, Encoding, Epoch, Fixed, Inputs, Loss, Moves, Shape};
use tabiya_core::pgn::Start;
use tabiya_core::search::map_ordering::{Combine, MapSpec};

use crate::batch::bytes;
use crate::errors::{search_error, value_error};
use crate::position::Position;
use crate::waiting::wait_for;

type Floats<'py> = Bound<'py, PyArray1<f32>>;
/// Columns of moves, and the games and plies where one is not legal.
type PlayedWithFaults<'py> = (Bound<'py, PyDict>, Vec<(usize, usize)>);
/// Inputs, encoding, hidden units, direct connections, last move.
type PyShape = (String, String, usize, bool, bool);
/// How a map is used: combination, history weight, least plies, on-line learning.
pub type PyUse = (String, Option<f32>, i32, f32);

const OTHER_EXAMPLES: &str = "examples: expected those of the map's game and inputs";

fn shape(name: &str, (inputs, encoding, hidden, direct, previous): PyShape) -> PyResult<Shape> {
    let shape = Shape {
        geometry: game(name).map_err(value_error)?.geometry(),
        inputs: Inputs::named(&inputs).map_err(value_error)?,
        encoding: Encoding::named(&encoding).map_err(value_error)?,
        hidden,
        direct,
        previous,
    };
    shape.check().map_err(value_error)?;
    Ok(shape)
}

/// How many weights a map of a shape has.
#[pyfunction]
pub fn map_size(name: &str, form: PyShape) -> PyResult<usize> {
    Ok(shape(name, form)?.n_weights())
}

/// The features of a game's evaluation that maps can see, in their order.
#[pyfunction]
pub fn map_features(name: &str) -> PyResult<Vec<String>> {
    Ok(game(name).map_err(value_error)?.map_features())
}

/// A map of moves, ready to be used.
#[pyclass(frozen, module = "tabiya._core")]
pub struct MoveMap {
    plain: core::MoveMap,
    fixed: Arc<Fixed>,
}

#[pymethods]
impl MoveMap {
    #[new]
    fn new(name: &str, form: PyShape, weights: PyReadonlyArray1<'_, f32>) -> PyResult<Self> {
        let plain = core::MoveMap::new(shape(name, form)?, weights.as_slice()?.to_vec())
            .map_err(value_error)?;
        let fixed = Arc::new(Fixed::new(&plain).map_err(value_error)?);
        Ok(Self { plain, fixed })
    }

    /// Legal moves, where they come from and go to, and their scores.
    #[pyo3(signature = (position, previous=None))]
    fn scores(
        &self,
        position: &Position,
        previous: Option<u8>,
    ) -> PyResult<Vec<(String, u8, u8, f32)>> {
        let of = game(self.plain.shape().geometry.game).map_err(value_error)?;
        of.map_scores(&self.fixed, position.inner(), previous).map_err(search_error)
    }

    /// The rank of the best move in each example.
    fn ranks<'py>(
        &self,
        py: Python<'py>,
        examples: &MoveExamples,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        ranks(py, self.plain.shape(), self.plain.weights(), examples, threads)
    }
}

impl MoveMap {
    /// The map and how it is used.
    pub fn spec(&self, (combine, history_weight, least_plies, online): PyUse) -> PyResult<MapSpec> {
        let combine = Combine::named(&combine).map_err(value_error)?;
        let map = Arc::clone(&self.fixed);
        Ok(MapSpec { map, combine, history_weight, least_plies, online })
    }
}

fn ranks<'py>(
    py: Python<'py>,
    shape: &Shape,
    weights: &[f32],
    examples: &MoveExamples,
    threads: usize,
) -> PyResult<Bound<'py, PyArray1<u16>>> {
    if !examples.0.serve(shape) {
        return Err(value_error(OTHER_EXAMPLES));
    }
    let work = || core::ranks(shape, weights, &examples.0, threads);
    Ok(wait_for(py, &AtomicBool::new(false), work, |_| Ok(()))?.into_pyarray(py))
}

/// Positions with their best moves, as maps see them.
#[pyclass(frozen, module = "tabiya._core")]
pub struct MoveExamples(core::Examples);

#[pymethods]
impl MoveExamples {
    #[new]
    fn new(
        py: Python<'_>,
        name: &str,
        packed: PyReadonlyArray2<'_, u8>,
        from_squares: PyReadonlyArray1<'_, u8>,
        to_squares: PyReadonlyArray1<'_, u8>,
        previous: PyReadonlyArray1<'_, u8>,
        inputs: &str,
    ) -> PyResult<Self> {
        let of = game(name).map_err(value_error)?;
        let inputs = Inputs::named(inputs).map_err(value_error)?;
        let rows = bytes(of, &packed)?;
        let best = Moves {
            from: from_squares.as_slice()?,
            to: to_squares.as_slice()?,
            previous: previous.as_slice()?,
        };
        py.detach(|| of.move_examples(rows, best, inputs)).map(Self).map_err(value_error)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// The number that each had among those they were made of.
    fn numbers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.0.numbers().to_vec().into_pyarray(py)
    }

    #[getter]
    fn n_moves(&self) -> usize {
        self.0.n_moves()
    }
}

/// A map that learns.
#[pyclass(frozen, module = "tabiya._core")]
pub struct MapTrainer(Mutex<core::Trainer>);

#[pymethods]
impl MapTrainer {
    #[new]
    fn new(name: &str, form: PyShape, loss: &str, method: &str, seed: u64) -> PyResult<Self> {
        let map = core::MoveMap::initial(shape(name, form)?, seed).map_err(value_error)?;
        let loss = match loss {
            "softmax" => Loss::Softmax,
            "squares" => Loss::Squares,
            _ => {
                let said = format!("loss: expected one of softmax, squares, found {loss:?}");
                return Err(value_error(said));
            }
        };
        let is_rprop = match method {
            "adam" => false,
            "rprop" => true,
            _ => {
                let said = format!("method: expected one of adam, rprop, found {method:?}");
                return Err(value_error(said));
            }
        };
        Ok(Self(Mutex::new(core::Trainer::new(map, loss, is_rprop, seed))))
    }

    /// Measures features of the evaluation by their usual size in these examples.
    fn measure(&self, examples: &MoveExamples) -> PyResult<()> {
        let mut trainer = self.lock();
        if !examples.0.serve(trainer.shape()) {
            return Err(value_error(OTHER_EXAMPLES));
        }
        trainer.measure(&examples.0);
        Ok(())
    }

    /// Shows all examples once; returns the mean loss.
    fn epoch(
        &self,
        py: Python<'_>,
        examples: &MoveExamples,
        batch: usize,
        rate: f32,
        symmetric: bool,
        threads: usize,
    ) -> PyResult<f64> {
        let stop = AtomicBool::new(false);
        if !examples.0.serve(self.lock().shape()) {
            return Err(value_error(OTHER_EXAMPLES));
        }
        let epoch = Epoch { batch, rate, symmetric, threads, stop: &stop };
        let work = || self.lock().epoch(&examples.0, epoch);
        let loss = wait_for(py, &stop, work, |_| Ok(()))?;
        Ok(loss.expect("only an exception stops it, and that has gone on"))
    }

    /// The rank of the best move in each example.
    fn ranks<'py>(
        &self,
        py: Python<'py>,
        examples: &MoveExamples,
        threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let trainer = self.lock().clone();
        ranks(py, trainer.shape(), trainer.weights(), examples, threads)
    }

    fn weights<'py>(&self, py: Python<'py>) -> Floats<'py> {
        self.lock().weights().to_vec().into_pyarray(py)
    }

    /// What the method remembers, epochs and steps.
    fn method_state<'py>(&self, py: Python<'py>) -> (Floats<'py>, Floats<'py>, u64, u64) {
        let trainer = self.lock();
        let ([one, two], n_steps) = trainer.method_state();
        let [one, two] = [one, two].map(|part| part.to_vec().into_pyarray(py));
        (one, two, trainer.n_epochs(), n_steps)
    }

    fn restore(
        &self,
        weights: PyReadonlyArray1<'_, f32>,
        one: PyReadonlyArray1<'_, f32>,
        two: PyReadonlyArray1<'_, f32>,
        n_epochs: u64,
        n_steps: u64,
    ) -> PyResult<()> {
        let state = [one.as_slice()?, two.as_slice()?];
        let restored = self.lock().restore(weights.as_slice()?, state, n_epochs, n_steps);
        restored.map_err(value_error)
    }
}

impl MapTrainer {
    /// A panic in an epoch would have been reported already.
    fn lock(&self) -> std::sync::MutexGuard<'_, core::Trainer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn columns(py: Python<'_>, played: core::PlayedMoves) -> PyResult<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    found.set_item("positions", played.positions.into_pyarray(py))?;
    found.set_item("from", played.from.into_pyarray(py))?;
    found.set_item("to", played.to.into_pyarray(py))?;
    found.set_item("previous", played.previous.into_pyarray(py))?;
    found.set_item("game", played.game.into_pyarray(py))?;
    found.set_item("ply", played.ply.into_pyarray(py))?;
    Ok(found)
}

/// The moves of games, each from a position; also what is wrong with which game and move.
#[pyfunction]
pub fn played_moves<'py>(
    py: Python<'py>,
    name: &str,
    games: Vec<(PyRef<'py, Position>, Vec<String>)>,
) -> PyResult<PlayedWithFaults<'py>> {
    let of = game(name).map_err(value_error)?;
    let (mut played, mut faults) = (core::PlayedMoves::default(), Vec::new());
    for (number, (start, moves)) in games.iter().enumerate() {
        let added = of.add_played(&mut played, start.inner(), moves, number as u32);
        if let Some(ply) = added.map_err(search_error)? {
            faults.push((number, ply));
        }
    }
    Ok((columns(py, played)?, faults))
}

/// The moves of chess games in a block that begins where a game begins; returns columns and counts.
#[pyfunction]
pub fn played_in_pgn<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyBytes>,
    first_line: u64,
    first_game: i64,
    threads: usize,
    last: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let block = data.as_bytes();
    let start = Start { line: first_line, game: first_game };
    let read = py.detach(|| core::played_in_pgn(block, start, threads, last));
    let found = columns(py, read.played)?;
    found.set_item("codes", read.codes)?;
    let faults: Vec<_> = read.faults.into_iter().map(|f| (f.line, f.game, f.reason)).collect();
    found.set_item("faults", faults)?;
    found.set_item("n_bytes", read.used)?;
    found.set_item("n_lines", read.lines)?;
    found.set_item("n_games", read.n_games)?;
    Ok(found)
}
