//! Hands out moves best first.

use arrayvec::ArrayVec;

use super::ordering::{MoveClass, Scored};
use crate::games::{MAX_MOVES, MoveList};

/// Hands out moves best first, scoring and sorting no further than it is asked to.
pub(super) struct Picker<M> {
    /// Those handed out, those that are left, those dropped.
    moves: ArrayVec<Scored<M>, MAX_MOVES>,
    next: usize,
    end: usize,
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
        Self { moves: ArrayVec::new(), next: 0, end: 0, ranked: Ranked::Nothing }
    }

    /// Takes the moves; the one with the code that leads, if there is one, goes first, before any
    /// other is scored.
    #[inline]
    pub fn fill(&mut self, moves: &MoveList<M>, leads: u16, code: impl Fn(M) -> u16) {
        self.moves.extend(moves.iter().map(|&m| Scored::unsorted(m)));
        self.end = moves.len();
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
        self.moves.len()
    }

    /// All moves, those handed out first.
    pub fn all(&self) -> &[Scored<M>] {
        &self.moves
    }

    /// How many moves are still to be handed out.
    pub fn n_left(&self) -> usize {
        self.end - self.next
    }

    /// Drops those of the remaining moves that are not to be kept, and returns them.
    #[inline]
    pub fn drop_all_but(&mut self, keeps: impl Fn(M) -> bool) -> &[Scored<M>] {
        let (mut kept, end) = (self.next, self.end);
        for index in self.next..end {
            if keeps(self.moves[index].m) {
                self.moves.swap(kept, index);
                kept += 1;
            }
        }
        self.end = kept;
        &self.moves[kept..end]
    }

    /// Gives the remaining moves their places, as far as none of them waits for others.
    #[inline]
    pub fn rank_early(&mut self, rank: &mut impl FnMut(&mut [Scored<M>], bool)) {
        if self.ranked == Ranked::Nothing {
            rank(&mut self.moves[self.next..self.end], false);
            self.ranked = Ranked::Early;
        }
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
        self.rank_early(&mut rank);
        let mut best = self.best_left()?;
        if self.ranked == Ranked::Early && self.moves[best].is_waiting() {
            rank(&mut self.moves[self.next..self.end], true);
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
        let left = &self.moves[..self.end];
        let mut best = self.next;
        let mut highest = left.get(best)?.rank;
        for (i, scored) in left.iter().enumerate().skip(self.next + 1) {
            if scored.rank > highest {
                (best, highest) = (i, scored.rank);
            }
        }
        Some(best)
    }
}
