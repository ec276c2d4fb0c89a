//! Small neural networks as evaluations: Kocsis 2003, §2.1.2.
//!
//! The inputs are the 64 squares a1, b1, … h8 (+1 for a piece of the first player, -1 for one of the
//! second, 0 if empty) and the side to move (+1 or -1). One hidden layer of sigmoid units follows,
//! and one sigmoid unit that gives the first player's chance to win. As a score, a chance `p` is
//! `s ln(p / (1 - p))` with the [`Model::WIN_SCALE`] `s` of the game: in Lines of Action, 400
//! centipawns are ten to one.
//!
//! As text, a network is lines of words; `#` starts a comment, and empty lines do not count:
//!
//! ```text
//! network 65 2                 inputs and hidden units
//! hidden BIAS A1 B1 … H8 TURN  for every hidden unit
//! output BIAS FIRST SECOND     the output unit, with a weight for every hidden unit
//! ```

mod sums;
mod text;

use super::{Model, loa::LoaModel, othello::OthelloModel};
use crate::games::loa::Loa;
use crate::games::othello::Othello;
use crate::games::{Position, Side};
use crate::search::score::{CENTIPAWN, Score, clamp_estimate};
use crate::search::{Evaluation, Incremental, Step};
use sums::{Layer, Sums};
pub use text::ParseNetworkError;

/// Inputs of a network: the squares and the side to move.
const N_INPUTS: usize = 65;
/// The most hidden units that a network can have.
const MAX_HIDDEN: usize = 1024;

/// A position with pieces of two colours and of no different kinds.
pub trait TwoColours: Position {
    /// The score of odds of e to one, as the game's own evaluation has it.
    const WIN_SCALE: f64;

    /// The squares of the first player and of the second, a1 in the lowest bit.
    fn colours(&self) -> [u64; 2];
}

impl TwoColours for Loa {
    const WIN_SCALE: f64 = LoaModel::WIN_SCALE;

    fn colours(&self) -> [u64; 2] {
        [self.pieces(Side::First), self.pieces(Side::Second)]
    }
}

impl TwoColours for Othello {
    const WIN_SCALE: f64 = OthelloModel::WIN_SCALE;

    fn colours(&self) -> [u64; 2] {
        [self.black(), self.white()]
    }
}

/// A network with one hidden layer.
///
/// ```
/// use tabiya_core::eval::network::Network;
/// use tabiya_core::games::{Position, loa::{Loa, LoaRules}};
///
/// let indifferent = Network::new(40, &[0.0; 67 * 40 + 1]);
/// assert_eq!(indifferent.chance_of_first(&Loa::initial(LoaRules::default())), 0.5);
/// assert_eq!(Network::parse(&indifferent.text()).unwrap(), indifferent);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    n_hidden: usize,
    values: Vec<f32>,
    hidden: Layer,
}

impl Network {
    /// Takes the numbers in the order of the text: bias and inputs of each hidden unit, then bias and
    /// weights of the output.
    ///
    /// # Panics
    /// If there are no or too many hidden units, or not 67 values for each and one more.
    pub fn new(n_hidden: usize, values: &[f32]) -> Self {
        assert!((1..=MAX_HIDDEN).contains(&n_hidden), "1 to {MAX_HIDDEN} hidden units");
        assert_eq!(values.len(), (N_INPUTS + 2) * n_hidden + 1, "67 values per unit and one");
        let hidden = Layer::new(&values[..(N_INPUTS + 1) * n_hidden]);
        Self { n_hidden, values: values.to_vec(), hidden }
    }

    /// The numbers, as [`Network::new`] takes them.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The first player's chance to win.
    pub fn chance_of_first<P: TwoColours>(&self, position: &P) -> f32 {
        sigmoid(self.log_odds(&self.state(position)))
    }

    /// What comes into the output unit.
    fn log_odds(&self, sums: &Sums) -> f32 {
        let (bias, weights) = self.values[(N_INPUTS + 1) * self.n_hidden..]
            .split_first()
            .expect("an output unit has a bias");
        let units = self.hidden.values(sums).zip(weights);
        bias + units.map(|(sum, weight)| sigmoid(sum) * weight).sum::<f32>()
    }
}

/// The sums of the hidden units, to which each move adds the squares that it changes.
impl<P: TwoColours> Incremental<P> for Network {
    type State = Sums;

    fn state(&self, position: &P) -> Sums {
        let mut sums = self.hidden.bias();
        self.hidden.turn(&mut sums, position.turn(), 1);
        self.hidden.change(&mut sums, [0; 2], position.colours());
        sums
    }

    fn after(&self, before: &Sums, step: &Step<'_, P>) -> Sums {
        let mut sums = before.clone();
        if step.before.turn() != step.after.turn() {
            self.hidden.turn(&mut sums, step.after.turn(), 2);
        }
        self.hidden.change(&mut sums, step.before.colours(), step.after.colours());
        sums
    }
}

impl<P: TwoColours> Evaluation<P> for Network {
    fn evaluate_with(&mut self, position: &P, sums: &Sums) -> Score {
        // The chance is the sigmoid of the log-odds, so no logarithm need be taken.
        let own = self.log_odds(sums) * sign_of(position.turn());
        clamp_estimate((own * P::WIN_SCALE as f32 * CENTIPAWN as f32).round() as Score)
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn sign_of(turn: Side) -> f32 {
    if turn == Side::First { 1.0 } else { -1.0 }
}
