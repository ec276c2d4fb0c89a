//! Positions that are like another one.
//!
//! Three ways to say how much: `mach.rs` is the thesis's (§4.5), `learned.rs` ours, and `overlap.rs`
//! counts men on the same squares and is there to be compared with.

mod bearing;
mod boards;
mod habits;
mod learned;
mod mach;
mod overlap;
mod parts;
mod planes;

use std::sync::Arc;

use roaring::RoaringBitmap;
use shakmaty::{Chess, Position as _};

use super::error::GameTreeError;
use super::mirror::mirrored;
use super::tree::GameTree;
use crate::chunks::{Facts, MIRRORS, Program, Step};

pub(super) use boards::Boards;
pub use habits::{HABITS, Habits, N_HABITS};
pub use learned::{Voices, Weights};
pub use parts::{N_PARTS, PARTS};

/// A chunk of the index, as a query needs it.
pub struct Known<'a> {
    /// Names what it matches.
    pub hash: &'a str,
    /// What the core matches.
    pub program: &'a Program,
    /// What it counts; not a number if that follows from how rare it is.
    pub importance: f64,
}

/// What is asked.
pub struct Query<'a> {
    /// The position.
    pub facts: Facts,
    /// The chunks of the index.
    pub chunks: Vec<Known<'a>>,
    /// How many positions are wanted.
    pub limit: usize,
    /// Only positions of these games.
    pub among: Option<&'a RoaringBitmap>,
    /// Only positions whose move can be played here: the moves, packed.
    pub playable: Option<Vec<Step>>,
    /// Positions of this game do not count.
    pub except: Option<u32>,
}

/// A position that is like the one asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    /// Where it stood first.
    pub slot: u32,
    /// Through which mirror it is alike: bit 0 swaps the colours, bit 1 the wings.
    pub mirror: u8,
    /// How much.
    pub score: f64,
    /// What the score is made of.
    pub parts: Vec<f64>,
    /// The move played there, seen through the mirror; nothing at the end of a game.
    pub step: Step,
    /// The chunks that both have, by number, and the mirror through which the position asked for has it.
    pub common: Vec<(u32, u8)>,
    /// The chunks that only the position asked for has.
    pub missing: Vec<(u32, u8)>,
}

/// A chunk that stands in the position asked for.
#[derive(Clone)]
struct Standing {
    chunk: u32,
    mirror: u8,
    set: Arc<RoaringBitmap>,
    importance: f64,
}

impl<'a> Query<'a> {
    /// Asks for so many positions like this one.
    pub fn new(position: &Chess, chunks: Vec<Known<'a>>, limit: usize) -> Self {
        let facts = Facts::of(position);
        Self { facts, chunks, limit, among: None, playable: None, except: None }
    }

    /// Asks only for positions whose move can be played here.
    #[must_use]
    pub fn playable_in(mut self, position: &Chess) -> Self {
        self.playable = Some(position.legal_moves().iter().map(|m| Step::of(*m)).collect());
        self
    }

    /// The chunks that stand in the position seen through a mirror.
    fn standing(&self, tree: &GameTree, facts: &Facts) -> Result<Vec<Standing>, GameTreeError> {
        let n_positions = (tree.moves().len() as f64).max(1.0);
        let mut standing = Vec::new();
        for (chunk, known) in (0..).zip(&self.chunks) {
            let mirrors = known.program.matches(facts);
            for mirror in (0..MIRRORS as u8).filter(|mirror| mirrors >> mirror & 1 != 0) {
                let set = tree.set(known.hash, mirror)?;
                let rarity = (n_positions / (set.len() as f64 + 1.0)).ln().max(0.0);
                let importance = if known.importance.is_nan() { rarity } else { known.importance };
                standing.push(Standing { chunk, mirror, set, importance });
            }
        }
        Ok(standing)
    }
}

/// Splits the chunks that stand by whether a slot has them too; their mirrors are those of the board
/// that was asked for.
fn split_chunks(standing: &[Standing], slot: u32, through: u8) -> [Vec<(u32, u8)>; 2] {
    let mut halves = [Vec::new(), Vec::new()];
    for known in standing {
        let half = usize::from(!known.set.contains(slot));
        halves[half].push((known.chunk, known.mirror ^ through));
    }
    halves
}

/// The best of some scored slots, the best first: one for each game, and on equal scores the earlier.
fn best(tree: &GameTree, mut scored: Vec<(f64, u32, u8)>, limit: usize) -> Vec<(f64, u32, u8)> {
    scored.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
    let mut games = std::collections::HashSet::new();
    let mut kept = Vec::with_capacity(limit.min(scored.len()));
    for entry in scored {
        if kept.len() == limit {
            break;
        }
        if games.insert(tree.game_of(entry.1)) {
            kept.push(entry);
        }
    }
    kept
}

impl GameTree {
    /// The board asked for, through a mirror.
    fn through(query: &Query<'_>, mirror: u8) -> Facts {
        mirrored(&query.facts, mirror)
    }
}
