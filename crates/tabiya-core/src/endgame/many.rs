//! Many positions solved at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Goal, Solver};
use crate::eval::patterns::PatternModel;
use crate::games::othello::Othello;

/// Mebibytes of each thread's table: ends of games need little.
const HASH_MIB: usize = 16;

/// Solves positions on several threads and returns the scores of the sides to move in the same
/// order; `None` if it was stopped. `goal` says what to find out about each, `done` counts those
/// solved.
///
/// # Panics
/// If there is no memory for a small table per thread.
pub fn solve_many(
    positions: &[Othello],
    goal: impl Fn(usize) -> Goal + Sync,
    guide: Option<&Arc<PatternModel>>,
    threads: usize,
    done: &AtomicUsize,
    stop: &AtomicBool,
) -> Option<Vec<i32>> {
    let next = AtomicUsize::new(0);
    let scores = Mutex::new(vec![0; positions.len()]);
    std::thread::scope(|scope| {
        for _ in 0..threads.clamp(1, positions.len().max(1)) {
            scope.spawn(|| {
                let mut solver = Solver::new(HASH_MIB).expect("room for a small table");
                if let Some(patterns) = guide {
                    solver = solver.guided_by(Arc::clone(patterns));
                }
                while let Some(position) = {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    positions.get(index).map(|position| (index, position))
                } {
                    let Some(solution) = solver.solve(position.1, goal(position.0), stop) else {
                        return;
                    };
                    let mut scores = scores.lock().unwrap_or_else(PoisonError::into_inner);
                    scores[position.0] = solution.score;
                    done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let is_stopped = stop.load(Ordering::Relaxed);
    (!is_stopped).then(|| scores.into_inner().unwrap_or_else(PoisonError::into_inner))
}
