//! The similarity of the thesis.
//!
//! CITE: George, "MACH: a master advisor for chess", 1989, §4.5. At least n − 1 of the n classes, then at
//! least n − 1 of the n chunks; material balance (20 points if equal, 10 within a pawn, else discarded),
//! number and type of men of each colour (20 if equal, 15 with one man of difference on one side, 10 with
//! one on each, else discarded), men on the same squares (0 to 100 above the threshold T = 66 2/3).
//!
//! Where the text leaves a choice: of a single chunk or class that one must match; a man in place of
//! another is a difference of two; and what has no more than T on the same squares is not similar.

use std::sync::Arc;

use rayon::prelude::*;
use roaring::RoaringBitmap;

use super::super::error::GameTreeError;
use super::super::index::missing;
use super::super::tree::GameTree;
use super::overlap::{n_men, n_same};
use super::{Query, Similar, best, split_chunks};
use crate::chunks::Facts;

/// Percent of the men that must stand on the same squares.
const THRESHOLD: f64 = 200.0 / 3.0;
/// Points for balance and types together.
const MOST_MATERIAL: f64 = 40.0;
/// One man on each side is all that the test of types lets pass.
const MOST_APART: usize = 2;
/// Centipawns of a pawn, knight, bishop, rook and queen.
const VALUES: [i64; 5] = [100, 300, 300, 500, 900];

impl GameTree {
    /// The positions that the thesis would find, with so many chunks missing at most: one there.
    ///
    /// Whoever lacks at most that many chunks lacks at most that many classes, so the classes, which
    /// the thesis looks at first to save time, decide nothing.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn similar_by_mach(
        &self,
        query: &Query<'_>,
        allowed: usize,
    ) -> Result<Vec<Similar>, GameTreeError> {
        let mut standing = query.standing(self, &query.facts)?;
        if standing.is_empty() {
            return Ok(Vec::new());
        }
        // The rarest is missing most often.
        standing.sort_by_key(|known| known.set.len());
        let most_missing = allowed.min(standing.len() - 1);
        let boards = self.boards();
        let slots_told = self.allowed(query);
        let test = |at: usize, turn| {
            let slot = boards.slot(at);
            let is_told = |told: &Vec<u64>| told[slot as usize / 64] >> (slot % 64) & 1 != 0;
            let is_playable = |moves: &Vec<_>| moves.contains(&boards.step(at));
            if slots_told.as_ref().is_some_and(|told| !is_told(told))
                || query.playable.as_ref().is_some_and(|moves| !is_playable(moves))
            {
                return None;
            }
            let facts = boards.facts(at, &Facts { turn, ..query.facts.clone() });
            let total: f64 = score(&query.facts, &facts)?.iter().sum();
            let is_missing = |known: &&super::Standing| !known.set.contains(slot);
            let n_missing = standing.iter().filter(is_missing).take(most_missing + 1).count();
            (n_missing <= most_missing).then_some((total, slot, 0))
        };
        let mut scored = Vec::new();
        let groups = boards.by_same(&query.facts, MOST_APART, query.playable.is_some());
        for (n_same, group) in groups.iter().enumerate().rev() {
            // What comes now has no more men on the same squares: is it too late for it?
            let Some(location) = location(n_same as u32, &query.facts) else { break };
            let kept = best(self, scored.clone(), query.limit);
            if kept.len() == query.limit && kept[query.limit - 1].0 > MOST_MATERIAL + location {
                break;
            }
            let found =
                group.par_iter().with_min_len(256).filter_map(|(at, turn)| test(*at, *turn));
            scored.extend(found.collect::<Vec<_>>());
        }
        standing.sort_by_key(|known| (known.chunk, known.mirror));
        let mut similar = Vec::new();
        for (total, slot, mirror) in best(self, scored, query.limit) {
            let parts = score(&query.facts, &self.facts_at(slot)).unwrap_or_default().to_vec();
            let [common, missing] = split_chunks(&standing, slot, 0);
            let step = self.moves()[slot as usize];
            similar.push(Similar { slot, mirror, score: total, parts, step, common, missing });
        }
        Ok(similar)
    }

    /// How many positions have the chunks of a position, or all but those allowed to be missing.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn n_with_chunks(&self, query: &Query<'_>, allowed: usize) -> Result<u64, GameTreeError> {
        let standing = query.standing(self, &query.facts)?;
        let sets: Vec<_> = standing.iter().map(|known| Arc::clone(&known.set)).collect();
        let is_empty = sets.is_empty();
        let found = at_most_missing(&sets, &self.fresh_set(), allowed).len();
        Ok(if is_empty { 0 } else { found })
    }

    /// How many positions have some chunk of each of these classes, or of all but those allowed to be missing.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn n_with_classes(&self, digests: &[String], allowed: usize) -> Result<u64, GameTreeError> {
        let sets: Vec<_> =
            digests.iter().map(|digest| self.class_set(digest)).collect::<Result<_, _>>()?;
        Ok(at_most_missing(&sets, &self.fresh_set(), allowed).len())
    }
}

fn at_most_missing(
    sets: &[Arc<RoaringBitmap>],
    universe: &RoaringBitmap,
    allowed: usize,
) -> RoaringBitmap {
    let allowed = allowed.min(sets.len().saturating_sub(1));
    missing(sets, universe, allowed).iter().fold(RoaringBitmap::new(), |all, some| all | some)
}

/// Points for balance, types and location, 140 at most; nothing if a test fails.
pub fn score(asked: &Facts, other: &Facts) -> Option<[f64; 3]> {
    let balance = match (balance(asked) - balance(other)).abs() {
        0 => 20.0,
        1..=100 => 10.0,
        _ => return None,
    };
    let types = match (differences(asked, other, 0), differences(asked, other, 8)) {
        (0, 0) => 20.0,
        (0, 1) | (1, 0) => 15.0,
        (1, 1) => 10.0,
        _ => return None,
    };
    Some([balance, types, location(n_same(asked, other), asked)?])
}

/// Points for so many men on the same squares; nothing if they are fewer than two thirds.
fn location(n_same: u32, asked: &Facts) -> Option<f64> {
    let n_men = n_men(asked);
    let share = 100.0 * f64::from(n_same) / f64::from(n_men);
    let location = (share - THRESHOLD) * 100.0 / (100.0 - THRESHOLD);
    (3 * n_same >= 2 * n_men).then_some(location.max(0.0))
}

fn balance(facts: &Facts) -> i64 {
    let count = |slot: usize| i64::from(facts.slots[slot].count_ones());
    VALUES.iter().enumerate().map(|(role, value)| value * (count(role) - count(role + 8))).sum()
}

/// By how many men of a colour two positions differ.
fn differences(one: &Facts, two: &Facts, first: usize) -> u32 {
    let count = |facts: &Facts, slot: usize| facts.slots[slot].count_ones();
    (first..first + 6).map(|slot| count(one, slot).abs_diff(count(two, slot))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Position as _;
    use crate::games::chess::{Chess, ChessRules};

    fn facts(fen: &str) -> Facts {
        Facts::of(Chess::parse(fen, ChessRules::default()).expect("FEN").inner())
    }

    #[test]
    fn scores_are_those_of_the_formula() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let one = facts(start);
        assert_eq!(score(&one, &one), Some([20.0, 20.0, 100.0]));
        // 31 of 32 men: (96.875 - 66.667) * 3.
        let moved = facts("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        let parts = score(&one, &moved).expect("similar");
        assert_eq!(parts[..2], [20.0, 20.0]);
        assert!((parts[2] - 90.625).abs() < 1e-9);
        // A pawn less: within a pawn of balance, one man of difference on one side.
        let less = facts("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(score(&one, &less).map(|parts| [parts[0], parts[1]]), Some([10.0, 15.0]));
        // A pawn less on each side: balance as before, one man on each side.
        let both = facts("rnbqkbnr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(score(&one, &both).map(|parts| [parts[0], parts[1]]), Some([20.0, 10.0]));
        // A knight less is too much, and so is a third of the men elsewhere.
        let knight = facts("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1");
        assert_eq!(score(&one, &knight), None);
        let far = facts("rnbqkbnr/8/pppppppp/8/8/PPP5/3PPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(score(&one, &far), None);
    }

    #[test]
    fn two_thirds_of_the_men_are_enough() {
        let one = facts("8/8/4k3/8/4P3/4K3/8/8 w - - 0 1");
        let enough = facts("8/8/4k3/8/4P3/5K2/8/8 w - - 0 1");
        assert_eq!(score(&one, &enough), Some([20.0, 20.0, 0.0]));
        let fewer = facts("8/8/3k4/8/4P3/5K2/8/8 w - - 0 1");
        assert_eq!(score(&one, &fewer), None);
    }
}
