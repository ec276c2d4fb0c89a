//! Leaving a node before its moves are looked at: too good, too bad, or good even after a pass.

use super::decisions::Decide;
use super::events::{LeftBy, Observer as _};
use super::game::Searchable;
use super::pruning::{Pruning as _, ShallowProbe};
use super::score::{DECIDED, Score, is_decided};
use super::state::{Place, PlaceOf};
use super::tree::{Entrance, Tree, Window};
use super::view::{Entry, NodeType, NodeView, Played};
use super::{Evaluation, PLY};

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Tree<'_, P, E, D> {
    /// What the node is left by and its score; `None` if its moves must be searched.
    pub(super) fn leave_early(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &mut NodeView<'_, P>,
        entrance: Entrance,
    ) -> Option<(LeftBy, Score)> {
        let may_leave = !(node.is_pv()
            || self.is_exhaustive
            || matches!(entrance.entry, Entry::Singular(_))
            || is_decided(node.alpha)
            || is_decided(node.beta));
        if !may_leave {
            return None;
        }
        if let Some(score) = self.probe_shallowly(here, node) {
            return Some((LeftBy::Probe, score));
        }
        let (parts, mut around) = self.ask();
        if let Some(score) = parts.pruning.leave(node, &mut around) {
            return Some((LeftBy::ReverseFutility, score));
        }
        let (parts, mut around) = self.ask();
        if parts.pruning.razors(node, &mut around) {
            let score = self.quiescence(here, node.alpha, node.beta, node.ply);
            if score <= node.alpha || self.meter.stopped {
                return Some((LeftBy::Razoring, score));
            }
        }
        if entrance.allows_null {
            return self.try_null_move(here, node);
        }
        None
    }

    /// If even a free move does not help the opponent, the position is good enough; if it gets the
    /// side to move mated, there is a threat.
    fn try_null_move(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &mut NodeView<'_, P>,
    ) -> Option<(LeftBy, Score)> {
        let (parts, mut around) = self.ask();
        let depth = parts.pruning.null_move(node, &mut around)?;
        let passed = Place::after_null(here, |key| self.foresee(key))?;
        self.decisions.parts().observer.null_move_considered(node);
        let window = Window::closed(-node.beta + 1, depth, NodeType::All);
        self.steps.push(Played { m: None, history: 0, piece_to: 0 });
        let score = -self.child(&passed, window, node.ply + 1, Entrance::NULL_MOVE);
        self.steps.pop();
        if self.meter.stopped {
            return Some((LeftBy::Stopped, 0));
        }
        if score >= node.beta {
            // A win seen after passing is not yet a win.
            let score = if is_decided(score) { node.beta } else { score };
            return Some((LeftBy::NullMove, score));
        }
        node.mate_threat = score < -DECIDED;
        None
    }

    /// The bound with which the node is left because a shallow search is far enough outside of the
    /// window; `None` if it is not, or nobody asks.
    // CITE: Buro 1995 (`ProbCut`). Which depths to compare and how far apart the scores must be is
    // the pruning's business.
    fn probe_shallowly(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
    ) -> Option<Score> {
        if node.ply == 0 || node.depth < 2 * PLY {
            return None;
        }
        let (parts, mut around) = self.ask();
        let ShallowProbe { depth, high, low } = parts.pruning.shallow_probe(node, &mut around)?;
        let depth = depth.clamp(PLY, node.depth - PLY);
        let mut probe = |bound| {
            let window = Window::closed(bound, depth, node.expected);
            let score = self.node(here, window, node.ply, Entrance::PROBE);
            (!self.meter.stopped).then_some(score)
        };
        if let Some(bound) = high
            && probe(bound)? >= bound
        {
            return Some(node.beta);
        }
        if let Some(bound) = low
            && probe(bound + 1)? <= bound
        {
            return Some(node.alpha);
        }
        None
    }
}
