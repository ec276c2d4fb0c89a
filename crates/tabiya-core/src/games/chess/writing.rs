//! FEN written quickly, for there may be millions of positions to write.

use shakmaty::{Bitboard, Color, Square};

/// An empty square among the letters of pieces.
pub(crate) const EMPTY: u8 = b'.';

/// What stands in a FEN behind the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    pub turn: Color,
    pub castling_rights: Bitboard,
    pub ep_square: Option<Square>,
    pub halfmoves: u32,
    pub fullmoves: u32,
}

/// The rooks of the usual start, and what castling with them is called.
const CORNERS: [(Square, u8); 4] =
    [(Square::H1, b'K'), (Square::A1, b'Q'), (Square::H8, b'k'), (Square::A8, b'q')];

impl Fields {
    /// Whether the rooks that may castle stand where those of the usual start do, so that nothing
    /// else on the board matters for their names.
    pub fn has_corners_only(&self) -> bool {
        CORNERS.iter().fold(self.castling_rights, |rest, &(rook, _)| rest.without(rook)).is_empty()
    }

    /// A bit for each corner whose rook may castle.
    pub fn castling_bits(&self) -> u8 {
        let bit = |(index, (rook, _)): (usize, &(Square, u8))| {
            u8::from(self.castling_rights.contains(*rook)) << index
        };
        CORNERS.iter().enumerate().map(bit).sum()
    }
}

/// The rooks that may castle, by a bit for each corner.
pub(crate) fn castling_of_bits(bits: u8) -> Bitboard {
    let corners = CORNERS.iter().enumerate();
    corners.filter(|(index, _)| bits >> index & 1 == 1).map(|(_, (rook, _))| *rook).collect()
}

/// A short text under construction.
pub(crate) struct Ascii {
    /// Longer than any FEN: 72 of the board, 6 + 5 + 3 of the flags, 21 of the clocks.
    bytes: [u8; 128],
    length: usize,
}

impl Default for Ascii {
    fn default() -> Self {
        Self { bytes: [0; 128], length: 0 }
    }
}

impl Ascii {
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.length]).expect("all of it is ASCII")
    }

    pub fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// What stands on the squares a1, b1, … h8.
    pub fn push_board(&mut self, cells: &[u8; 64]) {
        for (index, rank) in cells.as_chunks::<8>().0.iter().rev().enumerate() {
            if index > 0 {
                self.push(b'/');
            }
            let (text, length) = rank_text(*rank);
            self.push_part(text, length);
        }
    }

    /// The first so many of eight bytes. All are copied, for that is one instruction; what is too
    /// much is overwritten.
    pub fn push_part(&mut self, text: [u8; 8], length: usize) {
        self.bytes[self.length..self.length + 8].copy_from_slice(&text);
        self.length += length;
    }

    /// The fields behind the board. Rooks that may castle stand in their corners.
    pub fn push_fields(&mut self, fields: &Fields) {
        self.push_flags(fields);
        self.push(b' ');
        self.push_number(fields.halfmoves);
        self.push(b' ');
        self.push_number(fields.fullmoves);
    }

    /// The fields that tell positions apart: all but the clocks.
    pub fn push_flags(&mut self, fields: &Fields) {
        self.push(b' ');
        self.push(if fields.turn.is_white() { b'w' } else { b'b' });
        self.push(b' ');
        if fields.castling_rights.is_empty() {
            self.push(b'-');
        }
        for (rook, letter) in CORNERS {
            if fields.castling_rights.contains(rook) {
                self.push(letter);
            }
        }
        self.push(b' ');
        match fields.ep_square {
            Some(square) => {
                self.push(b'a' + square.file() as u8);
                self.push(b'1' + square.rank() as u8);
            }
            None => self.push(b'-'),
        }
    }

    fn push_number(&mut self, number: u32) {
        let mut rest = number;
        let start = self.length;
        loop {
            self.push(b'0' + (rest % 10) as u8);
            rest /= 10;
            if rest == 0 {
                break;
            }
        }
        self.bytes[start..self.length].reverse();
    }
}

/// A rank as it stands in a FEN, and its length.
///
/// Without branches, for nobody can predict the men: a digit grows as long as squares are empty,
/// everything else is put behind it.
pub(crate) fn rank_text(cells: [u8; 8]) -> ([u8; 8], usize) {
    let mut text = [0; 8];
    let (mut length, mut last) = (0, EMPTY);
    for cell in cells {
        let is_empty = cell == EMPTY;
        let goes_on = is_empty & last.is_ascii_digit();
        let first = if is_empty { b'1' } else { cell };
        last = if goes_on { last + 1 } else { first };
        length += usize::from(!goes_on);
        text[(length - 1) % 8] = last;
    }
    (text, length)
}
