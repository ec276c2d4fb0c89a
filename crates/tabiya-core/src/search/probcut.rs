//! A shallow search that stands for a deep one, where the pruning decision trusts it.
//!
//! CITE: Buro 1995 (`ProbCut`). Which depths to compare and how far apart the scores must be is
//! learnt elsewhere; here is only the place where it is asked and done.

use super::decisions::Decide;
use super::events::NodeView;
use super::game::Searchable;
use super::pruning::{Pruning, ShallowProbe};
use super::running::{Previous, Search, Window};
use super::score::Score;
use super::state::PlaceOf;
use super::{Evaluation, PLY};

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Search<'_, P, E, D> {
    /// The bound with which the node is left because a shallow search is far enough outside of the
    /// window; `None` if it is not, or nobody asks.
    pub(super) fn probe_shallowly(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
        window: Window,
        previous: &Previous<P::Move>,
    ) -> Option<Score> {
        if !<D::Pruning as Pruning<P>>::ACTIVE || node.ply == 0 {
            return None;
        }
        let pruning = &mut self.decisions.parts().pruning;
        let probe = pruning.shallow_probe(node, window.alpha, window.beta)?;
        let ShallowProbe { depth, high, low } = probe;
        let depth = depth.clamp(PLY, window.depth - PLY);
        let again = Previous { allows_null: false, ..*previous };
        if let Some(bound) = high {
            let shallow = Window { alpha: bound - 1, beta: bound, depth };
            if self.node(here, shallow, node.ply, again) >= bound && !self.meter.stopped {
                return Some(window.beta);
            }
        }
        if let Some(bound) = low {
            let shallow = Window { alpha: bound, beta: bound + 1, depth };
            if self.node(here, shallow, node.ply, again) <= bound && !self.meter.stopped {
                return Some(window.alpha);
            }
        }
        None
    }
}
