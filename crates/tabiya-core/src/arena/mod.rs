//! Many games between two players at once, without processes; and what two processes say to each other.
//!
//! Every game is a function of its start, the players and the limits: the players forget what they
//! know before it begins. So with limits of depth or nodes the games do not depend on how many of
//! them run at the same time, nor on which of them were played before.

mod adjudication;
mod clock;
#[cfg(unix)]
pub mod dialogue;
mod erring;
mod game;
mod learning;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

pub use adjudication::{Adjudication, Agreement, Ruling};
pub use clock::TimeControl;
pub use erring::{Erring, ErringGame, play_erring};
pub use game::{Ending, PlayedGame, PlayedMove};
pub use learning::{Learned, learning_games};

use crate::by_name::{AnyGame, AnyPlayer, AnyPosition, PlayerError, PlayerSpec, SearchError};
use crate::search::Limits;

/// A player and what it may spend on a move.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The player.
    pub spec: PlayerSpec,
    /// What it may spend on each move.
    pub limits: Limits,
    /// What it has for the whole game, if there is a clock.
    pub time: Option<TimeControl>,
}

/// A game to play.
pub struct Fixture {
    /// Where it starts.
    pub start: Box<dyn AnyPosition>,
    /// The numbers of the contestants: the game's first player, then the second.
    pub players: [usize; 2],
}

/// Games to play.
pub struct Contest<'a> {
    /// The game that is played.
    pub game: &'static dyn AnyGame,
    /// Who takes part.
    pub contestants: &'a [Contestant],
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
    contest.check()?;
    let n_threads = threads.clamp(1, contest.fixtures.len().max(1));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut bench = Bench::default();
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(fixture) = contest.fixtures.get(number) else { break };
            let pair = bench.seat(contest, fixture.players).inspect_err(|_| {
                next.store(contest.fixtures.len(), Ordering::Relaxed); // nobody begins another game
            })?;
            if let Some(played) = game::play(contest, fixture, pair, stop) {
                tell(number, played);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..n_threads).map(|_| scope.spawn(work)).collect();
        let ends = workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        ends.fold(Ok(()), Result::and)
    })
}

impl Contest<'_> {
    fn check(&self) -> Result<(), ArenaError> {
        for fixture in self.fixtures {
            let (expected, found) = (self.game.name(), fixture.start.game());
            if expected != found {
                return Err(ArenaError::Start(SearchError::WrongGame { expected, found }));
            }
            if let Some(outcome) = fixture.start.outcome() {
                let position = fixture.start.text();
                return Err(ArenaError::Start(SearchError::Finished { position, outcome }));
            }
            let [first, second] = fixture.players;
            let n = self.contestants.len();
            if first >= n || second >= n || first == second {
                return Err(ArenaError::Pairing { first, second, n });
            }
        }
        Ok(())
    }
}

/// The players of one thread, made when they are first needed.
#[derive(Default)]
struct Bench {
    seated: Vec<(usize, Box<dyn AnyPlayer>)>,
}

impl Bench {
    /// The two players, the first one first. Those who do not play make room for their tables.
    fn seat(
        &mut self,
        contest: &Contest<'_>,
        players: [usize; 2],
    ) -> Result<[&mut dyn AnyPlayer; 2], ArenaError> {
        self.seated.retain(|(who, _)| players.contains(who));
        for who in players {
            if !self.seated.iter().any(|(seated, _)| *seated == who) {
                let spec = &contest.contestants[who].spec;
                self.seated.push((who, contest.game.player(spec).map_err(ArenaError::Player)?));
            }
        }
        if self.seated[0].0 != players[0] {
            self.seated.swap(0, 1);
        }
        let [(_, first), (_, second)] = &mut self.seated[..] else {
            unreachable!("two players are seated")
        };
        Ok([first.as_mut(), second.as_mut()])
    }
}

/// Games cannot be played.
#[derive(Clone, Debug, PartialEq)]
pub enum ArenaError {
    /// A player cannot be made.
    Player(PlayerError),
    /// A game cannot begin.
    Start(SearchError),
    /// A game is not one of two contestants.
    Pairing {
        /// Number of the first player.
        first: usize,
        /// Number of the second player.
        second: usize,
        /// How many contestants there are.
        n: usize,
    },
}

impl std::fmt::Display for ArenaError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Player(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::Pairing { first, second, n } => {
                write!(f, "arena: expected two of {n} contestants, found {first} and {second}")
            }
        }
    }
}

impl std::error::Error for ArenaError {}
