//! Adam: steps by running means of the gradient and of its square.
// CITE: Kingma and Ba 2015.

/// What it remembers of each weight.
#[derive(Clone, Debug, Default)]
pub struct Adam {
    /// Running mean of the gradient.
    pub mean: Vec<f32>,
    /// Running mean of its square.
    pub square: Vec<f32>,
    /// Steps so far.
    pub n_steps: u64,
}

/// How slowly the two means forget.
const KEEP: (f32, f32) = (0.9, 0.999);
const TINY: f32 = 1e-8;

/// How far one step goes, with the start of the means made good.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    rate: f32,
    square: f32,
}

impl Adam {
    pub(super) fn new(n_weights: usize) -> Self {
        Self { mean: vec![0.0; n_weights], square: vec![0.0; n_weights], n_steps: 0 }
    }

    /// Begins the next step.
    pub(super) fn stride(&mut self, rate: f32) -> Stride {
        self.n_steps += 1;
        let n = self.n_steps.min(100_000) as i32;
        Stride { rate: rate / (1.0 - KEEP.0.powi(n)), square: 1.0 / (1.0 - KEEP.1.powi(n)) }
    }
}

/// Changes one weight.
#[inline]
pub(super) fn step(
    stride: Stride,
    gradient: f32,
    weight: &mut f32,
    mean: &mut f32,
    square: &mut f32,
) {
    *mean = KEEP.0 * *mean + (1.0 - KEEP.0) * gradient;
    *square = KEEP.1 * *square + (1.0 - KEEP.1) * gradient * gradient;
    *weight -= stride.rate * *mean / ((*square * stride.square).sqrt() + TINY);
}
