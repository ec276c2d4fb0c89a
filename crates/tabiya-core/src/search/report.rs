//! What a search found.

use std::time::Duration;

use super::score::Score;

/// A completed iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Iteration<M> {
    /// Its depth in plies.
    pub depth: u32,
    /// Score of the side to move.
    pub score: Score,
    /// The expected line; its first move is the best one.
    pub pv: Vec<M>,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    /// The best move found.
    pub best: M,
    /// Its score, of the side to move.
    pub score: Score,
    /// The expected line, starting with the best move.
    pub pv: Vec<M>,
    /// Nodes visited.
    pub nodes: u64,
    /// The last completed iteration.
    pub depth: u32,
    /// Time used.
    pub time: Duration,
    /// All completed iterations.
    pub iterations: Vec<Iteration<M>>,
}
