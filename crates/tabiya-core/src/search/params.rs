//! Every tunable number of the search, with its name, default and meaning.
//!
//! Here stand those of every game. What one game alone has is declared in its own folder, by the same
//! macro ([`GameParams`](super::named::GameParams)); whoever sets numbers by name need not know where
//! they stand.

use super::named::{ParamError, params};

params! {
    /// The numbers of every game's search. A switch is a number too: 0 is off.
    pub struct Params {
        /// Half-width of the first window around the last score, in centipawns; 0 searches the open
        /// window.
        aspiration = 20.0 in 0.0..100_000.0;
        /// The first iteration that trusts the score of the one before.
        aspiration_from = 4.0 in 2.0..64.0;
        /// How many times wider the window is tried next.
        aspiration_growth = 4.0 in 2.0..100.0;
        /// Centipawns beyond which a window is opened instead.
        aspiration_most = 1000.0 in 1.0..100_000.0;
        /// Whether MTD(f) drives the search, with windows of one score, instead of an aspiration
        /// window.
        mtdf = 0.0 in 0.0..1.0;
        /// Passes of MTD(f) after which the window is opened instead.
        mtdf_passes = 40.0 in 1.0..1000.0;
        /// Whether a free move for the opponent may prove that a position is too good.
        null_move = 1.0 in 0.0..1.0;
        /// The least plies that remain where it is tried.
        null_move_plies = 2.0 in 1.0..64.0;
        /// Plies by which the search after a null move is shallower.
        null_move_reduction = 3.0 in 1.0..8.0;
        /// Further plies of that reduction for each ply that remains; 0 keeps it fixed.
        null_move_scaling = 0.2 in 0.0..1.0;
        /// Centipawns above beta for each further ply of it, where it is not fixed.
        null_move_margin = 200.0 in 1.0..10_000.0;
        /// The most plies that are added so.
        null_move_most = 2.0 in 0.0..8.0;
        /// Whether the last two refutations at a ply are tried early.
        killers = 1.0 in 0.0..1.0;
        /// Whether quiet moves are sorted by how often they were good.
        history = 1.0 in 0.0..1.0;
        /// What a good move gains in the history, times the square of the remaining plies.
        history_bonus = 16.0 in 1.0..1000.0;
        /// The most that it gains at once.
        history_most = 2048.0 in 1.0..16_384.0;
        /// Steps of a map's score above the mean of the root's moves at which history begins with 0,
        /// where it begins with a map; the more, the more moves are thought little of until they prove
        /// good.
        prior_middle = 4.0 in -32.0..32.0;
        /// Whether the last good answer to the opponent's move is tried early.
        countermove = 1.0 in 0.0..1.0;
        /// Whether quiet moves are sorted by how good they were after the opponent's move.
        continuation = 1.0 in 0.0..1.0;
        /// Whether late moves are first searched less deeply.
        late_move_reduction = 1.0 in 0.0..1.0;
        /// The least plies that remain where they are.
        reduction_plies = 3.0 in 2.0..64.0;
        /// Moves of a node that are never reduced.
        reduction_after = 2.0 in 1.0..100.0;
        /// Moves that are never reduced in the principal variation.
        reduction_after_pv = 3.0 in 1.0..100.0;
        /// Plies by which every late move is reduced.
        reduction_base = 0.5 in -4.0..8.0;
        /// Divides the product of the logarithms of plies and moves that is added.
        reduction_divisor = 2.2 in 0.1..100.0;
        /// Plies less in the principal variation.
        reduction_pv = 1.0 in -4.0..8.0;
        /// Plies more where the side to move does not stand better than at its last turn.
        reduction_worsening = 0.5 in -4.0..8.0;
        /// Plies more where a node is expected to fail high.
        reduction_cut = 0.0 in -4.0..8.0;
        /// Plies less for captures and whatever else is not quiet; with 8 they are never reduced.
        reduction_noisy = 8.0 in -4.0..8.0;
        /// Plies less for killers and moves that give check.
        reduction_urgent = 1.0 in -4.0..8.0;
        /// Plies less for a quiet move of the best history, more for one of the worst.
        reduction_history = 2.0 in 0.0..8.0;
        /// Plies less for a quiet move of which a learned ordering thinks best, more for one of which
        /// it thinks worst; 0 leaves that to experience.
        reduction_ordering = 0.0 in 0.0..8.0;
        /// Whether late quiet moves near the leaves are skipped.
        late_move_pruning = 1.0 in 0.0..1.0;
        /// Plies from the leaves up to which they are.
        late_move_plies = 8.0 in 0.0..64.0;
        /// Quiet moves that are tried, to which the square of the remaining plies is added.
        late_move_base = 3.0 in 0.0..100.0;
        /// What that square is multiplied by.
        late_move_slope = 1.0 in 0.0..100.0;
        /// The part of these moves that is tried where the side to move does not stand better than at
        /// its last turn.
        late_move_worsening = 0.5 in 0.0..4.0;
        /// Centipawns per ply by which a quiet move near the leaves may fall short of alpha; 0 is off.
        futility = 90.0 in 0.0..1000.0;
        /// Further plies that are counted there, for what the move itself may gain.
        futility_further = 1.0 in 0.0..8.0;
        /// Plies from the leaves up to which futile moves are skipped.
        futility_plies = 6.0 in 0.0..64.0;
        /// Centipawns per ply by which a node near the leaves must exceed beta to be left; 0 is off.
        reverse_futility = 80.0 in 0.0..1000.0;
        /// Plies fewer that are counted there where the side to move stands better than at its last turn.
        reverse_futility_improving = 1.0 in 0.0..8.0;
        /// Plies from the leaves up to which such nodes are left.
        reverse_futility_plies = 7.0 in 0.0..64.0;
        /// Centipawns per ply by which a node near the leaves must fall short to be left; 0 is off.
        razoring = 220.0 in 0.0..1000.0;
        /// Plies from the leaves up to which such nodes are left.
        razoring_plies = 3.0 in 0.0..64.0;
        /// Whether moves near the leaves that lose material are skipped.
        exchange_pruning = 1.0 in 0.0..1.0;
        /// Plies from the leaves up to which they are.
        exchange_plies = 6.0 in 0.0..64.0;
        /// Centipawns that a quiet move may lose, times the square of the remaining plies.
        exchange_quiet = 20.0 in 0.0..1000.0;
        /// Centipawns that another move may lose per remaining ply.
        exchange_noisy = 90.0 in 0.0..1000.0;
        /// Whether nodes of which nothing is known are searched less deeply.
        internal_reduction = 1.0 in 0.0..1.0;
        /// The least plies that remain where they are.
        internal_reduction_plies = 4.0 in 2.0..64.0;
        /// By how many plies.
        internal_reduction_by = 1.0 in 0.0..8.0;
        /// Whether leaves in check try every way out of it, and not only captures.
        check_evasions = 1.0 in 0.0..1.0;
        /// Whether leaves look into the transposition table too.
        quiescence_table = 1.0 in 0.0..1.0;
        /// Whether a move that is much better than all others is searched more deeply.
        singular = 1.0 in 0.0..1.0;
        /// The least plies that remain where such a move is looked for.
        singular_plies = 8.0 in 2.0..64.0;
        /// Centipawns per remaining ply by which the others must be worse.
        singular_margin = 2.0 in 0.0..1000.0;
        /// Plies by which the table's knowledge may be shallower than the node.
        singular_slack = 3.0 in 0.0..64.0;
        /// Part of the plies below the node to which the others are searched for that.
        singular_part = 0.5 in 0.0..1.0;
        /// Plies that are added to the move.
        singular_extension = 1.0 in 0.0..2.0;
        /// Standard deviations by which a shallow search must lie outside of the window to stand for
        /// the deep one, where the player knows how they are related; 0 is off.
        probcut = 1.5 in 0.0..10.0;
        /// Nothing is extended where the line is so many times as long as the iteration.
        extend_most = 2.0 in 1.0..8.0;
        /// Plies by which an entry of the table is counted as shallower for every search since it was
        /// made, when it is asked which one gives way to a new one.
        table_ageing = 8.0 in 0.0..128.0;
        /// Plies by which an entry of the same search must be deeper to stay when a bound of the same
        /// position is to be stored; an exact score always is.
        table_keeps = 4.0 in 0.0..128.0;
    }
}

impl Params {
    /// The plain search of CRAFTY (Kocsis 2003, §2.2.2): full width, null move; in chess
    /// five extensions go with it.
    pub fn crafty() -> Self {
        Self {
            aspiration: 30.0,
            null_move_scaling: 0.0,
            continuation: 0.0,
            late_move_reduction: 0.0,
            late_move_pruning: 0.0,
            futility: 0.0,
            reverse_futility: 0.0,
            razoring: 0.0,
            exchange_pruning: 0.0,
            internal_reduction: 0.0,
            singular: 0.0,
            check_evasions: 0.0,
            quiescence_table: 0.0,
            ..Self::default()
        }
    }

    /// The modern search without killers and countermoves: where every move turns the board over,
    /// what refuted one move says little of the next.
    pub fn othello() -> Self {
        Self { killers: 0.0, countermove: 0.0, ..Self::default() }
    }

    /// The parameters of this name, one of [`PRESETS`].
    ///
    /// # Errors
    /// If there are none of that name.
    pub fn preset(name: &str) -> Result<Self, ParamError> {
        match name {
            "modern" => Ok(Self::default()),
            "crafty" => Ok(Self::crafty()),
            "othello" => Ok(Self::othello()),
            _ => Err(ParamError::UnknownPreset { name: name.into(), known: &PRESETS }),
        }
    }
}

/// The names of the presets, the default first.
pub const PRESETS: [&str; 3] = ["modern", "crafty", "othello"];
