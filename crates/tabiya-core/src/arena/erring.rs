//! Games of a player that errs now and then, to learn from: without errors the features that
//! everybody minds would hardly vary.
//!
//! CITE: Buro 1995 §3: openings that are mostly unbalanced, and players that make mistakes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::by_name::{AnyGame, AnyPlayer, AnyPosition, AnyRoot, Control, PlayerError, PlayerSpec};
use crate::games::Outcome;
use crate::games::rng::splitmix;
use crate::search::Limits;

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub struct Erring {
    /// What the player may spend on a move.
    pub limits: Limits,
    /// The share of moves that are drawn by lot.
    pub errors: f64,
    /// Seed of the lot.
    pub seed: u64,
    /// Longer games are drawn.
    pub most_plies: usize,
}

/// The positions of a game, packed one behind the other, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErringGame {
    /// All positions from the start on in which somebody had to move.
    pub positions: Vec<u8>,
    /// How it ended.
    pub outcome: Outcome,
}

/// Plays a game from each start, a player against itself, and returns them in that order; `None` if
/// it was stopped. The games do not depend on the number of threads.
///
/// # Errors
/// If the player cannot be made.
pub fn play_erring(
    game: &'static dyn AnyGame,
    spec: &PlayerSpec,
    starts: &[Box<dyn AnyPosition>],
    erring: Erring,
    threads: usize,
    control: &Control,
) -> Result<Option<Vec<ErringGame>>, PlayerError> {
    let n_players = threads.clamp(1, starts.len().max(1));
    let players: Vec<_> = (0..n_players).map(|_| game.player(spec)).collect::<Result<_, _>>()?;
    let next = AtomicUsize::new(0);
    let played: Mutex<Vec<Option<ErringGame>>> = Mutex::new(vec![None; starts.len()]);
    std::thread::scope(|scope| {
        for mut player in players {
            let (next, played) = (&next, &played);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(start) = starts.get(number) else { return };
                    let found = play_one(player.as_mut(), start.as_ref(), erring, number, control);
                    let Some(found) = found else { return };
                    played.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(found);
                    control.done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    Ok(played.into_inner().unwrap_or_else(PoisonError::into_inner).into_iter().collect())
}

fn play_one(
    player: &mut dyn AnyPlayer,
    start: &dyn AnyPosition,
    erring: Erring,
    number: usize,
    control: &Control,
) -> Option<ErringGame> {
    let mut position = start.duplicate();
    let mut positions = Vec::new();
    let seed = splitmix(erring.seed, number as u64);
    for ply in 0..erring.most_plies as u64 {
        if control.stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(outcome) = position.outcome() {
            return Some(ErringGame { positions, outcome });
        }
        positions.extend(position.pack());
        let lot = splitmix(seed, 2 * ply) as f64 / u64::MAX as f64;
        let chosen = if lot < erring.errors {
            let moves = position.legal_moves();
            moves[splitmix(seed, 2 * ply + 1) as usize % moves.len()].clone()
        } else {
            player.clear();
            let report = player.search(
                position.as_ref(),
                &AnyRoot::default(),
                erring.limits,
                &control.stop,
                None,
            );
            report.expect("a game in progress can be searched").last.pv[0].clone()
        };
        position = position.play(&chosen).expect("the move was found among the legal ones");
    }
    Some(ErringGame { positions, outcome: Outcome::Draw })
}
