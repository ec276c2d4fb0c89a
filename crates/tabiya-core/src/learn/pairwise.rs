//! A smooth surrogate of tau: every pair of positions with different labels should have scores that
//! differ by a margin in the right direction, or pays the square of what is missing.
//!
//! The sums over all pairs come from one sort and two sweeps. Going down the scores, the positions
//! that a position does not beat by the margin only become more, and what it pays for them is a
//! polynomial of their number, their sum and their sum of squares, kept by label.

use std::ops::AddAssign;

use rayon::prelude::*;

use super::passes::{BLOCK, PerTerm};
use super::{Design, Slope};
use crate::concordance::{Labels, Number};
use crate::fenwick::Fenwick;
use crate::learn::design::MOST_TERMS;

/// Up to so many labels the sums stand in a row for each; beyond, in a tree.
const FEW: usize = 16;

impl Design {
    /// The mean of `max(0, 1 - (s_i - s_k) / margin)^2` over all pairs of positions of which `i` has
    /// the higher label; and how it changes with the weights. A pair weighs the product of the
    /// importance of its positions. It is 0 if all labels are the same.
    ///
    /// # Panics
    /// If there is not one label and importance per position.
    pub fn pairwise(
        &self,
        weights: &[f64],
        labels: &Labels,
        importance: Option<&[f64]>,
        margin: f64,
    ) -> Slope {
        assert_eq!(labels.len(), self.len(), "one label per position");
        assert!(importance.is_none_or(|z| z.len() == self.len()), "one importance per position");
        let scores = self.scores(weights);
        let Some((value, slopes)) = hinge(&scores, labels, importance, margin) else {
            return Slope { value: 0.0, gradient: vec![0.0; weights.len()] };
        };
        let parts: Vec<Box<PerTerm>> = slopes
            .par_chunks(BLOCK)
            .enumerate()
            .map(|(block, slopes)| {
                let mut gradient = Box::new([[0.0; 2]; MOST_TERMS]);
                self.backwards(block * BLOCK, slopes, &mut gradient);
                gradient
            })
            .collect();
        Slope { value, gradient: self.by_weight(weights, &self.add_up(&parts), 1.0) }
    }
}

/// A position in the order of scores.
#[derive(Clone, Copy)]
struct Placed {
    /// Score, in margins.
    score: f64,
    importance: f64,
    label: u32,
    index: u32,
}

/// The value that [`Design::pairwise`] has for these scores, and its derivatives by them; `None` if no
/// pair has different labels.
pub fn hinge(
    scores: &[f64],
    labels: &Labels,
    importance: Option<&[f64]>,
    margin: f64,
) -> Option<(f64, Vec<f64>)> {
    let total = pairs_weight(labels, importance);
    if total <= 0.0 {
        return None;
    }
    let place = |(index, &score): (usize, &f64)| Placed {
        score: score / margin,
        importance: importance.map_or(1.0, |z| z[index]),
        label: labels.code(index) as u32,
        index: index as u32,
    };
    let mut order: Vec<Placed> = scores.par_iter().enumerate().map(place).collect();
    // Equal scores in the order of the set, so that there is one result only.
    order.par_sort_unstable_by_key(|placed| (placed.score.key(), placed.index));
    let n_codes = labels.n_codes();
    // Downwards with labels as they are, and upwards with everything turned round.
    let (down, up) = rayon::join(
        || pay(order.iter().rev().copied(), n_codes),
        || {
            let mirror = |placed: &Placed| Placed {
                score: -placed.score,
                label: (n_codes - 1) as u32 - placed.label,
                ..*placed
            };
            pay(order.iter().map(mirror), n_codes)
        },
    );
    let whole = 2.0 / (total * margin);
    let mut slopes = vec![0.0; scores.len()];
    for (placed, missing) in order.iter().rev().zip(&down.missing) {
        slopes[placed.index as usize] -= missing * whole;
    }
    for (placed, missing) in order.iter().zip(&up.missing) {
        slopes[placed.index as usize] += missing * whole;
    }
    Some((down.value / total, slopes))
}

/// What positions pay for the pairs in which they have the higher label.
struct Paid {
    value: f64,
    /// What is missing to the margin, added up over the pairs of each position, in the order given.
    missing: Vec<f64>,
}

/// Takes positions with descending scores.
fn pay(order: impl Iterator<Item = Placed> + Clone, n_codes: usize) -> Paid {
    if n_codes <= FEW { sweep(order, Rows::new()) } else { sweep(order, Fenwick::new(n_codes)) }
}

fn sweep(order: impl Iterator<Item = Placed> + Clone, mut sums: impl Sums) -> Paid {
    let mut paid = Paid { value: 0.0, missing: Vec::with_capacity(order.size_hint().0) };
    let mut others = order.clone().peekable();
    for own in order {
        let threshold = own.score - 1.0;
        while let Some(other) = others.next_if(|other| other.score > threshold) {
            sums.add(other.label as usize, Moments::of_one(&other));
        }
        let Moments([n, sum, squares]) = sums.below(own.label as usize);
        // The sum of (s_k - threshold)^2, and of s_k - threshold.
        let square = squares - 2.0 * threshold * sum + threshold * threshold * n;
        paid.value += own.importance * square.max(0.0);
        paid.missing.push(own.importance * (sum - threshold * n).max(0.0));
    }
    paid
}

/// Number, sum and sum of squares of scores.
#[derive(Clone, Copy, Default)]
struct Moments([f64; 3]);

impl Moments {
    fn of_one(placed: &Placed) -> Self {
        let weighted = placed.importance * placed.score;
        Self([placed.importance, weighted, weighted * placed.score])
    }
}

impl AddAssign for Moments {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum += more;
        }
    }
}

/// Moments by label.
trait Sums {
    fn add(&mut self, label: usize, moments: Moments);
    /// Those of all lower labels.
    fn below(&self, label: usize) -> Moments;
}

/// For each of a few labels, the moments of all lower ones.
struct Rows([Moments; FEW]);

impl Rows {
    fn new() -> Self {
        Self([Moments::default(); FEW])
    }
}

impl Sums for Rows {
    #[inline]
    fn add(&mut self, label: usize, moments: Moments) {
        for row in &mut self.0[label + 1..] {
            *row += moments;
        }
    }

    #[inline]
    fn below(&self, label: usize) -> Moments {
        self.0[label % FEW]
    }
}

impl Sums for Fenwick<Moments> {
    fn add(&mut self, label: usize, moments: Moments) {
        self.add(label, moments);
    }

    fn below(&self, label: usize) -> Moments {
        self.before(label)
    }
}

/// The weight of all pairs with different labels.
fn pairs_weight(labels: &Labels, importance: Option<&[f64]>) -> f64 {
    let mut by_label = vec![0.0; labels.n_codes()];
    for index in 0..labels.len() {
        by_label[labels.code(index)] += importance.map_or(1.0, |z| z[index]);
    }
    let (mut before, mut pairs) = (0.0, 0.0);
    for weight in by_label {
        pairs += before * weight;
        before += weight;
    }
    pairs
}
