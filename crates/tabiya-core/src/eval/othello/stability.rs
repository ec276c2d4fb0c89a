//! Discs that can never be turned over again.

/// The squares at the rim of the board, in every direction that leads across it.
const FIRST_AND_LAST_FILE: u64 = 0x8181_8181_8181_8181;
const FIRST_AND_LAST_RANK: u64 = 0xff00_0000_0000_00ff;
const RIM: u64 = FIRST_AND_LAST_FILE | FIRST_AND_LAST_RANK;

/// For each of the four kinds of line, the squares on which no move along it can turn a disc,
/// whoever owns it: the line ends there, or has no empty square left.
#[derive(Clone, Copy, Debug)]
pub(super) struct SafeLines {
    ranks: u64,
    files: u64,
    rising: u64,
    falling: u64,
}

impl SafeLines {
    #[inline]
    pub fn of(empties: u64) -> Self {
        Self {
            ranks: !smeared_along_ranks(empties) | FIRST_AND_LAST_FILE,
            files: !smeared_along_files(empties) | FIRST_AND_LAST_RANK,
            rising: !smeared::<9>(empties, [!low_files(1), !low_files(2), !low_files(4)]) | RIM,
            falling: !smeared::<7>(empties, [!high_files(1), !high_files(2), !high_files(4)]) | RIM,
        }
    }
}

/// Discs of `own` that no play turns over: a safe subset of all such discs.
///
/// A disc is held along a line if the line is safe or a stable disc of its colour stands next to
/// it; held along all four, it is stable. So stability starts in corners and full lines.
// CITE: Rosenbloom 1982 (Iago) for stable discs as a feature of an evaluation.
#[inline]
pub(super) fn stable(own: u64, lines: &SafeLines) -> u64 {
    let mut stable = 0;
    loop {
        // Shifts that leave the board come back at the rim, which is held across it anyway.
        let held = (lines.ranks | stable << 1 | stable >> 1)
            & (lines.files | stable << 8 | stable >> 8)
            & (lines.rising | stable << 9 | stable >> 9)
            & (lines.falling | stable << 7 | stable >> 7);
        let grown = own & held;
        if grown == stable {
            return stable;
        }
        stable = grown;
    }
}

/// All squares on a rank with one of these.
#[inline]
fn smeared_along_ranks(squares: u64) -> u64 {
    let mut first = squares | squares >> 4;
    first |= first >> 2;
    first |= first >> 1;
    (first & low_files(1)) * 0xff
}

/// All squares on a file with one of these.
#[inline]
fn smeared_along_files(squares: u64) -> u64 {
    let mut all = squares | squares.rotate_left(8);
    all |= all.rotate_left(16);
    all | all.rotate_left(32)
}

/// All squares on a diagonal with one of these; `STEP` bits lead upwards along it, and the masks
/// are where one, two and four such steps can arrive.
#[inline]
fn smeared<const STEP: u32>(squares: u64, [one, two, four]: [u64; 3]) -> u64 {
    let mut up = squares | squares << STEP & one;
    let mut down = squares | (squares & one) >> STEP;
    up |= up << (2 * STEP) & two;
    down |= (down & two) >> (2 * STEP);
    up |= up << (4 * STEP) & four;
    down |= (down & four) >> (4 * STEP);
    up | down
}

/// The first `n` files.
const fn low_files(n: u32) -> u64 {
    0x0101_0101_0101_0101 * ((1 << n) - 1)
}

/// The last `n` files.
const fn high_files(n: u32) -> u64 {
    low_files(n) << (8 - n)
}
