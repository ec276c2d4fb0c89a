//! The aspiration window: an iteration starts near the score of the last one.
//!
//! CITE: Slate and Atkin 1977.

use super::decisions::Decide;
use super::game::Searchable;
use super::score::{CENTIPAWN, INFINITE, Score, is_decided};
use super::state::PlaceOf;
use super::tree::{Entrance, Tree, Window};
use super::view::NodeType;
use super::{Depth, Evaluation, PLY};

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Tree<'_, P, E, D> {
    /// Searches the root to the depth of the iteration; widens the window until the score lies
    /// inside.
    pub(super) fn deepen(&mut self, root: &PlaceOf<'_, P, E, D>, last: Option<Score>) -> Score {
        let numbers = self.numbers;
        if numbers.mtdf {
            return self.close_in(root, last);
        }
        let mut width = numbers.aspiration;
        let (mut alpha, mut beta) = match last {
            Some(score)
                if self.iteration >= numbers.aspiration_from && width > 0 && !is_decided(score) =>
            {
                (score - width, score + width)
            }
            _ => (-INFINITE, INFINITE),
        };
        let depth = self.iteration as Depth * PLY;
        loop {
            let window = Window { alpha, beta, depth, expected: NodeType::Pv };
            let score = self.node(root, window, 0, Entrance::ROOT);
            if self.meter.stopped {
                return score;
            }
            width = width.saturating_mul(numbers.aspiration_growth);
            let is_open = is_decided(score) || width > numbers.aspiration_most;
            if score <= alpha && alpha > -INFINITE {
                alpha = if is_open { -INFINITE } else { score - width };
            } else if score >= beta && beta < INFINITE {
                beta = if is_open { INFINITE } else { score + width };
            } else {
                return score;
            }
        }
    }

    /// MTD(f): windows of one score, each put where the last one failed, until both bounds meet.
    // CITE: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin 1996, Best-first fixed-depth minimax
    // algorithms. Scores are so fine here that bounds a centipawn apart count as one.
    fn close_in(&mut self, root: &PlaceOf<'_, P, E, D>, last: Option<Score>) -> Score {
        let depth = self.iteration as Depth * PLY;
        let (mut low, mut high) = (-INFINITE, INFINITE);
        let mut guess = last.unwrap_or(0);
        let mut line = self.continuations[0].clone();
        for _ in 0..self.numbers.mtdf_passes {
            let beta = guess.clamp(low + 1, high).max(-INFINITE + 2);
            let window = Window { alpha: beta - 2, beta, depth, expected: NodeType::Pv };
            guess = self.node(root, window, 0, Entrance::ROOT);
            if self.meter.stopped {
                return guess;
            }
            if guess > window.alpha {
                low = guess;
                line.clone_from(&self.continuations[0]);
            }
            if guess < beta {
                high = guess;
            }
            if high - low <= CENTIPAWN {
                self.continuations[0] = line;
                return low;
            }
        }
        let open = Window { alpha: -INFINITE, beta: INFINITE, depth, expected: NodeType::Pv };
        self.node(root, open, 0, Entrance::ROOT)
    }
}
