//! Discs that can never be turned over again, and the bound on the score that they give.

use super::board::Board;
use super::edges::EdgeTable;

/// The most that the side to move can still reach: the opponent keeps its stable discs.
#[inline]
pub(super) fn upper_bound(edges: &EdgeTable, board: Board) -> i32 {
    64 - 2 * stable(edges, board.opponent, board.own).count_ones() as i32
}

/// Discs of `own` that no sequence of moves turns over (a safe subset of all such discs).
pub(super) fn stable(edges: &EdgeTable, own: u64, opponent: u64) -> u64 {
    grow(own, edges.stable(own, opponent), &FullLines::of(own | opponent))
}

/// The stable discs of the side to move and of its opponent.
pub(super) fn both(edges: &EdgeTable, Board { own, opponent }: Board) -> (u64, u64) {
    let full = FullLines::of(own | opponent);
    (
        grow(own, edges.stable(own, opponent), &full),
        grow(opponent, edges.stable(opponent, own), &full),
    )
}

/// Adds to stable discs at the edge those inside: a disc is stable if each of its four lines is
/// full or has a stable disc of its colour next to it.
// CITE: Rosenbloom's Iago (1982) for the notion; Delorme's Edax for edges, full lines and
// stable neighbours as the way to count.
#[inline(always)]
fn grow(own: u64, on_edges: u64, full: &FullLines) -> u64 {
    const INSIDE: u64 = 0x007e_7e7e_7e7e_7e00;
    let mut stable = on_edges | (own & full.ranks & full.files & full.rising & full.falling);
    loop {
        let held = (stable << 1 | stable >> 1 | full.ranks)
            & (stable << 8 | stable >> 8 | full.files)
            & (stable << 9 | stable >> 9 | full.rising)
            & (stable << 7 | stable >> 7 | full.falling);
        let grown = stable | (own & INSIDE & held);
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// The squares whose whole line, one way or another, is occupied.
struct FullLines {
    ranks: u64,
    files: u64,
    rising: u64,
    falling: u64,
}

impl FullLines {
    #[inline]
    fn of(discs: u64) -> Self {
        let mut ranks = discs & discs >> 4;
        ranks &= ranks >> 2;
        ranks &= ranks >> 1;
        let mut files = discs & discs.rotate_left(8);
        files &= files.rotate_left(16);
        files &= files.rotate_left(32);
        Self {
            ranks: (ranks & low_files(1)) * 0xff,
            files,
            rising: full_diagonals::<9>(discs),
            falling: full_diagonals::<7>(discs),
        }
    }
}

/// Looks along the diagonals by one, two and four steps at once; what lies off the board counts
/// as occupied.
#[inline]
fn full_diagonals<const STEP: u32>(discs: u64) -> u64 {
    let mut back = discs & (discs << STEP | const { first_steps(STEP, 1) });
    let mut ahead = discs & (discs >> STEP | const { last_steps(STEP, 1) });
    back &= back << (2 * STEP) | const { first_steps(STEP, 2) };
    ahead &= ahead >> (2 * STEP) | const { last_steps(STEP, 2) };
    back &= back << (4 * STEP) | const { first_steps(STEP, 4) };
    ahead &= ahead >> (4 * STEP) | const { last_steps(STEP, 4) };
    back & ahead
}

/// The squares with fewer than `n` squares behind them on the diagonal.
const fn first_steps(step: u32, n: u32) -> u64 {
    let files = if step == 9 { low_files(n) } else { low_files(n) << (8 - n) };
    files | ((1 << (8 * n)) - 1)
}

/// The squares with fewer than `n` squares ahead of them on the diagonal.
const fn last_steps(step: u32, n: u32) -> u64 {
    let files = if step == 9 { low_files(n) << (8 - n) } else { low_files(n) };
    files | !0 << (64 - 8 * n)
}

/// The first `n` files.
const fn low_files(n: u32) -> u64 {
    0x0101_0101_0101_0101 * ((1 << n) - 1)
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
                let board = Board { own, opponent: their };
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

    #[test]
    fn test_full_lines_are_those_without_a_gap() {
        for i in 0..2000 {
            let discs = splitmix(4, i) | splitmix(5, i) | splitmix(6, i) | splitmix(7, i);
            let full = FullLines::of(discs);
            for square in 0..64 {
                let is_full = |files: i32, ranks: i32| {
                    (-7..8).all(|step| {
                        let (file, rank) = (square % 8 + files * step, square / 8 + ranks * step);
                        !(0..8).contains(&file)
                            || !(0..8).contains(&rank)
                            || discs >> (rank * 8 + file) & 1 == 1
                    })
                };
                assert_eq!(full.ranks >> square & 1 == 1, is_full(1, 0));
                assert_eq!(full.files >> square & 1 == 1, is_full(0, 1));
                assert_eq!(full.rising >> square & 1 == 1, is_full(1, 1));
                assert_eq!(full.falling >> square & 1 == 1, is_full(-1, 1));
            }
        }
    }
}
