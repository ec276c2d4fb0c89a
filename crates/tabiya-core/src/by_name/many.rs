//! Many searches at once: one player per thread, every search from a cleared memory.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::batch::BatchError;
use super::game::AnyGame;
use super::player::{AnyReport, AnyRoot, SearchError};
use super::position::AnyPosition;
use super::spec::{PlayerError, PlayerSpec};
use crate::search::Limits;

/// How far many searches have come, and how to stop them.
#[derive(Debug, Default)]
pub struct Control {
    /// Searches completed.
    pub done: AtomicUsize,
    /// Raise it to stop.
    pub stop: AtomicBool,
}

type Reports = Vec<Result<AnyReport, SearchError>>;

/// Where the positions come from: how many there are, and each by its number.
pub trait Positions: Sync {
    /// How many there are.
    fn len(&self) -> usize;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The one of this number.
    ///
    /// # Errors
    /// If it cannot be unpacked.
    fn get(&self, index: usize) -> Result<Box<dyn AnyPosition>, BatchError>;
}

impl Positions for Vec<Box<dyn AnyPosition>> {
    fn len(&self) -> usize {
        Vec::len(self)
    }

    fn get(&self, index: usize) -> Result<Box<dyn AnyPosition>, BatchError> {
        Ok(self[index].duplicate())
    }
}

/// Searches all positions and returns the reports in the same order; `None` if it was stopped.
///
/// The reports do not depend on the number of threads, for every search starts from nothing.
///
/// # Errors
/// If the player cannot be made.
pub fn search_many(
    game: &'static dyn AnyGame,
    spec: &PlayerSpec,
    positions: &dyn Positions,
    limits: Limits,
    threads: usize,
    control: &Control,
) -> Result<Option<Reports>, PlayerError> {
    let players = (0..threads.clamp(1, positions.len().max(1)))
        .map(|_| game.player(spec))
        .collect::<Result<Vec<_>, _>>()?;
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::with_capacity(positions.len()));
    std::thread::scope(|scope| {
        for mut player in players {
            let (next, found) = (&next, &found);
            scope.spawn(move || {
                while !control.stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= positions.len() {
                        break;
                    }
                    player.clear();
                    let report = match positions.get(index) {
                        Ok(position) => player.search(
                            position.as_ref(),
                            &AnyRoot::default(),
                            limits,
                            &control.stop,
                            None,
                        ),
                        Err(error) => Err(SearchError::Packed(error)),
                    };
                    found.lock().unwrap_or_else(PoisonError::into_inner).push((index, report));
                    control.done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    if control.stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|(index, _)| *index);
    Ok(Some(found.into_iter().map(|(_, report)| report).collect()))
}
