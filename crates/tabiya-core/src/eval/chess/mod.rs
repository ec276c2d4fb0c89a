//! Chess: material and where the pieces stand, tapered from opening to ending.

use std::sync::LazyLock;

use shakmaty::{Color, Position as _, Role};

use super::{Linear, Model, Schema, Sink, Taper, TermId};
use crate::games::chess::Chess;

/// The evaluation that plays.
pub type ChessEvaluation = Linear<ChessModel>;

/// Material and piece-square tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessModel;

const ROLES: [(Role, &str); 6] = [
    (Role::Pawn, "pawn"),
    (Role::Knight, "knight"),
    (Role::Bishop, "bishop"),
    (Role::Rook, "rook"),
    (Role::Queen, "queen"),
    (Role::King, "king"),
];

/// Values of a pawn, knight, bishop, rook and queen in centipawns.
const MATERIAL: [f64; 5] = [100.0, 320.0, 330.0, 500.0, 960.0];

/// How much of the opening a piece of each role keeps alive.
const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];

/// The first term of the piece-square tables; those of material go before.
const SQUARES: TermId = MATERIAL.len();

static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let mut schema = Schema::default();
    for (value, (_, name)) in MATERIAL.into_iter().zip(ROLES) {
        schema.simple(name, value, (0.0, 3000.0), &format!("Worth of a {name}."));
    }
    for (role, name) in ROLES {
        for square in 0..64 {
            let place = crate::games::square_name(square);
            let weights = ["opening", "ending"].map(|phase| {
                schema.weight(
                    format!("{name}_{place}_{phase}"),
                    square_default(role, square, phase),
                    (-500.0, 500.0),
                    format!("A white {name} on {place} (a black one opposite) in the {phase}."),
                )
            });
            schema.term(weights[0], weights[1]);
        }
    }
    schema
});

/// A first guess of what a square is worth: pieces like the centre, pawns like to advance, the king
/// hides until the ending.
fn square_default(role: Role, square: u8, phase: &str) -> f64 {
    let (file, rank) = (f64::from(square % 8), f64::from(square / 8));
    let centre = 3.5 - (file - 3.5).abs().max((rank - 3.5).abs());
    let central_file = 3.5 - (file - 3.5).abs();
    let opening = phase == "opening";
    match role {
        Role::Pawn if !(8..=55).contains(&square) => 0.0,
        Role::Pawn if opening => {
            6.0 * (central_file - 1.5) + central_file * (rank - 1.0).min(3.0) * 3.0
        }
        Role::Pawn => 12.0 * (rank - 1.0),
        Role::Bishop => 7.0 * (centre - 1.5),
        Role::Rook if opening => 4.0 * (central_file - 1.5),
        Role::Rook => 0.0,
        Role::Queen => 4.0 * (centre - 1.5),
        Role::King if opening => -16.0 * rank.min(3.0) - 12.0 * central_file.min(2.5) + 30.0,
        Role::Knight | Role::King => 14.0 * (centre - 1.5),
    }
}

impl Model for ChessModel {
    type Position = Chess;

    fn schema() -> &'static Schema {
        &SCHEMA
    }

    #[inline]
    fn features<S: Sink>(&self, position: &Chess, sink: &mut S) -> Taper {
        let board = position.inner().board();
        let mut phase = 0;
        for (index, (role, _)) in ROLES.into_iter().enumerate() {
            let pieces = board.by_role(role);
            let (white, black) =
                (pieces & board.by_color(Color::White), pieces & board.by_color(Color::Black));
            if index < MATERIAL.len() {
                sink.add(index, white.count() as i32 - black.count() as i32);
            }
            phase += PHASE[index] * pieces.count() as i32;
            let table = SQUARES + 64 * index;
            for square in white {
                sink.add(table + square.to_usize(), 1);
            }
            for square in black {
                sink.add(table + square.flip_vertical().to_usize(), -1);
            }
        }
        Taper(phase.min(Taper::FULL))
    }
}
