//! Knights, bishops, rooks and queens: mobility, good places, and their attack on the king.

use super::ChessModel;
use super::bits::{count, file, fill_forward, forward, rank, rank_mask, sign, squares, steps};
use super::facts::{Facts, attacks_of};
use super::pawns::PawnFacts;
use super::terms::{
    BAD_BISHOP, BISHOP_OUTPOST, BISHOP_PAIR, KNIGHT_OUTPOST, MINOR_BEHIND_PAWN, MOBILITY,
    ROOK_BEHIND_PASSED_PAWN, ROOK_ON_HALF_OPEN_FILE, ROOK_ON_OPEN_FILE, ROOK_ON_SEVENTH, TROPISM,
};
use crate::eval::Sink;

const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
/// How much a knight, bishop, rook, queen adds to the strength of an attack on the king.
const ATTACK_UNITS: [i32; 4] = [3, 3, 4, 5];

/// Reports both sides' pieces and fills in what they attack.
pub fn features<S: Sink<ChessModel>>(facts: &mut Facts, pawns: &PawnFacts, sink: &mut S) {
    side::<0, S>(facts, pawns, sink);
    side::<1, S>(facts, pawns, sink);
}

fn side<const US: usize, S: Sink<ChessModel>>(facts: &mut Facts, pawns: &PawnFacts, sink: &mut S) {
    let minors =
        pieces_of::<US, 1, S>(facts, pawns, sink) | pieces_of::<US, 2, S>(facts, pawns, sink);
    let rooks = pieces_of::<US, 3, S>(facts, pawns, sink);
    let queens = pieces_of::<US, 4, S>(facts, pawns, sink);
    facts.minor_attacks[US] = minors;
    facts.rook_attacks[US] = rooks;
    facts.attacks[US] |= minors | rooks | queens;
    let bishops = facts.pieces[US][2];
    if bishops & LIGHT != 0 && bishops & !LIGHT != 0 {
        sink.add(BISHOP_PAIR, sign(US));
    }
    if facts.pieces[US][4] == 0 {
        facts.danger[1 - US] /= 2;
    }
}

/// Reports the pieces of one role; returns what they attack.
#[inline]
fn pieces_of<const US: usize, const ROLE: usize, S: Sink<ChessModel>>(
    facts: &mut Facts,
    pawns: &PawnFacts,
    sink: &mut S,
) -> u64 {
    let them = 1 - US;
    let sign = sign(US);
    let own = &facts.pieces[US];
    let enemy_king = facts.kings[them];
    let ring = shakmaty::attacks::king_attacks(shakmaty::Square::new(enemy_king as u32)).0;
    let covered = facts.pawn_attacks[them];
    let zone = (ring | forward(them, ring)) & !covered;
    // Not counted as mobility: what enemy pawns cover, own king, own pawns that cannot move.
    let stuck = own[0] & (forward(them, facts.occupied) | rank_mask(US, 1));
    let safe = !(covered | own[5] | stuck);
    // Sliders see through the pieces that back them up.
    let through = match ROLE {
        2 => facts.occupied & !own[4],
        3 => facts.occupied & !(own[4] | own[3]),
        _ => facts.occupied,
    };
    let mut attacked = 0;
    let mut danger = 0;
    for square in squares(own[ROLE]) {
        let attacks = attacks_of(ROLE, square, through);
        attacked |= attacks;
        sink.add(MOBILITY[ROLE - 1] + count(attacks & safe) as usize, sign);
        sink.add(TROPISM + ROLE - 1, sign * (7 - steps(square, enemy_king)));
        let pressure = attacks & zone;
        if pressure != 0 {
            danger += ATTACK_UNITS[ROLE - 1] + count(pressure & ring);
        }
        match ROLE {
            1 | 2 => minor(facts, pawns, US, ROLE, square, sink),
            3 => rook(facts, pawns, US, square, sink),
            _ => {}
        }
    }
    facts.danger[them] += danger;
    attacked
}

#[inline]
fn minor<S: Sink<ChessModel>>(
    facts: &Facts,
    pawns: &PawnFacts,
    us: usize,
    role: usize,
    square: usize,
    sink: &mut S,
) {
    let sign = sign(us);
    let piece = 1 << square;
    let own_pawns = facts.pieces[us][0];
    let is_far = (3..6).contains(&rank(us, square));
    if is_far && facts.pawn_attacks[us] & piece != 0 && pawns.spans[1 - us] & piece == 0 {
        sink.add(if role == 1 { KNIGHT_OUTPOST } else { BISHOP_OUTPOST }, sign);
    }
    if forward(us, piece) & (own_pawns | facts.pieces[1 - us][0]) != 0 {
        sink.add(MINOR_BEHIND_PAWN, sign);
    }
    if role == 2 {
        let colour = if piece & LIGHT != 0 { LIGHT } else { !LIGHT };
        sink.add(BAD_BISHOP, sign * count(own_pawns & colour));
    }
}

#[inline]
fn rook<S: Sink<ChessModel>>(
    facts: &Facts,
    pawns: &PawnFacts,
    us: usize,
    square: usize,
    sink: &mut S,
) {
    let sign = sign(us);
    let column = file(square);
    let own_pawns = facts.pieces[us][0];
    let enemy_pawns = facts.pieces[1 - us][0];
    if own_pawns & column == 0 {
        let is_open = enemy_pawns & column == 0;
        sink.add(if is_open { ROOK_ON_OPEN_FILE } else { ROOK_ON_HALF_OPEN_FILE }, sign);
    }
    let has_targets = enemy_pawns & rank_mask(us, 6) != 0 || rank(us, facts.kings[1 - us]) == 7;
    if rank(us, square) == 6 && has_targets {
        sink.add(ROOK_ON_SEVENTH, sign);
    }
    // Behind a passed pawn of either side, as seen by that pawn.
    let behind_own = fill_forward(us, 1 << square) & pawns.passed[us];
    let behind_enemy = fill_forward(1 - us, 1 << square) & pawns.passed[1 - us];
    if behind_own | behind_enemy != 0 {
        sink.add(ROOK_BEHIND_PASSED_PAWN, sign);
    }
}
