//! What is known of every game without reading its tags, in 24 bytes.

use crate::pgn::GameResult;

/// Bytes of a row in the store.
pub(super) const ROW_BYTES: usize = 24;

/// A game as the statistics see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its first slot: a game of n moves has n + 1 of them, one for each position.
    pub first: u32,
    /// How many slots it has.
    pub n_slots: u16,
    /// How it ended.
    pub result: GameResult,
    /// Whether it starts from another position than usual.
    pub has_start: bool,
    /// The ratings of White and Black, 0 if unknown.
    pub elo: [u16; 2],
    /// The date as a number, 19720711; 0 where unknown.
    pub date: u32,
    /// A hash of moves, players and year: games with the same one are the same game.
    pub fingerprint: u64,
}

impl Row {
    /// The slot behind its last one.
    pub fn end(&self) -> u32 {
        self.first + u32::from(self.n_slots)
    }

    pub(super) fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.first.to_le_bytes());
        out.extend(self.n_slots.to_le_bytes());
        out.push(self.result as u8);
        out.push(u8::from(self.has_start));
        out.extend(self.elo[0].to_le_bytes());
        out.extend(self.elo[1].to_le_bytes());
        out.extend(self.date.to_le_bytes());
        out.extend(self.fingerprint.to_le_bytes());
    }

    pub(super) fn read(bytes: &[u8; ROW_BYTES]) -> Self {
        let two = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let four = |at: usize| u32::from(two(at)) | u32::from(two(at + 2)) << 16;
        Self {
            first: four(0),
            n_slots: two(4),
            result: match bytes[6] {
                1 => GameResult::White,
                2 => GameResult::Draw,
                3 => GameResult::Black,
                _ => GameResult::Open,
            },
            has_start: bytes[7] != 0,
            elo: [two(8), two(10)],
            date: four(12),
            fingerprint: u64::from(four(16)) | u64::from(four(20)) << 32,
        }
    }
}
