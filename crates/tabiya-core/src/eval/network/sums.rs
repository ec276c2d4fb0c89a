//! The sums that come into the hidden units, in whole numbers: added and taken away in any order,
//! they stay the same to the last bit.

use super::N_INPUTS;
use crate::games::Side;

/// Hidden units that are summed at the same time.
const LANES: usize = 8;

type Lanes = [i32; LANES];

/// What comes into the hidden units, in the unit of the layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums(Vec<Lanes>);

/// The hidden units; those beyond the last have no weights.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layer {
    bias: Vec<Lanes>,
    /// For each input, its weights to all units.
    inputs: Vec<Vec<Lanes>>,
    /// What one stands for.
    unit: f32,
}

impl Layer {
    /// Takes bias and weights of each unit in turn.
    pub fn new(values: &[f32]) -> Self {
        let rows: Vec<&[f32]> = values.chunks_exact(N_INPUTS + 1).collect();
        // A power of two that lets no sum, nor any on the way to it, leave 31 bits: a square that
        // changes hands counts twice.
        let reach = |row: &&[f32]| row.iter().map(|&weight| f64::from(weight).abs()).sum();
        let most: f64 = rows.iter().map(reach).fold(f64::MIN_POSITIVE, f64::max);
        let unit = (2.0 * most / f64::from(i32::MAX)).log2().ceil().exp2();
        let fixed = |weight: f32| (f64::from(weight) / unit).round() as i32;
        let column = |input: usize| {
            let mut lanes = vec![[0; LANES]; rows.len().div_ceil(LANES)];
            for (index, row) in rows.iter().enumerate() {
                lanes[index / LANES][index % LANES] = fixed(row[input]);
            }
            lanes
        };
        let inputs = (1..=N_INPUTS).map(column).collect();
        Self { bias: column(0), inputs, unit: unit as f32 }
    }

    /// The sums of an empty board on which nobody moves.
    pub fn bias(&self) -> Sums {
        Sums(self.bias.clone())
    }

    /// Adds that it is now this side's turn; twice if it was the other's before.
    pub fn turn(&self, sums: &mut Sums, side: Side, times: i32) {
        self.add(sums, N_INPUTS - 1, if side == Side::First { times } else { -times });
    }

    /// Adds what has changed on the squares of the first player and of the second.
    pub fn change(&self, sums: &mut Sums, before: [u64; 2], after: [u64; 2]) {
        let mut changed = (before[0] ^ after[0]) | (before[1] ^ after[1]);
        while changed != 0 {
            let square = changed.trailing_zeros();
            changed &= changed - 1;
            let owner = |[first, second]: [u64; 2]| {
                (first >> square & 1) as i32 - (second >> square & 1) as i32
            };
            self.add(sums, square as usize, owner(after) - owner(before));
        }
    }

    /// The sums as numbers, one for each unit and a few more.
    pub fn values(&self, sums: &Sums) -> impl Iterator<Item = f32> {
        sums.0.as_flattened().iter().map(|&sum| sum as f32 * self.unit)
    }

    #[inline]
    fn add(&self, sums: &mut Sums, input: usize, times: i32) {
        for (sums, weights) in sums.0.iter_mut().zip(&self.inputs[input]) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += times * weight;
            }
        }
    }
}
