//! The shapes of an edge that matter, tabulated for every filling of its eight squares.

use std::sync::LazyLock;

use crate::games::bitboard::gather_file_a;
use crate::games::othello::rows::{N_FILLINGS, filling};

/// How often the shapes occur on the four edges, for Black less for White.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeShapes {
    /// The six squares between two empty corners are all taken.
    pub six: i32,
    /// Five in a row between two empty corners, the C-square at one end being empty.
    pub five: i32,
    /// A single empty square between two discs of the opponent, to wedge in.
    pub wedge: i32,
    /// A row between a disc of the opponent and an empty square: a disc there turns it.
    pub turnable: i32,
    /// A row away from the corners that no disc on the next square turns.
    pub anchored: i32,
}

const N_SHAPES: usize = 5;

/// For each filling a byte per shape, so that one addition adds them all.
// CITE: Rosenbloom 1982 (Iago) tabulated whole edges.
static TABLE: LazyLock<Box<[u64; N_FILLINGS]>> = LazyLock::new(|| {
    let mut table = Box::new([0; N_FILLINGS]);
    for own in 0..=255_u8 {
        for opponent in (0..=255).filter(|opponent| own & opponent == 0) {
            let (ours, theirs) = (shapes(own, opponent), shapes(opponent, own));
            let bytes = (0..N_SHAPES).map(|i| i64::from(ours[i] - theirs[i]) << (8 * i));
            table[filling(own, opponent)] = bytes.sum::<i64>() as u64;
        }
    }
    table
});

impl EdgeShapes {
    #[inline]
    pub fn of(black: u64, white: u64) -> Self {
        let table = &*TABLE;
        let value = |black: u64, white: u64| table[filling(black as u8, white as u8)];
        let sum = value(black, white)
            .wrapping_add(value(black >> 56, white >> 56))
            .wrapping_add(value(gather_file_a(black), gather_file_a(white)))
            .wrapping_add(value(gather_file_a(black >> 7), gather_file_a(white >> 7)));
        // Raised by 128, no byte borrows from the next.
        let bytes = sum.wrapping_add(0x8080_8080_8080_8080).to_le_bytes();
        let count = |shape: usize| i32::from(bytes[shape]) - 128;
        Self {
            six: count(0),
            five: count(1),
            wedge: count(2),
            turnable: count(3),
            anchored: count(4),
        }
    }
}

/// The shapes of one side on one edge, in the order of [`EdgeShapes`].
fn shapes(own: u8, opponent: u8) -> [i32; N_SHAPES] {
    const CORNERS: u8 = 0b1000_0001;
    const FIVES: [(u8, u8); 2] = [(0b0011_1110, 0b0100_0000), (0b0111_1100, 0b0000_0010)];
    let empty = !(own | opponent);
    let is_open = empty & CORNERS == CORNERS;
    let is_five = FIVES.iter().any(|&(row, c_square)| own == row && empty & c_square != 0);
    let between = empty & opponent << 1 & opponent >> 1;
    let (mut turnable, mut anchored) = (0, 0);
    for (before, after) in ends_of_rows(own) {
        let turns = |from: u8, against: u8| from & empty != 0 && against & opponent != 0;
        let is_turnable = turns(before, after) || turns(after, before);
        turnable += i32::from(is_turnable);
        anchored += i32::from(!is_turnable && before != 0 && after != 0);
    }
    [
        i32::from(is_open && own == !CORNERS),
        i32::from(is_open && is_five),
        between.count_ones() as i32,
        turnable,
        anchored,
    ]
}

/// The squares before and after each unbroken row of discs; 0 where the edge ends.
fn ends_of_rows(discs: u8) -> impl Iterator<Item = (u8, u8)> {
    let begins = discs & !(discs << 1);
    (0..8).filter(move |from| begins >> from & 1 == 1).map(move |from| {
        let next = from + (discs >> from).trailing_ones();
        ((1 << from) >> 1, 1_u8.checked_shl(next).unwrap_or(0))
    })
}
