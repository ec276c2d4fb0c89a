//! When a search must stop: depth, nodes, seconds, a clock, or a flag raised from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::MAX_PLY;
use super::clock::{Budget, TimeLeft, Unit};

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

/// Counts nodes and watches the limits.
pub(super) struct Meter<'a> {
    pub nodes: u64,
    pub stopped: bool,
    max_nodes: u64,
    max_time: Option<Duration>,
    started: Instant,
    stop: &'a AtomicBool,
    next_look: u64,
    /// False until one ply is completed; nothing stops the search before.
    pub may_stop: bool,
}

/// Nodes between two looks at the watch.
const LOOK_EVERY: u64 = 1024;

impl<'a> Meter<'a> {
    pub fn new(limits: &Limits, budget: Option<Budget>, stop: &'a AtomicBool) -> Self {
        let hard = |unit| match (budget, limits.clock) {
            (Some(budget), Some(left)) if left.unit == unit => Some(budget.hard),
            _ => None,
        };
        let nodes = limits.nodes.into_iter().chain(hard(Unit::Nodes).map(|nodes| nodes as u64));
        let time = hard(Unit::Seconds).map(|t| Duration::try_from_secs_f64(t).unwrap_or_default());
        Self {
            nodes: 0,
            stopped: false,
            max_nodes: nodes.min().unwrap_or(u64::MAX),
            max_time: limits.time.into_iter().chain(time).min(),
            started: Instant::now(),
            stop,
            next_look: LOOK_EVERY,
            may_stop: false,
        }
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
        let spent = self.nodes >= self.max_nodes;
        self.next_look = (self.nodes + LOOK_EVERY).min(self.max_nodes.max(self.nodes + 1));
        let late = self.max_time.is_some_and(|time| self.elapsed() >= time);
        if self.may_stop && (spent || late || self.stop.load(Ordering::Relaxed)) {
            self.stopped = true;
        }
    }
}
