//! What a solution may cost.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a solution may cost; whatever is spent first ends the attempt.
#[derive(Clone, Copy, Debug)]
pub struct Effort<'a> {
    /// Nodes, exceeded by a small subtree at most.
    pub nodes: Option<u64>,
    /// The time by which it must be done.
    pub deadline: Option<Instant>,
    /// Raised from outside to end it.
    pub stop: &'a AtomicBool,
}

impl<'a> Effort<'a> {
    /// Whatever it takes, unless `stop` is raised.
    pub const fn unlimited(stop: &'a AtomicBool) -> Self {
        Self { nodes: None, deadline: None, stop }
    }

    /// Whether nothing is left after so many nodes.
    pub(super) fn is_spent(&self, nodes: u64) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.nodes.is_some_and(|most| nodes >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
