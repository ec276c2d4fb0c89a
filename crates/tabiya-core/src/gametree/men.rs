//! A board for running through games: it knows where the men stand and trusts the moves.
//!
//! Stored games were checked when they were read, so a position costs a few exclusive ors and no
//! move generator.

use shakmaty::{Bitboard, ByColor, ByRole, CastlingMode, Chess, Color, FromSetup as _};
use shakmaty::{Position as _, Setup, Square};

use super::packed::{CASTLING, EN_PASSANT, PROMOTION, PackedMove, flip_of};

/// The number of an empty cell; also a place for bits that nobody reads.
const NOBODY: u8 = 12;

/// Where the men stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Men {
    /// Squares of the white pawns, knights, bishops, rooks, queens and king, and of the black ones.
    bits: [u64; 16],
    cells: [u8; 64],
    /// Whether it is Black's turn.
    pub is_black: bool,
    /// Castling rights: 1, 2 White's on the king's and queen's side, 4, 8 Black's.
    pub castling: u8,
    /// The file of a pawn that has just made a double step, 8 if there is none.
    pub double_step: u8,
}

/// The rights that are gone once a man leaves or enters a square.
const RIGHTS: [u8; 64] = {
    let mut lost = [0; 64];
    lost[0] = 2;
    lost[4] = 3;
    lost[7] = 1;
    lost[56] = 8;
    lost[60] = 12;
    lost[63] = 4;
    lost
};

impl Men {
    /// The men of a position.
    pub fn of(position: &Chess) -> Self {
        let mut men = Self {
            bits: [0; 16],
            cells: [NOBODY; 64],
            is_black: position.turn().is_black(),
            castling: 0,
            double_step: 8,
        };
        for (square, piece) in position.board() {
            let kind = piece.role as u8 - 1 + if piece.color.is_black() { 6 } else { 0 };
            men.cells[square.to_usize()] = kind;
            men.bits[usize::from(kind)] |= 1 << square.to_usize();
        }
        for (right, rook) in [(1, Square::H1), (2, Square::A1), (4, Square::H8), (8, Square::A8)] {
            if position.castles().castling_rights().contains(rook) {
                men.castling |= right;
            }
        }
        if let Some(square) = position.maybe_ep_square() {
            men.double_step = square.file() as u8;
        }
        men
    }

    /// Twelve sets of squares: pawns, knights, bishops, rooks, queens, king of White, then of Black.
    pub fn bits(&self) -> &[u64; 12] {
        let (twelve, _) = self.bits.as_chunks();
        &twelve[0]
    }

    /// All occupied squares.
    pub fn occupied(&self) -> u64 {
        self.bits().iter().fold(0, |all, some| all | some)
    }

    /// Plays a move of a stored game.
    #[inline]
    pub fn play(&mut self, m: PackedMove) {
        let (from, to) = (m.from(), m.to());
        let man = self.cells[from];
        let taken = self.cells[to];
        self.cells[from] = NOBODY;
        self.cells[to] = man;
        self.bits[usize::from(man & 15)] ^= 1 << from | 1 << to;
        self.bits[usize::from(taken & 15)] ^= 1 << to;
        self.castling &= !(RIGHTS[from] | RIGHTS[to]);
        let is_double = (man == 0 || man == 6) && from.abs_diff(to) == 16;
        self.double_step = if is_double { from as u8 & 7 } else { 8 };
        self.is_black = !self.is_black;
        if m.kind() != 0 {
            self.play_odd(m, man);
        }
    }

    /// What castling, en passant and promotions do beside the move itself.
    #[cold]
    fn play_odd(&mut self, m: PackedMove, man: u8) {
        let (from, to) = (m.from(), m.to());
        match m.kind() {
            CASTLING => {
                let (rook_from, rook_to) =
                    if to > from { (from | 7, to - 1) } else { (from & !7, to + 1) };
                let rook = self.cells[rook_from];
                self.cells[rook_from] = NOBODY;
                self.cells[rook_to] = rook;
                self.bits[usize::from(rook & 15)] ^= 1 << rook_from | 1 << rook_to;
            }
            EN_PASSANT => {
                let square = from & !7 | to & 7;
                let pawn = self.cells[square];
                self.cells[square] = NOBODY;
                self.bits[usize::from(pawn & 15)] ^= 1 << square;
            }
            kind => {
                let promoted = man + (kind - PROMOTION) as u8 + 1;
                self.cells[to] = promoted;
                self.bits[usize::from(man & 15)] ^= 1 << to;
                self.bits[usize::from(promoted & 15)] ^= 1 << to;
            }
        }
    }

    /// The board through a mirror: bit 0 swaps the wings, bit 1 the colours and the turn.
    #[must_use]
    pub fn mirrored(&self, mirror: u8) -> Self {
        let flip = usize::from(flip_of(mirror));
        let swaps = mirror & 2 != 0;
        let mut men = Self {
            bits: [0; 16],
            cells: [NOBODY; 64],
            is_black: self.is_black ^ swaps,
            castling: mirrored_rights(self.castling, mirror),
            double_step: if mirror & 1 != 0 && self.double_step < 8 {
                7 - self.double_step
            } else {
                self.double_step
            },
        };
        for (square, man) in self.cells.iter().enumerate().filter(|(_, man)| **man != NOBODY) {
            let man = if swaps { (man + 6) % 12 } else { *man };
            men.cells[square ^ flip] = man;
            men.bits[usize::from(man)] |= 1 << (square ^ flip);
        }
        men
    }

    /// The men as a position of the rules, if it is one.
    pub fn position(&self) -> Option<Chess> {
        let mut setup = Setup::empty();
        let sets = |role: usize| Bitboard(self.bits[role] | self.bits[role + 6]);
        let colors = ByColor {
            white: Bitboard(self.bits[..6].iter().fold(0, |all, some| all | some)),
            black: Bitboard(self.bits[6..12].iter().fold(0, |all, some| all | some)),
        };
        let roles = ByRole {
            pawn: sets(0),
            knight: sets(1),
            bishop: sets(2),
            rook: sets(3),
            queen: sets(4),
            king: sets(5),
        };
        setup.board = shakmaty::Board::try_from_bitboards(roles, colors).ok()?;
        setup.turn = Color::from_white(!self.is_black);
        for (right, rook) in [(1, Square::H1), (2, Square::A1), (4, Square::H8), (8, Square::A8)] {
            if self.castling & right != 0 {
                setup.castling_rights.add(rook);
            }
        }
        if self.double_step < 8 {
            let rank = if self.is_black { 2 } else { 5 };
            setup.ep_square = Some(Square::new(rank * 8 + u32::from(self.double_step)));
        }
        Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(shakmaty::PositionError::ignore_invalid_castling_rights)
            .or_else(shakmaty::PositionError::ignore_invalid_ep_square)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .ok()
    }
}

fn mirrored_rights(rights: u8, mirror: u8) -> u8 {
    // A king that may castle stands on the e-file, and on no other board than this one.
    let rights = if mirror & 1 == 0 { rights } else { 0 };
    if mirror & 2 == 0 { rights } else { rights >> 2 | (rights & 3) << 2 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::fen::Fen;

    use super::*;

    const STARTS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ];

    proptest! {
        #[test]
        fn men_follow_shakmaty(choices in prop::collection::vec(any::<u16>(), 0..200), start in 0..3usize) {
            let fen: Fen = STARTS[start].parse().expect("FEN");
            let mut position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
            let mut men = Men::of(&position);
            for choice in choices {
                let moves = position.legal_moves();
                let Some(m) = moves.get(choice as usize % moves.len().max(1)) else { break };
                let packed = PackedMove::of(*m);
                prop_assert_eq!(packed.find(&position), Some(*m));
                men.play(packed);
                position.play_unchecked(*m);
                let expected = Men::of(&position);
                prop_assert_eq!(men.bits(), expected.bits());
                prop_assert_eq!(men.cells, expected.cells);
                prop_assert_eq!(men.castling, expected.castling);
                prop_assert_eq!(men.is_black, expected.is_black);
                prop_assert!(men.position().is_some_and(|same| same == position));
                let twice = men.mirrored(2).mirrored(2);
                prop_assert_eq!(twice.bits(), men.bits());
                prop_assert_eq!(twice.castling, men.castling);
                let twice = men.mirrored(1).mirrored(1);
                prop_assert_eq!(twice.bits(), men.bits());
                prop_assert_eq!(packed.mirrored(3).mirrored(3), packed);
            }
        }
    }

    #[test]
    fn colours_swapped_give_the_same_legal_moves() {
        let fen: Fen = STARTS[2].parse().expect("FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let other = Men::of(&position).mirrored(2).position().expect("legal");
        let moves = |p: &Chess, mirror| {
            let mut all: Vec<_> =
                p.legal_moves().iter().map(|m| PackedMove::of(*m).mirrored(mirror)).collect();
            all.sort_unstable();
            all
        };
        assert_eq!(moves(&position, 2), moves(&other, 0));
    }
}
