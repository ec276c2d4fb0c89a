//! Many positions of one game, packed one behind the other.

use super::{ParsePositionError, Position, UnpackError};

/// Packed positions and the rules that all of them are played by.
///
/// ```
/// use tabiya_core::games::{Batch, Position, othello::{Othello, OthelloRules}};
///
/// let start = Othello::initial(OthelloRules);
/// let mut bytes = Vec::new();
/// assert!(Batch::<Othello>::pack_lines(&start.text(), OthelloRules, &mut bytes).is_empty());
/// let batch = Batch::<Othello>::new(&bytes, OthelloRules);
/// assert_eq!((batch.len(), batch.get(0)), (1, Ok(start)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a, P: Position> {
    bytes: &'a [u8],
    rules: P::Rules,
}

impl<'a, P: Position> Batch<'a, P> {
    /// Positions in bytes that may come from anywhere: each is checked when it is unpacked.
    ///
    /// # Panics
    /// If the bytes do not divide into positions.
    pub fn new(bytes: &'a [u8], rules: P::Rules) -> Self {
        assert!(bytes.len().is_multiple_of(P::PACKED_WIDTH), "whole positions");
        Self { bytes, rules }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.bytes.len() / P::PACKED_WIDTH
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes of each position.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a, P> {
        self.bytes.chunks_exact(P::PACKED_WIDTH)
    }

    /// One position.
    ///
    /// # Errors
    /// If its bytes are none.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn get(&self, index: usize) -> Result<P, UnpackError> {
        let start = index * P::PACKED_WIDTH;
        P::unpack(&self.bytes[start..start + P::PACKED_WIDTH], self.rules)
    }

    /// All positions.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = Result<P, UnpackError>> + use<'a, P> {
        let rules = self.rules;
        self.rows().map(move |row| P::unpack(row, rules))
    }

    /// Appends the texts of all positions, each but the first after a line feed.
    ///
    /// # Errors
    /// With the number of the first that is no position.
    pub fn write_lines(&self, text: &mut String) -> Result<(), (usize, UnpackError)> {
        for (index, row) in self.rows().enumerate() {
            if index > 0 {
                text.push('\n');
            }
            P::unpack_text(row, self.rules, text).map_err(|error| (index, error))?;
        }
        Ok(())
    }

    /// Packs a text with a position on each line behind what is there already. A line that is none
    /// leaves zeros, which are no position of any game, and is told with its number.
    pub fn pack_lines(
        text: &str,
        rules: P::Rules,
        bytes: &mut Vec<u8>,
    ) -> Vec<(usize, ParsePositionError)> {
        let mut faults = Vec::new();
        for (index, line) in text.split('\n').enumerate() {
            let start = bytes.len();
            bytes.resize(start + P::PACKED_WIDTH, 0);
            if let Err(error) = P::pack_text(line, rules, &mut bytes[start..]) {
                faults.push((index, error));
            }
        }
        faults
    }
}
