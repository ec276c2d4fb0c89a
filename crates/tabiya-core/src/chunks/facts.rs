//! What a chunk can ask of a position.

use shakmaty::{CastlingSide, Color, Position as _, Role};

use crate::games::chess::{PackedPieces, packed_pieces};
use crate::pgn::GameResult;

/// Which bitboard: the pieces of White at 0–5 (pawn to king), of Black at 8–13, and the four below.
pub type Slot = usize;
/// All pieces of White.
pub const WHITE: Slot = 6;
/// All pieces.
pub const OCCUPIED: Slot = 7;
/// All pieces of Black.
pub const BLACK: Slot = 14;
/// All empty squares.
pub const EMPTY: Slot = 15;

/// The result that a compiled chunk writes as this number.
pub const fn result_of_code(code: u8) -> Option<GameResult> {
    match code {
        0 => Some(GameResult::Open),
        1 => Some(GameResult::White),
        2 => Some(GameResult::Black),
        3 => Some(GameResult::Draw),
        _ => None,
    }
}

/// A position as chunks see it.
///
/// ```
/// use tabiya_core::chunks::{Facts, WHITE};
///
/// let facts = Facts::of(&shakmaty::Chess::default());
/// assert_eq!(facts.slots[WHITE], 0xffff);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The bitboards, by [`Slot`]; a1 is the lowest bit.
    pub slots: [u64; 16],
    /// Who moves.
    pub turn: Color,
    /// Castling rights: White's king side, White's queen side, Black's two, from the lowest bit.
    pub castling: u8,
    /// Half-moves played before this position.
    pub ply: u16,
    /// How the game ended.
    pub result: GameResult,
}

/// The slot of a piece.
pub const fn slot_of(color: Color, role: Role) -> Slot {
    role as usize - 1 + if color.is_white() { 0 } else { 8 }
}

/// Half-moves played before a move with this number.
fn ply_of(fullmoves: u32, turn: Color) -> u16 {
    let ply = (fullmoves - 1).saturating_mul(2).saturating_add(u32::from(turn.is_black()));
    ply.min(u32::from(u16::MAX)) as u16
}

impl Facts {
    /// Looks at a position; the ply is counted from its move number, and the result is unknown.
    pub fn of(position: &shakmaty::Chess) -> Self {
        let board = position.board();
        let mut slots = [0; 16];
        for color in Color::ALL {
            for role in Role::ALL {
                slots[slot_of(color, role)] = (board.by_color(color) & board.by_role(role)).0;
            }
        }
        let mut castling = 0;
        for (bit, color, side) in [
            (1, Color::White, CastlingSide::KingSide),
            (2, Color::White, CastlingSide::QueenSide),
            (4, Color::Black, CastlingSide::KingSide),
            (8, Color::Black, CastlingSide::QueenSide),
        ] {
            if position.castles().has(color, side) {
                castling |= bit;
            }
        }
        let ply = ply_of(position.fullmoves().get(), position.turn());
        let mut facts =
            Self { slots, turn: position.turn(), castling, ply, result: GameResult::Open };
        facts.gather();
        facts
    }

    /// Looks at a packed position of chess; `None` if the bytes cannot be one.
    pub fn of_packed(bytes: &[u8]) -> Option<Self> {
        let PackedPieces { mut squares, turn, fullmoves } = packed_pieces(bytes)?;
        let mut castling = 0;
        for (first, shift) in [(0, 0), (8, 2)] {
            let (king, rooks) = (squares[first + 5], squares[first + 6]);
            castling |= u8::from(rooks > king) << shift;
            castling |= u8::from(rooks & king.wrapping_sub(1) != 0) << (shift + 1);
        }
        squares[WHITE] = 0;
        squares[BLACK] = 0;
        let ply = ply_of(fullmoves, turn);
        let mut facts = Self { slots: squares, turn, castling, ply, result: GameResult::Open };
        facts.gather();
        Some(facts)
    }

    /// Fills the slots that follow from the pieces.
    #[inline]
    pub(crate) fn gather(&mut self) {
        let slots = &mut self.slots;
        slots[WHITE] = slots[0] | slots[1] | slots[2] | slots[3] | slots[4] | slots[5];
        slots[BLACK] = slots[8] | slots[9] | slots[10] | slots[11] | slots[12] | slots[13];
        slots[OCCUPIED] = slots[WHITE] | slots[BLACK];
        slots[EMPTY] = !slots[OCCUPIED];
    }

    /// The pieces of one colour and role.
    pub const fn pieces(&self, color: Color, role: Role) -> u64 {
        self.slots[slot_of(color, role)]
    }

    /// All pieces of a colour.
    pub const fn by_color(&self, color: Color) -> u64 {
        self.slots[if color.is_white() { WHITE } else { BLACK }]
    }

    /// All pieces.
    pub const fn occupied(&self) -> u64 {
        self.slots[OCCUPIED]
    }
}
