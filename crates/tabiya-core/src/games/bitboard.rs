//! Sets of squares as 64 bits: a1 is the lowest, b1 the next, … h8 the highest.
//!
//! What all games need of them; what only one needs lives in its folder.

/// The a-file. As a factor, it drops a diagonal onto the top rank, and lifts a rank onto all ranks.
pub const FILE_A: u64 = 0x0101_0101_0101_0101;
/// The h-file.
pub const FILE_H: u64 = FILE_A << 7;

/// All files but these two: from there a step to either side stays on the board.
pub const INNER_FILES: u64 = !(FILE_A | FILE_H);

/// The first `n` files.
pub const fn low_files(n: u32) -> u64 {
    FILE_A * ((1 << n) - 1)
}

/// The last `n` files.
pub const fn high_files(n: u32) -> u64 {
    low_files(n) << (8 - n)
}

/// The squares left and right of these.
#[inline]
pub const fn beside(squares: u64) -> u64 {
    squares << 1 & !FILE_A | squares >> 1 & !FILE_H
}

/// The squares a king's step from any of these, which may be among them.
#[inline]
pub const fn neighbours(squares: u64) -> u64 {
    let sides = beside(squares);
    let rows = squares | sides;
    sides | rows << 8 | rows >> 8
}

/// All squares above these on their files, which may be among them.
#[inline]
pub const fn above(squares: u64) -> u64 {
    let squares = squares << 8;
    let squares = squares | squares << 8;
    let squares = squares | squares << 16;
    squares | squares << 32
}

/// All squares below these on their files, which may be among them.
#[inline]
pub const fn below(squares: u64) -> u64 {
    let squares = squares >> 8;
    let squares = squares | squares >> 8;
    let squares = squares | squares >> 16;
    squares | squares >> 32
}

/// The squares of a set, lowest first.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

/// What stands on the a-file, as a byte, a1 lowest.
#[inline]
pub const fn gather_file_a(set: u64) -> u64 {
    (set & FILE_A).wrapping_mul(GATHER) >> 56
}

/// As a factor, turns the a-file into the top rank, a1 lowest.
const GATHER: u64 = 0x0102_0408_1020_4080;

/// What stands on a diagonal, as a byte, the a-file lowest: the set must hold nothing else.
#[inline]
pub const fn gather_diagonal(set: u64) -> u64 {
    set.wrapping_mul(FILE_A) >> 56
}

/// The rising and the falling diagonal through each square, the square included.
pub static DIAGONALS: [[u64; 2]; 64] = {
    let mut diagonals = [[0; 2]; 64];
    let mut pair = 0;
    while pair < 64 * 64 {
        let (i, j) = (pair / 64, pair % 64);
        if i / 8 + j % 8 == j / 8 + i % 8 {
            diagonals[i][0] |= 1 << j;
        }
        if i / 8 + i % 8 == j / 8 + j % 8 {
            diagonals[i][1] |= 1 << j;
        }
        pair += 1;
    }
    diagonals
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::splitmix;

    #[test]
    fn neighbours_and_sides_are_those_of_coordinates() {
        for i in 0..200 {
            let set = splitmix(1, i) & splitmix(2, i) & splitmix(3, i);
            for square in 0..64_i32 {
                let is_near = |ranks: i32| {
                    squares(set).any(|other| {
                        let other = i32::from(other);
                        let (files, rows) = (other % 8 - square % 8, other / 8 - square / 8);
                        other != square && files.abs() <= 1 && rows.abs() <= ranks
                    })
                };
                let is_beyond = |sign: i32| {
                    squares(set).any(|other| {
                        let other = i32::from(other);
                        other % 8 == square % 8 && sign * (square - other) > 0
                    })
                };
                assert_eq!(above(set) >> square & 1 == 1, is_beyond(1));
                assert_eq!(below(set) >> square & 1 == 1, is_beyond(-1));
                assert_eq!(neighbours(set) >> square & 1 == 1, is_near(1));
                assert_eq!(beside(set) >> square & 1 == 1, is_near(0));
            }
        }
    }

    #[test]
    fn files_and_diagonals_are_gathered_in_order() {
        for i in 0..500 {
            let set = splitmix(4, i);
            let file: u64 = (0..8).map(|rank| (set >> (8 * rank) & 1) << rank).sum();
            assert_eq!(gather_file_a(set), file);
            let square = (splitmix(5, i) % 64) as usize;
            for (diagonal, sign) in DIAGONALS[square].into_iter().zip([1, -1]) {
                let expected: u64 = (0..8_i32)
                    .filter_map(|file| {
                        let rank = square as i32 / 8 + sign * (file - square as i32 % 8);
                        let at = u32::try_from(8 * rank + file).ok().filter(|_| rank < 8)?;
                        Some((set >> at & 1) << file)
                    })
                    .sum();
                assert_eq!(gather_diagonal(set & diagonal), expected);
            }
        }
    }
}
