//! Networks that learn by playing, to be opponents for everything else that learns.
//!
//! [`learn_by_play`] is temporal-difference learning among one or more networks, [`learn_from`] the
//! same from a game that somebody played, and [`play_networks`] a round of a tournament.
//!
//! CITE: Kocsis 2003, appendices A.1 and B.

mod games;
mod td;

pub use games::{NetworkGame, NetworkGames, play_networks};
pub use td::{TdPlan, learn_by_play, learn_from};
