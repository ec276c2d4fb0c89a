//! A player of Othello that knows the end: it solves what it can within its limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::player::{AnyIteration, AnyPlayer, AnyProgress, AnyReport, AnyRoot, SearchError};
use super::position::AnyPosition;
use super::spec::{PlayerError, PlayerSpec};
use crate::endgame::{Effort, Goal, Solver};
use crate::games::othello::Othello;
use crate::search::clock::{self, Unit};
use crate::search::score::{Score, win_in};
use crate::search::{Change, Limits, Params};

/// Solutions take about so many times more nodes with each further empty square.
const GROWTH: f64 = 2.2;
/// What the solver does in a second on a common machine, in nodes: to tell whether a try is worth
/// the time.
const SPEED: f64 = 30e6;

/// How much of a player's hash table goes to its solver, in MiB: half of it, if it solves at all.
pub(super) fn solver_mib(spec: &PlayerSpec, params: &Params) -> usize {
    if params.exact_from > 0.0 { spec.hash_mib / 2 } else { 0 }
}

/// Wraps a player so that it plays the end of the game exactly; the rest stays its business.
///
/// # Errors
/// If the memory for the solver's table is not to be had.
pub(super) fn with_solver(
    player: Box<dyn AnyPlayer>,
    spec: &PlayerSpec,
    params: &Params,
) -> Result<Box<dyn AnyPlayer>, PlayerError> {
    let exact_from = params.exact_from as u32;
    if exact_from == 0 {
        return Ok(player);
    }
    let mut solver = Solver::new(solver_mib(spec, params)).map_err(PlayerError::Table)?;
    if let Some(patterns) = &spec.patterns {
        solver = solver.guided_by(Arc::clone(patterns));
    }
    Ok(Box::new(Finisher { player, solver, exact_from }))
}

struct Finisher {
    player: Box<dyn AnyPlayer>,
    solver: Solver,
    exact_from: u32,
}

impl Finisher {
    /// What may be spent on solving: the limits if they suffice for a typical position, half of
    /// them in nodes or time, so that a search can follow where they do not; `None` if not worth it.
    fn effort<'a>(
        &self,
        empties: u32,
        limits: &Limits,
        stop: &'a AtomicBool,
    ) -> Option<Effort<'a>> {
        let typical = GROWTH.powi(empties as i32);
        let limits = within_clock(limits);
        let is_deep = limits.depth.is_none_or(|depth| depth >= empties);
        let is_wide = limits.nodes.is_none_or(|nodes| nodes as f64 / 2.0 >= typical);
        let is_long = limits.time.is_none_or(|t| t.as_secs_f64() / 2.0 * SPEED >= typical);
        let is_worth_it = is_deep && is_wide && is_long;
        (empties > 0 && empties <= self.exact_from && is_worth_it).then(|| Effort {
            nodes: limits.nodes.map(|nodes| nodes / 2),
            deadline: limits.time.map(|time| Instant::now() + time / 2),
            stop,
        })
    }
}

/// The limits of one move, where the game has a clock: an equal share of it.
fn within_clock(limits: &Limits) -> Limits {
    let mut limits = *limits;
    if let Some(left) = limits.clock {
        let hard = clock::share(&left).hard;
        match left.unit {
            Unit::Nodes => limits.nodes = limits.nodes.into_iter().chain([hard as u64]).min(),
            Unit::Seconds => {
                let time = Duration::try_from_secs_f64(hard).unwrap_or_default();
                limits.time = limits.time.into_iter().chain([time]).min();
            }
        }
    }
    limits
}

impl AnyPlayer for Finisher {
    fn clear(&mut self) {
        self.player.clear();
    }

    fn hash_fill(&self) -> u32 {
        self.player.hash_fill()
    }

    fn evaluate(&mut self, position: &dyn AnyPosition) -> Result<Score, SearchError> {
        self.player.evaluate(position)
    }

    fn search(
        &mut self,
        position: &dyn AnyPosition,
        root: &AnyRoot,
        mut limits: Limits,
        stop: &AtomicBool,
        mut listen: Option<&mut dyn FnMut(AnyProgress)>,
    ) -> Result<AnyReport, SearchError> {
        let line = position.line::<Othello>().filter(|line| line.outcome().is_none());
        let Some(line) = line.filter(|_| root.is_plain()) else {
            return self.player.search(position, root, limits, stop, listen);
        };
        let started = Instant::now();
        let empties = line.position().empties().count_ones();
        if let Some(effort) = self.effort(empties, &limits, stop) {
            if let Some(solution) = self.solver.solve_within(line.position(), Goal::Exact, effort) {
                let last = AnyIteration {
                    depth: empties,
                    score: solution.score.signum() * win_in(64 - solution.score.abs()),
                    pv: solution.pv.iter().map(ToString::to_string).collect(),
                    nodes: solution.nodes,
                    time: started.elapsed(),
                    hash_fill: 0,
                    deepest: empties,
                    root_moves: Vec::new(),
                    others: Vec::new(),
                };
                if let Some(listen) = &mut listen {
                    listen(AnyProgress::Iteration(last.clone()));
                }
                let changes = vec![Change { nodes: last.nodes, score: last.score }];
                let iterations = vec![last.clone()];
                return Ok(AnyReport {
                    last,
                    iterations,
                    changes,
                    log: None,
                    lessons: None,
                    choices: Vec::new(),
                });
            }
            limits.nodes = limits.nodes.map(|nodes| nodes / 2);
            limits.time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
            if let Some(left) = &mut limits.clock {
                left.remaining -= match left.unit {
                    Unit::Nodes => clock::share(left).hard / 2.0,
                    Unit::Seconds => started.elapsed().as_secs_f64(),
                };
            }
        }
        self.player.search(position, root, limits, stop, listen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_name::game;

    #[test]
    fn test_search_and_solver_share_what_the_player_was_given() {
        let mut params = Params::preset("othello").unwrap();
        for hash_mib in [1, 2, 16, 255] {
            let spec = PlayerSpec { hash_mib, ..PlayerSpec::default() };
            assert_eq!(solver_mib(&spec, &params), hash_mib / 2);
        }
        params.set("exact_from", 0.0).unwrap();
        assert_eq!(solver_mib(&PlayerSpec::default(), &params), 0);
    }

    #[test]
    fn test_a_player_beyond_memory_is_an_error() {
        let spec = PlayerSpec { hash_mib: usize::MAX >> 16, ..PlayerSpec::default() };
        assert!(matches!(game("othello").unwrap().player(&spec), Err(PlayerError::Table(_))));
    }
}
