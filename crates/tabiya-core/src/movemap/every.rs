//! The scores of all moves that men can make at all, in one pass: what a map says of both sides before
//! a search begins.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

use super::fixed::{Fixed, Look};
use super::shape::{Encoding, SQUARES};
use crate::games::Side;
use crate::search::Searchable;
use crate::wide::{Kernel, widest};

/// The direct weights with rows for inputs. Most pairs of squares are no move of any man: without
/// them the rows are less than half as long, and push less out of the processor's cache.
#[derive(Clone, Debug)]
pub(super) struct Turned {
    /// Moves as the first player sees the board when it moves, and as the second does.
    moves: [Vec<Pair>; 2],
    /// The outputs that moves have, and for each input its weights to them.
    outputs: Vec<u16>,
    values: Vec<i16>,
}

/// Two squares that a man can move between, and the places of their outputs among those of moves.
#[derive(Clone, Copy, Debug)]
struct Pair {
    from: u8,
    to: u8,
    places: [u16; 2],
}

impl Turned {
    fn new<P: Searchable>(map: &Fixed) -> Self {
        const SIZE: u8 = SQUARES as u8;
        let all = (0..SIZE).flat_map(|from| (0..SIZE).map(move |to| (from, to)));
        let pairs: Vec<_> = all.filter(|&(from, to)| P::may_go(from, to)).collect();
        let mut outputs = Vec::new();
        let moves = [Side::First, Side::Second].map(|view| {
            let seen = |&(from, to): &(u8, u8)| {
                let places = map.outputs_seen(view, from, to).map(|output| output as u16);
                Pair { from, to, places }
            };
            pairs.iter().map(seen).collect::<Vec<_>>()
        });
        outputs.extend(moves.iter().flatten().flat_map(|pair| pair.places));
        outputs.sort_unstable();
        outputs.dedup();
        let place_of = |output: u16| outputs.partition_point(|&other| other < output) as u16;
        let moves = moves.map(|mut pairs| {
            for pair in &mut pairs {
                pair.places = pair.places.map(place_of);
            }
            pairs
        });
        let mut values = Vec::new();
        if map.shape.direct && !map.keeps_direct {
            for input in 0..map.direct.width {
                let weights = outputs.iter().map(|&o| map.direct.row(usize::from(o))[input]);
                values.extend(weights);
            }
        }
        Self { moves, outputs, values }
    }
}

impl Fixed {
    /// Tells the score of every pair of squares that some man can move between.
    pub fn every_score<P: Searchable>(&self, look: &Look, mut tell: impl FnMut(u8, u8, f32)) {
        let turned = self.turned.get_or_init(|| Turned::new::<P>(self));
        let moves = &turned.moves[look.view.index()];
        if self.shape.encoding == Encoding::Mei {
            for &Pair { from, to, .. } in moves {
                tell(from, to, self.score(look, from, to));
            }
            return;
        }
        let outputs = self.outputs(look, turned);
        for &Pair { from, to, places } in moves {
            let [one, two] = places.map(|place| outputs[usize::from(place)]);
            let is_one = places[0] == places[1];
            tell(from, to, if is_one { one } else { f32::midpoint(one, two) });
        }
    }

    /// What those outputs say that moves have.
    fn outputs(&self, look: &Look, turned: &Turned) -> Vec<f32> {
        let n = turned.outputs.len();
        let mut sums = vec![0.0; n];
        if !turned.values.is_empty() {
            // Whole numbers that small are the same as floats.
            let mut whole = vec![0; n];
            widest(AddRows { sums: &mut whole, table: &turned.values, rows: &look.rows });
            for (sum, whole) in sums.iter_mut().zip(whole) {
                *sum = whole as f32;
            }
            for &(input, value) in &look.features {
                let row = &turned.values[usize::from(input) * n..][..n];
                for (sum, &weight) in sums.iter_mut().zip(row) {
                    *sum += f32::from(weight) * value;
                }
            }
        }
        let active = self.active(look);
        let asks_more = self.width > 0 || self.keeps_direct;
        for (&unit, output) in turned.outputs.iter().zip(&mut sums) {
            let unit = usize::from(unit);
            let bias = self.output_bias[unit];
            *output = bias + *output * self.direct.unit;
            if asks_more {
                let kept = if self.keeps_direct { self.direct_value(look, unit, 0) } else { 0.0 };
                *output += self.output_value(unit, active) - bias + kept;
            }
        }
        sums
    }
}

/// Adds rows of a table to sums, or takes them off where the sign is negative.
struct AddRows<'a> {
    sums: &'a mut [i32],
    table: &'a [i16],
    rows: &'a [(u16, i16)],
}

impl Kernel for AddRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let n = self.sums.len();
        for &(index, sign) in self.rows {
            let row = &self.table[usize::from(index) * n..][..n];
            let pairs = self.sums.iter_mut().zip(row);
            if sign < 0 {
                pairs.for_each(|(sum, &weight)| *sum -= i32::from(weight));
            } else {
                pairs.for_each(|(sum, &weight)| *sum += i32::from(weight));
            }
        }
    }
}
