//! Lines of Action as the search sees it.

use std::cell::LazyCell;

use super::connect::king_zone;
use super::{Loa, LoaMove};
use crate::games::{MoveList, Side, bitboard};
use crate::search::game::Searchable;

impl Searchable for Loa {
    type Params = ();
    type CheckSight = ();

    const HISTORY_SIZE: usize = 2 * 64 * 64;
    const PIECES: [&'static [char]; 2] = [&['b'], &['w']];
    const PRESET: &'static str = "modern";

    fn check_sight(&self) {}

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
    fn men(&self, _kind: usize) -> [u64; 2] {
        [self.pieces(Side::First), self.pieces(Side::Second)]
    }

    #[inline]
    fn is_free(m: LoaMove) -> bool {
        m.is_pass()
    }

    #[inline]
    fn each_man(&self, mut tell: impl FnMut(usize, usize)) {
        for (kind, men) in [self.own(), self.opponent()].into_iter().enumerate() {
            bitboard::squares(men).for_each(|square| tell(usize::from(square), kind));
        }
    }

    #[inline]
    fn is_quiet(&self, m: LoaMove) -> bool {
        !self.is_capture(m)
    }

    /// Moves towards the centre of mass of our pieces go first, by the squares they come nearer.
    #[inline]
    fn quiet_value(&self, m: LoaMove) -> i32 {
        let own = self.own();
        let n = own.count_ones() as i32;
        let (files, ranks) = (sum_of(own, FILES), sum_of(own, RANKS));
        let distance = |square: u8| {
            let (file, rank) = (i32::from(square % 8), i32::from(square / 8 % 8));
            (n * file - files).abs().max((n * rank - ranks).abs())
        };
        SQUARE_NEARER * (distance(m.from()) - distance(m.to())) / n.max(1)
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

    /// Captures that form a connection or destroy one: after which our pieces fall into fewer groups,
    /// or the opponent's into more than the two that it had.
    // CITE: Kocsis 2003, §2.1.3, for the idea. What forms and destroys was chosen by matches.
    fn quiescence_moves(&self, moves: &mut MoveList<LoaMove>) {
        let (own, opponent) = (self.own(), self.opponent());
        let n_groups = LazyCell::new(|| count_groups(own));
        let is_near_connection = LazyCell::new(|| count_groups(opponent) == 2);
        for from in bitboard::squares(own) {
            let others = own & !(1 << from);
            for to in bitboard::squares(self.targets(self.turn, from) & opponent) {
                let touches_new = neighbours(to) & others & !neighbours(from) != 0;
                let forms = || touches_new && count_groups(others | 1 << to) < *n_groups;
                let destroys = || *is_near_connection && count_groups(opponent & !(1 << to)) > 2;
                if forms() || destroys() {
                    moves.push(LoaMove::new(from, to));
                }
            }
        }
    }
}

/// What a quiet move earns per square that it comes nearer to the centre of mass, in units of history.
const SQUARE_NEARER: i32 = 300;

/// The squares whose file, or rank, has bit 0, 1 and 2 set.
const FILES: [u64; 3] = [0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0];
const RANKS: [u64; 3] = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];

/// The sum of the files, or ranks, of some squares.
#[inline]
fn sum_of(squares: u64, bits: [u64; 3]) -> i32 {
    let [ones, twos, fours] = bits.map(|bit| (squares & bit).count_ones() as i32);
    ones + 2 * twos + 4 * fours
}

/// The number of groups of connected squares.
fn count_groups(mut squares: u64) -> u32 {
    let mut n_groups = 0;
    while squares != 0 {
        let mut group = squares & squares.wrapping_neg();
        loop {
            let wider = king_zone(group) & squares;
            if wider == group {
                break;
            }
            group = wider;
        }
        squares &= !group;
        n_groups += 1;
    }
    n_groups
}

/// The squares around a square.
#[inline]
fn neighbours(square: u8) -> u64 {
    bitboard::neighbours(1 << square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Position;
    use crate::games::loa::LoaRules;

    fn quiescence(text: &str) -> Vec<String> {
        let position = Loa::parse(text, LoaRules::default()).expect("a position");
        let mut moves = MoveList::new();
        position.quiescence_moves(&mut moves);
        moves.into_iter().map(|m| position.move_text(m)).collect()
    }

    #[test]
    fn test_quiescence_forms_connections() {
        assert_eq!(quiescence("6ww/8/8/8/8/8/3b4/b1w5 b"), ["a1c1"]);
        // The same capture, but it touches nobody new.
        assert!(quiescence("6ww/8/8/3b4/8/8/8/b1w5 b").is_empty());
    }

    #[test]
    fn test_quiescence_destroys_connections_of_two_groups() {
        assert_eq!(quiescence("3b3w/8/8/8/2www3/8/8/3b4 b"), ["d1d4"]);
        assert!(quiescence("3b3w/8/8/8/2www3/8/8/3b2w1 b").is_empty());
    }

    #[test]
    fn test_moves_towards_the_centre_of_mass_go_first() {
        let position = Loa::initial(LoaRules::default());
        let value = |text| position.quiet_value(position.parse_move(text).expect("a legal move"));
        assert_eq!(value("b1b3"), SQUARE_NEARER);
        assert_eq!(value("b1h1"), 0);
    }
}
