//! The moves of a node, one by one.

use std::cell::OnceCell;

use arrayvec::ArrayVec;

use super::decisions::Decide;
use super::events::{Left, LeftBy, Observer};
use super::extensions::Extensions as _;
use super::game::{ExtensionContext, Searchable};
use super::history::{MoveIndex, Refutation};
use super::ordering::{self, Ordering as _, Scored};
use super::picker::Picker;
use super::pruning::{Candidate, Checkpoint, Pruning as _, Verdict};
use super::score::{DECIDED, INFINITE, Score};
use super::state::{Place, PlaceOf};
use super::table::{Bound, Hit};
use super::tree::{Entrance, Tree, Window};
use super::view::{Entry, NodeType, NodeView, Played};
use super::{Depth, Evaluation, PLY};
use crate::games::{MAX_MOVES, MoveList};

/// The value of a node, the move that gave it, and what it means.
pub(super) struct NodeValue<M> {
    pub score: Score,
    pub best: Option<M>,
    pub bound: Bound,
}

/// How far a node has come with its moves.
struct SoFar<M> {
    found: NodeValue<M>,
    at: Checkpoint,
    /// Code of the move with the best value, whether it raised alpha or not.
    leader: u16,
    /// Number of the move that raised alpha last.
    best_index: usize,
    n_skipped: usize,
}

impl<M> SoFar<M> {
    #[inline]
    fn new(floor: Score, alpha: Score) -> Self {
        Self {
            found: NodeValue { score: floor, best: None, bound: Bound::Upper },
            at: Checkpoint { best: floor, alpha, ..Checkpoint::default() },
            leader: 0,
            best_index: 0,
            n_skipped: 0,
        }
    }
}

/// The moves of a node that were searched. It stays where it is made: moving it copies all of its room.
struct Searched<M> {
    /// All of them, if anybody listens.
    tried: ArrayVec<M, MAX_MOVES>,
    /// Quiet moves that did not cut the node off.
    failed_quiets: ArrayVec<MoveIndex, MAX_MOVES>,
}

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Tree<'_, P, E, D> {
    /// Whether anybody is told of nodes and moves; where not, nothing is gathered for it.
    #[inline]
    pub(super) fn is_heard(&mut self) -> bool {
        <D::Observer as Observer<P>>::LISTENS && self.decisions.parts().observer.is_listening()
    }

    /// Searches the moves of a node one by one; `None` if the search was stopped.
    pub(super) fn search_moves(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
        known: Option<&Hit>,
    ) -> Option<NodeValue<P::Move>> {
        let position = here.position();
        let excluded = node.entry.excluded();
        let mut picker = Picker::empty();
        let mut early = self.early_move(node);
        if early.is_none() && !self.list_moves(node, &mut picker) {
            return Some(self.without_moves(node));
        }

        // Where every move but the excluded one is pruned, the node fails low.
        let floor = if excluded == 0 { -INFINITE } else { node.alpha };
        let mut so_far = SoFar::new(floor, node.alpha);
        let sight = OnceCell::new();
        let mut is_thinned = false;
        let mut searched = Searched { tried: ArrayVec::new(), failed_quiets: ArrayVec::new() };
        loop {
            let is_first = so_far.at.n_searched == 0;
            // What is skipped must not prove a loss.
            let may_skip = !is_first && !self.is_exhaustive && so_far.found.score >= -DECIDED;
            let skips_quiets = may_skip && {
                let (parts, mut around) = self.ask();
                parts.pruning.skips_quiets(node, &so_far.at, &mut around)
            };
            if skips_quiets && !is_thinned {
                is_thinned = true;
                so_far.n_skipped += self.thin(here, node, &so_far.at, &sight, &mut picker);
            }
            let is_early = early.is_some();
            let next = match early.take() {
                Some(m) => Some(Scored::of_table(m)),
                None => picker.next(|moves, is_late| self.rank(here, node, moves, is_late)),
            };
            let Some(scored) = next else { break };
            if P::code(scored.m) == excluded {
                continue;
            }
            let mut candidate = Candidate::new(position, &sight, &scored);
            let is_judged = !is_first && !self.is_exhaustive;
            let mut verdict = Verdict::Search;
            if is_judged {
                so_far.at.table_move_best = so_far.leader == node.table_move;
                let (parts, mut around) = self.ask();
                verdict = parts.pruning.verdict(node, &so_far.at, &candidate, &mut around);
                if may_skip && matches!(verdict, Verdict::Skip | Verdict::SkipRest) {
                    self.tell_verdict(node, &so_far.at, &candidate, verdict);
                    so_far.n_skipped += 1;
                    if verdict == Verdict::Skip {
                        continue;
                    }
                    so_far.n_skipped += picker.n_left();
                    break;
                }
            }
            let index = MoveIndex {
                history: position.history_index(scored.m),
                piece_to: position.piece_to(scored.m),
            };
            let mut child = Place::before(here, scored.m);
            self.make(&mut child, scored.m);
            candidate.note_check(child.is_check());
            let reduction =
                if is_judged { self.reduce(node, &so_far.at, &mut candidate, verdict) } else { 0 };
            let mut extension = self.extension(node, &candidate, child.position(), picker.len());
            if P::code(scored.m) == node.table_move && extension < PLY {
                extension += self.singular_extension(here, node, known);
                if self.meter.stopped {
                    return None;
                }
            }
            let cost = if P::is_free(scored.m) { 0 } else { PLY };
            let inner = Window {
                alpha: so_far.at.alpha,
                beta: node.beta,
                depth: node.depth - cost + extension,
                expected: node.expected,
            };
            let MoveIndex { history, piece_to } = index;
            self.steps.push(Played { m: Some(scored.m), history, piece_to });
            let n_before = so_far.at.n_searched;
            let score = self.search_move(&child, inner, node.ply, scored.m, n_before, reduction);
            self.steps.pop();
            if self.meter.stopped {
                return None;
            }
            if self.take(node, &candidate, index, score, &mut so_far, &mut searched) {
                break;
            }
            if is_early {
                self.list_moves(node, &mut picker);
                picker.hand_out_first();
            }
        }
        let SoFar { mut found, best_index, n_skipped, .. } = so_far;
        if n_skipped > 0 && found.bound == Bound::Upper {
            // All that is known of the skipped moves is that they should not raise alpha.
            found.score = found.score.max(node.alpha);
        }
        self.tell_moves(node, &found, best_index, &searched, &picker);
        Some(found)
    }

    /// Tells of a node whose moves were searched.
    #[inline]
    fn tell_moves(
        &mut self,
        node: &NodeView<'_, P>,
        found: &NodeValue<P::Move>,
        best_index: usize,
        searched: &Searched<P::Move>,
        picker: &Picker<P::Move>,
    ) {
        if self.is_heard() {
            let left = Left {
                by: LeftBy::Moves,
                score: found.score,
                bound: found.bound,
                best: found.best,
                best_index,
                tried: &searched.tried,
                legal: picker.all(),
                nodes: self.meter.nodes - node.nodes,
            };
            self.decisions.parts().observer.node_left(node, &left);
        }
    }

    /// Drops the quiet moves that do not give check, and returns how many.
    #[inline]
    fn thin(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        sight: &OnceCell<P::CheckSight>,
        picker: &mut Picker<P::Move>,
    ) -> usize {
        let position = node.position;
        let is_heard = self.is_heard();
        if is_heard {
            picker.rank_early(&mut |moves, is_late| self.rank(here, node, moves, is_late));
        }
        let keeps = |m| !position.is_quiet(m) || Candidate::checks(position, sight, m);
        let dropped = picker.drop_all_but(keeps);
        if is_heard {
            for scored in dropped {
                let candidate = Candidate::new(position, sight, scored);
                self.tell_verdict(node, at, &candidate, Verdict::Skip);
            }
        }
        dropped.len()
    }

    /// The table's move, if it can be tried before the others are listed: where it is good enough,
    /// they need not be.
    #[inline]
    fn early_move(&mut self, node: &NodeView<'_, P>) -> Option<P::Move> {
        let asks_all = node.ply == 0 || node.entry.excluded() != 0 || self.is_heard();
        if asks_all { None } else { node.position.move_with_code(node.table_move) }
    }

    /// Lists the moves of a node, the table's first; false if there is none.
    #[inline]
    fn list_moves(&self, node: &NodeView<'_, P>, picker: &mut Picker<P::Move>) -> bool {
        let mut moves = MoveList::new();
        node.position.moves_of_undecided(&mut moves);
        let is_possible = !moves.is_empty();
        if node.ply == 0 {
            moves.retain(|m| self.root.admits(*m) && !self.told.iter().any(|told| told.m == *m));
        }
        picker.fill(&moves, node.table_move, P::code);
        is_possible
    }

    /// Takes the score of a move into account; true if it cuts the node off.
    #[inline]
    fn take(
        &mut self,
        node: &NodeView<'_, P>,
        candidate: &Candidate<'_, P>,
        index: MoveIndex,
        score: Score,
        so_far: &mut SoFar<P::Move>,
        searched: &mut Searched<P::Move>,
    ) -> bool {
        let SoFar { found, at, .. } = so_far;
        let m = candidate.m;
        at.n_searched += 1;
        at.n_quiet += usize::from(candidate.is_quiet);
        if self.is_heard() {
            searched.tried.push(m);
        }
        if score > found.score {
            found.score = score;
            at.best = score;
            so_far.leader = P::code(m);
            at.n_changes += 1;
            at.sum_changes += at.n_searched as u32;
            self.decisions.parts().observer.value_changed(node, m, at.n_searched, score);
        }
        if score > at.alpha {
            at.alpha = score;
            so_far.best_index = at.n_searched;
            found.best = Some(m);
            found.bound = Bound::Exact;
            self.note_best(node, m, score);
        }
        if score >= node.beta {
            found.bound = Bound::Lower;
            let n_searched = at.n_searched;
            let (parts, mut around) = self.ask();
            parts.ordering.cutoff(node, m, n_searched, &mut around);
            if candidate.is_quiet {
                self.learn_cutoff(node, P::code(m), index, &searched.failed_quiets);
            }
            return true;
        }
        if candidate.is_quiet {
            searched.failed_quiets.push(index);
        }
        false
    }

    fn without_moves(&mut self, node: &NodeView<'_, P>) -> NodeValue<P::Move> {
        let outcome = node.position.outcome_without_moves();
        let score = node.position.final_score(outcome, Self::distance(node.ply));
        if self.is_heard() {
            let left = Left::early(LeftBy::NoMoves, score, Bound::Exact, 0);
            self.decisions.parts().observer.node_left(node, &left);
        }
        NodeValue { score, best: None, bound: Bound::Exact }
    }

    /// By how much less a move is searched at first, now that it is played.
    #[inline]
    fn reduce(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &mut Candidate<'_, P>,
        verdict: Verdict,
    ) -> Depth {
        let reduction = if let Verdict::Reduce(less) = verdict {
            less
        } else {
            let (parts, mut around) = self.ask();
            if around.numbers.reduction_ordering > 0 && candidate.is_quiet {
                candidate.opinion = parts.ordering.opinion(node, candidate.m);
            }
            parts.pruning.reduction(node, at, candidate, &mut around)
        };
        let verdict = if reduction > 0 { Verdict::Reduce(reduction) } else { Verdict::Search };
        self.tell_verdict(node, at, candidate, verdict);
        reduction
    }

    #[inline]
    fn tell_verdict(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        candidate: &Candidate<'_, P>,
        verdict: Verdict,
    ) {
        if self.is_heard() {
            self.decisions.parts().observer.move_judged(node, at, candidate, verdict);
        }
    }

    fn rank(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
        moves: &mut [Scored<P::Move>],
        is_late: bool,
    ) {
        let (parts, mut around) = self.ask();
        let asks = parts.ordering.asks_state(node);
        let state = asks.then(|| here.ordering_state(&parts.ordering));
        let rank = if is_late { ordering::rank_quiet } else { ordering::rank_early };
        rank(&mut parts.ordering, node, state, moves, &mut around);
    }

    fn learn_cutoff(
        &mut self,
        node: &NodeView<'_, P>,
        code: u16,
        index: MoveIndex,
        failed: &[MoveIndex],
    ) {
        let plies = node.plies();
        let previous = node.previous;
        let refutation = Refutation {
            ply: node.ply,
            code,
            index,
            previous: previous.map(|p| MoveIndex { history: p.history, piece_to: p.piece_to }),
            bonus: (plies * plies * self.numbers.history_bonus).min(self.numbers.history_most),
        };
        self.histories.learn_cutoff(&refutation, failed);
    }

    /// How much deeper to look after a move. Extensions end where the line is much longer than the
    /// iteration, so that it does end.
    fn extension(
        &mut self,
        node: &NodeView<'_, P>,
        candidate: &Candidate<'_, P>,
        child: &P,
        n_moves: usize,
    ) -> Depth {
        if self.is_exhaustive || node.ply >= self.numbers.extend_most * node.iteration as usize {
            return 0;
        }
        let context = ExtensionContext {
            child,
            previous: node.previous.and_then(|step| step.m),
            n_moves,
            mate_threat: node.mate_threat,
            params: self.game_params,
        };
        self.decisions.parts().extensions.extend(node.position, candidate.m, &context)
    }

    /// What the table's move gains if every other one is clearly worse.
    fn singular_extension(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        node: &NodeView<'_, P>,
        known: Option<&Hit>,
    ) -> Depth {
        let Some(hit) = known.filter(|_| !self.is_exhaustive) else { return 0 };
        let (parts, mut around) = self.ask();
        let Some(test) = parts.extensions.singular(node, hit, &mut around) else { return 0 };
        let window = Window::closed(test.beta, test.depth, NodeType::All);
        let again = Entrance { entry: Entry::Singular(hit.move_code), allows_null: false };
        let score = self.node(here, window, node.ply, again);
        if score < test.beta { test.extension } else { 0 }
    }
}
