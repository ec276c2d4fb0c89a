//! Which move to search first: the one that probably refutes the position with the least work.

use arrayvec::ArrayVec;

use super::discs::Discs;
use super::kernels::Kernels;
use super::params::{
    EVEN_COST, FRONTIER_COST, FRONTIER_EMPTIES, GUIDE_COST, GUIDE_EMPTIES, REPLY_COST,
    STABILITY_EMPTIES, STABLE_GAIN,
};
use super::parity::quadrant;
use super::search::Search;
use super::stability;
use crate::eval::othello::{Indices, PatternEvaluation};
use crate::games::Side;
use crate::games::bitboard::INNER_FILES;
use crate::games::othello::bits::CORNERS;

/// A move and where it leads.
pub(super) struct Candidate {
    pub board: Discs,
    /// The opponent's moves there.
    pub replies: u64,
    pub square: u8,
}

/// The moves of a board, handed out cheapest first.
pub(super) struct Candidates {
    moves: ArrayVec<Candidate, 64>,
    /// Cost and index of the moves still to come.
    waiting: ArrayVec<i32, 64>,
}

/// What makes the order of moves at a node.
#[derive(Clone, Copy)]
pub(super) struct Hints {
    pub n_empties: u32,
    /// Quadrants with an odd number of empty squares.
    pub odd: u8,
    /// The best squares so far, from the table.
    pub best: [u8; 2],
}

impl Candidates {
    /// All moves, without an order yet.
    #[inline(always)]
    pub fn list<K: Kernels>(&mut self, kernels: K, board: Discs, mut moves: u64) {
        while moves != 0 {
            let square = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            let child = board.after(square, kernels.flips(board.own, board.opponent, square));
            self.moves.push(Candidate { board: child, replies: 0, square });
        }
    }

    pub fn new() -> Self {
        Self { moves: ArrayVec::new(), waiting: ArrayVec::new() }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.moves.iter()
    }

    /// Looks at the replies to each move and works out its cost.
    #[inline(always)]
    pub fn order<K: Kernels>(&mut self, search: &Search<K>, board: Discs, hints: Hints) {
        let guide = search.guide.filter(|_| hints.n_empties >= GUIDE_EMPTIES);
        let guide = guide.map(|guide| (guide, guide.indices(board.own, board.opponent)));
        for (i, candidate) in self.moves.iter_mut().enumerate() {
            let Discs { own, opponent } = candidate.board;
            candidate.replies = search.kernels.mobility(own, opponent);
            let rank = hints.best.iter().position(|&square| square == candidate.square);
            let cost = if let Some(rank) = rank {
                rank as i32 - TABLE_GAIN
            } else {
                let advice = guide
                    .as_ref()
                    .map_or(0, |(guide, indices)| advice(search, guide, indices, board, candidate));
                cost(search, candidate, hints) + advice
            };
            self.waiting.push(cost << INDEX_BITS | i as i32);
        }
    }

    /// The cheapest move that was not taken yet.
    #[inline(always)]
    pub fn take(&mut self) -> Option<&Candidate> {
        let (&first, rest) = self.waiting.split_first()?;
        let (mut at, mut least) = (0, first);
        for (i, &next) in rest.iter().enumerate() {
            if next < least {
                (at, least) = (i + 1, next);
            }
        }
        self.waiting.swap_remove(at);
        Some(&self.moves[(least & ((1 << INDEX_BITS) - 1)) as usize])
    }
}

const INDEX_BITS: u32 = 6;
/// More than any other feature can make up for.
const TABLE_GAIN: i32 = 100_000;

// CITE: few replies first (fastest first), corners counted twice, odd quadrants and stable discs,
// all as in Delorme's Edax; frontier squares as replies to come, Rosenbloom's Iago (1982).
#[inline(always)]
fn cost<K: Kernels>(search: &Search<K>, candidate: &Candidate, hints: Hints) -> i32 {
    let Discs { own, opponent } = candidate.board;
    let mut cost = REPLY_COST * corners_twice(candidate.replies);
    if hints.odd & quadrant(candidate.square) == 0 {
        cost += EVEN_COST;
    }
    let is_last = hints.n_empties - 1 == search.horizon;
    if hints.n_empties >= FRONTIER_EMPTIES && !is_last {
        cost += FRONTIER_COST * corners_twice(frontier(opponent, own));
    }
    if hints.n_empties >= STABILITY_EMPTIES && !is_last {
        let stable = stability::stable(search.edges, opponent, own);
        cost -= STABLE_GAIN * stable.count_ones() as i32;
    }
    cost
}

/// What the guide thinks of the board that a move leaves to the opponent, as a cost.
// CITE: an evaluation orders the moves of large endgames, as in Buro's Logistello.
#[inline(always)]
fn advice<K: Kernels>(
    search: &Search<K>,
    guide: &PatternEvaluation,
    indices: &Indices,
    board: Discs,
    candidate: &Candidate,
) -> i32 {
    let Discs { own, opponent } = candidate.board;
    let after = guide.indices_after(indices, candidate.square, board.opponent & opponent);
    let mobility = |own, opponent| search.kernels.mobility(own, opponent);
    GUIDE_COST * guide.worth(own, opponent, &after, Side::Second, mobility) / 100
}

/// Counts squares, each corner for two.
#[inline(always)]
pub(super) fn corners_twice(squares: u64) -> i32 {
    (squares.count_ones() + (squares & CORNERS).count_ones()) as i32
}

/// The empty squares beside discs of `own` from which some line runs on over the disc.
#[inline(always)]
pub(super) fn frontier(own: u64, opponent: u64) -> u64 {
    let inner = own & INNER_FILES;
    let beside = inner << 1 | inner >> 1 | own << 8 | own >> 8;
    let across = inner << 9 | inner >> 9 | inner << 7 | inner >> 7;
    (beside | across) & !(own | opponent)
}
