//! From "is the score above this?" to the score itself, the best move and the line behind it.

use super::Goal;
use super::discs::{Discs, MAX_SCORE};
use super::guess::guess;
use super::kernels::Kernels;
use super::ordering::{Candidates, Hints};
use super::params::{
    ASPIRATION, NEAR_PRELUDE, PRELUDE_EMPTIES, PRELUDE_LAST, PRELUDE_STEP, PRINCIPAL_EMPTIES,
};
use super::parity::odd_quadrants;
use super::search::Search;
use super::table::{Bound, EXACT, NO_SQUARE};
use crate::games::othello::OthelloMove;

impl<K: Kernels> Search<'_, K> {
    /// The score of the board as far as the goal asks for it; `None` if the search was stopped.
    pub fn solve(&mut self, board: Discs, goal: Goal) -> Option<i32> {
        let score = match goal {
            Goal::Exact => {
                let guess = self.prelude(board, -MAX_SCORE, MAX_SCORE);
                self.aspire(board, guess, ASPIRATION)
            }
            Goal::Near(claim) => {
                let claim = (claim / 2 * 2).clamp(-MAX_SCORE, MAX_SCORE);
                self.prelude(board, claim - NEAR_PRELUDE, claim + NEAR_PRELUDE);
                self.aspire(board, claim, 2)
            }
            Goal::WinLossDraw => {
                self.prelude(board, -2, 2);
                self.principal(board, -2, 2).signum()
            }
        };
        (!self.stopped).then_some(score)
    }

    /// Searches that stop at a horizon, each nearer to the end: they fill the table with good
    /// moves. Returns the score that the last of them believes in.
    // CITE: iterative deepening, Slate and Atkin's Chess 4.5 (1977).
    fn prelude(&mut self, board: Discs, alpha: i32, beta: i32) -> i32 {
        let n_empties = board.empties().count_ones();
        let mut score = guess(self, board, self.kernels.mobility(board.own, board.opponent));
        if n_empties >= PRELUDE_EMPTIES {
            let n_steps = (n_empties - 1 - PRELUDE_LAST) / PRELUDE_STEP;
            for (level, step) in (0..=n_steps).rev().enumerate() {
                self.level = 1 + level as u8;
                self.horizon = PRELUDE_LAST + step * PRELUDE_STEP;
                score = self.principal(board, alpha, beta);
            }
        }
        self.level = EXACT;
        self.horizon = 0;
        score
    }

    /// Searches a window of half this width around the guess, then beside it until it holds the score.
    // CITE: aspiration search, as reviewed by Marsland (1987).
    fn aspire(&mut self, board: Discs, guess: i32, width: i32) -> i32 {
        let (mut lower, mut upper) = (-MAX_SCORE, MAX_SCORE);
        let mut alpha = (guess - width).max(lower);
        let mut beta = (guess + width).min(upper);
        loop {
            let score = self.principal(board, alpha, beta);
            if alpha < score && score < beta || self.stopped {
                return score;
            }
            if score <= alpha {
                upper = score;
                (alpha, beta) = (lower.max(upper - 2 * ASPIRATION), upper);
            } else {
                lower = score;
                (alpha, beta) = (lower, upper.min(lower + 2 * ASPIRATION));
            }
            if lower >= upper {
                return score;
            }
        }
    }

    /// Searches an open window: the first move with all of it, the others only whether they are
    /// better. Results outside of the window are bounds.
    // CITE: principal variation search, Marsland and Campbell (1982).
    fn principal(&mut self, board: Discs, alpha: i32, beta: i32) -> i32 {
        let empties = board.empties();
        let n_empties = empties.count_ones();
        let moves = self.kernels.mobility(board.own, board.opponent);
        if n_empties <= self.horizon || beta - alpha <= 2 {
            return self.is_above(board, moves, n_empties, alpha);
        }
        if n_empties < PRINCIPAL_EMPTIES {
            return self.narrow(board, moves, alpha, beta);
        }
        self.nodes += 1;
        if moves == 0 {
            let other = board.pass();
            return match self.kernels.mobility(other.own, other.opponent) {
                0 => board.final_score(),
                _ => -self.principal(other, -beta, -alpha),
            };
        }
        let mut candidates = self.sorted(board, moves);
        let (mut best, mut best_square) = (-MAX_SCORE - 2, NO_SQUARE);
        while let Some(next) = candidates.take() {
            let floor = best.max(alpha);
            let mut score = MAX_SCORE;
            if best_square != NO_SQUARE {
                score = -self.is_above(next.board, next.replies, n_empties - 1, -floor - 2);
            }
            if score > floor && (best_square == NO_SQUARE || score < beta) && !self.stopped {
                score = -self.principal(next.board, -beta, -floor);
            }
            if self.stopped {
                return alpha;
            }
            if score > best {
                (best, best_square) = (score, next.square);
                if score >= beta {
                    break;
                }
            }
        }
        let bound = match best {
            _ if best >= beta => Bound::AtLeast(best),
            _ if best <= alpha => Bound::AtMost(best),
            _ => Bound::Exactly(best),
        };
        self.remember(board, n_empties, bound, best_square);
        best
    }

    /// Closes in on the score of a small board by null windows alone.
    // CITE: MTD(f), Plaat, Schaeffer, Pijls and de Bruin (1996).
    fn narrow(&mut self, board: Discs, moves: u64, alpha: i32, beta: i32) -> i32 {
        let n_empties = board.empties().count_ones();
        let (mut lower, mut upper) = (-MAX_SCORE, MAX_SCORE);
        let mut wanted = guess(self, board, moves).clamp(alpha + 2, beta);
        loop {
            let score = self.is_above(board, moves, n_empties, wanted - 2);
            if score >= wanted {
                lower = score;
                wanted = score + 2;
            } else {
                upper = score;
                wanted = score;
            }
            if lower >= upper || lower >= beta || upper <= alpha || self.stopped {
                return score;
            }
        }
    }

    /// A line of best play from a board whose score, as far as the goal asks for it, is known.
    pub fn line(&mut self, board: Discs, goal: Goal, score: i32) -> Option<Vec<OthelloMove>> {
        let mut line = Vec::new();
        let (mut board, mut score) = (board, score);
        loop {
            let moves = self.kernels.mobility(board.own, board.opponent);
            if moves != 0 {
                let wanted = match (goal, score) {
                    (Goal::WinLossDraw, 1) => 2,
                    (Goal::WinLossDraw, -1) => -MAX_SCORE,
                    _ => score,
                };
                let (square, child) = self.move_that_keeps(board, moves, wanted)?;
                line.push(OthelloMove::lowest(1 << square));
                board = child;
            } else if self.kernels.mobility(board.opponent, board.own) != 0 {
                line.push(OthelloMove::PASS);
                board = board.pass();
            } else {
                return Some(line);
            }
            score = -score;
        }
    }

    /// The first move after which the score is still at least `wanted`.
    fn move_that_keeps(&mut self, board: Discs, moves: u64, wanted: i32) -> Option<(u8, Discs)> {
        let n_empties = board.empties().count_ones();
        let mut candidates = self.sorted(board, moves);
        while let Some(next) = candidates.take() {
            let (square, child) = (next.square, next.board);
            if wanted == -MAX_SCORE
                || -self.is_above(child, next.replies, n_empties - 1, -wanted) >= wanted
            {
                return (!self.stopped).then_some((square, child));
            }
        }
        None
    }

    fn sorted(&mut self, board: Discs, moves: u64) -> Candidates {
        let empties = board.empties();
        let n_empties = empties.count_ones();
        let table = self.table(n_empties);
        let best = table.probe(table.slot(board)).map_or([NO_SQUARE; 2], |entry| entry.best);
        let mut candidates = Candidates::new();
        candidates.list(self.kernels, board, moves);
        candidates.order(self, board, Hints { n_empties, odd: odd_quadrants(empties), best });
        candidates
    }
}
