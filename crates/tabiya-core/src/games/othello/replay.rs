//! Games in bulk: from squares to positions, and a few steps away from them.

use std::fmt;

use super::{Othello, OthelloMove, OthelloRules};
use crate::games::{Position as _, splitmix};

/// A disc stands where none may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalStepError {
    /// The number of the disc in its game, from 1.
    pub number: usize,
    /// The square.
    pub square: u8,
}

impl fmt::Display for IllegalStepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, square } = self;
        let file = char::from(b'a' + square % 8);
        write!(f, "expected a legal move {number}, found {file}{}", square / 8 + 1)
    }
}

impl std::error::Error for IllegalStepError {}

/// The positions before each of these discs and after the last one; passes are found, not told.
///
/// # Errors
/// If neither side may place the next disc.
pub fn replay(squares: &[u8]) -> Result<Vec<Othello>, IllegalStepError> {
    let mut position = Othello::initial(OthelloRules);
    let mut positions = vec![position];
    for (number, &square) in (1..).zip(squares) {
        let is_legal = |position: &Othello| square < 64 && position.mobility() >> square & 1 == 1;
        if position.mobility() == 0 {
            position.play(OthelloMove::PASS);
            positions.pop();
            positions.push(position);
        }
        if !is_legal(&position) {
            return Err(IllegalStepError { number, square });
        }
        position.play(OthelloMove::lowest(1 << square));
        positions.push(position);
    }
    Ok(positions)
}

/// The position after so many random moves; `None` if the game is over there or before.
pub fn wander(mut position: Othello, n_moves: usize, seed: u64) -> Option<Othello> {
    for step in 0..n_moves as u64 {
        let mut moves = position.mobility();
        if moves == 0 {
            position.play(OthelloMove::PASS);
            moves = position.mobility();
        }
        let chosen = splitmix(seed, step).checked_rem(u64::from(moves.count_ones()))?;
        for _ in 0..chosen {
            moves &= moves - 1;
        }
        position.play(OthelloMove::lowest(moves));
    }
    position.decided().is_none().then_some(position)
}
