//! Othello: mobility, corners, stable discs, the shapes of edges, and parity.
//!
//! Scores are hundredths of a disc of the final margin. Every feature has three weights, for
//! 52, 28 and 4 empty squares; between these they are interpolated, a step per square.

pub mod tables;

mod edges;
mod pattern_evaluation;
mod patterns;
mod terms;

use std::sync::LazyLock;

use super::{Linear, Model, Schema, Sink, Taper, counted};
use crate::games::bitboard::neighbours;
use crate::games::othello::Othello;
use crate::games::othello::bits::{C_SQUARES, CORNERS, X_SQUARES, mobility};
use crate::games::othello::stability::HeldLines;
use crate::games::{Position as _, Side};
use crate::search::{Counted, Step};
use edges::EdgeShapes;
pub use pattern_evaluation::{Indices, PatternEvaluation};
use terms::{Feature, N_FEATURES};

/// The evaluation that plays; its scores are hundredths of a disc.
pub type OthelloEvaluation = Linear<OthelloModel>;

/// Discs of `own` that no play turns over: all that can be told by corners and full lines.
pub fn stable_discs(own: u64, opponent: u64) -> u64 {
    HeldLines::full_or_at_the_rim(own | opponent).grow(own, 0)
}

/// Counts the features of a position of Othello.
#[derive(Clone, Copy, Debug, Default)]
pub struct OthelloModel;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let mut schema = Schema::with_defaults(include_str!("defaults.txt"));
    terms::declare(&mut schema);
    schema
});

impl Counted for Othello {
    fn n_features() -> usize {
        counted::n_features::<OthelloModel>()
    }

    fn each_feature(&self, tell: impl FnMut(usize, i32)) {
        counted::each_feature::<OthelloModel>(self, tell);
    }
}

impl Model for OthelloModel {
    type Position = Othello;
    type Memo = ();
    type Kept = ();

    // Fitted to the exact values of human games at 24 empty squares.
    const WIN_SCALE: f64 = 514.0;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    /// Nothing is kept: a move changes nearly every feature.
    #[inline]
    fn kept<S: Sink<Self>>(&self, _: &Othello, _: &mut S) {}

    #[inline]
    fn kept_after<S: Sink<Self>>(&self, (): (), _: &Step<'_, Othello>, _: &mut S) {}

    #[inline]
    fn features<S: Sink<Self>>(&self, position: &Othello, (): (), sink: &mut S) -> Taper {
        let (first_term, taper) = phase(position.empties().count_ones());
        let mut report = |feature: Feature, count| sink.add(first_term + feature as usize, count);
        let board = Facts::of(position);
        mobility_features(&board, &mut report);
        corner_features(&board, &mut report);
        edge_features(&board, &mut report);
        count_features(&board, &mut report);
        taper
    }
}

/// Empty squares at which the weights of the ending, the middle game and the opening hold alone.
const ENDING: u32 = 4;
const MIDDLE: u32 = ENDING + Taper::FULL as u32;
const OPENING: u32 = MIDDLE + Taper::FULL as u32;

/// The first term of this half of the game, and how far it has gone.
#[inline]
fn phase(n_empties: u32) -> (usize, Taper) {
    let is_first_half = n_empties > MIDDLE;
    let end = if is_first_half { MIDDLE } else { ENDING };
    let left = n_empties.clamp(ENDING, OPENING) - end;
    (if is_first_half { 0 } else { N_FEATURES }, Taper::phase(left as u8))
}

/// What several features need of a position.
struct Facts {
    black: u64,
    white: u64,
    empties: u64,
    /// 1 if Black moves, -1 if White does.
    turn: i32,
}

impl Facts {
    #[inline]
    fn of(position: &Othello) -> Self {
        let empties = position.empties();
        Self {
            black: position.black(),
            white: position.white(),
            empties,
            turn: if position.turn() == Side::First { 1 } else { -1 },
        }
    }
}

/// How many more there are in the first set.
#[inline]
fn more(black: u64, white: u64) -> i32 {
    black.count_ones() as i32 - white.count_ones() as i32
}

// CITE: Rosenbloom 1982 (Iago) for mobility, and for empty squares beside discs of the opponent as
// mobility to come.
#[inline]
fn mobility_features(board: &Facts, report: &mut impl FnMut(Feature, i32)) {
    let &Facts { black, white, empties, .. } = board;
    let (black_moves, white_moves) = (mobility(black, white), mobility(white, black));
    report(Feature::Mobility, more(black_moves, white_moves));
    report(Feature::CornerMove, more(black_moves & CORNERS, white_moves & CORNERS));
    let beside_empty = neighbours(empties);
    report(Feature::FrontierDisc, more(black & beside_empty, white & beside_empty));
    report(Feature::FrontierSquare, more(neighbours(white) & empties, neighbours(black) & empties));
}

#[inline]
fn corner_features(board: &Facts, report: &mut impl FnMut(Feature, i32)) {
    let &Facts { black, white, empties, .. } = board;
    let lines = HeldLines::full_or_at_the_rim(!empties);
    let (black_corners, white_corners) = (black & CORNERS, white & CORNERS);
    report(Feature::Corner, more(black_corners, white_corners));
    report(Feature::Stable, more(lines.grow(black, 0), lines.grow(white, 0)));
    let beside_open = neighbours(empties & CORNERS);
    let (x_squares, c_squares) = (X_SQUARES & beside_open, C_SQUARES & beside_open);
    report(Feature::XSquare, more(black & x_squares, white & x_squares));
    report(Feature::CSquare, more(black & c_squares, white & c_squares));
    let black_lost = black & neighbours(white_corners);
    let white_lost = white & neighbours(black_corners);
    report(Feature::BesideLostCorner, more(black_lost, white_lost));
}

#[inline]
fn edge_features(board: &Facts, report: &mut impl FnMut(Feature, i32)) {
    const A_SQUARES: u64 = 0x2400_8100_0081_0024;
    const B_SQUARES: u64 = 0x1800_0081_8100_0018;
    let &Facts { black, white, .. } = board;
    let shapes = EdgeShapes::of(black, white);
    report(Feature::ASquare, more(black & A_SQUARES, white & A_SQUARES));
    report(Feature::BSquare, more(black & B_SQUARES, white & B_SQUARES));
    report(Feature::Six, shapes.six);
    report(Feature::Five, shapes.five);
    report(Feature::Wedge, shapes.wedge);
    report(Feature::Turnable, shapes.turnable);
    report(Feature::Anchored, shapes.anchored);
}

#[inline]
fn count_features(board: &Facts, report: &mut impl FnMut(Feature, i32)) {
    let &Facts { black, white, empties, turn, .. } = board;
    let is_odd = |squares: u64| (squares.count_ones() & 1) as i32;
    let n_odd: i32 = QUADRANTS.iter().map(|quadrant| is_odd(empties & quadrant)).sum();
    report(Feature::Disc, more(black, white));
    report(Feature::SideToMove, turn);
    report(Feature::Parity, turn * is_odd(empties));
    report(Feature::OddQuadrant, turn * n_odd);
}

const QUADRANTS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];
