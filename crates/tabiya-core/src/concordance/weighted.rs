//! Positions that count more or less than others (Gomboc 2004, §4.5), and what each of them
//! contributes.

use super::ordered::{groups, sort_into, sorted};
use super::{Labels, Number, Scratch, UnorderedError};
use crate::fenwick::Fenwick;

/// A pair weighs the product of the weights of its positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weighted {
    /// Weight of the pairs that both analysts order alike.
    pub concordant: f64,
    /// Weight of those that they order differently.
    pub discordant: f64,
    /// Of pairs with different scores and the same label.
    pub extra_x: f64,
    /// Of pairs with the same score and different labels.
    pub extra_y: f64,
    /// Of pairs with the same score and the same label.
    pub duplicates: f64,
    /// Of all pairs of distinct positions.
    pub total: f64,
}

/// The concordance of scores and labels with weights that are finite and not negative.
///
/// # Errors
/// If a score is not a number.
///
/// # Panics
/// If there is not one score and one weight per label.
pub fn weighted_concordance<T: Number>(
    x: &[T],
    labels: &Labels,
    weights: &[f64],
) -> Result<Weighted, UnorderedError> {
    weighted_concordance_in(x, labels, weights, &mut Scratch::default())
}

/// The same, in memory that is used again.
///
/// # Errors
/// As [`weighted_concordance`].
///
/// # Panics
/// As [`weighted_concordance`].
pub fn weighted_concordance_in<T: Number>(
    x: &[T],
    labels: &Labels,
    weights: &[f64],
    scratch: &mut Scratch,
) -> Result<Weighted, UnorderedError> {
    assert_eq!(x.len(), labels.len(), "one score per label");
    assert_eq!(weights.len(), labels.len(), "one weight per label");
    sort_into(&mut scratch.order, x)?;
    let order = &scratch.order;
    let n_labels = labels.n_codes();
    let mut seen = Seen::new(n_labels);
    let (mut concordant, mut discordant) = (0.0, 0.0);
    let (mut tied_x, mut tied_both) = (0.0, 0.0);
    let mut members: Vec<(usize, f64)> = Vec::new();
    for group in groups(order) {
        members.clear();
        members.extend(group.iter().map(|&(_, i)| (labels.code(i as usize), weights[i as usize])));
        for &(code, weight) in &members {
            concordant += weight * seen.below(code);
            discordant += weight * seen.above(code);
        }
        if members.len() > 1 {
            // Among themselves in the order of the set, so that threads change nothing.
            members.sort_by_key(|&(code, _)| code);
            tied_x += pair_weight(members.iter().map(|&(_, weight)| weight));
            for run in members.chunk_by(|a, b| a.0 == b.0) {
                tied_both += pair_weight(run.iter().map(|&(_, weight)| weight));
            }
        }
        for &(code, weight) in &members {
            seen.add(code, weight);
        }
    }
    let mut by_label = vec![(0.0, 0.0); n_labels];
    for (index, &weight) in weights.iter().enumerate() {
        let (before, pairs) = &mut by_label[labels.code(index)];
        *pairs += *before * weight;
        *before += weight;
    }
    let tied_y: f64 = by_label.iter().map(|(_, pairs)| pairs).sum();
    Ok(Weighted {
        concordant,
        discordant,
        // Rounding may leave less than nothing.
        extra_x: f64::max(0.0, tied_y - tied_both),
        extra_y: f64::max(0.0, tied_x - tied_both),
        duplicates: tied_both,
        total: pair_weight(weights.iter().copied()),
    })
}

/// The weights of positions by label. Those of higher labels are added up on their own: taking the
/// lower ones from the sum of all would lose them beside a weight that is much larger.
struct Seen {
    below: Fenwick<f64>,
    above: Fenwick<f64>,
    n_labels: usize,
}

impl Seen {
    fn new(n_labels: usize) -> Self {
        Self { below: Fenwick::new(n_labels), above: Fenwick::new(n_labels), n_labels }
    }

    fn add(&mut self, code: usize, weight: f64) {
        self.below.add(code, weight);
        self.above.add(self.n_labels - 1 - code, weight);
    }

    fn below(&self, code: usize) -> f64 {
        self.below.before(code)
    }

    fn above(&self, code: usize) -> f64 {
        self.above.before(self.n_labels - 1 - code)
    }
}

/// The sum of the products of all pairs.
fn pair_weight(weights: impl Iterator<Item = f64>) -> f64 {
    let (mut before, mut pairs) = (0.0, 0.0);
    for weight in weights {
        pairs += before * weight;
        before += weight;
    }
    pairs
}

/// For each position, the weight of the positions that it forms concordant pairs with, less that
/// of the discordant ones. From these follow the errors of tau: it is their weighted mean.
///
/// # Errors
/// If a score is not a number.
///
/// # Panics
/// If there is not one score and one weight per label.
pub fn contributions<T: Number>(
    x: &[T],
    labels: &Labels,
    weights: &[f64],
) -> Result<Vec<f64>, UnorderedError> {
    assert_eq!(x.len(), labels.len(), "one score per label");
    assert_eq!(weights.len(), labels.len(), "one weight per label");
    let order = sorted(x)?;
    let mut found = vec![0.0; x.len()];
    let mut walk = |run: &mut dyn Iterator<Item = &[(u64, u32)]>, sign: f64| {
        let mut seen = Seen::new(labels.n_codes());
        for group in run {
            for &(_, index) in group {
                let code = labels.code(index as usize);
                found[index as usize] += sign * (seen.below(code) - seen.above(code));
            }
            for &(_, index) in group {
                seen.add(labels.code(index as usize), weights[index as usize]);
            }
        }
    };
    walk(&mut groups(&order), 1.0);
    walk(&mut groups(&order).rev(), -1.0);
    Ok(found)
}
