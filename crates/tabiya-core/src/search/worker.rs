//! One thread of a search: what it calls its own, and how it goes deeper and deeper.

use super::clock::Clock as _;
use super::decisions::{Decide, Start};
use super::evaluations::Evaluations;
use super::game::Searchable;
use super::history::Histories;
use super::limits::{Limits, Meter, Post};
use super::numbers::Numbers;
use super::ordering::Ordering as _;
use super::random::Random;
use super::report::{Progress, Report, Variation};
use super::root::Root;
use super::state::Place;
use super::table::Table;
use super::tree::Tree;
use super::{Evaluation, MAX_PLY};
use crate::games::MoveList;

/// What is searched, and what all threads of the search look at.
pub(super) struct Task<'a, P: Searchable> {
    pub root: &'a Root<'a, P>,
    /// The root's moves that count; there is at least one.
    pub moves: &'a MoveList<P::Move>,
    pub limits: &'a Limits,
    pub table: &'a Table,
    pub numbers: &'a Numbers,
    pub game_params: &'a P::Params,
}

/// A thread's own things: an evaluation with its caches, decisions, and what it learnt of moves.
pub(super) struct Worker<E, D> {
    pub evaluation: E,
    pub decisions: D,
    pub histories: Histories,
    pub evaluations: Evaluations,
    pub seed: u64,
}

impl<E, D> Worker<E, D> {
    /// Forgets what earlier searches found.
    pub fn clear<P: Searchable>(&mut self)
    where
        D: Decide<P>,
    {
        self.histories.clear();
        self.decisions.reset();
    }

    /// Searches deeper and deeper until a limit is reached or the clock ends it.
    pub fn search<P: Searchable>(
        &mut self,
        task: &Task<'_, P>,
        post: &Post<'_>,
        listen: &mut dyn FnMut(Progress<'_, P::Move>),
    ) -> Report<P::Move>
    where
        E: Evaluation<P>,
        D: Decide<P>,
    {
        let &Task { root, moves, limits, table, numbers, game_params } = task;
        let line = root.line;
        let position = line.position();
        self.decisions.begin(&Start { line, limits });
        self.decisions.parts().ordering.prime(position, &mut self.histories, numbers);
        let clock = &mut self.decisions.parts().clock;
        let budget = limits.clock.map(|left| clock.budget(line, &left));
        let mut keys = line.past().to_vec();
        keys.push(position.key());
        let mut tree = Tree {
            evaluation: &mut self.evaluation,
            decisions: &mut self.decisions,
            table,
            histories: &mut self.histories,
            remembered: &mut self.evaluations,
            numbers,
            game_params,
            root,
            limits,
            budget,
            meter: Meter::new(limits, budget, post),
            random: Random::new(self.seed, position.key()),
            listen,
            iteration: 0,
            is_exhaustive: false,
            root_index: keys.len() - 1,
            keys,
            steps: Vec::with_capacity(MAX_PLY),
            evaluations: vec![None; MAX_PLY + 1],
            continuations: vec![Vec::new(); MAX_PLY + 1],
            deepest: 0,
            told: Vec::new(),
            lead: None,
            root_best: None,
            root_moves: Vec::with_capacity(moves.len()),
            iterations: Vec::new(),
            changes: Vec::new(),
        };
        let place = Place::root(position.clone());
        let n_lines = root.n_lines.clamp(1, moves.len());
        let exhaustive_depth = position.exhaustive_depth().unwrap_or(u32::MAX);
        let mut best = Variation { m: moves[0], score: 0, pv: vec![moves[0]] };
        for depth in post.first_depth..=limits.max_depth().max(1) {
            tree.iteration = depth;
            tree.is_exhaustive = depth >= exhaustive_depth;
            let is_complete = tree.iterate(&place, n_lines);
            if let Some(line) = tree.told.first() {
                best = line.clone();
            }
            if !is_complete {
                break;
            }
            tree.finish_iteration();
            let others = tree.iterations.last().map_or(&[][..], |i| &i.others);
            let mut scores = others.iter().map(|line| line.score).chain([best.score]);
            let is_settled = scores.all(|score| position.is_settled(score, depth));
            if is_settled || tree.is_exhaustive || !tree.goes_on() {
                break;
            }
        }
        let report = Report {
            best: best.m,
            score: best.score,
            pv: best.pv,
            nodes: tree.meter.nodes,
            depth: tree.iterations.last().map_or(0, |i| i.depth),
            deepest: tree.deepest as u32,
            time: tree.meter.elapsed(),
            others: tree.iterations.last().map_or_else(Vec::new, |i| i.others.clone()),
            root_moves: tree.root_moves,
            iterations: tree.iterations,
            changes: tree.changes,
        };
        self.decisions.end();
        report
    }
}
