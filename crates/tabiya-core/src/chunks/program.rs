//! A compiled chunk: its readings, one per mirror and parameter, and what they find.

use super::decode::{ParseProgramError, Reader};
use super::expression::{Condition, Squares};
use super::facts::Facts;

/// Mirrors of a chunk: bit 0 swaps the colours, bit 1 the wings; 0 is the chunk as written.
pub const MIRRORS: usize = 4;

const MAGIC: [u8; 3] = *b"CH\x01";

/// A chunk, ready to be matched.
#[derive(Clone, Debug)]
pub struct Program {
    readings: Vec<Reading>,
}

/// A chunk through one mirror, with one choice of its parameters.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The mirror, below [`MIRRORS`].
    pub mirror: u8,
    /// Which choice of parameters, counted from 0.
    pub instance: u16,
    tests: Vec<Test>,
    rest: Vec<Condition>,
    whole: Condition,
}

/// A test of one bitboard.
#[derive(Clone, Copy, Debug)]
struct Test {
    mask: u64,
    slot: u8,
    want: Want,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Want {
    All,
    Some,
    None,
}

impl Program {
    /// Reads what the compiler wrote.
    ///
    /// # Errors
    /// If the bytes are not a compiled chunk of this version.
    pub fn decode(bytes: &[u8]) -> Result<Self, ParseProgramError> {
        let mut reader = Reader::new(bytes);
        for byte in MAGIC {
            if reader.u8()? != byte {
                return Err(reader.error("a chunk compiled by this version"));
            }
        }
        let count = reader.u16()?;
        let mut readings = Vec::with_capacity(usize::from(count));
        for _ in 0..count {
            let mirror = reader.u8()?;
            if usize::from(mirror) >= MIRRORS {
                return Err(reader.error("one of four mirrors"));
            }
            let instance = reader.u16()?;
            readings.push(Reading::new(mirror, instance, reader.condition()?));
        }
        if !reader.is_done() {
            return Err(reader.error("the end"));
        }
        Ok(Self { readings })
    }

    /// The mirrors that stand: bit m for mirror m.
    #[inline]
    pub fn matches(&self, facts: &Facts) -> u8 {
        let mut mirrors = 0;
        for reading in &self.readings {
            if reading.matches(facts) {
                mirrors |= 1 << reading.mirror;
            }
        }
        mirrors
    }

    /// Every reading that stands, with the squares of its pieces.
    pub fn standing<'a>(&'a self, facts: &'a Facts) -> impl Iterator<Item = (&'a Reading, u64)> {
        self.readings.iter().filter_map(|reading| Some((reading, reading.found(facts)?)))
    }
}

impl Reading {
    fn new(mirror: u8, instance: u16, whole: Condition) -> Self {
        let mut split = Split::default();
        split.add(&whole);
        let mut tests = split.tests;
        tests.sort_by_key(Test::likelihood);
        Self { mirror, instance, tests, rest: split.rest, whole }
    }

    /// Whether it stands.
    #[inline]
    pub fn matches(&self, facts: &Facts) -> bool {
        self.tests.iter().all(|test| test.holds(facts))
            && self.rest.iter().all(|condition| condition.holds(facts))
    }

    /// The squares of its pieces, if it stands.
    pub fn found(&self, facts: &Facts) -> Option<u64> {
        if self.matches(facts) { self.whole.pieces(facts) } else { None }
    }
}

/// A conjunction taken apart into tests of one bitboard each and the rest.
#[derive(Default)]
struct Split {
    tests: Vec<Test>,
    rest: Vec<Condition>,
}

impl Split {
    fn add(&mut self, condition: &Condition) {
        match condition {
            Condition::And(parts) => parts.iter().for_each(|part| self.add(part)),
            Condition::Optional(_) => {}
            Condition::Any(Squares::Pieces(slots, mask)) if slots.single().is_some() => {
                let slot = slots.single().expect("asked just now") as u8;
                let want = if mask.is_power_of_two() { Want::All } else { Want::Some };
                self.test(Test { mask: *mask, slot, want });
            }
            Condition::Not(inner) => match inner.as_ref() {
                Condition::Any(Squares::Pieces(slots, mask)) if slots.single().is_some() => {
                    let slot = slots.single().expect("asked just now") as u8;
                    self.test(Test { mask: *mask, slot, want: Want::None });
                }
                _ => self.rest.push(condition.clone()),
            },
            _ => self.rest.push(condition.clone()),
        }
    }

    /// Adds a test, joined with another of the same bitboard where one can do for both.
    fn test(&mut self, test: Test) {
        let same = self.tests.iter_mut().find(|other| {
            (other.slot, other.want) == (test.slot, test.want) && test.want != Want::Some
        });
        match same {
            Some(other) => other.mask |= test.mask,
            None => self.tests.push(test),
        }
    }
}

impl Test {
    #[inline]
    fn holds(&self, facts: &Facts) -> bool {
        let found = facts.slots[usize::from(self.slot & 15)] & self.mask;
        match self.want {
            Want::All => found == self.mask,
            Want::Some => found != 0,
            Want::None => found == 0,
        }
    }

    /// A guess that is only good for ordering: pieces on many squares at once, and far from where
    /// the game begins, are rare.
    fn likelihood(&self) -> u32 {
        const HOME: u64 = 0xffff_0000_0000_ffff;
        let size = self.mask.count_ones();
        let home = (self.mask & HOME).count_ones();
        match self.want {
            Want::All => 40u32.saturating_sub(10 * size.min(4)) + 2 * home.min(10),
            Want::Some => 50 + size,
            Want::None => 200u32.saturating_sub(size),
        }
    }
}
