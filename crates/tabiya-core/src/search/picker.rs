//! Hands out moves best first.

use arrayvec::ArrayVec;

use super::ordering::{MoveClass, Scored};
use crate::games::{MAX_MOVES, MoveList};

/// Hands out moves best first, scoring and sorting no further than it is asked to.
pub(super) struct Picker<M> {
    moves: ArrayVec<Scored<M>, MAX_MOVES>,
    n_listed: usize,
    next: usize,
    ranked: Ranked,
}

/// How far the moves have their places.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ranked {
    Nothing,
    /// All but those that wait until these are tried.
    Early,
    Everything,
}

impl<M: Copy> Picker<M> {
    /// Without moves. They are added where it lies, for moving it copies all of its room.
    #[inline]
    pub fn empty() -> Self {
        Self { moves: ArrayVec::new(), n_listed: 0, next: 0, ranked: Ranked::Nothing }
    }

    /// Takes the moves; the one with the code that leads, if there is one, goes first, before any
    /// other is scored.
    #[inline]
    pub fn fill(&mut self, moves: &MoveList<M>, leads: u16, code: impl Fn(M) -> u16) {
        self.moves.extend(moves.iter().map(|&m| Scored::unsorted(m)));
        self.n_listed = moves.len();
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

    /// How many moves it was given.
    pub fn len(&self) -> usize {
        self.n_listed
    }

    /// The moves that it has not dropped, those handed out first.
    pub fn all(&self) -> &[Scored<M>] {
        &self.moves
    }

    /// How many moves are still to be handed out.
    pub fn n_left(&self) -> usize {
        self.moves.len() - self.next
    }

    /// Drops those of the remaining moves that are not to be kept, and returns how many.
    #[inline]
    pub fn drop_all_but(&mut self, keeps: impl Fn(M) -> bool) -> usize {
        let mut end = self.next;
        for index in self.next..self.moves.len() {
            let scored = self.moves[index];
            if keeps(scored.m) {
                self.moves[end] = scored;
                end += 1;
            }
        }
        let n_dropped = self.moves.len() - end;
        self.moves.truncate(end);
        n_dropped
    }

    /// The best of the remaining moves, the first listed among equals. `rank` gives them their places
    /// when they are needed: at first all but some, which wait, and those when it is their turn, which
    /// it is told.
    #[inline]
    pub fn next(&mut self, mut rank: impl FnMut(&mut [Scored<M>], bool)) -> Option<Scored<M>> {
        let leads =
            self.next == 0 && self.moves.first().is_some_and(|m| m.class == MoveClass::Table);
        if leads {
            return self.hand_out(0);
        }
        if self.ranked == Ranked::Nothing {
            rank(&mut self.moves[self.next..], false);
            self.ranked = Ranked::Early;
        }
        let mut best = self.best_left()?;
        if self.ranked == Ranked::Early && self.moves[best].is_waiting() {
            rank(&mut self.moves[self.next..], true);
            self.ranked = Ranked::Everything;
            best = self.best_left()?;
        }
        self.hand_out(best)
    }

    #[inline]
    fn hand_out(&mut self, index: usize) -> Option<Scored<M>> {
        let scored = *self.moves.get(index)?;
        self.moves.swap(self.next, index);
        self.next += 1;
        Some(scored)
    }

    #[inline]
    fn best_left(&self) -> Option<usize> {
        let mut best = self.next;
        let mut highest = self.moves.get(best)?.rank;
        for (i, scored) in self.moves.iter().enumerate().skip(self.next + 1) {
            if scored.rank > highest {
                (best, highest) = (i, scored.rank);
            }
        }
        Some(best)
    }
}
