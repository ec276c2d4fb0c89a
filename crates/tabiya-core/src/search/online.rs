//! A map that goes on learning while it is used (Kocsis 2003, §6.4): what cuts off in this search.
//!
//! Only the weights out of the hidden units and the biases of the outputs learn, by one step down the
//! softmax loss for every quiet cutoff that came late.

use std::sync::Arc;

use super::MAX_PLY;
use crate::movemap::{Fixed, Look};

/// Changed outputs of a map.
#[derive(Clone, Debug)]
pub(super) struct Online {
    map: Arc<Fixed>,
    rate: f32,
    /// For each output its weights from the hidden units, then its bias.
    rows: Vec<f32>,
    width: usize,
    is_changed: Vec<bool>,
    changed: Vec<u32>,
    noted: Vec<Noted>,
}

/// A node at some ply.
#[derive(Clone, Debug, Default)]
struct Noted {
    active: Vec<i16>,
    outputs: Vec<[usize; 2]>,
}

impl Online {
    pub fn new(map: Arc<Fixed>, rate: f32) -> Self {
        let (n_outputs, width) = map.size();
        let mut online = Self {
            rate,
            rows: vec![0.0; n_outputs * (width + 1)],
            width,
            is_changed: vec![false; n_outputs],
            changed: Vec::new(),
            noted: vec![Noted::default(); MAX_PLY + 1],
            map,
        };
        for unit in 0..n_outputs {
            online.restore(unit);
        }
        online
    }

    fn restore(&mut self, unit: usize) {
        let (weights, bias) = self.map.output_weights(unit);
        let row = &mut self.rows[unit * (self.width + 1)..][..=self.width];
        for (mine, weight) in row.iter_mut().zip(weights) {
            *mine = weight;
        }
        row[self.width] = bias;
        self.is_changed[unit] = false;
    }

    /// Forgets what was learnt.
    pub fn reset(&mut self) {
        for unit in std::mem::take(&mut self.changed) {
            self.restore(unit as usize);
        }
    }

    /// What an output says.
    pub fn value(&self, unit: usize, active: &[i16]) -> f32 {
        let row = &self.rows[unit * (self.width + 1)..][..=self.width];
        let sum: f32 = active.iter().zip(row).map(|(&a, w)| f32::from(a) * w).sum();
        row[self.width] + sum * self.map.hidden_unit()
    }

    /// Takes note of a node.
    pub fn note(&mut self, ply: usize, look: &Look, moves: impl Iterator<Item = (u8, u8)>) {
        let noted = &mut self.noted[ply];
        noted.active.clear();
        noted.active.extend_from_slice(self.map.active(look));
        noted.outputs.clear();
        noted.outputs.extend(moves.map(|(from, to)| self.map.outputs_of(look, from, to)));
    }

    /// Learns that the move `best` of the node noted at a ply cut it off; `scores` are those that its
    /// moves had.
    pub fn learn(&mut self, ply: usize, best: usize, scores: impl Iterator<Item = f32> + Clone) {
        let most = scores.clone().fold(f32::MIN, f32::max);
        let total: f32 = scores.clone().map(|score| (score - most).exp()).sum();
        let unit = self.map.hidden_unit();
        let noted = std::mem::take(&mut self.noted[ply]);
        for (number, (outputs, score)) in noted.outputs.iter().zip(scores).enumerate() {
            let share = (score - most).exp() / total;
            let error = f32::from(u8::from(number == best)) - share;
            for &output in outputs {
                if !self.is_changed[output] {
                    self.is_changed[output] = true;
                    self.changed.push(output as u32);
                }
                let step = self.rate * error / 2.0;
                let row = &mut self.rows[output * (self.width + 1)..][..=self.width];
                for (weight, &active) in row.iter_mut().zip(&noted.active) {
                    *weight += step * unit * f32::from(active);
                }
                row[self.width] += step;
            }
        }
        self.noted[ply] = noted;
    }
}
