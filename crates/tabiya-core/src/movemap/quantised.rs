//! Weights in 16 bits: how fine they can be so that no sum leaves them.

use super::shape::{Layout, MapError, SQUARES, Shape};

/// Weights as whole numbers, and what one stands for.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub values: Vec<i16>,
    pub width: usize,
    pub unit: f32,
}

impl Table {
    #[inline]
    pub fn row(&self, index: usize) -> &[i16] {
        &self.values[index * self.width..(index + 1) * self.width]
    }
}

pub(super) fn whole(value: f32, unit: f32) -> i16 {
    (value / unit).round() as i16
}

/// The largest weight, as what is wrong.
pub(super) fn largest(weights: &[f32]) -> MapError {
    let by_size = |a: &(usize, &f32), b: &(usize, &f32)| a.1.abs().total_cmp(&b.1.abs());
    let (index, value) = weights.iter().enumerate().max_by(by_size).expect("a map has weights");
    MapError::Weight { index, value: *value }
}

/// What one stands for if the largest of some values, so many times, just fits.
pub(super) fn unit_of(values: &[f32], times: f32) -> f32 {
    let most = values.iter().fold(0.0, |most: f32, value| most.max(value.abs()));
    (most * times / 32_000.0).max(f32::MIN_POSITIVE)
}

pub(super) fn table(values: &[f32], width: usize, padded: usize, unit: f32) -> Table {
    let mut table = Table { values: Vec::new(), width: padded, unit };
    for row in values.chunks_exact(width.max(1)) {
        table.values.extend(row.iter().map(|value| whole(*value, unit)));
        table.values.extend(std::iter::repeat_n(0, padded - width));
    }
    table
}

/// The weights from inputs to outputs: a row for each output or, to be kept as sums, for each input.
pub(super) fn direct_table(shape: &Shape, values: &[f32], keeps: bool) -> Table {
    let (inputs, outputs) = (shape.n_inputs(), shape.n_outputs());
    if !keeps {
        return table(values, inputs, inputs, unit_of(values, 1.0));
    }
    let mut turned = vec![0.0; values.len()];
    let mut reach: f32 = 0.0;
    for (output, row) in values.chunks_exact(inputs).enumerate() {
        for (input, value) in row.iter().enumerate() {
            turned[input * outputs + output] = *value;
        }
        reach = reach.max(reach_of(shape, |input| row[input].abs()));
    }
    table(&turned, outputs, outputs, (reach / 32_000.0).max(f32::MIN_POSITIVE))
}

/// The largest sum that a unit can have or come by, given the size of its weight from each input: a
/// square holds one man, and what is added may be taken away later. Features of the evaluation are
/// added to the sum at the end, cut at half of what 16 bits hold; so their weights have to fit alone,
/// and those of a move into the other half.
fn reach_of(shape: &Shape, size: impl Fn(usize) -> f32) -> f32 {
    let n_men = shape.n_men_inputs();
    let on_square = |square: usize| {
        (0..n_men / SQUARES).map(|plane| size(plane * SQUARES + square)).fold(0.0, f32::max)
    };
    let men: f32 = (0..SQUARES).map(on_square).sum();
    let turn = shape.turn_input().map_or(0.0, &size);
    let most = |inputs: std::ops::Range<usize>| inputs.map(&size).fold(0.0, f32::max);
    let last = most(shape.previous_input()..shape.feature_input());
    let feature = most(shape.feature_input()..shape.move_input());
    let moves = 4.0 * most(shape.move_input()..shape.n_inputs());
    (men + turn + last + moves).max(feature).max(2.0 * moves)
}

pub(super) fn reach_of_hidden(shape: &Shape, layout: &Layout, weights: &[f32]) -> f32 {
    let hidden = &weights[layout.hidden.clone()];
    let bias = &weights[layout.hidden_bias.clone()];
    let reach = |unit: usize| {
        bias[unit].abs() + reach_of(shape, |input| hidden[input * shape.hidden + unit].abs())
    };
    (0..shape.hidden).map(reach).fold(f32::MIN_POSITIVE, f32::max)
}
