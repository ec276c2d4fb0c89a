//! The patterns of Othello.
//!
//! CITE: the shapes are those of Buro's Logistello: edges with the two X-squares, the inner lines,
//! the diagonals, and two shapes in each corner.

use std::sync::LazyLock;

use super::neighbours;
use crate::eval::patterns::{Layout, N_SQUARES, PatternGame};
use crate::games::othello::Othello;
use crate::games::othello::bits::mobility;

/// Beyond these the counts of moves and of frontier squares share a weight.
const MOST_MOVES: u32 = 32;

static LAYOUT: LazyLock<Layout> = LazyLock::new(|| {
    let row = |rank: u8| -> Vec<u8> { (8 * rank..8 * rank + 8).collect() };
    let diagonal = |length: u8| -> Vec<u8> { (0..length).map(|i| 8 - length + 9 * i).collect() };
    let rectangle = |files: u8, ranks: u8| -> Vec<u8> {
        (0..ranks).flat_map(|rank| (8 * rank)..(8 * rank + files)).collect()
    };
    let edge = [row(0), vec![9, 14]].concat();
    Layout::new(vec![0, 2, 1], symmetries())
        .pattern("edge+2x", &edge)
        .pattern("row 2", &row(1))
        .pattern("row 3", &row(2))
        .pattern("row 4", &row(3))
        .pattern("diagonal 8", &diagonal(8))
        .pattern("diagonal 7", &diagonal(7))
        .pattern("diagonal 6", &diagonal(6))
        .pattern("diagonal 5", &diagonal(5))
        .pattern("diagonal 4", &diagonal(4))
        .pattern("corner 3x3", &rectangle(3, 3))
        .pattern("corner 2x5", &rectangle(5, 2))
        .counter("moves", MOST_MOVES)
        .counter("answers", MOST_MOVES)
        .counter("frontier", MOST_MOVES)
        .counter("frontier of the opponent", MOST_MOVES)
        .counter("parity", 2)
});

/// The eight ways to turn and mirror the board.
fn symmetries() -> Vec<[u8; N_SQUARES]> {
    let square = |file: usize, rank: usize| (8 * rank + file) as u8;
    let image = |way: usize, file: usize, rank: usize| {
        let (file, rank) = if way & 1 == 0 { (file, rank) } else { (rank, file) };
        let file = if way & 2 == 0 { file } else { 7 - file };
        square(file, if way & 4 == 0 { rank } else { 7 - rank })
    };
    (0..8).map(|way| std::array::from_fn(|at| image(way, at % 8, at / 8))).collect()
}

impl PatternGame for Othello {
    const N_STAGES: usize = 61;

    fn layout() -> &'static Layout {
        &LAYOUT
    }

    /// 0 for an empty square, 1 for an own disc, 2 for one of the opponent.
    fn states(&self) -> [u8; N_SQUARES] {
        let (own, opponent) = (self.own(), self.opponent());
        std::array::from_fn(|at| (own >> at & 1) as u8 + 2 * (opponent >> at & 1) as u8)
    }

    #[inline]
    fn count(&self, report: impl FnMut(u32)) {
        count_on_board(self.own(), self.opponent(), mobility, report);
    }
}

/// Reports what is counted of a board without colours.
#[expect(clippy::inline_always, reason = "the solver compiles it for its processor")]
#[inline(always)]
pub(super) fn count_on_board(
    own: u64,
    opponent: u64,
    mobility: impl Fn(u64, u64) -> u64,
    mut report: impl FnMut(u32),
) {
    let empties = !(own | opponent);
    report(mobility(own, opponent).count_ones());
    report(mobility(opponent, own).count_ones());
    report((neighbours(opponent) & empties).count_ones());
    report((neighbours(own) & empties).count_ones());
    report(empties.count_ones() & 1);
}
