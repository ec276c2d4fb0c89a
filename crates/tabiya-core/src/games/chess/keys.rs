//! Zobrist keys (Zobrist 1970), kept move by move.
//!
//! An en passant square counts only if the capture is legal, as it does in the rule of repetition.

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, Position as _, Role, Square};

use crate::games::splitmix;

/// Toggled by every move.
pub(super) const TURN: u64 = splitmix(SEED, 64 * 12 + 64 + 8);

const SEED: u64 = 0x7ab1_7a00;

static PIECES: [[[u64; 64]; 6]; 2] = piece_keys();

const fn piece_keys() -> [[[u64; 64]; 6]; 2] {
    let mut keys = [[[0; 64]; 6]; 2];
    let mut n = 0;
    while n < 64 * 12 {
        keys[n / (64 * 6)][n / 64 % 6][n % 64] = splitmix(SEED, n as u64);
        n += 1;
    }
    keys
}

fn piece(color: Color, role: Role, square: Square) -> u64 {
    PIECES[color as usize][role as usize - 1][square.to_usize()]
}

fn pawn_piece(color: Color, role: Role, square: Square) -> u64 {
    if matches!(role, Role::Pawn | Role::King) { piece(color, role, square) } else { 0 }
}

/// The key of the rooks that may still castle.
pub(super) fn castling(rights: Bitboard) -> u64 {
    rights.into_iter().fold(0, |key, rook| key ^ splitmix(SEED, 64 * 12 + rook as u64))
}

/// The key of the en passant file, 0 if there is no such capture.
pub(super) fn en_passant(position: &Chess) -> u64 {
    if position.pseudo_legal_ep_square().is_none() {
        return 0;
    }
    position
        .legal_ep_square()
        .map_or(0, |square| splitmix(SEED, 64 * 12 + 64 + square.file() as u64))
}

/// The key without en passant and the pawn key.
pub(super) fn from_scratch(position: &Chess) -> (u64, u64) {
    let mut key = castling(position.castles().castling_rights());
    let mut pawn_key = 0;
    if position.turn() == Color::Black {
        key ^= TURN;
    }
    // Role by role: to ask of each square what stands there takes three times as long.
    for (color, keys) in Color::ALL.into_iter().zip([&PIECES[1], &PIECES[0]]) {
        for (role, keys) in Role::ALL.into_iter().zip(keys) {
            let standing = position.board().by_piece(role.of(color)).into_iter();
            let key_of_role = standing.fold(0, |key, square| key ^ keys[square.to_usize()]);
            key ^= key_of_role;
            if matches!(role, Role::Pawn | Role::King) {
                pawn_key ^= key_of_role;
            }
        }
    }
    (key, pawn_key)
}

/// What a move toggles in the two keys, castling rights and en passant aside.
pub(super) fn of_move(us: Color, m: Move) -> (u64, u64) {
    let mut key = TURN;
    let mut pawn_key = 0;
    let mut toggle = |color, role, square| {
        key ^= piece(color, role, square);
        pawn_key ^= pawn_piece(color, role, square);
    };
    match m {
        // Nearly all moves: few of them change the pawns.
        Move::Normal { role, from, capture, to, promotion: None } => {
            let moved = piece(us, role, from) ^ piece(us, role, to);
            key ^= moved;
            if matches!(role, Role::Pawn | Role::King) {
                pawn_key = moved;
            }
            if let Some(captured) = capture {
                let taken = piece(!us, captured, to);
                key ^= taken;
                pawn_key ^= if captured == Role::Pawn { taken } else { 0 };
            }
        }
        Move::Normal { role, from, capture, to, promotion: Some(promoted) } => {
            toggle(us, role, from);
            toggle(us, promoted, to);
            if let Some(captured) = capture {
                toggle(!us, captured, to);
            }
        }
        Move::EnPassant { from, to } => {
            toggle(us, Role::Pawn, from);
            toggle(us, Role::Pawn, to);
            toggle(!us, Role::Pawn, Square::from_coords(to.file(), from.rank()));
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            toggle(us, Role::King, king);
            toggle(us, Role::King, Square::from_coords(side.king_to_file(), king.rank()));
            toggle(us, Role::Rook, rook);
            toggle(us, Role::Rook, Square::from_coords(side.rook_to_file(), rook.rank()));
        }
        Move::Put { .. } => {}
    }
    (key, pawn_key)
}
