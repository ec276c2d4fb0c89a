//! Numbers of the search that Othello alone has.

use crate::search::named::{GameParams, params};

params! {
    /// How the end of the game is played.
    pub struct OthelloParams {
        /// Empty squares from which Othello is played exactly where the limits allow it; 0 is off.
        exact_from = 20.0 in 0.0..26.0;
    }
}

impl GameParams for OthelloParams {}
