//! The aspiration window: an iteration starts near the score of the last one.
//!
//! CITE: Slate and Atkin 1977.

use super::decisions::Decide;
use super::game::Searchable;
use super::running::{Previous, Search, Window};
use super::score::{CENTIPAWN, INFINITE, Score, is_decided};
use super::state::PlaceOf;
use super::{Depth, Evaluation, PLY};

/// The first iteration that trusts the score of the one before.
const FIRST_NARROW: u32 = 4;

impl<P: Searchable, E: Evaluation<P>, D: Decide<P>> Search<'_, P, E, D> {
    /// Searches the root to the depth of the iteration; widens the window until the score lies
    /// inside.
    pub(super) fn deepen(&mut self, root: &PlaceOf<'_, P, E, D>, last: Option<Score>) -> Score {
        let mut width = (self.params.aspiration * f64::from(CENTIPAWN)) as Score;
        let (mut alpha, mut beta) = match last {
            Some(score) if self.iteration >= FIRST_NARROW && width > 0 && !is_decided(score) => {
                (score - width, score + width)
            }
            _ => (-INFINITE, INFINITE),
        };
        let depth = self.iteration as Depth * PLY;
        loop {
            let score = self.node(root, Window { alpha, beta, depth }, 0, Previous::NONE);
            if self.meter.stopped {
                return score;
            }
            width = width.saturating_mul(4);
            let is_open = is_decided(score) || width > 1000 * CENTIPAWN;
            if score <= alpha && alpha > -INFINITE {
                alpha = if is_open { -INFINITE } else { score - width };
            } else if score >= beta && beta < INFINITE {
                beta = if is_open { INFINITE } else { score + width };
            } else {
                return score;
            }
        }
    }
}
