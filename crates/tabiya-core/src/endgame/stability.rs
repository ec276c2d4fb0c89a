//! Discs that can never be turned over again, and the bound on the score that they give.

use super::discs::Discs;
use super::edges::EdgeTable;
use crate::games::bitboard::INNER_FILES;
use crate::games::othello::stability::HeldLines;

/// The most that the side to move can still reach: the opponent keeps its stable discs.
#[inline]
pub(super) fn upper_bound(edges: &EdgeTable, board: Discs) -> i32 {
    64 - 2 * stable(edges, board.opponent, board.own).count_ones() as i32
}

/// Discs of `own` that no sequence of moves turns over (a safe subset of all such discs).
pub(super) fn stable(edges: &EdgeTable, own: u64, opponent: u64) -> u64 {
    grow(own, edges.stable(own, opponent), &HeldLines::full(own | opponent))
}

/// The stable discs of the side to move and of its opponent.
pub(super) fn both(edges: &EdgeTable, Discs { own, opponent }: Discs) -> (u64, u64) {
    let full = HeldLines::full(own | opponent);
    (
        grow(own, edges.stable(own, opponent), &full),
        grow(opponent, edges.stable(opponent, own), &full),
    )
}

/// Adds to stable discs at the edge, all of which are known, those inside.
#[inline(always)]
fn grow(own: u64, on_edges: u64, full: &HeldLines) -> u64 {
    const INSIDE: u64 = INNER_FILES & 0x00ff_ffff_ffff_ff00;
    full.grow(own & INSIDE, on_edges | (own & full.on_all()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::{Othello, OthelloRules};
    use crate::games::{MoveList, Position, splitmix};

    #[test]
    fn test_stable_discs_survive_random_games() {
        let edges = EdgeTable::get();
        let mut n_stable = 0;
        for game in 0..3000 {
            let mut position = Othello::initial(OthelloRules);
            let (mut black, mut white) = (0, 0);
            for ply in 0.. {
                let (own, their) = (position.black(), position.white());
                assert_eq!((black & !own, white & !their), (0, 0), "{}", position.text());
                black |= stable(edges, own, their);
                white |= stable(edges, their, own);
                let board = Discs { own, opponent: their };
                let (own_stable, their_stable) = both(edges, board);
                assert_eq!(own_stable, stable(edges, own, their));
                assert_eq!(their_stable, stable(edges, their, own));
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[(splitmix(game, ply) % moves.len() as u64) as usize]);
            }
            n_stable += (black | white).count_ones();
        }
        assert!(n_stable > 3000 * 30, "{n_stable} discs in all games is too few");
    }
}
