//! The path from the root: where it has been before, and the best line below it.

use super::Evaluation;
use super::decisions::Decide;
use super::events::{NodeView, Observer as _};
use super::game::Searchable;
use super::report::Change;
use super::running::Search;
use super::score::Score;

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Search<'_, P, E, D> {
    /// Whether the rules, or a circle inside the search, make this position a draw.
    ///
    /// A position of the path that comes back once will come back again, so one return is enough
    /// there; positions of the game count as the rules say.
    pub(super) fn is_repetition(&self, position: &P) -> bool {
        let reversible = position.reversible_plies();
        let limit = position.repetitions_to_draw() as usize;
        if reversible < 4 || limit == 0 {
            return false;
        }
        let key = position.key();
        let mut seen = 1;
        for back in (2..=reversible.min(self.path.len())).step_by(2) {
            let index = self.path.len() - back;
            if self.path[index] == key {
                seen += 1;
                if index >= self.root_index || seen >= limit {
                    return true;
                }
            }
        }
        false
    }

    /// Writes down the best line of an open node, and tells the observer of a new best at the root.
    pub(super) fn note_best(&mut self, node: &NodeView<'_, P>, m: P::Move, score: Score) {
        if !node.is_pv {
            return;
        }
        let (upper, lower) = self.lines.split_at_mut(node.ply + 1);
        let line = &mut upper[node.ply];
        line.clear();
        line.push(m);
        let room = line.remaining_capacity();
        line.extend(lower[0].iter().copied().take(room));
        if node.ply == 0 {
            self.root_best = Some((m, score));
            self.log_score(score);
            let (iteration, nodes) = (self.iteration, self.meter.nodes);
            self.decisions.parts().observer.root_changed(iteration, m, score, nodes);
        }
    }

    /// Keeps the root's score if it has changed.
    pub(super) fn log_score(&mut self, score: Score) {
        if self.changes.last().is_none_or(|last| last.score != score) {
            self.changes.push(Change { nodes: self.meter.nodes, score });
        }
    }
}
