//! Evaluations by patterns: a score is the sum of one weight for each pattern of the board.
//!
//! CITE: Buro 1999, "From simple features to sophisticated evaluation functions". A [`Layout`] says
//! which squares belong together; a [`PatternModel`] holds the weights, some hundred thousand for
//! each phase of the game, as dense arrays. Nothing here knows a game: a [`PatternGame`] tells what
//! stands on its squares, from the side to move, so that both colours share all weights.

mod layout;
mod model;

pub use layout::{Layout, N_SQUARES, Place, Table};
pub use model::{PatternError, PatternModel, held_slots, phases_of};

use crate::search::Searchable;

/// A game whose positions can be seen as patterns.
pub trait PatternGame: Searchable {
    /// How many values [`Searchable::stage`] has; the phases are ranges of these.
    const N_STAGES: usize;

    /// Its patterns.
    fn layout() -> &'static Layout;

    /// The state of every square, the side to move's view.
    fn states(&self) -> [u8; N_SQUARES];

    /// Reports what is counted, in the order of the layout's counters.
    fn count(&self, report: impl FnMut(u32));
}

/// Writes the features of a position as indices of weights, those that hold the values: a row of
/// the sparse matrix whose product with the weights is the score.
pub fn write_row<P: PatternGame>(position: &P, row: &mut [u32]) {
    let layout = P::layout();
    let states = position.states();
    let (places, counts) = row.split_at_mut(layout.places().len());
    for (place, index) in layout.places().iter().zip(places) {
        let mut step = 1;
        *index = layout.tables()[place.table].start;
        for &square in &place.squares {
            *index += step * u32::from(states[usize::from(square)]);
            step *= layout.n_states();
        }
    }
    let mut tables = layout.counters().zip(counts);
    position.count(|count| {
        if let Some((table, index)) = tables.next() {
            *index = table.start + count.min(table.size - 1);
        }
    });
    for index in row {
        *index = layout.owners()[*index as usize];
    }
}
