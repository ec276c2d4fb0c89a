//! Reading the bytes that the compiler of the chunk language writes.

use std::error::Error;
use std::fmt;

use super::expression::{Condition, Kind, Number, Ordering, PinPart, Slots, Squares};
use super::facts::result_of_code;

/// Bytes that are not a compiled chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseProgramError {
    /// Where.
    pub offset: usize,
    /// What should stand there.
    pub expected: &'static str,
}

impl fmt::Display for ParseProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "compiled chunk, byte {}: expected {}", self.offset, self.expected)
    }
}

impl Error for ParseProgramError {}

/// Deeper than any person writes, and shallow enough for every stack.
const DEEPEST: usize = 200;

/// A place in the bytes.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
    depth: usize,
}

type Read<T> = Result<T, ParseProgramError>;

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0, depth: 0 }
    }

    pub(super) fn is_done(&self) -> bool {
        self.offset == self.bytes.len()
    }

    pub(super) fn error(&self, expected: &'static str) -> ParseProgramError {
        ParseProgramError { offset: self.offset, expected }
    }

    fn take<const N: usize>(&mut self) -> Read<[u8; N]> {
        let Some(taken) = self.bytes.get(self.offset..self.offset + N) else {
            return Err(self.error("more bytes"));
        };
        self.offset += N;
        Ok(taken.try_into().expect("as many as were asked for"))
    }

    pub(super) fn u8(&mut self) -> Read<u8> {
        Ok(self.take::<1>()?[0])
    }

    pub(super) fn u16(&mut self) -> Read<u16> {
        Ok(u16::from_le_bytes(self.take()?))
    }

    fn i32(&mut self) -> Read<i32> {
        Ok(i32::from_le_bytes(self.take()?))
    }

    fn u64(&mut self) -> Read<u64> {
        Ok(u64::from_le_bytes(self.take()?))
    }

    fn flag(&mut self) -> Read<bool> {
        Ok(self.u8()? != 0)
    }

    /// One level deeper.
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<T> {
        if self.depth == DEEPEST {
            return Err(self.error("fewer parentheses within parentheses"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    pub(super) fn condition(&mut self) -> Read<Condition> {
        self.nested(Self::condition_here)
    }

    fn condition_here(&mut self) -> Read<Condition> {
        Ok(match self.u8()? {
            b'&' => Condition::And(self.conditions()?),
            b'|' => Condition::Or(self.conditions()?),
            b'!' => Condition::Not(Box::new(self.condition()?)),
            b'?' => Condition::Any(self.squares()?),
            b'c' => {
                let ordering = self.ordering()?;
                Condition::Compare(ordering, self.number()?, self.number()?)
            }
            b't' => Condition::BlackToMove(self.flag()?),
            b'k' => Condition::Castling(self.u8()?),
            b'r' => {
                let result = result_of_code(self.u8()?);
                Condition::Result(result.ok_or_else(|| self.error("a result"))?)
            }
            b'+' => Condition::Check,
            b'o' => Condition::Optional(Box::new(self.condition()?)),
            b'n' => {
                let ordering = self.ordering()?;
                let count = self.u8()?;
                Condition::HowMany(ordering, count, self.conditions()?)
            }
            _ => return Err(self.error("a condition")),
        })
    }

    fn conditions(&mut self) -> Read<Vec<Condition>> {
        (0..self.u16()?).map(|_| self.condition()).collect()
    }

    fn ordering(&mut self) -> Read<Ordering> {
        const TABLE: [Ordering; 6] = [
            Ordering::Less,
            Ordering::AtMost,
            Ordering::Equal,
            Ordering::Unequal,
            Ordering::AtLeast,
            Ordering::More,
        ];
        let index = self.u8()?;
        TABLE.get(usize::from(index)).copied().ok_or_else(|| self.error("a comparison"))
    }

    fn boxed_squares(&mut self) -> Read<Box<Squares>> {
        self.squares().map(Box::new)
    }

    fn squares(&mut self) -> Read<Squares> {
        self.nested(Self::squares_here)
    }

    fn squares_here(&mut self) -> Read<Squares> {
        Ok(match self.u8()? {
            b'p' => Squares::Pieces(Slots(self.u16()?), self.u64()?),
            b'f' => Squares::Fixed(self.u64()?),
            b'>' => {
                let own = self.flag()?;
                Squares::Attackers(self.boxed_squares()?, self.boxed_squares()?, own)
            }
            b'<' => {
                let own = self.flag()?;
                Squares::Attacked(self.boxed_squares()?, self.boxed_squares()?, own)
            }
            b'x' => {
                let part = self.pin_part()?;
                let parts = [self.squares()?, self.squares()?, self.squares()?];
                Squares::Pin(part, Box::new(parts))
            }
            b'k' => Squares::Kind(self.kind()?, self.boxed_squares()?),
            b'*' => Squares::Both(self.boxed_squares()?, self.boxed_squares()?),
            b'+' => Squares::Either(self.boxed_squares()?, self.boxed_squares()?),
            b'-' => Squares::Without(self.boxed_squares()?, self.boxed_squares()?),
            _ => return Err(self.error("a set of squares")),
        })
    }

    fn pin_part(&mut self) -> Read<PinPart> {
        const TABLE: [PinPart; 3] = [PinPart::From, PinPart::Through, PinPart::To];
        let index = self.u8()?;
        TABLE.get(usize::from(index)).copied().ok_or_else(|| self.error("a part of a pin"))
    }

    fn kind(&mut self) -> Read<Kind> {
        const TABLE: [Kind; 6] = [
            Kind::Passed,
            Kind::Isolated,
            Kind::Backward,
            Kind::Doubled,
            Kind::Connected,
            Kind::Outpost,
        ];
        let index = self.u8()?;
        TABLE.get(usize::from(index)).copied().ok_or_else(|| self.error("a kind of pawn"))
    }

    fn number(&mut self) -> Read<Number> {
        self.nested(Self::number_here)
    }

    fn number_here(&mut self) -> Read<Number> {
        Ok(match self.u8()? {
            b'i' => Number::Constant(self.i32()?),
            b'#' => Number::Count(self.squares()?),
            b'$' => Number::Power(self.squares()?),
            b'y' => Number::Ply,
            b'm' => Number::FullMove,
            b'+' => Number::Sum(Box::new(self.number()?), Box::new(self.number()?)),
            b'-' => Number::Difference(Box::new(self.number()?), Box::new(self.number()?)),
            _ => return Err(self.error("a number")),
        })
    }
}
