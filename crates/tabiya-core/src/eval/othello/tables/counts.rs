//! How often what a line or corner holds was won, from which tables are made.

use rayon::prelude::*;

use super::{LAYOUT, contents};
use crate::games::othello::Othello;
use crate::games::{Position, Side};

/// How often an entry was won and how often it occurred, a position counting as often as its shape
/// holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Won {
    /// Wins of the side to move, draws counting one half.
    pub won: f64,
    /// All.
    pub all: f64,
}

/// Counts the entries of all tables over positions: what they hold, the share that the side to move
/// won, how often each counts, and the phase of each.
///
/// # Panics
/// If a phase is not below the number of phases.
pub fn count(
    positions: &[Othello],
    won: &[f64],
    trials: Option<&[f64]>,
    phases: &[u8],
    n_phases: usize,
) -> Vec<Vec<Won>> {
    let layout = &*LAYOUT;
    // A thread takes whole phases, so that sums are made in the order of the positions.
    (0..n_phases)
        .into_par_iter()
        .map(|phase| {
            let mut counts = vec![Won::default(); layout.n_entries()];
            for (index, position) in positions.iter().enumerate() {
                if usize::from(phases[index]) != phase {
                    continue;
                }
                let trials = trials.map_or(1.0, |trials| trials[index]);
                let is_second = position.turn() == Side::Second;
                for (content, &shape) in contents(position).iter().zip(&layout.shapes) {
                    let start = layout.starts[usize::from(shape)];
                    let entry = (start + u32::from(*content)) as usize;
                    let own = if is_second { layout.swapped[entry] as usize } else { entry };
                    counts[own].won += trials * won[index];
                    counts[own].all += trials;
                }
            }
            counts
        })
        .collect()
}
