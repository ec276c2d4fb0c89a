//! Endings in which material lies: how much of the score is to be believed.

use super::ChessModel;
use super::bits::{file, rank, relative, sign, steps};
use super::facts::Facts;
use super::kpk;
use super::terms::{KPK_WIN, LONE_KING_AT_EDGE, LONE_KING_NEAR};
use crate::eval::{Sink, Taper};

const LIGHT: u64 = 0x55aa_55aa_55aa_55aa;
const FILES_A_AND_H: u64 = 0x8181_8181_8181_8181;

/// Reports what is known of endings, and returns the part of the ending's score that counts.
pub fn features<S: Sink<ChessModel>>(facts: &Facts, turn: usize, sink: &mut S) -> u8 {
    if let Some(strong) = [0, 1].into_iter().find(|&side| facts.is_bare(1 - side)) {
        return lone_king(facts, strong, turn, sink);
    }
    let pawns = [0, 1].map(|side| facts.pieces[side][0]);
    // Without pawns, an advantage of a minor piece or less wins nothing.
    if pawns[0] == 0 || pawns[1] == 0 {
        let rest = [0, 1].map(|side| value(facts, side));
        for side in [0, 1] {
            let is_ahead = rest[side] >= rest[1 - side] + pawns[1 - side].count_ones();
            if pawns[side] == 0 && is_ahead && rest[side] - rest[1 - side] <= 3 {
                return if rest[side] <= 3 { 0 } else { 14 };
            }
        }
    }
    if has_opposite_bishops(facts) {
        let only_bishops = [0, 1].map(|side| value(facts, side)) == [3, 3];
        return if only_bishops { 32 } else { 48 };
    }
    Taper::WHOLE
}

/// Pieces without pawns and king, in pawns.
fn value(facts: &Facts, side: usize) -> u32 {
    [(1, 3), (2, 3), (3, 5), (4, 9)]
        .map(|(role, worth)| facts.pieces[side][role].count_ones() * worth)
        .iter()
        .sum()
}

fn lone_king<S: Sink<ChessModel>>(facts: &Facts, strong: usize, turn: usize, sink: &mut S) -> u8 {
    let weak_king = facts.kings[1 - strong];
    let strong_king = facts.kings[strong];
    let own = &facts.pieces[strong];
    let pieces = value(facts, strong);
    if own[0] == 0 {
        let cannot_mate = own[3] | own[4] == 0 && (pieces <= 3 || (own[2] == 0 && pieces <= 6));
        if cannot_mate {
            return 0;
        }
        let (column, row) = (weak_king % 8, weak_king / 8);
        let off_centre = (2 * column).abs_diff(7) / 2 + (2 * row).abs_diff(7) / 2;
        sink.add(LONE_KING_AT_EDGE, sign(strong) * off_centre as i32);
        sink.add(LONE_KING_NEAR, sign(strong) * (7 - steps(strong_king, weak_king)));
        return Taper::WHOLE;
    }
    if pieces == 0 && own[0].is_power_of_two() {
        let pawn = own[0].trailing_zeros() as usize;
        let wins = kpk::is_won(
            relative(strong, strong_king),
            relative(strong, pawn),
            relative(strong, weak_king),
            turn == strong,
        );
        if !wins {
            return 0;
        }
        sink.add(KPK_WIN, sign(strong));
        return Taper::WHOLE;
    }
    if is_wrong_bishop(facts, strong) { 0 } else { Taper::WHOLE }
}

/// Rook pawns whose promotion square the bishop does not cover, with the lone king in that corner.
fn is_wrong_bishop(facts: &Facts, strong: usize) -> bool {
    let own = &facts.pieces[strong];
    if own[1] | own[3] | own[4] != 0 || own[0] & !FILES_A_AND_H != 0 {
        return false;
    }
    let pawn = own[0].trailing_zeros() as usize;
    if own[0] & !file(pawn) != 0 {
        return false; // rook pawns on both sides
    }
    let corner = pawn % 8 + if strong == 0 { 56 } else { 0 };
    let corner_is_light = LIGHT >> corner & 1 != 0;
    let covers = if corner_is_light { own[2] & LIGHT != 0 } else { own[2] & !LIGHT != 0 };
    let weak_king = facts.kings[1 - strong];
    !covers && steps(weak_king, corner) <= 1 && rank(strong, weak_king) >= 6
}

fn has_opposite_bishops(facts: &Facts) -> bool {
    let [white, black] = [facts.pieces[0][2], facts.pieces[1][2]];
    white.is_power_of_two()
        && black.is_power_of_two()
        && (white & LIGHT == 0) != (black & LIGHT == 0)
}
