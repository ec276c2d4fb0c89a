//! One node of the principal-variation search.
//!
//! CITE: Marsland and Campbell 1982 (PVS); Knuth and Moore 1975 (alpha-beta).

use super::decisions::Decide;
use super::evaluations::One;
use super::events::{Left, LeftBy, Observer};
use super::game::Searchable;
use super::pruning::Pruning as _;
use super::score::{Score, win_in};
use super::state::PlaceOf;
use super::table::{Bound, Hit};
use super::tree::{Entrance, Tree, Window};
use super::view::{Entry, NodeView};
use super::{Evaluation, MAX_PLY, PLY};
use crate::wide::widest;

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Tree<'_, P, E, D> {
    /// The value of a position that a move, or giving one up, has just led to.
    pub(super) fn child(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        window: Window,
        ply: usize,
        entrance: Entrance,
    ) -> Score {
        if self.count() {
            return 0;
        }
        let position = here.position();
        self.deepest = self.deepest.max(ply);
        self.continuations[ply].clear();
        if let Some(outcome) = position.decided() {
            return position.final_score(outcome, Self::distance(ply));
        }
        if self.is_repetition(position) {
            return 0;
        }
        if window.depth < PLY {
            return self.quiescence(here, window.alpha, window.beta, ply);
        }
        self.keys.push(position.key());
        let score = self.node(here, window, ply, entrance);
        self.keys.pop();
        score
    }

    /// The value of an undecided position, searched to at least one ply.
    pub(super) fn node(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        window: Window,
        ply: usize,
        entrance: Entrance,
    ) -> Score {
        self.continuations[ply].clear();
        if ply + 1 >= MAX_PLY {
            return self.evaluate(here);
        }
        let position = here.position();
        let window = Self::shrink_to_reachable(window, ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // A node that looks for the second-best move must not meet what is known of the best.
        let known = match entrance.entry {
            Entry::Singular(_) => None,
            _ if ply == 0 && !self.told.is_empty() => None,
            _ => self.table.probe(self.table_key(position), Self::distance(ply)),
        };
        if let Some(score) = known.and_then(|hit| cutoff_score(&hit, window)) {
            return score;
        }
        self.foresee_first(position, known.as_ref(), entrance);
        let in_check = position.is_check();
        let evaluation = self.static_evaluation(here, in_check, known.as_ref());
        self.evaluations[ply] = evaluation;
        let previous = if ply > 0 { self.steps.last().copied() } else { None };
        let mut node = NodeView {
            position,
            ply,
            depth: window.depth,
            alpha: window.alpha,
            beta: window.beta,
            expected: window.expected,
            entry: entrance.entry,
            iteration: self.iteration,
            nodes: self.meter.nodes,
            is_known: known.is_some(),
            table_move: known.map_or_else(|| self.guess_move(position, ply), |hit| hit.move_code),
            previous: previous.filter(|step| step.m.is_some()),
            in_check,
            evaluation,
            is_improving: self.is_improving(ply),
            mate_threat: false,
        };
        // What is not known of a further line was not asked of the table: no reason to look less deep.
        if !self.is_exhaustive && (ply > 0 || self.told.is_empty()) {
            let (parts, mut around) = self.ask();
            node.depth -= parts.pruning.shorten(&node, &mut around);
        }
        self.decisions.parts().observer.node_entered(&node);
        if let Some((by, score)) = self.leave_early(here, &mut node, entrance) {
            self.tell_left_early(&node, by, score);
            return score;
        }
        let Some(found) = self.search_moves(here, &node, known.as_ref()) else {
            self.tell_left_early(&node, LeftBy::Stopped, 0);
            return 0;
        };
        let is_whole = entrance.entry.excluded() == 0 && (ply > 0 || self.told.is_empty());
        if is_whole {
            let hit = Hit {
                move_code: found.best.map_or(0, P::code),
                depth: node.depth,
                score: found.score,
                bound: found.bound,
                evaluation,
            };
            self.table.store(self.table_key(position), hit, Self::distance(ply));
        }
        found.score
    }

    fn tell_left_early(&mut self, node: &NodeView<'_, P>, by: LeftBy, score: Score) {
        if self.is_heard() {
            let bound = if score >= node.beta { Bound::Lower } else { Bound::Upper };
            let left = Left::early(by, score, bound, self.meter.nodes - node.nodes);
            self.decisions.parts().observer.node_left(node, &left);
        }
    }

    /// The key under which a position is kept. What a selective search found must not be taken for
    /// the result of one that tries everything, so those of the two kinds do not meet.
    #[inline]
    pub(super) fn table_key(&self, position: &P) -> u64 {
        self.kind_of_key(position.key())
    }

    #[inline]
    fn kind_of_key(&self, key: u64) -> u64 {
        const EXHAUSTIVE: u64 = 0x9e37_79b9_7f4a_7c15;
        key ^ if self.is_exhaustive { EXHAUSTIVE } else { 0 }
    }

    /// The move to try first where the table is silent: at the root the one that led this line in
    /// the last iteration, elsewhere what a selective search thought best if this one is not.
    fn guess_move(&self, position: &P, ply: usize) -> u16 {
        if let (0, Some(m)) = (ply, self.lead) {
            return P::code(m);
        }
        if !self.is_exhaustive {
            return 0;
        }
        self.table.probe(position.key(), 0).map_or(0, |hit| hit.move_code)
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

    /// The static evaluation of a node that is not in check, if anything asks for it.
    fn static_evaluation(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        in_check: bool,
        known: Option<&Hit>,
    ) -> Option<Score> {
        if in_check || !(self.numbers.asks_evaluation || D::ASKS_EVALUATION) {
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

    /// Makes the move that leads to a place; what is known of it is fetched meanwhile.
    #[inline(never)]
    pub(super) fn make(&self, place: &mut PlaceOf<'_, P, E, D>, m: P::Move) {
        place.make(m, |key| self.foresee(key));
        self.evaluation.expect(place.position());
    }

    /// Has fetched what is known of where the node will probably look first, while it is evaluated:
    /// after a null move, and after the table's move.
    #[inline]
    fn foresee_first(&self, position: &P, known: Option<&Hit>, entrance: Entrance) {
        if entrance.allows_null
            && let Some(key) = position.null_key()
        {
            self.foresee(key);
        }
        let code = known.map_or(0, |hit| hit.move_code);
        if code != 0
            && let Some(key) = position.key_after(code)
        {
            self.foresee(key);
        }
    }

    /// Has what is known under a key fetched.
    #[inline]
    pub(super) fn foresee(&self, key: u64) {
        self.table.prefetch(self.kind_of_key(key));
        self.remembered.expect(key);
    }

    /// The static evaluation.
    pub(super) fn evaluate(&mut self, here: &PlaceOf<'_, P, E, D>) -> Score {
        let Self { evaluation, remembered, .. } = self;
        remembered.get(here.position().key(), || {
            let state = here.evaluation_state(&**evaluation);
            widest(One { evaluation: &mut **evaluation, position: here.position(), state })
        })
    }

    /// What a ply counts for in the distance to a win.
    pub(super) fn distance(ply: usize) -> i32 {
        if P::COUNTS_PLIES { ply as i32 } else { 0 }
    }
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
