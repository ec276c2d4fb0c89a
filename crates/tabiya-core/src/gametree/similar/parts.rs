//! What makes two positions alike, as a player would name it.
//!
//! The chunks in common, by importance; the pawns; the men of either side, near squares counting half and
//! all of it in proportion to how many there are (the thesis names it as a flaw of its own measure that one
//! man counts too much when there are few); the kings; the material; rights to castle; what stands around
//! the move; who bears on the squares that it leaves and enters; what can be taken; when it happened; and
//! whether a mirror is needed.

use shakmaty::Square;

use super::super::error::GameTreeError;
use super::super::tree::GameTree;
use super::bearing::{attackers, loose};
use super::boards::Boards;
use super::planes::men_apart;
use super::{Query, Standing};
use crate::chunks::{Facts, Step};
use crate::games::bitboard::{beside, neighbours};

/// The parts of the score.
pub const PARTS: [&str; N_PARTS] = [
    "chunks",
    "pawns",
    "structure",
    "ours",
    "theirs",
    "kings",
    "material",
    "castling",
    "tension",
    "around",
    "arrival",
    "departure",
    "loose",
    "moment",
    "colours",
    "wings",
];
/// How many there are.
pub const N_PARTS: usize = 16;

/// Plies after which a moment is another one.
const MOMENT: f64 = 20.0;

/// The position asked for, through a mirror.
pub(super) struct View {
    pub mirror: u8,
    pub facts: Facts,
    pub standing: Vec<Standing>,
    importance: f64,
    loose: u64,
}

impl View {
    pub(super) fn new(
        tree: &GameTree,
        query: &Query<'_>,
        mirror: u8,
    ) -> Result<Self, GameTreeError> {
        let facts = GameTree::through(query, mirror);
        let standing = query.standing(tree, &facts)?;
        let importance = standing.iter().map(|known| known.importance).sum();
        let loose = loose(&facts);
        Ok(Self { mirror, facts, standing, importance, loose })
    }

    /// Shares between 0 and 1; 1 is alike, and for the mirrors that one is needed.
    pub(super) fn parts(&self, tree: &GameTree, boards: &Boards, at: usize) -> [f64; N_PARTS] {
        let (slot, step) = (boards.slot(at), boards.step(at));
        let (one, other) = (&self.facts, &boards.facts(at, &self.facts));
        let common: f64 = self
            .standing
            .iter()
            .filter(|known| known.set.contains(slot))
            .map(|known| known.importance)
            .sum();
        let chunks = if self.importance > 0.0 { common / self.importance } else { 0.0 };
        let men = f64::from(men_apart(one, other));
        let is_white = one.turn.is_white();
        let (white, black) =
            (alike(one, other, &[1, 2, 3, 4]), alike(one, other, &[9, 10, 11, 12]));
        let ply = f64::from(slot - tree.rows()[boards.game(at) as usize].first);
        [
            chunks,
            alike(one, other, &[0, 8]),
            flag(one.slots[0] == other.slots[0] && one.slots[8] == other.slots[8]),
            if is_white { white } else { black },
            if is_white { black } else { white },
            alike(one, other, &[5, 13]),
            1.0 / (1.0 + men),
            1.0 - f64::from((one.castling ^ other.castling).count_ones()) / 4.0,
            tension(one, other),
            around_move(one, other, step),
            bearing(one, other, step.0 >> 6),
            bearing(one, other, step.0),
            share(self.loose, loose(other)),
            (-(ply - f64::from(one.ply)).abs() / MOMENT).exp(),
            f64::from(self.mirror & 1),
            f64::from(self.mirror >> 1 & 1),
        ]
    }
}

fn flag(is_so: bool) -> f64 {
    f64::from(u8::from(is_so))
}

/// Twice what is in both over what is in either; 1 if nothing is.
fn share(one: u64, two: u64) -> f64 {
    let all = one.count_ones() + two.count_ones();
    if all == 0 { 1.0 } else { f64::from(2 * (one & two).count_ones()) / f64::from(all) }
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

/// How much of what stands two steps around the move is the same.
fn around_move(one: &Facts, other: &Facts, step: Step) -> f64 {
    let squares = 1u64 << (step.0 & 63) | 1u64 << (step.0 >> 6 & 63);
    let near = around(around(squares));
    let (mut same, mut all) = (0, 0);
    for slot in (0..6).chain(8..14) {
        let (a, b) = (one.slots[slot] & near, other.slots[slot] & near);
        same += (a & b).count_ones();
        all += a.count_ones() + b.count_ones();
    }
    if all == 0 { 1.0 } else { f64::from(2 * same) / f64::from(all) }
}

/// How many of the men that bear on a square are the same.
fn bearing(one: &Facts, other: &Facts, square: u16) -> f64 {
    let square = Square::new(u32::from(square & 63));
    share(attackers(one, square, one.occupied()), attackers(other, square, other.occupied()))
}

/// Whether the pawns that stand against each other are the same: what asks to be answered.
fn tension(one: &Facts, other: &Facts) -> f64 {
    let against = |facts: &Facts| {
        let (white, black) = (facts.slots[0], facts.slots[8]);
        (beside(white << 8) & black) | (beside(black >> 8) & white)
    };
    share(against(one), against(other))
}
