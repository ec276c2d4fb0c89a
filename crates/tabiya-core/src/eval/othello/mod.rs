//! Othello: mobility and corners.

use std::sync::LazyLock;

use super::{Linear, Model, Schema, Sink, Taper, TermId};
use crate::games::othello::Othello;
use crate::games::othello::bits::{CORNERS, X_SQUARES, mobility};

/// The evaluation that plays; its scores are hundredths of a disc.
pub type OthelloEvaluation = Linear<OthelloModel>;

/// Mobility and corners.
#[derive(Clone, Copy, Debug, Default)]
pub struct OthelloModel;

const MOBILITY: TermId = 0;
const CORNER: TermId = 1;
const X_SQUARE: TermId = 2;
const DISC: TermId = 3;

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let mut schema = Schema::default();
    let range = (-10_000.0, 10_000.0);
    let mut tapered = |name: &str, opening, ending, meaning: &str| {
        let weights = [("opening", opening), ("ending", ending)].map(|(phase, default)| {
            schema.weight(format!("{name}_{phase}"), default, range, format!("{meaning}, {phase}."))
        });
        schema.term(weights[0], weights[1]);
    };
    tapered("mobility", 60.0, 60.0, "A legal move more than the opponent");
    tapered("corner", 1000.0, 600.0, "A disc on a corner");
    tapered("x_square", -400.0, -100.0, "A disc diagonally beside an empty corner");
    tapered("disc", -10.0, 50.0, "A disc");
    schema
});

impl Model for OthelloModel {
    type Position = Othello;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    #[inline]
    fn features<S: Sink>(&self, position: &Othello, sink: &mut S) -> Taper {
        let (black, white) = (position.black(), position.white());
        let difference = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
        let open_corners = CORNERS & position.empties();
        let beside = beside_corners(open_corners) & X_SQUARES;
        sink.add(MOBILITY, difference(mobility(black, white), mobility(white, black)));
        sink.add(CORNER, difference(black & CORNERS, white & CORNERS));
        sink.add(X_SQUARE, difference(black & beside, white & beside));
        sink.add(DISC, difference(black, white));
        let empties = position.empties().count_ones() as i32;
        Taper(empties * Taper::FULL / 60)
    }
}

/// The diagonal neighbours of some corners.
fn beside_corners(corners: u64) -> u64 {
    corners << 9 | corners >> 9 | corners << 7 | corners >> 7
}
