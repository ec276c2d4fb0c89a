//! Which discs of an edge can never be turned over again, for every filling of an edge.

use std::sync::LazyLock;

use crate::games::bitboard::gather_file_a;
use crate::games::othello::rows::{N_FILLINGS, filling};

/// For each filling of eight squares in a row, the stable discs of one side.
///
/// A row of an edge can be turned over only from within the row, so the answer is exact as far as
/// the edge itself goes.
// CITE: Rosenbloom's Iago (1982) tabulated whole edges; a table of their stable discs is in
// Delorme's Edax.
pub(super) struct EdgeTable(Box<[u8; N_FILLINGS]>);

static TABLE: LazyLock<EdgeTable> = LazyLock::new(EdgeTable::new);

impl EdgeTable {
    /// The only one there is; it is filled when first asked for.
    pub fn get() -> &'static Self {
        &TABLE
    }

    /// The discs of `own` on the rim of the board that no play turns over.
    #[inline]
    pub fn stable(&self, own: u64, opponent: u64) -> u64 {
        let side = |own: u64, opponent: u64| u64::from(self.0[filling(own as u8, opponent as u8)]);
        side(own, opponent)
            | side(own >> 56, opponent >> 56) << 56
            | as_file(side(gather_file_a(own), gather_file_a(opponent)))
            | as_file(side(gather_file_a(own >> 7), gather_file_a(opponent >> 7))) << 7
    }

    fn new() -> Self {
        let mut table = Box::new([None; N_FILLINGS]);
        for own in 0..=255 {
            for opponent in (0..=255).filter(|opponent| own & opponent == 0) {
                fill(&mut table, own, opponent);
            }
        }
        Self(Box::new(table.map(|stable| stable.expect("every filling was worked out"))))
    }
}

/// Works out one row and those that follow from it: a disc is stable if it is so after every
/// move of either side. A move need not turn anything in the row, as it may do so elsewhere.
fn fill(table: &mut [Option<u8>; N_FILLINGS], own: u8, opponent: u8) -> u8 {
    let index = filling(own, opponent);
    if let Some(stable) = table[index] {
        return stable;
    }
    let mut stable = own;
    for square in 0..8 {
        if (own | opponent) >> square & 1 == 0 {
            let turned = flips_in_row(own, opponent, square);
            stable &= fill(table, own | turned | 1 << square, opponent & !turned);
            let turned = flips_in_row(opponent, own, square);
            stable &= fill(table, own & !turned, opponent | turned | 1 << square);
        }
    }
    table[index] = Some(stable);
    stable
}

fn flips_in_row(own: u8, opponent: u8, square: u32) -> u8 {
    let run = |next: &dyn Fn(u8) -> u8| {
        let (mut turned, mut at) = (0, next(1 << square));
        while at & opponent != 0 {
            turned |= at;
            at = next(at);
        }
        if at & own == 0 { 0 } else { turned }
    };
    run(&|at| at << 1) | run(&|at| at >> 1)
}

/// A byte, upright in the first file.
#[inline]
fn as_file(byte: u64) -> u64 {
    let low = (byte & 0x0f).wrapping_mul(0x0020_4081) & 0x0101_0101;
    let high = (byte >> 4).wrapping_mul(0x0020_4081) & 0x0101_0101;
    low | high << 32
}
