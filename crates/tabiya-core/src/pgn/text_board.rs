//! A position that writes itself down quickly: with results every position of a file is written.

use std::num::NonZeroU32;

use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup as _, Move, Piece, Position as _, Role,
    Square,
};

use crate::games::chess::{Ascii, EMPTY, Fields, key_of, rank_text};

/// A chess position, what stands on its squares, and its ranks as text.
#[derive(Clone, Debug)]
pub struct TextBoard {
    position: Chess,
    cells: [u8; 64],
    ranks: [[u8; 8]; 8],
    lengths: [u8; 8],
    /// The ranks whose text is out of date, one bit each: a move changes one or two.
    stale: u8,
}

impl TextBoard {
    pub fn new(position: Chess) -> Self {
        let mut cells = [EMPTY; 64];
        for (square, piece) in position.board() {
            cells[square.to_usize()] = letter(piece);
        }
        Self { position, cells, ranks: [[0; 8]; 8], lengths: [0; 8], stale: !0 }
    }

    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// A hash of the position without its clocks.
    pub fn key(&self) -> u64 {
        key_of(&self.position)
    }

    pub fn is_black_to_move(&self) -> bool {
        self.position.turn().is_black()
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        let color = self.position.turn();
        let from_rank = m.from().map_or(0, |from| 1 << from.rank() as u8);
        self.stale |= from_rank | 1 << m.to().rank() as u8;
        match m {
            Move::Normal { from, to, promotion, .. } => {
                let placed = match promotion {
                    Some(role) => letter(Piece { color, role }),
                    None => self.cells[from.to_usize()],
                };
                self.cells[from.to_usize()] = EMPTY;
                self.cells[to.to_usize()] = placed;
            }
            Move::EnPassant { from, to } => {
                self.cells[to.to_usize()] = self.cells[from.to_usize()];
                self.cells[from.to_usize()] = EMPTY;
                self.cells[Square::from_coords(to.file(), from.rank()).to_usize()] = EMPTY;
            }
            Move::Castle { king, rook } => {
                let (king_to, rook_to) = if rook > king {
                    (king.to_usize() + 2, king.to_usize() + 1)
                } else {
                    (king.to_usize() - 2, king.to_usize() - 1)
                };
                self.cells[king.to_usize()] = EMPTY;
                self.cells[rook.to_usize()] = EMPTY;
                self.cells[king_to] = letter(Piece { color, role: Role::King });
                self.cells[rook_to] = letter(Piece { color, role: Role::Rook });
            }
            Move::Put { .. } => unreachable!("chess drops no pieces"),
        }
        self.position.play_unchecked(m);
    }

    /// Passes, with the clocks running as in python-chess; `None` if that is illegal.
    pub fn pass(&self) -> Option<Self> {
        let mut setup = self.position.to_setup(EnPassantMode::Always);
        if setup.turn == Color::Black {
            setup.fullmoves = setup.fullmoves.saturating_add(1);
        }
        setup.turn = !setup.turn;
        setup.ep_square = None;
        setup.halfmoves = setup.halfmoves.saturating_add(1);
        let position = Chess::from_setup(setup, CastlingMode::Standard).ok()?;
        Some(Self { position, ..self.clone() })
    }

    /// What a FEN says, with the en passant square only if a capture is legal.
    pub fn shape(&mut self) -> Shape {
        self.refresh();
        Shape {
            ranks: self.ranks,
            lengths: self.lengths,
            fields: Fields {
                turn: self.position.turn(),
                castling_rights: self.position.castles().castling_rights(),
                ep_square: self.position.ep_square(EnPassantMode::Legal),
                halfmoves: self.position.halfmoves(),
                fullmoves: NonZeroU32::get(self.position.fullmoves()),
            },
        }
    }

    /// Writes the ranks that have changed.
    fn refresh(&mut self) {
        while self.stale != 0 {
            let rank = self.stale.trailing_zeros() as usize;
            self.stale &= self.stale - 1;
            let cells = self.cells.as_chunks().0[rank];
            let (text, length) = rank_text(cells);
            (self.ranks[rank], self.lengths[rank]) = (text, length as u8);
        }
    }
}

/// A position in the parts of its FEN.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The text of each rank from the first to the eighth, with zeros behind it.
    pub ranks: [[u8; 8]; 8],
    pub lengths: [u8; 8],
    pub fields: Fields,
}

impl Shape {
    /// The FEN.
    pub fn fen(&self) -> Ascii {
        let mut text = self.board();
        text.push_fields(&self.fields);
        text
    }

    /// The FEN without its clocks.
    pub fn timeless(&self) -> Ascii {
        let mut text = self.board();
        text.push_flags(&self.fields);
        text
    }

    fn board(&self) -> Ascii {
        let mut text = Ascii::default();
        for (index, (rank, length)) in self.ranks.iter().zip(self.lengths).rev().enumerate() {
            if index > 0 {
                text.push(b'/');
            }
            text.push_part(*rank, length as usize);
        }
        text
    }
}

fn letter(piece: Piece) -> u8 {
    piece.char() as u8
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::fen::Fen;

    use super::*;

    fn fen(board: &mut TextBoard) -> String {
        board.shape().fen().as_str().to_owned()
    }

    proptest! {
        #[test]
        fn fen_is_that_of_shakmaty(choices in prop::collection::vec(any::<u16>(), 0..200), tricky: bool) {
            let start: Fen = if tricky {
                "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
            } else {
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 7 4294967295"
            }.parse().expect("FEN");
            let mut board = TextBoard::new(start.into_position(CastlingMode::Standard).expect("legal"));
            for choice in choices {
                let moves = board.position().legal_moves();
                let Some(m) = moves.get(choice as usize % moves.len().max(1)) else { break };
                board.play(*m);
                let expected = Fen::from_position(board.position(), EnPassantMode::Legal);
                prop_assert_eq!(fen(&mut board), expected.to_string());
            }
        }
    }

    #[test]
    fn pass_runs_the_clocks_and_forgets_en_passant() {
        let fens = [
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7", "4k3/8/8/8/3pP3/8/8/4K3 w - - 1 8"),
            ("4k3/8/8/8/8/8/8/4K2R w K - 5 7", "4k3/8/8/8/8/8/8/4K2R b K - 6 7"),
        ];
        for (before, after) in fens {
            let start: Fen = before.parse().expect("FEN");
            let mut board =
                TextBoard::new(start.into_position(CastlingMode::Standard).expect("legal"));
            assert_eq!(fen(&mut board), before);
            assert_eq!(fen(&mut board.pass().expect("legal")), after);
        }
        let start: Fen = "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1".parse().expect("FEN");
        let board = TextBoard::new(start.into_position(CastlingMode::Standard).expect("legal"));
        assert!(board.pass().is_none());
    }
}
