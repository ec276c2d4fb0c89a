//! The declaration of an evaluation: its weights by name, and the terms that use them.

use std::collections::HashMap;
use std::fmt;

/// The index of a term.
pub type TermId = usize;

/// What is known of a weight.
#[derive(Clone, Debug)]
pub struct WeightInfo {
    /// The name by which it is set.
    pub name: String,
    /// Its value if it is not set.
    pub default: f64,
    /// The least value it takes.
    pub min: f64,
    /// The greatest value it takes.
    pub max: f64,
    /// What it is worth something for.
    pub meaning: String,
}

/// A term multiplies one weight in the opening and one in the ending.
#[derive(Clone, Copy, Debug)]
struct Term {
    opening: usize,
    ending: usize,
}

/// The weights of an evaluation and the terms that they belong to.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    weights: Vec<WeightInfo>,
    terms: Vec<Term>,
    by_name: HashMap<String, usize>,
}

impl Schema {
    /// Declares a weight and returns its index.
    ///
    /// # Panics
    /// If the name is taken or the default is out of bounds: a mistake in the evaluation's code.
    pub fn weight(
        &mut self,
        name: impl Into<String>,
        default: f64,
        bounds: (f64, f64),
        meaning: impl Into<String>,
    ) -> usize {
        let (name, (min, max)) = (name.into(), bounds);
        assert!((min..=max).contains(&default), "{name}: default {default} out of bounds");
        let index = self.weights.len();
        assert!(self.by_name.insert(name.clone(), index).is_none(), "{name} is declared twice");
        self.weights.push(WeightInfo { name, default, min, max, meaning: meaning.into() });
        index
    }

    /// Declares the next term: the weight that counts in the opening and the one in the ending.
    pub fn term(&mut self, opening: usize, ending: usize) -> TermId {
        self.terms.push(Term { opening, ending });
        self.terms.len() - 1
    }

    /// Declares a weight with a term of its own that counts alike in all phases.
    pub fn simple(
        &mut self,
        name: &str,
        default: f64,
        bounds: (f64, f64),
        meaning: &str,
    ) -> TermId {
        let weight = self.weight(name, default, bounds, meaning);
        self.term(weight, weight)
    }

    /// All weights in order.
    pub fn weights(&self) -> &[WeightInfo] {
        &self.weights
    }

    /// How many terms there are.
    pub fn n_terms(&self) -> usize {
        self.terms.len()
    }

    /// The default value of every weight.
    pub fn defaults(&self) -> Vec<f64> {
        self.weights.iter().map(|w| w.default).collect()
    }

    /// Sets one value by name.
    ///
    /// # Errors
    /// If there is no such weight or the value is out of its bounds.
    pub fn set(&self, values: &mut [f64], name: &str, value: f64) -> Result<(), WeightError> {
        let &index = self.by_name.get(name).ok_or_else(|| WeightError::Unknown(name.into()))?;
        let WeightInfo { min, max, .. } = self.weights[index];
        if !(min..=max).contains(&value) {
            return Err(WeightError::OutOfBounds { name: name.into(), value, min, max });
        }
        values[index] = value;
        Ok(())
    }

    /// What the terms multiply, in opening and ending, for these values of the weights.
    pub fn term_values(&self, values: &[f64]) -> Vec<[f64; 2]> {
        self.terms.iter().map(|t| [values[t.opening], values[t.ending]]).collect()
    }
}

/// A weight was set by a name or to a value that does not exist.
#[derive(Clone, Debug, PartialEq)]
pub enum WeightError {
    /// There is no weight of this name.
    Unknown(String),
    /// The value is out of bounds.
    OutOfBounds {
        /// The weight.
        name: String,
        /// The value given.
        value: f64,
        /// The least value it takes.
        min: f64,
        /// The greatest value it takes.
        max: f64,
    },
}

impl fmt::Display for WeightError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "weights: expected a known name, found {name:?}"),
            Self::OutOfBounds { name, value, min, max } => {
                write!(f, "weights: expected {name} from {min} to {max}, found {value}")
            }
        }
    }
}

impl std::error::Error for WeightError {}
