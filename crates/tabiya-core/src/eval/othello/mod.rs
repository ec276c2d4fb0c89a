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
    let mut schema = Schema::with_defaults(include_str!("defaults.txt"));
    let range = (-10_000.0, 10_000.0);
    schema.group("board", &[]);
    schema.tapered("mobility", range, "A legal move more than the opponent");
    schema.tapered("corner", range, "A disc on a corner");
    schema.tapered("x_square", range, "A disc diagonally beside an empty corner");
    schema.tapered("disc", range, "A disc");
    schema
});

impl Model for OthelloModel {
    type Position = Othello;
    type Memo = ();

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    #[inline]
    fn features<S: Sink<Self>>(&self, position: &Othello, sink: &mut S) -> Taper {
        let (black, white) = (position.black(), position.white());
        let difference = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
        let open_corners = CORNERS & position.empties();
        let beside = beside_corners(open_corners) & X_SQUARES;
        sink.add(MOBILITY, difference(mobility(black, white), mobility(white, black)));
        sink.add(CORNER, difference(black & CORNERS, white & CORNERS));
        sink.add(X_SQUARE, difference(black & beside, white & beside));
        sink.add(DISC, difference(black, white));
        let empties = position.empties().count_ones();
        Taper::phase((empties * u32::from(Taper::FULL) / 60) as u8)
    }
}

/// The diagonal neighbours of some corners.
fn beside_corners(corners: u64) -> u64 {
    corners << 9 | corners >> 9 | corners << 7 | corners >> 7
}
