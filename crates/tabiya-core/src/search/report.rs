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
    /// Parts in a thousand of the table that the search has filled.
    pub hash_fill: u32,
    /// The deepest ply that was looked at, leaves included.
    pub deepest: u32,
    /// The root's moves with the nodes spent on each since the search began.
    pub root_moves: Vec<RootMove<M>>,
    /// The best lines after this one, if more than one was asked for.
    pub others: Vec<Variation<M>>,
}

/// A line and what it is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct Variation<M> {
    /// Its first move.
    pub m: M,
    /// Score of the side to move.
    pub score: Score,
    /// The line.
    pub pv: Vec<M>,
}

/// A move of the root, and what was spent on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub m: M,
    /// Nodes visited below it.
    pub nodes: u64,
}

/// What a search tells while it runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Progress<'a, M> {
    /// A move of the root is about to be searched: the move and its number, from 1.
    RootMove(M, usize),
    /// An iteration is completed.
    Iteration(&'a Iteration<M>),
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
    /// The deepest ply that was looked at, leaves included.
    pub deepest: u32,
    /// Time used.
    pub time: Duration,
    /// All completed iterations.
    pub iterations: Vec<Iteration<M>>,
    /// The best lines after the first, if more than one was asked for.
    pub others: Vec<Variation<M>>,
    /// The root's moves with the nodes spent on each.
    pub root_moves: Vec<RootMove<M>>,
    /// Every change of the score, so that it is known for any effort up to this search's.
    pub changes: Vec<Change>,
}

/// From so many nodes on, the search held this score.
// CITE: Gomboc 2004, §8.1: the score at any point of a search, without storing them all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Nodes since the search began.
    pub nodes: u64,
    /// Score of the side to move.
    pub score: Score,
}
