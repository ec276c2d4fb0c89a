//! Chunks: described patterns of a chess position, matched by bitboard tests.
//!
//! The chunk language is read in Python, which writes each chunk as a few bytes, one expression
//! for every mirror and parameter ([`Program::decode`] reads them). Nothing is parsed while
//! positions are matched: a reading starts with plain tests of bitboards, the least likely first,
//! and only what passes them is looked at further.

mod attacks;
mod decode;
mod evaluate;
mod expression;
mod facts;
mod pawns;
mod program;
mod scan;
mod walk;

pub use decode::ParseProgramError;
pub use facts::{BLACK, EMPTY, Facts, OCCUPIED, Slot, WHITE, result_of_code, slot_of};
pub use program::{MIRRORS, Program, Reading};
pub use scan::{NoPosition, covered, matches, pieces};
pub use walk::{Step, Walk};
