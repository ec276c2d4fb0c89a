//! Small networks that decide: one hidden layer, and an output for every way to decide.

use std::fmt::Write as _;

use crate::search::game::Searchable;

/// The inputs of a network that are not zero, by number.
pub type Inputs = Vec<(u32, f32)>;

/// A decision that was made: what the network saw, and which outputs should have been high (1), low
/// (-1), or do not matter (0).
// CITE: Kocsis 2003, eq. 5.3.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// What the network saw.
    pub inputs: Inputs,
    /// The direction of the decision, output by output.
    pub direction: Vec<f32>,
}

impl Choice {
    /// One of several ways, of which one is taken.
    pub fn among(inputs: Inputs, n: usize, taken: usize) -> Self {
        let direction = (0..n).map(|way| if way == taken { 1.0 } else { -1.0 }).collect();
        Self { inputs, direction }
    }
}

/// A network with one hidden layer; hidden and output units are hyperbolic tangents.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Inputs, hidden units and outputs.
    pub shape: [usize; 3],
    /// Bias and inputs of each hidden unit in turn, then bias and hidden units of each output.
    pub values: Vec<f32>,
}

impl Policy {
    /// How many numbers a network of this shape has.
    pub const fn n_values([inputs, hidden, outputs]: [usize; 3]) -> usize {
        (inputs + 1) * hidden + (hidden + 1) * outputs
    }

    /// The outputs.
    pub fn outputs(&self, inputs: &Inputs) -> Vec<f64> {
        let hidden = self.hidden(inputs);
        self.output_rows().map(|row| output(row, &hidden)).collect()
    }

    /// Adds the gradient of outputs times direction to `gradient`, a number for each of the values.
    // CITE: Kocsis 2003, eq. 5.2: the sum over the decisions.
    pub fn add_gradient(&self, choice: &Choice, gradient: &mut [f64]) {
        let [n_inputs, n_hidden, _] = self.shape;
        let hidden = self.hidden(&choice.inputs);
        let (first, second) = gradient.split_at_mut((n_inputs + 1) * n_hidden);
        let mut back = vec![0.0; n_hidden];
        let rows = self.output_rows().zip(second.chunks_exact_mut(n_hidden + 1));
        for ((row, slopes), &wanted) in rows.zip(&choice.direction) {
            let y = output(row, &hidden);
            let slope = f64::from(wanted) * (1.0 - y * y);
            slopes[0] += slope;
            for unit in 0..n_hidden {
                slopes[unit + 1] += slope * hidden[unit];
                back[unit] += slope * f64::from(row[unit + 1]);
            }
        }
        for (unit, slopes) in first.chunks_exact_mut(n_inputs + 1).enumerate() {
            let slope = back[unit] * (1.0 - hidden[unit] * hidden[unit]);
            slopes[0] += slope;
            for &(input, value) in &choice.inputs {
                slopes[input as usize + 1] += slope * f64::from(value);
            }
        }
    }

    /// The network as lines of text: its shape, hidden units and outputs.
    pub fn text(&self) -> String {
        let [n_inputs, n_hidden, n_outputs] = self.shape;
        let mut text = format!("network {n_inputs} {n_hidden} {n_outputs}\n");
        let (first, second) = self.values.split_at((n_inputs + 1) * n_hidden);
        let rows = first.chunks_exact(n_inputs + 1).map(|row| ("hidden", row));
        for (word, row) in rows.chain(second.chunks_exact(n_hidden + 1).map(|row| ("output", row)))
        {
            text.push_str(word);
            for value in row {
                write!(text, " {value}").expect("a string takes everything");
            }
            text.push('\n');
        }
        text
    }

    fn hidden(&self, inputs: &Inputs) -> Vec<f64> {
        let [n_inputs, n_hidden, _] = self.shape;
        let rows = self.values[..(n_inputs + 1) * n_hidden].chunks_exact(n_inputs + 1);
        rows.map(|row| {
            let weighed =
                inputs.iter().map(|&(i, x)| f64::from(row[i as usize + 1]) * f64::from(x));
            (f64::from(row[0]) + weighed.sum::<f64>()).tanh()
        })
        .collect()
    }

    fn output_rows(&self) -> impl Iterator<Item = &[f32]> {
        let [n_inputs, n_hidden, _] = self.shape;
        self.values[(n_inputs + 1) * n_hidden..].chunks_exact(n_hidden + 1)
    }
}

fn output(row: &[f32], hidden: &[f64]) -> f64 {
    let weighed = row[1..].iter().zip(hidden).map(|(&weight, unit)| f64::from(weight) * unit);
    (f64::from(row[0]) + weighed.sum::<f64>()).tanh()
}

/// How many inputs the board of a game takes.
pub const fn n_board_inputs<P: Searchable>() -> usize {
    64 * P::PIECES[0].len()
}

/// The board as the side to move sees it: +1 for its pieces, -1 for those of the other, a plane of
/// squares for every kind.
// CITE: Kocsis 2003, §5.3.2: raw encoding.
pub fn board_inputs<P: Searchable>(position: &P) -> Inputs {
    let own = position.turn().index();
    let mut inputs = Inputs::new();
    for (square, cell) in position.cells().into_iter().enumerate() {
        for (side, value) in [(own, 1.0), (1 - own, -1.0)] {
            if let Some(kind) = P::PIECES[side].iter().position(|&piece| piece == cell) {
                let seen = square ^ (56 * own);
                inputs.push(((64 * kind + seen) as u32, value));
            }
        }
    }
    inputs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::loa::{Loa, LoaRules};
    use crate::games::{Position as _, splitmix};

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let shape = [3, 4, 2];
        let n = Policy::n_values(shape);
        let number = |i: usize| (splitmix(1, i as u64) % 2001) as f32 / 1000.0 - 1.0;
        let policy = Policy { shape, values: (0..n).map(number).collect() };
        let choice = Choice { inputs: vec![(0, 0.5), (2, -1.25)], direction: vec![1.0, -1.0] };
        let worth = |policy: &Policy| {
            let outputs = policy.outputs(&choice.inputs);
            outputs.iter().zip(&choice.direction).map(|(y, &d)| y * f64::from(d)).sum::<f64>()
        };
        let mut gradient = vec![0.0; n];
        policy.add_gradient(&choice, &mut gradient);
        for (i, &slope) in gradient.iter().enumerate() {
            let (mut more, mut less) = (policy.clone(), policy.clone());
            more.values[i] += 1e-3;
            less.values[i] -= 1e-3;
            let width = f64::from(more.values[i]) - f64::from(less.values[i]);
            let measured = (worth(&more) - worth(&less)) / width;
            assert!((measured - slope).abs() < 1e-4, "{i}: {measured} {slope}");
        }
    }

    #[test]
    fn both_players_see_their_own_pieces() {
        let start = Loa::initial(LoaRules::default());
        let inputs = board_inputs(&start);
        assert_eq!(inputs.len(), 24);
        assert_eq!(inputs.iter().filter(|i| i.1 > 0.0).count(), 12);
        let own: Vec<u32> = inputs.iter().filter(|i| i.1 > 0.0).map(|i| i.0).collect();
        assert!(own.contains(&1) && own.contains(&57), "Black stands on b1 and b8: {own:?}");
    }
}
