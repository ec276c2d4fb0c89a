//! Lines of Action: concentration and mobility.

use std::sync::LazyLock;

use super::{Linear, Model, Schema, Sink, Taper, TermId};
use crate::games::Side;
use crate::games::loa::Loa;

/// The evaluation that plays.
pub type LoaEvaluation = Linear<LoaModel>;

/// Concentration and mobility.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoaModel;

const CONCENTRATION: TermId = 0;
const MOBILITY: TermId = 1;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let mut schema = Schema::with_defaults(include_str!("defaults.txt"));
    schema.group("board", &[]);
    schema.simple(
        "concentration",
        (-100.0, 100.0),
        "Closeness of the pieces to their centre of mass, in thousandths of the closest.",
    );
    schema.simple("mobility", (-500.0, 500.0), "A move more than the opponent.");
    schema
});

impl Model for LoaModel {
    type Position = Loa;
    type Memo = ();

    const WIN_SCALE: f64 = 170.0;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    #[inline]
    fn features<S: Sink<Self>>(&self, position: &Loa, sink: &mut S) -> Taper {
        let (black, white) = (position.pieces(Side::First), position.pieces(Side::Second));
        sink.add(CONCENTRATION, concentration(black) - concentration(white));
        let mobility = |side| position.mobility(side) as i32;
        sink.add(MOBILITY, mobility(Side::First) - mobility(Side::Second));
        Taper::phase(Taper::FULL)
    }
}

/// How near the pieces are to their centre of mass: a thousand over one plus the mean surplus
/// distance.
// CITE: Winands, Uiterwijk and Van den Herik 2001; the distances are king's moves.
fn concentration(pieces: u64) -> i32 {
    /// The least sum of distances that so many pieces can have.
    const LEAST: [i32; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14];
    let n = pieces.count_ones() as i32;
    let (mut files, mut ranks) = (0, 0);
    for i in 1..8 {
        files += i * (pieces & FILE_A << i).count_ones() as i32;
        ranks += i * (pieces & RANK_1 << (8 * i)).count_ones() as i32;
    }
    let centre = ((2 * ranks + n) / (2 * n) * 8 + (2 * files + n) / (2 * n)) as usize;
    let distances: i32 =
        BEYOND[centre].iter().map(|&beyond| (pieces & beyond).count_ones() as i32).sum();
    let surplus = distances - LEAST[n as usize];
    1000 * n / (n + surplus.max(0))
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;

/// For each square and n, the squares more than n king's moves away.
static BEYOND: [[u64; 7]; 64] = beyond();

const fn beyond() -> [[u64; 7]; 64] {
    let mut masks = [[0; 7]; 64];
    let mut pair = 0_usize;
    while pair < 64 * 64 {
        let (a, b) = (pair / 64, pair % 64);
        let (files, ranks) = ((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8));
        let distance = if files > ranks { files } else { ranks };
        let mut n = 0;
        while n < distance {
            masks[a][n] |= 1 << b;
            n += 1;
        }
        pair += 1;
    }
    masks
}
