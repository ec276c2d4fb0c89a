//! Knights, bishops, rooks and queens: mobility, good places, and their attack on the king.

use super::ChessModel;
use super::bits::{count, fill_forward, forward, rank, rank_mask, sign, squares, steps};
use super::facts::{Facts, attacks_of};
use super::pawns::PawnFacts;
use super::terms::{
    BAD_BISHOP, BISHOP_OUTPOST, BISHOP_PAIR, KNIGHT_OUTPOST, MINOR_BEHIND_PAWN, MOBILITY,
    ROOK_BEHIND_PASSED_PAWN, ROOK_ON_HALF_OPEN_FILE, ROOK_ON_OPEN_FILE, ROOK_ON_SEVENTH, TROPISM,
};
use crate::eval::{Sink, TermId};

const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
/// How much a knight, bishop, rook, queen adds to the strength of an attack on the king.
const ATTACK_UNITS: [i32; 4] = [3, 3, 4, 5];

/// Reports both sides' pieces and fills in what they attack. What is counted of both is reported as
/// one difference: most of it is nothing, and a term costs more than a count.
#[inline(always)]
pub fn features<S: Sink<ChessModel>>(facts: &mut Facts, pawns: &PawnFacts, sink: &mut S) {
    let nearness = [side::<0, S>(facts, sink), side::<1, S>(facts, sink)];
    for (index, steps) in nearness[0].into_iter().enumerate() {
        sink.add(TROPISM + index, steps - nearness[1][index]);
    }
    let minors = [places_of_minors::<0>(facts, pawns), places_of_minors::<1>(facts, pawns)];
    for (index, term) in MINOR_PLACES.into_iter().enumerate() {
        sink.add(term, minors[0][index] - minors[1][index]);
    }
    if (facts.pieces[0][3] | facts.pieces[1][3]) != 0 {
        let rooks = [places_of_rooks::<0>(facts, pawns), places_of_rooks::<1>(facts, pawns)];
        for (index, term) in ROOK_PLACES.into_iter().enumerate() {
            sink.add(term, rooks[0][index] - rooks[1][index]);
        }
    }
}

/// Reports the mobility of a side, fills in what it attacks, and returns how near its knights, bishops,
/// rooks and queens are to the enemy king.
#[inline(always)]
fn side<const US: usize, S: Sink<ChessModel>>(facts: &mut Facts, sink: &mut S) -> [i32; 4] {
    let mut walk = Walk::new::<US>(facts);
    let minors = walk.pieces_of::<US, 1, S>(facts, sink) | walk.pieces_of::<US, 2, S>(facts, sink);
    let rooks = walk.pieces_of::<US, 3, S>(facts, sink);
    let queens = walk.pieces_of::<US, 4, S>(facts, sink);
    facts.minor_attacks[US] = minors;
    facts.rook_attacks[US] = rooks;
    facts.attacks[US] |= minors | rooks | queens;
    let is_without_queen = facts.pieces[US][4] == 0;
    facts.danger[1 - US] = if is_without_queen { walk.danger / 2 } else { walk.danger };
    walk.nearness
}

/// What all pieces of a side are measured by.
struct Walk {
    enemy_king: usize,
    /// The squares around the enemy king, and those with the ones before them that no pawn covers.
    ring: u64,
    zone: u64,
    /// Not counted as mobility: what enemy pawns cover, own king, own pawns that cannot move.
    safe: u64,
    /// Strength of the attack on the enemy king so far, and how near the pieces of each role are.
    danger: i32,
    nearness: [i32; 4],
}

impl Walk {
    #[inline(always)]
    fn new<const US: usize>(facts: &Facts) -> Self {
        let them = 1 - US;
        let own = &facts.pieces[US];
        let enemy_king = facts.kings[them];
        let ring = shakmaty::attacks::king_attacks(shakmaty::Square::new(enemy_king as u32)).0;
        let covered = facts.pawn_attacks[them];
        let stuck = own[0] & (forward(them, facts.occupied) | rank_mask(US, 1));
        Self {
            enemy_king,
            ring,
            zone: (ring | forward(them, ring)) & !covered,
            safe: !(covered | own[5] | stuck),
            danger: 0,
            nearness: [0; 4],
        }
    }

    /// Reports the mobility of one role; returns what it attacks.
    #[inline(always)]
    fn pieces_of<const US: usize, const ROLE: usize, S: Sink<ChessModel>>(
        &mut self,
        facts: &Facts,
        sink: &mut S,
    ) -> u64 {
        let own = &facts.pieces[US];
        // Sliders see through the pieces that back them up.
        let through = match ROLE {
            2 => facts.occupied & !own[4],
            3 => facts.occupied & !(own[4] | own[3]),
            _ => facts.occupied,
        };
        let mut attacked = 0;
        for square in squares(own[ROLE]) {
            let attacks = attacks_of(ROLE, square, through);
            attacked |= attacks;
            sink.add(MOBILITY[ROLE - 1] + count(attacks & self.safe) as usize, sign(US));
            self.nearness[ROLE - 1] += 7 - steps(self.enemy_king, square);
            if attacks & self.zone != 0 {
                self.danger += ATTACK_UNITS[ROLE - 1] + count(attacks & self.zone & self.ring);
            }
        }
        attacked
    }
}

const MINOR_PLACES: [TermId; 5] =
    [KNIGHT_OUTPOST, BISHOP_OUTPOST, MINOR_BEHIND_PAWN, BAD_BISHOP, BISHOP_PAIR];

/// How often a side's knights and bishops stand in each of [`MINOR_PLACES`].
#[inline(always)]
fn places_of_minors<const US: usize>(facts: &Facts, pawns: &PawnFacts) -> [i32; 5] {
    let them = 1 - US;
    let [own_pawns, knights, bishops, ..] = facts.pieces[US];
    let far = rank_mask(US, 3) | rank_mask(US, 4) | rank_mask(US, 5);
    let outposts = far & facts.pawn_attacks[US] & !pawns.spans[them];
    let behind_pawns = forward(them, own_pawns | facts.pieces[them][0]);
    let by_colour = [LIGHT, !LIGHT].map(|colour| count(bishops & colour));
    let pawns_by_colour = [LIGHT, !LIGHT].map(|colour| count(own_pawns & colour));
    let bad = by_colour[0] * pawns_by_colour[0] + by_colour[1] * pawns_by_colour[1];
    [
        count(knights & outposts),
        count(bishops & outposts),
        count((knights | bishops) & behind_pawns),
        bad,
        i32::from(by_colour[0] != 0 && by_colour[1] != 0),
    ]
}

const ROOK_PLACES: [TermId; 4] =
    [ROOK_ON_OPEN_FILE, ROOK_ON_HALF_OPEN_FILE, ROOK_ON_SEVENTH, ROOK_BEHIND_PASSED_PAWN];

/// How often a side's rooks stand in each of [`ROOK_PLACES`].
#[inline(always)]
fn places_of_rooks<const US: usize>(facts: &Facts, pawns: &PawnFacts) -> [i32; 4] {
    let them = 1 - US;
    let rooks = facts.pieces[US][3];
    let enemy_pawns = facts.pieces[them][0];
    let files = |pawns: u64| pawns | fill_forward(0, pawns) | fill_forward(1, pawns);
    let free = rooks & !files(facts.pieces[US][0]);
    let half_open = if free == 0 { 0 } else { free & files(enemy_pawns) };
    let has_targets = enemy_pawns & rank_mask(US, 6) != 0 || rank(US, facts.kings[them]) == 7;
    let on_seventh = if has_targets { rooks & rank_mask(US, 6) } else { 0 };
    // Behind a passed pawn of either side, as seen by that pawn.
    let behind = fill_forward(them, pawns.passed[US]) | fill_forward(US, pawns.passed[them]);
    [count(free & !half_open), count(half_open), count(on_seventh), count(rooks & behind)]
}
