//! A player of some game: weights, search and decisions.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::batch::BatchError;
use super::position::AnyPosition;
use super::spec::{PlayerError, PlayerSpec};
use crate::eval::combined::{Combined, Forms, Source};
use crate::eval::network::{Network, TwoColours};
use crate::eval::{Linear, Model};
use crate::games::{IllegalMoveError, Line, Outcome, Position};
use crate::movemap::{Encoding, MapError};
use crate::search::clock::{Budget, Choice, Clock as _, ClockSpec, TimeLeft};
use crate::search::events::Observer as _;
use crate::search::learned::{Learned, LearnedClock, LearnedObserver, LearnedOrdering};
use crate::search::log::{Logger, NodeLog};
use crate::search::map_ordering::{Combine, MapOrdering, MapSpec};
use crate::search::map_prior::MapPrior;
use crate::search::ordering::Classic;
use crate::search::pruning::{LearnedPruning, Lessons, ProbCut, Teacher};
use crate::search::{
    Change, Decide, Decisions, Evaluation, Iteration, Limits, Params, Progress, Report, Root,
    Score, Searchable, Searcher, Variation,
};

/// A position cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchError {
    /// The game is over there.
    Finished {
        /// The position.
        position: String,
        /// How the game ended.
        outcome: Outcome,
    },
    /// No move of the root is left to search.
    NoMoves(String),
    /// A move of the root is not legal there.
    Move(IllegalMoveError),
    /// It belongs to another game.
    WrongGame {
        /// The game of the player.
        expected: &'static str,
        /// The game of the position.
        found: &'static str,
    },
    /// It cannot be unpacked.
    Packed(BatchError),
}

impl From<BatchError> for SearchError {
    fn from(error: BatchError) -> Self {
        Self::Packed(error)
    }
}

impl fmt::Display for SearchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finished { position, outcome } => {
                let result = outcome.as_str();
                write!(
                    f,
                    "search: expected a game in progress, found one that ended {result}: {position}"
                )
            }
            Self::NoMoves(position) => {
                write!(f, "search: expected a move to search, found none in {position}")
            }
            Self::Move(error) => error.fmt(f),
            Self::WrongGame { expected, found } => {
                write!(f, "search: expected a position of {expected}, found one of {found}")
            }
            Self::Packed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SearchError {}

/// A completed iteration, with moves as texts.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyIteration {
    /// Its depth in plies.
    pub depth: u32,
    /// Score of the side to move.
    pub score: Score,
    /// The expected line.
    pub pv: Vec<String>,
    /// Nodes since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Parts in a thousand of the table that the search has filled.
    pub hash_fill: u32,
    /// The deepest ply that was looked at.
    pub deepest: u32,
    /// The root's moves with the nodes spent on each; only at the end of a search.
    pub root_moves: Vec<(String, u64)>,
    /// The best lines after this one: their scores and moves.
    pub others: Vec<(Score, Vec<String>)>,
}

/// What is asked of the root, with moves as texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnyRoot {
    /// The moves that are searched; all of them if there are none.
    pub only: Vec<String>,
    /// Moves that are not searched.
    pub without: Vec<String>,
    /// What is added to the scores of moves.
    pub bonus: Vec<(String, Score)>,
    /// How many lines are asked for; 0 is taken for 1.
    pub n_lines: usize,
}

impl AnyRoot {
    /// Whether nothing is asked but the best move.
    pub fn is_plain(&self) -> bool {
        self.only.is_empty()
            && self.without.is_empty()
            && self.bonus.is_empty()
            && self.n_lines <= 1
    }

    fn on<'a, P: Position>(&self, line: &'a Line<P>) -> Result<Root<'a, P>, SearchError> {
        let read = |text: &String| line.position().parse_move(text).map_err(SearchError::Move);
        Ok(Root {
            only: self.only.iter().map(read).collect::<Result<_, _>>()?,
            without: self.without.iter().map(read).collect::<Result<_, _>>()?,
            bonus: self
                .bonus
                .iter()
                .map(|(text, bonus)| Ok((read(text)?, *bonus)))
                .collect::<Result<_, SearchError>>()?,
            n_lines: self.n_lines.max(1),
            ..Root::new(line)
        })
    }
}

/// What a search tells while it runs, with moves as texts.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyProgress {
    /// A move of the root is about to be searched: the move and its number, from 1.
    RootMove(String, usize),
    /// An iteration is completed.
    Iteration(AnyIteration),
}

/// What a search found: its last word, and the completed iterations.
#[derive(Clone, Debug, PartialEq)]
pub struct AnyReport {
    /// The last word; its depth is that of the last completed iteration.
    pub last: AnyIteration,
    /// All completed iterations.
    pub iterations: Vec<AnyIteration>,
    /// Every change of the score.
    pub changes: Vec<Change>,
    /// The nodes that were written down, if any were asked for.
    pub log: Option<NodeLog>,
    /// What the search taught a function, if one is taught.
    pub lessons: Option<Lessons>,
    /// What the clock chose, if it learns.
    pub choices: Vec<Choice>,
}

/// A player of some game.
pub trait AnyPlayer: Send {
    /// Forgets what earlier searches found.
    fn clear(&mut self);
    /// Parts in a thousand of the table that the last search filled.
    fn hash_fill(&self) -> u32;
    /// The static evaluation of a position, of the side to move.
    ///
    /// # Errors
    /// If the position is of another game.
    fn evaluate(&mut self, position: &dyn AnyPosition) -> Result<Score, SearchError>;
    /// The static evaluations of many positions, each of its side to move.
    ///
    /// # Errors
    /// If one of them is of another game.
    fn evaluate_many(&mut self, positions: &[&dyn AnyPosition]) -> Result<Vec<Score>, SearchError> {
        positions.iter().map(|&position| self.evaluate(position)).collect()
    }
    /// What the clock would give a move here.
    ///
    /// # Errors
    /// If the position is of another game.
    fn budget(
        &mut self,
        position: &dyn AnyPosition,
        left: &TimeLeft,
    ) -> Result<Budget, SearchError>;
    /// Searches a position.
    ///
    /// # Errors
    /// If the position is finished or of another game, or the root has no such moves.
    fn search(
        &mut self,
        position: &dyn AnyPosition,
        root: &AnyRoot,
        limits: Limits,
        stop: &AtomicBool,
        listen: Option<&mut dyn FnMut(AnyProgress)>,
    ) -> Result<AnyReport, SearchError>;
}

/// A player with the linear evaluation of the game that the model is for.
pub(super) fn linear_player<M: Model<Position: Searchable>>(
    spec: &PlayerSpec,
) -> Result<Box<dyn AnyPlayer>, PlayerError> {
    let mut values = M::schema().defaults();
    for (name, value) in &spec.weights {
        M::schema().set(&mut values, name, *value).map_err(PlayerError::Weight)?;
    }
    player_with::<M::Position, _>(Linear::<M>::new(&values, spec.resolution), spec)
}

/// A player with a neural network as its evaluation.
pub(super) fn network_player<P: Searchable + TwoColours>(
    network: Network,
    spec: &PlayerSpec,
) -> Result<Box<dyn AnyPlayer>, PlayerError> {
    player_with::<P, _>(network, spec)
}

/// A player that combines features.
pub(super) fn combined_player<P: Searchable, S: Source<P, State: Send>>(
    source: S,
    forms: Arc<Forms>,
    spec: &PlayerSpec,
) -> Result<Box<dyn AnyPlayer>, PlayerError> {
    let evaluation = Combined::new::<P>(source, forms).map_err(PlayerError::Combination)?;
    player_with::<P, _>(evaluation, spec)
}

pub(super) fn player_with<P: Searchable, E: Evaluation<P> + 'static>(
    evaluation: E,
    spec: &PlayerSpec,
) -> Result<Box<dyn AnyPlayer>, PlayerError> {
    let numbers = spec.search_params::<P>()?;
    let params = &numbers.0;
    let probcut = (params.probcut > 0.0 && !spec.relations.is_empty())
        .then(|| ProbCut::new(&spec.relations, params.probcut));
    let pruning = LearnedPruning { probcut, ..spec.pruning.clone() };
    check_clock::<P>(&spec.clock)?;
    let ordering = ordering_of::<P>(spec.ordering.as_ref())?;
    let has_clock = spec.clock != ClockSpec::default();
    let by_hand = pruning.by_hand().filter(|_| spec.taught.is_none());
    let ordering = match (ordering, by_hand) {
        (LearnedOrdering::Classic(ordering), Some(pruning)) if spec.log.is_none() && !has_clock => {
            let plain: Decisions = Decisions { ordering, pruning, ..Decisions::default() };
            return boxed::<P, _, _>(evaluation, plain, &numbers, spec.hash_mib);
        }
        (other, _) => other,
    };
    let teacher = spec.taught.and_then(|decides| Teacher::of(&pruning, decides));
    let observer = match (spec.log, teacher) {
        (Some(log), _) => LearnedObserver::Logger(Box::new(Logger::new(log))),
        (None, Some(teacher)) => LearnedObserver::Teacher(Box::new(teacher)),
        (None, None) => LearnedObserver::Nobody,
    };
    let Decisions { extensions, quiescence, .. } = <Decisions>::default();
    let clock = LearnedClock::new(&spec.clock);
    let learned: Learned = Decisions { ordering, pruning, extensions, quiescence, clock, observer };
    boxed::<P, _, _>(evaluation, learned, &numbers, spec.hash_mib)
}

/// Looks whether a clock is for this game.
fn check_clock<P: Searchable>(clock: &ClockSpec) -> Result<(), PlayerError> {
    let ClockSpec::Network(clock) = clock else { return Ok(()) };
    if clock.game != P::NAME {
        return Err(PlayerError::Clock { expected: P::NAME, found: clock.game.clone() });
    }
    let (expected, found) = (clock.kind.n_inputs::<P>(), clock.policy.shape[0]);
    let wrong = PlayerError::ClockInputs { expected, found };
    if expected == found { Ok(()) } else { Err(wrong) }
}

/// What the moves of a player are ordered by, if the map is for this game.
fn ordering_of<P: Searchable>(spec: Option<&MapSpec>) -> Result<LearnedOrdering, PlayerError> {
    let Some(spec) = spec else { return Ok(LearnedOrdering::Classic(Classic::default())) };
    let shape = spec.map.shape();
    if shape.geometry.game != P::NAME {
        let found = shape.geometry.game.into();
        return Err(PlayerError::Ordering(MapError::Game { expected: P::NAME, found }));
    }
    if spec.online > 0.0 && shape.encoding == Encoding::Mei {
        return Err(PlayerError::Ordering(MapError::Online));
    }
    Ok(match spec.combine {
        Combine::Prior => {
            LearnedOrdering::Classic(Classic { prior: Some(Box::new(MapPrior::new(spec))) })
        }
        _ => LearnedOrdering::Map(Box::new(MapOrdering::new(spec.clone()))),
    })
}

fn boxed<P, E, D>(
    evaluation: E,
    decisions: D,
    (params, own): &(Params, P::Params),
    hash_mib: usize,
) -> Result<Box<dyn AnyPlayer>, PlayerError>
where
    P: Searchable,
    E: Evaluation<P> + 'static,
    D: Decide<P> + Send + 'static,
{
    let searcher = Searcher::<P, _, _>::new(evaluation, decisions, params, hash_mib);
    Ok(Box::new(searcher.map_err(PlayerError::Table)?.with_game_params(*own)))
}

impl<P, E, D> AnyPlayer for Searcher<P, E, D>
where
    P: Searchable,
    E: Evaluation<P>,
    D: Decide<P> + Send,
{
    fn clear(&mut self) {
        Searcher::clear(self);
    }

    fn hash_fill(&self) -> u32 {
        Searcher::hash_fill(self)
    }

    fn evaluate(&mut self, position: &dyn AnyPosition) -> Result<Score, SearchError> {
        Ok(Searcher::evaluate(self, line_of::<P>(position)?.position()))
    }

    fn evaluate_many(&mut self, positions: &[&dyn AnyPosition]) -> Result<Vec<Score>, SearchError> {
        Ok(Searcher::evaluate_many(self, &positions_of(positions)?))
    }

    fn budget(
        &mut self,
        position: &dyn AnyPosition,
        left: &TimeLeft,
    ) -> Result<Budget, SearchError> {
        Ok(Searcher::budget(self, line_of::<P>(position)?, left))
    }

    fn search(
        &mut self,
        position: &dyn AnyPosition,
        root: &AnyRoot,
        limits: Limits,
        stop: &AtomicBool,
        listen: Option<&mut dyn FnMut(AnyProgress)>,
    ) -> Result<AnyReport, SearchError> {
        let line = line_of::<P>(position)?;
        if let Some(outcome) = line.outcome() {
            return Err(SearchError::Finished { position: position.text(), outcome });
        }
        let root = root.on(line)?;
        let found = match listen {
            None => self.search_root(&root, limits, stop, &mut |_| {}),
            Some(listen) => self.search_root(&root, limits, stop, &mut |progress| {
                listen(match progress {
                    Progress::RootMove(m, number) => {
                        AnyProgress::RootMove(line.position().move_text(m), number)
                    }
                    Progress::Iteration(iteration) => {
                        AnyProgress::Iteration(in_words(line, iteration))
                    }
                });
            }),
        };
        let report = found.ok_or_else(|| SearchError::NoMoves(position.text()))?;
        let fill = Searcher::hash_fill(self);
        let parts = self.decisions().parts();
        let (log, lessons) = (parts.observer.take_log(), parts.observer.take_lessons());
        let choices = parts.clock.take_choices();
        Ok(AnyReport { log, lessons, choices, ..report_in_words(line, report, fill) })
    }
}

fn report_in_words<P: Position>(
    line: &Line<P>,
    report: Report<P::Move>,
    hash_fill: u32,
) -> AnyReport {
    let last = Iteration {
        depth: report.depth,
        score: report.score,
        pv: report.pv,
        nodes: report.nodes,
        time: report.time,
        hash_fill,
        deepest: report.deepest,
        root_moves: report.root_moves,
        others: report.others,
    };
    let iterations = report.iterations.iter().map(|i| in_words(line, i)).collect();
    let spent = last.root_moves.iter().map(|r| (line.position().move_text(r.m), r.nodes));
    let last = AnyIteration { root_moves: spent.collect(), ..in_words(line, &last) };
    let changes = report.changes;
    AnyReport { last, iterations, changes, log: None, lessons: None, choices: Vec::new() }
}

/// An iteration with its moves as texts.
fn in_words<P: Position>(line: &Line<P>, iteration: &Iteration<P::Move>) -> AnyIteration {
    let other = |v: &Variation<P::Move>| (v.score, line_texts(line, &v.pv));
    AnyIteration {
        depth: iteration.depth,
        score: iteration.score,
        pv: line_texts(line, &iteration.pv),
        nodes: iteration.nodes,
        time: iteration.time,
        hash_fill: iteration.hash_fill,
        deepest: iteration.deepest,
        root_moves: Vec::new(),
        others: iteration.others.iter().map(other).collect(),
    }
}

/// Positions that are all of one game.
pub(super) fn positions_of<'a, P: Position>(
    positions: &[&'a dyn AnyPosition],
) -> Result<Vec<&'a P>, SearchError> {
    positions.iter().map(|&position| Ok(line_of::<P>(position)?.position())).collect()
}

pub(super) fn line_of<P: Position>(position: &dyn AnyPosition) -> Result<&Line<P>, SearchError> {
    let wrong = SearchError::WrongGame { expected: P::NAME, found: position.game() };
    position.line().ok_or(wrong)
}

fn line_texts<P: Position>(line: &Line<P>, pv: &[P::Move]) -> Vec<String> {
    let mut position = line.position().clone();
    let mut texts = Vec::with_capacity(pv.len());
    for &m in pv {
        texts.push(position.move_text(m));
        position.play(m);
    }
    texts
}
