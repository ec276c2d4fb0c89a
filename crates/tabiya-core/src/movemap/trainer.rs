//! Learning from examples, epoch by epoch.
//!
//! The gradient of a batch is summed in a fixed number of parts, one behind the other, whatever
//! thread worked each of them out. So the weights do not depend on the number of threads.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use super::adam::{self, Adam};
use super::examples::Examples;
use super::gradient::{Pass, SYMMETRIES};
use super::network::MoveMap;
use super::rprop::{self, Rprop};
use super::shape::{MapError, Shape};
use crate::games::splitmix;

/// What is made small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// The mean square of what each output lacks to 1 for the best move and to 0 for the others.
    Squares,
    /// Minus the logarithm of the best move's share, where moves have shares by the exponents of
    /// their scores.
    Softmax,
}

/// How weights are changed.
#[derive(Clone, Debug)]
pub enum Method {
    /// After each epoch, by the signs of the gradient over all examples.
    Rprop(Rprop),
    /// After each batch of some examples.
    Adam(Adam),
}

/// Weights that learn.
#[derive(Clone, Debug)]
pub struct Trainer {
    map: MoveMap,
    weights: Vec<f32>,
    /// How weights are changed, with what it remembers.
    pub method: Method,
    loss: Loss,
    seed: u64,
    n_epochs: u64,
    parts: Vec<Vec<f32>>,
}

/// How an epoch is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Epoch<'a> {
    /// Examples between two changes of the weights, where not all are taken.
    pub batch: usize,
    /// How far a step of Adam goes.
    pub rate: f32,
    /// Whether boards are turned and mirrored at random.
    pub symmetric: bool,
    /// Threads; the result does not depend on them.
    pub threads: usize,
    /// Raise it to stop.
    pub stop: &'a AtomicBool,
}

/// The parts of a gradient take at most so many numbers together, unless there are very few parts.
const ROOM: usize = 1 << 24;

/// Weights that a thread changes at a time.
const AT_ONCE: usize = 1 << 14;

impl Trainer {
    /// Begins with a network; `is_rprop` chooses the method.
    pub fn new(map: MoveMap, loss: Loss, is_rprop: bool, seed: u64) -> Self {
        let n = map.weights().len();
        let method =
            if is_rprop { Method::Rprop(Rprop::new(n)) } else { Method::Adam(Adam::new(n)) };
        let weights = map.weights().to_vec();
        Self { map, weights, method, loss, seed, n_epochs: 0, parts: Vec::new() }
    }

    /// Measures features of the evaluation by their usual size in these examples, where they are
    /// inputs.
    ///
    /// # Panics
    /// If the examples do not serve the shape.
    pub fn measure(&mut self, examples: &Examples) {
        assert!(examples.serve(self.shape()), "examples for this shape");
        let sizes = self.shape().layout().sizes;
        self.weights[sizes].copy_from_slice(&examples.feature_sizes());
    }

    /// Goes on after so many epochs, with these weights and what the method remembered.
    ///
    /// # Errors
    /// If there are not as many numbers as weights.
    pub fn restore(
        &mut self,
        weights: &[f32],
        state: [&[f32]; 2],
        n_epochs: u64,
        n_steps: u64,
    ) -> Result<(), MapError> {
        let expected = self.weights.len();
        for part in [weights, state[0], state[1]] {
            if part.len() != expected {
                return Err(MapError::Size { expected, found: part.len() });
            }
        }
        self.weights.copy_from_slice(weights);
        self.n_epochs = n_epochs;
        let [one, two] = state.map(<[f32]>::to_vec);
        match &mut self.method {
            Method::Rprop(rprop) => *rprop = Rprop { step: one, last: two },
            Method::Adam(adam) => *adam = Adam { mean: one, square: two, n_steps },
        }
        Ok(())
    }

    /// What the method remembers, and its steps so far.
    pub fn method_state(&self) -> ([&[f32]; 2], u64) {
        match &self.method {
            Method::Rprop(rprop) => ([&rprop.step, &rprop.last], 0),
            Method::Adam(adam) => ([&adam.mean, &adam.square], adam.n_steps),
        }
    }

    /// Its weights as they stand.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The shape of its network.
    pub fn shape(&self) -> &Shape {
        self.map.shape()
    }

    /// Epochs so far.
    pub const fn n_epochs(&self) -> u64 {
        self.n_epochs
    }

    /// Shows all examples once; returns the mean loss, or `None` if it was stopped, and then nothing
    /// has changed.
    ///
    /// # Panics
    /// If the examples do not serve the shape.
    pub fn epoch(&mut self, examples: &Examples, epoch: Epoch<'_>) -> Option<f64> {
        assert!(examples.serve(self.shape()), "examples for this shape");
        if examples.is_empty() {
            return Some(0.0);
        }
        let before = (self.weights.clone(), self.method.clone());
        let mut order: Vec<u32> = (0..examples.len() as u32).collect();
        let is_rprop = matches!(self.method, Method::Rprop(_));
        if !is_rprop {
            shuffle(&mut order, splitmix(self.seed, self.n_epochs));
        }
        let batch = if is_rprop { order.len() } else { epoch.batch.max(1) };
        let pool = crate::pool::pool(epoch.threads.max(1));
        let mut run = || {
            let mut loss = 0.0;
            for chosen in order.chunks(batch) {
                loss += self.gradient(examples, chosen, epoch);
                if epoch.stop.load(Ordering::Relaxed) {
                    return None;
                }
                self.change(chosen.len(), epoch.rate);
            }
            Some(loss / examples.len() as f64)
        };
        let loss = match pool {
            Ok(pool) => pool.install(run),
            Err(_) => run(),
        };
        if loss.is_some() {
            self.n_epochs += 1;
        } else {
            (self.weights, self.method) = before;
            self.parts.clear();
        }
        loss
    }

    /// Works out the gradient of a batch in parts; returns the loss.
    fn gradient(&mut self, examples: &Examples, chosen: &[u32], epoch: Epoch<'_>) -> f64 {
        let n = self.weights.len();
        let n_parts = (ROOM / n).clamp(4, 16);
        self.parts.resize_with(n_parts, || vec![0.0; n]);
        let size = chosen.len().div_ceil(n_parts);
        let (shape, weights, loss) = (self.map.shape(), &self.weights, self.loss);
        let turn = splitmix(self.seed ^ 1, self.n_epochs);
        let losses: Vec<f64> = self
            .parts
            .par_iter_mut()
            .zip(chosen.par_chunks(size))
            .map(|(part, chosen)| {
                let mut pass = Pass::new(shape, weights);
                let mut sum = 0.0;
                for (number, &index) in chosen.iter().enumerate() {
                    if number % 1024 == 0 && epoch.stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let drawn = splitmix(turn, u64::from(index)) as usize % SYMMETRIES;
                    let symmetry = if epoch.symmetric { drawn } else { 0 };
                    sum += pass.learn(examples.get(index as usize), symmetry, loss, part);
                }
                sum
            })
            .collect();
        losses.iter().sum()
    }

    /// Changes the weights by the gradient, which is forgotten.
    fn change(&mut self, n: usize, rate: f32) {
        let scale = 1.0 / n as f32;
        // The parts of the gradient, cut in the same way as the weights.
        let mut cut: Vec<Vec<&mut [f32]>> =
            (0..self.weights.len().div_ceil(AT_ONCE)).map(|_| Vec::new()).collect();
        for part in &mut self.parts {
            for (list, chunk) in cut.iter_mut().zip(part.chunks_mut(AT_ONCE)) {
                list.push(chunk);
            }
        }
        let gradient_at = |parts: &mut [&mut [f32]], index: usize| {
            let mut sum = 0.0;
            for part in parts {
                sum += part[index];
                part[index] = 0.0;
            }
            sum * scale
        };
        let weights = self.weights.par_chunks_mut(AT_ONCE).zip(cut.par_iter_mut());
        match &mut self.method {
            Method::Rprop(Rprop { step, last }) => {
                let state = step.par_chunks_mut(AT_ONCE).zip(last.par_chunks_mut(AT_ONCE));
                weights.zip(state).for_each(|((weights, parts), (step, last))| {
                    for (index, weight) in weights.iter_mut().enumerate() {
                        let gradient = gradient_at(parts, index);
                        rprop::step(gradient, weight, &mut step[index], &mut last[index]);
                    }
                });
            }
            Method::Adam(adam) => {
                let stride = adam.stride(rate);
                let state =
                    adam.mean.par_chunks_mut(AT_ONCE).zip(adam.square.par_chunks_mut(AT_ONCE));
                weights.zip(state).for_each(|((weights, parts), (mean, square))| {
                    for (index, weight) in weights.iter_mut().enumerate() {
                        let gradient = gradient_at(parts, index);
                        adam::step(stride, gradient, weight, &mut mean[index], &mut square[index]);
                    }
                });
            }
        }
    }
}

/// The rank of the best move in each example, from 1; of equal scores, the best move's goes last.
pub fn ranks(shape: &Shape, weights: &[f32], examples: &Examples, threads: usize) -> Vec<u16> {
    let indices: Vec<u32> = (0..examples.len() as u32).collect();
    let rank_all = |chosen: &[u32]| {
        let mut pass = Pass::new(shape, weights);
        let rank = |&index: &u32| {
            let example = examples.get(index as usize);
            let scores = pass.scores(example, 0);
            let best = scores[example.best];
            scores.iter().filter(|&&score| score >= best).count() as u16
        };
        chosen.iter().map(rank).collect::<Vec<u16>>()
    };
    let run = || indices.par_chunks(4096).flat_map_iter(rank_all).collect();
    match crate::pool::pool(threads.max(1)) {
        Ok(pool) => pool.install(run),
        Err(_) => indices.chunks(4096).flat_map(rank_all).collect(),
    }
}

fn shuffle(order: &mut [u32], seed: u64) {
    for last in (1..order.len()).rev() {
        let other = splitmix(seed, last as u64) % (last as u64 + 1);
        order.swap(last, other as usize);
    }
}
