//! Clocks of players.

use std::sync::{Mutex, PoisonError};

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use tabiya_core::arena::{Contest, Contestant, Fixture, learning_games};
use tabiya_core::by_name::game;
use tabiya_core::learn::{Act, Episode, actor_critic_step};
use tabiya_core::search::clock::{Choice, ClockSpec, Modern, NetworkKind, Policy};
use tabiya_core::search::named::{Named as _, ParamInfo};

use crate::arena::{PyAdjudication, PyLimits, contestant, read_adjudication};
use crate::errors::value_error;
use crate::player::{Player, Stop};
use crate::position::Position;
use crate::waiting::wait_for;

/// What the critic thinks, and the choices: inputs and direction of each.
type PyAct = (f64, Vec<(Vec<f32>, Vec<f32>)>);
/// The step, and what the learner got of each game.
type PyLearned<'py> = (Bound<'py, PyArray1<f64>>, Vec<f64>);

/// A clock: where a player spends its time.
#[pyclass(frozen, module = "tabiya._core")]
pub struct Clock(pub ClockSpec);

#[pymethods]
impl Clock {
    /// The clock of this name, or of this text of a file.
    #[new]
    #[pyo3(signature = (name=None, text=None))]
    fn new(name: Option<&str>, text: Option<&str>) -> PyResult<Self> {
        let spec = match (name, text) {
            (Some(name), None) => ClockSpec::named(name),
            (_, Some(text)) => ClockSpec::parse(text),
            (None, None) => Ok(ClockSpec::default()),
        };
        spec.map(Self).map_err(value_error)
    }

    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    #[getter]
    fn game(&self) -> Option<&str> {
        self.0.game()
    }
}

/// How many inputs the network of a clock has: of a dynamic one, or of a semi-dynamic one.
#[pyfunction]
pub fn clock_inputs(name: &str, is_dynamic: bool) -> PyResult<usize> {
    let kind = if is_dynamic { NetworkKind::Dynamic } else { NetworkKind::SemiDynamic };
    Ok(game(name).map_err(value_error)?.clock_inputs(kind))
}

/// The numbers of the modern clock: name, default, least and greatest value, meaning.
#[pyfunction]
pub fn modern_clock_numbers() -> Vec<(&'static str, f64, f64, f64, &'static str)> {
    let describe = |n: &ParamInfo| (n.name, n.default, n.min, n.max, n.meaning.trim());
    Modern::INFO.iter().map(describe).collect()
}

/// Plays games of the first contestant, whose clock decides at random now and then; the step of the
/// actor-critic for the clock's network, and what the contestant got of each game.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // one argument each, as in Python
pub fn learn_clock<'py>(
    py: Python<'py>,
    contestants: Vec<(PyRef<'_, Player>, PyLimits)>,
    fixtures: Vec<(PyRef<'_, Position>, usize, usize)>,
    adjudication: PyAdjudication,
    threads: usize,
    stop: PyRef<'_, Stop>,
    explore: (f64, u64),
    decay: f64,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyLearned<'py>> {
    let game = contestants.first().ok_or_else(|| value_error("learn: no contestant"))?.0.game();
    let contestants: Vec<Contestant> =
        contestants.iter().map(|(p, l)| contestant(p, *l)).collect::<PyResult<_>>()?;
    let start = |(position, first, second): &(PyRef<'_, Position>, usize, usize)| Fixture {
        start: position.inner().duplicate(),
        players: [*first, *second],
    };
    let fixtures: Vec<Fixture> = fixtures.iter().map(start).collect();
    let adjudication = read_adjudication(adjudication);
    let contest = Contest { game, contestants: &contestants, fixtures: &fixtures, adjudication };
    let done = Mutex::new(0);
    let count = || *done.lock().unwrap_or_else(PoisonError::into_inner) += 1;
    let (rate, seed) = explore;
    let stop = stop.flag();
    let work = || learning_games(&contest, rate, seed, decay, threads, stop, &count);
    let look = |py: Python<'_>| match &progress {
        Some(callback) => {
            let n: usize = *done.lock().unwrap_or_else(PoisonError::into_inner);
            callback.call1(py, (n,)).map(|_| ())
        }
        None => Ok(()),
    };
    let learned = wait_for(py, stop, work, look)?.map_err(value_error)?;
    let learned = learned.ok_or_else(|| value_error("learn: stopped"))?;
    Ok((learned.step.into_pyarray(py), learned.points))
}

/// The step of the actor-critic for a network of this shape, from games as acts and results.
#[pyfunction]
#[pyo3(name = "actor_critic_step")]
pub fn actor_critic_step_py(
    py: Python<'_>,
    shape: [usize; 3],
    values: Vec<f32>,
    episodes: Vec<(Vec<PyAct>, f64)>,
    decay: f64,
) -> PyResult<Bound<'_, PyArray1<f64>>> {
    let policy = read_policy(shape, values)?;
    let choice = |(inputs, direction): (Vec<f32>, Vec<f32>)| Choice {
        inputs: (0..).zip(inputs).collect(),
        direction,
    };
    let act =
        |(value, choices): PyAct| Act { value, choices: choices.into_iter().map(choice).collect() };
    let episodes: Vec<Episode> = episodes
        .into_iter()
        .map(|(acts, result)| Episode { acts: acts.into_iter().map(act).collect(), result })
        .collect();
    Ok(actor_critic_step(&policy, &episodes, decay).into_pyarray(py))
}

/// The outputs of a network of this shape.
#[pyfunction]
pub fn policy_outputs(shape: [usize; 3], values: Vec<f32>, inputs: Vec<f32>) -> PyResult<Vec<f64>> {
    Ok(read_policy(shape, values)?.outputs(&(0..).zip(inputs).collect()))
}

fn read_policy(shape: [usize; 3], values: Vec<f32>) -> PyResult<Policy> {
    let (expected, found) = (Policy::n_values(shape), values.len());
    if expected != found {
        return Err(value_error(format!("network: expected {expected} values, found {found}")));
    }
    Ok(Policy { shape, values })
}
