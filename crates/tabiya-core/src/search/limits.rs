//! When a search must stop: depth, nodes, seconds, a clock, or a flag raised from outside.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::MAX_PLY;
use super::clock::{Budget, TimeLeft, Unit};

/// The most threads that one search takes.
pub const MAX_THREADS: usize = 256;

/// What a search may spend; whatever is reached first stops it. One ply is always completed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Iterations to complete.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Time to use.
    pub time: Option<Duration>,
    /// Time after which no further iteration begins, unless the clock decides otherwise.
    pub soft_time: Option<Duration>,
    /// The clock of the game, of which the player's clock gives the move a part.
    pub clock: Option<TimeLeft>,
    /// Threads to search with, up to [`MAX_THREADS`]; 0 is taken for 1. Nodes are those of all, and
    /// several threads do not find the same twice.
    pub threads: usize,
}

impl Limits {
    /// The deepest iteration to start.
    pub fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2)
    }

    /// The most nodes that can be visited, once the first ply is done.
    pub(super) fn most_nodes(&self) -> Option<u64> {
        let by_clock = self.clock.filter(|left| left.unit == Unit::Nodes);
        let by_clock = by_clock.map(|left| left.remaining.max(1.0) as u64);
        self.nodes.into_iter().chain(by_clock).min()
    }
}

/// Where a thread of a search stands.
pub(super) struct Post<'a> {
    /// Ends the search when it is raised.
    pub stop: &'a AtomicBool,
    /// Nodes of all threads, as far as they have told.
    pub told: &'a AtomicU64,
    /// Whether the thread helps the first one, so that nobody waits for its first ply.
    pub is_helper: bool,
    /// The depth of its first iteration.
    pub first_depth: u32,
}

/// Counts nodes and watches the limits.
pub(super) struct Meter<'a> {
    /// Nodes of this thread.
    pub nodes: u64,
    pub stopped: bool,
    max_nodes: u64,
    max_time: Option<Duration>,
    started: Instant,
    post: &'a Post<'a>,
    next_look: u64,
    /// How many of its nodes it has told the others.
    n_told: u64,
    look_every: u64,
    /// False until one ply is completed; nothing stops the search before.
    pub may_stop: bool,
}

/// Nodes between two looks at the watch.
const LOOK_EVERY: u64 = 1024;
/// Looks on the way to the soft limit, where it is counted in nodes and near.
const LOOKS: f64 = 8.0;
/// No look is worth fewer nodes.
const LEAST_LOOK: u64 = 16;

impl<'a> Meter<'a> {
    pub fn new(limits: &Limits, budget: Option<Budget>, post: &'a Post<'a>) -> Self {
        let hard = |unit| match (budget, limits.clock) {
            (Some(budget), Some(left)) if left.unit == unit => Some(budget.hard),
            _ => None,
        };
        let nodes = limits.nodes.into_iter().chain(hard(Unit::Nodes).map(|nodes| nodes as u64));
        let time = hard(Unit::Seconds).map(|t| Duration::try_from_secs_f64(t).unwrap_or_default());
        let soft = budget.filter(|_| limits.clock.is_some_and(|left| left.unit == Unit::Nodes));
        let by_soft = soft.map_or(LOOK_EVERY, |budget| (budget.soft / LOOKS) as u64);
        let look_every = by_soft.clamp(LEAST_LOOK, LOOK_EVERY);
        Self {
            nodes: 0,
            stopped: false,
            max_nodes: nodes.min().unwrap_or(u64::MAX),
            max_time: limits.time.into_iter().chain(time).min(),
            started: Instant::now(),
            post,
            next_look: look_every,
            look_every,
            n_told: 0,
            may_stop: post.is_helper,
        }
    }

    /// Nodes of all threads: its own, and those that the others have told.
    pub fn all_nodes(&self) -> u64 {
        self.post.told.load(Relaxed) + (self.nodes - self.n_told)
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether it is time to look at the watch before the next node is counted.
    #[inline]
    pub const fn is_due(&self) -> bool {
        self.nodes >= self.next_look
    }

    /// Counts a node, unless the search must unwind: then it is true.
    #[inline]
    pub fn count(&mut self) -> bool {
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// Looks at the watch.
    #[cold]
    pub fn look(&mut self) {
        self.post.told.fetch_add(self.nodes - self.n_told, Relaxed);
        self.n_told = self.nodes;
        let left = self.max_nodes.saturating_sub(self.all_nodes());
        let spent = left == 0;
        self.next_look = self.nodes + left.clamp(1, self.look_every);
        let late = self.max_time.is_some_and(|time| self.elapsed() >= time);
        if self.may_stop && (spent || late || self.post.stop.load(Relaxed)) {
            self.stopped = true;
        }
    }
}
