//! Temporal-difference learning: a network's opinion of a position follows its opinion of the next.
//!
//! CITE: R. S. Sutton 1988; Kocsis 2003, appendix A.1.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::games::NetworkGames;
use crate::by_name::{AnyPlayer, AnyRoot, PlayerError, PlayerSpec};
use crate::eval::network::Network;
use crate::games::{Outcome, Side, splitmix, unpack_colours};
use crate::search::Limits;

/// Inputs of a network: the squares and the side to move.
const N_INPUTS: usize = 65;

/// The numbers of the learning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TdPlan {
    /// How far opinions follow later ones than the next.
    pub lambda: f64,
    /// What a win is worth a ply earlier.
    pub gamma: f64,
    /// The step.
    pub rate: f64,
    /// Share of moves that are drawn by lot.
    pub errors: f64,
    /// First moves that are drawn by lot.
    pub opening_plies: u64,
    /// Seed of the lot.
    pub seed: u64,
}

/// Plays games number `first` to `first + n_games` and learns from each before the next: one network
/// against itself, or two of several, drawn by lot. False if it was stopped; then nothing counts.
///
/// # Errors
/// If a player cannot be made.
///
/// # Panics
/// If there is no network, or one is not of a game of two colours.
pub fn learn_by_play(
    how: &NetworkGames<'_>,
    networks: &mut [Vec<f32>],
    first: u64,
    n_games: u64,
    plan: &TdPlan,
    stop: &AtomicBool,
) -> Result<bool, PlayerError> {
    let n = networks.len() as u64;
    for number in first..first + n_games {
        let seed = splitmix(plan.seed, number);
        let one = (splitmix(seed, 0) % n) as usize;
        let away = if n > 1 { 1 + splitmix(seed, 1) % (n - 1) } else { 0 };
        let other = ((one as u64 + away) % n) as usize;
        let mut pair = [seat(how, &networks[one])?, seat(how, &networks[other])?];
        let Some((positions, outcome)) = play(how, &mut pair, plan, seed, stop) else {
            return Ok(false);
        };
        learn_from(&mut networks[one], &positions, outcome, plan);
        if other != one {
            learn_from(&mut networks[other], &positions, outcome, plan);
        }
    }
    Ok(true)
}

fn seat(how: &NetworkGames<'_>, values: &[f32]) -> Result<Box<dyn AnyPlayer>, PlayerError> {
    let network = Network::new(values.len() / (N_INPUTS + 2), values);
    how.game.player(&PlayerSpec { network: Some(Arc::new(network)), ..how.spec.clone() })
}

/// Plays a game; the positions in which somebody had to move, packed, and how it ended.
fn play(
    how: &NetworkGames<'_>,
    pair: &mut [Box<dyn AnyPlayer>; 2],
    plan: &TdPlan,
    seed: u64,
    stop: &AtomicBool,
) -> Option<(Vec<u8>, Outcome)> {
    let limits = Limits { depth: Some(how.depth), ..Limits::default() };
    let mut position = how.game.initial(&[]).expect("the usual rules exist");
    let mut positions = Vec::new();
    for ply in 0..how.most_plies as u64 {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(outcome) = position.outcome() {
            return Some((positions, outcome));
        }
        positions.extend(position.pack());
        let lot = splitmix(seed, 2 * ply + 2) as f64 / u64::MAX as f64;
        let chosen = if ply < plan.opening_plies || lot < plan.errors {
            let moves = position.legal_moves();
            moves[splitmix(seed, 2 * ply + 3) as usize % moves.len()].clone()
        } else {
            let player = &mut pair[position.turn().index()];
            let report = player.search(position.as_ref(), &AnyRoot::default(), limits, stop, None);
            report.expect("a game in progress can be searched").last.pv[0].clone()
        };
        position = position.play(&chosen).expect("the move was found among the legal ones");
    }
    Some((positions, Outcome::Draw))
}

/// Learns from a game: the positions in which somebody had to move, packed, and how it ended.
///
/// # Panics
/// If the values are no network, or the positions not of a game of two colours.
pub fn learn_from(values: &mut [f32], positions: &[u8], outcome: Outcome, plan: &TdPlan) {
    let n_hidden = values.len() / (N_INPUTS + 2);
    let mut trace = vec![0.0_f32; values.len()];
    let boards: Vec<ActiveInputs> = positions.chunks_exact(WIDTH).map(ActiveInputs::new).collect();
    let result = match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Draw => 0.0,
        Outcome::Win(Side::Second) => -1.0,
    };
    let decay = (plan.lambda * plan.gamma) as f32;
    for (index, board) in boards.iter().enumerate() {
        let now = board.look(values, n_hidden);
        // The next opinion is that of the weights before this step, as in eq. A.4.
        let next = boards.get(index + 1).map(|next| next.look(values, n_hidden).value);
        let error = next.map_or(result, |next| plan.gamma as f32 * next) - now.value;
        for each in &mut trace {
            *each *= decay;
        }
        board.add_gradient(values, &now, &mut trace);
        let step = plan.rate as f32 * error;
        for (value, slope) in values.iter_mut().zip(&trace) {
            *value += step * slope;
        }
    }
}

/// Bytes of a packed position.
const WIDTH: usize = 17;

/// The inputs that are not zero.
struct ActiveInputs(Vec<(usize, f32)>);

/// What a network makes of a board: its hidden units, and its opinion from -1 to 1.
struct Opinion {
    hidden: Vec<f32>,
    value: f32,
}

impl ActiveInputs {
    fn new(packed: &[u8]) -> Self {
        let ([first, second], turn) = unpack_colours(packed).expect("a position of two colours");
        let on = |board: u64, value: f32| {
            (0..64).filter(move |square| board >> square & 1 == 1).map(move |s| (s, value))
        };
        let side = if turn == Side::First { 1.0 } else { -1.0 };
        let inputs = on(first, 1.0).chain(on(second, -1.0)).chain([(N_INPUTS - 1, side)]);
        Self(inputs.collect())
    }

    fn look(&self, values: &[f32], n_hidden: usize) -> Opinion {
        let (first, last) = values.split_at((N_INPUTS + 1) * n_hidden);
        let hidden: Vec<f32> = first
            .chunks_exact(N_INPUTS + 1)
            .map(|row| sigmoid(row[0] + self.0.iter().map(|&(i, x)| row[i + 1] * x).sum::<f32>()))
            .collect();
        let sum = last[0] + last[1..].iter().zip(&hidden).map(|(w, h)| w * h).sum::<f32>();
        Opinion { hidden, value: 2.0 * sigmoid(sum) - 1.0 }
    }

    /// Adds how the opinion changes with every weight.
    fn add_gradient(&self, values: &[f32], now: &Opinion, gradient: &mut [f32]) {
        let n_hidden = now.hidden.len();
        let split = (N_INPUTS + 1) * n_hidden;
        let slope = (1.0 - now.value * now.value) / 2.0;
        let (first, last) = gradient.split_at_mut(split);
        last[0] += slope;
        for (unit, &h) in now.hidden.iter().enumerate() {
            last[unit + 1] += slope * h;
            let inner = slope * values[split + 1 + unit] * h * (1.0 - h);
            let row = &mut first[unit * (N_INPUTS + 1)..(unit + 1) * (N_INPUTS + 1)];
            row[0] += inner;
            for &(input, x) in &self.0 {
                row[input + 1] += inner * x;
            }
        }
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_name::game;

    fn random_network(n_hidden: usize) -> Vec<f32> {
        let number = |i: usize| (splitmix(7, i as u64) % 2001) as f32 / 2000.0 - 0.5;
        (0..=(N_INPUTS + 2) * n_hidden).map(number).collect()
    }

    #[test]
    fn the_opinion_is_that_of_the_evaluation() {
        use crate::games::Position as _;
        use crate::games::loa::{Loa, LoaRules};
        let values = random_network(3);
        let start = Loa::initial(LoaRules::default());
        let mut packed = vec![0; WIDTH];
        start.pack(&mut packed);
        let opinion = ActiveInputs::new(&packed).look(&values, 3).value;
        let chance = Network::new(3, &values).chance_of_first(&start);
        assert!((opinion - (2.0 * chance - 1.0)).abs() < 1e-5);
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let values = random_network(2);
        let packed = game("othello").unwrap().initial(&[]).unwrap().pack();
        let board = ActiveInputs::new(&packed);
        let mut gradient = vec![0.0; values.len()];
        board.add_gradient(&values, &board.look(&values, 2), &mut gradient);
        for (i, &slope) in gradient.iter().enumerate() {
            let (mut more, mut less) = (values.clone(), values.clone());
            more[i] += 0.01;
            less[i] -= 0.01;
            let measured = (board.look(&more, 2).value - board.look(&less, 2).value) / 0.02;
            assert!((measured - slope).abs() < 1e-3, "{i}: {measured} {slope}");
        }
    }

    #[test]
    fn with_lambda_one_the_steps_add_up_to_those_towards_the_result() {
        // CITE: Sutton 1988: TD(1) is supervised learning, summed over the game.
        let plan =
            TdPlan { lambda: 1.0, gamma: 1.0, rate: 1e-4, errors: 0.0, opening_plies: 0, seed: 0 };
        let before = random_network(2);
        let start = game("loa").unwrap().initial(&[]).unwrap();
        let next = start.play("b1d3").unwrap();
        let positions = [start.pack(), next.pack()].concat();
        let mut learned = before.clone();
        learn_from(&mut learned, &positions, Outcome::Win(Side::Second), &plan);
        let mut wanted = vec![0.0; before.len()];
        for board in positions.chunks_exact(WIDTH).map(ActiveInputs::new) {
            let now = board.look(&before, 2);
            let mut slopes = vec![0.0; before.len()];
            board.add_gradient(&before, &now, &mut slopes);
            for (sum, slope) in wanted.iter_mut().zip(slopes) {
                *sum += 1e-4 * (-1.0 - now.value) * slope;
            }
        }
        for ((new, old), step) in learned.iter().zip(&before).zip(wanted) {
            assert!((new - old - step).abs() < 1e-6, "{new} {old} {step}");
        }
    }
}
