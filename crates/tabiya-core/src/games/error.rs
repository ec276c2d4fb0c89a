//! One small error type per operation that can fail on what a user wrote.

use std::error::Error;
use std::fmt;

/// A text is not a position: which field is wrong, what it should hold and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePositionError {
    game: &'static str,
    field: &'static str,
    expected: String,
    found: String,
}

impl ParsePositionError {
    /// Says that `field` of a position of `game` should be `expected` but is `found`.
    pub fn new(
        game: &'static str,
        field: &'static str,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self { game, field, expected: expected.into(), found: found.into() }
    }

    /// The field at fault.
    pub fn field(&self) -> &'static str {
        self.field
    }
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, field, expected, found } = self;
        write!(f, "{game} position, {field}: expected {expected}, found {:?}", shorten(found))
    }
}

impl Error for ParsePositionError {}

/// Bytes are not a packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpackError {
    game: &'static str,
}

impl UnpackError {
    /// Says that some bytes are no position of `game`.
    pub const fn new(game: &'static str) -> Self {
        Self { game }
    }
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected the bytes of a position of {}, found others", self.game)
    }
}

impl Error for UnpackError {}

/// A text is not a legal move of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMoveError {
    found: String,
    position: String,
}

impl IllegalMoveError {
    /// Says that `found` is not a legal move in the position with this text.
    pub fn new(found: &str, position: &str) -> Self {
        Self { found: found.into(), position: position.into() }
    }
}

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a legal move, found {:?} in {}", shorten(&self.found), self.position)
    }
}

impl Error for IllegalMoveError {}

/// An option of the rules is unknown or does not take the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError(String);

impl RulesError {
    /// An error with this sentence.
    pub fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// `game` has no options at all, so not this one either.
    pub fn no_options(game: &str, option: &str) -> Self {
        Self(format!("rules of {game}: expected no option, found {option:?}"))
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for RulesError {}

/// Keeps an error on one readable line, whatever was fed in.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 100;
    if text.chars().count() <= LONGEST {
        return text.into();
    }
    text.chars().take(LONGEST).chain("…".chars()).collect()
}
