//! Hands out moves best first.

use arrayvec::ArrayVec;

use super::ordering::{MoveClass, Scored};
use crate::games::{MAX_MOVES, MoveList};

/// Hands out moves best first, scoring and sorting no further than it is asked to.
pub(super) struct Picker<M> {
    moves: ArrayVec<Scored<M>, MAX_MOVES>,
    next: usize,
    is_scored: bool,
}

impl<M: Copy> Picker<M> {
    /// Without moves. They are added where it lies, for moving it copies all of its room.
    #[inline]
    pub fn empty() -> Self {
        Self { moves: ArrayVec::new(), next: 0, is_scored: false }
    }

    /// Takes the moves; the one with the code that leads, if there is one, goes first, before any
    /// other is scored.
    #[inline]
    pub fn fill(&mut self, moves: &MoveList<M>, leads: u16, code: impl Fn(M) -> u16) {
        self.moves.extend(moves.iter().map(|&m| Scored::unsorted(m)));
        if leads == 0 {
            return; // the code of no move
        }
        if let Some(index) = moves.iter().position(|&m| code(m) == leads) {
            self.moves[index] = Scored::of_table(self.moves[index].m);
            self.moves.swap(0, index);
        }
    }

    /// Hands out the move that leads, which the caller knows.
    #[inline]
    pub fn hand_out_first(&mut self) {
        self.next = 1;
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// All moves, those handed out first.
    pub fn all(&self) -> &[Scored<M>] {
        &self.moves
    }

    /// How many moves are still to be handed out.
    pub fn n_left(&self) -> usize {
        self.moves.len() - self.next
    }

    /// One of the remaining moves, for when their order no longer matters.
    #[inline]
    pub fn next_unsorted(&mut self) -> Option<Scored<M>> {
        let scored = *self.moves.get(self.next)?;
        self.next += 1;
        Some(scored)
    }

    /// The best of the remaining moves, the first listed among equals; `score` fills in their
    /// places when they are needed.
    #[inline]
    pub fn next(&mut self, score: impl FnOnce(&mut [Scored<M>])) -> Option<Scored<M>> {
        let mut best = self.next;
        let leads = best == 0 && self.moves.first().is_some_and(|m| m.class == MoveClass::Table);
        if !leads {
            if !self.is_scored {
                score(&mut self.moves[best..]);
                self.is_scored = true;
            }
            let mut highest = self.moves.get(best)?.rank;
            for (i, scored) in self.moves.iter().enumerate().skip(self.next + 1) {
                if scored.rank > highest {
                    (best, highest) = (i, scored.rank);
                }
            }
        }
        let scored = *self.moves.get(best)?;
        self.moves.swap(self.next, best);
        self.next += 1;
        Some(scored)
    }
}
