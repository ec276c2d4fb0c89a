//! Positions with their best moves, as the networks see them.

use std::fmt;

use super::shape::{Geometry, Inputs, SQUARES, Shape};
use crate::games::{Batch, MoveList, Side, UnpackError};
use crate::search::Searchable;

/// No last move is known.
pub const NO_SQUARE: u8 = SQUARES as u8;

/// Examples, one behind the other: the inputs that are active, the legal moves, the best of them.
///
/// They serve every shape that sees the board in the same way.
#[derive(Clone, Debug)]
pub struct Examples {
    /// A shape that they serve.
    pub(super) geometry: Geometry,
    pub(super) inputs: Inputs,
    /// Twice the number of an input, and one more if it counts as -1.
    rows: Vec<u16>,
    /// Features of the evaluation and their counts for the mover, where they are inputs.
    features: Vec<(u16, i16)>,
    /// Moves: the square they come from and, times 64, the one they go to, as seen.
    moves: Vec<u16>,
    /// Where inputs, features and moves of an example end.
    ends: Vec<[u64; 3]>,
    /// The number of the best move among its moves.
    best: Vec<u16>,
    /// The square, as seen, that the last move went to.
    previous: Vec<u8>,
    /// The number that an example had among those it was made of.
    numbers: Vec<u32>,
}

/// One example.
#[derive(Clone, Copy, Debug)]
pub struct Example<'a> {
    /// Active inputs, twice their number, and one more if they count as -1.
    pub rows: &'a [u16],
    /// Features of the evaluation and their counts.
    pub features: &'a [(u16, i16)],
    /// The moves.
    pub moves: &'a [u16],
    /// The number of the best.
    pub best: usize,
    /// The square that the last move went to, [`NO_SQUARE`] if there was none.
    pub previous: u8,
}

/// An example that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExamplesError {
    /// Bytes that are no position.
    Packed(usize, UnpackError),
    /// The best move is not legal.
    Illegal(usize),
}

impl fmt::Display for ExamplesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packed(index, error) => write!(f, "example {index}: {error}"),
            Self::Illegal(index) => {
                write!(f, "example {index}: expected a legal move as the best one, found another")
            }
        }
    }
}

impl std::error::Error for ExamplesError {}

/// The squares of best moves and of the moves before them, of each position.
#[derive(Clone, Copy, Debug)]
pub struct Moves<'a> {
    /// Where the best move comes from.
    pub from: &'a [u8],
    /// Where it goes to.
    pub to: &'a [u8],
    /// Where the last move went to, [`NO_SQUARE`] if it is not known.
    pub previous: &'a [u8],
}

impl Examples {
    /// Makes examples of packed positions and the squares of their moves. Those with a single move
    /// teach nothing and are left out.
    ///
    /// # Errors
    /// If there is no such position or move.
    pub fn new<P: Searchable>(
        batch: &Batch<'_, P>,
        best: Moves<'_>,
        inputs: Inputs,
    ) -> Result<Self, ExamplesError> {
        let geometry = Geometry::of::<P>();
        let mut made = Self {
            geometry,
            inputs,
            rows: Vec::new(),
            features: Vec::new(),
            moves: Vec::new(),
            ends: Vec::with_capacity(batch.len()),
            best: Vec::with_capacity(batch.len()),
            previous: Vec::with_capacity(batch.len()),
            numbers: Vec::with_capacity(batch.len()),
        };
        for (index, position) in batch.positions().enumerate() {
            let position = position.map_err(|error| ExamplesError::Packed(index, error))?;
            let squares = (best.from[index], best.to[index]);
            let legal = made.push(&position, squares, best.previous[index]);
            if legal.ok_or(ExamplesError::Illegal(index))? {
                made.numbers.push(index as u32);
            }
        }
        Ok(made)
    }

    /// The parts of a shape that matter here.
    fn view(&self) -> Shape {
        seen_by(self.geometry, self.inputs)
    }

    /// Adds an example; whether there was a choice, or nothing if the move is not legal.
    fn push<P: Searchable>(&mut self, position: &P, best: (u8, u8), previous: u8) -> Option<bool> {
        let shape = self.view();
        let turn = position.turn();
        let mut legal = MoveList::new();
        position.legal_moves(&mut legal);
        let start = self.moves.len();
        for &m in &legal {
            let code = seen_code(&shape, turn, P::squares(m));
            // Promotions share their squares.
            if !self.moves[start..].contains(&code) {
                self.moves.push(code);
            }
        }
        let wanted = seen_code(&shape, turn, best);
        let Some(index) = self.moves[start..].iter().position(|&code| code == wanted) else {
            self.moves.truncate(start);
            return None;
        };
        if self.moves.len() == start + 1 {
            self.moves.truncate(start);
            return Some(false);
        }
        each_row(&shape, position, turn, |row, negative| {
            self.rows.push((row as u16) << 1 | u16::from(negative));
        });
        each_count(&shape, position, turn, |feature, count| {
            let most = i32::from(i16::MAX);
            self.features.push((feature as u16, count.clamp(-most, most) as i16));
        });
        let ends = [self.rows.len(), self.features.len(), self.moves.len()];
        self.ends.push(ends.map(|end| end as u64));
        self.best.push(index as u16);
        let known = previous < NO_SQUARE;
        self.previous.push(if known { shape.seen(turn, previous) } else { NO_SQUARE });
        Some(true)
    }

    /// How many examples there are.
    pub fn len(&self) -> usize {
        self.best.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.best.is_empty()
    }

    /// The number that each had among those they were made of.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// How many moves there are in all.
    pub fn n_moves(&self) -> usize {
        self.moves.len()
    }

    /// Whether a network of this shape can learn from them.
    pub fn serve(&self, shape: &Shape) -> bool {
        (self.geometry, self.inputs) == (shape.geometry, shape.inputs)
    }

    /// The usual size of every feature of the evaluation: the root of its mean square, not below 1,
    /// or 1 where it does not occur.
    pub fn feature_sizes(&self) -> Vec<f32> {
        let mut squares = vec![0.0; self.view().n_features()];
        for &(feature, count) in &self.features {
            squares[usize::from(feature)] += f64::from(count).powi(2);
        }
        let size = |sum: f64| (sum / self.len().max(1) as f64).sqrt().max(1.0) as f32;
        squares.into_iter().map(size).collect()
    }

    /// One of them.
    #[inline]
    pub fn get(&self, index: usize) -> Example<'_> {
        let starts = index.checked_sub(1).map_or([0; 3], |before| self.ends[before]);
        let part = |which: usize| starts[which] as usize..self.ends[index][which] as usize;
        Example {
            rows: &self.rows[part(0)],
            features: &self.features[part(1)],
            moves: &self.moves[part(2)],
            best: usize::from(self.best[index]),
            previous: self.previous[index],
        }
    }
}

/// A shape that sees the board so, for what depends on nothing else.
pub(super) const fn seen_by(geometry: Geometry, inputs: Inputs) -> Shape {
    Shape {
        geometry,
        inputs,
        encoding: super::Encoding::Meos,
        hidden: 0,
        direct: true,
        previous: false,
    }
}

/// A move as the network sees it.
#[inline]
pub(super) fn seen_code(shape: &Shape, turn: Side, (from, to): (u8, u8)) -> u16 {
    u16::from(shape.seen(turn, from)) | u16::from(shape.seen(turn, to)) << 6
}

/// Shows the active inputs of a position when it is a side's turn: those of the men, and the turn.
#[inline]
pub(super) fn each_row<P: Searchable>(
    shape: &Shape,
    position: &P,
    turn: Side,
    mut see: impl FnMut(usize, bool),
) {
    for kind in 0..P::KINDS {
        let [first, second] = position.men(kind);
        for (owner, mut men) in [(Side::First, first), (Side::Second, second)] {
            while men != 0 {
                let square = men.trailing_zeros() as u8;
                men &= men - 1;
                let (row, negative) = shape.man(turn, kind, owner, square);
                see(row, negative);
            }
        }
    }
    if let Some(row) = shape.turn_input() {
        see(row, turn == Side::Second);
    }
}

/// Shows the features of the evaluation, where they are inputs, as often as a side has them more.
#[inline]
pub(super) fn each_count<P: Searchable>(
    shape: &Shape,
    position: &P,
    turn: Side,
    mut see: impl FnMut(usize, i32),
) {
    if shape.n_features() > 0 {
        let sign = if turn == Side::First { 1 } else { -1 };
        position.each_feature(|feature, count| see(feature, sign * count));
    }
}
