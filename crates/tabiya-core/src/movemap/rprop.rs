//! RPROP: steps whose length depends on the signs of the gradient alone.
// CITE: Riedmiller and Braun 1993, in the form of Kocsis 2003, app. A.3.

/// What it remembers of each weight.
#[derive(Clone, Debug, Default)]
pub struct Rprop {
    /// The length of its last step.
    pub step: Vec<f32>,
    /// The gradient before.
    pub last: Vec<f32>,
}

const LONGER: f32 = 1.2;
const SHORTER: f32 = 0.5;
const LEAST: f32 = 1e-6;
const MOST: f32 = 50.0;
/// The first step; the thesis does not say it.
const FIRST: f32 = 0.01;

impl Rprop {
    pub(super) fn new(n_weights: usize) -> Self {
        Self { step: vec![FIRST; n_weights], last: vec![0.0; n_weights] }
    }
}

/// Changes one weight (equations A.5 and A.6).
#[inline]
pub(super) fn step(gradient: f32, weight: &mut f32, length: &mut f32, last: &mut f32) {
    let product = *last * gradient;
    if product > 0.0 {
        *length = (*length * LONGER).min(MOST);
    } else if product < 0.0 {
        *length = (*length * SHORTER).max(LEAST);
    }
    *last = gradient;
    if gradient > 0.0 {
        *weight -= *length;
    } else if gradient < 0.0 {
        *weight += *length;
    }
}
