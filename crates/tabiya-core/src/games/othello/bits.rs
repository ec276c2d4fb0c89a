//! Bitboard kernels: where a side may place a disc, and what the disc turns over.
//!
//! Bit 0 is a1, bit 1 is b1, … bit 63 is h8. Nothing here knows colours, only the side that is
//! asked about (`own`) and the other one (`opponent`).

#[cfg(target_arch = "x86_64")]
use super::avx2::{self, Avx2};

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;
/// The squares diagonally next to a corner.
pub const X_SQUARES: u64 = 0x0042_0000_0000_4200;
/// The edge squares next to a corner.
pub const C_SQUARES: u64 = 0x4281_0000_0000_8142;
/// The first and last file and rank.
pub const EDGES: u64 = 0xff81_8181_8181_81ff;

/// The empty squares on which `own` may place a disc.
#[inline]
pub fn mobility(own: u64, opponent: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if Avx2::detect().is_some() {
        // SAFETY: the processor has what it takes.
        return unsafe { avx2::mobility(own, opponent) };
    }
    portable::mobility(own, opponent)
}

/// The discs of `opponent` that turn over when `own` places one on `square` (below 64).
///
/// Zero if the move is not legal, for a legal move always turns at least one.
#[inline]
pub fn flips(own: u64, opponent: u64, square: u8) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if Avx2::detect().is_some() {
        // SAFETY: the processor has what it takes.
        return unsafe { avx2::flips(own, opponent, square) };
    }
    portable::flips(own, opponent, square)
}

/// Where `opponent` may answer when `own` places a disc on `square`.
#[inline]
pub fn replies(own: u64, opponent: u64, square: u8) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if Avx2::detect().is_some() {
        // SAFETY: the processor has what it takes.
        return unsafe { avx2::replies(own, opponent, square) };
    }
    let turned = portable::flips(own, opponent, square);
    portable::mobility(opponent ^ turned, own | turned | 1 << square)
}

/// The same for any processor.
pub(crate) mod portable {
    use super::RAYS;
    use crate::games::bitboard::INNER_FILES;

    /// The empty squares on which `own` may place a disc.
    #[inline]
    pub fn mobility(own: u64, opponent: u64) -> u64 {
        // A run of discs along a rank or a diagonal that leaves these files has reached the edge, so it
        // cannot wrap to the next rank.
        let inner = opponent & INNER_FILES;
        let beyond = runs::<1>(own, inner)
            | runs::<8>(own, opponent)
            | runs::<7>(own, inner)
            | runs::<9>(own, inner);
        beyond & !(own | opponent)
    }

    /// The squares just beyond unbroken runs of `through` that start beside `own`, both ways along
    /// the line whose neighbours are `STEP` bits apart.
    // CITE: Kogge and Stone (1973), parallel prefix.
    #[inline]
    fn runs<const STEP: u32>(own: u64, through: u64) -> u64 {
        let mut up = through & (own << STEP);
        let mut down = through & (own >> STEP);
        up |= through & (up << STEP);
        down |= through & (down >> STEP);
        let pairs_up = through & (through << STEP);
        let pairs_down = pairs_up >> STEP;
        up |= pairs_up & (up << (2 * STEP));
        down |= pairs_down & (down >> (2 * STEP));
        up |= pairs_up & (up << (2 * STEP));
        down |= pairs_down & (down >> (2 * STEP));
        (up << STEP) | (down >> STEP)
    }

    /// The discs of `opponent` that turn over when `own` places one on `square` (below 64).
    ///
    /// Zero if the move is not legal, for a legal move always turns at least one.
    #[inline]
    pub fn flips(own: u64, opponent: u64, square: u8) -> u64 {
        let rays = &RAYS[usize::from(square & 63)];
        let [east, north_west, north, north_east] = rays.up;
        let upwards = flips_up(own, opponent, east)
            | flips_up(own, opponent, north_west)
            | flips_up(own, opponent, north)
            | flips_up(own, opponent, north_east);

        // With its ranks in reverse, the board has these directions upwards too.
        let [_, south_west, south, south_east] = RAYS[usize::from((square ^ 0b11_1000) & 63)].up;
        let (own_reversed, opponent_reversed) = (own.swap_bytes(), opponent.swap_bytes());
        let downwards = flips_up(own_reversed, opponent_reversed, south_west)
            | flips_up(own_reversed, opponent_reversed, south)
            | flips_up(own_reversed, opponent_reversed, south_east);

        let west = rays.down[0];
        let gap = (west & !opponent) | 1;
        let end = (1 << gap.ilog2()) & west & own;
        upwards | downwards.swap_bytes() | ((end << 1).wrapping_neg() & west)
    }

    /// What turns over along a ray of higher bits than the square's own.
    // CITE: the carry of an addition as the walk along a ray, as in Delorme's Edax.
    #[inline]
    fn flips_up(own: u64, opponent: u64, ray: u64) -> u64 {
        // The carry runs through the opponent's discs to the first square that has none.
        let end = (opponent | !ray).wrapping_add(1) & ray & own;
        end.wrapping_sub(u64::from(end != 0)) & ray
    }
}

/// The squares in sight of one square, without it.
#[repr(align(32))]
pub(crate) struct Rays {
    /// East, north-west, north and north-east: the bits above the square's own.
    pub up: [u64; 4],
    /// The opposite directions.
    pub down: [u64; 4],
}

pub(crate) static RAYS: [Rays; 64] = {
    const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut table = [const { Rays { up: [0; 4], down: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let (files, ranks) = DIRECTIONS[line];
            table[square].up[line] = ray(square as i32, files, ranks);
            table[square].down[line] = ray(square as i32, -files, -ranks);
            line += 1;
        }
        square += 1;
    }
    table
};

/// The squares from `square` to the edge of the board, going by so many files and ranks a step.
const fn ray(square: i32, files: i32, ranks: i32) -> u64 {
    let mut squares = 0;
    let (mut file, mut rank) = (square % 8 + files, square / 8 + ranks);
    while 0 <= file && file < 8 && 0 <= rank && rank < 8 {
        squares |= 1 << (rank * 8 + file);
        file += files;
        rank += ranks;
    }
    squares
}
