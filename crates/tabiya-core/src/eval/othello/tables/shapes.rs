//! The shapes on the board whose contents are looked up: lines and corners, with everything that
//! turning and mirroring the board makes of them.

/// A shape: its name and the squares of one of its places, a1 being 0 and h8 63.
type Shape = (&'static str, &'static [u8]);

/// CITE: Buro 1995 §4: lines of the board, all rows and columns and the longer diagonals, and with
/// them two corners, as in the thesis that it refers to.
pub const SHAPES: [Shape; 11] = [
    ("row 1", &[0, 1, 2, 3, 4, 5, 6, 7]),
    ("row 2", &[8, 9, 10, 11, 12, 13, 14, 15]),
    ("row 3", &[16, 17, 18, 19, 20, 21, 22, 23]),
    ("row 4", &[24, 25, 26, 27, 28, 29, 30, 31]),
    ("diagonal 8", &[0, 9, 18, 27, 36, 45, 54, 63]),
    ("diagonal 7", &[1, 10, 19, 28, 37, 46, 55]),
    ("diagonal 6", &[2, 11, 20, 29, 38, 47]),
    ("diagonal 5", &[3, 12, 21, 30, 39]),
    ("diagonal 4", &[4, 13, 22, 31]),
    ("corner 3x3", &[0, 1, 2, 8, 9, 10, 16, 17, 18]),
    ("corner 2x5", &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12]),
];

/// Places of all shapes on the board.
pub const N_PLACES: usize = 4 * 4 + 2 + 4 * 4 + 4 + 8;

/// Where shapes lie, and what their contents are numbered by: digits of base 3, the first square
/// the lowest, 0 for an empty square.
pub struct Layout {
    /// The shape of every place.
    pub shapes: [u8; N_PLACES],
    /// Where the entries of each shape begin, and their number at the end.
    pub starts: [u32; SHAPES.len() + 1],
    /// For every square the places that it belongs to, and the power of 3 of its digit there.
    pub squares: [Vec<(u8, u16)>; 64],
    /// For every entry the one with the colours changed.
    pub swapped: Vec<u32>,
    /// For every entry the one that a mirror makes of it.
    pub mirrored: Vec<u32>,
}

impl Layout {
    /// Works everything out from [`SHAPES`].
    pub fn new() -> Self {
        let mut layout = Self {
            shapes: [0; N_PLACES],
            starts: [0; SHAPES.len() + 1],
            squares: std::array::from_fn(|_| Vec::new()),
            swapped: Vec::new(),
            mirrored: Vec::new(),
        };
        let mut place = 0;
        for (shape, (_, base)) in SHAPES.iter().enumerate() {
            let mut seen: Vec<u64> = Vec::new();
            let mut mirror: Vec<usize> = (0..base.len()).collect();
            for symmetry in 0..8 {
                let squares: Vec<u8> = base.iter().map(|&s| transform(s, symmetry)).collect();
                let set = squares.iter().fold(0, |set, square| set | 1 << square);
                if symmetry > 0 && set == seen[0] && squares != *base {
                    let at = |s: &u8| base.iter().position(|b| b == s).expect("the same squares");
                    mirror = squares.iter().map(at).collect();
                }
                if !seen.contains(&set) {
                    seen.push(set);
                    for (digit, square) in squares.iter().enumerate() {
                        let power = 3_u16.pow(digit as u32);
                        layout.squares[usize::from(*square)].push((place as u8, power));
                    }
                    layout.shapes[place] = shape as u8;
                    place += 1;
                }
            }
            let n_entries = 3_u32.pow(base.len() as u32);
            let start = layout.starts[shape];
            layout.starts[shape + 1] = start + n_entries;
            for entry in 0..n_entries {
                let digits: Vec<u32> =
                    (0..base.len() as u32).map(|d| entry / 3_u32.pow(d) % 3).collect();
                let number = |digit: &dyn Fn(usize) -> u32| {
                    (0..base.len()).rev().fold(0, |sum, at| 3 * sum + digit(at))
                };
                layout.swapped.push(start + number(&|at| [0, 2, 1][digits[at] as usize]));
                layout.mirrored.push(start + number(&|at| digits[mirror[at]]));
            }
        }
        assert_eq!(place, N_PLACES, "all places are counted");
        layout
    }

    /// How many entries all tables have together.
    pub fn n_entries(&self) -> usize {
        self.swapped.len()
    }
}

/// What a symmetry of the board makes of a square: bit 0 mirrors the files, bit 1 the ranks, bit 2
/// swaps them.
fn transform(square: u8, symmetry: u8) -> u8 {
    let (mut file, mut rank) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 {
        (file, rank) = (rank, file);
    }
    rank * 8 + file
}
