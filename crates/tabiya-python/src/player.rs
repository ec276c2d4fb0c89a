//! Players, handed to Python as opaque values.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use numpy::{IntoPyArray, PyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tabiya_core::by_name::SearchError;
use tabiya_core::by_name::{
    AnyGame, AnyIteration, AnyPlayer, AnyPosition, AnyProgress, AnyReport, AnyRoot, Control,
    PlayerSpec, Positions, game, search_many,
};
use tabiya_core::eval::network::Network;
use tabiya_core::search::Limits;
use tabiya_core::search::clock::{self, TimeLeft, Unit};
use tabiya_core::search::log::{LogSpec, NodeLog};
use tabiya_core::search::pruning::Relation;
use tabiya_core::search::score::{self, CENTIPAWN, Score};

use crate::batch::{Rules, bytes};
use crate::clock::Clock;
use crate::combination::Combination;
use crate::errors::{network_error, search_error, value_error};
use crate::log::columns;
use crate::movemap::{MoveMap, PyUse};
use crate::patterns::PatternModel;
use crate::position::Position;
use crate::pruning::{Pruning, PyLessons, lessons_of, read_decides};
use crate::waiting::wait_for;

/// First stage, plies of the deep and of the shallow search, slope, offset, deviation.
type PyRelation = (usize, usize, usize, f64, f64, f64);
/// Score in centipawns and line.
type PyVariation = (f64, Vec<String>);
/// Depth, score in centipawns, line, nodes, seconds, fill of the table, deepest ply, further lines.
type PyIteration = (u32, f64, Vec<String>, u64, f64, u32, u32, Vec<PyVariation>);
/// The last word, all completed iterations, the nodes and score of every change, and the root's
/// moves with the nodes spent on each.
type Details = (PyIteration, Vec<PyIteration>, Vec<(u64, f64)>, Vec<(String, u64)>);
/// Moves to search, moves not to search, what moves are worth in advance, number of lines.
type PyRoot = (Vec<String>, Vec<String>, Vec<(String, f64)>, usize);
/// Whether it is counted in nodes; what remains, increment, moves to go, overhead, moves searched.
type PyTimeLeft = (bool, f64, f64, Option<u32>, f64, u32);

/// A flag that stops a search from another thread.
#[pyclass(frozen, module = "tabiya._core")]
#[derive(Default)]
pub struct Stop(AtomicBool);

#[pymethods]
impl Stop {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The outcome of a search. Most of those who search many positions ask for the score and no more,
/// so that nothing else is made for Python until it is wanted.
#[pyclass(frozen, module = "tabiya._core")]
pub struct Report(AnyReport);

#[pymethods]
impl Report {
    /// The best move, its score, nodes, the last completed depth, seconds, the deepest ply.
    fn head(&self) -> (&str, f64, u64, u32, f64, u32) {
        let last = &self.0.last;
        let seconds = last.time.as_secs_f64();
        (&last.pv[0], centipawns(last.score), last.nodes, last.depth, seconds, last.deepest)
    }

    /// Everything.
    fn details(&self) -> Details {
        let AnyReport { last, iterations, changes, .. } = self.0.clone();
        let root_moves = last.root_moves.clone();
        let iterations = iterations.into_iter().map(iteration_to_python).collect();
        let changes = changes.iter().map(|c| (c.nodes, centipawns(c.score))).collect();
        (iteration_to_python(last), iterations, changes, root_moves)
    }
}

/// A player of some game.
#[pyclass(frozen, module = "tabiya._core")]
pub struct Player {
    game: &'static dyn AnyGame,
    spec: PlayerSpec,
    inner: Mutex<Box<dyn AnyPlayer>>,
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (name, weights, params, hash_mib=None, resolution=None, preset=None, pruning=None, network=None, combination=None, patterns=None, relations=vec![], clock=None, ordering=None))]
    #[allow(clippy::too_many_arguments)] // one keyword argument each, as in Python
    fn new(
        name: &str,
        weights: Vec<(String, f64)>,
        params: Vec<(String, f64)>,
        hash_mib: Option<usize>,
        resolution: Option<f64>,
        preset: Option<String>,
        pruning: Option<PyRef<'_, Pruning>>,
        network: Option<String>,
        combination: Option<PyRef<'_, Combination>>,
        patterns: Option<PyRef<'_, PatternModel>>,
        relations: Vec<PyRelation>,
        clock: Option<PyRef<'_, Clock>>,
        ordering: Option<(PyRef<'_, MoveMap>, PyUse)>,
    ) -> PyResult<Self> {
        let game = game(name).map_err(value_error)?;
        let mut spec = PlayerSpec { weights, params, preset, ..PlayerSpec::default() };
        let network = network.as_deref().map(Network::parse).transpose().map_err(network_error)?;
        spec.network = network.map(Arc::new);
        spec.clock = clock.map(|clock| clock.0.clone()).unwrap_or_default();
        spec.combination = combination.map(|combination| combination.inner().clone());
        spec.hash_mib = hash_mib.unwrap_or(spec.hash_mib);
        spec.resolution = resolution.unwrap_or(spec.resolution);
        spec.patterns = patterns.map(|patterns| Arc::clone(&patterns.0));
        spec.relations = relations.into_iter().map(relation).collect();
        spec.pruning = pruning.map(|pruning| pruning.0.clone()).unwrap_or_default();
        spec.ordering = ordering.map(|(map, used)| map.spec(used)).transpose()?;
        let inner = Mutex::new(game.player(&spec).map_err(value_error)?);
        Ok(Self { game, spec, inner })
    }

    #[getter]
    fn hash_mib(&self) -> usize {
        self.spec.hash_mib
    }

    #[getter]
    fn resolution(&self) -> f64 {
        self.spec.resolution
    }

    // A search in another thread may hold the player; whoever waits for it lets the others go on,
    // or nobody could stop it.
    fn clear(&self, py: Python<'_>) {
        py.detach(|| self.lock().clear());
    }

    fn hash_fill(&self, py: Python<'_>) -> u32 {
        py.detach(|| self.lock().hash_fill())
    }

    fn evaluate(&self, py: Python<'_>, position: &Position) -> PyResult<f64> {
        let position = position.inner();
        let score = py.detach(|| self.lock().evaluate(position));
        score.map(centipawns).map_err(search_error)
    }

    fn evaluate_many<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<PyRef<'_, Position>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let positions: Vec<_> = positions.iter().map(|position| position.inner()).collect();
        let scores = py.detach(|| self.lock().evaluate_many(&positions)).map_err(search_error)?;
        let scores: Vec<f64> = scores.into_iter().map(centipawns).collect();
        Ok(scores.into_pyarray(py))
    }

    fn evaluate_packed<'py>(
        &self,
        py: Python<'py>,
        packed: PyReadonlyArray2<'_, u8>,
        rules: Rules,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let batch = self.game.batch(bytes(self.game, &packed)?, &rules).map_err(value_error)?;
        let scores: Result<Vec<_>, _> = py.detach(move || {
            let mut player = self.lock();
            let mut scores = Vec::with_capacity(batch.len());
            batch.visit(&mut |position| scores.push(player.evaluate(position).map(centipawns)))?;
            scores.into_iter().collect()
        });
        Ok(scores.map_err(search_error)?.into_pyarray(py))
    }

    /// What the clock would give a move here: soft and hard.
    fn budget(
        &self,
        py: Python<'_>,
        position: &Position,
        left: PyTimeLeft,
    ) -> PyResult<(f64, f64)> {
        let (position, left) = (position.inner(), time_left(left));
        let budget = py.detach(|| self.lock().budget(position, &left)).map_err(search_error)?;
        Ok((budget.soft, budget.hard))
    }

    #[pyo3(signature = (
        position, depth=None, nodes=None, seconds=None, soft_seconds=None, keep=false, stop=None,
        on_iteration=None, on_root_move=None, root=None, clock=None, threads=1,
    ))]
    #[allow(clippy::too_many_arguments)] // one keyword argument each, as in Python
    fn search(
        &self,
        py: Python<'_>,
        position: &Position,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        soft_seconds: Option<f64>,
        keep: bool,
        stop: Option<PyRef<'_, Stop>>,
        on_iteration: Option<Py<PyAny>>,
        on_root_move: Option<Py<PyAny>>,
        root: Option<PyRoot>,
        clock: Option<PyTimeLeft>,
        threads: usize,
    ) -> PyResult<Report> {
        let mut limits = limits(depth, nodes, seconds)?;
        limits.soft_time = duration(soft_seconds)?;
        limits.clock = clock.map(time_left);
        limits.threads = threads;
        let root = root.map(read_root).unwrap_or_default();
        let own_stop = AtomicBool::new(false);
        let stop = stop.as_ref().map_or(&own_stop, |stop| &stop.0);
        let heard = Mutex::new(Vec::new());
        let listens = on_iteration.is_some() || on_root_move.is_some();
        let work = || {
            let mut player = self.lock();
            if !keep {
                player.clear();
            }
            let mut listen =
                |progress| heard.lock().unwrap_or_else(PoisonError::into_inner).push(progress);
            let listen: Option<&mut dyn FnMut(AnyProgress)> =
                if listens { Some(&mut listen) } else { None };
            player.search(position.inner(), &root, limits, stop, listen)
        };
        let tell = |py: Python<'_>| {
            let news = std::mem::take(&mut *heard.lock().unwrap_or_else(PoisonError::into_inner));
            for progress in news {
                match (progress, &on_iteration, &on_root_move) {
                    (AnyProgress::Iteration(iteration), Some(callback), _) => {
                        callback.call1(py, iteration_to_python(iteration))?;
                    }
                    (AnyProgress::RootMove(m, number), _, Some(callback)) => {
                        callback.call1(py, (m, number))?;
                    }
                    _ => {}
                }
            }
            Ok(())
        };
        let report = wait_for(py, stop, work, tell)?;
        report.map(Report).map_err(search_error)
    }

    #[pyo3(signature = (positions, depth=None, nodes=None, seconds=None, threads=1, progress=None))]
    #[allow(clippy::too_many_arguments)] // one keyword argument each, as in Python
    fn search_many(
        &self,
        py: Python<'_>,
        positions: Vec<PyRef<'_, Position>>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Report>> {
        let limits = limits(depth, nodes, seconds)?;
        let positions: Vec<Box<dyn AnyPosition>> =
            positions.iter().map(|position| position.inner().duplicate()).collect();
        let found =
            self.search_all(py, &self.spec, &positions, limits, threads, progress.as_ref())?;
        reports(found)
    }

    #[pyo3(signature = (packed, rules, depth=None, nodes=None, seconds=None, threads=1, progress=None))]
    #[allow(clippy::too_many_arguments)] // one keyword argument each, as in Python
    fn search_packed(
        &self,
        py: Python<'_>,
        packed: PyReadonlyArray2<'_, u8>,
        rules: Rules,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Vec<Report>> {
        let limits = limits(depth, nodes, seconds)?;
        let batch = self.game.batch(bytes(self.game, &packed)?, &rules).map_err(value_error)?;
        let found =
            self.search_all(py, &self.spec, batch.as_ref(), limits, threads, progress.as_ref())?;
        reports(found)
    }

    /// Searches packed positions and returns the nodes that were written down, as columns.
    #[pyo3(signature = (packed, rules, rate, seed, depth=None, nodes=None, threads=1, progress=None))]
    #[allow(clippy::too_many_arguments)] // one keyword argument each, as in Python
    fn log_packed<'py>(
        &self,
        py: Python<'py>,
        packed: PyReadonlyArray2<'_, u8>,
        rules: Rules,
        rate: f64,
        seed: u64,
        depth: Option<u32>,
        nodes: Option<u64>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let limits = limits(depth, nodes, None)?;
        let batch = self.game.batch(bytes(self.game, &packed)?, &rules).map_err(value_error)?;
        let spec = PlayerSpec { log: Some(LogSpec { rate, seed }), ..self.spec.clone() };
        let found =
            self.search_all(py, &spec, batch.as_ref(), limits, threads, progress.as_ref())?;
        let mut log = NodeLog::default();
        for (number, report) in found.into_iter().enumerate() {
            if let Some(rows) = report.map_err(search_error)?.log {
                log.append(rows, number as u32);
            }
        }
        columns(py, log)
    }

    /// Searches packed positions and returns what that taught one of the player's functions.
    #[pyo3(signature = (packed, rules, decides, depth=None, nodes=None, threads=1, progress=None))]
    #[allow(clippy::too_many_arguments)] // one keyword argument each, as in Python
    fn teach_packed<'py>(
        &self,
        py: Python<'py>,
        packed: PyReadonlyArray2<'_, u8>,
        rules: Rules,
        decides: &str,
        depth: Option<u32>,
        nodes: Option<u64>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyLessons<'py>> {
        let limits = limits(depth, nodes, None)?;
        let batch = self.game.batch(bytes(self.game, &packed)?, &rules).map_err(value_error)?;
        let spec = PlayerSpec { taught: Some(read_decides(decides)?), ..self.spec.clone() };
        let found =
            self.search_all(py, &spec, batch.as_ref(), limits, threads, progress.as_ref())?;
        let reports = found.into_iter().collect::<Result<Vec<_>, _>>().map_err(search_error)?;
        lessons_of(py, reports)
    }
}

impl Stop {
    /// The flag itself.
    pub fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

impl Player {
    /// The game it plays.
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// What it was made of.
    pub fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    fn search_all(
        &self,
        py: Python<'_>,
        spec: &PlayerSpec,
        positions: &dyn Positions,
        limits: Limits,
        threads: usize,
        progress: Option<&Py<PyAny>>,
    ) -> PyResult<Vec<Result<AnyReport, SearchError>>> {
        let control = Control::default();
        let work = || search_many(self.game, spec, positions, limits, threads, &control);
        let report = |py: Python<'_>| match progress {
            Some(callback) => {
                let done = control.done.load(Ordering::Relaxed);
                callback.call1(py, (done, positions.len())).map(|_| ())
            }
            None => Ok(()),
        };
        let reports = wait_for(py, &control.stop, work, report)?.map_err(value_error)?;
        Ok(reports.expect("only an exception stops them, and that has gone on"))
    }

    /// A panic in a search would have been reported already; the player itself is still good.
    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyPlayer>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Limits as Python says them.
pub fn limits(depth: Option<u32>, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Limits> {
    Ok(Limits { depth, nodes, time: duration(seconds)?, ..Limits::default() })
}

fn duration(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    seconds.map(Duration::try_from_secs_f64).transpose().map_err(value_error)
}

fn relation((stage, deep, shallow, slope, offset, deviation): PyRelation) -> Relation {
    Relation { stage, deep, shallow, slope, offset, deviation }
}

/// A score as Python says it.
pub fn centipawns(score: Score) -> f64 {
    f64::from(score) / f64::from(CENTIPAWN)
}

fn iteration_to_python(iteration: AnyIteration) -> PyIteration {
    let AnyIteration { depth, score, pv, nodes, time, hash_fill, deepest, others, .. } = iteration;
    let others = others.into_iter().map(|(score, pv)| (centipawns(score), pv)).collect();
    (depth, centipawns(score), pv, nodes, time.as_secs_f64(), hash_fill, deepest, others)
}

fn reports(found: Vec<Result<AnyReport, SearchError>>) -> PyResult<Vec<Report>> {
    found.into_iter().map(|report| report.map(Report).map_err(search_error)).collect()
}

fn read_root((only, without, bonus, n_lines): PyRoot) -> AnyRoot {
    let bonus = bonus.into_iter().map(|(m, bonus)| (m, fixed_point(bonus))).collect();
    AnyRoot { only, without, bonus, n_lines }
}

/// The clock of a game as Python says it.
pub fn time_left(left: PyTimeLeft) -> TimeLeft {
    let (in_nodes, remaining, increment, moves_to_go, overhead, n_searched) = left;
    let unit = if in_nodes { Unit::Nodes } else { Unit::Seconds };
    TimeLeft { unit, remaining, increment, moves_to_go, overhead, n_searched }
}

/// What one move may take of a clock that is shared out equally: soft and hard.
#[pyfunction]
pub fn share_clock(left: PyTimeLeft) -> (f64, f64) {
    let budget = clock::share(&time_left(left));
    (budget.soft, budget.hard)
}

/// A score as the core counts it; numbers out of range become the nearest one.
pub fn fixed_point(centipawns: f64) -> Score {
    (centipawns * f64::from(CENTIPAWN)).round() as Score
}

/// The score in centipawns beyond which the end of the game was seen, and that of a won game.
pub fn score_constants() -> (f64, f64) {
    (centipawns(score::DECIDED), centipawns(score::WIN))
}
