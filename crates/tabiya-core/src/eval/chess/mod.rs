//! Chess: a classical evaluation, tapered from opening to ending.
//!
//! [`ChessModel::features`] tells the story; each file reports one family of features, and
//! `terms.rs` declares the weights behind them.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

mod bits;
mod endings;
mod facts;
mod kpk;
mod pawns;
mod pieces;
mod squares;
mod struggle;
mod terms;

use shakmaty::Position as _;

use super::{Linear, Model, Schema, Sink, Taper, counted};
use crate::games::chess::Chess;
use crate::search::{Counted, Step};
use facts::Facts;
use pawns::PawnFacts;
use squares::Phase;

/// The evaluation that plays.
pub type ChessEvaluation = Linear<ChessModel>;

/// The classical evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChessModel;

/// Toggles the key of what is remembered.
const TURN_SALT: u64 = 0x9d39_247e_3377_6d41;

impl Counted for Chess {
    fn n_features() -> usize {
        counted::n_features::<ChessModel>()
    }

    fn each_feature(&self, tell: impl FnMut(usize, i32)) {
        counted::each_feature::<ChessModel>(self, tell);
    }
}

impl Model for ChessModel {
    type Position = Chess;
    type Memo = PawnFacts;
    type Kept = Phase;

    // Fitted to the results of games between masters.
    const WIN_SCALE: f64 = 190.0;
    const N_REMEMBERED: usize = 1 << 14;
    const N_KEPT: usize = terms::MOBILITY[0];

    /// The safety of kings depends on who moves.
    #[inline]
    fn remembered_key(position: &Chess) -> u64 {
        position.pawn_key() ^ if position.inner().turn().is_white() { TURN_SALT } else { 0 }
    }

    fn schema() -> &'static Schema {
        &terms::SCHEMA
    }

    #[inline]
    fn kept<S: Sink<Self>>(&self, position: &Chess, sink: &mut S) -> Phase {
        squares::features(position, sink)
    }

    #[inline]
    fn kept_after<S: Sink<Self>>(
        &self,
        before: Phase,
        step: &Step<'_, Chess>,
        sink: &mut S,
    ) -> Phase {
        squares::changes(before, step, sink)
    }

    #[inline(always)]
    fn features<S: Sink<Self>>(&self, position: &Chess, phase: Phase, sink: &mut S) -> Taper {
        let turn = position.inner().turn() as usize ^ 1; // shakmaty counts Black as 0
        let mut facts = Facts::new(position.inner().board());
        let pawns = sink
            .remember(Self::remembered_key(position), |sink| pawns::features(&facts, turn, sink));
        pieces::features(&mut facts, &pawns, sink);
        struggle::features(&facts, &pawns, turn, sink);
        let ending_scale = endings::features(&facts, turn, sink);
        // Nothing is left of the opening where nothing can be won.
        Taper { opening: if ending_scale == 0 { 0 } else { phase.opening() }, ending_scale }
    }
}
