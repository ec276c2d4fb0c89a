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

use std::fmt;

use super::{Model, loa::LoaModel, othello::OthelloModel};
use crate::games::loa::Loa;
use crate::games::othello::Othello;
use crate::games::{Position, Side};
use crate::search::Evaluation;
use crate::search::score::{CENTIPAWN, Score, clamp_estimate};

/// Inputs of a network: the squares and the side to move.
const N_INPUTS: usize = 65;
/// The most hidden units that a network can have.
const MAX_HIDDEN: usize = 1024;
/// Hidden units that are summed at the same time.
const LANES: usize = 8;

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
    blocks: Vec<Block>,
}

/// A few hidden units; those beyond the last have no weights.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    bias: [f32; LANES],
    inputs: [[f32; LANES]; N_INPUTS],
    output: [f32; LANES],
}

impl Block {
    const EMPTY: Self =
        Self { bias: [0.0; LANES], inputs: [[0.0; LANES]; N_INPUTS], output: [0.0; LANES] };

    /// What its units add to the output.
    #[inline]
    fn add_up(&self, [first, second]: [u64; 2], turn: f32) -> f32 {
        let mut sums = self.bias;
        let mut add = |input: usize, sign: f32| {
            for (sum, weight) in sums.iter_mut().zip(&self.inputs[input]) {
                *sum += sign * weight;
            }
        };
        add(N_INPUTS - 1, turn);
        for (mut pieces, sign) in [(first, 1.0), (second, -1.0)] {
            while pieces != 0 {
                add(pieces.trailing_zeros() as usize, sign);
                pieces &= pieces - 1;
            }
        }
        sums.iter().zip(&self.output).map(|(&sum, weight)| sigmoid(sum) * weight).sum()
    }
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
        let (hidden, output) = values.split_at((N_INPUTS + 1) * n_hidden);
        let mut blocks = vec![Block::EMPTY; n_hidden.div_ceil(LANES)];
        for (unit, row) in hidden.chunks_exact(N_INPUTS + 1).enumerate() {
            let (block, lane) = (&mut blocks[unit / LANES], unit % LANES);
            block.bias[lane] = row[0];
            for (input, weight) in row[1..].iter().enumerate() {
                block.inputs[input][lane] = *weight;
            }
            block.output[lane] = output[1 + unit];
        }
        Self { n_hidden, values: values.to_vec(), blocks }
    }

    /// The numbers, as [`Network::new`] takes them.
    pub fn values(&self) -> &[f32] {
        &self.values
    }

    /// The first player's chance to win.
    pub fn chance_of_first<P: TwoColours>(&self, position: &P) -> f32 {
        sigmoid(self.log_odds(position))
    }

    /// What comes into the output unit.
    fn log_odds<P: TwoColours>(&self, position: &P) -> f32 {
        let (colours, turn) = (position.colours(), sign_of(position.turn()));
        let output_bias = self.values[(N_INPUTS + 1) * self.n_hidden];
        output_bias + self.blocks.iter().map(|b| b.add_up(colours, turn)).sum::<f32>()
    }

    /// Writes the network so that [`Network::parse`] reads the same numbers back.
    pub fn text(&self) -> String {
        let (hidden, output) = self.values.split_at((N_INPUTS + 1) * self.n_hidden);
        let line = |word: &str, numbers: &[f32]| {
            let numbers: Vec<String> = numbers.iter().map(f32::to_string).collect();
            format!("{word} {}\n", numbers.join(" "))
        };
        let rows = hidden.chunks_exact(N_INPUTS + 1).map(|row| line("hidden", row));
        let head = format!("network {N_INPUTS} {}\n", self.n_hidden);
        std::iter::once(head).chain(rows).chain([line("output", output)]).collect()
    }

    /// Reads a network.
    ///
    /// # Errors
    /// If the text is not a network; the error names the line.
    pub fn parse(text: &str) -> Result<Self, ParseNetworkError> {
        let counts = |line: &(usize, &str)| !line.1.is_empty() && !line.1.starts_with('#');
        let mut lines = (1..).zip(text.lines().map(str::trim)).filter(counts);
        let mut next = || lines.next().unwrap_or((text.lines().count() + 1, ""));
        let n_hidden = parse_head(next())?;
        let mut values = Vec::with_capacity((N_INPUTS + 2) * n_hidden + 1);
        for _ in 0..n_hidden {
            values.extend(parse_numbers(next(), "hidden", N_INPUTS + 1)?);
        }
        values.extend(parse_numbers(next(), "output", n_hidden + 1)?);
        match next() {
            (_, "") => Ok(Self::new(n_hidden, &values)),
            extra => Err(refusal(extra.0, "the end", extra.1)),
        }
    }
}

impl<P: TwoColours> Evaluation<P> for Network {
    fn evaluate(&mut self, position: &P) -> Score {
        // The chance is the sigmoid of the log-odds, so no logarithm need be taken.
        let own = self.log_odds(position) * sign_of(position.turn());
        clamp_estimate((own * P::WIN_SCALE as f32 * CENTIPAWN as f32).round() as Score)
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn sign_of(turn: Side) -> f32 {
    if turn == Side::First { 1.0 } else { -1.0 }
}

/// A text is not a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseNetworkError {
    line: usize,
    expected: String,
    found: String,
}

impl fmt::Display for ParseNetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "network, line {}: expected {}, found {:?}", self.line, self.expected, self.found)
    }
}

impl std::error::Error for ParseNetworkError {}

fn refusal(line: usize, expected: impl Into<String>, found: &str) -> ParseNetworkError {
    ParseNetworkError { line, expected: expected.into(), found: found.into() }
}

/// Reads how many hidden units there are.
fn parse_head((line, text): (usize, &str)) -> Result<usize, ParseNetworkError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let &["network", inputs, hidden] = words.as_slice() else {
        return Err(refusal(line, "network, inputs and hidden units", text));
    };
    if inputs.parse() != Ok(N_INPUTS) {
        return Err(refusal(line, format!("{N_INPUTS} inputs"), inputs));
    }
    let n_hidden = hidden.parse().ok().filter(|n| (1..=MAX_HIDDEN).contains(n));
    let expected = format!("1 to {MAX_HIDDEN} hidden units");
    n_hidden.ok_or_else(|| refusal(line, expected, hidden))
}

/// Reads the numbers of one unit.
fn parse_numbers(
    (line, text): (usize, &str),
    name: &str,
    count: usize,
) -> Result<Vec<f32>, ParseNetworkError> {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or("");
    if first != name {
        return Err(refusal(line, name, first));
    }
    let numbers = words.map(|word| {
        let number = word.parse().ok().filter(|x: &f32| x.is_finite());
        number.ok_or_else(|| refusal(line, "a number", word))
    });
    let numbers: Vec<f32> = numbers.collect::<Result<_, _>>()?;
    if numbers.len() == count {
        return Ok(numbers);
    }
    Err(refusal(line, format!("{count} numbers after {name}"), &numbers.len().to_string()))
}
