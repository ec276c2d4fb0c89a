//! Quiescence: leaves are evaluated when nothing urgent is left to play.

use super::decisions::Decide;
use super::game::Searchable;
use super::ordering::Picker;
use super::running::Search;
use super::score::{INFINITE, Score};
use super::{Evaluation, MAX_PLY};
use crate::games::MoveList;

/// Decides what is urgent at a leaf.
pub trait Quiescence<P: Searchable> {
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

impl<P: Searchable> Quiescence<P> for StandPat {
    const RESOLVES_CHECK: bool = false;

    #[inline]
    fn moves(&mut self, _: &P, _: &mut MoveList<P::Move>) {}

    #[inline]
    fn is_worthwhile(&mut self, _: &P, _: P::Move) -> bool {
        false
    }
}

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Search<'_, P, E, D> {
    /// The value of a leaf. The node is already counted and is not decided.
    pub(super) fn quiescence(
        &mut self,
        position: &P,
        alpha: Score,
        beta: Score,
        ply: usize,
    ) -> Score {
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let in_check = <D::Quiescence as Quiescence<P>>::RESOLVES_CHECK && position.is_check();
        let mut moves = MoveList::new();
        let mut best = -INFINITE;
        let mut alpha = alpha;
        if in_check {
            position.moves_of_undecided(&mut moves);
            if moves.is_empty() {
                return position.final_score(position.outcome_without_moves(), Self::distance(ply));
            }
        } else {
            best = self.evaluate(position);
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            self.decisions.parts().quiescence.moves(position, &mut moves);
        }
        let mut picker = Picker::new(&moves);
        for scored in picker.moves_mut() {
            scored.score = position.noisy_value(scored.m);
        }
        while let Some(scored) = picker.next() {
            if !in_check && !self.decisions.parts().quiescence.is_worthwhile(position, scored.m) {
                continue;
            }
            let mut child = position.clone();
            child.play(scored.m);
            if self.meter.count() {
                return best;
            }
            let score = match child.decided() {
                Some(outcome) => -child.final_score(outcome, Self::distance(ply + 1)),
                None => -self.quiescence(&child, -beta, -alpha, ply + 1),
            };
            if self.meter.stopped {
                return best;
            }
            if score > best {
                best = score;
                if score >= beta {
                    break;
                }
                alpha = alpha.max(score);
            }
        }
        best
    }
}
