//! Matching programs over many positions.

use std::fmt;

use rayon::prelude::*;

use super::facts::Facts;
use super::program::Program;

/// Bytes in a batch that are no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPosition {
    /// The number of the position.
    pub index: usize,
}

impl fmt::Display for NoPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "batch, position {}: expected a position of chess", self.index)
    }
}

impl std::error::Error for NoPosition {}

/// The mirrors of every program that stand in every packed position, a row for each position.
///
/// # Errors
/// With a position that is none.
pub fn matches(programs: &[Program], packed: &[u8], width: usize) -> Result<Vec<u8>, NoPosition> {
    let mut mirrors = vec![0; packed.len() / width * programs.len()];
    if programs.is_empty() {
        return Ok(mirrors);
    }
    mirrors
        .par_chunks_exact_mut(programs.len())
        .zip(packed.par_chunks_exact(width))
        .enumerate()
        .with_min_len(1024)
        .try_for_each(|(index, (row, bytes))| {
            let facts = Facts::of_packed(bytes).ok_or(NoPosition { index })?;
            for (mirrors, program) in row.iter_mut().zip(programs) {
                *mirrors = program.matches(&facts);
            }
            Ok(())
        })?;
    Ok(mirrors)
}

/// The squares of every packed position whose piece is in some chunk.
///
/// # Errors
/// With a position that is none.
pub fn covered(programs: &[Program], packed: &[u8], width: usize) -> Result<Vec<u64>, NoPosition> {
    let of_one = |(index, bytes): (usize, &[u8])| {
        let facts = Facts::of_packed(bytes).ok_or(NoPosition { index })?;
        let standing = programs.iter().flat_map(|program| program.standing(&facts));
        Ok(standing.fold(0, |all, (_, squares)| all | squares))
    };
    packed.par_chunks_exact(width).enumerate().with_min_len(1024).map(of_one).collect()
}

/// The squares of the pieces of every packed position: White's pawns to king, then Black's.
///
/// # Errors
/// With a position that is none.
pub fn pieces(packed: &[u8], width: usize) -> Result<Vec<u64>, NoPosition> {
    let mut squares = Vec::with_capacity(packed.len() / width * 12);
    for (index, bytes) in packed.chunks_exact(width).enumerate() {
        let facts = Facts::of_packed(bytes).ok_or(NoPosition { index })?;
        squares.extend_from_slice(&facts.slots[..6]);
        squares.extend_from_slice(&facts.slots[8..14]);
    }
    Ok(squares)
}
