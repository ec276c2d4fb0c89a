//! Draws by repetition, in the game and inside the search.

use super::decisions::Decide;
use super::game::Searchable;
use super::tree::Tree;

impl<P: Searchable, E, D: Decide<P>> Tree<'_, P, E, D> {
    /// Whether the rules, or a circle inside the search, make this position a draw.
    ///
    /// A position of the line that comes back once will come back again, so one return is enough
    /// there; positions of the game count as the rules say.
    pub(super) fn is_repetition(&self, position: &P) -> bool {
        let reversible = position.reversible_plies();
        let limit = position.repetitions_to_draw() as usize;
        if reversible < 4 || limit == 0 {
            return false;
        }
        let key = position.key();
        let mut seen = 1;
        for back in (2..=reversible.min(self.keys.len())).step_by(2) {
            let index = self.keys.len() - back;
            if self.keys[index] == key {
                seen += 1;
                if index >= self.root_index || seen >= limit {
                    return true;
                }
            }
        }
        false
    }
}
