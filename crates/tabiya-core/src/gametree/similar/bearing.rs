//! What bears on what: the part of a position that a picture of its men does not show.

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use crate::chunks::{Facts, slot_of};

/// What men are worth in pawns; the king is worth more than all.
const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 100];

/// The squares that each side's men attack, by what they are worth.
struct Reach {
    /// Pawns; pawns, knights and bishops; these and rooks; everybody.
    by: [u64; 4],
}

fn reach(facts: &Facts, color: Color) -> Reach {
    let occupied = Bitboard(facts.occupied());
    let mut by = [0; 4];
    for role in Role::ALL {
        let level = match role {
            Role::Pawn => 0,
            Role::Knight | Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen | Role::King => 3,
        };
        for square in Bitboard(facts.pieces(color, role)) {
            by[level] |= attacks::attacks(square, role.of(color), occupied).0;
        }
    }
    for level in 1..4 {
        by[level] |= by[level - 1];
    }
    Reach { by }
}

/// The men of both sides that can be taken with profit: by something less, or for nothing.
pub(super) fn loose(facts: &Facts) -> u64 {
    let reaches = [reach(facts, Color::Black), reach(facts, Color::White)];
    let mut loose = 0;
    for color in Color::ALL {
        let theirs = &reaches[usize::from(color.is_black())].by;
        let ours = &reaches[usize::from(color.is_white())].by;
        let of = |role| facts.pieces(color, role);
        let heavy = of(Role::Rook) | of(Role::Queen);
        loose |= (of(Role::Knight) | of(Role::Bishop) | heavy) & theirs[0];
        loose |= heavy & theirs[1] | of(Role::Queen) & theirs[2];
        loose |= facts.by_color(color) & !of(Role::King) & theirs[3] & !ours[3];
    }
    loose
}

/// The men of both sides that attack a square.
pub(super) fn attackers(facts: &Facts, square: Square, occupied: u64) -> u64 {
    let s = &facts.slots;
    let occupied = Bitboard(occupied);
    let queens = s[4] | s[12];
    let straight = attacks::rook_attacks(square, occupied).0 & (s[3] | s[11] | queens);
    let diagonal = attacks::bishop_attacks(square, occupied).0 & (s[2] | s[10] | queens);
    straight
        | diagonal
        | attacks::knight_attacks(square).0 & (s[1] | s[9])
        | attacks::king_attacks(square).0 & (s[5] | s[13])
        | attacks::pawn_attacks(Color::Black, square).0 & s[0]
        | attacks::pawn_attacks(Color::White, square).0 & s[8]
}

/// What a capture, or a move to a square, wins when both sides take there with the least man while it pays.
///
/// CITE: static exchange evaluation, as engines have it.
pub(super) fn exchange(facts: &Facts, color: Color, from: Square, to: Square) -> i32 {
    let value_on = |bit: u64, color: Color| {
        let role = Role::ALL.into_iter().find(|role| facts.pieces(color, *role) & bit != 0);
        role.map_or(0, |role| VALUES[role as usize - 1])
    };
    let mut gains = [0; 32];
    let mut occupied = facts.occupied();
    let mut side = color;
    let mut taker = 1u64 << from as u32;
    gains[0] = value_on(1u64 << to as u32, color.other());
    let mut depth = 0;
    loop {
        let risked = value_on(taker, side);
        occupied &= !taker;
        side = side.other();
        let left = attackers(facts, to, occupied) & occupied & facts.by_color(side);
        if left == 0 || depth == 30 {
            break;
        }
        depth += 1;
        gains[depth] = risked - gains[depth - 1];
        let least = Role::ALL.into_iter().map(|role| left & facts.slots[slot_of(side, role)]);
        taker =
            least.into_iter().find(|set| *set != 0).map_or(left, |set| set & set.wrapping_neg());
    }
    for at in (1..=depth).rev() {
        gains[at - 1] = gains[at - 1].min(-gains[at]);
    }
    gains[0]
}

/// What a man is worth.
pub(super) const fn value(role: Role) -> i32 {
    VALUES[role as usize - 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Position as _;
    use crate::games::chess::{Chess, ChessRules};

    fn facts(fen: &str) -> Facts {
        Facts::of(Chess::parse(fen, ChessRules::default()).expect("FEN").inner())
    }

    #[test]
    fn exchanges_are_counted() {
        for (fen, from, to, wins) in [
            ("4k3/8/3p4/4p3/5P2/8/8/4K3 w - - 0 1", Square::F4, Square::E5, 0),
            ("4k3/8/8/4p3/5P2/8/8/4K3 w - - 0 1", Square::F4, Square::E5, 1),
            ("4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1", Square::F3, Square::E5, -2),
            // The second rook stands behind the first.
            ("3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", Square::D2, Square::D5, 1),
            ("4k3/8/8/4p3/8/3N4/8/4K3 w - - 0 1", Square::D3, Square::F4, -3),
        ] {
            assert_eq!(exchange(&facts(fen), Color::White, from, to), wins, "{fen}");
        }
    }

    #[test]
    fn loose_men_are_found() {
        let found = loose(&facts("4k3/8/2p5/3N4/8/8/3r4/4K2R w - - 0 1"));
        // The knight can be taken by a pawn, the rook by the king.
        assert_eq!(found, 1u64 << Square::D5 as u32 | 1u64 << Square::D2 as u32);
    }
}
