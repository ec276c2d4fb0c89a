//! A static guess at the final score, for searches that stop at a horizon.

use super::discs::{Discs, MAX_SCORE};
use super::kernels::Kernels;
use super::ordering::{corners_twice, frontier};
use super::params::{GUESS_FRONTIER, GUESS_MOVE, GUESS_STABLE};
use super::search::Search;
use super::stability;

/// Guesses the score of a board whose moves are known; even, as scores are.
// CITE: mobility, frontier and stability as the three features are from Rosenbloom's Iago (1982).
#[inline(always)]
pub(super) fn guess<K: Kernels>(search: &Search<K>, board: Discs, moves: u64) -> i32 {
    let Discs { own, opponent } = board;
    let replies = search.kernels.mobility(opponent, own);
    if moves | replies == 0 {
        return board.final_score();
    }
    let (own_stable, their_stable) = stability::both(search.edges, board);
    let mobility = corners_twice(moves) - corners_twice(replies);
    let frontier = corners_twice(frontier(opponent, own)) - corners_twice(frontier(own, opponent));
    let stable = own_stable.count_ones() as i32 - their_stable.count_ones() as i32;
    let eighths = GUESS_MOVE * mobility + GUESS_FRONTIER * frontier + GUESS_STABLE * stable;
    (eighths / 16 * 2).clamp(2 - MAX_SCORE, MAX_SCORE - 2)
}
