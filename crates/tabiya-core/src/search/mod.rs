//! One search for all games: iterative deepening over a principal-variation search.
//!
//! Start with [`Searcher::search`], which tells the story; every other file holds one idea. What
//! the search decides comes in as [`Decisions`]; what it values, as an [`Evaluation`].

pub mod clock;
pub mod decisions;
pub mod events;
pub mod extensions;
pub mod game;
pub mod memory;
pub mod ordering;
pub mod params;
pub mod pruning;
pub mod quiescence;
pub mod score;
pub mod table;

mod limits;
mod node;
mod null_move;
mod path;
mod probcut;
mod reductions;
mod report;
mod running;
pub mod state;
mod static_pruning;
mod window;

use std::sync::atomic::AtomicBool;

use arrayvec::ArrayVec;

pub use decisions::{Decide, Decisions};
pub use game::Searchable;
pub use limits::Limits;
pub use params::Params;
pub use report::{Change, Iteration, Progress, Report};
pub use score::Score;
pub use state::{Incremental, Stateless, Step};

use crate::games::{Line, MoveList, Position};
use clock::Clock as _;
use events::Observer as _;
use limits::Meter;
use memory::Memory;
use running::Search;
use state::Place;
use table::{Table, TableSizeError};

/// Depth in sixteenths of a ply, so that extensions can be fractions.
pub type Depth = i32;

/// One ply.
pub const PLY: Depth = 16;

/// No line gets longer than this.
pub const MAX_PLY: usize = 128;

/// Says how good a position is for the side to move.
pub trait Evaluation<P: Position>: Incremental<P> + Send {
    /// The score of an undecided position, whose state is given. It may use and fill caches, but
    /// depends on the position alone.
    fn evaluate_with(&mut self, position: &P, state: &Self::State) -> Score;

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
/// let mut searcher = Searcher::new(ChessEvaluation::default(), plain, Params::default(), 1).unwrap();
/// let text = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
/// let line = Line::new(Chess::parse(text, ChessRules::default()).unwrap());
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let report = searcher.search(&line, limits, &AtomicBool::new(false)).unwrap();
/// assert_eq!(line.position().move_text(report.best), "a1a8");
/// ```
pub struct Searcher<P: Searchable, E, D> {
    evaluation: E,
    decisions: D,
    params: Params,
    table: Table,
    memory: Memory,
    game: std::marker::PhantomData<P>,
}

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Searcher<P, E, D> {
    /// A searcher with a table of so many mebibytes.
    ///
    /// # Errors
    /// If the memory for the table is not to be had.
    pub fn new(
        evaluation: E,
        decisions: D,
        params: Params,
        hash_mib: usize,
    ) -> Result<Self, TableSizeError> {
        Ok(Self {
            evaluation,
            decisions,
            params,
            table: Table::new(hash_mib)?,
            memory: Memory::new::<P>(),
            game: std::marker::PhantomData,
        })
    }

    /// Forgets what earlier searches found, so that the next one depends on nothing but its input.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memory.clear();
    }

    /// The static evaluation of a position.
    pub fn evaluate(&mut self, position: &P) -> Score {
        self.evaluation.evaluate(position)
    }

    /// Gives the decisions back, with what an observer or a learner in them has gathered.
    pub fn into_decisions(self) -> D {
        self.decisions
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
        self.search_aloud(line, limits, stop, &mut |_| {})
    }

    /// Searches as [`Searcher::search`] does, and tells `listen` how it goes.
    pub fn search_aloud(
        &mut self,
        line: &Line<P>,
        limits: Limits,
        stop: &AtomicBool,
        listen: &mut dyn FnMut(Progress<'_, P::Move>),
    ) -> Option<Report<P::Move>> {
        let root = line.position();
        let mut moves = MoveList::new();
        root.legal_moves(&mut moves);
        let only_hope = *moves.first()?;
        self.table.fit(limits.nodes);
        self.table.next_generation();
        let mut path = line.past().to_vec();
        path.push(root.key());
        let mut search = Search {
            evaluation: &mut self.evaluation,
            decisions: &mut self.decisions,
            table: &mut self.table,
            memory: &mut self.memory,
            params: &self.params,
            meter: Meter::new(limits, stop),
            listen,
            iteration: 0,
            wants_evaluations: self.params.wants_evaluations(),
            evaluations: vec![None; MAX_PLY + 1],
            root_index: path.len() - 1,
            path,
            lines: vec![ArrayVec::new(); MAX_PLY + 1],
            root_best: None,
            changes: Vec::new(),
        };
        let place = Place::root(root.clone());
        let mut iterations: Vec<Iteration<P::Move>> = Vec::new();
        let mut best = (only_hope, 0, vec![only_hope]);
        for depth in 1..=limits.max_depth().max(1) {
            search.iteration = depth;
            search.root_best = None;
            let score = search.deepen(&place, iterations.last().map(|i| i.score));
            if let Some((m, score)) = search.root_best {
                let line = &search.lines[0];
                let pv = if line.first() == Some(&m) { line.to_vec() } else { vec![m] };
                best = (m, score, pv);
            }
            if search.meter.stopped {
                break;
            }
            best.1 = score;
            search.log_score(score);
            let iteration = Iteration {
                depth,
                score,
                pv: best.2.clone(),
                nodes: search.meter.nodes,
                time: search.meter.elapsed(),
                hash_fill: search.table.fill(),
            };
            (search.listen)(Progress::Iteration(&iteration));
            search.decisions.parts().observer.iteration_finished(&iteration);
            iterations.push(iteration);
            search.meter.may_stop = true;
            let is_settled = root.is_settled(score, depth);
            let parts = search.decisions.parts();
            if is_settled || !parts.clock.goes_on(&iterations) || search.meter.is_exhausted() {
                break;
            }
        }
        let (best, score, pv) = best;
        Some(Report {
            best,
            score,
            pv,
            nodes: search.meter.nodes,
            depth: iterations.last().map_or(0, |i| i.depth),
            time: search.meter.elapsed(),
            iterations,
            changes: search.changes,
        })
    }
}
