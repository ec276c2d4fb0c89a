//! One node of the principal-variation search.
//!
//! CITE: Marsland and Campbell 1982 (PVS); Knuth and Moore 1975 (alpha-beta).

use arrayvec::ArrayVec;

use super::decisions::Decide;
use super::events::{NodeView, Observer as _};
use super::extensions::Extensions as _;
use super::game::{ExtensionContext, Searchable};
use super::limits::Meter;
use super::memory::Memory;
use super::null_move::NullMove;
use super::ordering::{Ordering as _, Picker};
use super::params::Params;
use super::pruning::{Checkpoint, Pruning};
use super::score::{INFINITE, Score, win_in};
use super::table::{Bound, Hit, Table};
use super::{Depth, Evaluation, MAX_PLY, PLY};
use crate::games::{MAX_MOVES, MoveList};

/// What led to a node.
#[derive(Clone, Copy)]
pub(super) struct Previous<M> {
    /// The move, unless it was a null move or there is none.
    pub m: Option<M>,
    /// Its place in the history table.
    pub index: Option<usize>,
    /// Whether a null move may follow.
    pub allows_null: bool,
}

impl<M> Previous<M> {
    pub const ROOT: Self = Self { m: None, index: None, allows_null: false };
}

/// A running search: the player's parts, borrowed, and what belongs to this search alone.
pub(super) struct Search<'a, P: Searchable, E, D> {
    pub evaluation: &'a mut E,
    pub decisions: &'a mut D,
    pub table: &'a mut Table,
    pub memory: &'a mut Memory,
    pub params: &'a Params,
    pub meter: Meter<'a>,
    pub iteration: u32,
    /// Keys of the game so far and of the path from the root, and where the root stands in it.
    pub path: Vec<u64>,
    pub root_index: usize,
    /// The best line found from each ply.
    pub lines: Vec<ArrayVec<P::Move, MAX_PLY>>,
    /// The root's best move so far in this iteration, with its score.
    pub root_best: Option<(P::Move, Score)>,
}

/// A window with its remaining depth.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
    pub depth: Depth,
}

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Search<'_, P, E, D> {
    /// The value of a position that a move has just led to.
    pub(super) fn child(
        &mut self,
        position: &P,
        window: Window,
        ply: usize,
        previous: Previous<P::Move>,
    ) -> Score {
        if self.meter.count() {
            return 0;
        }
        if let Some(outcome) = position.decided() {
            return position.final_score(outcome, self.distance(ply));
        }
        if self.is_repetition(position) {
            return 0;
        }
        if window.depth < PLY {
            self.lines[ply].clear();
            return self.quiescence(position, window.alpha, window.beta, ply);
        }
        self.path.push(position.key());
        let score = self.node(position, window, ply, previous);
        self.path.pop();
        score
    }

    /// The value of an undecided position, searched to at least one ply.
    pub(super) fn node(
        &mut self,
        position: &P,
        window: Window,
        ply: usize,
        previous: Previous<P::Move>,
    ) -> Score {
        let Window { mut alpha, mut beta, depth } = window;
        let is_pv = beta - alpha > 1;
        self.lines[ply].clear();
        if ply + 1 >= MAX_PLY {
            return self.evaluate(position);
        }
        if ply > 0 && P::COUNTS_PLIES {
            // No line from here beats a quicker win that is already known.
            alpha = alpha.max(-win_in(ply as i32));
            beta = beta.min(win_in(ply as i32 + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let known = self.table.probe(position.key(), self.distance(ply));
        if let Some(hit) = known
            && !is_pv
            && hit.depth >= depth
            && match hit.bound {
                Bound::Exact => true,
                Bound::Lower => hit.score >= beta,
                Bound::Upper => hit.score <= alpha,
            }
        {
            return hit.score;
        }
        let table_move = known.map_or(0, |hit| hit.move_code);
        let node = NodeView {
            position,
            ply,
            depth,
            iteration: self.iteration,
            nodes: self.meter.nodes,
            table_move,
            previous_index: previous.index,
            is_pv,
        };
        self.decisions.parts().observer.node_entered(&node);
        let in_check = position.is_check();
        let mut mate_threat = false;
        let mut evaluation = known.and_then(|hit| hit.evaluation);
        if self.params.null_move > 0.0
            && previous.allows_null
            && !is_pv
            && !in_check
            && depth >= 2 * PLY
        {
            let estimate = evaluation.unwrap_or_else(|| self.evaluate(position));
            evaluation = Some(estimate);
            match self.try_null_move(&node, estimate, beta) {
                NullMove::Cutoff(score) => return score,
                NullMove::MateThreat => mate_threat = true,
                NullMove::Nothing => {}
            }
        }
        let mut moves = MoveList::new();
        position.moves_of_undecided(&mut moves);
        if moves.is_empty() {
            return position.final_score(position.outcome_without_moves(), self.distance(ply));
        }
        let mut picker = Picker::new(&moves);
        self.decisions.parts().ordering.score(&node, self.memory, self.params, picker.moves_mut());

        let original_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut failed_quiets: ArrayVec<usize, MAX_MOVES> = ArrayVec::new();
        let mut checkpoint = Checkpoint {
            n_searched: 0,
            n_quiet: 0,
            n_changes: 0,
            sum_changes: 0,
            next_score: 0,
            table_move_best: false,
        };
        while let Some(scored) = picker.next() {
            let m = scored.m;
            if <D::Pruning as Pruning<P>>::ACTIVE && checkpoint.n_searched > 0 {
                checkpoint.next_score = scored.score;
                checkpoint.table_move_best =
                    table_move != 0 && best_move.is_some_and(|b| P::code(b) == table_move);
                let parts = self.decisions.parts();
                let keeps = parts.pruning.keeps(&node, &checkpoint);
                parts.observer.pruning_considered(&node, &checkpoint, keeps);
                if !keeps {
                    break;
                }
            }
            let index = position.history_index(m);
            let is_quiet = position.is_quiet(m);
            let mut child = position.clone();
            child.play(m);
            let context = ExtensionContext {
                child: &child,
                previous: previous.m,
                n_moves: picker.len(),
                mate_threat,
                params: self.params,
            };
            // Extensions end where the line is twice as long as the iteration, so that it does end.
            let extension = if ply < 2 * self.iteration as usize {
                self.decisions.parts().extensions.extend(position, m, &context)
            } else {
                0
            };
            let next = Previous { m: Some(m), index: Some(index), allows_null: true };
            let depth = depth - PLY + extension;
            let mut score = Score::MIN;
            if checkpoint.n_searched > 0 {
                let scout = Window { alpha: -alpha - 1, beta: -alpha, depth };
                score = -self.child(&child, scout, ply + 1, next);
            }
            if checkpoint.n_searched == 0 || (score > alpha && score < beta) {
                let full = Window { alpha: -beta, beta: -alpha, depth };
                score = -self.child(&child, full, ply + 1, next);
            }
            if self.meter.stopped {
                return 0;
            }
            checkpoint.n_searched += 1;
            checkpoint.n_quiet += usize::from(is_quiet);
            if score > best {
                best = score;
                checkpoint.n_changes += 1;
                checkpoint.sum_changes += checkpoint.n_searched as u32;
                self.decisions.parts().observer.value_changed(
                    &node,
                    m,
                    checkpoint.n_searched,
                    score,
                );
                if score > alpha {
                    alpha = score;
                    best_move = Some(m);
                    if is_pv {
                        self.extend_line(ply, m);
                    }
                    if ply == 0 {
                        self.note_root(m, score);
                    }
                }
                if score >= beta {
                    self.decisions.parts().ordering.cutoff(
                        &node,
                        self.memory,
                        m,
                        checkpoint.n_searched,
                    );
                    if is_quiet {
                        self.memory.learn_cutoff(
                            ply,
                            P::code(m),
                            index,
                            &failed_quiets,
                            previous.index,
                            node.plies(),
                        );
                    }
                    break;
                }
            }
            if is_quiet {
                failed_quiets.push(index);
            }
        }
        self.decisions.parts().observer.node_left(&node, best);
        let bound = if best >= beta {
            Bound::Lower
        } else if best > original_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let move_code = best_move.map_or(0, P::code);
        let hit = Hit { move_code, depth, score: best, bound, evaluation };
        self.table.store(position.key(), hit, self.distance(ply));
        best
    }

    /// The static evaluation.
    pub(super) fn evaluate(&mut self, position: &P) -> Score {
        self.evaluation.evaluate(position)
    }

    /// What a ply counts for in the distance to a win.
    pub(super) fn distance(&self, ply: usize) -> i32 {
        if P::COUNTS_PLIES { ply as i32 } else { 0 }
    }

    /// Whether the rules, or a circle inside the search, make this position a draw.
    ///
    /// A position of the path that comes back once will come back again, so one return is enough
    /// there; positions of the game count as the rules say.
    fn is_repetition(&self, position: &P) -> bool {
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

    fn extend_line(&mut self, ply: usize, m: P::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(m);
        let room = line.remaining_capacity();
        line.extend(lower[0].iter().copied().take(room));
    }

    fn note_root(&mut self, m: P::Move, score: Score) {
        self.root_best = Some((m, score));
        let (iteration, nodes) = (self.iteration, self.meter.nodes);
        self.decisions.parts().observer.root_changed(iteration, m, score, nodes);
    }
}
