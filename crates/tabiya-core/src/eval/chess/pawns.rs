//! Pawn structure and what stands before the kings: all that depends on pawns and kings alone.

use super::ChessModel;
use super::bits::{
    beside, beside_files, count, file, fill_forward, forward, pawn_attacks, rank, rank_mask, sign,
    squares,
};
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

fn structure<S: Sink<ChessModel>>(facts: &Facts, us: usize, sink: &mut S, found: &mut PawnFacts) {
    let (own, enemy) = (facts.pieces[us][0], facts.pieces[1 - us][0]);
    let sign = sign(us);
    let own_attacks = facts.pawn_attacks[us];
    let enemy_attacks = facts.pawn_attacks[1 - us];
    found.spans[us] = own_attacks | fill_forward(us, own_attacks);
    for square in squares(own) {
        let pawn = 1 << square;
        let ahead = fill_forward(us, pawn);
        let is_open = enemy & ahead == 0;
        let neighbours = own & beside_files(square);
        let r = rank(us, square);
        if own & ahead != 0 {
            sink.add(DOUBLED, sign);
        }
        let helpers = beside(pawn) | pawn_attacks(1 - us, pawn);
        if own & helpers != 0 {
            sink.add(CONNECTED + r - 1, sign);
        } else if neighbours == 0 {
            sink.add(if is_open { ISOLATED_OPEN } else { ISOLATED }, sign);
        } else {
            // Backward: all neighbours are ahead, and advancing walks into a pawn's attack.
            let behind = fill_forward(1 - us, forward(us, beside(pawn)));
            if own & behind == 0 && forward(us, pawn) & (enemy_attacks | enemy) != 0 {
                sink.add(if is_open { BACKWARD_OPEN } else { BACKWARD }, sign);
            }
        }
        let stoppers = enemy & (ahead | beside(ahead));
        if stoppers == 0 && own & ahead == 0 {
            found.passed[us] |= pawn;
            sink.add(PASSED + r - 1, sign);
            if own_attacks & pawn != 0 {
                sink.add(PASSED_PROTECTED, sign);
            }
        } else if is_open && own & ahead == 0 {
            // Candidate: as many of ours can help it on as of theirs can stop it.
            let guards = enemy & beside(ahead);
            let escorts = own & (beside(pawn) | beside(fill_forward(1 - us, pawn)));
            if count(escorts) >= count(guards) {
                sink.add(CANDIDATE + r - 1, sign);
            }
        }
    }
}

/// The pawns, own and enemy, on the king's file and those beside it.
fn shelter<S: Sink<ChessModel>>(facts: &Facts, us: usize, other: usize, sink: &mut S) {
    let king = facts.kings[us];
    let sign = sign(us);
    let centre = (king % 8).clamp(1, 6);
    let from_king: u64 = (rank(us, king)..8).fold(0, |mask, r| mask | rank_mask(us, r));
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
