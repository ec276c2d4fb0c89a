//! Edges and other rows of eight squares, as bytes and as numbers.

/// How many ways there are to fill eight squares.
pub(crate) const N_FILLINGS: usize = 6561;

/// The number of a filling: one ternary digit per square.
#[inline]
pub(crate) fn filling(own: u8, opponent: u8) -> usize {
    usize::from(TERNARY[usize::from(own)] + 2 * TERNARY[usize::from(opponent)])
}

/// The binary digits of a byte read as ternary ones.
static TERNARY: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        table[byte] = 3 * table[byte >> 1] + (byte & 1) as u16;
        byte += 1;
    }
    table
};
