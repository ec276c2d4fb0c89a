//! Networks that learn by playing.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use tabiya_core::arena::Fixture;
use tabiya_core::by_name::{PlayerSpec, game};
use tabiya_core::eval::network::Network;
use tabiya_core::games::{Outcome, Side};
use tabiya_core::population::{
    NetworkGames, TdPlan, learn_by_play, learn_from, play_networks as play,
};

use crate::errors::value_error;
use crate::position::Position;
use crate::waiting::wait_for;

/// Game, numbers of the search, mebibytes, plies per move, most plies of a game.
type PyConditions = (String, Vec<(String, f64)>, usize, u32, usize);
/// Lambda, gamma, rate, errors, opening plies, seed.
type PyPlan = (f64, f64, f64, f64, u64, u64);

fn spec(params: Vec<(String, f64)>, hash_mib: usize) -> PlayerSpec {
    let preset = Some(String::from("crafty"));
    PlayerSpec { params, hash_mib, preset, ..PlayerSpec::default() }
}

fn plan((lambda, gamma, rate, errors, opening_plies, seed): PyPlan) -> TdPlan {
    TdPlan { lambda, gamma, rate, errors, opening_plies, seed }
}

fn rows(networks: &PyReadonlyArray2<'_, f32>) -> PyResult<Vec<Vec<f32>>> {
    let width = networks.shape()[1];
    let all = networks.as_slice()?;
    if width % 67 != 1 || width < 68 {
        return Err(value_error(format!("networks: expected 67 h + 1 values, found {width}")));
    }
    Ok(all.chunks_exact(width).map(<[f32]>::to_vec).collect())
}

/// Networks that have played and learned: one against itself, or several among each other.
#[pyfunction]
pub fn learn_by_playing<'py>(
    py: Python<'py>,
    conditions: PyConditions,
    networks: PyReadonlyArray2<'_, f32>,
    first: u64,
    n_games: u64,
    plan_: PyPlan,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (name, params, hash_mib, depth, most_plies) = conditions;
    let spec = spec(params, hash_mib);
    let how =
        NetworkGames { game: game(&name).map_err(value_error)?, spec: &spec, depth, most_plies };
    let mut learners = rows(&networks)?;
    let stop = AtomicBool::new(false);
    let work = || learn_by_play(&how, &mut learners, first, n_games, &plan(plan_), &stop);
    wait_for(py, &stop, work, |_| Ok(()))?.map_err(value_error)?;
    let shape = [learners.len(), learners[0].len()];
    learners.concat().into_pyarray(py).reshape(shape)
}

/// A network after it has learned from a game.
#[pyfunction]
pub fn learn_from_game<'py>(
    py: Python<'py>,
    network: PyReadonlyArray2<'_, f32>,
    positions: Vec<u8>,
    result: i8,
    plan_: PyPlan,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let mut values = rows(&network)?.remove(0);
    learn_from(&mut values, &positions, outcome(result), &plan(plan_));
    Ok(values.into_pyarray(py))
}

/// Plays games between networks; what the first player got of each (1, 0, -1), and its positions.
#[pyfunction]
pub fn play_networks(
    py: Python<'_>,
    conditions: PyConditions,
    networks: PyReadonlyArray2<'_, f32>,
    fixtures: Vec<(PyRef<'_, Position>, usize, usize)>,
    threads: usize,
) -> PyResult<Vec<(i8, Vec<u8>)>> {
    let (name, params, hash_mib, depth, most_plies) = conditions;
    let spec = spec(params, hash_mib);
    let how =
        NetworkGames { game: game(&name).map_err(value_error)?, spec: &spec, depth, most_plies };
    let networks: Vec<Arc<Network>> =
        rows(&networks)?.iter().map(|row| Arc::new(Network::new(row.len() / 67, row))).collect();
    let start = |(position, first, second): &(PyRef<'_, Position>, usize, usize)| Fixture {
        start: position.inner().duplicate(),
        players: [*first, *second],
    };
    let fixtures: Vec<Fixture> = fixtures.iter().map(start).collect();
    let stop = AtomicBool::new(false);
    let work = || play(&how, &networks, &fixtures, threads, &stop);
    let games = wait_for(py, &stop, work, |_| Ok(()))?.map_err(value_error)?;
    let games = games.expect("only an exception stops it, and that has gone on");
    Ok(games.into_iter().map(|game| (points(game.outcome), game.positions)).collect())
}

const fn points(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win(Side::First) => 1,
        Outcome::Draw => 0,
        Outcome::Win(Side::Second) => -1,
    }
}

const fn outcome(points: i8) -> Outcome {
    match points {
        1 => Outcome::Win(Side::First),
        0 => Outcome::Draw,
        _ => Outcome::Win(Side::Second),
    }
}
