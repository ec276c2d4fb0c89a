//! The scores of all moves that men can make at all, in one pass: what a map says of both sides before
//! a search begins.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for wide vectors")]

use super::fixed::{Fixed, Look};
use super::shape::{Encoding, SQUARES};
use crate::games::Side;
use crate::search::Searchable;
use crate::wide::{Kernel, widest};

/// The moves that men can make at all, and the direct weights with rows for inputs. Most pairs of
/// squares are no move of any man: without them the rows are less than half as long, and push less out
/// of the processor's cache.
#[derive(Clone, Debug)]
pub(crate) struct Turned {
    /// Moves as the first player sees the board when it moves, and as the second does.
    moves: [Vec<Pair>; 2],
    /// The outputs that moves have, their biases, and for each input its weights to them.
    outputs: Vec<u16>,
    biases: Vec<f32>,
    values: Vec<i16>,
    /// Where the moves of the first player, then those of the second, stand in tables of history; and
    /// for each place there the number of its move among all of these, or [`NO_MOVE`].
    slots: Vec<u16>,
    numbers: Vec<u16>,
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
        let moves = SIDES.map(|view| {
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
        let slot = |turn| move |&(from, to): &(u8, u8)| P::history_slot(turn, from, to) as u16;
        let slots: Vec<_> = SIDES.iter().flat_map(|&turn| pairs.iter().map(slot(turn))).collect();
        let mut numbers = vec![NO_MOVE; P::HISTORY_SIZE];
        for (number, &slot) in slots.iter().enumerate() {
            numbers[usize::from(slot)] = number as u16;
        }
        let biases = outputs.iter().map(|&o| map.output_bias[usize::from(o)]).collect();
        Self { moves, outputs, biases, values, slots, numbers }
    }

    /// Where all moves of both sides stand in tables of history, in the order of their scores.
    pub fn slots(&self) -> &[u16] {
        &self.slots
    }

    /// The number in that order of the move with a place there; beyond all of them if it is none.
    #[inline]
    pub fn number_of(&self, slot: usize) -> usize {
        usize::from(self.numbers[slot])
    }
}

/// The number of what is no move of a man: a pass.
const NO_MOVE: u16 = u16::MAX;

const SIDES: [Side; 2] = [Side::First, Side::Second];

impl Fixed {
    /// What is worked out once for the scores of all moves.
    pub(crate) fn turned<P: Searchable>(&self) -> &Turned {
        self.turned.get_or_init(|| Turned::new::<P>(self))
    }

    /// Adds the scores of every pair of squares that some man can move between, as one side sees
    /// them, to a list.
    pub(crate) fn every_score<P: Searchable>(&self, look: &Look, scores: &mut Vec<f32>) {
        let turned = self.turned::<P>();
        let moves = &turned.moves[look.view.index()];
        if self.shape.encoding == Encoding::Mei {
            scores.extend(moves.iter().map(|pair| self.score(look, pair.from, pair.to)));
            return;
        }
        let outputs = self.outputs(look, turned);
        scores.extend(moves.iter().map(|pair| {
            let [one, two] = pair.places.map(|place| outputs[usize::from(place)]);
            if pair.places[0] == pair.places[1] { one } else { f32::midpoint(one, two) }
        }));
    }

    /// What those outputs say that moves have.
    fn outputs(&self, look: &Look, turned: &Turned) -> Vec<f32> {
        let n = turned.outputs.len();
        let mut sums = vec![0.0; n];
        if !turned.values.is_empty() {
            widest(AddRows { sums: &mut sums, table: &turned.values, rows: &look.rows });
            for &(input, value) in &look.features {
                let row = &turned.values[usize::from(input) * n..][..n];
                for (sum, &weight) in sums.iter_mut().zip(row) {
                    *sum += f32::from(weight) * value;
                }
            }
        }
        for (output, bias) in sums.iter_mut().zip(&turned.biases) {
            *output = bias + *output * self.direct.unit;
        }
        if self.width > 0 || self.keeps_direct {
            let active = self.active(look);
            for ((&unit, bias), output) in turned.outputs.iter().zip(&turned.biases).zip(&mut sums)
            {
                let unit = usize::from(unit);
                let kept = if self.keeps_direct { self.direct_value(look, unit, 0) } else { 0.0 };
                *output += self.output_value(unit, active) - bias + kept;
            }
        }
        sums
    }
}

/// Sums up rows of a table, each added or, where the sign is negative, taken off.
struct AddRows<'a> {
    sums: &'a mut [f32],
    table: &'a [i16],
    rows: &'a [(u16, i16)],
}

/// Sums that stay in the processor's registers while all rows are added.
const AT_ONCE: usize = 64;

impl Kernel for AddRows<'_> {
    type Output = ();

    const IS_WIDE: bool = true;

    #[inline(always)]
    fn run(self) {
        let n = self.sums.len();
        let (blocks, rest) = self.sums.as_chunks_mut::<AT_ONCE>();
        for (number, block) in blocks.iter_mut().enumerate() {
            let mut whole = [0_i32; AT_ONCE];
            for &(index, sign) in self.rows {
                let row = &self.table[usize::from(index) * n + number * AT_ONCE..][..AT_ONCE];
                let pairs = whole.iter_mut().zip(row);
                if sign < 0 {
                    pairs.for_each(|(sum, &weight)| *sum -= i32::from(weight));
                } else {
                    pairs.for_each(|(sum, &weight)| *sum += i32::from(weight));
                }
            }
            // Whole numbers that small are the same as floats.
            block.iter_mut().zip(whole).for_each(|(sum, whole)| *sum = whole as f32);
        }
        let first = n - rest.len();
        for (number, sum) in rest.iter_mut().enumerate() {
            let of_row = |&(index, sign): &(u16, i16)| {
                i32::from(self.table[usize::from(index) * n + first + number]) * i32::from(sign)
            };
            *sum = self.rows.iter().map(of_row).sum::<i32>() as f32;
        }
    }
}
