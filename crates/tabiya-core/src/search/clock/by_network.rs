//! Clocks that a network decides: once before the search, or after every iteration.
//!
//! CITE: Kocsis 2003, §5.3.1 and §5.3.2.

use std::sync::Arc;

use super::policy::{board_inputs, n_board_inputs};
use super::{Budget, Choice, Clock, Inputs, Policy, Thinking, TimeLeft, all_of, is_within_soft};
use crate::games::Line;
use crate::search::decisions::{Decision, Start};
use crate::search::game::Searchable;
use crate::search::random::Random;
use crate::search::score::{CENTIPAWN, Score};

/// When a network is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkKind {
    /// Once, before the search: an output for each depth, of which the highest wins.
    SemiDynamic,
    /// After every iteration: it goes on where the only output is not below 0.
    Dynamic,
}

impl NetworkKind {
    /// Inputs beside the board: the time left; and the iteration, two scores and what was spent.
    const fn n_further_inputs(self) -> usize {
        match self {
            Self::SemiDynamic => 1,
            Self::Dynamic => 5,
        }
    }

    /// Inputs of a network for this game.
    pub const fn n_inputs<P: Searchable>(self) -> usize {
        n_board_inputs::<P>() + self.n_further_inputs()
    }
}

/// A clock that a network decides, as it stands in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkClockSpec {
    /// When it is asked.
    pub kind: NetworkKind,
    /// The game it is for.
    pub game: String,
    /// The score, in centipawns, that makes the expected result e to one.
    pub scale: f64,
    /// Semi-dynamic: the depths to choose from. Dynamic: the least and the greatest.
    pub depths: Vec<u32>,
    /// The network.
    pub policy: Policy,
    /// How often it decides at random, and a seed, while it learns.
    pub explores: Option<(f64, u64)>,
}

/// What a score means for the result of the game, from -1 to 1.
// CITE: Kocsis 2003, eq. 5.4; there a scale of 20.
pub fn value_of(score: Score, scale: f64) -> f64 {
    (f64::from(score) / f64::from(CENTIPAWN) / (2.0 * scale)).tanh()
}

/// Increments that are told apart; and in sudden death, into so many parts the clock is divided.
const MOST_INCREMENTS: f64 = 40.0;
/// What keeps the inputs near one.
const INPUT_SCALE: f64 = 0.1;

/// What the clock is measured in: the increment, or a part of the clock where there is hardly one.
fn measure(left: &TimeLeft) -> f64 {
    left.increment.max(left.remaining / MOST_INCREMENTS).max(f64::MIN_POSITIVE)
}

/// What remains, in that measure; time that is owed is none.
fn measured(left: &TimeLeft) -> f64 {
    left.remaining.max(0.0) / measure(left)
}

/// A clock that a network decides.
#[derive(Clone, Debug)]
pub struct NetworkClock {
    spec: Arc<NetworkClockSpec>,
    random: Random,
    goal: Option<u32>,
    choices: Vec<Choice>,
}

impl NetworkClock {
    /// A clock as described.
    pub fn new(spec: Arc<NetworkClockSpec>) -> Self {
        Self { spec, random: Random::new(0, 0), goal: None, choices: Vec::new() }
    }

    /// Whether this decision is made at random.
    fn errs(&mut self) -> bool {
        self.spec.explores.is_some_and(|(rate, _)| self.random.chance(rate))
    }

    fn note(&mut self, choice: impl FnOnce() -> Choice) {
        if self.spec.explores.is_some() {
            self.choices.push(choice());
        }
    }

    /// The depth for this move.
    fn choose_depth<P: Searchable>(&mut self, line: &Line<P>, left: &TimeLeft) -> u32 {
        let mut inputs = board_inputs(line.position());
        push_all(&mut inputs, n_board_inputs::<P>(), &[measured(left)]);
        let n = self.spec.depths.len();
        let taken = if self.errs() {
            self.random.draw() as usize % n
        } else {
            let outputs = self.spec.policy.outputs(&inputs);
            (0..n).fold(0, |best, way| if outputs[way] > outputs[best] { way } else { best })
        };
        self.note(|| Choice::among(inputs, n, taken));
        self.spec.depths[taken]
    }

    /// Whether to go on after an iteration.
    fn choose_to_go_on<P: Searchable>(
        &mut self,
        so_far: &Thinking<'_, P>,
        left: &TimeLeft,
    ) -> bool {
        let score = |back: usize| {
            let iteration = so_far.iterations.iter().rev().nth(back);
            iteration.map_or(0.0, |i| value_of(i.score, self.spec.scale))
        };
        let mut inputs = board_inputs(so_far.line.position());
        let further = [
            measured(left),
            so_far.iterations.len() as f64,
            score(0) / INPUT_SCALE,
            score(1) / INPUT_SCALE,
            (so_far.spent(left.unit) / measure(left)).min(MOST_INCREMENTS),
        ];
        push_all(&mut inputs, n_board_inputs::<P>(), &further);
        let goes_on = if self.errs() {
            self.random.chance(0.5)
        } else {
            self.spec.policy.outputs(&inputs)[0] >= 0.0
        };
        let direction = vec![if goes_on { 1.0 } else { -1.0 }];
        self.note(|| Choice { inputs, direction });
        goes_on
    }
}

fn push_all(inputs: &mut Inputs, from: usize, values: &[f64]) {
    inputs.extend((from as u32..).zip(values.iter().map(|value| (value * INPUT_SCALE) as f32)));
}

impl<P: Searchable> Decision<P> for NetworkClock {
    fn begin(&mut self, start: &Start<'_, P>) {
        let seed = self.spec.explores.map_or(0, |(_, seed)| seed);
        self.random = Random::new(seed, start.line.position().key());
        self.goal = None;
        self.choices.clear();
    }
}

impl<P: Searchable> Clock<P> for NetworkClock {
    fn budget(&mut self, line: &Line<P>, left: &TimeLeft) -> Budget {
        if self.spec.kind == NetworkKind::SemiDynamic {
            self.goal = Some(self.choose_depth(line, left));
        }
        Budget { soft: f64::INFINITY, hard: all_of(left) }
    }

    fn goes_on(&mut self, so_far: &Thinking<'_, P>) -> bool {
        let Some(left) = so_far.limits.clock else { return is_within_soft(so_far) };
        let n_done = so_far.iterations.len() as u32;
        if let Some(goal) = self.goal {
            return n_done < goal;
        }
        match self.spec.depths[..] {
            [least, _] if n_done < least => true,
            [_, most] if n_done >= most => false,
            _ => self.choose_to_go_on(so_far, &left),
        }
    }

    fn take_choices(&mut self) -> Vec<Choice> {
        std::mem::take(&mut self.choices)
    }
}
