//! Our similarity: the chance that the master's move there is the move here.
//!
//! The parts are what a player would name: chunks in common, by importance; the pawns; the material; the
//! pieces, near squares counting half and all of it in proportion to how many there are (the thesis names
//! it as a flaw of its own measure that one man counts too much when there are few); the kings; rights
//! to castle; and whether a mirror is needed. Their weights are learned from which similarity best
//! foretells the move that the master played.

use rayon::prelude::*;
use roaring::RoaringBitmap;

use super::super::error::GameTreeError;
use super::super::index::missing;
use super::super::mirror::mirrored_step;
use super::super::tree::GameTree;
use super::material::{code, distance};
use super::{Query, Similar, Standing, best, split_chunks};
use crate::chunks::{Facts, MIRRORS, Step};
use crate::games::bitboard::neighbours;

/// The parts of the score.
pub const PARTS: [&str; 9] =
    ["chunks", "pawns", "pieces", "kings", "material", "castling", "tension", "colours", "wings"];

/// What each part counts, and what everything starts from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The logit of a position that has nothing in common.
    pub bias: f64,
    /// What a part adds to it.
    pub parts: [f64; PARTS.len()],
}

/// So many positions are looked at closely for each mirror, if there are as many.
const ENOUGH: usize = 1000;
/// And no more than so many: what is most alike has neighbours that are alike.
const TOO_MANY: usize = 4000;
/// So many positions of like material are held against the chunks.
const WIDE: usize = 20_000;
/// With more men the wings are too different to be swapped: castling, and the king's side of the queen.
const MOST_MEN_FOR_WINGS: u32 = 14;
/// No more men may differ.
const MOST_MEN: u32 = 3;

impl GameTree {
    /// The positions that are most like the one asked for, through all mirrors.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn similar(
        &self,
        query: &Query<'_>,
        weights: &Weights,
    ) -> Result<Vec<Similar>, GameTreeError> {
        let swaps_wings = query.facts.occupied().count_ones() <= MOST_MEN_FOR_WINGS;
        let n_mirrors = if swaps_wings { MIRRORS as u8 } else { 2 };
        let views: Vec<View> = (0..n_mirrors)
            .map(|mirror| View::new(self, query, mirror))
            .collect::<Result<_, _>>()?;
        let mut scored = Vec::new();
        for view in &views {
            let slots = self.candidates(view);
            let part = |slots: &[u32]| {
                let mut scored = Vec::new();
                self.visit(slots, |slot, facts| {
                    if facts.turn != view.facts.turn || !query.allows(self, slot) {
                        return;
                    }
                    if let Some(moves) = &query.playable {
                        let step = self.moves()[slot as usize];
                        if !moves.contains(&mirrored_step(step, view.mirror))
                            || !is_same_move(&view.facts, facts, step)
                        {
                            return;
                        }
                    }
                    let parts = view.parts(slot, facts);
                    scored.push((weights.logit(&parts), slot, view.mirror));
                });
                scored
            };
            scored.extend(slots.par_chunks(2048).map(part).collect::<Vec<_>>().concat());
        }
        let tell = |(logit, slot, mirror): (f64, u32, u8)| {
            let view = &views[usize::from(mirror)];
            let [common, missing] = split_chunks(&view.standing, slot, mirror);
            Similar {
                slot,
                mirror,
                score: 1.0 / (1.0 + (-logit).exp()),
                parts: view.parts(slot, &self.facts_at(slot)).to_vec(),
                step: mirrored_step(self.moves()[slot as usize], mirror),
                common,
                missing,
            }
        };
        Ok(best(self, scored, query.limit).into_iter().map(tell).collect())
    }

    /// Positions worth a closer look: of those that differ in the fewest men, as many as are needed, those
    /// that lack the fewest chunks.
    fn candidates(&self, view: &View) -> Vec<u32> {
        let near = self.near_in_material(&view.facts, MOST_MEN, WIDE);
        let sets: Vec<_> = view.standing.iter().map(|known| known.set.clone()).collect();
        let mut allowed = 1;
        while allowed < sets.len() {
            let levels = missing(&sets, &near, allowed);
            if levels.iter().map(RoaringBitmap::len).sum::<u64>() >= ENOUGH as u64 {
                return enough(levels);
            }
            allowed *= 2;
        }
        enough(vec![near])
    }
}

/// The first sets until there are enough, in ascending order; of too many, every so many-th.
fn enough(sets: Vec<RoaringBitmap>) -> Vec<u32> {
    let mut slots = Vec::new();
    for set in sets {
        let room = TOO_MANY.saturating_sub(slots.len()).max(1);
        let every = (set.len() as usize).div_ceil(room).max(1);
        slots.extend(set.iter().step_by(every));
        if slots.len() >= ENOUGH {
            break;
        }
    }
    slots.sort_unstable();
    slots
}

impl Weights {
    fn logit(&self, parts: &[f64; PARTS.len()]) -> f64 {
        self.bias + self.parts.iter().zip(parts).map(|(weight, part)| weight * part).sum::<f64>()
    }
}

/// The position asked for, through a mirror.
struct View {
    mirror: u8,
    facts: Facts,
    standing: Vec<Standing>,
    importance: f64,
}

impl View {
    fn new(tree: &GameTree, query: &Query<'_>, mirror: u8) -> Result<Self, GameTreeError> {
        let facts = GameTree::through(query, mirror);
        let standing = query.standing(tree, &facts)?;
        let importance = standing.iter().map(|known| known.importance).sum();
        Ok(Self { mirror, facts, standing, importance })
    }

    /// Shares between 0 and 1; 1 is alike, and for the mirrors that one is needed.
    fn parts(&self, slot: u32, other: &Facts) -> [f64; PARTS.len()] {
        let one = &self.facts;
        let common: f64 = self
            .standing
            .iter()
            .filter(|known| known.set.contains(slot))
            .map(|known| known.importance)
            .sum();
        let chunks = if self.importance > 0.0 { common / self.importance } else { 0.0 };
        let men = f64::from(distance(code(one), code(other)));
        [
            chunks,
            alike(one, other, &[0, 8]),
            alike(one, other, &[1, 2, 3, 4, 9, 10, 11, 12]),
            alike(one, other, &[5, 13]),
            1.0 / (1.0 + men),
            1.0 - f64::from((one.castling ^ other.castling).count_ones()) / 4.0,
            tension(one, other),
            f64::from(self.mirror & 1),
            f64::from(self.mirror >> 1 & 1),
        ]
    }
}

/// Twice what stands alike over what stands at all; a man of the same kind on the next square counts half.
fn alike(one: &Facts, other: &Facts, slots: &[usize]) -> f64 {
    let (mut same, mut near, mut all) = (0, 0, 0);
    for slot in slots {
        let (a, b) = (one.slots[*slot], other.slots[*slot]);
        same += (a & b).count_ones();
        let (rest_a, rest_b) = (a & !b, b & !a);
        let beside = (around(rest_a) & rest_b).count_ones();
        near += beside.min(rest_a.count_ones());
        all += a.count_ones() + b.count_ones();
    }
    if all == 0 { 1.0 } else { f64::from(2 * same + near) / f64::from(all) }
}

/// The squares a king's step away, and these.
fn around(bits: u64) -> u64 {
    bits | neighbours(bits)
}

/// Whether the pawns that stand against each other are the same: what asks to be answered.
fn tension(one: &Facts, other: &Facts) -> f64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let against = |facts: &Facts| {
        let (white, black) = (facts.slots[0], facts.slots[8]);
        let attacked = (white << 9 & NOT_A) | (white << 7 & NOT_H);
        let attacking = (black >> 7 & NOT_A) | (black >> 9 & NOT_H);
        (attacked & black) | (attacking & white)
    };
    let (a, b) = (against(one), against(other));
    let all = a.count_ones() + b.count_ones();
    if all == 0 { 1.0 } else { f64::from(2 * (a & b).count_ones()) / f64::from(all) }
}

/// Whether a move means the same on two boards: the same man moves, and takes the same.
fn is_same_move(one: &Facts, other: &Facts, step: Step) -> bool {
    let bits = [1u64 << (step.0 & 63), 1u64 << (step.0 >> 6 & 63)];
    let alike = |slot: usize| {
        bits.iter().all(|bit| (one.slots[slot] & bit == 0) == (other.slots[slot] & bit == 0))
    };
    (0..6).chain(8..14).all(alike)
}
