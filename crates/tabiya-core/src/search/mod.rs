//! One search for all games: iterative deepening over a principal-variation search.
//!
//! Start with [`Searcher::search`], which tells the story; every other file holds one idea. What
//! the search decides comes in as [`Decisions`]; what it values, as an [`Evaluation`].

mod buckets;
pub mod clock;
pub mod decisions;
pub mod events;
pub mod extensions;
pub mod game;
pub mod history;
pub mod learned;
pub mod log;
pub mod map_ordering;
pub mod map_prior;
pub mod named;
pub mod numbers;
pub mod ordering;
pub mod params;
pub mod pruning;
pub mod quiescence;
pub mod random;
pub mod root;
pub mod score;
pub mod state;
pub mod table;
pub mod view;

mod early;
mod evaluations;
mod learned_ordering;
mod limits;
mod moves;
mod node;
mod online;
mod picker;
mod principal;
mod repetition;
mod report;
mod scout;
mod threads;
mod tree;
mod window;
mod worker;

use std::sync::atomic::AtomicBool;

pub use decisions::{Decide, Decisions};
pub use game::{Counted, Searchable};
pub use limits::{Limits, MAX_THREADS};
pub use params::Params;
pub use report::{Change, Iteration, Progress, Report, RootMove, Variation};
pub use root::Root;
pub use score::Score;
pub use state::{Incremental, Stateless, Step};

use crate::games::{Line, MoveList, Position};
use crate::wide::widest;
use clock::{Budget, Clock as _, TimeLeft};
use evaluations::Many;
use numbers::Numbers;
use table::{Table, TableSizeError};
use threads::Threads;
use worker::Task;

/// Depth in sixteenths of a ply, so that extensions can be fractions.
pub type Depth = i32;

/// One ply.
pub const PLY: Depth = 16;

/// No line gets longer than this.
pub const MAX_PLY: usize = 128;

/// Says how good a position is for the side to move.
pub trait Evaluation<P: Position>: Incremental<P> + Clone + Send {
    /// The score of an undecided position, whose state is given. It may use and fill caches, but
    /// depends on the position alone.
    fn evaluate_with(&mut self, position: &P, state: &Self::State) -> Score;

    /// Hears of a position that may be evaluated soon, so that memory can be fetched meanwhile.
    #[inline]
    fn expect(&self, _position: &P) {}

    /// The score of an undecided position that no search has reached.
    fn evaluate(&mut self, position: &P) -> Score {
        let state = self.state(position);
        self.evaluate_with(position, &state)
    }
}

/// Searches positions of one game with one evaluation and one set of decisions.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use tabiya_core::eval::chess::ChessEvaluation;
/// use tabiya_core::games::{Line, Position, chess::{Chess, ChessRules}};
/// use tabiya_core::search::{Decisions, Limits, Params, Searcher};
///
/// let plain: Decisions = Decisions::default();
/// let mut searcher = Searcher::new(ChessEvaluation::default(), plain, &Params::default(), 1).unwrap();
/// let text = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
/// let line = Line::new(Chess::parse(text, ChessRules::default()).unwrap());
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let report = searcher.search(&line, limits, &AtomicBool::new(false)).unwrap();
/// assert_eq!(line.position().move_text(report.best), "a1a8");
/// ```
pub struct Searcher<P: Searchable, E, D> {
    threads: Threads<E, D>,
    numbers: Numbers,
    table: Table,
    game_params: P::Params,
}

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Searcher<P, E, D> {
    /// A searcher with a table of so many mebibytes.
    ///
    /// # Errors
    /// If the memory for the table is not to be had.
    pub fn new(
        evaluation: E,
        decisions: D,
        params: &Params,
        hash_mib: usize,
    ) -> Result<Self, TableSizeError> {
        let numbers = Numbers::new(params);
        Ok(Self {
            threads: Threads::new::<P>(evaluation, decisions),
            table: Table::new(hash_mib, &numbers)?,
            numbers,
            game_params: P::Params::default(),
        })
    }

    /// Sets the numbers that the game alone has.
    #[must_use]
    pub fn with_game_params(mut self, params: P::Params) -> Self {
        self.game_params = params;
        self
    }

    /// Sets the seed of those decisions that explore.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.threads.first.seed = seed;
        self
    }

    /// Forgets what earlier searches found, so that the next one depends on nothing but its input.
    pub fn clear(&mut self) {
        self.table.clear();
        self.threads.clear();
    }

    /// The static evaluation of a position.
    pub fn evaluate(&mut self, position: &P) -> Score {
        self.threads.first.evaluation.evaluate(position)
    }

    /// The static evaluations of many positions.
    pub fn evaluate_many(&mut self, positions: &[&P]) -> Vec<Score> {
        widest(Many { evaluation: &mut self.threads.first.evaluation, positions })
    }

    /// The decisions, with what an observer or a learner in them has gathered.
    pub fn decisions(&mut self) -> &mut D {
        &mut self.threads.first.decisions
    }

    /// Gives the decisions back, with what an observer or a learner in them has gathered.
    pub fn into_decisions(self) -> D {
        self.threads.first.decisions
    }

    /// What the clock would give a move here, for those who must know it without a search.
    pub fn budget(&mut self, line: &Line<P>, left: &TimeLeft) -> Budget {
        self.decisions().parts().clock.budget(line, left)
    }

    /// Parts in a thousand of the table that the last search has filled.
    pub fn hash_fill(&self) -> u32 {
        self.table.fill()
    }

    /// Searches deeper and deeper until a limit is reached, the clock ends it, or `stop` is raised;
    /// the first ply is completed whatever happens. `None` if there is no move to find.
    pub fn search(
        &mut self,
        line: &Line<P>,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Option<Report<P::Move>> {
        self.search_root(&Root::new(line), limits, stop, &mut |_| {})
    }

    /// Searches as [`Searcher::search`] does from a root that may be restricted or advised, and
    /// tells `listen` how it goes.
    pub fn search_root(
        &mut self,
        root: &Root<'_, P>,
        limits: Limits,
        stop: &AtomicBool,
        listen: &mut dyn FnMut(Progress<'_, P::Move>),
    ) -> Option<Report<P::Move>> {
        let mut moves = MoveList::new();
        root.line.position().legal_moves(&mut moves);
        moves.retain(|m| root.admits(*m));
        if moves.is_empty() {
            return None;
        }
        self.table.fit(limits.most_nodes());
        self.table.next_generation();
        let (table, numbers, game_params) = (&self.table, &self.numbers, &self.game_params);
        let task = Task { root, moves: &moves, limits: &limits, table, numbers, game_params };
        Some(self.threads.search(&task, stop, listen))
    }
}
