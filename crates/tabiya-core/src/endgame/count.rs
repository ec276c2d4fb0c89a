//! The last empty square: nothing to search, only to count.

use crate::games::bitboard::{DIAGONALS, gather_diagonal, gather_file_a};

/// The score where a single square is empty; a bound not above `alpha` if that is cheaper.
#[inline(always)]
pub(super) fn one(own: u64, square: u8, alpha: i32) -> i32 {
    let n_own = 2 * own.count_ones() as i32 - 64;
    let turned = twice_flipped(own, square);
    if turned != 0 {
        return n_own + turned + 2;
    }
    if n_own + 2 <= alpha {
        return n_own + 2;
    }
    let turned = twice_flipped(!own & !(1 << square), square);
    if turned != 0 {
        return n_own - turned;
    }
    // Nobody can move: the last square goes to the winner.
    if n_own >= 0 { n_own + 2 } else { n_own }
}

/// Twice the number of discs that `own` turns over on a board that is full but for `square`.
// CITE: looking up each line after gathering its bits by a multiplication, as in Delorme's Edax.
#[inline(always)]
fn twice_flipped(own: u64, square: u8) -> i32 {
    let square = usize::from(square & 63);
    let (file, rank) = (square % 8, square / 8);
    let by_file = &TWICE_FLIPPED[file];
    let by_rank = &TWICE_FLIPPED[rank];
    let [rising, falling] = DIAGONALS[square];
    let row = own >> (8 * rank) & 0xff;
    let column = gather_file_a(own >> file);
    let rising = gather_diagonal(own & rising);
    let falling = gather_diagonal(own & falling);
    i32::from(by_file[row as usize])
        + i32::from(by_rank[column as usize])
        + i32::from(by_file[rising as usize])
        + i32::from(by_file[falling as usize])
}

/// For a square in a row of eight, and the mover's discs in the row: twice the discs it turns
/// over if all others are the opponent's. Squares past the end of a diagonal count as the
/// opponent's, which turns nothing.
static TWICE_FLIPPED: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut square = 0;
    while square < 8 {
        let mut own: u32 = 0;
        while own < 256 {
            let mut n = 0;
            let above = own >> (square + 1);
            if above != 0 {
                n += above.trailing_zeros();
            }
            let below = own & ((1 << square) - 1);
            if below != 0 {
                n += square - 1 - below.ilog2();
            }
            table[square as usize][own as usize] = 2 * n as u8;
            own += 1;
        }
        square += 1;
    }
    table
};
