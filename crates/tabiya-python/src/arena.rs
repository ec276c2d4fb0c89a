//! Games inside the core, handed to Python as they end.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use tabiya_core::arena::{
    Adjudication, Agreement, Contest, Contestant, Ending, Fixture, PlayedGame, Ruling, TimeControl,
    play_games,
};
use tabiya_core::games::{Outcome, Side};
use tabiya_core::search::clock::Unit;

use crate::errors::value_error;
use crate::player::{Player, Stop, centipawns, fixed_point, limits};
use crate::position::Position;
use crate::waiting::wait_for;

/// Depth, nodes, seconds, clock.
pub type PyLimits = (Option<u32>, Option<u64>, Option<f64>, Option<PyTimeControl>);
/// Whether it is counted in nodes; base, increment, margin.
pub type PyTimeControl = (bool, f64, f64, f64);
/// Centipawns and plies.
pub type PyAgreement = (f64, usize);
/// Win, draw, plies before a draw, resignation, most plies.
pub type PyAdjudication =
    (Option<PyAgreement>, Option<PyAgreement>, usize, Option<PyAgreement>, Option<usize>);
/// Text, score, depth, nodes, seconds.
type PyMove = (String, f64, u32, u64, f64);
/// Moves, result, why it ended, text of the last position.
type PyGame = (Vec<PyMove>, &'static str, &'static str, String);

/// Plays games between two players and calls `on_game` with the number of each game and the game.
#[pyfunction]
#[pyo3(name = "play_games")]
#[allow(clippy::too_many_arguments)] // one keyword argument each, as in Python
pub fn play_games_py(
    py: Python<'_>,
    contestants: Vec<(PyRef<'_, Player>, PyLimits)>,
    fixtures: Vec<(PyRef<'_, Position>, usize, usize)>,
    adjudication: PyAdjudication,
    threads: usize,
    stop: PyRef<'_, Stop>,
    on_game: Py<PyAny>,
) -> PyResult<()> {
    let Some(game) = contestants.first().map(|(player, _)| player.game()) else { return Ok(()) };
    let contestants =
        contestants.iter().map(|(p, l)| contestant(p, *l)).collect::<PyResult<Vec<_>>>()?;
    let start = |(position, first, second): &(PyRef<'_, Position>, usize, usize)| Fixture {
        start: position.inner().duplicate(),
        players: [*first, *second],
    };
    let fixtures: Vec<Fixture> = fixtures.iter().map(start).collect();
    let contest = Contest {
        game,
        contestants: &contestants,
        fixtures: &fixtures,
        adjudication: read_adjudication(adjudication),
    };
    let stop: &AtomicBool = stop.flag();
    let over = Mutex::new(Vec::new());
    let tell = |number: usize, game: PlayedGame| {
        over.lock().unwrap_or_else(PoisonError::into_inner).push((number, game));
    };
    let work = || play_games(&contest, threads, stop, &tell);
    let mut look = |py: Python<'_>| {
        let news = std::mem::take(&mut *over.lock().unwrap_or_else(PoisonError::into_inner));
        for (number, game) in news {
            on_game.call1(py, (number, game_to_python(game)))?;
        }
        Ok(())
    };
    let ended = wait_for(py, stop, work, &mut look);
    if ended.is_err() {
        // Whatever stopped the play, games that were over by then count. If Python cannot take
        // them, it has said so already.
        let _ = look(py);
    }
    ended?.map_err(value_error)
}

/// Looks whether scores end a game early: the result and why.
#[pyfunction]
pub fn adjudicate(
    scores: Vec<Option<f64>>,
    second_begins: bool,
    adjudication: PyAdjudication,
) -> Option<(&'static str, &'static str)> {
    let scores: Vec<_> = scores.into_iter().map(|score| score.map(fixed_point)).collect();
    let first = if second_begins { Side::Second } else { Side::First };
    let (outcome, ruling) = read_adjudication(adjudication).judge(&scores, first)?;
    Some((Outcome::as_str(outcome), ruling_word(ruling)))
}

/// A contestant as Python says it.
pub fn contestant(
    player: &Player,
    (depth, nodes, seconds, time): PyLimits,
) -> PyResult<Contestant> {
    let time = time.map(|(in_nodes, base, increment, margin)| {
        let unit = if in_nodes { Unit::Nodes } else { Unit::Seconds };
        TimeControl { unit, base, increment, margin }
    });
    Ok(Contestant { spec: player.spec().clone(), limits: limits(depth, nodes, seconds)?, time })
}

/// Rules that end games early, as Python says them.
pub fn read_adjudication(
    (win, draw, draw_after, resign, max_plies): PyAdjudication,
) -> Adjudication {
    let agreement = |(score, plies)| Agreement { score: fixed_point(score), plies };
    Adjudication {
        win: win.map(agreement),
        draw: draw.map(agreement),
        draw_after,
        resign: resign.map(agreement),
        max_plies,
    }
}

const fn ruling_word(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::Win => "win",
        Ruling::Draw => "draw",
        Ruling::Resignation => "resignation",
        Ruling::Length => "length",
    }
}

fn game_to_python(game: PlayedGame) -> PyGame {
    let why = match game.ending {
        Ending::Rules => "rules",
        Ending::Time => "time",
        Ending::Ruled(ruling) => ruling_word(ruling),
    };
    let moves = game.moves.into_iter();
    let moves =
        moves.map(|m| (m.text, centipawns(m.score), m.depth, m.nodes, m.time.as_secs_f64()));
    (moves.collect(), game.outcome.as_str(), why, game.last.text())
}
