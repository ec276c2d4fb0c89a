//! A move in two bytes.

use shakmaty::{CastlingSide, Chess, Move, Position as _, Role, Square};

/// A move as it is stored: from, to and kind; zero where no move was played.
///
/// The kinds are what the squares do not tell: 1 castling (the king's squares), 2 en passant, 4 to 7
/// a promotion to knight, bishop, rook or queen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackedMove(pub u16);

/// The kind of castling.
pub(super) const CASTLING: u16 = 1;
/// The kind of a capture en passant.
pub(super) const EN_PASSANT: u16 = 2;
/// The kind of the least promotion, that to a knight.
pub(super) const PROMOTION: u16 = 4;

impl PackedMove {
    /// The end of a game.
    pub const NONE: Self = Self(0);

    fn new(from: Square, to: Square, kind: u16) -> Self {
        Self(from as u16 | (to as u16) << 6 | kind << 12)
    }

    /// Packs a move.
    pub fn of(m: Move) -> Self {
        match m {
            Move::Normal { from, to, promotion, .. } => {
                let kind =
                    promotion.map_or(0, |role| PROMOTION + role as u16 - Role::Knight as u16);
                Self::new(from, to, kind)
            }
            Move::EnPassant { from, to } => Self::new(from, to, EN_PASSANT),
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_queen_side(rook < king);
                let to = Square::from_coords(side.king_to_file(), king.rank());
                Self::new(king, to, CASTLING)
            }
            Move::Put { .. } => unreachable!("chess drops no pieces"),
        }
    }

    /// Where the man comes from.
    pub fn from(self) -> usize {
        usize::from(self.0 & 63)
    }

    /// Where it goes to; the king's square in castling.
    pub fn to(self) -> usize {
        usize::from(self.0 >> 6 & 63)
    }

    /// What the squares do not tell.
    pub(super) fn kind(self) -> u16 {
        self.0 >> 12
    }

    /// The move through a mirror: bit 0 swaps the wings, bit 1 the colours.
    #[must_use]
    pub fn mirrored(self, mirror: u8) -> Self {
        if self == Self::NONE {
            return self;
        }
        let flip = flip_of(mirror);
        Self(self.0 ^ (flip | flip << 6))
    }

    /// The legal move of a position that is packed like this.
    pub fn find(self, position: &Chess) -> Option<Move> {
        position.legal_moves().iter().copied().find(|m| Self::of(*m) == self)
    }
}

/// What a mirror does to the number of a square.
pub(super) fn flip_of(mirror: u8) -> u16 {
    let wings = if mirror & 1 == 0 { 0 } else { 7 };
    let colours = if mirror & 2 == 0 { 0 } else { 56 };
    wings ^ colours
}
