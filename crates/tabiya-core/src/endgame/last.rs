//! The last five empty squares, where most nodes are: no lists, no table, no sorting.

use super::count::one;
use super::discs::Discs;
use super::kernels::Kernels;
use super::parity::{odd_quadrants, quadrant, squares_of};
use super::search::Search;
use crate::games::bitboard::neighbours;

/// Below every score: the mover cannot place a disc there.
const NO_MOVE: i32 = -128;

/// Searches a board with five empty squares, those in odd quadrants first.
///
/// As everywhere in the solver, a result above `alpha` is a lower bound of the score and any
/// other an upper bound.
#[inline(always)]
pub(super) fn five<K: Kernels>(
    search: &mut Search<K>,
    board: Discs,
    moves: u64,
    alpha: i32,
) -> i32 {
    search.nodes += 1;
    if let Some(most) = search.refuted_by_stable_discs(board, 5, alpha) {
        return most;
    }
    let empties = board.empties();
    let odd = odd_quadrants(empties);
    let mut best = NO_MOVE;
    for group in [moves & squares_of(odd), moves & !squares_of(odd)] {
        let mut group = group;
        while group != 0 {
            let square = group.trailing_zeros() as u8;
            group &= group - 1;
            let turned = search.kernels.flips(board.own, board.opponent, square);
            let odd = odd ^ quadrant(square);
            let rest = odd_first(empties ^ 1 << square, odd);
            let child = board.after(square, turned);
            best = best.max(-K::four(search, child, odd, -alpha - 2, rest));
            if best > alpha {
                return best;
            }
        }
    }
    if best != NO_MOVE {
        return best;
    }
    let other = board.pass();
    match search.kernels.mobility(other.own, other.opponent) {
        0 => board.final_score(),
        replies => -K::five(search, other, replies, -alpha - 2),
    }
}

/// The four squares, those in odd quadrants first.
#[inline(always)]
fn odd_first(squares: u64, odd: u8) -> [u8; 4] {
    let (mut first, mut second) = (squares & squares_of(odd), squares & !squares_of(odd));
    std::array::from_fn(|_| {
        let from = if first != 0 { &mut first } else { &mut second };
        let square = from.trailing_zeros() as u8;
        *from &= from.wrapping_sub(1);
        square
    })
}

#[inline(always)]
pub(super) fn four<K: Kernels>(
    search: &mut Search<K>,
    board: Discs,
    odd: u8,
    alpha: i32,
    squares: [u8; 4],
) -> i32 {
    search.nodes += 1;
    let [a, b, c, d] = squares;
    let mut best = NO_MOVE;
    for (first, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
        if let Some(child) = play(search.kernels, board, first) {
            let score = -K::three(search, child, odd ^ quadrant(first), -alpha - 2, rest);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    if best != NO_MOVE {
        return best;
    }
    let other = board.pass();
    if search.kernels.mobility(other.own, other.opponent) == 0 {
        return board.final_score();
    }
    -K::four(search, other, odd, -alpha - 2, squares)
}

#[inline(always)]
pub(super) fn three<K: Kernels>(
    search: &mut Search<K>,
    board: Discs,
    odd: u8,
    alpha: i32,
    squares: [u8; 3],
) -> i32 {
    search.nodes += 1;
    let [a, b, c] = squares;
    // The square that is alone in its quadrant first.
    let [a, b, c] = if odd & quadrant(a) != 0 {
        [a, b, c]
    } else if odd & quadrant(b) != 0 {
        [b, a, c]
    } else {
        [c, a, b]
    };
    let mut best = NO_MOVE;
    if let Some(child) = play(search.kernels, board, a) {
        best = -two(search, child, -alpha - 2, [b, c]);
        if best > alpha {
            return best;
        }
    }
    if let Some(child) = play(search.kernels, board, b) {
        best = best.max(-two(search, child, -alpha - 2, [a, c]));
        if best > alpha {
            return best;
        }
    }
    if let Some(child) = play(search.kernels, board, c) {
        best = best.max(-two(search, child, -alpha - 2, [a, b]));
    }
    if best != NO_MOVE {
        return best;
    }
    let other = board.pass();
    if search.kernels.mobility(other.own, other.opponent) == 0 {
        return board.final_score();
    }
    -K::three(search, other, odd, -alpha - 2, squares)
}

#[inline(always)]
fn two<K: Kernels>(search: &mut Search<K>, board: Discs, alpha: i32, squares: [u8; 2]) -> i32 {
    search.nodes += 1;
    let score = two_moves(search, board, alpha, squares);
    if score != NO_MOVE {
        return score;
    }
    let score = two_moves(search, board.pass(), -alpha - 2, squares);
    if score == NO_MOVE { board.final_score() } else { -score }
}

/// The better of two moves, [`NO_MOVE`] if neither is legal.
#[inline(always)]
fn two_moves<K: Kernels>(search: &mut Search<K>, board: Discs, alpha: i32, [a, b]: [u8; 2]) -> i32 {
    let mut best = NO_MOVE;
    if let Some(child) = play(search.kernels, board, a) {
        search.nodes += 1;
        best = -one(child.own, b, -alpha - 2);
        if best > alpha {
            return best;
        }
    }
    if let Some(child) = play(search.kernels, board, b) {
        search.nodes += 1;
        best = best.max(-one(child.own, a, -alpha - 2));
    }
    best
}

/// The board after a disc on `square`, if that is legal.
#[inline(always)]
fn play<K: Kernels>(kernels: K, board: Discs, square: u8) -> Option<Discs> {
    if NEIGHBOURS[usize::from(square & 63)] & board.opponent == 0 {
        return None;
    }
    let turned = kernels.flips(board.own, board.opponent, square);
    (turned != 0).then(|| board.after(square, turned))
}

/// The squares next to each square.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = neighbours(1 << square);
        square += 1;
    }
    table
};
