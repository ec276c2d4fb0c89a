//! One search for all games: iterative deepening over a principal-variation search.
//!
//! Start with [`Searcher::search`], which tells the story; every other file holds one idea. What
//! the search decides comes in as [`Decisions`]; what it values, as an [`Evaluation`].

pub mod clock;
pub mod decisions;
pub mod events;
pub mod extensions;
pub mod game;
pub mod history;
pub mod learned;
pub mod log;
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
mod limits;
mod moves;
mod node;
mod picker;
mod principal;
mod repetition;
mod report;
mod tree;
mod window;

use std::sync::atomic::AtomicBool;

use arrayvec::ArrayVec;

pub use decisions::{Decide, Decisions};
pub use game::Searchable;
pub use limits::Limits;
pub use params::Params;
pub use report::{Change, Iteration, Progress, Report, RootMove, Variation};
pub use root::Root;
pub use score::Score;
pub use state::{Incremental, Stateless, Step};

use crate::games::{Line, MoveList, Position};
use clock::Clock as _;
use decisions::Start;
use history::Histories;
use limits::Meter;
use numbers::Numbers;
use random::Random;
use state::Place;
use table::{Table, TableSizeError};
use tree::Tree;

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
/// let mut searcher = Searcher::new(ChessEvaluation::default(), plain, &Params::default(), 1).unwrap();
/// let text = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
/// let line = Line::new(Chess::parse(text, ChessRules::default()).unwrap());
/// let limits = Limits { depth: Some(3), ..Limits::default() };
/// let report = searcher.search(&line, limits, &AtomicBool::new(false)).unwrap();
/// assert_eq!(line.position().move_text(report.best), "a1a8");
/// ```
pub struct Searcher<P: Searchable, E, D> {
    evaluation: E,
    decisions: D,
    numbers: Numbers,
    table: Table,
    histories: Histories,
    seed: u64,
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
        params: &Params,
        hash_mib: usize,
    ) -> Result<Self, TableSizeError> {
        Ok(Self {
            evaluation,
            decisions,
            numbers: Numbers::new(params),
            table: Table::new(hash_mib)?,
            histories: Histories::new::<P>(),
            seed: 0,
            game: std::marker::PhantomData,
        })
    }

    /// Sets the seed of those decisions that explore.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Forgets what earlier searches found, so that the next one depends on nothing but its input.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
        self.decisions.reset();
    }

    /// The static evaluation of a position.
    pub fn evaluate(&mut self, position: &P) -> Score {
        self.evaluation.evaluate(position)
    }

    /// The decisions, with what an observer or a learner in them has gathered.
    pub fn decisions(&mut self) -> &mut D {
        &mut self.decisions
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
        let line = root.line;
        let position = line.position();
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves.retain(|m| root.admits(*m));
        let only_hope = *moves.first()?;
        self.table.fit(limits.most_nodes());
        self.table.next_generation();
        self.decisions.begin(&Start { line, limits: &limits });
        let clock = &mut self.decisions.parts().clock;
        let budget = limits.clock.map(|left| clock.budget(line, &left));
        let mut path = line.past().to_vec();
        path.push(position.key());
        let mut tree = Tree {
            evaluation: &mut self.evaluation,
            decisions: &mut self.decisions,
            table: &mut self.table,
            histories: &mut self.histories,
            numbers: &self.numbers,
            root,
            limits: &limits,
            budget,
            meter: Meter::new(&limits, budget, stop),
            random: Random::new(self.seed, position.key()),
            listen,
            iteration: 0,
            is_exhaustive: false,
            root_index: path.len() - 1,
            path,
            steps: Vec::with_capacity(MAX_PLY),
            evaluations: vec![None; MAX_PLY + 1],
            continuations: vec![ArrayVec::new(); MAX_PLY + 1],
            deepest: 0,
            told: Vec::new(),
            lead: None,
            root_best: None,
            root_moves: Vec::with_capacity(moves.len()),
            iterations: Vec::new(),
            changes: Vec::new(),
        };
        let place = Place::root(position.clone());
        let n_lines = root.n_lines.clamp(1, moves.len());
        let exhaustive_depth = position.exhaustive_depth().unwrap_or(u32::MAX);
        let mut best = Variation { m: only_hope, score: 0, pv: vec![only_hope] };
        for depth in 1..=limits.max_depth().max(1) {
            tree.iteration = depth;
            tree.is_exhaustive = depth >= exhaustive_depth;
            let is_complete = tree.iterate(&place, n_lines);
            if let Some(line) = tree.told.first() {
                best = line.clone();
            }
            if !is_complete {
                break;
            }
            tree.finish_iteration();
            let is_settled = position.is_settled(best.score, depth) || tree.is_exhaustive;
            if is_settled || !tree.goes_on() {
                break;
            }
        }
        let report = Report {
            best: best.m,
            score: best.score,
            pv: best.pv,
            nodes: tree.meter.nodes,
            depth: tree.iterations.last().map_or(0, |i| i.depth),
            deepest: tree.deepest as u32,
            time: tree.meter.elapsed(),
            others: tree.iterations.last().map_or_else(Vec::new, |i| i.others.clone()),
            root_moves: tree.root_moves,
            iterations: tree.iterations,
            changes: tree.changes,
        };
        self.decisions.end();
        Some(report)
    }
}
