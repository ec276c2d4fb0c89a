//! The value of a move: a look through a closed window first, for most moves are not better.
//!
//! CITE: Marsland and Campbell 1982 (PVS).

use super::decisions::Decide;
use super::game::Searchable;
use super::report::{Progress, RootMove};
use super::score::{DECIDED, Score};
use super::state::PlaceOf;
use super::tree::{Entrance, Tree, Window};
use super::view::NodeType;
use super::{Depth, Evaluation};

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Tree<'_, P, E, D> {
    /// The value of a move: the first one with the whole window, the others only if a look through
    /// a closed one, perhaps at reduced depth, shows that they are better.
    pub(super) fn search_move(
        &mut self,
        child: &PlaceOf<'_, P, E, D>,
        window: Window,
        ply: usize,
        m: P::Move,
        n_before: usize,
        reduction: Depth,
    ) -> Score {
        if ply > 0 {
            return self.scout_and_search(child, window, ply, n_before, reduction);
        }
        (self.listen)(Progress::RootMove(m, n_before + 1));
        let bonus = self.root.bonus(m);
        let shifted = Window { alpha: window.alpha - bonus, beta: window.beta - bonus, ..window };
        let before = self.meter.nodes;
        let score = self.scout_and_search(child, shifted, ply, n_before, reduction);
        let spent = self.meter.nodes - before;
        match self.root_moves.iter_mut().find(|root_move| root_move.m == m) {
            Some(root_move) => root_move.nodes += spent,
            None => self.root_moves.push(RootMove { m, nodes: spent }),
        }
        // Advice does not turn a seen end of the game into something else.
        if score.abs() > DECIDED { score } else { score + bonus }
    }

    #[inline]
    fn scout_and_search(
        &mut self,
        child: &PlaceOf<'_, P, E, D>,
        window: Window,
        ply: usize,
        n_before: usize,
        reduction: Depth,
    ) -> Score {
        let Window { alpha, beta, depth, expected } = window;
        if n_before > 0 {
            let scout = Window::closed(-alpha, depth - reduction, expected.of_scout());
            let mut score = -self.child(child, scout, ply + 1, Entrance::MOVE);
            if reduction > 0 && score > alpha && !self.meter.stopped {
                score = -self.child(child, Window { depth, ..scout }, ply + 1, Entrance::MOVE);
            }
            if score <= alpha || score >= beta || self.meter.stopped {
                return score;
            }
        }
        let expected = if window.is_open() { NodeType::Pv } else { expected.of_scout() };
        let full = Window { alpha: -beta, beta: -alpha, depth, expected };
        -self.child(child, full, ply + 1, Entrance::MOVE)
    }
}
