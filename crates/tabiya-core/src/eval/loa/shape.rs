//! The shape of one side's pieces: how near together they are, how near the centre, how solid.

use super::lines::{PLACES, RINGS, Sums};
use crate::games::bitboard::{FILE_A, FILE_H};

/// The pieces of one side with their sums.
pub(super) struct Shape {
    pieces: u64,
    n: i32,
    /// Sums of the files and of the ranks, a1 being (0, 0); the centre of mass times `n`.
    files: i32,
    ranks: i32,
    rings: i32,
}

impl Shape {
    #[inline]
    pub fn new(pieces: u64, sums: &Sums) -> Self {
        let places = i32::from(sums[PLACES]);
        Self {
            pieces,
            n: pieces.count_ones() as i32,
            files: places % 256,
            ranks: places / 256,
            rings: i32::from(sums[RINGS]),
        }
    }

    /// A thousand over one plus the mean surplus distance: the sum of the distances to the centre of
    /// mass, less the least sum for so many pieces, divided by their number.
    ///
    /// Distances are king's moves to the exact centre of mass, not to the square it lies on, so that
    /// mirrored boards are worth the same. The one below the line stands for a surplus of zero, or
    /// less, which an inverse could not express.
    // CITE: Winands, Uiterwijk and Van den Herik 2001; the least sums are theirs.
    #[inline]
    pub fn concentration(&self) -> i32 {
        const LEAST: [i32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];
        let Self { n, files, ranks, .. } = *self;
        let mut distances = 0;
        let mut left = self.pieces;
        while left != 0 {
            let square = left.trailing_zeros() as i32;
            left &= left - 1;
            let across = (n * (square % 8) - files).abs();
            let along = (n * (square / 8) - ranks).abs();
            distances += across.max(along);
        }
        // In nths of a square.
        let surplus = (distances - n * LEAST[n as usize % 13]).max(0);
        1000 * n * n / (n * n + surplus).max(1)
    }

    /// How far the centre of mass is from the middle of the board, over files and ranks, in
    /// hundredths of a square.
    #[inline]
    pub fn remoteness(&self) -> i32 {
        let twice = (2 * self.files - 7 * self.n).abs() + (2 * self.ranks - 7 * self.n).abs();
        self.divide(50 * twice)
    }

    /// The mean distance of the pieces to the nearest edge, in hundredths of a square.
    #[inline]
    pub fn centralisation(&self) -> i32 {
        self.divide(100 * self.rings)
    }

    /// The mean number of pieces next to a piece, in hundredths.
    #[inline]
    pub fn connectedness(&self) -> i32 {
        let p = self.pieces;
        let beside = p & (p << 1 & !FILE_A);
        let above = p & p << 8;
        let rising = p & (p << 9 & !FILE_A);
        let falling = p & (p << 7 & !FILE_H);
        let pairs = [beside, above, rising, falling].map(u64::count_ones).iter().sum::<u32>();
        self.divide(200 * pairs as i32)
    }

    /// How many squares of 2x2 hold three or four of the pieces, with their middle at most two squares
    /// from the centre of mass.
    // CITE: Winands, Uiterwijk and Van den Herik 2001, after Gray 1971.
    #[inline]
    pub fn quads(&self) -> i32 {
        let a = self.pieces;
        let b = a >> 1 & !FILE_H;
        let (c, d) = (a >> 8, b >> 8);
        let solid = (a & b & (c | d)) | (c & d & (a | b));
        (solid & self.near()).count_ones() as i32
    }

    /// The lower left squares of the 2x2 squares near the centre of mass.
    #[inline]
    fn near(&self) -> u64 {
        let [left, right] = self.window(self.files);
        let [bottom, top] = self.window(self.ranks);
        let files = (255_u64 << left & 255 >> (7 - right)) * FILE_A;
        files & u64::MAX << (8 * bottom) & u64::MAX >> (8 * (7 - top))
    }

    /// The files, or ranks, `i` for which `i + 1/2` is at most two from the centre of mass.
    #[inline]
    fn window(&self, sum: i32) -> [i32; 2] {
        // From centre - 5/2, rounded up, to centre + 3/2, rounded down.
        let first = self.divide((2 * sum - 3 * self.n - 1).max(0)) / 2;
        let last = self.divide(2 * sum + 3 * self.n) / 2;
        [first, last.min(7)]
    }

    /// The area of the smallest rectangle that holds all pieces, in squares.
    // CITE: Winands and Van den Herik, uniformity.
    #[inline]
    pub fn area(&self) -> i32 {
        let mut files = self.pieces | self.pieces >> 32;
        files |= files >> 16;
        let files = (files | files >> 8) as u8;
        let width = 8 - files.leading_zeros() - files.trailing_zeros();
        let height = 8 - self.pieces.leading_zeros() / 8 - self.pieces.trailing_zeros() / 8;
        (width * height) as i32
    }

    /// A number below 80,000, divided by the number of pieces and rounded down.
    #[inline]
    fn divide(&self, number: i32) -> i32 {
        ((i64::from(number) * RECIPROCALS[self.n as usize % 13]) >> 20) as i32
    }
}

/// 2²⁰ divided by the number of pieces, rounded up.
static RECIPROCALS: [i64; 13] = reciprocals();

const fn reciprocals() -> [i64; 13] {
    let mut reciprocals = [0; 13];
    let mut n = 1;
    while n < 13 {
        reciprocals[n] = (1 << 20) / n as i64 + 1;
        n += 1;
    }
    reciprocals
}

/// The Euler number of a set of squares: the connected parts, diagonal neighbours counting as
/// connected, less the holes in them. Above one it proves that the squares are not connected.
///
/// It is counted in quads, the 81 squares of 2x2 that overlap the board: those with one square of
/// the set, less those with three, less twice those with two that touch at a corner, by four.
///
/// ```
/// use tabiya_core::eval::loa::euler_number;
///
/// assert_eq!(euler_number(0x0201), 1); // a1 and b2
/// assert_eq!(euler_number(0x0401), 2); // a1 and c2
/// assert_eq!(euler_number(0x0007_0507), 0); // a ring
/// ```
// CITE: Gray 1971; for Lines of Action, Winands, Uiterwijk and Van den Herik 2001.
pub fn euler_number(squares: u64) -> i32 {
    let rank = |i: u32| if (1..9).contains(&i) { (squares >> (8 * (i - 1)) & 255) << 1 } else { 0 };
    let quads_above = |i: u32| {
        let (a, b) = (rank(i), rank(i + 1));
        let (c, d) = (a >> 1, b >> 1);
        let odd = a ^ b ^ c ^ d;
        let many = (a & b) | (c & d) | (a & c) | (b & d);
        let one = (odd & !many).count_ones() as i32;
        let three = (odd & many).count_ones() as i32;
        let crossed = ((a & d & !b & !c) | (b & c & !a & !d)).count_ones() as i32;
        one - three - 2 * crossed
    };
    (0..9).map(quads_above).sum::<i32>() / 4
}
