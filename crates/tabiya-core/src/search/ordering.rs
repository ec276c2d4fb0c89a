//! What to look at first: a decision of class P.

use super::events::NodeView;
use super::game::Searchable;
use super::memory::Memory;
use super::params::Params;
use super::state::{Incremental, Stateless};
use crate::games::MoveList;

/// A move with the score by which it is ordered.
#[derive(Clone, Copy, Debug)]
pub struct Scored<M> {
    /// The move.
    pub m: M,
    /// Larger goes first.
    pub score: i32,
}

/// The table's move goes before everything.
pub const TABLE_MOVE: i32 = 1 << 30;
/// Moves that win material.
pub const GOOD_NOISY: i32 = 1 << 28;
/// The first killer; the second one and the countermove follow.
pub const KILLER: i32 = 1 << 26;
/// Moves that lose material go after all quiet ones.
pub const BAD_NOISY: i32 = -(1 << 28);

/// Decides in which order the moves of a node are searched.
pub trait Ordering<P: Searchable>: Incremental<P> {
    /// Gives every move of the node a score; `state` is what the ordering keeps of its position.
    fn score(
        &mut self,
        node: &NodeView<'_, P>,
        state: &Self::State,
        memory: &Memory,
        params: &Params,
        moves: &mut [Scored<P::Move>],
    );

    /// Hears that the `index`th move that was searched caused a cutoff.
    #[inline]
    fn cutoff(&mut self, _node: &NodeView<'_, P>, _memory: &Memory, _m: P::Move, _index: usize) {}
}

/// The order of CRAFTY and MIA (Kocsis 2003, §2.1.3 and §2.2.2): table move, captures, killers and
/// countermove, then history.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classic;

impl Stateless for Classic {}

impl<P: Searchable> Ordering<P> for Classic {
    #[inline]
    fn score(
        &mut self,
        node: &NodeView<'_, P>,
        (): &(),
        memory: &Memory,
        params: &Params,
        moves: &mut [Scored<P::Move>],
    ) {
        let early = early_moves(node, memory, params);
        let by_history = params.history > 0.0;
        let continued = node.previous_piece_to.filter(|_| params.continuation > 0.0);
        for scored in moves {
            scored.score = band(node, &early, scored.m).unwrap_or_else(|| {
                let mut score = node.position.quiet_value(scored.m);
                if by_history {
                    score += memory.history(node.position.history_index(scored.m));
                }
                if let Some(previous) = continued {
                    score += memory.continuation(previous, node.position.piece_to(scored.m));
                }
                score
            });
        }
    }
}

/// Codes of the quiet moves that go before the others: two killers and the countermove.
pub fn early_moves<P: Searchable>(
    node: &NodeView<'_, P>,
    memory: &Memory,
    params: &Params,
) -> [u16; 3] {
    let [first, second] = if params.killers > 0.0 { memory.killers(node.ply) } else { [0; 2] };
    let counter = match node.previous_index {
        Some(previous) if params.countermove > 0.0 => memory.countermove(previous),
        _ => 0,
    };
    [first, second, counter]
}

/// The score of a move that does not wait for the ordering of quiet moves; `None` if it does.
#[inline]
pub fn band<P: Searchable>(node: &NodeView<'_, P>, early: &[u16; 3], m: P::Move) -> Option<i32> {
    let code = P::code(m);
    if code == node.table_move {
        return Some(TABLE_MOVE);
    }
    if !node.position.is_quiet(m) {
        let value = node.position.noisy_value(m);
        let losing = node.position.loses_material(m);
        return Some(value + if losing { BAD_NOISY } else { GOOD_NOISY });
    }
    early.iter().position(|&other| other == code).map(|rank| KILLER - rank as i32)
}

/// Hands out moves best first, scoring and sorting no further than it is asked to.
pub(super) struct Picker<M> {
    moves: arrayvec::ArrayVec<Scored<M>, { crate::games::MAX_MOVES }>,
    next: usize,
    is_scored: bool,
}

impl<M: Copy> Picker<M> {
    /// Without moves. They are added where it lies, for moving it copies all of its room.
    #[inline]
    pub fn empty() -> Self {
        Self { moves: arrayvec::ArrayVec::new(), next: 0, is_scored: false }
    }

    /// Takes the moves; the one that `leads` goes first, before any other is scored.
    #[inline]
    pub fn fill(&mut self, moves: &MoveList<M>, leads: impl Fn(M) -> bool) {
        self.moves.extend(moves.iter().map(|&m| Scored { m, score: 0 }));
        if let Some(index) = moves.iter().position(|&m| leads(m)) {
            self.moves[index].score = TABLE_MOVE;
            self.moves.swap(0, index);
        }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// One of the remaining moves, for when their order no longer matters.
    #[inline]
    pub fn any(&mut self) -> Option<Scored<M>> {
        let scored = *self.moves.get(self.next)?;
        self.next += 1;
        Some(scored)
    }

    /// The best of the remaining moves, the first listed among equals; `score` fills in their
    /// scores when they are needed.
    #[inline]
    pub fn next(&mut self, score: impl FnOnce(&mut [Scored<M>])) -> Option<Scored<M>> {
        let mut best = self.next;
        let leads = best == 0 && self.moves.first().is_some_and(|m| m.score == TABLE_MOVE);
        if !leads {
            if !self.is_scored {
                score(&mut self.moves[best..]);
                self.is_scored = true;
            }
            let mut highest = self.moves.get(best)?.score;
            for (i, scored) in self.moves.iter().enumerate().skip(self.next + 1) {
                if scored.score > highest {
                    (best, highest) = (i, scored.score);
                }
            }
        }
        let scored = *self.moves.get(best)?;
        self.moves.swap(self.next, best);
        self.next += 1;
        Some(scored)
    }
}
