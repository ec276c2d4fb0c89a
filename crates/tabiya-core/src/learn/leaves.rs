//! Where the exchanges of a position end: the leaf of its quiescence line, and what it is worth.
//!
//! Labels are compared with evaluations, and an evaluation means little while pieces hang. So whoever
//! learns from a position may learn from the leaf instead: the game's own idea of what is urgent
//! ([`Searchable::quiescence_moves`]) is played out, with standing pat, and with all ways out of check.

use rayon::prelude::*;

use crate::eval::{Linear, Model};
use crate::games::{Batch, MoveList, Side, UnpackError};
use crate::search::score::{INFINITE, Score};
use crate::search::{Evaluation, MAX_PLY, Searchable};

/// So many nodes at most belong to a position; what is left then is taken as it stands.
const MOST_NODES: usize = 20_000;
/// Positions that a thread settles at a time.
const CHUNK: usize = 256;

/// The leaf of a quiescence line.
#[derive(Clone, Debug)]
pub struct Settled<P> {
    /// The leaf; the position itself if it is quiet.
    pub leaf: P,
    /// Plies from the position to the leaf.
    pub plies: usize,
    /// What the line is worth to the side to move in the position.
    pub score: Score,
    /// Whether the game is over in the leaf.
    pub is_over: bool,
}

/// Plays out what is urgent in a position that is not decided.
pub fn settle<P: Searchable, E: Evaluation<P>>(evaluation: &mut E, position: &P) -> Settled<P> {
    let mut nodes = 0;
    let (score, line) = best(evaluation, position, (-INFINITE, INFINITE), 0, &mut nodes);
    let mut leaf = position.clone();
    for &m in line.iter().rev() {
        leaf.play(m);
    }
    let is_over = leaf.outcome().is_some();
    Settled { leaf, plies: line.len(), score, is_over }
}

/// Leaves, plies, scores of the first player and whether games are over, of packed positions.
#[derive(Clone, Debug, Default)]
pub struct Leaves {
    /// The leaves, packed.
    pub packed: Vec<u8>,
    /// Plies from each position to its leaf.
    pub plies: Vec<u32>,
    /// What each line is worth to the first player.
    pub scores: Vec<Score>,
    /// Whether the game is over in the leaf; positions in which it was over stay as they are.
    pub over: Vec<bool>,
    /// Whether the side to move is in check in the position itself.
    pub checks: Vec<bool>,
}

/// Settles packed positions by the linear evaluation with these weights, on all threads of the pool.
///
/// # Errors
/// With the number of one that is none.
pub fn settle_batch<M: Model<Position: Searchable>>(
    batch: &Batch<'_, M::Position>,
    weights: &[f64],
    resolution: f64,
) -> Result<Leaves, (usize, UnpackError)> {
    let n_chunks = batch.len().div_ceil(CHUNK);
    let parts = (0..n_chunks).into_par_iter().map(|chunk| {
        let mut evaluation = Linear::<M>::new(weights, resolution);
        let mut part = Leaves::default();
        for index in chunk * CHUNK..batch.len().min((chunk + 1) * CHUNK) {
            let position = batch.get(index).map_err(|error| (index, error))?;
            part.add(&mut evaluation, &position);
        }
        Ok(part)
    });
    let mut all = Leaves::default();
    for part in parts.collect::<Result<Vec<_>, _>>()? {
        all.packed.extend(part.packed);
        all.plies.extend(part.plies);
        all.scores.extend(part.scores);
        all.over.extend(part.over);
        all.checks.extend(part.checks);
    }
    Ok(all)
}

impl Leaves {
    fn add<P: Searchable, E: Evaluation<P>>(&mut self, evaluation: &mut E, position: &P) {
        let found = match position.outcome() {
            Some(outcome) => {
                let score = position.final_score(outcome, 0);
                Settled { leaf: position.clone(), plies: 0, score, is_over: true }
            }
            None => settle(evaluation, position),
        };
        let end = self.packed.len();
        self.packed.resize(end + P::PACKED_WIDTH, 0);
        found.leaf.pack(&mut self.packed[end..]);
        self.plies.push(found.plies as u32);
        let sign = if position.turn() == Side::First { 1 } else { -1 };
        self.scores.push(sign * found.score);
        self.over.push(found.is_over);
        self.checks.push(position.is_check());
    }
}

/// The score and the moves of the best line, the last one first.
fn best<P: Searchable, E: Evaluation<P>>(
    evaluation: &mut E,
    position: &P,
    (mut alpha, beta): (Score, Score),
    ply: usize,
    nodes: &mut usize,
) -> (Score, Vec<P::Move>) {
    *nodes += 1;
    if let Some(outcome) = position.decided() {
        return (position.final_score(outcome, ply as i32), Vec::new());
    }
    let is_check = position.is_check();
    let mut moves = MoveList::new();
    let (mut score, mut line) = (-INFINITE, Vec::new());
    if is_check {
        position.moves_of_undecided(&mut moves);
        if moves.is_empty() {
            let outcome = position.outcome_without_moves();
            return (position.final_score(outcome, ply as i32), line);
        }
    }
    let is_last = ply + 1 >= MAX_PLY || *nodes >= MOST_NODES;
    if !is_check || is_last {
        score = evaluation.evaluate(position);
        if score >= beta || is_last {
            return (score, line);
        }
        alpha = alpha.max(score);
        position.quiescence_moves(&mut moves);
        moves.retain(|m| !position.loses_material(*m));
    }
    let mut order: Vec<_> = moves.iter().copied().collect();
    order.sort_by_key(|&m| std::cmp::Reverse(position.noisy_value(m)));
    for m in order {
        let mut child = position.clone();
        child.play(m);
        let (theirs, mut rest) = best(evaluation, &child, (-beta, -alpha), ply + 1, nodes);
        if -theirs > score {
            score = -theirs;
            rest.push(m);
            line = rest;
            alpha = alpha.max(score);
            if score >= beta {
                break;
            }
        }
    }
    (score, line)
}
