//! Exact solutions of Othello endgames.
//!
//! [`Solver::solve`] plays a position out to the end, on one thread and with the same steps
//! every time: a few searches with a horizon to learn good moves (`prelude`), then a search of a
//! window around their score whose moves are all tried in the order that promises the least work.

#![expect(clippy::inline_always, reason = "bodies are compiled once per kind of processor")]

mod count;
mod discs;
mod edges;
mod effort;
mod graph;
mod guess;
mod kernels;
mod last;
mod many;
mod ordering;
mod params;
mod parity;
mod principal;
mod search;
mod stability;
mod table;

#[cfg(target_arch = "x86_64")]
mod avx2;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use effort::Effort;
pub use graph::propagate;
pub use many::solve_many;

use discs::Discs;
use edges::EdgeTable;
use kernels::{Kernels, Portable};
use search::Search;
use table::{EXACT, Table};

use crate::eval::othello::PatternEvaluation;
use crate::eval::patterns::PatternModel;
use crate::games::othello::{Othello, OthelloMove};
use crate::search::table::TableSizeError;

/// MiB of hash table that serve well up to about 24 empty squares.
pub const DEFAULT_HASH_MIB: usize = 64;

/// What to find out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The final disc difference.
    Exact,
    /// The final disc difference, believed to be this one: found faster if it is.
    Near(i32),
    /// Only who wins, which is found faster.
    WinLossDraw,
}

/// What perfect play leads to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    /// The final disc difference for the side to move, empty squares going to the winner; its
    /// sign alone if only that was asked for.
    pub score: i32,
    /// A best move, which may be a pass; `None` if the game is over.
    pub best: Option<OthelloMove>,
    /// Best play of both sides to the end of the game.
    pub pv: Vec<OthelloMove>,
    /// How many positions the search entered.
    pub nodes: u64,
}

/// Solves endgames; holds the hash table, so that it is allocated but once.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tabiya_core::endgame::{Goal, Solver};
/// use tabiya_core::games::Position;
/// use tabiya_core::games::othello::{Othello, OthelloRules};
///
/// let board = format!("OXXXXXX-{}", "X".repeat(56));
/// let position = Othello::parse(&format!("{board} O"), OthelloRules)?;
/// let mut solver = Solver::new(1).unwrap();
/// let solution = solver.solve(&position, Goal::Exact, &AtomicBool::new(false)).unwrap();
/// assert_eq!(solution.best.unwrap().to_string(), "h1");
/// assert_eq!(solution.score, -48);
/// # Ok::<(), tabiya_core::games::ParsePositionError>(())
/// ```
pub struct Solver {
    near: Table,
    far: Table,
    guide: Option<PatternEvaluation>,
}

impl Solver {
    /// A solver with a hash table of so many MiB (the power of two below it, at least 1).
    ///
    /// # Errors
    /// If the memory is not to be had.
    pub fn new(hash_mib: usize) -> Result<Self, TableSizeError> {
        Ok(Self { near: Table::new(params::NEAR_MIB)?, far: Table::new(hash_mib)?, guide: None })
    }

    /// The same with an evaluation that says which moves to try first: scores stay what they are,
    /// large endgames take fewer nodes.
    #[must_use]
    pub fn guided_by(mut self, patterns: Arc<PatternModel>) -> Self {
        self.guide = Some(PatternEvaluation::new(patterns, 1.0));
        self
    }

    /// Solves a position; `None` if `stop` was set meanwhile.
    ///
    /// The same position and goal always take the same nodes, whatever was solved before.
    pub fn solve(&mut self, position: &Othello, goal: Goal, stop: &AtomicBool) -> Option<Solution> {
        self.solve_within(position, goal, Effort::unlimited(stop))
    }

    /// Solves a position if that is possible with so much effort.
    pub fn solve_within(
        &mut self,
        position: &Othello,
        goal: Goal,
        effort: Effort<'_>,
    ) -> Option<Solution> {
        self.near.forget();
        self.far.forget();
        #[cfg(target_arch = "x86_64")]
        if let Some(kernels) = crate::games::othello::avx2::Avx2::detect() {
            return self.solve_with(kernels, position, goal, effort);
        }
        self.solve_with(Portable, position, goal, effort)
    }

    fn solve_with<K: Kernels>(
        &mut self,
        kernels: K,
        position: &Othello,
        goal: Goal,
        effort: Effort<'_>,
    ) -> Option<Solution> {
        let board = Discs::from(position);
        let mut search = Search {
            kernels,
            near: &mut self.near,
            far: &mut self.far,
            edges: EdgeTable::get(),
            guide: self.guide.as_ref(),
            effort,
            stopped: effort.is_spent(0),
            nodes: 0,
            horizon: 0,
            level: EXACT,
        };
        let score = search.solve(board, goal)?;
        let pv = search.line(board, goal, score)?;
        Some(Solution { score, best: pv.first().copied(), pv, nodes: search.nodes })
    }
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{MoveList, Position, splitmix};

    #[test]
    fn test_every_processor_takes_the_same_nodes() {
        let stop = AtomicBool::new(false);
        for seed in 0..5 {
            let mut position = Othello::initial(crate::games::othello::OthelloRules);
            for ply in 0..46 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                if let Some(n) = splitmix(seed, ply).checked_rem(moves.len() as u64) {
                    position.play(moves[n as usize]);
                }
            }
            let mut portable = Solver::new(1).unwrap();
            portable.near.forget();
            portable.far.forget();
            let expected =
                portable.solve_with(Portable, &position, Goal::Exact, Effort::unlimited(&stop));
            assert_eq!(Solver::new(1).unwrap().solve(&position, Goal::Exact, &stop), expected);
        }
    }
}
