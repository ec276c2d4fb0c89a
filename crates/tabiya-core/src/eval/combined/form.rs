//! Linear and quadratic forms, one for every phase.

use std::fmt;

use super::{MOST_FEATURES, Values};

/// Men on the board, at most.
pub const MOST_MEN: usize = 64;

/// The logarithm of the odds: x Q x' + x b + c.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// c.
    pub constant: f32,
    /// b.
    pub linear: Vec<f32>,
    /// Q, symmetric, row by row; empty if the form is linear.
    pub quadratic: Vec<f32>,
}

impl Form {
    #[inline]
    fn value(&self, values: &Values) -> f32 {
        let mut sum = self.constant;
        for (weight, value) in self.linear.iter().zip(values) {
            sum += weight * value;
        }
        for (row, value) in self.quadratic.chunks_exact(self.linear.len().max(1)).zip(values) {
            let products = row.iter().zip(values).map(|(weight, other)| weight * other);
            sum += value * products.sum::<f32>();
        }
        sum
    }
}

/// A form for every phase. The phase of a position depends on how many men are on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Forms {
    phases: Vec<u8>,
    forms: Vec<Form>,
}

impl Forms {
    /// Takes the phase of every number of men from 0 on, and the form of every phase.
    ///
    /// # Errors
    /// If a number of men is missing, or the form of a phase.
    pub fn new(phases: Vec<u8>, forms: Vec<Form>) -> Result<Self, FormsError> {
        if phases.len() != MOST_MEN + 1 {
            return Err(FormsError::Men(phases.len()));
        }
        if let Some(&phase) = phases.iter().find(|&&phase| usize::from(phase) >= forms.len()) {
            return Err(FormsError::Phase { phase, n_forms: forms.len() });
        }
        Ok(Self { phases, forms })
    }

    /// Checks that all forms are for so many features.
    ///
    /// # Errors
    /// If one is not.
    pub fn check(&self, n_features: usize) -> Result<(), FormsError> {
        let fits = |form: &Form| {
            let is_square = [0, n_features * n_features].contains(&form.quadratic.len());
            form.linear.len() == n_features && is_square && n_features <= MOST_FEATURES
        };
        match self.forms.iter().find(|form| !fits(form)) {
            None => Ok(()),
            Some(form) => {
                Err(FormsError::Features { expected: n_features, form: form.linear.len() })
            }
        }
    }

    /// How many phases there are.
    pub fn n_phases(&self) -> usize {
        self.forms.len()
    }

    /// The phase of a position with so many men.
    #[inline]
    pub fn phase(&self, men: usize) -> usize {
        usize::from(self.phases[men.min(MOST_MEN)])
    }

    /// The logarithm of the odds.
    #[inline]
    pub fn log_odds(&self, phase: usize, values: &Values) -> f32 {
        self.forms[phase].value(values)
    }
}

/// Forms do not fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormsError {
    /// There is not a phase for every number of men.
    Men(usize),
    /// A phase has no form.
    Phase {
        /// The phase.
        phase: u8,
        /// How many forms there are.
        n_forms: usize,
    },
    /// A form is for another number of features.
    Features {
        /// How many there are.
        expected: usize,
        /// How many the form has.
        form: usize,
    },
    /// There is not a value for every entry of the tables, or the game has none.
    Tables {
        /// How many there are.
        expected: usize,
        /// How many were given.
        found: usize,
    },
}

impl fmt::Display for FormsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "combination: expected ")?;
        match self {
            Self::Men(found) => write!(f, "the phases of 0 to {MOST_MEN} men, found {found}"),
            Self::Phase { phase, n_forms } => {
                write!(f, "a form for phase {phase}, found {n_forms} forms")
            }
            Self::Features { expected, form } => {
                write!(f, "forms of {expected} features, found one of {form}")
            }
            Self::Tables { expected, found } => {
                write!(f, "{expected} entries of tables, found {found}")
            }
        }
    }
}

impl std::error::Error for FormsError {}
