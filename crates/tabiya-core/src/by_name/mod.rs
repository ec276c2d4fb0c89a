//! Games, positions and players without their types, for callers that choose a game by name.
//!
//! Everything below is generic and compiled per game; this layer is crossed once per call or batch. What
//! begins with `Any` hides the type of the game: an [`AnyPosition`] is a position of any game, as
//! [`std::any::Any`] is a value of any type.

mod batch;
mod combined;
mod finisher;
mod game;
mod many;
mod oracle;
mod player;
mod position;
mod spec;

pub use batch::{AnyBatch, BatchError};
pub use combined::{AnyFeatures, Combination, count_tables};
pub use game::{AnyGame, GAMES, PackedLines, UnknownGameError, game};
pub use many::{Control, Positions, search_many};
pub use player::{AnyIteration, AnyPlayer, AnyProgress, AnyReport, AnyRoot, SearchError};
pub use position::AnyPosition;
pub use spec::{PlayerError, PlayerSpec, params};
