//! Rows packed into few bytes, for there may be more of them than a memory holds.
//!
//! A row is written as what differs from the one before: of a position the one or two ranks that a move
//! has changed, and of the rest mostly nothing.

use std::fmt;

use shakmaty::{Color, Square};

use super::label::{GameResult, Label, Score, Whose};
use super::labelled::{Record, Row};
use super::text_board::Shape;
use crate::games::chess::{Fields, castling_of_bits};

// What the first byte of a row tells.
const VARIATION: u8 = 1;
const NEW_GAME: u8 = 2;
const NEW_LABEL: u8 = 4;
const NEXT_PLY: u8 = 8;
const SAME_LINE: u8 = 16;
// What the byte behind the ranks tells, beside four bits of castling.
const BLACK: u8 = 16;
const EN_PASSANT: u8 = 32;

/// Bytes that are not rows as we write them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DamagedRows;

impl fmt::Display for DamagedRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "packed rows: expected them as they were written, found damage")
    }
}

impl std::error::Error for DamagedRows {}

/// What stands before the first row.
const BEFORE: Row = Row {
    record: Record {
        label: Label::Result(GameResult::Open),
        line: 0,
        ply: 0,
        variation: false,
        shape: Shape {
            ranks: [[0; 8]; 8],
            lengths: [0; 8],
            fields: Fields {
                turn: Color::White,
                castling_rights: shakmaty::Bitboard::EMPTY,
                ep_square: None,
                halfmoves: 0,
                fullmoves: 0,
            },
        },
    },
    game: -1,
    opening: 0,
    annotator: 0,
};

/// Packs rows one behind the other.
#[derive(Debug)]
pub struct Packer {
    bytes: Vec<u8>,
    names: Vec<String>,
    n_rows: usize,
    last: Row,
}

impl Default for Packer {
    fn default() -> Self {
        Self { bytes: Vec::new(), names: vec![String::new()], n_rows: 0, last: BEFORE }
    }
}

impl Packer {
    /// Appends the records of a game; results that stayed open are left out.
    pub fn append_game(&mut self, records: &[Record], game: i64, opening: u64, annotator: &str) {
        if records.is_empty() {
            return;
        }
        // Mostly it is the one before.
        let found = self.names.iter().rposition(|known| known == annotator);
        let annotator = found.unwrap_or_else(|| {
            self.names.push(annotator.to_owned());
            self.names.len() - 1
        }) as u32;
        for record in records {
            if record.label != Label::Result(GameResult::Open) {
                self.push(&Row { record: *record, game, opening, annotator });
            }
        }
    }

    fn push(&mut self, row: &Row) {
        let (new, old) = (&row.record, &self.last.record);
        let mut out = Short::default();
        let is_new_game = row.game != self.last.game;
        let is_new_label = new.label != old.label;
        let (is_next, is_same_line) = (new.ply == old.ply.wrapping_add(1), new.line == old.line);
        out.flags([
            (new.variation, VARIATION),
            (is_new_game, NEW_GAME),
            (is_new_label, NEW_LABEL),
            (is_next, NEXT_PLY),
            (is_same_line, SAME_LINE),
        ]);
        if is_new_game {
            out.number(row.game as u64);
            out.bytes(&row.opening.to_le_bytes());
            out.number(row.annotator.into());
        }
        if is_new_label {
            out.label(new.label);
        }
        if !is_next {
            out.number(new.ply.into());
        }
        if !is_same_line {
            out.number(new.line.wrapping_sub(old.line));
        }
        out.shape(&new.shape, &old.shape);
        self.bytes.extend_from_slice(&out.bytes[..out.length]);
        self.n_rows += 1;
        self.last = *row;
    }

    /// What has been packed; its games have numbers from this one on.
    pub fn piece(&self, first_game: i64) -> Piece<'_> {
        let names = self.names.iter().map(String::as_str).collect();
        Piece { first_game, names, n_rows: self.n_rows, bytes: &self.bytes }
    }
}

/// The bytes of a row under construction.
struct Short {
    /// Longer than any row.
    bytes: [u8; 192],
    length: usize,
}

impl Default for Short {
    fn default() -> Self {
        Self { bytes: [0; 192], length: 0 }
    }
}

impl Short {
    fn byte(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }

    /// A byte of those bits that are to be set.
    fn flags<const N: usize>(&mut self, flags: [(bool, u8); N]) {
        self.byte(flags.iter().map(|(is_set, bits)| u8::from(*is_set) * bits).sum());
    }

    fn bytes<const N: usize>(&mut self, bytes: &[u8; N]) {
        self.bytes[self.length..self.length + N].copy_from_slice(bytes);
        self.length += N;
    }

    /// Seven bits to a byte, the lowest first.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    fn label(&mut self, label: Label) {
        self.byte(label.kind());
        match label {
            Label::Symbol(value) => self.byte(value as u8),
            Label::Unclear => {}
            Label::Compensation { whose, ample } => {
                self.byte(whose as u8);
                self.byte(ample.into());
            }
            Label::Score(Score::Centipawns(value)) => {
                self.byte(0);
                self.bytes(&value.to_bits().to_le_bytes());
            }
            Label::Score(Score::Mate { white, moves }) => {
                self.byte(1 + u8::from(white));
                self.number(moves.into());
            }
            Label::Result(result) => self.byte(result as u8),
        }
    }

    fn shape(&mut self, new: &Shape, old: &Shape) {
        let mask_at = self.length;
        self.byte(0);
        let mut mask = 0;
        for rank in 0..8 {
            if new.ranks[rank] != old.ranks[rank] {
                mask |= 1 << rank;
                self.byte(new.lengths[rank]);
                // All eight are copied, for that is one instruction; what is too much is overwritten.
                self.bytes(&new.ranks[rank]);
                self.length -= 8 - new.lengths[rank] as usize;
            }
        }
        self.bytes[mask_at] = mask;
        let fields = &new.fields;
        self.flags([
            (true, fields.castling_bits()),
            (fields.turn.is_black(), BLACK),
            (fields.ep_square.is_some(), EN_PASSANT),
        ]);
        if let Some(square) = fields.ep_square {
            self.byte(square.to_usize() as u8);
        }
        self.number(fields.halfmoves.into());
        self.number(fields.fullmoves.into());
    }
}

/// Packed rows of some games, and what goes with them.
#[derive(Clone, Debug)]
pub struct Piece<'a> {
    pub first_game: i64,
    pub names: Vec<&'a str>,
    pub n_rows: usize,
    bytes: &'a [u8],
}

impl<'a> Piece<'a> {
    /// Appends the piece in a form that can be kept in a file.
    pub fn write_to(&self, out: &mut Vec<u8>) {
        let mut word = |word: u64| out.extend_from_slice(&word.to_le_bytes());
        word(self.first_game as u64);
        word(self.n_rows as u64);
        word(self.bytes.len() as u64);
        word(self.names.len() as u64);
        for name in &self.names {
            out.extend_from_slice(&(name.len() as u64).to_le_bytes());
            out.extend_from_slice(name.as_bytes());
        }
        out.extend_from_slice(self.bytes);
    }

    /// Reads pieces that stand one behind the other.
    pub fn read_all(bytes: &'a [u8]) -> Result<Vec<Self>, DamagedRows> {
        let mut rest = Rest(bytes);
        let mut pieces = Vec::new();
        while !rest.0.is_empty() {
            pieces.push(Self::read(&mut rest).ok_or(DamagedRows)?);
        }
        Ok(pieces)
    }

    fn read(rest: &mut Rest<'a>) -> Option<Self> {
        let [first_game, n_rows, n_bytes, n_names] =
            [rest.word()?, rest.word()?, rest.word()?, rest.word()?];
        let mut names = Vec::new();
        for _ in 0..n_names {
            let n_bytes = rest.word()?;
            names.push(str::from_utf8(rest.take(n_bytes)?).ok()?);
        }
        let bytes = rest.take(n_bytes)?;
        if n_rows > n_bytes {
            return None;
        }
        Some(Self { first_game: first_game as i64, names, n_rows: n_rows as usize, bytes })
    }

    /// Its rows in their order.
    pub fn rows(&self) -> Rows<'a> {
        Rows { rest: Rest(self.bytes), first_game: self.first_game, game: -1, row: BEFORE }
    }
}

/// Rows that are read one after the other.
pub struct Rows<'a> {
    rest: Rest<'a>,
    first_game: i64,
    /// The number of the game within its piece.
    game: i64,
    row: Row,
}

impl Rows<'_> {
    /// The next row, if there is one.
    pub fn next(&mut self) -> Result<Option<&Row>, DamagedRows> {
        if self.rest.0.is_empty() {
            return Ok(None);
        }
        self.step().ok_or(DamagedRows)?;
        Ok(Some(&self.row))
    }

    fn step(&mut self) -> Option<()> {
        let (rest, row) = (&mut self.rest, &mut self.row);
        let head = rest.byte()?;
        row.record.variation = head & VARIATION != 0;
        if head & NEW_GAME != 0 {
            self.game = rest.number()? as i64;
            row.opening = rest.word()?;
            row.annotator = rest.number()? as u32;
        }
        row.game = self.first_game.wrapping_add(self.game);
        if head & NEW_LABEL != 0 {
            row.record.label = rest.label()?;
        }
        row.record.ply = match head & NEXT_PLY {
            0 => rest.number()? as u32,
            _ => row.record.ply.wrapping_add(1),
        };
        if head & SAME_LINE == 0 {
            row.record.line = row.record.line.wrapping_add(rest.number()?);
        }
        rest.shape(&mut row.record.shape)
    }
}

/// Bytes that are still to be read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn take(&mut self, n_bytes: u64) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(usize::try_from(n_bytes).ok()?)?;
        self.0 = rest;
        Some(taken)
    }

    fn word(&mut self) -> Option<u64> {
        let (word, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*word))
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn label(&mut self) -> Option<Label> {
        Some(match self.byte()? {
            0 => Label::Symbol(self.byte()? as i8),
            1 => Label::Unclear,
            2 => {
                let whose = [Whose::Unsaid, Whose::White, Whose::Black];
                let whose = *whose.get(self.byte()? as usize)?;
                Label::Compensation { whose, ample: self.byte()? == 1 }
            }
            3 => Label::Score(match self.byte()? {
                0 => Score::Centipawns(f64::from_bits(self.word()?)),
                side => Score::Mate { white: side == 2, moves: self.number()? as u32 },
            }),
            4 => {
                use GameResult::{Black, Draw, Open, White};
                Label::Result(*[Open, White, Draw, Black].get(self.byte()? as usize)?)
            }
            _ => return None,
        })
    }

    fn shape(&mut self, shape: &mut Shape) -> Option<()> {
        let mut mask = self.byte()?;
        while mask != 0 {
            let rank = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            let length = self.byte()?;
            let text = self.take(length.into())?;
            if !text.is_ascii() {
                return None;
            }
            shape.ranks[rank] = [0; 8];
            shape.ranks[rank].get_mut(..text.len())?.copy_from_slice(text);
            shape.lengths[rank] = length;
        }
        let flags = self.byte()?;
        shape.fields = Fields {
            turn: if flags & BLACK == 0 { Color::White } else { Color::Black },
            castling_rights: castling_of_bits(flags),
            ep_square: match flags & EN_PASSANT {
                0 => None,
                _ => Some(Square::new(u32::from(self.byte()? & 63))),
            },
            halfmoves: self.number()? as u32,
            fullmoves: self.number()? as u32,
        };
        Some(())
    }
}
