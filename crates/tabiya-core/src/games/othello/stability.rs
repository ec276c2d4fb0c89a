//! Discs that can never be turned over again.
//!
//! A disc is held along a line if no move along it can turn anything there, or if a stable disc of
//! its colour stands next to it; held along all four lines, it is stable.
// CITE: Rosenbloom 1982 (Iago) for the notion; Delorme's Edax for edges, full lines and stable
// neighbours as the way to count.

use crate::games::bitboard::{FILE_A, FILE_H, high_files, low_files};

/// Squares by the kind of line along which nothing can turn them.
pub(crate) struct HeldLines {
    ranks: u64,
    files: u64,
    rising: u64,
    falling: u64,
}

const FIRST_AND_LAST_FILE: u64 = FILE_A | FILE_H;
const FIRST_AND_LAST_RANK: u64 = 0xff00_0000_0000_00ff;
const RIM: u64 = FIRST_AND_LAST_FILE | FIRST_AND_LAST_RANK;

impl HeldLines {
    /// The squares whose whole line is occupied.
    #[inline]
    pub fn full(discs: u64) -> Self {
        let mut ranks = discs & discs >> 4;
        ranks &= ranks >> 2;
        ranks &= ranks >> 1;
        let mut files = discs & discs.rotate_left(8);
        files &= files.rotate_left(16);
        files &= files.rotate_left(32);
        Self {
            ranks: (ranks & FILE_A) * 0xff,
            files,
            rising: full_diagonals::<9>(discs),
            falling: full_diagonals::<7>(discs),
        }
    }

    /// The squares whose whole line is occupied, and those where the line leaves the board.
    #[inline]
    pub fn full_or_at_the_rim(discs: u64) -> Self {
        let full = Self::full(discs);
        Self {
            ranks: full.ranks | FIRST_AND_LAST_FILE,
            files: full.files | FIRST_AND_LAST_RANK,
            rising: full.rising | RIM,
            falling: full.falling | RIM,
        }
    }

    /// The squares that are held along all four lines.
    #[inline]
    pub const fn on_all(&self) -> u64 {
        self.ranks & self.files & self.rising & self.falling
    }

    /// The stable discs that follow from those of `stable`, and are among `candidates` or these.
    ///
    /// Neighbours across the edge of the board are taken for neighbours, so squares of the rim must
    /// be held across it or be no candidates.
    #[inline]
    pub fn grow(&self, candidates: u64, mut stable: u64) -> u64 {
        loop {
            let held = (stable << 1 | stable >> 1 | self.ranks)
                & (stable << 8 | stable >> 8 | self.files)
                & (stable << 9 | stable >> 9 | self.rising)
                & (stable << 7 | stable >> 7 | self.falling);
            let grown = stable | (candidates & held);
            if grown == stable {
                return stable;
            }
            stable = grown;
        }
    }
}

/// Looks along the diagonals by one, two and four steps at once; what lies off the board counts
/// as occupied.
#[inline]
fn full_diagonals<const STEP: u32>(discs: u64) -> u64 {
    let mut back = discs & (discs << STEP | const { first_steps(STEP, 1) });
    let mut ahead = discs & (discs >> STEP | const { last_steps(STEP, 1) });
    back &= back << (2 * STEP) | const { first_steps(STEP, 2) };
    ahead &= ahead >> (2 * STEP) | const { last_steps(STEP, 2) };
    back &= back << (4 * STEP) | const { first_steps(STEP, 4) };
    ahead &= ahead >> (4 * STEP) | const { last_steps(STEP, 4) };
    back & ahead
}

/// The squares with fewer than `n` squares behind them on the diagonal.
const fn first_steps(step: u32, n: u32) -> u64 {
    let files = if step == 9 { low_files(n) } else { high_files(n) };
    files | ((1 << (8 * n)) - 1)
}

/// The squares with fewer than `n` squares ahead of them on the diagonal.
const fn last_steps(step: u32, n: u32) -> u64 {
    let files = if step == 9 { high_files(n) } else { low_files(n) };
    files | !0 << (64 - 8 * n)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::splitmix;

    #[test]
    fn test_full_lines_are_those_without_a_gap() {
        for i in 0..2000 {
            let discs = splitmix(4, i) | splitmix(5, i) | splitmix(6, i) | splitmix(7, i);
            let full = HeldLines::full(discs);
            for square in 0..64 {
                let is_full = |files: i32, ranks: i32| {
                    (-7..8).all(|step| {
                        let (file, rank) = (square % 8 + files * step, square / 8 + ranks * step);
                        !(0..8).contains(&file)
                            || !(0..8).contains(&rank)
                            || discs >> (rank * 8 + file) & 1 == 1
                    })
                };
                assert_eq!(full.ranks >> square & 1 == 1, is_full(1, 0));
                assert_eq!(full.files >> square & 1 == 1, is_full(0, 1));
                assert_eq!(full.rising >> square & 1 == 1, is_full(1, 1));
                assert_eq!(full.falling >> square & 1 == 1, is_full(-1, 1));
            }
        }
    }
}
