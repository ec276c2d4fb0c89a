//! Quiescence: leaves are evaluated when nothing urgent is left to play.

use super::decisions::{Decide, Decision};
use super::game::Searchable;
use super::moves::NodeValue;
use super::node::cutoff_score;
use super::ordering::{MoveClass, Scored};
use super::picker::Picker;
use super::score::{INFINITE, Score};
use super::state::{Place, PlaceOf};
use super::table::{Bound, Hit};
use super::tree::{Tree, Window};
use super::view::NodeType;
use super::{Evaluation, MAX_PLY};
use crate::games::MoveList;

/// Decides what is urgent at a leaf.
pub trait Quiescence<P: Searchable>: Decision<P> {
    /// Whether a leaf in check tries every way out of it, instead of being evaluated as it is.
    const RESOLVES_CHECK: bool = true;

    /// Fills an empty list with the moves to try at a leaf whose side to move is not in check.
    fn moves(&mut self, position: &P, moves: &mut MoveList<P::Move>);

    /// Whether one of those moves is worth searching.
    fn is_worthwhile(&mut self, position: &P, m: P::Move) -> bool;
}

/// What the game itself calls urgent, without moves that lose material: captures and promotions in
/// chess (Kocsis 2003, §2.2.2), captures that form or break connections in Lines of Action, corners
/// in Othello.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tactical;

impl<P: Searchable> Decision<P> for Tactical {}

impl<P: Searchable> Quiescence<P> for Tactical {
    #[inline]
    fn moves(&mut self, position: &P, moves: &mut MoveList<P::Move>) {
        position.quiescence_moves(moves);
    }

    #[inline]
    fn is_worthwhile(&mut self, position: &P, m: P::Move) -> bool {
        !position.loses_material(m)
    }
}

/// Leaves are evaluated as they are.
#[derive(Clone, Copy, Debug, Default)]
pub struct StandPat;

impl<P: Searchable> Decision<P> for StandPat {}

impl<P: Searchable> Quiescence<P> for StandPat {
    const RESOLVES_CHECK: bool = false;

    #[inline]
    fn moves(&mut self, _: &P, _: &mut MoveList<P::Move>) {}

    #[inline]
    fn is_worthwhile(&mut self, _: &P, _: P::Move) -> bool {
        false
    }
}

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Tree<'_, P, E, D> {
    /// The value of a leaf. The node is already counted and is not decided.
    pub(super) fn quiescence(
        &mut self,
        here: &PlaceOf<'_, P, E, D>,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if ply >= MAX_PLY {
            return self.evaluate(here);
        }
        let position = here.position();
        self.deepest = self.deepest.max(ply);
        let window = Window { alpha, beta, depth: 0, expected: NodeType::Pv };
        let uses_table = self.numbers.quiescence_table;
        let resolves = <D::Quiescence as Quiescence<P>>::RESOLVES_CHECK;
        let in_check = resolves && position.is_check();
        let evades = in_check && self.numbers.check_evasions;
        // Evaluated before the table is asked: most leaves end here, and do not wait for memory.
        let evaluation = if evades { None } else { Some(self.evaluate(here)) };
        if let (false, Some(estimate)) = (in_check, evaluation)
            && estimate >= beta
        {
            return estimate;
        }
        let known =
            if uses_table { self.table.probe(position.key(), Self::distance(ply)) } else { None };
        if let Some(score) = known.and_then(|hit| cutoff_score(&hit, window)) {
            return score;
        }
        let mut moves = MoveList::new();
        let mut found = NodeValue { score: -INFINITE, best: None, bound: Bound::Upper };
        let mut alpha = alpha;
        if in_check {
            position.moves_of_undecided(&mut moves);
            if moves.is_empty() {
                return position.final_score(position.outcome_without_moves(), Self::distance(ply));
            }
            if !evades {
                moves.retain(|m| !position.is_quiet(*m));
            }
        }
        if let Some(estimate) = evaluation {
            found.score = estimate;
            if estimate >= beta {
                return estimate;
            }
            alpha = alpha.max(estimate);
            if !in_check {
                self.decisions.parts().quiescence.moves(position, &mut moves);
            }
        }
        let table_move = known.map_or(0, |hit| hit.move_code);
        let mut picker = Picker::empty();
        picker.fill(&moves, table_move, P::code);
        let value = |moves: &mut [Scored<P::Move>], _| {
            for scored in moves {
                scored.place(MoveClass::WinningCapture, position.noisy_value(scored.m));
            }
        };
        while let Some(Scored { m, .. }) = picker.next(value) {
            if !evades && !self.decisions.parts().quiescence.is_worthwhile(position, m) {
                continue;
            }
            let mut child = Place::before(here, m);
            self.make(&mut child, m);
            if self.count() {
                return found.score;
            }
            let score = match child.decided() {
                Some(outcome) => -child.final_score(outcome, Self::distance(ply + 1)),
                None => -self.quiescence(&child, -beta, -alpha, ply + 1),
            };
            if self.meter.stopped {
                return found.score;
            }
            if score > found.score {
                found.score = score;
                found.best = Some(m);
                if score >= beta {
                    found.bound = Bound::Lower;
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        if uses_table {
            // An open window is rare here; calling its score a bound costs little.
            let move_code = found.best.map_or(0, P::code);
            let NodeValue { score, bound, .. } = found;
            let hit = Hit { move_code, depth: 0, score, bound, evaluation };
            if !window.is_open() {
                self.table.store(position.key(), hit, Self::distance(ply));
            }
        }
        found.score
    }
}
