//! Every tunable number of the search, with its name, default and meaning.

use std::fmt;

/// A parameter was set by a name or to a value that does not exist.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamError {
    /// There is no parameter of this name.
    Unknown(String),
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
    aspiration = 30.0 in 0.0..100_000.0;
    /// Whether a free move for the opponent may prove that a position is too good.
    null_move = 1.0 in 0.0..1.0;
    /// Plies by which the search after a null move is shallower.
    null_move_reduction = 3.0 in 1.0..8.0;
    /// Whether the last two refutations at a ply are tried early.
    killers = 1.0 in 0.0..1.0;
    /// Whether quiet moves are sorted by how often they were good.
    history = 1.0 in 0.0..1.0;
    /// Whether the last good answer to the opponent's move is tried early.
    countermove = 1.0 in 0.0..1.0;
    /// Plies added when a move gives check.
    extend_check = 1.0 in 0.0..2.0;
    /// Plies added when a piece is recaptured at equal value.
    extend_recapture = 0.75 in 0.0..2.0;
    /// Plies added when there is a single way out of check.
    extend_one_reply = 0.75 in 0.0..2.0;
    /// Plies added when a passed pawn safely reaches the sixth or seventh rank.
    extend_passed_pawn = 0.75 in 0.0..2.0;
    /// Plies added when the null move shows a threat of mate.
    extend_mate_threat = 0.75 in 0.0..2.0;
}
