//! The null-window search: is the score above `alpha`?
//!
//! Final scores are even, so windows are too: a score above the even `alpha` is at least
//! `alpha + 2`. A result above `alpha` is a lower bound of the score, any other an upper bound.

use super::discs::{Discs, MAX_SCORE};
use super::edges::EdgeTable;
use super::effort::Effort;
use super::guess::guess;
use super::kernels::Kernels;
use super::ordering::{Candidates, Hints};
use super::params::{ENHANCED_EMPTIES, NEAR_EMPTIES, STABLE_LESS, STABLE_PER_EMPTY, STOP_EMPTIES};
use super::parity::odd_quadrants;
use super::stability;
use super::table::{Bound, NO_SQUARE, Table};
use crate::eval::othello::PatternEvaluation;

/// The state of one search.
pub(super) struct Search<'a, K> {
    pub kernels: K,
    /// For boards with few empty squares, small enough for the processor's cache.
    pub near: &'a mut Table,
    /// For all others.
    pub far: &'a mut Table,
    pub edges: &'static EdgeTable,
    /// Says which moves of large boards to try first.
    pub guide: Option<&'a PatternEvaluation>,
    pub effort: Effort<'a>,
    /// Whether the effort was spent; from then on results mean nothing.
    pub stopped: bool,
    pub nodes: u64,
    /// Boards with so few empty squares are guessed at; 0 to play to the end.
    pub horizon: u32,
    /// Tells the bounds of searches with different horizons apart in the table.
    pub level: u8,
}

impl<K: Kernels> Search<'_, K> {
    /// Whether the board's score is above `alpha`; `moves` are the moves of the side to move.
    #[inline(always)]
    pub fn is_above(&mut self, board: Discs, moves: u64, n_empties: u32, alpha: i32) -> i32 {
        if n_empties <= self.horizon {
            self.nodes += 1;
            return guess(self, board, moves);
        }
        match n_empties {
            5 => K::five(self, board, moves, alpha),
            _ => K::null_window(self, board, moves, alpha),
        }
    }

    /// One node of the search, where [`Search::is_above`] has no shortcut.
    #[inline(always)]
    pub fn null_window(&mut self, board: Discs, moves: u64, alpha: i32) -> i32 {
        self.nodes += 1;
        let empties = board.empties();
        let n_empties = empties.count_ones();
        if moves == 0 {
            let other = board.pass();
            return match self.kernels.mobility(other.own, other.opponent) {
                0 => board.final_score(),
                replies => -K::null_window(self, other, replies, -alpha - 2),
            };
        }
        if let Some(most) = self.refuted_by_stable_discs(board, n_empties, alpha) {
            return most;
        }
        if self.is_stopped(n_empties) {
            return alpha;
        }

        let slot = self.table(n_empties).slot(board);
        let mut best_squares = [NO_SQUARE; 2];
        if let Some(&entry) = self.table(n_empties).probe(slot) {
            if entry.level >= self.level {
                if i32::from(entry.lower) > alpha {
                    return i32::from(entry.lower);
                }
                if i32::from(entry.upper) <= alpha {
                    return i32::from(entry.upper);
                }
            }
            best_squares = entry.best;
        }

        let mut candidates = Candidates::new();
        candidates.list(self.kernels, board, moves);
        if n_empties >= ENHANCED_EMPTIES.max(self.horizon + 2)
            && let Some(score) = self.refutation_in_table(&candidates, n_empties, alpha)
        {
            return score;
        }
        let odd = odd_quadrants(empties);
        candidates.order(self, board, Hints { n_empties, odd, best: best_squares });

        let (mut best, mut best_square) = (-MAX_SCORE, NO_SQUARE);
        while let Some(next) = candidates.take() {
            let score = -self.is_above(next.board, next.replies, n_empties - 1, -alpha - 2);
            if self.stopped {
                return alpha;
            }
            if score > best {
                (best, best_square) = (score, next.square);
                if score > alpha {
                    break;
                }
            }
        }
        let bound = if best > alpha { Bound::AtLeast(best) } else { Bound::AtMost(best) };
        self.remember(board, n_empties, bound, best_square);
        best
    }

    /// A bound not above `alpha`, if the opponent's stable discs give one.
    // CITE: the stability cutoff, as in Delorme's Edax.
    #[inline(always)]
    pub fn refuted_by_stable_discs(&self, board: Discs, n_empties: u32, alpha: i32) -> Option<i32> {
        if alpha < STABLE_PER_EMPTY * n_empties as i32 - STABLE_LESS {
            return None;
        }
        let most = stability::upper_bound(self.edges, board);
        (most <= alpha).then_some(most)
    }

    /// A move whose board is already known to be bad enough for the opponent.
    // CITE: enhanced transposition cutoff, Plaat, Schaeffer, Pijls and de Bruin (1996).
    #[inline(always)]
    fn refutation_in_table(
        &mut self,
        candidates: &Candidates,
        n_empties: u32,
        alpha: i32,
    ) -> Option<i32> {
        let level = self.level;
        let table = self.table(n_empties - 1);
        for candidate in candidates.iter() {
            if let Some(entry) = table.probe(table.slot(candidate.board))
                && entry.level >= level
                && -i32::from(entry.upper) > alpha
            {
                return Some(-i32::from(entry.upper));
            }
        }
        None
    }

    #[inline(always)]
    pub fn table(&mut self, n_empties: u32) -> &mut Table {
        if n_empties <= NEAR_EMPTIES { self.near } else { self.far }
    }

    #[inline(always)]
    pub fn remember(&mut self, board: Discs, n_empties: u32, bound: Bound, best: u8) {
        let level = self.level;
        let table = self.table(n_empties);
        table.store(table.slot(board), n_empties, level, bound, best);
    }

    #[inline(always)]
    fn is_stopped(&mut self, n_empties: u32) -> bool {
        if n_empties >= STOP_EMPTIES && self.effort.is_spent(self.nodes) {
            self.stopped = true;
        }
        self.stopped
    }
}
