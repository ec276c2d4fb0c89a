//! What a player is made of, and why it cannot be made so.

use std::fmt;
use std::sync::Arc;

use super::combined::Combination;
use crate::eval::WeightError;
use crate::eval::combined::FormsError;
use crate::eval::network::Network;
use crate::eval::patterns::{PatternError, PatternModel};
use crate::movemap::MapError;
use crate::search::Params;
use crate::search::clock::ClockSpec;
use crate::search::log::LogSpec;
use crate::search::map_ordering::MapSpec;
use crate::search::params::ParamError;
use crate::search::pruning::{Decides, LearnedPruning, Relation};
use crate::search::table::TableSizeError;

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
    /// The numbers of the search: those of the preset, with the ones that were set.
    pub(super) fn search_params(&self, default: &str) -> Result<Params, PlayerError> {
        let preset = self.preset.as_deref().unwrap_or(default);
        let unknown = || PlayerError::Param(ParamError::UnknownPreset(preset.into()));
        let mut params = Params::preset(preset).ok_or_else(unknown)?;
        for (name, value) in &self.params {
            params.set(name, *value).map_err(PlayerError::Param)?;
        }
        Ok(params)
    }
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
