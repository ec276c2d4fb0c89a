//! Every tunable number of the search, with its name, default and meaning.

use std::fmt;

/// A parameter was set by a name or to a value that does not exist.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamError {
    /// There is no parameter of this name.
    Unknown(String),
    /// There is no preset of this name.
    UnknownPreset(String),
    /// The value lies outside of what the parameter takes.
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// The value given.
        value: f64,
        /// The least value it takes.
        min: f64,
        /// The greatest value it takes.
        max: f64,
    },
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => {
                let known: Vec<_> = PARAMS.iter().map(|p| p.name).collect();
                write!(f, "search: expected one of {}, found {name:?}", known.join(", "))
            }
            Self::UnknownPreset(name) => {
                let known = PRESETS.join(", ");
                write!(f, "search: expected one of the presets {known}, found {name:?}")
            }
            Self::OutOfRange { name, value, min, max } => {
                write!(f, "search: expected {name} from {min} to {max}, found {value}")
            }
        }
    }
}

impl std::error::Error for ParamError {}

/// What is said of a parameter to a person.
#[derive(Clone, Copy, Debug)]
pub struct ParamInfo {
    /// The name by which it is set.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Its value if it is not set.
    pub default: f64,
    /// The least value it takes.
    pub min: f64,
    /// The greatest value it takes.
    pub max: f64,
}

macro_rules! params {
    ($($(#[doc = $meaning:literal])+ $name:ident = $default:literal in $min:literal..$max:literal;)+) => {
        /// The numbers of the search. A switch is a number too: 0 is off.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Params {
            $($(#[doc = $meaning])+ pub $name: f64,)+
        }

        impl Default for Params {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Params {
            /// Sets a parameter by name.
            ///
            /// # Errors
            /// If there is none of that name, or it does not take the value.
            pub fn set(&mut self, name: &str, value: f64) -> Result<(), ParamError> {
                let (field, name, min, max) = match name {
                    $(stringify!($name) => (&mut self.$name, stringify!($name), $min, $max),)+
                    _ => return Err(ParamError::Unknown(name.into())),
                };
                if !(min..=max).contains(&value) {
                    return Err(ParamError::OutOfRange { name, value, min, max });
                }
                *field = value;
                Ok(())
            }
        }

        /// All parameters, in the order in which they are shown.
        pub const PARAMS: &[ParamInfo] = &[
            $(ParamInfo {
                name: stringify!($name),
                meaning: concat!($($meaning),+),
                default: $default,
                min: $min,
                max: $max,
            },)+
        ];
    };
}

params! {
    /// Half-width of the first window around the last score, in centipawns; 0 searches the open window.
    aspiration = 20.0 in 0.0..100_000.0;
    /// Whether a free move for the opponent may prove that a position is too good.
    null_move = 1.0 in 0.0..1.0;
    /// Plies by which the search after a null move is shallower.
    null_move_reduction = 3.0 in 1.0..8.0;
    /// Further plies of that reduction for each ply that remains; 0 keeps it fixed.
    null_move_scaling = 0.2 in 0.0..1.0;
    /// Whether the last two refutations at a ply are tried early.
    killers = 1.0 in 0.0..1.0;
    /// Whether quiet moves are sorted by how often they were good.
    history = 1.0 in 0.0..1.0;
    /// Whether the last good answer to the opponent's move is tried early.
    countermove = 1.0 in 0.0..1.0;
    /// Whether quiet moves are sorted by how good they were after the opponent's move.
    continuation = 1.0 in 0.0..1.0;
    /// Whether late quiet moves are first searched less deeply.
    late_move_reduction = 1.0 in 0.0..1.0;
    /// Whether late quiet moves near the leaves are skipped.
    late_move_pruning = 1.0 in 0.0..1.0;
    /// Centipawns per ply by which a quiet move near the leaves may fall short of alpha; 0 is off.
    futility = 90.0 in 0.0..1000.0;
    /// Centipawns per ply by which a node near the leaves must exceed beta to be left; 0 is off.
    reverse_futility = 80.0 in 0.0..1000.0;
    /// Centipawns per ply by which a node near the leaves must fall short to be left; 0 is off.
    razoring = 220.0 in 0.0..1000.0;
    /// Whether moves near the leaves that lose material are skipped.
    exchange_pruning = 1.0 in 0.0..1.0;
    /// Whether nodes of which nothing is known are searched a ply less.
    internal_reduction = 1.0 in 0.0..1.0;
    /// Whether leaves in check try every way out of it, and not only captures.
    check_evasions = 1.0 in 0.0..1.0;
    /// Whether leaves look into the transposition table too.
    quiescence_table = 1.0 in 0.0..1.0;
    /// Whether a move that is much better than all others is searched a ply more.
    singular = 1.0 in 0.0..1.0;
    /// Empty squares from which Othello is played exactly where the limits allow it; 0 is off.
    exact_from = 20.0 in 0.0..26.0;
    /// Plies added when a move gives check.
    extend_check = 1.0 in 0.0..2.0;
    /// Plies added when a piece is recaptured at equal value.
    extend_recapture = 0.0 in 0.0..2.0;
    /// Plies added when there is a single way out of check.
    extend_one_reply = 0.0 in 0.0..2.0;
    /// Plies added when a passed pawn safely reaches the sixth or seventh rank.
    extend_passed_pawn = 0.0 in 0.0..2.0;
    /// Plies added when the null move shows a threat of mate.
    extend_mate_threat = 0.0 in 0.0..2.0;
}

impl Params {
    /// The plain search of CRAFTY (Kocsis 2003, §2.2.2): full width, null move, five extensions.
    pub fn crafty() -> Self {
        Self {
            aspiration: 30.0,
            null_move_scaling: 0.0,
            continuation: 0.0,
            late_move_reduction: 0.0,
            late_move_pruning: 0.0,
            futility: 0.0,
            reverse_futility: 0.0,
            razoring: 0.0,
            exchange_pruning: 0.0,
            internal_reduction: 0.0,
            singular: 0.0,
            check_evasions: 0.0,
            quiescence_table: 0.0,
            extend_recapture: 0.75,
            extend_one_reply: 0.75,
            extend_passed_pawn: 0.75,
            extend_mate_threat: 0.75,
            ..Self::default()
        }
    }

    /// The modern search without killers and countermoves: where every move turns the board over,
    /// what refuted one move says little of the next.
    pub fn othello() -> Self {
        Self { killers: 0.0, countermove: 0.0, ..Self::default() }
    }

    /// The parameters of this name, one of [`PRESETS`].
    pub fn preset(name: &str) -> Option<Self> {
        match name {
            "modern" => Some(Self::default()),
            "crafty" => Some(Self::crafty()),
            "othello" => Some(Self::othello()),
            _ => None,
        }
    }

    /// Whether anything that is switched on asks for the static evaluation of inner nodes.
    pub(super) fn wants_evaluations(&self) -> bool {
        let asking = [self.null_move, self.futility, self.reverse_futility, self.razoring];
        asking.iter().any(|&value| value > 0.0)
    }
}

/// Plies from the leaves at which the heuristics of that name still work.
pub(super) const REVERSE_FUTILITY_PLIES: i32 = 7;
pub(super) const RAZORING_PLIES: i32 = 3;
pub(super) const LATE_MOVE_PLIES: i32 = 8;
pub(super) const FUTILITY_PLIES: i32 = 6;
pub(super) const EXCHANGE_PLIES: i32 = 6;
/// Centipawns that a quiet move may lose per ply squared, and any other per ply.
pub(super) const QUIET_LOSS: i32 = 20;
pub(super) const NOISY_LOSS: i32 = 90;
/// The least depth at which an only move is looked for, and by how much the others must be worse:
/// centipawns per ply.
pub(super) const SINGULAR_PLIES: i32 = 8;
pub(super) const SINGULAR_MARGIN: i32 = 2;
/// Late moves are reduced by the first plus the product of two logarithms over the second, in plies.
pub(super) const REDUCTION_BASE: f64 = 0.5;
pub(super) const REDUCTION_DIVISOR: f64 = 2.2;

/// The names of the presets, the default first.
pub const PRESETS: [&str; 3] = ["modern", "crafty", "othello"];
