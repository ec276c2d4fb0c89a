//! Many searches at once: one player per thread, every search from a cleared memory.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::game::AnyGame;
use super::player::{AnyReport, AnyRoot, PlayerError, PlayerSpec, SearchError};
use super::position::AnyPosition;
use crate::search::Limits;

/// How far a batch has come, and how to stop it.
#[derive(Debug, Default)]
pub struct Batch {
    /// Searches completed.
    pub done: AtomicUsize,
    /// Raise it to stop.
    pub stop: AtomicBool,
}

type Reports = Vec<Result<AnyReport, SearchError>>;

/// Searches all positions and returns the reports in the same order; `None` if it was stopped.
///
/// The reports do not depend on the number of threads, for every search starts from nothing.
///
/// # Errors
/// If the player cannot be made.
pub fn search_many(
    game: &'static dyn AnyGame,
    spec: &PlayerSpec,
    positions: &[Box<dyn AnyPosition>],
    limits: Limits,
    threads: usize,
    batch: &Batch,
) -> Result<Option<Reports>, PlayerError> {
    let players = (0..threads.clamp(1, positions.len().max(1)))
        .map(|_| game.player(spec))
        .collect::<Result<Vec<_>, _>>()?;
    let root = AnyRoot::default();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::with_capacity(positions.len()));
    std::thread::scope(|scope| {
        for mut player in players {
            let (next, found, root) = (&next, &found, &root);
            scope.spawn(move || {
                while !batch.stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(position) = positions.get(index) else { break };
                    player.clear();
                    let report = player.search(position.as_ref(), root, limits, &batch.stop, None);
                    found.lock().unwrap_or_else(PoisonError::into_inner).push((index, report));
                    batch.done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    if batch.stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|(index, _)| *index);
    Ok(Some(found.into_iter().map(|(_, report)| report).collect()))
}
