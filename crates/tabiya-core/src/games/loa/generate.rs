//! The moves of a position.

use super::{Loa, LoaMove, NoMove};
use crate::games::bitboard::squares;
use crate::games::{MoveList, Side};

/// The most moves that a side can have: twelve pieces, eight ways each.
const MOST_MOVES: usize = 12 * 8;

/// So many moves of a piece are written whether it has them or not, because the processor guesses
/// badly how many it has. Most pieces have at most four; listing takes two thirds of the time.
const ALWAYS_WRITTEN: usize = 4;

impl Loa {
    /// The squares that a piece of `side` on `square` could move to, connected sides or not.
    #[inline]
    pub fn targets(&self, side: Side, square: u8) -> u64 {
        self.counts.targets(square as u32, self.pieces(side), self.pieces(side.other()))
    }

    /// How many moves `side` would have if it were to move, passes and connections left aside.
    pub fn mobility(&self, side: Side) -> usize {
        let targets = squares(self.pieces(side)).map(|square| self.targets(side, square));
        targets.map(|targets| targets.count_ones() as usize).sum()
    }

    /// Whether `side` could move a piece if it were to move, connected sides or not.
    pub fn can_move(&self, side: Side) -> bool {
        squares(self.pieces(side)).any(|square| self.targets(side, square) != 0)
    }

    /// Appends the legal moves of a position that is known not to be decided, to save a second
    /// look at the connections.
    ///
    /// # Panics
    /// If the list is so full already that the moves do not fit.
    pub fn moves_of_undecided(&self, moves: &mut MoveList<LoaMove>) {
        let mut list = [LoaMove::PASS; MOST_MOVES];
        let mut n_moves = 0;
        for from in squares(self.own()) {
            let Some(slots) = list.get_mut(n_moves..n_moves + 8) else { break };
            let mut targets = self.targets(self.turn, from);
            n_moves += targets.count_ones() as usize;
            for slot in &mut slots[..ALWAYS_WRITTEN] {
                *slot = LoaMove::new(from, targets.trailing_zeros() as u8);
                targets &= targets.wrapping_sub(1);
            }
            for (slot, to) in slots[ALWAYS_WRITTEN..].iter_mut().zip(squares(targets)) {
                *slot = LoaMove::new(from, to);
            }
        }
        if n_moves == 0 && self.must_pass() {
            moves.push(LoaMove::PASS);
        }
        moves.try_extend_from_slice(&list[..n_moves]).expect("room for the moves of one position");
    }

    /// Whether a side that has no move passes: if the rules let it and the other side can move.
    pub(super) fn must_pass(&self) -> bool {
        self.rules.no_move == NoMove::Pass && self.can_move(self.turn.other())
    }
}
