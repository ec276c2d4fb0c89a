//! Late-move reductions: moves that the ordering thinks little of are searched less deeply first.
//!
//! CITE: Romstad 2006 (Glaurung); the logarithmic form is Tord Romstad's and Marco Costalba's.

use std::sync::LazyLock;

use super::decisions::Decide;
use super::events::NodeView;
use super::game::Searchable;
use super::memory::{HISTORY_MAX, MoveIndex};
use super::ordering::KILLER;
use super::params::{REDUCTION_BASE, REDUCTION_DIVISOR};
use super::pruning::Checkpoint;
use super::running::{Candidate, NodeState, Search};
use super::{Depth, Evaluation, PLY};

/// Sixteenths of a ply by remaining plies and number of moves searched.
static TABLE: LazyLock<[[Depth; 64]; 64]> = LazyLock::new(|| {
    let mut table = [[0; 64]; 64];
    for (plies, row) in table.iter_mut().enumerate().skip(1) {
        for (n, entry) in row.iter_mut().enumerate().skip(1) {
            let reduction =
                REDUCTION_BASE + (plies as f64).ln() * (n as f64).ln() / REDUCTION_DIVISOR;
            *entry = (reduction * f64::from(PLY)) as Depth;
        }
    }
    table
});

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Search<'_, P, E, D> {
    /// By how much less a move is searched at first.
    pub(super) fn reduction(
        &self,
        node: &NodeView<'_, P>,
        state: &NodeState,
        candidate: &Candidate,
        index: MoveIndex,
        at: &Checkpoint,
    ) -> Depth {
        let plies = node.plies();
        let first_late = if node.is_pv { 3 } else { 2 };
        if self.params.late_move_reduction <= 0.0 || plies < 3 || at.n_searched < first_late {
            return 0;
        }
        if state.in_check || (!candidate.is_quiet && candidate.score >= 0) {
            return 0;
        }
        let mut reduction = TABLE[(plies as usize).min(63)][at.n_searched.min(63)];
        if node.is_pv {
            reduction -= PLY;
        }
        if !state.is_improving {
            reduction += PLY / 2;
        }
        if candidate.gives_check || candidate.score > KILLER - 3 {
            reduction -= PLY;
        }
        if candidate.is_quiet {
            let experience = self.memory.history(index.history);
            reduction -= experience * 2 * PLY / HISTORY_MAX;
        }
        // Whole plies are dropped, and at least one is left.
        (reduction / PLY * PLY).clamp(0, node.depth - 2 * PLY)
    }
}
