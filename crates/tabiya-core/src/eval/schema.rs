//! The declaration of an evaluation: its weights by name, and the terms that use them.

use std::collections::HashMap;
use std::fmt;

/// The index of a term.
pub type TermId = usize;

/// The index of a weight.
pub type WeightId = usize;

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
    /// The family that it is listed with.
    pub group: &'static str,
    /// What it is worth something for.
    pub meaning: String,
}

/// A percentage, itself a weight, that multiplies all terms of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Factor {
    /// 100 leaves the terms as designed.
    Percent(WeightId),
    /// 0 leaves the terms as designed; it is added to 100.
    PercentMore(WeightId),
}

impl Factor {
    fn value(self, values: &[f64]) -> f64 {
        match self {
            Self::Percent(weight) => values[weight] / 100.0,
            Self::PercentMore(weight) => 1.0 + values[weight] / 100.0,
        }
    }
}

/// A term multiplies one weight in the opening and one in the ending.
#[derive(Clone, Debug)]
struct Term {
    opening: WeightId,
    ending: WeightId,
    factors: Vec<Factor>,
}

/// The weights of an evaluation and the terms that they belong to.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    weights: Vec<WeightInfo>,
    terms: Vec<Term>,
    by_name: HashMap<String, WeightId>,
    defaults: HashMap<&'static str, f64>,
    group: &'static str,
    factors: Vec<Factor>,
}

impl Schema {
    /// A schema whose defaults stand in a table: lines of a name and a value; `#` starts a comment.
    ///
    /// # Panics
    /// If a line is not of that form: a mistake in the table, which is part of the program.
    pub fn with_defaults(table: &'static str) -> Self {
        let lines = table.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        let defaults = lines
            .map(|line| {
                let (name, value) = line.split_once(' ').expect("a name and a value");
                (name, value.trim().parse().expect("a number"))
            })
            .collect();
        Self { defaults, ..Self::default() }
    }

    /// Names the family of the weights that follow, and the percentages that multiply their terms.
    pub fn group(&mut self, group: &'static str, factors: &[Factor]) {
        self.group = group;
        self.factors = factors.to_vec();
    }

    /// Declares a weight; its default stands in the table, or is 0.
    ///
    /// # Panics
    /// If the name is taken or the default is out of bounds: a mistake in the evaluation.
    pub fn weight(
        &mut self,
        name: impl Into<String>,
        (min, max): (f64, f64),
        meaning: impl Into<String>,
    ) -> WeightId {
        let name = name.into();
        let default = self.defaults.get(name.as_str()).copied().unwrap_or(0.0);
        assert!((min..=max).contains(&default), "{name}: default {default} out of bounds");
        let index = self.weights.len();
        assert!(self.by_name.insert(name.clone(), index).is_none(), "{name} is declared twice");
        let info =
            WeightInfo { name, default, min, max, group: self.group, meaning: meaning.into() };
        self.weights.push(info);
        index
    }

    /// Declares the next term: the weight that counts in the opening and the one in the ending.
    pub fn term(&mut self, opening: WeightId, ending: WeightId) -> TermId {
        self.terms.push(Term { opening, ending, factors: self.factors.clone() });
        self.terms.len() - 1
    }

    /// Declares a weight with a term of its own that counts alike in all phases.
    pub fn simple(&mut self, name: &str, bounds: (f64, f64), meaning: &str) -> TermId {
        let weight = self.weight(name, bounds, meaning);
        self.term(weight, weight)
    }

    /// Declares a term with two weights, `name_opening` and `name_ending`.
    pub fn tapered(&mut self, name: &str, bounds: (f64, f64), meaning: &str) -> TermId {
        let [opening, ending] = ["opening", "ending"].map(|phase| {
            self.weight(format!("{name}_{phase}"), bounds, format!("{meaning}, in the {phase}."))
        });
        self.term(opening, ending)
    }

    /// Declares the terms again, in the same order, with another percentage on each: for features
    /// whose worth depends on whose they are.
    pub fn repeat(&mut self, terms: std::ops::Range<TermId>, factor: Factor) -> TermId {
        let first = self.terms.len();
        self.terms.extend_from_within(terms);
        for term in &mut self.terms[first..] {
            term.factors.push(factor);
        }
        first
    }

    /// All weights in order.
    pub fn weights(&self) -> &[WeightInfo] {
        &self.weights
    }

    /// The weight of this name.
    pub fn find(&self, name: &str) -> Option<WeightId> {
        self.by_name.get(name).copied()
    }

    /// How many terms there are.
    pub fn n_terms(&self) -> usize {
        self.terms.len()
    }

    /// The group of a term: that of the weight that it multiplies in the opening.
    pub fn group_of(&self, term: TermId) -> &'static str {
        self.weights[self.terms[term].opening].group
    }

    /// The name of a term: that of the weight that it multiplies in the opening.
    pub fn name_of(&self, term: TermId) -> &str {
        let name = &self.weights[self.terms[term].opening].name;
        name.strip_suffix("_opening").unwrap_or(name)
    }

    /// The default value of every weight.
    pub fn defaults(&self) -> Vec<f64> {
        self.weights.iter().map(|w| w.default).collect()
    }

    /// Names in the table of defaults that no weight bears, for a test.
    pub fn stray_defaults(&self) -> Vec<&'static str> {
        let stray = |name: &&'static str| !self.by_name.contains_key(*name);
        self.defaults.keys().copied().filter(stray).collect()
    }

    /// Sets one value by name.
    ///
    /// # Errors
    /// If there is no such weight or the value is out of its bounds.
    pub fn set(&self, values: &mut [f64], name: &str, value: f64) -> Result<(), WeightError> {
        let index = self.find(name).ok_or_else(|| WeightError::Unknown(name.into()))?;
        let WeightInfo { min, max, .. } = self.weights[index];
        if !(min..=max).contains(&value) {
            return Err(WeightError::OutOfBounds { name: name.into(), value, min, max });
        }
        values[index] = value;
        Ok(())
    }

    /// How the values of the terms, in opening and ending, change with each weight at these values:
    /// for every term the weights that matter and the two derivatives.
    pub fn term_gradients(&self, values: &[f64]) -> Vec<Vec<(WeightId, [f64; 2])>> {
        let of_term = |term: &Term| {
            let whole: f64 = term.factors.iter().map(|f| f.value(values)).product();
            let mut gradient = vec![(term.opening, [whole, 0.0]), (term.ending, [0.0, whole])];
            for (index, factor) in term.factors.iter().enumerate() {
                let others = term.factors.iter().enumerate().filter(|(i, _)| *i != index);
                let rest: f64 = others.map(|(_, f)| f.value(values)).product();
                let (Factor::Percent(weight) | Factor::PercentMore(weight)) = *factor;
                let slope = rest / 100.0;
                gradient
                    .push((weight, [values[term.opening] * slope, values[term.ending] * slope]));
            }
            gradient
        };
        self.terms.iter().map(of_term).collect()
    }

    /// The terms that change when one of these weights does, in order.
    pub fn terms_of(&self, weights: &[WeightId]) -> Vec<TermId> {
        let mut wanted = vec![false; self.weights.len()];
        for &weight in weights {
            wanted[weight] = true;
        }
        let changes = |term: &Term| {
            let by_factor = term.factors.iter().any(|factor| {
                let (Factor::Percent(weight) | Factor::PercentMore(weight)) = *factor;
                wanted[weight]
            });
            wanted[term.opening] || wanted[term.ending] || by_factor
        };
        (0..self.terms.len()).filter(|&term| changes(&self.terms[term])).collect()
    }

    /// What the terms multiply, in opening and ending, for these values of the weights.
    pub fn term_values(&self, values: &[f64]) -> Vec<[f64; 2]> {
        let effective = |term: &Term| {
            let factor: f64 = term.factors.iter().map(|f| f.value(values)).product();
            [values[term.opening] * factor, values[term.ending] * factor]
        };
        self.terms.iter().map(effective).collect()
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
