//! What a chunk can ask of a position.

use shakmaty::{CastlingSide, Color, Position as _, Role};

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

/// How the game of a position ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum GameResult {
    /// There is no game, or nobody knows.
    #[default]
    Unknown = 0,
    /// 1-0.
    WhiteWins = 1,
    /// 0-1.
    BlackWins = 2,
    /// 1/2-1/2.
    Draw = 3,
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
        let moves = position.fullmoves().get() - 1;
        let ply = moves.saturating_mul(2).saturating_add(u32::from(position.turn().is_black()));
        let ply = ply.min(u32::from(u16::MAX)) as u16;
        let mut facts =
            Self { slots, turn: position.turn(), castling, ply, result: GameResult::Unknown };
        facts.gather();
        facts
    }

    /// The facts of a board given as twelve bitboards in the order of the slots.
    pub fn of_pieces(white: [u64; 6], black: [u64; 6], turn: Color, castling: u8) -> Self {
        let mut slots = [0; 16];
        slots[..6].copy_from_slice(&white);
        slots[8..14].copy_from_slice(&black);
        let mut facts = Self { slots, turn, castling, ply: 0, result: GameResult::Unknown };
        facts.gather();
        facts
    }

    /// Fills the slots that follow from the pieces.
    fn gather(&mut self) {
        self.slots[WHITE] = self.slots[..6].iter().fold(0, |all, one| all | one);
        self.slots[BLACK] = self.slots[8..14].iter().fold(0, |all, one| all | one);
        self.slots[OCCUPIED] = self.slots[WHITE] | self.slots[BLACK];
        self.slots[EMPTY] = !self.slots[OCCUPIED];
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
