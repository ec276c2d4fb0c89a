//! Bitboards of whole files, ranks and neighbourhoods, for both colours.

pub use crate::games::bitboard::beside;
use crate::games::bitboard::{self, FILE_A};

pub const WHITE: usize = 0;

pub const fn file(square: usize) -> u64 {
    FILE_A << (square % 8)
}

/// One step forward.
pub const fn forward(us: usize, squares: u64) -> u64 {
    if us == WHITE { squares << 8 } else { squares >> 8 }
}

/// All squares ahead, on the same files.
pub const fn fill_forward(us: usize, squares: u64) -> u64 {
    if us == WHITE { bitboard::above(squares) } else { bitboard::below(squares) }
}

/// The squares that pawns attack.
pub const fn pawn_attacks(us: usize, pawns: u64) -> u64 {
    beside(forward(us, pawns))
}

/// The rank from our side, 0 to 7.
pub const fn rank(us: usize, square: usize) -> usize {
    if us == WHITE { square / 8 } else { 7 - square / 8 }
}

/// The square as it would be if we were White.
pub const fn relative(us: usize, square: usize) -> usize {
    if us == WHITE { square } else { square ^ 0x38 }
}

/// All squares of one rank from our side.
pub const fn rank_mask(us: usize, rank: usize) -> u64 {
    0xff << (8 * if us == WHITE { rank } else { 7 - rank })
}

/// Steps of a king between two squares.
#[inline]
pub fn steps(a: usize, b: usize) -> i32 {
    i32::from(STEPS[a & 63][b & 63])
}

static STEPS: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut pair: usize = 0;
    while pair < 64 * 64 {
        let (a, b) = (pair / 64, pair % 64);
        let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        table[a][b] = if files > ranks { files } else { ranks } as u8;
        pair += 1;
    }
    table
};

/// The squares of a bitboard, lowest first.
#[inline]
pub fn squares(board: u64) -> impl Iterator<Item = usize> {
    bitboard::squares(board).map(usize::from)
}

pub const fn count(board: u64) -> i32 {
    board.count_ones() as i32
}

/// 1 for White, -1 for Black: the sign of what is good for a side.
pub const fn sign(us: usize) -> i32 {
    1 - 2 * us as i32
}
