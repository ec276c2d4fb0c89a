//! What arises between the two armies: threats, passed pawns on their way, space, danger to kings.

use super::ChessModel;
use super::bits::{count, fill_forward, forward, rank, rank_mask, sign, squares, steps};
use super::facts::Facts;
use super::pawns::PawnFacts;
use super::terms::{
    BLOCKED, BLOCKED_CENTRAL, DANGER, DANGER_SIZE, HANGING, MINOR_THREAT, OTHER, PASSED_ENEMY_KING,
    PASSED_FREE, PASSED_OWN_KING, PASSED_STOPPED, PAWN_THREAT, ROOK_THREAT, SPACE, TEMPO,
};
use crate::eval::Sink;

const CENTRAL_FILES: u64 = 0x3c3c_3c3c_3c3c_3c3c;
const D_AND_E: u64 = 0x1818_1818_1818_1818;

/// Reports both sides; `turn` is the side to move.
#[inline(always)]
pub fn features<S: Sink<ChessModel>>(facts: &Facts, pawns: &PawnFacts, turn: usize, sink: &mut S) {
    for us in [0, 1] {
        threats(facts, us, sink);
        if pawns.passed[us] != 0 {
            passed(facts, pawns, us, sink);
        }
        let other = if us == turn { 0 } else { OTHER };
        let units = facts.danger[us].min(DANGER_SIZE as i32 - 1) as usize;
        sink.add(DANGER + other + units, sign(us));
    }
    let both = |count_of: fn(&Facts, usize) -> i32| count_of(facts, 0) - count_of(facts, 1);
    sink.add(BLOCKED, both(blocked));
    sink.add(BLOCKED_CENTRAL, both(blocked_central));
    sink.add(SPACE, both(space));
    sink.add(TEMPO, sign(turn));
}

#[inline(always)]
fn threats<S: Sink<ChessModel>>(facts: &Facts, us: usize, sink: &mut S) {
    let sign = sign(us);
    let enemy = &facts.pieces[1 - us];
    let pieces = facts.by_side[1 - us] & !enemy[5];
    if facts.pawn_attacks[us] & pieces & !enemy[0] != 0 {
        for (index, victims) in enemy[1..5].iter().enumerate() {
            sink.add(PAWN_THREAT + index, sign * count(facts.pawn_attacks[us] & victims));
        }
    }
    let by_minors = facts.minor_attacks[us] & pieces & !enemy[0];
    if by_minors != 0 {
        let unguarded = !facts.pawn_attacks[1 - us];
        let minors = (enemy[1] | enemy[2]) & unguarded;
        sink.add(MINOR_THREAT, sign * count(by_minors & minors));
        sink.add(MINOR_THREAT + 1, sign * count(by_minors & enemy[3]));
        sink.add(MINOR_THREAT + 2, sign * count(by_minors & enemy[4]));
    }
    sink.add(ROOK_THREAT, sign * count(facts.rook_attacks[us] & enemy[4]));
    sink.add(HANGING, sign * count(facts.attacks[us] & pieces & !facts.attacks[1 - us]));
}

#[inline(always)]
fn passed<S: Sink<ChessModel>>(facts: &Facts, pawns: &PawnFacts, us: usize, sink: &mut S) {
    let sign = sign(us);
    let them = 1 - us;
    for square in squares(pawns.passed[us]) {
        let r = rank(us, square);
        let stop = forward(us, 1 << square);
        let next = stop.trailing_zeros() as usize & 63;
        if stop & facts.by_side[them] != 0 {
            sink.add(PASSED_STOPPED, sign);
        }
        let path = fill_forward(us, 1 << square);
        if path & (facts.by_side[them] | facts.attacks[them]) == 0 {
            sink.add(PASSED_FREE, sign * r as i32);
        }
        if r >= 3 {
            sink.add(PASSED_OWN_KING, sign * (r as i32 - 2) * steps(facts.kings[us], next));
            sink.add(PASSED_ENEMY_KING, sign * (r as i32 - 2) * steps(facts.kings[them], next));
        }
    }
}

/// Pawns that cannot advance.
fn blocked(facts: &Facts, us: usize) -> i32 {
    count(forward(us, facts.pieces[us][0]) & facts.occupied)
}

/// Blocked pawns of the d and e files at home.
fn blocked_central(facts: &Facts, us: usize) -> i32 {
    let at_home = forward(us, facts.pieces[us][0] & rank_mask(us, 1) & D_AND_E);
    count(at_home & facts.occupied)
}

/// Squares of our camp that are free of our pawns and safe from theirs.
fn space(facts: &Facts, us: usize) -> i32 {
    let camp = rank_mask(us, 1) | rank_mask(us, 2) | rank_mask(us, 3);
    count(camp & CENTRAL_FILES & !facts.pieces[us][0] & !facts.pawn_attacks[1 - us])
}
