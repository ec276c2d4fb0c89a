//! What arises between the two armies: threats, passed pawns on their way, space, danger to kings.

use super::ChessModel;
use super::bits::{count, fill_forward, forward, rank, rank_mask, sign, squares, steps};
use super::facts::Facts;
use super::pawns::PawnFacts;
use super::terms::{
    BLOCKED, BLOCKED_CENTRAL, DANGER, DANGER_SIZE, HANGING, MINOR_THREAT, OTHER, PASSED_ENEMY_KING,
    PASSED_FREE, PASSED_OWN_KING, PASSED_STOPPED, PAWN_THREAT, ROOK_THREAT, SPACE, TEMPO,
};
use crate::eval::{Sink, TermId};

const CENTRAL_FILES: u64 = 0x3c3c_3c3c_3c3c_3c3c;
const D_AND_E: u64 = 0x1818_1818_1818_1818;

/// Reports both sides; `turn` is the side to move.
#[inline(always)]
pub fn features<S: Sink<ChessModel>>(facts: &Facts, pawns: &PawnFacts, turn: usize, sink: &mut S) {
    let threats = [threats(facts, 0), threats(facts, 1)];
    for (index, term) in THREATS.into_iter().enumerate() {
        sink.add(term, threats[0][index] - threats[1][index]);
    }
    for us in [0, 1] {
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

const THREATS: [TermId; 9] = [
    PAWN_THREAT,
    PAWN_THREAT + 1,
    PAWN_THREAT + 2,
    PAWN_THREAT + 3,
    MINOR_THREAT,
    MINOR_THREAT + 1,
    MINOR_THREAT + 2,
    ROOK_THREAT,
    HANGING,
];

/// How often a side makes each of [`THREATS`].
#[inline(always)]
fn threats(facts: &Facts, us: usize) -> [i32; 9] {
    let them = 1 - us;
    let [_, knights, bishops, rooks, queens, king] = facts.pieces[them];
    let by_pawns = |victims: u64| count(facts.pawn_attacks[us] & victims);
    let by_minors = |victims: u64| count(facts.minor_attacks[us] & victims);
    let pieces = facts.by_side[them] & !king;
    [
        by_pawns(knights),
        by_pawns(bishops),
        by_pawns(rooks),
        by_pawns(queens),
        by_minors((knights | bishops) & !facts.pawn_attacks[them]),
        by_minors(rooks),
        by_minors(queens),
        count(facts.rook_attacks[us] & queens),
        count(facts.attacks[us] & pieces & !facts.attacks[them]),
    ]
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
