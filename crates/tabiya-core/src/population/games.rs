//! Games between networks.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use crate::arena::{Adjudication, ArenaError, Contest, Contestant, Fixture, play_games};
use crate::by_name::{AnyGame, AnyPosition, PlayerSpec};
use crate::eval::network::Network;
use crate::games::Outcome;
use crate::search::Limits;

/// Games to play between networks, all under the same conditions.
pub struct NetworkGames<'a> {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// What all players have in common.
    pub spec: &'a PlayerSpec,
    /// Plies per move.
    pub depth: u32,
    /// Longer games are drawn.
    pub most_plies: usize,
}

/// A game that was played: all positions in which somebody had to move, packed one behind the other,
/// and how it ended.
pub struct NetworkGame {
    /// The positions.
    pub positions: Vec<u8>,
    /// How it ended.
    pub outcome: Outcome,
}

/// Plays games between networks, given by their numbers, and returns them in that order; `None` if
/// it was stopped.
///
/// # Errors
/// If a player cannot be made, or a game cannot begin.
pub fn play_networks(
    how: &NetworkGames<'_>,
    networks: &[Arc<Network>],
    fixtures: &[Fixture],
    threads: usize,
    stop: &AtomicBool,
) -> Result<Option<Vec<NetworkGame>>, ArenaError> {
    let limits = Limits { depth: Some(how.depth), ..Limits::default() };
    let contestants: Vec<Contestant> = networks
        .iter()
        .map(|network| {
            let network = Some(Arc::clone(network));
            Contestant { spec: PlayerSpec { network, ..how.spec.clone() }, limits, time: None }
        })
        .collect();
    let adjudication = Adjudication { max_plies: Some(how.most_plies), ..Adjudication::default() };
    let contest = Contest { game: how.game, contestants: &contestants, fixtures, adjudication };
    let played: Mutex<Vec<Option<NetworkGame>>> =
        Mutex::new(fixtures.iter().map(|_| None).collect());
    play_games(&contest, threads, stop, &|number, game| {
        let moves = game.moves.iter().map(|m| m.text.as_str());
        let positions = positions_of(fixtures[number].start.as_ref(), moves);
        let game = NetworkGame { positions, outcome: game.outcome };
        played.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(game);
    })?;
    Ok(played.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect())
}

/// The positions in which moves were made, packed.
fn positions_of<'a>(start: &dyn AnyPosition, moves: impl Iterator<Item = &'a str>) -> Vec<u8> {
    let mut position = start.duplicate();
    let mut packed = Vec::new();
    for text in moves {
        packed.extend(position.pack());
        position = position.play(text).expect("the move was played before");
    }
    packed
}
