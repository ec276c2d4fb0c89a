//! Many games between two players at once, without processes.
//!
//! Every game is a function of its start, the players and the limits: the players forget what they
//! know before it begins. So with limits of depth or nodes the games do not depend on how many of
//! them run at the same time, nor on which of them were played before.

mod adjudication;
mod game;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

pub use adjudication::{Adjudication, Agreement, Ruling};
pub use game::{Ending, PlayedGame, PlayedMove};

use crate::any::{AnyGame, AnyPlayer, AnyPosition, PlayerError, PlayerSpec, SearchError};
use crate::search::Limits;

/// A player and what it may spend on a move.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The player.
    pub spec: PlayerSpec,
    /// What it may spend on each move.
    pub limits: Limits,
}

/// A game to play.
pub struct Fixture {
    /// Where it starts.
    pub start: Box<dyn AnyPosition>,
    /// Which contestant is the game's first player: 0 or 1.
    pub first: usize,
}

/// Games to play between two contestants.
pub struct Contest<'a> {
    /// The game they play.
    pub game: &'static dyn AnyGame,
    /// The two contestants.
    pub contestants: [Contestant; 2],
    /// The games, in the order in which they are begun.
    pub fixtures: &'a [Fixture],
    /// When a game is decided before its end.
    pub adjudication: Adjudication,
}

/// Plays all games, several at a time, and hands each to `tell` with its number when it is over.
///
/// When `stop` is raised, the games in progress are broken off and not told.
///
/// # Errors
/// If a player cannot be made, or a game cannot begin.
pub fn play_games(
    contest: &Contest<'_>,
    threads: usize,
    stop: &AtomicBool,
    tell: &(dyn Fn(usize, PlayedGame) + Sync),
) -> Result<(), ArenaError> {
    let n_threads = threads.clamp(1, contest.fixtures.len().max(1));
    let teams = (0..n_threads).map(|_| contest.team()).collect::<Result<Vec<_>, _>>()?;
    for fixture in contest.fixtures {
        if fixture.start.game() != contest.game.name() {
            let (expected, found) = (contest.game.name(), fixture.start.game());
            return Err(ArenaError::Start(SearchError::WrongGame { expected, found }));
        }
        if let Some(outcome) = fixture.start.outcome() {
            let position = fixture.start.text();
            return Err(ArenaError::Start(SearchError::Finished { position, outcome }));
        }
    }
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for mut team in teams {
            let next = &next;
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(fixture) = contest.fixtures.get(number) else { break };
                    if let Some(played) = game::play(contest, fixture, &mut team, stop) {
                        tell(number, played);
                    }
                }
            });
        }
    });
    Ok(())
}

impl Contest<'_> {
    fn team(&self) -> Result<[Box<dyn AnyPlayer>; 2], ArenaError> {
        let [a, b] = &self.contestants;
        let make = |c: &Contestant| self.game.player(&c.spec).map_err(ArenaError::Player);
        Ok([make(a)?, make(b)?])
    }
}

/// Games cannot be played.
#[derive(Clone, Debug, PartialEq)]
pub enum ArenaError {
    /// A player cannot be made.
    Player(PlayerError),
    /// A game cannot begin.
    Start(SearchError),
}

impl std::fmt::Display for ArenaError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Player(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ArenaError {}
