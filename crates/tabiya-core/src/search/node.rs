//! One node of the principal-variation search.
//!
//! CITE: Marsland and Campbell 1982 (PVS); Knuth and Moore 1975 (alpha-beta).

use arrayvec::ArrayVec;

use super::decisions::Decide;
use super::events::{NodeView, Observer as _};
use super::extensions::Extensions as _;
use super::game::{ExtensionContext, Searchable};
use super::memory::{MoveIndex, Refutation};
use super::ordering::{Ordering as _, Picker, Scored};
use super::pruning::{Checkpoint, Pruning};
use super::report::Progress;
use super::running::{Candidate, NodeState, Previous, Search, Verdict, Window};
use super::score::{INFINITE, Score, win_in};
use super::state::{Place, PlaceOf};
use super::table::{Bound, Hit};
use super::{Depth, Evaluation, MAX_PLY, PLY};
use crate::games::{MAX_MOVES, MoveList};

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Search<'_, P, E, D> {
    /// The value of a position that a move has just led to.
    pub(super) fn child(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        window: Window,
        ply: usize,
        previous: Previous<P::Move>,
    ) -> Score {
        if self.meter.count() {
            return 0;
        }
        let position = here.position();
        self.lines[ply].clear();
        if let Some(outcome) = position.decided() {
            return position.final_score(outcome, Self::distance(ply));
        }
        if self.is_repetition(position) {
            return 0;
        }
        if window.depth < PLY {
            return self.quiescence(here, window.alpha, window.beta, ply);
        }
        self.path.push(position.key());
        let score = self.node(here, window, ply, previous);
        self.path.pop();
        score
    }

    /// The value of an undecided position, searched to at least one ply.
    pub(super) fn node(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        window: Window,
        ply: usize,
        previous: Previous<P::Move>,
    ) -> Score {
        self.lines[ply].clear();
        if ply + 1 >= MAX_PLY {
            return self.evaluate(here);
        }
        let position = here.position();
        let mut window = Self::shrink_to_reachable(window, ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // A node that looks for the second-best move must not meet what is known of the best.
        let known = match previous.excluded {
            0 => self.table.probe(position.key(), Self::distance(ply)),
            _ => None,
        };
        if let Some(score) = known.and_then(|hit| cutoff_score(&hit, window)) {
            return score;
        }
        if self.params.internal_reduction > 0.0 && known.is_none() && window.depth >= 4 * PLY {
            window.depth -= PLY; // CITE: Schröder 2019, internal iterative reduction.
        }
        let in_check = position.is_check();
        let evaluation = self.static_evaluation(here, in_check, known.as_ref());
        self.evaluations[ply] = evaluation;
        let node = NodeView {
            position,
            ply,
            depth: window.depth,
            iteration: self.iteration,
            nodes: self.meter.nodes,
            table_move: known.map_or(0, |hit| hit.move_code),
            previous_index: previous.index,
            previous_piece_to: previous.piece_to,
            is_pv: window.is_open(),
        };
        self.decisions.parts().observer.node_entered(&node);
        let mut state = NodeState {
            in_check,
            evaluation,
            is_improving: self.is_improving(ply),
            mate_threat: false,
        };
        if previous.excluded == 0 {
            match self.prune_node(here, &node, &mut state, window, &previous) {
                Verdict::Return(score) => return score,
                Verdict::GoOn => {}
            }
        }
        let Some(found) = self.search_moves(here, &node, &state, window, &previous, known.as_ref())
        else {
            return 0; // stopped
        };
        self.decisions.parts().observer.node_left(&node, found.score);
        if previous.excluded == 0 {
            let hit = Hit {
                move_code: found.best.map_or(0, P::code),
                depth: window.depth,
                score: found.score,
                bound: found.bound,
                evaluation,
            };
            self.table.store(position.key(), hit, Self::distance(ply));
        }
        found.score
    }

    /// Searches the moves of a node one by one; `None` if the search was stopped.
    fn search_moves(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
        state: &NodeState,
        window: Window,
        previous: &Previous<P::Move>,
        known: Option<&Hit>,
    ) -> Option<Found<P::Move>> {
        let position = here.position();
        let mut moves = MoveList::new();
        position.moves_of_undecided(&mut moves);
        if moves.is_empty() {
            let outcome = position.outcome_without_moves();
            let score = position.final_score(outcome, Self::distance(node.ply));
            return Some(Found { score, best: None, bound: Bound::Exact });
        }
        let mut picker = Picker::empty();
        picker.fill(&moves, |m| P::code(m) == node.table_move);

        let Window { mut alpha, beta, .. } = window;
        // Where every move but the excluded one is pruned, the node fails low.
        let floor = if previous.excluded == 0 { -INFINITE } else { alpha };
        let mut found = Found { score: floor, best: None, bound: Bound::Upper };
        let mut failed_quiets: ArrayVec<MoveIndex, MAX_MOVES> = ArrayVec::new();
        let mut at = Checkpoint::default();
        loop {
            let is_late = self.is_late(node, state, &at, found.score);
            let next = if is_late {
                picker.any()
            } else {
                picker.next(|moves| self.order(here, node, moves))
            };
            let Some(scored) = next else { break };
            let m = scored.m;
            let code = P::code(m);
            if code == previous.excluded {
                continue;
            }
            if <D::Pruning as Pruning<P>>::ACTIVE && at.n_searched > 0 {
                at.next_score = scored.score;
                at.table_move_best = found.best.is_some_and(|b| P::code(b) == node.table_move);
                if !self.keeps(node, &at) {
                    break;
                }
            }
            let is_quiet = position.is_quiet(m);
            if at.n_searched > 0
                && (is_late && is_quiet || self.is_hopeless(node, state, m, alpha, found.score))
                && !position.gives_check(m)
            {
                continue;
            }
            let child = self.after(here, m);
            let candidate =
                Candidate { is_quiet, score: scored.score, gives_check: child.is_check() };
            let context = ExtensionContext {
                child: child.position(),
                previous: previous.m,
                n_moves: picker.len(),
                mate_threat: state.mate_threat,
                params: self.params,
            };
            let mut extension = self.extension(node, m, &context);
            if code == node.table_move && extension < PLY {
                extension += self.singular_extension(here, node, window, previous, known);
                if self.meter.stopped {
                    return None;
                }
            }
            let cost = if P::is_free(m) { 0 } else { PLY };
            let depth = window.depth - cost + extension;
            let index =
                MoveIndex { history: position.history_index(m), piece_to: position.piece_to(m) };
            let next = Previous::after(m, index);
            let reduction = self.reduction(node, state, &candidate, index, &at);
            let inner = Window { alpha, beta, depth };
            let score = self.search_move(&child, inner, node.ply, next, at.n_searched, reduction);
            if self.meter.stopped {
                return None;
            }
            at.n_searched += 1;
            at.n_quiet += usize::from(is_quiet);
            if score > found.score {
                found.score = score;
                at.n_changes += 1;
                at.sum_changes += at.n_searched as u32;
                self.decisions.parts().observer.value_changed(node, m, at.n_searched, score);
            }
            if score > alpha {
                alpha = score;
                found.best = Some(m);
                found.bound = Bound::Exact;
                self.note_best(node, m, score);
            }
            if score >= beta {
                found.bound = Bound::Lower;
                self.decisions.parts().ordering.cutoff(node, self.memory, m, at.n_searched);
                if is_quiet {
                    self.learn_cutoff(node, previous, code, index, &failed_quiets);
                }
                break;
            }
            if is_quiet {
                failed_quiets.push(index);
            }
        }
        Some(found)
    }

    /// The value of a move: the first one with the whole window, the others only if a look through
    /// a closed one, perhaps at reduced depth, shows that they are better.
    fn search_move(
        &mut self,
        child: &PlaceOf<'_, P, E, D>,
        window: Window,
        ply: usize,
        next: Previous<P::Move>,
        n_before: usize,
        reduction: Depth,
    ) -> Score {
        let Window { alpha, beta, depth } = window;
        if let (0, Some(m)) = (ply, next.m) {
            (self.listen)(Progress::RootMove(m, n_before + 1));
        }
        if n_before > 0 {
            let scout = Window { alpha: -alpha - 1, beta: -alpha, depth: depth - reduction };
            let mut score = -self.child(child, scout, ply + 1, next);
            if reduction > 0 && score > alpha && !self.meter.stopped {
                score = -self.child(child, Window { depth, ..scout }, ply + 1, next);
            }
            if score <= alpha || score >= beta || self.meter.stopped {
                return score;
            }
        }
        let full = Window { alpha: -beta, beta: -alpha, depth };
        -self.child(child, full, ply + 1, next)
    }

    /// The window without what no line from here can reach: a win quicker than the next move.
    fn shrink_to_reachable(window: Window, ply: usize) -> Window {
        if ply == 0 || !P::COUNTS_PLIES {
            return window;
        }
        let alpha = window.alpha.max(-win_in(ply as i32));
        let beta = window.beta.min(win_in(ply as i32 + 1));
        Window { alpha, beta, ..window }
    }

    fn order(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
        moves: &mut [Scored<P::Move>],
    ) {
        let ordering = &mut self.decisions.parts().ordering;
        let state = here.ordering_state(ordering);
        ordering.score(node, state, self.memory, self.params, moves);
    }

    fn learn_cutoff(
        &mut self,
        node: &NodeView<'_, P>,
        previous: &Previous<P::Move>,
        code: u16,
        index: MoveIndex,
        failed: &[MoveIndex],
    ) {
        let refutation = Refutation {
            ply: node.ply,
            code,
            index,
            previous: previous.index,
            previous_piece_to: previous.piece_to,
            plies: node.plies(),
        };
        self.memory.learn_cutoff(&refutation, failed);
    }

    fn keeps(&mut self, node: &NodeView<'_, P>, at: &Checkpoint) -> bool {
        let parts = self.decisions.parts();
        let keeps = parts.pruning.keeps(node, at);
        parts.observer.pruning_considered(node, at, keeps);
        keeps
    }

    /// How much deeper to look after a move. Extensions end where the line is twice as long as the
    /// iteration, so that it does end.
    fn extension(
        &mut self,
        node: &NodeView<'_, P>,
        m: P::Move,
        context: &ExtensionContext<'_, P>,
    ) -> Depth {
        if node.ply >= 2 * node.iteration as usize {
            return 0;
        }
        self.decisions.parts().extensions.extend(node.position, m, context)
    }

    /// The static evaluation of a node that is not in check, if anything asks for it.
    fn static_evaluation(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        in_check: bool,
        known: Option<&Hit>,
    ) -> Option<Score> {
        if in_check || !self.wants_evaluations {
            return None;
        }
        known.and_then(|hit| hit.evaluation).or_else(|| Some(self.evaluate(here)))
    }

    fn is_improving(&self, ply: usize) -> bool {
        let before = ply.checked_sub(2).and_then(|before| self.evaluations[before]);
        match (self.evaluations[ply], before) {
            (Some(now), Some(before)) => now > before,
            _ => false,
        }
    }

    /// Where a move leads; what the table knows of it is fetched meanwhile.
    #[inline]
    pub(super) fn after<'a>(
        &self,
        here: &'a PlaceOf<'a, P, E, D>,
        m: P::Move,
    ) -> PlaceOf<'a, P, E, D> {
        let key = here.likely_key_after(m);
        if let Some(key) = key {
            self.table.prefetch(key);
        }
        let mut child = here.position().clone();
        child.play(m);
        if key.is_none() {
            self.table.prefetch(child.key());
        }
        Place::reached(child, here, Some(m))
    }

    /// The static evaluation.
    pub(super) fn evaluate(&mut self, here: &PlaceOf<'_, P, E, D>) -> Score {
        let state = here.evaluation_state(self.evaluation);
        self.evaluation.evaluate_with(here.position(), state)
    }

    /// What a ply counts for in the distance to a win.
    pub(super) fn distance(ply: usize) -> i32 {
        if P::COUNTS_PLIES { ply as i32 } else { 0 }
    }
}

/// The value of a node, the move that gave it, and what it means.
pub(super) struct Found<M> {
    pub score: Score,
    pub best: Option<M>,
    pub bound: Bound,
}

/// The score with which the table's knowledge ends a node that is not on the principal variation.
pub(super) fn cutoff_score(hit: &Hit, window: Window) -> Option<Score> {
    let is_enough = match hit.bound {
        Bound::Exact => true,
        Bound::Lower => hit.score >= window.beta,
        Bound::Upper => hit.score <= window.alpha,
    };
    (!window.is_open() && hit.depth >= window.depth && is_enough).then_some(hit.score)
}
