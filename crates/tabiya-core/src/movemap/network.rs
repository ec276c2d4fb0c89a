//! A network in plain numbers.

use super::shape::{MapError, Shape};
use crate::games::splitmix;

/// A weight beyond this is a mistake.
const MOST: f32 = 1000.0;

/// Features come in whole numbers, so that one is not divided by less than a part of one.
const LEAST_SIZE: f32 = 1.0 / 64.0;

/// A shape and its weights, in the order of the shape's layout.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveMap {
    shape: Shape,
    weights: Vec<f32>,
}

impl MoveMap {
    /// Takes the weights: biases of the hidden units; for each input the weights to all of them;
    /// biases of the outputs; for each output the weights from all hidden units; for each output the
    /// direct ones from all inputs; the sizes of the features of the evaluation, where it sees them.
    ///
    /// # Errors
    /// If the shape cannot be, or the weights do not fit it.
    pub fn new(shape: Shape, weights: Vec<f32>) -> Result<Self, MapError> {
        shape.check()?;
        if weights.len() != shape.n_weights() {
            return Err(MapError::Size { expected: shape.n_weights(), found: weights.len() });
        }
        if let Some(index) = weights.iter().position(|w| w.is_nan() || w.abs() > MOST) {
            return Err(MapError::Weight { index, value: weights[index] });
        }
        let sizes = &weights[shape.layout().sizes];
        if let Some(feature) = sizes.iter().position(|&size| size < LEAST_SIZE) {
            return Err(MapError::Scale { feature, value: sizes[feature] });
        }
        Ok(Self { shape, weights })
    }

    /// A network that has learnt nothing: small weights around hidden units that are half active, and
    /// no direct ones.
    ///
    /// # Errors
    /// If the shape cannot be.
    pub fn initial(shape: Shape, seed: u64) -> Result<Self, MapError> {
        shape.check()?;
        let layout = shape.layout();
        let mut weights = vec![0.0; shape.n_weights()];
        weights[layout.hidden_bias].fill(0.5);
        weights[layout.sizes].fill(1.0);
        let spread = 0.15;
        let mut drawn = 0;
        let mut draw = || {
            drawn += 1;
            let unit = (splitmix(seed, drawn) >> 40) as f32 / (1_u32 << 24) as f32;
            spread * (2.0 * unit - 1.0)
        };
        weights[layout.hidden].fill_with(&mut draw);
        weights[layout.output].fill_with(&mut draw);
        Ok(Self { shape, weights })
    }

    /// Its shape.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Its weights.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }
}
