//! Numbers that are set by name: what each means, its default and its range.

use std::fmt;

/// A parameter was set by a name or to a value that does not exist.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamError {
    /// There is no parameter of this name.
    Unknown {
        /// The name given.
        name: String,
        /// Those that there are.
        known: Vec<&'static str>,
    },
    /// There is no preset of this name.
    UnknownPreset {
        /// The name given.
        name: String,
        /// Those that there are.
        known: &'static [&'static str],
    },
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
            Self::Unknown { name, known } => {
                write!(f, "search: expected one of {}, found {name:?}", known.join(", "))
            }
            Self::UnknownPreset { name, known } => {
                let known = known.join(", ");
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

impl ParamInfo {
    /// Whether the parameter takes the value.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self, value: f64) -> Result<(), ParamError> {
        let Self { name, min, max, .. } = *self;
        let is_possible = (min..=max).contains(&value);
        if is_possible { Ok(()) } else { Err(ParamError::OutOfRange { name, value, min, max }) }
    }
}

/// Numbers that are set by name.
pub trait Named {
    /// What there is, in the order in which it is shown.
    const INFO: &'static [ParamInfo];

    /// The numbers, in that order.
    fn values(&self) -> Vec<f64>;

    /// Sets a number by name; false if there is none of that name.
    ///
    /// # Errors
    /// If it does not take the value.
    fn set(&mut self, name: &str, value: f64) -> Result<bool, ParamError>;
}

/// Numbers of the search that one game alone has.
pub trait GameParams: Named + Copy + Default + Send + Sync + 'static {
    /// Those that go with a preset.
    #[must_use]
    fn preset(_name: &str) -> Self {
        Self::default()
    }
}

/// Nothing of its own.
impl Named for () {
    const INFO: &'static [ParamInfo] = &[];

    fn values(&self) -> Vec<f64> {
        Vec::new()
    }

    fn set(&mut self, _: &str, _: f64) -> Result<bool, ParamError> {
        Ok(false)
    }
}

impl GameParams for () {}

/// Declares numbers that are set by name: what each means, its default and its range.
macro_rules! params {
    (
        $(#[$about:meta])*
        $visibility:vis struct $Params:ident {
            $($(#[doc = $meaning:literal])+ $name:ident = $default:literal in $min:literal..$max:literal;)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        $visibility struct $Params {
            $($(#[doc = $meaning])+ pub $name: f64,)+
        }

        impl Default for $Params {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl $crate::search::named::Named for $Params {
            const INFO: &'static [$crate::search::named::ParamInfo] = &[
                $($crate::search::named::ParamInfo {
                    name: stringify!($name),
                    meaning: concat!($($meaning),+),
                    default: $default,
                    min: $min,
                    max: $max,
                },)+
            ];

            fn values(&self) -> Vec<f64> {
                vec![$(self.$name),+]
            }

            fn set(
                &mut self,
                name: &str,
                value: f64,
            ) -> Result<bool, $crate::search::named::ParamError> {
                let Some(info) = Self::INFO.iter().find(|info| info.name == name) else {
                    return Ok(false);
                };
                info.check(value)?;
                match name {
                    $(stringify!($name) => self.$name = value,)+
                    _ => unreachable!("it is one of these"),
                }
                Ok(true)
            }
        }
    };
}
pub(crate) use params;
