//! The 46 lines of the board: how many pieces stand on each and how far that lets a piece jump.

use crate::games::bitboard::{DIAGONALS, FILE_A, gather_diagonal, gather_file_a};

/// The number of pieces on every line, four bits each: 8 ranks and 8 files in the first word, 15
/// rising diagonals in the second, 15 falling ones in the third.
///
/// A move changes at most eight of them, and reading one is cheaper than counting pieces on
/// processors whose count instruction the build may not assume.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineCounts([u64; 3]);

impl LineCounts {
    /// Counts the pieces on these squares.
    pub fn of(mut occupied: u64) -> Self {
        let mut counts = Self([0; 3]);
        while occupied != 0 {
            counts.add(occupied.trailing_zeros());
            occupied &= occupied - 1;
        }
        counts
    }

    /// One more piece.
    #[inline]
    pub fn add(&mut self, square: u32) {
        let [rank, file, rising, falling] = shifts(square);
        self.0[0] = self.0[0].wrapping_add(1 << rank).wrapping_add(1 << file);
        self.0[1] = self.0[1].wrapping_add(1 << rising);
        self.0[2] = self.0[2].wrapping_add(1 << falling);
    }

    /// One piece less.
    #[inline]
    pub fn remove(&mut self, square: u32) {
        let [rank, file, rising, falling] = shifts(square);
        self.0[0] = self.0[0].wrapping_sub(1 << rank).wrapping_sub(1 << file);
        self.0[1] = self.0[1].wrapping_sub(1 << rising);
        self.0[2] = self.0[2].wrapping_sub(1 << falling);
    }

    /// The squares that a piece of `own` on `square` can move to.
    ///
    /// Each line's enemies are gathered into a byte, and the answer is spread over the line again.
    #[inline]
    pub fn targets(&self, square: u32, own: u64, enemy: u64) -> u64 {
        let (file, rank) = (square % 8, square / 8 % 8);
        let [rising, falling] = DIAGONALS[(square % 64) as usize];
        let shifts = shifts(square);
        let jump = |line: usize, at: u32, enemies: u64| {
            let count = self.0[WORDS[line]] >> shifts[line] & 7;
            JUMPS[count as usize][at as usize][enemies as usize & 255] as u64
        };
        let on_rank = jump(0, file, enemy >> (8 * rank)) << (8 * rank);
        let on_file = jump(1, rank, gather_file_a(enemy >> file));
        let on_file = (on_file.wrapping_mul(SPREAD_FILE) & FILE_A) << file;
        let on_rising = jump(2, file, gather_diagonal(enemy & rising));
        let on_rising = on_rising.wrapping_mul(FILE_A) & rising;
        let on_falling = jump(3, file, gather_diagonal(enemy & falling));
        let on_falling = on_falling.wrapping_mul(FILE_A) & falling;
        (on_rank | on_file | on_rising | on_falling) & !own
    }
}

/// Which word holds the counts of ranks, files, rising and falling diagonals.
const WORDS: [usize; 4] = [0, 0, 1, 2];

/// Where the counts of the four lines through a square begin.
#[inline]
fn shifts(square: u32) -> [u32; 4] {
    let (file, rank) = (square % 8, square / 8 % 8);
    [4 * rank, 32 + 4 * file, 4 * (7 + file - rank), 4 * (file + rank)]
}

/// As a factor, turns a byte in which not both ends are set into the a-file and bits elsewhere.
const SPREAD_FILE: u64 = 0x0002_0408_1020_4081;

/// On one line: the squares that a piece reaches, by the pieces on the line, its own place and the
/// places of the enemies. A count of 8, stored as 0, leads off the board.
static JUMPS: [[[u8; 256]; 8]; 8] = jumps();

const fn jumps() -> [[[u8; 256]; 8]; 8] {
    let mut jumps = [[[0; 256]; 8]; 8];
    let mut i = 1 << 11;
    while i < 8 << 11 {
        let (count, at, enemies) = (i >> 11, i >> 8 & 7, i & 255);
        if at + count < 8 && enemies & between(at, at + count) == 0 {
            jumps[count][at][enemies] |= 1 << (at + count);
        }
        if at >= count && enemies & between(at - count, at) == 0 {
            jumps[count][at][enemies] |= 1 << (at - count);
        }
        i += 1;
    }
    jumps
}

/// The places strictly between two places of a line, `low < high`.
const fn between(low: usize, high: usize) -> usize {
    (1 << high) - (2 << low)
}
