//! What a search has learnt of moves, whatever the position: killers, history, countermoves.

use super::MAX_PLY;
use super::game::Searchable;

/// The tables of a search that know moves by their codes.
pub struct Histories {
    killers: Vec<[u16; 2]>,
    history: Vec<i32>,
    countermoves: Vec<u16>,
    continuations: Vec<i16>,
    continuation_size: usize,
    /// Which rows of the continuations were written, so that a short search clears only those.
    dirty: Vec<bool>,
    n_updates: u64,
}

/// Where a move stands in the tables of history and of continuations.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveIndex {
    pub history: usize,
    pub piece_to: usize,
}

/// A quiet move that caused a cutoff.
pub(super) struct Refutation {
    pub ply: usize,
    pub code: u16,
    /// Its places in the tables, and those of the move it answers.
    pub index: MoveIndex,
    pub previous: Option<MoveIndex>,
    /// What it gains, and what the moves tried before it lose.
    pub bonus: i32,
}

/// History scores stay between plus and minus this.
pub const HISTORY_MAX: i32 = 1 << 14;

impl Histories {
    /// Empty tables for a game.
    pub fn new<P: Searchable>() -> Self {
        Self {
            killers: vec![[0; 2]; MAX_PLY],
            history: vec![0; P::HISTORY_SIZE],
            countermoves: vec![0; P::HISTORY_SIZE],
            continuations: vec![0; P::CONTINUATION_SIZE * P::CONTINUATION_SIZE],
            continuation_size: P::CONTINUATION_SIZE,
            dirty: vec![false; P::CONTINUATION_SIZE],
            n_updates: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.killers.fill([0; 2]);
        self.history.fill(0);
        self.countermoves.fill(0);
        for (row, dirty) in self.dirty.iter_mut().enumerate() {
            if std::mem::take(dirty) {
                let start = row * self.continuation_size;
                self.continuations[start..start + self.continuation_size].fill(0);
            }
        }
        self.n_updates = 0;
    }

    /// Codes of the last two quiet moves that refuted something at this ply.
    // CITE: Akl and Newborn 1977, the killer heuristic.
    pub fn killers(&self, ply: usize) -> [u16; 2] {
        self.killers[ply]
    }

    /// How good the move with this index has been.
    // CITE: Schaeffer 1983, the history heuristic.
    pub fn history(&self, index: usize) -> i32 {
        self.history[index]
    }

    /// Code of the last good answer to the move with this index.
    // CITE: Uiterwijk 1992, the countermove heuristic.
    pub fn countermove(&self, previous: usize) -> u16 {
        self.countermoves[previous]
    }

    /// How good the move has been as an answer to the previous one.
    // CITE: Schaeffer's history, indexed by pairs of moves, after Stockfish.
    pub fn continuation(&self, previous: usize, piece_to: usize) -> i32 {
        self.continuation_slot(previous, piece_to)
            .map_or(0, |slot| i32::from(self.continuations[slot]))
    }

    /// How often the history table was written; the `n_hhupdate` of Kocsis 2003, eq. 3.1.
    pub fn n_updates(&self) -> u64 {
        self.n_updates
    }

    /// Begins with what is thought of moves, each by its place in the table; what was learnt in an
    /// earlier search counts as much.
    pub(super) fn prime(&mut self, places: &[u16], opinions: &[i32]) {
        let is_new = self.n_updates == 0;
        for (&place, &opinion) in places.iter().zip(opinions) {
            let score = &mut self.history[usize::from(place)];
            *score = if is_new { opinion } else { i32::midpoint(*score, opinion) };
        }
    }

    /// Learns from a quiet move that was good enough: it gains, those tried before it lose.
    pub(super) fn learn_cutoff(&mut self, refutation: &Refutation, failed: &[MoveIndex]) {
        let &Refutation { ply, code, index, previous, bonus } = refutation;
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        if let Some(previous) = previous {
            self.countermoves[previous.history] = code;
        }
        let answered = previous.map(|previous| previous.piece_to);
        self.reward(index, answered, bonus);
        for &other in failed {
            self.reward(other, answered, -bonus);
        }
        self.n_updates += 1;
    }

    /// Moves a history score towards the end of its range; the nearer it is, the less.
    fn reward(&mut self, index: MoveIndex, previous: Option<usize>, bonus: i32) {
        let moved = |score: i32| score + bonus - score * bonus.abs() / HISTORY_MAX;
        let score = &mut self.history[index.history];
        *score = moved(*score);
        if let Some(slot) = previous.and_then(|p| self.continuation_slot(p, index.piece_to)) {
            self.dirty[slot / self.continuation_size] = true;
            let score = &mut self.continuations[slot];
            *score = moved(i32::from(*score)) as i16;
        }
    }

    fn continuation_slot(&self, previous: usize, piece_to: usize) -> Option<usize> {
        (self.continuation_size > 0).then_some(previous * self.continuation_size + piece_to)
    }
}
