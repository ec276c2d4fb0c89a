//! A player of Othello that knows the end: it solves what it can within its limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::player::{AnyIteration, AnyPlayer, AnyProgress, AnyReport, AnyRoot, SearchError};
use super::position::AnyPosition;
use super::spec::{PlayerError, PlayerSpec};
use crate::endgame::{Effort, Goal, Solver};
use crate::games::othello::Othello;
use crate::search::clock::{Budget, TimeLeft, Unit};
use crate::search::score::{Score, win_in};
use crate::search::{Change, Limits};

/// Solutions take about so many times more nodes with each further empty square.
const GROWTH: f64 = 2.2;
/// What the solver does in a second on a common machine, in nodes: to tell whether a try is worth
/// the time.
const SPEED: f64 = 30e6;

/// Part of the clock that is kept for the solution until it comes: it is the last move that is searched,
/// for those that follow are known.
const KEPT: f64 = 0.4;
/// Part of the clock that an attempt may take; what it leaves is for one with two squares less.
const TRIED: f64 = 0.6;

/// How much of a player's hash table goes to its solver, in MiB: half of it, if it solves at all.
///
/// # Errors
/// If a number of the search is wrong.
pub(super) fn solver_mib(spec: &PlayerSpec) -> Result<usize, PlayerError> {
    Ok(if exact_from(spec)? > 0 { spec.hash_mib / 2 } else { 0 })
}

/// The empty squares from which the player solves; 0 if it never does.
fn exact_from(spec: &PlayerSpec) -> Result<u32, PlayerError> {
    let (_, own) = spec.search_params::<Othello>()?;
    Ok(own.exact_from as u32)
}

/// Wraps a player so that it plays the end of the game exactly; the rest stays its business.
///
/// # Errors
/// If a number of the search is wrong, or the memory for the solver's table is not to be had.
pub(super) fn with_solver(
    player: Box<dyn AnyPlayer>,
    spec: &PlayerSpec,
) -> Result<Box<dyn AnyPlayer>, PlayerError> {
    let exact_from = exact_from(spec)?;
    if exact_from == 0 {
        return Ok(player);
    }
    let mut solver = Solver::new(solver_mib(spec)?).map_err(PlayerError::Table)?;
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
    /// What may be spent on solving; `None` if that is too little for a typical position.
    fn effort<'a>(
        &self,
        empties: u32,
        limits: &Limits,
        stop: &'a AtomicBool,
    ) -> Option<Effort<'a>> {
        let means = Means::of(limits);
        let is_deep = limits.depth.is_none_or(|depth| depth >= empties);
        let is_near = empties > 0 && empties <= self.exact_from;
        (is_near && is_deep && means.suffice(empties)).then(|| Effort {
            nodes: means.nodes.map(|nodes| nodes as u64),
            deadline: means.seconds.map(|seconds| Instant::now() + duration(seconds)),
            stop,
        })
    }

    /// The limits of a search that comes before the solution: where the game has a clock, a part of it
    /// for the moves up to the first position that the rest can be expected to solve.
    fn before_solution(&self, empties: u32, limits: &mut Limits) {
        let Some(left) = limits.clock else { return };
        let kept = TimeLeft { remaining: KEPT * left.remaining, ..left };
        let means = Means::of_clock(&kept);
        let solved = (0..=self.exact_from).rev().find(|n| means.suffice(*n)).unwrap_or(0);
        let n_moves = empties.saturating_sub(solved).div_ceil(2).max(1);
        // A time control that is nearer brings new time before that.
        if left.moves_to_go.is_none_or(|to_go| to_go == 0 || to_go > n_moves) {
            let remaining = left.remaining - kept.remaining;
            limits.clock = Some(TimeLeft { remaining, moves_to_go: Some(n_moves), ..left });
        }
    }
}

/// What can be spent on a solution.
#[derive(Clone, Copy)]
struct Means {
    nodes: Option<f64>,
    seconds: Option<f64>,
}

impl Means {
    /// Half of the limits of the move, so that a search can follow where that is not enough; most of
    /// the clock of the game.
    fn of(limits: &Limits) -> Self {
        let by_clock = limits.clock.as_ref().map(Self::of_clock);
        let by_limits = Self {
            nodes: limits.nodes.map(|nodes| nodes as f64 / 2.0),
            seconds: limits.time.map(|time| time.as_secs_f64() / 2.0),
        };
        let least =
            |one: Option<f64>, two: Option<f64>| one.into_iter().chain(two).reduce(f64::min);
        Self {
            nodes: least(by_limits.nodes, by_clock.and_then(|means| means.nodes)),
            seconds: least(by_limits.seconds, by_clock.and_then(|means| means.seconds)),
        }
    }

    fn of_clock(left: &TimeLeft) -> Self {
        let most = TRIED * (left.remaining - 2.0 * left.overhead).max(0.0);
        match left.unit {
            Unit::Nodes => Self { nodes: Some(most), seconds: None },
            Unit::Seconds => Self { nodes: None, seconds: Some(most) },
        }
    }

    /// Whether a typical position with so many empty squares is solved with them.
    fn suffice(self, empties: u32) -> bool {
        let typical = GROWTH.powi(empties as i32);
        self.nodes.is_none_or(|nodes| nodes >= typical)
            && self.seconds.is_none_or(|seconds| seconds * SPEED >= typical)
    }
}

fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
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

    fn evaluate_many(&mut self, positions: &[&dyn AnyPosition]) -> Result<Vec<Score>, SearchError> {
        self.player.evaluate_many(positions)
    }

    fn budget(
        &mut self,
        position: &dyn AnyPosition,
        left: &TimeLeft,
    ) -> Result<Budget, SearchError> {
        let mut limits = Limits { clock: Some(*left), ..Limits::default() };
        if let Some(line) = position.line::<Othello>() {
            self.before_solution(line.position().empties().count_ones(), &mut limits);
        }
        self.player.budget(position, &limits.clock.unwrap_or(*left))
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
                    Unit::Nodes => effort.nodes.unwrap_or(0) as f64,
                    Unit::Seconds => started.elapsed().as_secs_f64(),
                };
            }
        }
        self.before_solution(empties, &mut limits);
        self.player.search(position, root, limits, stop, listen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::by_name::game;

    #[test]
    fn test_search_and_solver_share_what_the_player_was_given() {
        for hash_mib in [1, 2, 16, 255] {
            let spec = PlayerSpec { hash_mib, ..PlayerSpec::default() };
            assert_eq!(solver_mib(&spec), Ok(hash_mib / 2));
        }
        let never =
            PlayerSpec { params: vec![("exact_from".into(), 0.0)], ..PlayerSpec::default() };
        assert_eq!(solver_mib(&never), Ok(0));
    }

    fn finisher() -> Finisher {
        let spec = PlayerSpec::default();
        let player = game("othello").unwrap().player(&spec).unwrap();
        Finisher { player, solver: Solver::new(1).unwrap(), exact_from: 20 }
    }

    fn left(remaining: f64, moves_to_go: Option<u32>) -> Limits {
        let (unit, increment, overhead, n_searched) = (Unit::Nodes, 0.0, 0.0, 0);
        let clock = TimeLeft { unit, remaining, increment, moves_to_go, overhead, n_searched };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    #[test]
    fn test_the_clock_is_for_the_moves_up_to_the_solution_and_for_that() {
        let finisher = finisher();
        // 0.6 of 4 million is more than 2.2 to the power of 18, and less than to that of 19.
        let mut limits = left(10e6, None);
        finisher.before_solution(38, &mut limits);
        let clock = limits.clock.unwrap();
        assert_eq!((clock.remaining, clock.moves_to_go), (6e6, Some(10)));
        // A time control that is nearer stays.
        let mut limits = left(10e6, Some(4));
        finisher.before_solution(38, &mut limits);
        assert_eq!(limits, left(10e6, Some(4)));
    }

    #[test]
    fn test_a_solution_may_take_most_of_the_clock() {
        let (finisher, stop) = (finisher(), AtomicBool::new(false));
        let effort = finisher.effort(18, &left(4e6, None), &stop).unwrap();
        assert_eq!(effort.nodes, Some(2_400_000));
        assert!(finisher.effort(19, &left(4e6, None), &stop).is_none());
        let half = Limits { nodes: Some(2_000_000), ..left(4e6, None) };
        assert!(finisher.effort(18, &half, &stop).is_none(), "half of it is for a search");
    }

    #[test]
    fn test_a_player_beyond_memory_is_an_error() {
        let spec = PlayerSpec { hash_mib: usize::MAX >> 16, ..PlayerSpec::default() };
        assert!(matches!(game("othello").unwrap().player(&spec), Err(PlayerError::Table(_))));
    }
}
