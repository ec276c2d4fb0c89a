//! Which parts of the board have an odd number of empty squares: who plays there first also
//! plays there last.
//!
//! The board is cut into four quadrants; four bits say which of them are odd.
// CITE: the parity of four quadrants, as in Andersson's Zebra.

/// The bit of the quadrant in which a square lies.
#[inline]
pub(super) fn quadrant(square: u8) -> u8 {
    QUADRANT[usize::from(square & 63)]
}

/// The quadrants with an odd number of these squares.
#[inline]
pub(super) fn odd_quadrants(squares: u64) -> u8 {
    let rows = squares ^ squares >> 16;
    let row = rows ^ rows >> 8;
    let pairs = row ^ row >> 2;
    let odd = pairs ^ pairs >> 1;
    (odd & 1 | odd >> 3 & 2 | odd >> 30 & 4 | odd >> 33 & 8) as u8
}

/// The squares of these quadrants.
#[inline]
pub(super) fn squares_of(quadrants: u8) -> u64 {
    SQUARES[usize::from(quadrants & 15)]
}

static QUADRANT: [u8; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = 1 << (square / 32 * 2 + square % 8 / 4);
        square += 1;
    }
    table
};

static SQUARES: [u64; 16] = {
    let mut table = [0; 16];
    let mut quadrants = 0;
    while quadrants < 16 {
        let mut square = 0;
        while square < 64 {
            if quadrants & QUADRANT[square] as usize != 0 {
                table[quadrants] |= 1 << square;
            }
            square += 1;
        }
        quadrants += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_odd_quadrants_are_those_with_an_odd_count() {
        for i in 0..2000 {
            let squares = crate::games::splitmix(7, i);
            let odd = odd_quadrants(squares);
            for bit in [1, 2, 4, 8] {
                let n = (squares & squares_of(bit)).count_ones();
                assert_eq!(odd & bit != 0, n % 2 == 1, "{squares:#x}, quadrant {bit}");
            }
            for square in 0..64 {
                assert_eq!(squares_of(quadrant(square)) >> square & 1, 1);
            }
        }
    }
}
