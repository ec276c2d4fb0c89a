//! Games of masters, kept so that positions are found again.
//!
//! CITE: the game tree and feature index of George, "MACH: a master advisor for chess", 1989.
//!
//! A game of n moves takes n + 1 *slots*, one for each of its positions, that hold the move played there
//! in two bytes; a position has the number of the slot where it stood first. Hashes lead from positions
//! to slots (`segments.rs`); positions are made again by running through the moves, which is
//! faster than reading them from a disk. The moves are held in memory, 2 bytes each; hashes and tags stay
//! in the store until they are asked for.
//!
//! Read on with `tree.rs` (what is held and read), then `writing.rs` (how games are added).

mod error;
mod export;
mod index;
mod mirror;
mod row;
mod sealed;
mod segments;
mod similar;
mod statistics;
mod tags;
mod tree;
mod writing;

pub use error::GameTreeError;
pub use export::BookLimits;
pub use index::{IndexedChunk, Place};
pub use mirror::{legal_move, mirrored, mirrored_step, uci_of};
pub use row::Row;
pub use similar::{HABITS, Known, N_HABITS, N_PARTS, PARTS, Query, Similar, Voices, Weights};
pub use statistics::{MoveStatistics, Occurrence};
pub use tags::value as tag_value;
pub use tree::GameTree;
pub use writing::{Added, NewGame};
