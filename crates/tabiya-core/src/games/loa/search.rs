//! Lines of Action as the search sees it.

use super::connect::king_zone;
use super::{Loa, LoaMove};
use crate::games::MoveList;
use crate::search::game::Searchable;

impl Searchable for Loa {
    const HISTORY_SIZE: usize = 2 * 64 * 64;

    /// 4096 is a pass; no move stays on a1.
    #[inline]
    fn code(m: LoaMove) -> u16 {
        if m.is_pass() { 4096 } else { u16::from(m.from()) | u16::from(m.to()) << 6 }
    }

    #[inline]
    fn squares(m: LoaMove) -> (u8, u8) {
        (m.from() & 63, m.to() & 63)
    }

    #[inline]
    fn is_free(m: LoaMove) -> bool {
        m.is_pass()
    }

    #[inline]
    fn history_index(&self, m: LoaMove) -> usize {
        self.turn.index() * 4096 + usize::from(Self::code(m) & 4095)
    }

    #[inline]
    fn is_quiet(&self, m: LoaMove) -> bool {
        !self.is_capture(m)
    }

    /// Captures that join more of our pieces go first.
    #[inline]
    fn noisy_value(&self, m: LoaMove) -> i32 {
        (neighbours(m.to()) & self.own()).count_ones() as i32
    }

    #[inline]
    fn moves_of_undecided(&self, moves: &mut MoveList<LoaMove>) {
        Loa::moves_of_undecided(self, moves);
    }

    fn null_move(&self) -> Option<Self> {
        Some(self.pass())
    }

    /// Captures that form a connection of ours or break one of the opponent's (Kocsis 2003,
    /// §2.1.3).
    fn quiescence_moves(&self, moves: &mut MoveList<LoaMove>) {
        let (own, opponent) = (self.own(), self.opponent());
        for from in super::squares(own) {
            let joined_before = neighbours(from) & own;
            for to in super::squares(self.targets(self.turn, from) & opponent) {
                let forms = neighbours(to) & own & !(1 << from) & !joined_before != 0;
                let breaks = (neighbours(to) & opponent).count_ones() >= 2;
                if forms && breaks {
                    moves.push(LoaMove::new(from, to));
                }
            }
        }
    }
}

/// The squares around a square.
#[inline]
fn neighbours(square: u8) -> u64 {
    let own = 1 << square;
    king_zone(own) & !own
}
