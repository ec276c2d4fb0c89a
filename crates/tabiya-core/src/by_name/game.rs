//! The games by name. A new game is one line in [`GAMES`].

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::batch::{AnyBatch, BatchError};
use super::combined::{AnyFeatures, ByGroup, ByTable};
use super::finisher;
use super::oracle::with_oracle;
use super::player::{AnyPlayer, SearchError, line_of, linear_player, network_player, player_with};
use super::position::AnyPosition;
use super::spec::{PlayerError, PlayerSpec};
use crate::eval::chess::ChessModel;
use crate::eval::loa::LoaModel;
use crate::eval::network::Network;
use crate::eval::othello::{OthelloModel, PatternEvaluation};
use crate::eval::patterns::{PatternError, PatternModel};
use crate::eval::trace::Trace;
use crate::eval::{Model, Schema, WeightId};
use crate::games::loa::Loa;
use crate::games::othello::Othello;
use crate::games::{Batch, Line, ParsePositionError, Position, RulesError};
use crate::learn::{Design, Leaves, settle_batch};
use crate::movemap::{self, Examples, ExamplesError, Fixed, Geometry, PlayedMoves};
use crate::search::Searchable;
use crate::search::clock::NetworkKind;
use crate::search::map_ordering;
use crate::search::named::{Named as _, ParamInfo};
use crate::search::pruning::{Input, Inputs};

/// Positions that are traced before they are put with the others.
const TRACED_AT_ONCE: usize = 1 << 15;

/// All games.
pub static GAMES: [&dyn AnyGame; 3] = [
    &Entry::<ChessModel>::new(None, None, None, &ByGroup::<ChessModel>(PhantomData)),
    &Entry::<OthelloModel>::new(
        Some(SOLVER),
        Some(network_player::<Othello>),
        Some(othello_patterns),
        &ByTable,
    ),
    &Entry::<LoaModel>::new(
        None,
        Some(network_player::<Loa>),
        None,
        &ByGroup::<LoaModel>(PhantomData),
    ),
];

/// How a game makes a player of a neural network.
type NetworkPlayer = fn(Network, &PlayerSpec) -> MadePlayer;

/// How a game makes a player of patterns.
type PatternPlayer = fn(Arc<PatternModel>, &PlayerSpec) -> MadePlayer;

fn othello_patterns(model: Arc<PatternModel>, spec: &PlayerSpec) -> MadePlayer {
    player_with::<Othello, _>(PatternEvaluation::new(model, spec.resolution), spec)
}

/// What is put around the player of a game.
struct Finish {
    /// How many MiB of the player's hash table it takes.
    mib: fn(&PlayerSpec) -> Result<usize, PlayerError>,
    wrap: fn(Box<dyn AnyPlayer>, &PlayerSpec) -> MadePlayer,
}

type MadePlayer = Result<Box<dyn AnyPlayer>, PlayerError>;

const SOLVER: Finish = Finish { mib: finisher::solver_mib, wrap: finisher::with_solver };

/// The game of this name.
///
/// # Errors
/// If there is none.
pub fn game(name: &str) -> Result<&'static dyn AnyGame, UnknownGameError> {
    GAMES.into_iter().find(|g| g.name() == name).ok_or_else(|| UnknownGameError(name.into()))
}

/// There is no game of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGameError(pub String);

impl fmt::Display for UnknownGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = GAMES.map(AnyGame::name).join(", ");
        write!(f, "game: expected one of {names}, found {:?}", self.0)
    }
}

impl std::error::Error for UnknownGameError {}

/// Options of the rules, by name.
pub type RuleOptions<'a> = &'a [(String, String)];

/// Packed positions, and the numbers of the lines that are none with what is wrong there.
pub type PackedLines = (Vec<u8>, Vec<(usize, ParsePositionError)>);

/// A game with its evaluation.
pub trait AnyGame: Send + Sync {
    /// The word for the game.
    fn name(&self) -> &'static str;
    /// What the two players are called, the first one first.
    fn sides(&self) -> [&'static str; 2];
    /// The position in which games start.
    ///
    /// # Errors
    /// If the rules have no such option or value.
    fn initial(&self, rules: RuleOptions<'_>) -> Result<Box<dyn AnyPosition>, RulesError>;
    /// Reads a position; the outer error is for the rules, the inner one for the text.
    ///
    /// # Errors
    /// If the rules have no such option or value.
    fn parse(
        &self,
        text: &str,
        rules: RuleOptions<'_>,
    ) -> Result<Result<Box<dyn AnyPosition>, ParsePositionError>, RulesError>;
    /// How many bytes a packed position takes.
    fn packed_width(&self) -> usize;
    /// Packs a text with a position on each line.
    ///
    /// # Errors
    /// If the rules have no such option or value.
    fn pack_lines(&self, text: &str, rules: RuleOptions<'_>) -> Result<PackedLines, RulesError>;
    /// Packed positions, ready to be unpacked.
    ///
    /// # Errors
    /// If the rules have no such option or value.
    ///
    /// # Panics
    /// If the bytes do not divide into positions.
    fn batch<'a>(
        &self,
        bytes: &'a [u8],
        rules: RuleOptions<'_>,
    ) -> Result<Box<dyn AnyBatch + 'a>, RulesError>;
    /// The weights of the evaluation.
    fn schema(&self) -> &'static Schema;
    /// The score that makes the expected result e to one.
    fn win_scale(&self) -> f64;
    /// The features of positions under the game's evaluation.
    ///
    /// # Errors
    /// If a position is of another game.
    fn trace(&self, positions: &[&dyn AnyPosition]) -> Result<Trace, SearchError>;
    /// The features of packed positions; the rules do not matter for them.
    ///
    /// # Errors
    /// If there is one that is none.
    ///
    /// # Panics
    /// If the bytes do not divide into positions.
    fn trace_packed(&self, bytes: &[u8]) -> Result<Trace, BatchError>;
    /// Search parameters as inputs of a function, and what each of their units stands for.
    fn search_inputs(&self, inputs: &[Input]) -> (Inputs, Vec<String>);
    /// Packed positions made ready for tuning some weights, with whether the second player is to move
    /// in each. They are traced some at a time, so that their traces are never there all at once.
    ///
    /// # Errors
    /// If there is one that is none.
    ///
    /// # Panics
    /// If the bytes do not divide into as many positions as there are flags.
    fn design_packed(
        &self,
        bytes: &[u8],
        second_moves: &[bool],
        tuned: &[WeightId],
    ) -> Result<Design, BatchError> {
        let mut design = Design::empty(self.schema(), second_moves.len());
        let parts = bytes.chunks(TRACED_AT_ONCE * self.packed_width());
        for (number, (bytes, second)) in parts.zip(second_moves.chunks(TRACED_AT_ONCE)).enumerate()
        {
            let shifted = |error: BatchError| BatchError {
                index: error.index + number * TRACED_AT_ONCE,
                ..error
            };
            design.push(&self.trace_packed(bytes).map_err(shifted)?, second);
        }
        assert_eq!(design.len(), second_moves.len(), "one flag per position");
        Ok(design.with_columns(tuned))
    }
    /// Inputs of a clock's network of this kind.
    fn clock_inputs(&self, kind: NetworkKind) -> usize;
    /// Where the exchanges of packed positions end, by the evaluation with these weights.
    ///
    /// # Errors
    /// If there is one that is none.
    ///
    /// # Panics
    /// If the bytes do not divide into positions, or there is not one value per weight.
    fn settle_packed(
        &self,
        bytes: &[u8],
        weights: &[f64],
        resolution: f64,
    ) -> Result<Leaves, BatchError>;
    /// The features that can be combined.
    fn features(&self) -> &'static dyn AnyFeatures;
    /// What a map of moves knows of the game.
    fn geometry(&self) -> Geometry;
    /// The features of the evaluation that maps can see, in their order.
    fn map_features(&self) -> Vec<String>;
    /// Packed positions and their best moves, to learn a map from; the rules do not matter for them.
    ///
    /// # Errors
    /// If there is one that is none, or a move that is not legal.
    fn move_examples(
        &self,
        bytes: &[u8],
        best: movemap::Moves<'_>,
        inputs: movemap::Inputs,
    ) -> Result<Examples, ExamplesError>;
    /// Adds the moves of a game; returns the number of the first that is not legal, if there is one.
    ///
    /// # Errors
    /// If the position is of another game.
    fn add_played(
        &self,
        played: &mut PlayedMoves,
        start: &dyn AnyPosition,
        moves: &[String],
        number: u32,
    ) -> Result<Option<usize>, SearchError>;
    /// The legal moves of a position with their squares and the scores that a map gives them.
    ///
    /// # Errors
    /// If position or map are of another game.
    fn map_scores(
        &self,
        map: &Fixed,
        position: &dyn AnyPosition,
        previous: Option<u8>,
    ) -> Result<Vec<(String, u8, u8, f32)>, SearchError>;
    /// The numbers of the search that the game alone has.
    fn params(&self) -> &'static [ParamInfo];
    /// A player.
    ///
    /// # Errors
    /// If something in the description does not exist or is out of range.
    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn AnyPlayer>, PlayerError>;
}

struct Entry<M> {
    finish: Option<Finish>,
    network_player: Option<NetworkPlayer>,
    features: &'static dyn AnyFeatures,
    pattern_player: Option<PatternPlayer>,
    model: PhantomData<M>,
}

impl<M: Model<Position: Searchable>> Entry<M> {
    const fn new(
        finish: Option<Finish>,
        network_player: Option<NetworkPlayer>,
        pattern_player: Option<PatternPlayer>,
        features: &'static dyn AnyFeatures,
    ) -> Self {
        Self { finish, network_player, pattern_player, features, model: PhantomData }
    }

    fn rules(options: RuleOptions<'_>) -> Result<<M::Position as Position>::Rules, RulesError> {
        let mut rules = Default::default();
        for (option, value) in options {
            M::Position::set_rule(&mut rules, option, value)?;
        }
        Ok(rules)
    }
}

impl<M: Model<Position: Searchable>> AnyGame for Entry<M> {
    fn name(&self) -> &'static str {
        M::Position::NAME
    }

    fn sides(&self) -> [&'static str; 2] {
        M::Position::SIDES
    }

    fn initial(&self, rules: RuleOptions<'_>) -> Result<Box<dyn AnyPosition>, RulesError> {
        Ok(Box::new(Line::new(M::Position::initial(Self::rules(rules)?))))
    }

    fn parse(
        &self,
        text: &str,
        rules: RuleOptions<'_>,
    ) -> Result<Result<Box<dyn AnyPosition>, ParsePositionError>, RulesError> {
        let parsed = M::Position::parse(text, Self::rules(rules)?);
        Ok(parsed.map(|position| Box::new(Line::new(position)) as Box<dyn AnyPosition>))
    }

    fn packed_width(&self) -> usize {
        M::Position::PACKED_WIDTH
    }

    fn pack_lines(&self, text: &str, rules: RuleOptions<'_>) -> Result<PackedLines, RulesError> {
        let mut bytes = Vec::new();
        let faults = Batch::<M::Position>::pack_lines(text, Self::rules(rules)?, &mut bytes);
        Ok((bytes, faults))
    }

    fn batch<'a>(
        &self,
        bytes: &'a [u8],
        rules: RuleOptions<'_>,
    ) -> Result<Box<dyn AnyBatch + 'a>, RulesError> {
        Ok(Box::new(Batch::<M::Position>::new(bytes, Self::rules(rules)?)))
    }

    fn schema(&self) -> &'static Schema {
        M::schema()
    }

    fn win_scale(&self) -> f64 {
        M::WIN_SCALE
    }

    fn trace(&self, positions: &[&dyn AnyPosition]) -> Result<Trace, SearchError> {
        Trace::of_each::<M, _>(positions.len(), |index| {
            Ok(line_of::<M::Position>(positions[index])?.position())
        })
    }

    fn trace_packed(&self, bytes: &[u8]) -> Result<Trace, BatchError> {
        let batch = Batch::<M::Position>::new(bytes, Default::default());
        Trace::of_batch::<M>(&batch).map_err(|(index, error)| BatchError { index, error })
    }

    fn search_inputs(&self, inputs: &[Input]) -> (Inputs, Vec<String>) {
        let inputs = Inputs::new::<M::Position>(inputs);
        let names = inputs.unit_names::<M::Position>();
        (inputs, names)
    }

    fn clock_inputs(&self, kind: NetworkKind) -> usize {
        kind.n_inputs::<M::Position>()
    }

    fn settle_packed(
        &self,
        bytes: &[u8],
        weights: &[f64],
        resolution: f64,
    ) -> Result<Leaves, BatchError> {
        let batch = Batch::<M::Position>::new(bytes, Default::default());
        settle_batch::<M>(&batch, weights, resolution)
            .map_err(|(index, error)| BatchError { index, error })
    }

    fn features(&self) -> &'static dyn AnyFeatures {
        self.features
    }

    fn geometry(&self) -> Geometry {
        Geometry::of::<M::Position>()
    }

    fn map_features(&self) -> Vec<String> {
        crate::eval::feature_names::<M>()
    }

    fn move_examples(
        &self,
        bytes: &[u8],
        best: movemap::Moves<'_>,
        inputs: movemap::Inputs,
    ) -> Result<Examples, ExamplesError> {
        Examples::new(&Batch::<M::Position>::new(bytes, Default::default()), best, inputs)
    }

    fn add_played(
        &self,
        played: &mut PlayedMoves,
        start: &dyn AnyPosition,
        moves: &[String],
        number: u32,
    ) -> Result<Option<usize>, SearchError> {
        Ok(played.add(line_of::<M::Position>(start)?, moves, number))
    }

    fn map_scores(
        &self,
        map: &Fixed,
        position: &dyn AnyPosition,
        previous: Option<u8>,
    ) -> Result<Vec<(String, u8, u8, f32)>, SearchError> {
        let position = line_of::<M::Position>(position)?.position();
        let mut moves = crate::games::MoveList::new();
        position.legal_moves(&mut moves);
        let scores = map_ordering::scores(map, position, previous);
        let named = moves
            .iter()
            .zip(scores)
            .map(|(&m, (from, to, score))| (position.move_text(m), from, to, score));
        Ok(named.collect())
    }

    fn params(&self) -> &'static [ParamInfo] {
        <M::Position as Searchable>::Params::INFO
    }

    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn AnyPlayer>, PlayerError> {
        let taken = self.finish.as_ref().map_or(Ok(0), |finish| (finish.mib)(spec))?;
        let own = PlayerSpec { hash_mib: spec.hash_mib - taken, ..spec.clone() };
        let player = match (&spec.combination, &spec.network, &spec.patterns) {
            (Some(combination), ..) => self.features.player(combination, &own)?,
            (None, None, None) => linear_player::<M>(&own)?,
            (None, None, Some(patterns)) => {
                let other = || PlayerError::Patterns(PatternError::Game(self.name().into()));
                let make = self.pattern_player.ok_or_else(other)?;
                make(Arc::clone(patterns), &own)?
            }
            (None, Some(network), _) => {
                let make = self.network_player.ok_or(PlayerError::NoNetwork(self.name()))?;
                make((**network).clone(), &own)?
            }
        };
        let player = match &self.finish {
            Some(finish) => (finish.wrap)(player, spec)?,
            None => player,
        };
        Ok(with_oracle(player, &spec.clock))
    }
}
