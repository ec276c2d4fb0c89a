//! Giving up on nodes and moves by their static evaluation alone.

use super::decisions::Decide;
use super::events::NodeView;
use super::game::Searchable;
use super::null_move::NullMove;
use super::params::{
    EXCHANGE_PLIES, FUTILITY_PLIES, LATE_MOVE_PLIES, NOISY_LOSS, QUIET_LOSS, RAZORING_PLIES,
    REVERSE_FUTILITY_PLIES, SINGULAR_MARGIN, SINGULAR_PLIES,
};
use super::pruning::Checkpoint;
use super::running::{NodeState, Previous, Search, Verdict, Window};
use super::score::{CENTIPAWN, Score, is_decided};
use super::state::PlaceOf;
use super::{Evaluation, PLY};

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Search<'_, P, E, D> {
    /// Looks whether the node as a whole can be left: too good, too bad, or good even after a pass.
    pub(super) fn prune_node(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
        state: &mut NodeState,
        window: Window,
        previous: &Previous<P::Move>,
    ) -> Verdict {
        if node.is_pv || is_decided(window.alpha) || is_decided(window.beta) {
            return Verdict::GoOn;
        }
        if let Some(score) = self.probe_shallowly(here, node, window, previous) {
            return Verdict::Return(score);
        }
        let Some(evaluation) = state.evaluation else { return Verdict::GoOn };
        let plies = node.plies();
        // CITE: Heinz 1998 (reverse futility): so far ahead that a quiet move keeps enough.
        let margin = cp(self.params.reverse_futility) * (plies - i32::from(state.is_improving));
        if self.params.reverse_futility > 0.0
            && plies <= REVERSE_FUTILITY_PLIES
            && evaluation - margin >= window.beta
        {
            return Verdict::Return(evaluation);
        }
        // CITE: Birmingham and Kent 1977 (razoring): so far behind that only captures could help.
        let margin = cp(self.params.razoring) * plies;
        if self.params.razoring > 0.0
            && plies <= RAZORING_PLIES
            && evaluation + margin <= window.alpha
        {
            let score = self.quiescence(here, window.alpha, window.beta, node.ply);
            if score <= window.alpha || self.meter.stopped {
                return Verdict::Return(score);
            }
        }
        if self.may_try_null_move(node, previous) {
            match self.try_null_move(here, node, evaluation, window.beta) {
                NullMove::Cutoff(score) => return Verdict::Return(score),
                NullMove::MateThreat => state.mate_threat = true,
                NullMove::Nothing => {}
            }
        }
        Verdict::GoOn
    }

    /// Whether so many quiet moves were searched near the leaves that the others, sorted last for a
    /// reason, need not be.
    pub(super) fn is_late(
        &self,
        node: &NodeView<'_, P>,
        state: &NodeState,
        at: &Checkpoint,
        best: Score,
    ) -> bool {
        let plies = node.plies();
        let enough = (3 + plies * plies) / if state.is_improving { 1 } else { 2 };
        at.n_quiet as i32 >= enough
            && self.params.late_move_pruning > 0.0
            && plies <= LATE_MOVE_PLIES
            && Self::may_skip_moves(node, state, best)
    }

    /// Nothing is skipped in the principal variation, in check, or while only losses are known.
    fn may_skip_moves(node: &NodeView<'_, P>, state: &NodeState, best: Score) -> bool {
        !(node.is_pv || state.in_check || best < 0 && is_decided(best))
    }

    /// Whether a move near the leaves is so unlikely to raise alpha that it is not even tried,
    /// unless it gives check.
    pub(super) fn is_hopeless(
        &self,
        node: &NodeView<'_, P>,
        state: &NodeState,
        m: P::Move,
        alpha: Score,
        best: Score,
    ) -> bool {
        if !Self::may_skip_moves(node, state, best) {
            return false;
        }
        let is_quiet = node.position.is_quiet(m);
        let plies = node.plies();
        if is_quiet {
            // CITE: Schaeffer 1986; Heinz 1998 (futility): even a gain would not reach alpha.
            let margin = cp(self.params.futility) * (plies + 1);
            if self.params.futility > 0.0
                && plies <= FUTILITY_PLIES
                && state.evaluation.is_some_and(|evaluation| evaluation + margin <= alpha)
            {
                return true;
            }
        }
        let allowed = if is_quiet { QUIET_LOSS * plies * plies } else { NOISY_LOSS * plies };
        self.params.exchange_pruning > 0.0
            && plies <= EXCHANGE_PLIES
            && node.position.loses_more_than(m, allowed)
    }
}

/// A margin given in centipawns.
fn cp(margin: f64) -> Score {
    margin as Score * CENTIPAWN
}

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Search<'_, P, E, D> {
    /// A ply more for the table's move if every other one is clearly worse.
    // CITE: Anantharaman, Campbell and Hsu 1990 (singular extensions).
    pub(super) fn singular_extension(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
        window: Window,
        previous: &Previous<P::Move>,
        known: Option<&super::table::Hit>,
    ) -> super::Depth {
        let Some(hit) = known else { return 0 };
        let may_be_singular = self.params.singular > 0.0
            && node.ply > 0
            && previous.excluded == 0
            && window.depth >= SINGULAR_PLIES * PLY
            && hit.depth >= window.depth - 3 * PLY
            && hit.bound != super::table::Bound::Upper
            && !is_decided(hit.score)
            && node.ply < 2 * node.iteration as usize;
        if !may_be_singular {
            return 0;
        }
        let beta = hit.score - SINGULAR_MARGIN * CENTIPAWN * (window.depth / PLY);
        let reduced = Window { alpha: beta - 1, beta, depth: (window.depth - PLY) / 2 };
        let excluding = Previous { excluded: hit.move_code, allows_null: false, ..*previous };
        let score = self.node(here, reduced, node.ply, excluding);
        if score < beta { PLY } else { 0 }
    }
}
