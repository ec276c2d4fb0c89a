//! Games from which a player's clock learns.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use super::{ArenaError, Contest, Contestant, PlayedGame, play_games};
use crate::games::{Outcome, Side};
use crate::learn::{Act, Episode, actor_critic_step};
use crate::search::clock::{ClockSpec, Policy, value_of};

/// What games taught.
#[derive(Clone, Debug, PartialEq)]
pub struct Learned {
    /// The step that the games ask for; empty if the clock has no network.
    pub step: Vec<f64>,
    /// What the learner got of each game: 1, 0.5 or 0.
    pub points: Vec<f64>,
}

/// Plays all games, in each of which the first contestant takes part, and learns from its decisions.
/// It decides at random at this rate; at 0 it only plays. `None` if it was stopped. What is learned
/// does not depend on the number of threads.
///
/// # Errors
/// If a player cannot be made, or a game cannot begin.
pub fn learning_games(
    contest: &Contest<'_>,
    explore: f64,
    seed: u64,
    decay: f64,
    threads: usize,
    stop: &AtomicBool,
    tell: &(dyn Fn() + Sync),
) -> Result<Option<Learned>, ArenaError> {
    let mut contestants: Vec<Contestant> = contest.contestants.to_vec();
    let policy = match &contestants[0].spec.clock {
        ClockSpec::Network(clock) if explore > 0.0 => Some((clock.policy.clone(), clock.scale)),
        _ => None,
    };
    if policy.is_some() {
        contestants[0].spec.clock = contestants[0].spec.clock.exploring(explore, seed);
    }
    let contest = Contest {
        game: contest.game,
        contestants: &contestants,
        fixtures: contest.fixtures,
        adjudication: contest.adjudication,
    };
    let played: Mutex<Vec<Option<Taught>>> =
        Mutex::new(contest.fixtures.iter().map(|_| None).collect());
    play_games(&contest, threads, stop, &|number, game| {
        let fixture = &contest.fixtures[number];
        let side = if fixture.players[0] == 0 { Side::First } else { Side::Second };
        let taught = teach(&game, fixture.start.turn() == side, side, policy.as_ref());
        played.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(taught);
        tell();
    })?;
    let played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    let Some(taught) = played.into_iter().collect::<Option<Vec<Taught>>>() else {
        return Ok(None);
    };
    let points = taught.iter().map(|game| game.points).collect();
    let Some((policy, _)) = policy else { return Ok(Some(Learned { step: Vec::new(), points })) };
    let mut total = vec![0.0; policy.values.len()];
    for game in taught {
        let one = actor_critic_step(&policy, &[game.episode], decay);
        total.iter_mut().zip(one).for_each(|(sum, each)| *sum += each);
    }
    Ok(Some(Learned { step: total, points }))
}

struct Taught {
    points: f64,
    episode: Episode,
}

/// What one side of a game can learn from.
fn teach(game: &PlayedGame, begins: bool, side: Side, policy: Option<&(Policy, f64)>) -> Taught {
    let points = match game.outcome {
        Outcome::Win(winner) => f64::from(u8::from(winner == side)),
        Outcome::Draw => 0.5,
    };
    let scale = policy.map_or(1.0, |(_, scale)| *scale);
    let own = game.moves.iter().skip(usize::from(!begins)).step_by(2);
    let acts = own.map(|m| Act { value: value_of(m.score, scale), choices: m.choices.clone() });
    let acts = if policy.is_some() { acts.collect() } else { Vec::new() };
    Taught { points, episode: Episode { acts, result: 2.0 * points - 1.0 } }
}
