//! What a function of the search sees: search parameters, encoded as numbers.
//!
//! CITE: Kocsis 2003, §4.5.1. Whole numbers of a small range have a unit for each value; large ones
//! a unit for each decimal digit, or a single unit.

use super::Checkpoint;
use crate::search::PLY;
use crate::search::game::Searchable;
use crate::search::history::HISTORY_MAX;
use crate::search::view::NodeView;

/// A search parameter in one of its encodings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Iteration (IT), a unit for each.
    Iteration,
    /// Depth of the node (SD), a unit for each.
    Depth,
    /// Distance to the leaf (D2L), a unit for each.
    Leaf,
    /// Remaining depth with extensions (ED), in sixteenths of a ply, by digits.
    Remaining,
    /// The same as one unit.
    RemainingUnit,
    /// Nodes so far (NCOUNT), by digits.
    Nodes,
    /// The same as one unit, by its logarithm.
    NodesUnit,
    /// Sum of the numbers of the moves that changed the value (SVC), by digits.
    SumChanges,
    /// The same as one unit.
    SumChangesUnit,
    /// Score of the next move in the ordering (MOSCORE), by digits, after the largest negative one
    /// is added.
    Order,
    /// The same as one unit.
    OrderUnit,
    /// How often the value has changed (NVC), a unit for each.
    Changes,
    /// Whether there was a table's move, and whether it is still the best (HASH).
    Hash,
    /// What stands where (BOARD), a unit for every square and kind of man of either side.
    Board,
}

/// All inputs by name; those that end in `/1` are single units.
pub const INPUTS: [(&str, Input); 14] = [
    ("IT", Input::Iteration),
    ("SD", Input::Depth),
    ("D2L", Input::Leaf),
    ("ED", Input::Remaining),
    ("ED/1", Input::RemainingUnit),
    ("NCOUNT", Input::Nodes),
    ("NCOUNT/1", Input::NodesUnit),
    ("SVC", Input::SumChanges),
    ("SVC/1", Input::SumChangesUnit),
    ("MOSCORE", Input::Order),
    ("MOSCORE/1", Input::OrderUnit),
    ("NVC", Input::Changes),
    ("HASH", Input::Hash),
    ("BOARD", Input::Board),
];

/// Values of iteration, depth and distance that are told apart; what is greater is the last.
const N_PLIES: usize = 16;
/// Changes of the value that are told apart.
const N_CHANGES: usize = 8;
/// Squares of a board.
const SQUARES: usize = 64;
/// The greatest score of the ordering that digits tell.
const MOST_ORDER: i64 = 4 * HISTORY_MAX as i64;

impl Input {
    fn name(self) -> &'static str {
        INPUTS.iter().find(|(_, input)| *input == self).map_or("", |(name, _)| name)
    }

    /// How many digits tell the number.
    const fn n_digits(self) -> usize {
        match self {
            Self::Nodes => 7,
            Self::Order => 6,
            _ => 3,
        }
    }

    fn n_units<P: Searchable>(self) -> usize {
        match self {
            Self::Iteration | Self::Depth | Self::Leaf => N_PLIES,
            Self::Changes => N_CHANGES,
            Self::Remaining | Self::Nodes | Self::SumChanges | Self::Order => self.n_digits(),
            Self::Hash => 2,
            Self::Board => 2 * P::KINDS * SQUARES,
            _ => 1,
        }
    }

    /// What each of its units stands for.
    fn unit_names<P: Searchable>(self) -> Vec<String> {
        let name = self.name();
        let numbered = |n: usize, first: usize| (first..first + n).map(|i| format!("{name} {i}"));
        match self {
            Self::Iteration | Self::Leaf => numbered(N_PLIES, 1).collect(),
            Self::Depth => numbered(N_PLIES, 0).collect(),
            Self::Changes => numbered(N_CHANGES, 0).collect(),
            Self::Remaining | Self::Nodes | Self::SumChanges | Self::Order => {
                let powers = (0..self.n_digits() as u32).rev();
                powers.map(|power| format!("{name} {}", 10_u32.pow(power))).collect()
            }
            Self::Hash => vec![format!("{name} move"), format!("{name} best")],
            Self::Board => numbered(self.n_units::<P>(), 0).collect(),
            _ => vec![name.to_string()],
        }
    }
}

/// What is looked at: a node, how far it has come, and the next move's score in the ordering.
pub struct Sight<'a, 'b, P: Searchable> {
    /// The node.
    pub node: &'a NodeView<'b, P>,
    /// How far it has come.
    pub at: &'a Checkpoint,
    /// The next move's score in the ordering.
    pub order: i32,
}

/// Inputs in order, each with the number of its first unit. Unit 0 is always on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inputs {
    chosen: Vec<(Input, usize)>,
    n_units: usize,
}

impl Inputs {
    /// These inputs, for a game.
    pub fn new<P: Searchable>(inputs: &[Input]) -> Self {
        let mut n_units = 1;
        let mut chosen = Vec::with_capacity(inputs.len());
        for &input in inputs {
            chosen.push((input, n_units));
            n_units += input.n_units::<P>();
        }
        Self { chosen, n_units }
    }

    /// How many units there are.
    pub const fn n_units(&self) -> usize {
        self.n_units
    }

    /// What every unit stands for.
    pub fn unit_names<P: Searchable>(&self) -> Vec<String> {
        let names = self.chosen.iter().flat_map(|(input, _)| input.unit_names::<P>());
        std::iter::once("bias".to_string()).chain(names).collect()
    }

    /// Tells every unit that is not 0, and its value.
    #[inline]
    pub fn each<P: Searchable>(&self, sight: &Sight<'_, '_, P>, mut tell: impl FnMut(usize, f64)) {
        let Sight { node, at, order } = sight;
        tell(0, 1.0);
        for &(input, first) in &self.chosen {
            let mut digits = |number: i64| {
                let most = 10_i64.pow(input.n_digits() as u32) - 1;
                let mut rest = number.clamp(0, most);
                for place in (0..input.n_digits()).rev() {
                    if rest % 10 > 0 {
                        tell(first + place, (rest % 10) as f64 / 10.0);
                    }
                    rest /= 10;
                }
            };
            match input {
                Input::Remaining => digits(i64::from(node.depth)),
                Input::Nodes => digits(node.nodes as i64),
                Input::SumChanges => digits(i64::from(at.sum_changes)),
                Input::Order => digits(i64::from(*order) + MOST_ORDER),
                Input::Iteration => {
                    tell(first + (node.iteration as usize).clamp(1, N_PLIES) - 1, 1.0);
                }
                Input::Depth => tell(first + node.ply.min(N_PLIES - 1), 1.0),
                Input::Leaf => tell(first + node.distance_to_leaf().min(N_PLIES) - 1, 1.0),
                Input::Changes => tell(first + (at.n_changes as usize).min(N_CHANGES - 1), 1.0),
                Input::RemainingUnit => tell(first, f64::from(node.depth) / f64::from(10 * PLY)),
                Input::NodesUnit => tell(first, (1.0 + node.nodes as f64).log10() / 7.0),
                Input::SumChangesUnit => tell(first, f64::from(at.sum_changes) / 10.0),
                Input::OrderUnit => tell(first, f64::from(*order) / f64::from(HISTORY_MAX)),
                Input::Hash => {
                    if node.table_move != 0 {
                        tell(first, 1.0);
                        if at.table_move_best {
                            tell(first + 1, 1.0);
                        }
                    }
                }
                Input::Board => {
                    node.position
                        .each_man(|square, kind| tell(first + kind * SQUARES + square, 1.0));
                }
            }
        }
    }
}
