//! Kinds of pawns, and outposts, by whole boards at once.
//!
//! Everything is worked out for White; a board for Black is turned upside down first, which is
//! one instruction.

use super::expression::Kind;
use super::facts::Facts;
use crate::games::bitboard::{above, below, beside};
use shakmaty::{Color, Role};

/// Ranks 4 to 6, where a piece on an outpost disturbs.
const OUTPOST_RANKS: u64 = 0x0000_ffff_ff00_0000;

/// Those of a set that are of a kind, for both colours.
pub(super) fn of_kind(facts: &Facts, kind: Kind, set: u64) -> u64 {
    if set == 0 {
        return 0;
    }
    let white = facts.pieces(Color::White, Role::Pawn);
    let black = facts.pieces(Color::Black, Role::Pawn);
    let mut found = 0;
    if kind == Kind::Outpost {
        let own = set & facts.by_color(Color::White);
        found |= outposts(own, white, black);
        let own = (set & facts.by_color(Color::Black)).swap_bytes();
        found | outposts(own, black.swap_bytes(), white.swap_bytes()).swap_bytes()
    } else {
        if set & white != 0 {
            found |= pawns_of_kind(kind, white, black);
        }
        if set & black != 0 {
            found |= pawns_of_kind(kind, black.swap_bytes(), white.swap_bytes()).swap_bytes();
        }
        found & set
    }
}

fn pawns_of_kind(kind: Kind, own: u64, enemy: u64) -> u64 {
    match kind {
        Kind::Passed => {
            // No enemy pawn ahead, on the file or beside it; a doubled pawn behind is not passed.
            let down = below(enemy);
            own & !(down | beside(down) | below(own))
        }
        Kind::Isolated => own & !beside(whole_files(own)),
        Kind::Doubled => own & (above(own) | below(own)),
        Kind::Connected => own & (beside(own) | up(beside(own)) | down(beside(own))),
        Kind::Backward => {
            // No own pawn beside or behind can ever guard it, and its next square is watched.
            let supported = beside(own | above(own));
            own & !supported & down(pawn_attacks_down(enemy))
        }
        Kind::Outpost => 0,
    }
}

/// Pieces guarded by an own pawn that no enemy pawn can drive away.
fn outposts(pieces: u64, own_pawns: u64, enemy_pawns: u64) -> u64 {
    let down = below(enemy_pawns);
    let guarded = up(beside(own_pawns));
    pieces & OUTPOST_RANKS & guarded & !beside(down)
}

const fn up(set: u64) -> u64 {
    set << 8
}

const fn down(set: u64) -> u64 {
    set >> 8
}

/// The squares that pawns which walk down the board attack.
const fn pawn_attacks_down(pawns: u64) -> u64 {
    down(beside(pawns))
}

const fn whole_files(set: u64) -> u64 {
    set | above(set) | below(set)
}
