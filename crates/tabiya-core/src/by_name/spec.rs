//! What a player is made of, and why it cannot be made so.

use std::fmt;
use std::sync::Arc;

use super::combined::Combination;
use super::game::{AnyGame, GAMES};
use crate::eval::WeightError;
use crate::eval::combined::FormsError;
use crate::eval::network::Network;
use crate::eval::patterns::{PatternError, PatternModel};
use crate::movemap::MapError;
use crate::search::clock::ClockSpec;
use crate::search::log::LogSpec;
use crate::search::map_ordering::MapSpec;
use crate::search::named::{GameParams as _, Named as _, ParamError, ParamInfo};
use crate::search::pruning::{Decides, LearnedPruning, Relation};
use crate::search::table::TableSizeError;
use crate::search::{Params, Searchable};

/// The description of a player.
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    /// Weights that differ from their defaults.
    pub weights: Vec<(String, f64)>,
    /// Scores are rounded to so many centipawns.
    pub resolution: f64,
    /// Size of the transposition table.
    pub hash_mib: usize,
    /// The preset that the numbers of the search start from; that of the game if it is not said.
    pub preset: Option<String>,
    /// Numbers of the search that differ from the preset.
    pub params: Vec<(String, f64)>,
    /// What it has learned to skip; how scores are related is said by `relations`.
    pub pruning: LearnedPruning,
    /// Which of its functions is taught by its searches.
    pub taught: Option<Decides>,
    /// A map that orders quiet moves, and how it is used.
    pub ordering: Option<MapSpec>,
    /// Which nodes of its searches are written down.
    pub log: Option<LogSpec>,
    /// A neural network that evaluates in place of the weights.
    pub network: Option<Arc<Network>>,
    /// Features and how they are combined, in place of the weights.
    pub combination: Option<Combination>,
    /// Weights of patterns, that evaluate in place of the weights.
    pub patterns: Option<Arc<PatternModel>>,
    /// How the scores of deep and shallow searches are related; none if it is not known.
    pub relations: Vec<Relation>,
    /// Where it spends its time.
    pub clock: ClockSpec,
}

impl Default for PlayerSpec {
    fn default() -> Self {
        Self {
            weights: Vec::new(),
            resolution: 1.0,
            hash_mib: 16,
            preset: None,
            params: Vec::new(),
            pruning: LearnedPruning::default(),
            taught: None,
            ordering: None,
            log: None,
            network: None,
            combination: None,
            patterns: None,
            relations: Vec::new(),
            clock: ClockSpec::default(),
        }
    }
}

impl PlayerSpec {
    /// The numbers of the search, and those that the game alone has: those of the preset, with the
    /// ones that were set. Whoever plays several games may set the numbers of all of them.
    pub(super) fn search_params<P: Searchable>(&self) -> Result<(Params, P::Params), PlayerError> {
        let preset = self.preset.as_deref().unwrap_or(P::PRESET);
        let mut params = Params::preset(preset)?;
        let mut own = P::Params::preset(preset);
        for (name, value) in &self.params {
            let is_set = params.set(name, *value)? || own.set(name, *value)?;
            if !is_set {
                param(name)?.check(*value)?;
            }
        }
        Ok((params, own))
    }
}

/// All numbers of searches: those of every game, then those that single games have.
pub fn params() -> impl Iterator<Item = &'static ParamInfo> {
    Params::INFO.iter().chain(GAMES.into_iter().flat_map(AnyGame::params))
}

/// The number of this name.
fn param(name: &str) -> Result<&'static ParamInfo, ParamError> {
    let unknown = || ParamError::Unknown {
        name: name.into(),
        known: params().map(|info| info.name).collect(),
    };
    params().find(|info| info.name == name).ok_or_else(unknown)
}

/// A player cannot be made as described.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerError {
    /// A weight is wrong.
    Weight(WeightError),
    /// A number of the search is wrong.
    Param(ParamError),
    /// The table is too large.
    Table(TableSizeError),
    /// The combination is not for this game.
    Combination(FormsError),
    /// The game has no neural evaluation.
    NoNetwork(&'static str),
    /// The patterns are not for this game.
    Patterns(PatternError),
    /// The clock is for another game.
    Clock {
        /// The game of the player.
        expected: &'static str,
        /// The game of the clock.
        found: String,
    },
    /// The network of the clock sees another board.
    ClockInputs {
        /// How many inputs it has for the game.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// The map that orders moves is not for this game, or cannot be used so.
    Ordering(MapError),
}

impl From<ParamError> for PlayerError {
    fn from(error: ParamError) -> Self {
        Self::Param(error)
    }
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weight(error) => error.fmt(f),
            Self::Param(error) => error.fmt(f),
            Self::Table(error) => error.fmt(f),
            Self::Combination(error) => error.fmt(f),
            Self::Patterns(error) => error.fmt(f),
            Self::Clock { expected, found } => {
                write!(f, "clock: expected one for {expected}, found one for {found}")
            }
            Self::ClockInputs { expected, found } => {
                write!(f, "clock: expected a network of {expected} inputs, found {found}")
            }
            Self::Ordering(error) => error.fmt(f),
            Self::NoNetwork(game) => {
                write!(f, "network: expected a game of two colours of equal pieces, found {game}")
            }
        }
    }
}

impl std::error::Error for PlayerError {}
