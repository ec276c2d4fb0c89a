//! Numbers of the search that chess alone has.

use crate::search::named::{GameParams, params};

params! {
    /// The extensions of CRAFTY (Kocsis 2003, §2.2.2).
    pub struct ChessParams {
        /// Plies added when a move gives check.
        extend_check = 1.0 in 0.0..2.0;
        /// Plies added when a piece is recaptured at equal value.
        extend_recapture = 0.0 in 0.0..2.0;
        /// Plies added when there is a single way out of check.
        extend_one_reply = 0.0 in 0.0..2.0;
        /// Plies added when a passed pawn safely reaches the sixth or seventh rank.
        extend_passed_pawn = 0.0 in 0.0..2.0;
        /// Plies added when the null move shows a threat of mate.
        extend_mate_threat = 0.0 in 0.0..2.0;
    }
}

impl GameParams for ChessParams {
    fn preset(name: &str) -> Self {
        match name {
            "crafty" => Self {
                extend_recapture: 0.75,
                extend_one_reply: 0.75,
                extend_passed_pawn: 0.75,
                extend_mate_threat: 0.75,
                ..Self::default()
            },
            _ => Self::default(),
        }
    }
}
