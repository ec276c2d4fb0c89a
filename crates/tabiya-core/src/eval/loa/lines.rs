//! Mobility and walls, read off the lines of the board: one table look-up per line.
//!
//! A line of `n` squares can be filled in 3ⁿ ways. Written in base three, the filling is a sum over
//! the pieces; so the fillings of all 46 lines are one sum of rows of a table, and what each filling
//! is worth stands in another.

/// Sums over the pieces of one side: the fillings of 8 ranks, 8 files, 15 rising and 15 falling
/// diagonals, then [`PLACES`] and [`RINGS`].
pub(super) type Sums = [u16; N_LINES + 2];

const N_LINES: usize = 46;

/// Where the files of the pieces are added up, a = 0, and 256 times their ranks, the first = 0.
pub(super) const PLACES: usize = N_LINES;
/// Where their distances to the nearest edge are added up.
pub(super) const RINGS: usize = N_LINES + 1;

/// The sums of the pieces on these squares.
#[inline]
pub(super) fn sums(mut pieces: u64) -> Sums {
    let mut sums = [0; N_LINES + 2];
    while pieces != 0 {
        let square = pieces.trailing_zeros() as usize;
        pieces &= pieces - 1;
        for (sum, part) in sums.iter_mut().zip(&SQUARES[square]) {
            *sum += part;
        }
    }
    sums
}

/// Mobility in half moves, and walls: the surplus of the first side over the second.
///
/// A move counts two, a capture twice as much, and half of either if it ends at the edge. A wall is
/// a way inward that an enemy at the edge cannot go because it cannot jump over a piece of ours.
// CITE: Winands et al. for the worth of moves; the walls are our reading of Kocsis 2003, §2.1.3.
#[inline]
pub(super) fn mobility_and_walls(first: &Sums, second: &Sums) -> [i32; 2] {
    let fillings: [u16; N_LINES] =
        std::array::from_fn(|line| first[line] + 2 * second[line] + STARTS[line]);
    let total: i32 = fillings.iter().map(|&filling| i32::from(WORTH[usize::from(filling)])).sum();
    let walls = (total + WALL / 2).div_euclid(WALL);
    [total - walls * WALL, walls]
}

/// A wall among the half moves of [`WORTH`]: more than twice what both sides could have of those.
const WALL: i32 = 1024;

/// Where the fillings of lines of each length begin in [`WORTH`]; those of length 0 are the lines of
/// length 8 along the edge.
const BEGINNINGS: [u16; 9] = [9840, 0, 3, 12, 39, 120, 363, 1092, 3279];

/// The number of fillings in [`WORTH`].
const N_FILLINGS: usize = 9840 + 6561;

/// What each square adds to the sums.
static SQUARES: [Sums; 64] = squares();

/// Where the fillings of each line begin in [`WORTH`].
static STARTS: [u16; N_LINES] = starts();

/// The worth of every filling, for the first side.
static WORTH: [i16; N_FILLINGS] = worth();

const fn squares() -> [Sums; 64] {
    let mut squares = [[0; N_LINES + 2]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let row = &mut squares[square];
        row[rank] = power(file);
        row[8 + file] = power(rank);
        row[16 + 7 + file - rank] = power(least(file, rank));
        row[31 + file + rank] = power(least(file, 7 - rank));
        row[PLACES] = (file + 256 * rank) as u16;
        row[RINGS] = least(least(file, 7 - file), least(rank, 7 - rank)) as u16;
        square += 1;
    }
    squares
}

const fn starts() -> [u16; N_LINES] {
    let mut starts = [BEGINNINGS[8]; N_LINES];
    let edges = [0, 7, 8, 15];
    let mut i = 0;
    while i < 4 {
        starts[edges[i]] = BEGINNINGS[0];
        i += 1;
    }
    let mut i = 0_usize;
    while i < 15 {
        let length = 8 - i.abs_diff(7);
        starts[16 + i] = BEGINNINGS[length];
        starts[31 + i] = BEGINNINGS[length];
        i += 1;
    }
    starts
}

#[allow(clippy::large_stack_arrays)] // It never stands on a stack: it is made by the compiler.
const fn worth() -> [i16; N_FILLINGS] {
    let mut worth = [0; N_FILLINGS];
    let mut length = 0;
    while length < 9 {
        let n_squares = if length == 0 { 8 } else { length };
        let mut filling = 0;
        while filling < power(n_squares) {
            let (first, second) = (side(filling, 1), side(filling, 2));
            let own = worth_to_one(first, second, n_squares, length == 0);
            let enemy = worth_to_one(second, first, n_squares, length == 0);
            worth[(BEGINNINGS[length] + filling) as usize] = (own - enemy) as i16;
            filling += 1;
        }
        length += 1;
    }
    worth
}

/// The half moves of `own` on a line less the walls against it.
const fn worth_to_one(own: u32, enemy: u32, length: usize, is_edge: bool) -> i32 {
    let count = (own | enemy).count_ones() as usize;
    let mut worth = 0;
    let mut low = 0;
    while count > 0 && low + count < length {
        let high = low + count;
        let jumped = (1 << high) - (2 << low);
        let mut back = 0;
        while back < 2 {
            let (from, to) = if back == 0 { (low, high) } else { (high, low) };
            if own >> from & 1 == 0 {
                // Nobody of ours stands there.
            } else if enemy & jumped != 0 {
                worth -= if !is_edge && is_end(from, length) { WALL } else { 0 };
            } else if own >> to & 1 == 0 {
                let halves = if is_edge || is_end(to, length) { 1 } else { 2 };
                worth += halves << (enemy >> to & 1);
            }
            back += 1;
        }
        low += 1;
    }
    worth
}

/// Whether the place is an end of the line; then it is at the edge of the board.
const fn is_end(place: usize, length: usize) -> bool {
    place == 0 || place + 1 == length
}

/// The places that hold this digit, in base three.
const fn side(mut filling: u16, digit: u16) -> u32 {
    let mut places = 0;
    let mut place = 0;
    while filling > 0 {
        if filling % 3 == digit {
            places |= 1 << place;
        }
        filling /= 3;
        place += 1;
    }
    places
}

const fn power(exponent: usize) -> u16 {
    3_u16.pow(exponent as u32)
}

const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}
