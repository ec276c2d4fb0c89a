//! Packed positions of some game.

use std::fmt;

use super::many::Positions;
use super::position::AnyPosition;
use crate::games::{Batch, Line, Outcome, Position, Side, UnpackError};

/// A position of a batch cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchError {
    /// Its number, from zero.
    pub index: usize,
    /// What is wrong.
    pub error: UnpackError,
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "batch, position {}: {}", self.index, self.error)
    }
}

impl std::error::Error for BatchError {}

/// Packed positions of some game.
pub trait AnyBatch: Positions + Send {
    /// Checks every position.
    ///
    /// # Errors
    /// With the first that is none.
    fn check(&self) -> Result<(), BatchError>;
    /// The texts of all positions, joined by line feeds.
    ///
    /// # Errors
    /// If there is one that is none.
    fn lines(&self) -> Result<String, BatchError>;
    /// Who moves in each.
    fn turns(&self) -> Vec<Side>;
    /// How the game has ended in each, as far as the board alone shows it.
    ///
    /// # Errors
    /// If there is one that is none.
    fn outcomes(&self) -> Result<Vec<Option<Outcome>>, BatchError>;
    /// The hash of each.
    ///
    /// # Errors
    /// If there is one that is none.
    fn keys(&self) -> Result<Vec<u64>, BatchError>;
    /// Shows all positions one after the other.
    ///
    /// # Errors
    /// If there is one that is none; those behind it are not shown.
    fn visit(&self, see: &mut dyn FnMut(&dyn AnyPosition)) -> Result<(), BatchError>;
}

impl<P: Position> Positions for Batch<'_, P> {
    fn len(&self) -> usize {
        Batch::len(self)
    }

    fn get(&self, index: usize) -> Result<Box<dyn AnyPosition>, BatchError> {
        let position = Batch::get(self, index).map_err(|error| BatchError { index, error })?;
        Ok(Box::new(Line::new(position)))
    }
}

impl<P: Position> AnyBatch for Batch<'_, P> {
    fn check(&self) -> Result<(), BatchError> {
        each(self).try_for_each(|position| position.map(|_| ()))
    }

    fn lines(&self) -> Result<String, BatchError> {
        let mut text = String::new();
        self.write_lines(&mut text).map_err(|(index, error)| BatchError { index, error })?;
        Ok(text)
    }

    fn turns(&self) -> Vec<Side> {
        self.rows().map(P::packed_turn).collect()
    }

    fn outcomes(&self) -> Result<Vec<Option<Outcome>>, BatchError> {
        each(self).map(|position| Ok(position?.outcome())).collect()
    }

    fn keys(&self) -> Result<Vec<u64>, BatchError> {
        each(self).map(|position| Ok(position?.key())).collect()
    }

    fn visit(&self, see: &mut dyn FnMut(&dyn AnyPosition)) -> Result<(), BatchError> {
        each(self).try_for_each(|position| {
            see(&Line::new(position?));
            Ok(())
        })
    }
}

fn each<P: Position>(batch: &Batch<'_, P>) -> impl Iterator<Item = Result<P, BatchError>> {
    let place = |(index, found): (usize, Result<P, UnpackError>)| {
        found.map_err(|error| BatchError { index, error })
    };
    batch.positions().enumerate().map(place)
}
