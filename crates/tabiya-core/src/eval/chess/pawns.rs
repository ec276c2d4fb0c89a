//! Pawn structure and what stands before the kings: all that depends on pawns and kings alone.

use super::ChessModel;
use super::bits::{beside, count, file, fill_forward, forward, rank, rank_mask, sign, squares};
use super::facts::Facts;
use super::terms::{
    BACKWARD, BACKWARD_OPEN, CANDIDATE, CONNECTED, DOUBLED, ISOLATED, ISOLATED_OPEN,
    KING_HALF_OPEN_FILE, KING_OPEN_FILE, OTHER, PASSED, PASSED_PROTECTED, SHELTER, STORM,
};
use crate::eval::Sink;

/// What other parts of the evaluation need to know of the pawns, by side.
#[derive(Clone, Copy, Debug, Default)]
pub struct PawnFacts {
    pub passed: [u64; 2],
    /// The squares that pawns attack now or may attack after advancing.
    pub spans: [u64; 2],
}

/// Reports the structure of both sides; `turn` is the side to move.
pub fn features<S: Sink<ChessModel>>(facts: &Facts, turn: usize, sink: &mut S) -> PawnFacts {
    let mut found = PawnFacts::default();
    for us in [0, 1] {
        structure(facts, us, sink, &mut found);
        shelter(facts, us, if us == turn { 0 } else { OTHER }, sink);
    }
    found
}

/// Whole sets of pawns at a time: most of them are told by where the others stand.
fn structure<S: Sink<ChessModel>>(facts: &Facts, us: usize, sink: &mut S, found: &mut PawnFacts) {
    let them = 1 - us;
    let (own, enemy) = (facts.pieces[us][0], facts.pieces[them][0]);
    let sign = sign(us);
    let own_attacks = facts.pawn_attacks[us];
    let enemy_attacks = facts.pawn_attacks[them];
    let ahead = fill_forward(us, own);
    let behind = fill_forward(them, own);
    let behind_enemy = fill_forward(them, enemy);
    found.spans[us] = own_attacks | fill_forward(us, own_attacks);

    let open = own & !behind_enemy;
    let doubled = own & behind;
    let connected = own & (beside(own) | own_attacks);
    let isolated = own & !beside(own | ahead | behind);
    // Backward: all neighbours are ahead, and advancing walks into a pawn's attack.
    let left_behind = own & !(connected | isolated | beside(own | ahead));
    let backward = left_behind & forward(them, enemy_attacks | enemy);
    sink.add(DOUBLED, sign * count(doubled));
    sink.add(ISOLATED_OPEN, sign * count(isolated & open));
    sink.add(ISOLATED, sign * count(isolated & !open));
    sink.add(BACKWARD_OPEN, sign * count(backward & open));
    sink.add(BACKWARD, sign * count(backward & !open));
    for square in squares(connected) {
        sink.add(CONNECTED + rank(us, square) - 1, sign);
    }

    let front = own & !doubled;
    let passed = front & !(behind_enemy | beside(behind_enemy));
    found.passed[us] = passed;
    sink.add(PASSED_PROTECTED, sign * count(passed & own_attacks));
    for square in squares(passed) {
        sink.add(PASSED + rank(us, square) - 1, sign);
    }
    for square in squares(front & open & !passed) {
        // Candidate: as many of ours can help it on as of theirs can stop it.
        let pawn = 1 << square;
        let guards = enemy & beside(fill_forward(us, pawn));
        let escorts = own & (beside(pawn) | beside(fill_forward(them, pawn)));
        if count(escorts) >= count(guards) {
            sink.add(CANDIDATE + rank(us, square) - 1, sign);
        }
    }
}

/// The pawns, own and enemy, on the king's file and those beside it.
fn shelter<S: Sink<ChessModel>>(facts: &Facts, us: usize, other: usize, sink: &mut S) {
    let king = facts.kings[us];
    let sign = sign(us);
    let centre = (king % 8).clamp(1, 6);
    let row = rank_mask(us, rank(us, king));
    let from_king = row | fill_forward(us, row);
    for column in centre - 1..=centre + 1 {
        let mask = file(column);
        let (own, enemy) = (facts.pieces[us][0] & mask, facts.pieces[1 - us][0] & mask);
        sink.add(SHELTER + other + nearest(us, own & from_king), sign);
        sink.add(STORM + other + nearest(us, enemy & from_king), sign);
        if own == 0 {
            let term = if enemy == 0 { KING_OPEN_FILE } else { KING_HALF_OPEN_FILE };
            sink.add(term + other, sign);
        }
    }
}

/// The rank of the rearmost pawn from our side, 0 if there is none.
fn nearest(us: usize, pawns: u64) -> usize {
    if pawns == 0 {
        return 0;
    }
    let square = if us == 0 { pawns.trailing_zeros() } else { pawns.ilog2() };
    rank(us, square as usize)
}
