//! The principal variation: the best line below every open node, and the root's score as it changes.

use super::decisions::Decide;
use super::events::Observer as _;
use super::game::Searchable;
use super::report::{Change, Iteration, Progress, Variation};
use super::score::Score;
use super::state::PlaceOf;
use super::tree::Tree;
use super::view::NodeView;
use super::{Evaluation, MAX_PLY};

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Tree<'_, P, E, D> {
    /// Writes down the best line of an open node, and tells the observer of a new best at the root.
    pub(super) fn note_best(&mut self, node: &NodeView<'_, P>, m: P::Move, score: Score) {
        if !node.is_pv() {
            return;
        }
        let (upper, lower) = self.continuations.split_at_mut(node.ply + 1);
        let line = &mut upper[node.ply];
        line.clear();
        line.push(m);
        line.extend(lower[0].iter().copied().take(MAX_PLY - 1));
        if node.ply == 0 {
            self.root_best = Some((m, score));
            if !self.told.is_empty() {
                return; // the score of the search is that of its first line
            }
            self.log_score(score);
            let (iteration, nodes) = (self.iteration, self.meter.all_nodes());
            self.decisions.parts().observer.root_changed(iteration, m, score, nodes);
        }
    }

    /// Keeps the root's score if it has changed.
    pub(super) fn log_score(&mut self, score: Score) {
        if self.changes.last().is_none_or(|last| last.score != score) {
            self.changes.push(Change { nodes: self.meter.all_nodes(), score });
        }
    }

    /// The best line of the root in the iteration under way, if there is one yet.
    pub(super) fn best_line(&self) -> Option<Variation<P::Move>> {
        let (m, score) = self.root_best?;
        let line = &self.continuations[0];
        let pv = if line.first() == Some(&m) { line.clone() } else { vec![m] };
        Some(Variation { m, score, pv })
    }

    /// Searches the root to the depth of the iteration, once for each line that is asked for; true
    /// if all of it was completed. Whatever was found is in `told`.
    pub(super) fn iterate(&mut self, root: &PlaceOf<'_, P, E, D>, n_lines: usize) -> bool {
        self.told.clear();
        for number in 0..n_lines {
            let last = self.iterations.last();
            let before = match number {
                0 => last.map(|i| (i.pv[0], i.score)),
                _ => last.and_then(|i| i.others.get(number - 1)).map(|line| (line.m, line.score)),
            };
            self.root_best = None;
            self.lead = before.map(|(m, _)| m).filter(|_| number > 0);
            let score = self.deepen(root, before.map(|(_, score)| score));
            let best = self.best_line();
            if self.meter.stopped {
                // A line that was broken off counts only if it is the first.
                self.told.extend(best.filter(|_| number == 0));
                return false;
            }
            let Some(line) = best else { return false };
            self.told.push(Variation { score, ..line });
        }
        // A line that was searched later may have come out better than those before it.
        self.told.sort_by_key(|line| std::cmp::Reverse(line.score));
        true
    }

    /// Writes down a completed iteration, and tells of it.
    pub(super) fn finish_iteration(&mut self) {
        let mut lines = std::mem::take(&mut self.told);
        let first = lines.remove(0);
        self.log_score(first.score);
        let iteration = Iteration {
            depth: self.iteration,
            score: first.score,
            pv: first.pv,
            nodes: self.meter.all_nodes(),
            time: self.meter.elapsed(),
            hash_fill: self.table.fill(),
            deepest: self.deepest as u32,
            root_moves: self.root_moves.clone(),
            others: lines,
        };
        (self.listen)(Progress::Iteration(&iteration));
        self.decisions.parts().observer.iteration_finished(&iteration);
        self.iterations.push(iteration);
        self.meter.may_stop = true;
    }
}
