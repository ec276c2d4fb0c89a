//! When a search must stop: depth, nodes, seconds, or a flag raised from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::MAX_PLY;

/// What a search may spend; whatever is reached first stops it. One ply is always completed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Iterations to complete.
    pub depth: Option<u32>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Time to use.
    pub time: Option<Duration>,
    /// Time after which no further iteration begins.
    pub soft_time: Option<Duration>,
}

impl Limits {
    /// The deepest iteration to start.
    pub fn max_depth(&self) -> u32 {
        self.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 / 2)
    }
}

/// Counts nodes and watches the limits.
pub(super) struct Meter<'a> {
    pub nodes: u64,
    pub stopped: bool,
    limits: Limits,
    started: Instant,
    stop: &'a AtomicBool,
    next_look: u64,
    /// False until one ply is completed; nothing stops the search before.
    pub may_stop: bool,
}

/// Nodes between two looks at the watch.
const LOOK_EVERY: u64 = 1024;

impl<'a> Meter<'a> {
    pub fn new(limits: Limits, stop: &'a AtomicBool) -> Self {
        Self {
            nodes: 0,
            stopped: false,
            limits,
            started: Instant::now(),
            stop,
            next_look: LOOK_EVERY,
            may_stop: false,
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Counts a node, unless the search must unwind: then it is true.
    #[inline]
    pub fn count(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// Whether the limits allow another iteration to begin.
    pub fn is_exhausted(&mut self) -> bool {
        self.look();
        self.stopped || self.limits.soft_time.is_some_and(|time| self.elapsed() >= time)
    }

    #[cold]
    fn look(&mut self) {
        let limit = self.limits.nodes.unwrap_or(u64::MAX);
        let spent = self.nodes >= limit;
        self.next_look = (self.nodes + LOOK_EVERY).min(limit.max(self.nodes + 1));
        let late = self.limits.time.is_some_and(|time| self.elapsed() >= time);
        if self.may_stop && (spent || late || self.stop.load(Ordering::Relaxed)) {
            self.stopped = true;
        }
    }
}
