//! A network as the search uses it: 16-bit weights, and sums that each move changes a little.

use std::sync::OnceLock;

use arrayvec::ArrayVec;

use super::MoveMap;
use super::every::Turned;
use super::examples::{NO_SQUARE, each_count, each_row};
use super::quantised::{Table, direct_table, largest, reach_of_hidden, table, unit_of, whole};
use super::shape::{Encoding, Inputs, MAX_HIDDEN, MapError, SQUARES, Shape};
use crate::eval::MOST_COUNTED;
use crate::games::Side;
use crate::search::{Searchable, Step};

/// Hidden units are taken so many at a time.
const LANES: usize = 8;
/// What a fully active hidden unit counts, if the sums leave room for it.
const FINEST: f32 = 256.0;
/// Coarser than this, a hidden unit would tell nothing.
const COARSEST: f32 = 8.0;
/// Where sums with the features of the evaluation are cut: beyond what hidden units tell apart.
const FAR: f32 = 16_000.0;
/// The most men that can stand on a board, and the turn.
const MAX_ROWS: usize = SQUARES + 2;

/// What comes into hidden units and, in games with few moves, into outputs: as the first player sees
/// it when it moves, and as the second does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sums {
    hidden: [[i16; MAX_HIDDEN]; 2],
    direct: [[i16; SQUARES]; 2],
}

/// A network in whole numbers.
#[derive(Clone, Debug)]
pub struct Fixed {
    pub(super) shape: Shape,
    /// Hidden units with those that fill up the last lanes.
    pub(super) width: usize,
    hidden_bias: Vec<i16>,
    /// For each input, its weights to the hidden units.
    hidden: Table,
    /// What a fully active unit counts.
    full: i16,
    pub(super) output_bias: Vec<f32>,
    output: Table,
    /// For each output its weights from the inputs; the other way round where sums are kept.
    pub(super) direct: Table,
    pub(super) keeps_direct: bool,
    /// The same the other way round, for scores of all moves at once; made when they are asked for.
    pub(super) turned: OnceLock<Turned>,
    /// What one of each feature of the evaluation counts.
    feature_units: Vec<f32>,
}

/// A position whose moves are about to be scored, as the side to move sees it.
#[derive(Clone, Debug)]
pub struct Look {
    pub(super) view: Side,
    /// What comes out of the hidden units.
    active: [i16; MAX_HIDDEN],
    /// Sums of the outputs, where they are kept.
    direct: [i16; SQUARES],
    /// Active inputs and their signs, where direct sums are not kept.
    pub(super) rows: ArrayVec<(u16, i16), MAX_ROWS>,
    now: ArrayVec<(u16, i16), 2>,
    /// Features of the evaluation, where they are inputs, and what they are.
    pub(super) features: ArrayVec<(u16, f32), MOST_COUNTED>,
}

impl Fixed {
    /// Makes whole numbers of a network.
    ///
    /// # Errors
    /// If its weights are too large for 16 bits.
    pub fn new(map: &MoveMap) -> Result<Self, MapError> {
        let shape = *map.shape();
        let layout = shape.layout();
        let weights = map.weights();
        let width = shape.hidden.next_multiple_of(LANES);
        let finest = FINEST.min(32_000.0 / reach_of_hidden(&shape, &layout, weights));
        if shape.hidden > 0 && finest < COARSEST {
            return Err(largest(&weights[..layout.sizes.start]));
        }
        let full = finest.floor();
        let hidden = &weights[layout.hidden.clone()];
        let keeps_direct = shape.direct && shape.n_outputs() == SQUARES;
        let unit = 1.0 / full.max(1.0);
        let hidden_bias = weights[layout.hidden_bias.clone()].iter().map(|w| whole(*w, unit));
        let mut padded: Vec<i16> = hidden_bias.collect();
        padded.resize(width, 0);
        Ok(Self {
            shape,
            width,
            hidden_bias: padded,
            hidden: table(hidden, shape.hidden, width, unit),
            full: full as i16,
            output_bias: weights[layout.output_bias.clone()].to_vec(),
            output: {
                let values = &weights[layout.output.clone()];
                table(values, shape.hidden, width, unit_of(values, 1.0))
            },
            direct: direct_table(&shape, &weights[layout.direct.clone()], keeps_direct),
            keeps_direct,
            turned: OnceLock::new(),
            feature_units: weights[layout.sizes].iter().map(|size| 1.0 / size).collect(),
        })
    }

    /// Its shape.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// How many outputs and padded hidden units there are, for those who go on learning.
    pub const fn size(&self) -> (usize, usize) {
        (self.output_bias.len(), self.width)
    }

    /// The weight of a hidden unit that counts so many, in the unit of scores.
    pub fn hidden_unit(&self) -> f32 {
        1.0 / f32::from(self.full.max(1))
    }

    /// The sums of a position, from scratch.
    pub fn sums<P: Searchable>(&self, position: &P) -> Sums {
        let mut sums = Sums { hidden: [[0; MAX_HIDDEN]; 2], direct: [[0; SQUARES]; 2] };
        for hidden in &mut sums.hidden {
            hidden[..self.width].copy_from_slice(&self.hidden_bias);
        }
        for kind in 0..P::KINDS {
            self.change(&mut sums, kind, [0; 2], position.men(kind));
        }
        sums
    }

    /// The sums after a step.
    pub fn sums_after<P: Searchable>(&self, before: &Sums, step: &Step<'_, P>) -> Sums {
        let mut sums = before.clone();
        for kind in 0..P::KINDS {
            self.change(&mut sums, kind, step.before.men(kind), step.after.men(kind));
        }
        sums
    }

    /// Adds what has changed among the men of a kind.
    #[inline]
    fn change(&self, sums: &mut Sums, kind: usize, before: [u64; 2], after: [u64; 2]) {
        for owner in [Side::First, Side::Second] {
            let (was, is) = (before[owner.index()], after[owner.index()]);
            let mut changed = was ^ is;
            while changed != 0 {
                let square = changed.trailing_zeros() as u8;
                changed &= changed - 1;
                let leaves = was >> square & 1 != 0;
                for view in self.views() {
                    let (row, negative) = self.shape.man(*view, kind, owner, square);
                    self.add(sums, *view, row, leaves != negative);
                }
            }
        }
    }

    /// Whose views differ by more than whose turn it is.
    #[inline]
    fn views(&self) -> &'static [Side] {
        match self.shape.inputs {
            Inputs::Board => &[Side::First],
            Inputs::Mover | Inputs::Features => &[Side::First, Side::Second],
        }
    }

    #[inline]
    fn add(&self, sums: &mut Sums, view: Side, row: usize, taken: bool) {
        add_row(&mut sums.hidden[view.index()][..self.width], self.hidden.row(row), taken);
        if self.keeps_direct {
            add_row(&mut sums.direct[view.index()], self.direct.row(row), taken);
        }
    }

    /// Makes ready to score the moves of a position whose sums are given, as one side sees them when
    /// it is its turn; `previous` is the square that the last move went to.
    #[inline]
    pub fn look<P: Searchable>(
        &self,
        position: &P,
        turn: Side,
        sums: &Sums,
        previous: Option<u8>,
    ) -> Look {
        let kept = if self.shape.inputs == Inputs::Board { Side::First } else { turn };
        let mut look = Look {
            view: turn,
            active: sums.hidden[kept.index()],
            direct: sums.direct[kept.index()],
            rows: ArrayVec::new(),
            now: ArrayVec::new(),
            features: ArrayVec::new(),
        };
        if let Some(row) = self.shape.turn_input() {
            look.now.push((row as u16, if turn == Side::First { 1 } else { -1 }));
        }
        if let Some(square) = previous.filter(|&s| self.shape.previous && s < NO_SQUARE) {
            let square = usize::from(self.shape.seen(turn, square));
            look.now.push(((self.shape.previous_input() + square) as u16, 1));
        }
        for &(row, sign) in &look.now {
            let row = self.hidden.row(usize::from(row));
            add_row(&mut look.active[..self.width], row, sign < 0);
        }
        if self.shape.direct && !self.keeps_direct {
            each_row(&self.shape, position, turn, |row, negative| {
                look.rows.push((row as u16, if negative { -1 } else { 1 }));
            });
            let has_turn = usize::from(self.shape.turn_input().is_some());
            look.rows.extend(look.now.iter().copied().skip(has_turn));
        }
        if !self.feature_units.is_empty() {
            self.look_at_features(position, turn, &mut look);
        }
        if self.shape.encoding != Encoding::Mei {
            self.clip(&mut look.active);
        }
        look
    }

    /// Adds what the evaluation counts. It is asked of the position as it is: for the side that does
    /// not move, what is the mover's is the other's.
    fn look_at_features<P: Searchable>(&self, position: &P, turn: Side, look: &mut Look) {
        let first = self.shape.feature_input();
        each_count(&self.shape, position, turn, |feature, count| {
            let value = count as f32 * self.feature_units[feature];
            look.features.push(((first + feature) as u16, value));
        });
        let mut sums = [0.0; MAX_HIDDEN];
        for &(input, value) in &look.features {
            for (sum, weight) in sums.iter_mut().zip(self.hidden.row(usize::from(input))) {
                *sum += value * f32::from(*weight);
            }
        }
        for (unit, sum) in look.active[..self.width].iter_mut().zip(sums) {
            *unit = (f32::from(*unit) + sum).round().clamp(-FAR, FAR) as i16;
        }
    }

    /// The score of a move between two squares: larger is likelier the best.
    #[inline]
    pub fn score(&self, look: &Look, from: u8, to: u8) -> f32 {
        self.score_with(look, from, to, |unit, active| self.output_value(unit, active))
    }

    /// The same with other weights from the hidden units to the outputs.
    #[inline]
    pub fn score_with(
        &self,
        look: &Look,
        from: u8,
        to: u8,
        value: impl Fn(usize, &[i16]) -> f32,
    ) -> f32 {
        let shape = &self.shape;
        if shape.encoding == Encoding::Mei {
            let units = shape.move_units(shape.seen(look.view, from), shape.seen(look.view, to));
            let mut active = look.active;
            for input in units {
                add_row(&mut active[..self.width], self.hidden.row(input), false);
            }
            self.clip(&mut active);
            let direct = if shape.direct {
                let row = self.direct.row(0);
                self.direct_value(look, 0, units.iter().map(|&i| i32::from(row[i])).sum())
            } else {
                0.0
            };
            return value(0, &active[..self.width]) + direct;
        }
        let [one, two] = self.outputs_of(look, from, to);
        let active = self.active(look);
        let one_value = value(one, active) + self.direct_value(look, one, 0);
        if one == two {
            return one_value;
        }
        f32::midpoint(one_value, value(two, active) + self.direct_value(look, two, 0))
    }

    /// What the hidden units say, with those that fill up the last lanes.
    #[inline]
    pub fn active<'a>(&self, look: &'a Look) -> &'a [i16] {
        &look.active[..self.width]
    }

    /// The outputs of a move whose mean is its score.
    #[inline]
    pub fn outputs_of(&self, look: &Look, from: u8, to: u8) -> [usize; 2] {
        self.outputs_seen(look.view, from, to)
    }

    /// The same for one of the two sides.
    #[inline]
    pub(super) fn outputs_seen(&self, view: Side, from: u8, to: u8) -> [usize; 2] {
        let shape = &self.shape;
        shape.outputs_of(shape.seen(view, from), shape.seen(view, to))
    }

    #[inline]
    fn clip(&self, active: &mut [i16; MAX_HIDDEN]) {
        for unit in &mut active[..self.width] {
            *unit = (*unit).clamp(0, self.full);
        }
    }

    #[inline]
    pub(super) fn direct_value(&self, look: &Look, unit: usize, more: i32) -> f32 {
        if !self.shape.direct {
            return 0.0;
        }
        let mut sum = more;
        let mut counted = 0.0;
        if self.keeps_direct {
            sum += i32::from(look.direct[unit]);
            for &(row, sign) in &look.now {
                sum += i32::from(self.direct.row(usize::from(row))[unit]) * i32::from(sign);
            }
            for &(row, value) in &look.features {
                counted += f32::from(self.direct.row(usize::from(row))[unit]) * value;
            }
        } else {
            let weights = self.direct.row(unit);
            for &(row, sign) in &look.rows {
                sum += i32::from(weights[usize::from(row)]) * i32::from(sign);
            }
            for &(row, value) in &look.features {
                counted += f32::from(weights[usize::from(row)]) * value;
            }
        }
        (sum as f32 + counted) * self.direct.unit
    }

    /// What hidden units that say this bring to an output, and its bias.
    #[inline]
    pub fn output_value(&self, unit: usize, active: &[i16]) -> f32 {
        let weights = self.output.row(unit);
        let mut sum = 0;
        for (a, w) in active.iter().zip(weights) {
            sum += i32::from(*a) * i32::from(*w);
        }
        self.output_bias[unit] + sum as f32 * self.output.unit * self.hidden_unit()
    }

    /// The weights into an output from the hidden units, and its bias.
    pub fn output_weights(&self, unit: usize) -> (impl Iterator<Item = f32> + '_, f32) {
        let weights = self.output.row(unit).iter();
        (weights.map(|&w| f32::from(w) * self.output.unit), self.output_bias[unit])
    }
}

#[inline]
fn add_row(sums: &mut [i16], row: &[i16], taken: bool) {
    if taken {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_sub(*weight);
        }
    } else {
        for (sum, weight) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*weight);
        }
    }
}
