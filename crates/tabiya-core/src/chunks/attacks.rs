//! Who attacks whom, and pins.

use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

use super::expression::PinPart;
use super::facts::{Facts, slot_of};

/// The squares that the piece on a square attacks; an empty square attacks nothing.
pub(super) fn from(facts: &Facts, square: Square) -> u64 {
    let Some(piece) = piece_on(facts, square) else { return 0 };
    attacks::attacks(square, piece, Bitboard(facts.occupied())).0
}

fn piece_on(facts: &Facts, square: Square) -> Option<Piece> {
    let bit = 1u64 << square as u32;
    let color = Color::from_white(facts.by_color(Color::White) & bit != 0);
    let role = Role::ALL.into_iter().find(|role| facts.slots[slot_of(color, *role)] & bit != 0)?;
    Some(Piece { color, role })
}

/// Both ends of the attacks from one set on another: `(attackers, attacked)`.
///
/// With `own`, only guarding counts: what stands on the attacked square is of the same side.
pub(super) fn pairs(facts: &Facts, from_set: u64, to_set: u64, own: bool) -> (u64, u64) {
    let (mut attackers, mut attacked) = (0, 0);
    for square in Bitboard(from_set & facts.occupied()) {
        let bit = 1u64 << square as u32;
        let mut reached = from(facts, square) & to_set;
        if own {
            let color = Color::from_white(facts.by_color(Color::White) & bit != 0);
            reached &= !facts.by_color(color.other());
        }
        if reached != 0 {
            attackers |= bit;
            attacked |= reached;
        }
    }
    (attackers, attacked)
}

/// The three parts of the pins: pinning pieces, pinned pieces, and what stands behind them.
///
/// A pin runs from a bishop, rook or queen through one piece of the other side to another piece
/// of that side.
pub(super) fn pins(facts: &Facts, from_set: u64, through: u64, to: u64) -> [u64; 3] {
    let mut parts = [0; 3];
    for color in Color::ALL {
        let enemy = facts.by_color(color.other());
        for square in Bitboard(to & facts.by_color(color)) {
            for pinner in Bitboard(from_set & enemy & sliders_aimed_at(facts, square, color)) {
                let between = attacks::between(square, pinner).0 & facts.occupied();
                let pinned = between & facts.by_color(color) & through;
                if between.is_power_of_two() && pinned != 0 {
                    parts[0] |= 1u64 << pinner as u32;
                    parts[1] |= pinned;
                    parts[2] |= 1u64 << square as u32;
                }
            }
        }
    }
    parts
}

/// Enemy sliders that would attack a square of an empty board.
fn sliders_aimed_at(facts: &Facts, square: Square, color: Color) -> u64 {
    let enemy = color.other();
    let queens = facts.pieces(enemy, Role::Queen);
    let straight = attacks::rook_attacks(square, Bitboard::EMPTY).0;
    let diagonal = attacks::bishop_attacks(square, Bitboard::EMPTY).0;
    straight & (facts.pieces(enemy, Role::Rook) | queens)
        | diagonal & (facts.pieces(enemy, Role::Bishop) | queens)
}

/// Whether the side to move is in check.
pub(super) fn is_check(facts: &Facts) -> bool {
    let king = facts.pieces(facts.turn, Role::King);
    pairs(facts, facts.by_color(facts.turn.other()), king, false).1 != 0
}

/// One of the three parts.
pub(super) const fn part(parts: [u64; 3], part: PinPart) -> u64 {
    match part {
        PinPart::From => parts[0],
        PinPart::Through => parts[1],
        PinPart::To => parts[2],
    }
}
