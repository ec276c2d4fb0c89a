//! Several threads at one search: each searches the whole tree, and what it stores in the table
//! spares the others work. The first thread watches the time and has the word, and the others end with it.
//!
//! CITE: lazy SMP, as Daniel Homan described it in 2013 and Stockfish has searched since its version 7.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use super::Evaluation;
use super::decisions::Decide;
use super::evaluations::Evaluations;
use super::game::Searchable;
use super::history::Histories;
use super::limits::{Limits, MAX_THREADS, Post};
use super::report::{Iteration, Progress, Report};
use super::worker::{Task, Worker};
use crate::pool::Standby;

/// The threads of a searcher: the first, and as many helpers as the last search asked for.
pub(super) struct Threads<E, D> {
    pub first: Worker<E, D>,
    helpers: Vec<Worker<E, D>>,
    standby: Option<Standby>,
}

/// Raises a flag when it is dropped, so that nobody helps a thread that has panicked.
struct Raise<'a>(&'a AtomicBool);

impl Drop for Raise<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

impl<E, D> Threads<E, D> {
    /// One thread, without helpers.
    pub fn new<P: Searchable>(evaluation: E, decisions: D) -> Self {
        let histories = Histories::new::<P>();
        Self {
            first: Worker {
                evaluation,
                decisions,
                histories,
                evaluations: Evaluations::new(),
                seed: 0,
            },
            helpers: Vec::new(),
            standby: None,
        }
    }

    /// Forgets what earlier searches found.
    pub fn clear<P: Searchable>(&mut self)
    where
        D: Decide<P>,
    {
        self.first.clear();
        self.helpers.iter_mut().for_each(Worker::clear);
    }

    /// Searches with as many threads as the limits say.
    pub fn search<P: Searchable>(
        &mut self,
        task: &Task<'_, P>,
        stop: &AtomicBool,
        listen: &mut dyn FnMut(Progress<'_, P::Move>),
    ) -> Report<P::Move>
    where
        E: Evaluation<P>,
        D: Decide<P>,
    {
        self.call_helpers::<P>(task.limits.threads.clamp(1, MAX_THREADS) - 1);
        let (ended, told) = (AtomicBool::new(false), AtomicU64::new(0));
        let first = Post { stop, told: &told, is_helper: false, first_depth: 1 };
        // Every other helper is an iteration ahead: what it stores is deep enough for the others,
        // and two threads do not do the same work at the same time.
        let [beside, ahead] = [1, 2].map(|first_depth| Post {
            stop: &ended,
            told: &told,
            is_helper: true,
            first_depth,
        });
        // Time is the first thread's business.
        let (depth, nodes) = (task.limits.depth, task.limits.most_nodes());
        let effort = Limits { depth, nodes, ..Limits::default() };
        let same = Task { limits: &effort, ..*task };
        let Some(standby) = self.standby.as_ref().filter(|_| !self.helpers.is_empty()) else {
            return self.first.search(task, &first, listen);
        };
        let mut others: Vec<_> = self.helpers.iter().map(|_| None).collect();
        let report = standby.pool.in_place_scope(|scope| {
            let _end = Raise(&ended);
            let same = &same;
            let posts = [&ahead, &beside].into_iter().cycle();
            for ((worker, found), post) in self.helpers.iter_mut().zip(&mut others).zip(posts) {
                scope.spawn(move |_| *found = Some(worker.search(same, post, &mut |_| {})));
            }
            self.first.search(task, &first, listen)
        });
        joined(task, report, &others.into_iter().flatten().collect::<Vec<_>>(), listen)
    }

    /// Makes so many helpers of the first thread; those who helped before keep what they learnt.
    fn call_helpers<P: Searchable>(&mut self, n_helpers: usize)
    where
        E: Clone,
        D: Decide<P>,
    {
        let n_waiting = self.standby.as_ref().map_or(0, Standby::n_threads);
        if n_waiting < n_helpers {
            self.standby = Standby::new(n_helpers).ok();
        }
        self.helpers.truncate(n_helpers);
        for number in self.helpers.len()..n_helpers {
            let Worker { evaluation, decisions, seed, .. } = &self.first;
            let mut decisions = decisions.clone();
            decisions.reset();
            self.helpers.push(Worker {
                evaluation: evaluation.clone(),
                decisions,
                histories: Histories::new::<P>(),
                evaluations: Evaluations::new(),
                seed: seed + number as u64 + 1,
            });
        }
    }
}

/// What all threads found together: the effort of all, and the last word of the deepest. Where the
/// first thread was broken off, another may have completed what it was at.
fn joined<P: Searchable>(
    task: &Task<'_, P>,
    mut report: Report<P::Move>,
    others: &[Report<P::Move>],
    listen: &mut dyn FnMut(Progress<'_, P::Move>),
) -> Report<P::Move> {
    let own_depth = report.depth;
    for other in others {
        report.nodes += other.nodes;
        report.deepest = report.deepest.max(other.deepest);
        for spent in &other.root_moves {
            match report.root_moves.iter_mut().find(|own| own.m == spent.m) {
                Some(own) => own.nodes += spent.nodes,
                None => report.root_moves.push(*spent),
            }
        }
    }
    let position = task.root.line.position();
    let is_exhausted = position.exhaustive_depth().is_some_and(|depth| own_depth >= depth);
    if is_exhausted || position.is_settled(report.score, own_depth) || task.root.n_lines > 1 {
        return report; // deeper is no better, or the others are asked for as well
    }
    let deepest = others.iter().filter_map(|other| other.iterations.last());
    let deepest = deepest.max_by_key(|iteration| iteration.depth);
    if let Some(deepest) = deepest.filter(|iteration| iteration.depth > own_depth) {
        let iteration = Iteration {
            nodes: report.nodes,
            time: report.time,
            hash_fill: task.table.fill(),
            deepest: report.deepest,
            root_moves: report.root_moves.clone(),
            ..deepest.clone()
        };
        listen(Progress::Iteration(&iteration));
        report.best = iteration.pv[0];
        report.score = iteration.score;
        report.pv.clone_from(&iteration.pv);
        report.depth = iteration.depth;
        report.iterations.push(iteration);
    }
    report
}
