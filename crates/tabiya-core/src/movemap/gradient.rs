//! One example through the network and back.

use super::examples::{Example, NO_SQUARE};
use super::shape::{Encoding, Layout, SQUARES, Shape};
use super::trainer::Loss;

/// The eight ways to lay a board on itself.
pub(super) const SYMMETRIES: usize = 8;

/// Where a symmetry takes a square.
const fn image(symmetry: usize, square: usize) -> usize {
    let (mut file, mut rank) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        file = 7 - file;
    }
    if symmetry & 2 != 0 {
        rank = 7 - rank;
    }
    if symmetry & 4 != 0 { file * 8 + rank } else { rank * 8 + file }
}

/// A network that looks at examples one by one.
pub(super) struct Pass<'a> {
    shape: &'a Shape,
    layout: Layout,
    weights: &'a [f32],
    n_inputs: usize,
    n_men: usize,
    seen: Seen,
}

/// What is worked out for an example; it is used again for the next.
#[derive(Default)]
struct Seen {
    /// Inputs that are not 0, and what they are.
    rows: Vec<(usize, f32)>,
    moves: Vec<(u8, u8)>,
    /// What comes into the hidden units: once, or for each move where it is in the input.
    sums: Vec<f32>,
    /// What comes out of them.
    active: Vec<f32>,
    scores: Vec<f32>,
    errors: Vec<f32>,
    slopes: Vec<f32>,
}

impl<'a> Pass<'a> {
    pub fn new(shape: &'a Shape, weights: &'a [f32]) -> Self {
        Self {
            shape,
            layout: shape.layout(),
            weights,
            n_inputs: shape.n_inputs(),
            n_men: shape.n_men_inputs(),
            seen: Seen::default(),
        }
    }

    /// The scores of the moves of an example.
    pub fn scores(&mut self, example: Example<'_>, symmetry: usize) -> &[f32] {
        self.look(example, symmetry);
        self.run_hidden();
        let Self { shape, layout, weights, n_inputs, seen, .. } = self;
        let n_hidden = shape.hidden;
        seen.scores.clear();
        for (number, &(from, to)) in seen.moves.iter().enumerate() {
            let start = if shape.encoding == Encoding::Mei { number * n_hidden } else { 0 };
            let active = &seen.active[start..start + n_hidden];
            let [one, two] = shape.outputs_of(from, to);
            let value = |unit: usize| {
                let out = layout.output.start + unit * n_hidden;
                let mut value = weights[layout.output_bias.start + unit];
                value += dot(active, &weights[out..out + n_hidden]);
                if shape.direct {
                    let row = &weights[layout.direct.start + unit * *n_inputs..][..*n_inputs];
                    value += seen.rows.iter().map(|&(input, sign)| sign * row[input]).sum::<f32>();
                    if shape.encoding == Encoding::Mei {
                        let units = shape.move_units(from, to);
                        value += units.iter().map(|&input| row[input]).sum::<f32>();
                    }
                }
                value
            };
            let score = if one == two { value(one) } else { f32::midpoint(value(one), value(two)) };
            seen.scores.push(score);
        }
        &seen.scores
    }

    /// Adds the gradient of an example to `gradient`; returns its loss.
    pub fn learn(
        &mut self,
        example: Example<'_>,
        symmetry: usize,
        loss: Loss,
        gradient: &mut [f32],
    ) -> f64 {
        self.scores(example, symmetry);
        let value = self.take_errors(example.best, loss);
        let Self { shape, layout, weights, n_inputs, seen, .. } = self;
        let n_hidden = shape.hidden;
        let is_mei = shape.encoding == Encoding::Mei;
        seen.slopes.clear();
        seen.slopes.resize(seen.sums.len(), 0.0);
        for (number, (&(from, to), &error)) in seen.moves.iter().zip(&seen.errors).enumerate() {
            let start = if is_mei { number * n_hidden } else { 0 };
            let [one, two] = shape.outputs_of(from, to);
            let (units, error) =
                if one == two { (&[one][..], error) } else { (&[one, two][..], error / 2.0) };
            for &unit in units {
                gradient[layout.output_bias.start + unit] += error;
                let out = layout.output.start + unit * n_hidden;
                add_scaled(
                    &mut gradient[out..out + n_hidden],
                    &seen.active[start..start + n_hidden],
                    error,
                );
                add_scaled(
                    &mut seen.slopes[start..start + n_hidden],
                    &weights[out..out + n_hidden],
                    error,
                );
                if shape.direct {
                    let row = &mut gradient[layout.direct.start + unit * *n_inputs..][..*n_inputs];
                    for &(input, sign) in &seen.rows {
                        row[input] += sign * error;
                    }
                    if is_mei {
                        for input in shape.move_units(from, to) {
                            row[input] += error;
                        }
                    }
                }
            }
        }
        if n_hidden > 0 {
            self.learn_hidden(gradient);
        }
        value
    }

    /// Takes what comes back through the hidden units to their inputs.
    fn learn_hidden(&mut self, gradient: &mut [f32]) {
        let Self { shape, layout, seen, .. } = self;
        let n_hidden = shape.hidden;
        for (slope, &sum) in seen.slopes.iter_mut().zip(&seen.sums) {
            if !(sum > 0.0 && sum < 1.0) {
                *slope = 0.0;
            }
        }
        let start_of = |input: usize| layout.hidden.start + input * n_hidden;
        if shape.encoding == Encoding::Mei {
            for (number, &(from, to)) in seen.moves.iter().enumerate() {
                let (before, rest) = seen.slopes.split_at_mut(number * n_hidden);
                let own = &rest[..n_hidden];
                for input in shape.move_units(from, to) {
                    add_scaled(&mut gradient[start_of(input)..][..n_hidden], own, 1.0);
                }
                if number > 0 {
                    add_scaled(&mut before[..n_hidden], own, 1.0);
                }
            }
        }
        let slopes = &seen.slopes[..n_hidden];
        add_scaled(&mut gradient[layout.hidden_bias.clone()], slopes, 1.0);
        for &(input, sign) in &seen.rows {
            add_scaled(&mut gradient[start_of(input)..][..n_hidden], slopes, sign);
        }
    }

    /// Takes inputs and moves of an example as a symmetry shows them.
    fn look(&mut self, example: Example<'_>, symmetry: usize) {
        let turned = |square: usize| image(symmetry, square);
        let n_men = self.n_men;
        self.seen.rows.clear();
        self.seen.rows.extend(example.rows.iter().map(|&row| {
            let input = usize::from(row >> 1);
            let input = if symmetry == 0 || input >= n_men {
                input
            } else {
                input / SQUARES * SQUARES + turned(input % SQUARES)
            };
            (input, if row & 1 == 0 { 1.0 } else { -1.0 })
        }));
        if self.shape.previous && example.previous != NO_SQUARE {
            let square = turned(usize::from(example.previous));
            self.seen.rows.push((self.shape.previous_input() + square, 1.0));
        }
        let (first, sizes) = (self.shape.feature_input(), &self.weights[self.layout.sizes.clone()]);
        self.seen.rows.extend(example.features.iter().map(|&(feature, count)| {
            let feature = usize::from(feature);
            (first + feature, f32::from(count) / sizes[feature])
        }));
        self.seen.moves.clear();
        self.seen.moves.extend(example.moves.iter().map(|&code| {
            let [from, to] = [code & 63, code >> 6].map(|square| turned(usize::from(square)) as u8);
            (from, to)
        }));
    }

    fn run_hidden(&mut self) {
        let Self { shape, layout, weights, seen, .. } = self;
        let n_hidden = shape.hidden;
        seen.sums.clear();
        if n_hidden > 0 {
            seen.sums.extend_from_slice(&weights[layout.hidden_bias.clone()]);
            for &(input, sign) in &seen.rows {
                let row = &weights[layout.hidden.start + input * n_hidden..][..n_hidden];
                add_scaled(&mut seen.sums, row, sign);
            }
            if shape.encoding == Encoding::Mei {
                let common = std::mem::take(&mut seen.sums);
                for &(from, to) in &seen.moves {
                    let start = seen.sums.len();
                    seen.sums.extend_from_slice(&common);
                    for input in shape.move_units(from, to) {
                        let row = &weights[layout.hidden.start + input * n_hidden..][..n_hidden];
                        add_scaled(&mut seen.sums[start..], row, 1.0);
                    }
                }
            }
        }
        seen.active.clear();
        seen.active.extend(seen.sums.iter().map(|sum| sum.clamp(0.0, 1.0)));
    }

    /// Works out how the loss changes with each score; returns the loss.
    fn take_errors(&mut self, best: usize, loss: Loss) -> f64 {
        let Seen { scores, errors, .. } = &mut self.seen;
        errors.clear();
        match loss {
            Loss::Softmax => {
                let most = scores.iter().copied().fold(f32::MIN, f32::max);
                errors.extend(scores.iter().map(|score| (score - most).exp()));
                let sum: f32 = errors.iter().sum();
                for error in errors.iter_mut() {
                    *error /= sum;
                }
                let value = -f64::from(errors[best].max(f32::MIN_POSITIVE)).ln();
                errors[best] -= 1.0;
                value
            }
            Loss::Squares => {
                let mut value = 0.0;
                for (number, &score) in scores.iter().enumerate() {
                    let active = 1.0 / (1.0 + (-score).exp());
                    let missing = active - f32::from(u8::from(number == best));
                    value += f64::from(missing * missing);
                    errors.push(2.0 * missing * active * (1.0 - active));
                }
                value / scores.len() as f64
            }
        }
    }
}

#[inline]
fn dot(a: &[f32], b: &[f32]) -> f32 {
    // Eight sums that the compiler can keep in one vector; the order is the same on every machine.
    let mut sums = [0.0_f32; 8];
    let (a_chunks, a_rest) = a.as_chunks::<8>();
    let (b_chunks, b_rest) = b.as_chunks::<8>();
    for (a, b) in a_chunks.iter().zip(b_chunks) {
        for lane in 0..8 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}

#[inline]
fn add_scaled(sums: &mut [f32], values: &[f32], factor: f32) {
    for (sum, value) in sums.iter_mut().zip(values) {
        *sum += factor * value;
    }
}
