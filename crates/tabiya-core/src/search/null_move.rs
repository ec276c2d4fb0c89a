//! The null move: if even a free move does not help the opponent, the position is good enough.
//!
//! CITE: Beal 1989; Donninger 1993.

use super::decisions::Decide;
use super::events::NodeView;
use super::game::Searchable;
use super::running::{Previous, Search, Window};
use super::score::{CENTIPAWN, DECIDED, Score, is_decided};
use super::state::{Place, PlaceOf};
use super::{Depth, Evaluation, PLY};

pub(super) enum NullMove {
    /// The node fails high with this score.
    Cutoff(Score),
    /// Passing gets the side to move mated: it is under a threat.
    MateThreat,
    /// Nothing was shown.
    Nothing,
}

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Search<'_, P, E, D> {
    pub(super) fn may_try_null_move(
        &self,
        node: &NodeView<'_, P>,
        previous: &Previous<P::Move>,
    ) -> bool {
        self.params.null_move > 0.0 && previous.allows_null && node.depth >= 2 * PLY
    }

    pub(super) fn try_null_move(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
        estimate: Score,
        beta: Score,
    ) -> NullMove {
        if estimate < beta || is_decided(beta) {
            return NullMove::Nothing;
        }
        let Some(passed) = node.position.null_move() else { return NullMove::Nothing };
        let passed = Place::reached(passed, here, None);
        let adaptive = self.params.null_move_scaling * f64::from(node.depth)
            + f64::from(PLY)
                * (f64::from(estimate - beta) / f64::from(200 * CENTIPAWN)).min(2.0)
                * f64::from(u8::from(self.params.null_move_scaling > 0.0));
        let reduction = (self.params.null_move_reduction * f64::from(PLY) + adaptive) as Depth;
        let depth = (node.depth - PLY - reduction).max(0);
        let window = Window { alpha: -beta, beta: -beta + 1, depth };
        let previous = Previous::NONE;
        let score = -self.child(&passed, window, node.ply + 1, previous);
        if self.meter.stopped {
            NullMove::Cutoff(0)
        } else if score >= beta {
            // A win seen after passing is not yet a win.
            NullMove::Cutoff(if is_decided(score) { beta } else { score })
        } else if score < -DECIDED {
            NullMove::MateThreat
        } else {
            NullMove::Nothing
        }
    }
}
