//! Thirteen features that are looked up in tables: what the lines and corners of the board hold, and
//! two measures of mobility.
//!
//! CITE: Buro 1995 §4, the features of LOGISTELLO. There the mobilities came from tables too; on
//! bitboards they are counted.

mod counts;
mod shapes;

pub use counts::{Won, count};

use std::fmt;
use std::sync::{Arc, LazyLock};

use super::OthelloModel;
use crate::eval::Model;
use crate::eval::combined::{FormsError, Source, Values};
use crate::games::bitboard::neighbours;
use crate::games::othello::{Othello, bits};
use crate::games::{Position, Side};
use crate::search::{Incremental, Step};
use shapes::{Layout, N_PLACES, SHAPES};

static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);

/// What the lines and corners hold, each as a number; Black's discs are the digit 1.
pub type Contents = [u16; N_PLACES];

/// Tables for every phase: the worth of what a line or corner holds, to the side to move.
#[derive(Clone)]
pub struct Tables {
    layout: &'static Layout,
    /// For every phase and side to move, the values of all entries.
    values: Arc<Vec<[Vec<f32>; 2]>>,
}

impl Tables {
    /// Takes for every phase the values of all entries, the digit 1 being the side to move.
    ///
    /// # Errors
    /// If there is not one for each.
    pub fn new(phases: &[Vec<f32>]) -> Result<Self, FormsError> {
        let layout = &*LAYOUT;
        let expected = layout.n_entries();
        let mut values = Vec::with_capacity(phases.len());
        for own in phases {
            if own.len() != expected {
                return Err(FormsError::Tables { expected, found: own.len() });
            }
            let swapped = layout.swapped.iter().map(|&entry| own[entry as usize]).collect();
            values.push([own.clone(), swapped]);
        }
        Ok(Self { layout, values: Arc::new(values) })
    }

    /// The names of the tables and where their entries begin, and the number of all entries.
    pub fn starts() -> (Vec<&'static str>, Vec<u32>) {
        (SHAPES.iter().map(|(name, _)| *name).collect(), LAYOUT.starts.to_vec())
    }

    /// For every entry the one that a mirror makes of it: both are worth the same.
    pub fn mirrored() -> &'static [u32] {
        &LAYOUT.mirrored
    }

    /// How many phases there are.
    pub fn n_phases(&self) -> usize {
        self.values.len()
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("n_phases", &self.n_phases()).finish_non_exhaustive()
    }
}

/// What lines and corners hold, from scratch.
pub fn contents(position: &Othello) -> Contents {
    let mut contents = [0; N_PLACES];
    add(&LAYOUT, &mut contents, position.black(), 1);
    add(&LAYOUT, &mut contents, position.white(), 2);
    contents
}

/// Adds some multiple of the digits of these squares.
#[inline]
fn add(layout: &Layout, contents: &mut Contents, mut squares: u64, times: u16) {
    while squares != 0 {
        for &(place, power) in &layout.squares[squares.trailing_zeros() as usize] {
            let content = &mut contents[usize::from(place) % N_PLACES];
            *content = content.wrapping_add(power.wrapping_mul(times));
        }
        squares &= squares - 1;
    }
}

impl Incremental<Othello> for Tables {
    type State = Contents;

    fn state(&self, position: &Othello) -> Contents {
        contents(position)
    }

    fn after(&self, before: &Contents, step: &Step<'_, Othello>) -> Contents {
        let mut contents = *before;
        let (old, new) = (step.before, step.after);
        let came = |to: u64, from: u64| to & !from;
        let (black, white) = (came(new.black(), old.black()), came(new.white(), old.white()));
        // A disc that turns changes its digit from 2 to 1 or back.
        add(self.layout, &mut contents, black & old.white(), 1_u16.wrapping_neg());
        add(self.layout, &mut contents, white & old.black(), 1);
        add(self.layout, &mut contents, black & !old.white(), 1);
        add(self.layout, &mut contents, white & !old.black(), 2);
        contents
    }
}

impl Source<Othello> for Tables {
    const WIN_SCALE: f64 = OthelloModel::WIN_SCALE;

    fn names(&self) -> Vec<String> {
        let mobilities = ["mobility", "potential mobility"];
        SHAPES.iter().map(|(name, _)| *name).chain(mobilities).map(Into::into).collect()
    }

    #[inline]
    fn measure(&self, position: &Othello, contents: &Contents, phase: usize, values: &mut Values) {
        let tables = &self.values[phase][usize::from(position.turn() == Side::Second)];
        for (content, &shape) in contents.iter().zip(&self.layout.shapes) {
            let start = self.layout.starts[usize::from(shape)] as usize;
            values[usize::from(shape)] += tables[start + usize::from(*content)];
        }
        let (own, opponent) = (position.own(), position.opponent());
        let moves = |a, b| bits::mobility(a, b).count_ones() as f32;
        let frontier = |discs| (neighbours(discs) & position.empties()).count_ones() as f32;
        values[SHAPES.len()] = moves(own, opponent) - moves(opponent, own);
        values[SHAPES.len() + 1] = frontier(opponent) - frontier(own);
    }
}

#[cfg(test)]
mod tests;
