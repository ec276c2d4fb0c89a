//! Lines of Action: the seven features of MIA (Kocsis 2003, §2.1.3), connectedness and uniformity.
//!
//! No weights of MIA are published; `examples/fit_loa.py` fitted the defaults to games of the
//! program with itself, and `tabiya tune --tuner spsa` went on from there by games alone.

mod lines;
mod shape;

use std::sync::LazyLock;

use super::{Linear, Model, Schema, Sink, Taper, TermId, counted};
use crate::games::loa::Loa;
use crate::games::{Position, Side};
use crate::search::{Counted, Step};
use shape::Shape;

pub use shape::euler_number;

/// The evaluation that plays.
pub type LoaEvaluation = Linear<LoaModel>;

/// The features of MIA and two more.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoaModel;

const CONCENTRATION: TermId = 0;
const CENTRE_OF_MASS: TermId = 1;
const CENTRALISATION: TermId = 2;
const QUADS: TermId = 3;
const MOBILITY: TermId = 4;
const WALLS: TermId = 5;
const SIDE_TO_MOVE: TermId = 6;
const CONNECTEDNESS: TermId = 7;
const UNIFORMITY: TermId = 8;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let mut schema = Schema::with_defaults(include_str!("defaults.txt"));
    schema.group("board", &[]);
    for (name, bound, meaning) in [
        (
            "concentration",
            100.0,
            "A thousandth of one over one plus the mean distance of the pieces to their centre of \
             mass, beyond the least possible for so many.",
        ),
        (
            "centre_of_mass",
            100.0,
            "A hundredth of a square, over files and ranks, by which the centre of mass is nearer \
             to the middle of the board.",
        ),
        (
            "centralisation",
            100.0,
            "A hundredth of a square by which the pieces are farther from the edge on average.",
        ),
        (
            "quads",
            500.0,
            "A square of 2x2 with three or four own pieces at most two squares from the centre of \
             mass.",
        ),
        ("mobility", 500.0, "Half a move, where captures count twice and moves to the edge half."),
        ("walls", 500.0, "A way inward that an enemy at the edge cannot go for a piece of ours."),
        ("side_to_move", 500.0, "The right to move."),
        (
            "connectedness",
            100.0,
            "A hundredth of a neighbour that the pieces have more on average.",
        ),
        ("uniformity", 500.0, "A square less in the smallest rectangle that holds all pieces."),
    ] {
        schema.simple(name, (-bound, bound), meaning);
    }
    schema
});

impl Counted for Loa {
    fn n_features() -> usize {
        counted::n_features::<LoaModel>()
    }

    fn each_feature(&self, tell: impl FnMut(usize, i32)) {
        counted::each_feature::<LoaModel>(self, tell);
    }
}

impl Model for LoaModel {
    type Position = Loa;
    type Memo = ();
    type Kept = ();

    /// 400 centipawns are ten to one; the fit of the defaults assumes it.
    const WIN_SCALE: f64 = 400.0 / std::f64::consts::LN_10;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    /// Nothing is kept: a move changes nearly every feature.
    #[inline]
    fn kept<S: Sink<Self>>(&self, _: &Loa, _: &mut S) {}

    #[inline]
    fn kept_after<S: Sink<Self>>(&self, (): (), _: &Step<'_, Loa>, _: &mut S) {}

    #[inline]
    fn features<S: Sink<Self>>(&self, position: &Loa, (): (), sink: &mut S) -> Taper {
        let boards = [Side::First, Side::Second].map(|side| position.pieces(side));
        let sums = boards.map(lines::sums);
        let [black, white] = [0, 1].map(|side| Shape::new(boards[side], &sums[side]));
        let [mobility, walls] = lines::mobility_and_walls(&sums[0], &sums[1]);
        sink.add(CONCENTRATION, black.concentration() - white.concentration());
        sink.add(CENTRE_OF_MASS, white.remoteness() - black.remoteness());
        sink.add(CENTRALISATION, black.centralisation() - white.centralisation());
        sink.add(QUADS, black.quads() - white.quads());
        sink.add(MOBILITY, mobility);
        sink.add(WALLS, walls);
        sink.add(SIDE_TO_MOVE, if position.turn() == Side::First { 1 } else { -1 });
        sink.add(CONNECTEDNESS, black.connectedness() - white.connectedness());
        sink.add(UNIFORMITY, white.area() - black.area());
        Taper::phase(Taper::FULL)
    }
}
