//! Chess: a classical evaluation, tapered from opening to ending.
//!
//! [`ChessModel::features`] tells the story; each file reports one family of features, and
//! `terms.rs` declares the weights behind them.

mod bits;
mod endings;
mod facts;
mod kpk;
mod pawns;
mod pieces;
mod struggle;
mod terms;

use shakmaty::Position as _;

use super::{Linear, Model, Schema, Sink, Taper};
use crate::games::chess::Chess;
use bits::{count, relative, sign, squares};
use facts::Facts;
use pawns::PawnFacts;

/// The evaluation that plays.
pub type ChessEvaluation = Linear<ChessModel>;

/// The classical evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessModel;

/// How much of the opening a piece of each role keeps alive.
const PHASE: [u32; 6] = [0, 1, 1, 2, 4, 0];

/// Toggles the key of what is remembered, for the safety of kings depends on who moves.
const TURN_SALT: u64 = 0x9d39_247e_3377_6d41;

impl Model for ChessModel {
    type Position = Chess;
    type Memo = PawnFacts;

    // Fitted to the results of games between masters.
    const WIN_SCALE: f64 = 190.0;
    const MEMORY: usize = 1 << 12;

    fn schema() -> &'static Schema {
        &terms::SCHEMA
    }

    #[inline]
    fn features<S: Sink<Self>>(&self, position: &Chess, sink: &mut S) -> Taper {
        let turn = position.inner().turn() as usize ^ 1; // shakmaty counts Black as 0
        let mut facts = Facts::new(position.inner().board());
        let opening = material_and_squares(&facts, sink);
        let key = position.pawn_key() ^ if turn == 0 { TURN_SALT } else { 0 };
        let pawns = sink.remember(key, |sink| pawns::features(&facts, turn, sink));
        pieces::features(&mut facts, &pawns, sink);
        struggle::features(&facts, &pawns, turn, sink);
        let ending_scale = endings::features(&facts, turn, sink);
        // Nothing is left of the opening where nothing can be won.
        Taper { opening: if ending_scale == 0 { 0 } else { opening }, ending_scale }
    }
}

/// Reports the pieces and where they stand; returns how much of the opening is left.
fn material_and_squares<S: Sink<ChessModel>>(facts: &Facts, sink: &mut S) -> u8 {
    let mut phase = 0;
    for (role, share) in PHASE.into_iter().enumerate() {
        let boards = [facts.pieces[0][role], facts.pieces[1][role]];
        if role < 5 {
            sink.add(terms::MATERIAL + role, count(boards[0]) - count(boards[1]));
        }
        phase += share * (boards[0] | boards[1]).count_ones();
        for us in [0, 1] {
            for square in squares(boards[us]) {
                sink.add(terms::SQUARES + 64 * role + relative(us, square), sign(us));
            }
        }
    }
    phase.min(Taper::FULL.into()) as u8
}
