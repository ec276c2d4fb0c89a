//! Every number of the solver that could be another.
//!
//! They were tuned by nodes and time on positions with 17 to 20 empty squares from played games.
//! All are flat around their values: other weights of the same features change little.

/// With so few empty squares the search looks boards up in the small table, which stays in the
/// processor's cache; above, in the large one.
pub(super) const NEAR_EMPTIES: u32 = 11;
/// Size of the small table in MiB.
pub(super) const NEAR_MIB: usize = 1;
/// From so many empty squares on, children are looked up in the table before any is searched.
pub(super) const ENHANCED_EMPTIES: u32 = 8;
/// From so many empty squares on, the order of moves asks for frontier squares.
pub(super) const FRONTIER_EMPTIES: u32 = 9;
/// From so many empty squares on, the order of moves asks for stable discs.
pub(super) const STABILITY_EMPTIES: u32 = 11;
/// From so many empty squares on, the search looks whether it should stop.
pub(super) const STOP_EMPTIES: u32 = 11;

/// Stable discs are counted where `alpha` is at least `STABLE_PER_EMPTY * n_empties - STABLE_LESS`:
/// below that they hardly ever decide.
pub(super) const STABLE_PER_EMPTY: i32 = 2;
/// See [`STABLE_PER_EMPTY`].
pub(super) const STABLE_LESS: i32 = 6;

/// Cost of each reply that a move leaves the opponent; a corner counts twice.
pub(super) const REPLY_COST: i32 = 16;
/// Cost of each empty square beside the mover's discs; a corner counts twice.
pub(super) const FRONTIER_COST: i32 = 4;
/// Gain of each stable disc of the mover.
pub(super) const STABLE_GAIN: i32 = 4;
/// Cost of a move into a quadrant with an even number of empty squares.
pub(super) const EVEN_COST: i32 = 3;

/// From so many empty squares on, the order of moves asks the guide, where there is one: below, its
/// weights are more often far away in memory than its advice saves.
pub(super) const GUIDE_EMPTIES: u32 = 16;
/// Cost of each disc that the guide expects the opponent to be ahead.
pub(super) const GUIDE_COST: i32 = 6;

/// The static guess, in eighths of a disc, for each move more than the opponent has.
pub(super) const GUESS_MOVE: i32 = 16;
/// The same for each frontier square less.
pub(super) const GUESS_FRONTIER: i32 = 4;
/// The same for each stable disc more.
pub(super) const GUESS_STABLE: i32 = 8;

/// From so many empty squares on, searches with a horizon come before the exact one.
pub(super) const PRELUDE_EMPTIES: u32 = 13;
/// The last of them stops at so many empty squares (more than five).
pub(super) const PRELUDE_LAST: u32 = 8;
/// Each looks so much further than the one before.
pub(super) const PRELUDE_STEP: u32 = 2;
/// The exact search starts with a window of this half-width around their score.
pub(super) const ASPIRATION: i32 = 4;
/// Half the width of the windows of their searches where a score is believed already.
pub(super) const NEAR_PRELUDE: i32 = 8;
/// With fewer empty squares an open window is narrowed by null windows alone.
pub(super) const PRINCIPAL_EMPTIES: u32 = 10;
