//! An oracle that knows, at no cost, whether a ply more would change the move: a bound for clocks
//! that learn which boards are worth extra search.
//!
//! CITE: Kocsis 2003, §5.3.3 (SD-ES), after S. Markovitch and Y. Sella 1996.

use std::sync::atomic::AtomicBool;

use super::player::{AnyIteration, AnyPlayer, AnyProgress, AnyReport, AnyRoot, SearchError};
use super::position::AnyPosition;
use crate::search::Limits;
use crate::search::clock::{Budget, ClockSpec, TimeLeft, Unit};
use crate::search::score::Score;

/// Puts the oracle around a player whose clock is one.
pub(super) fn with_oracle(player: Box<dyn AnyPlayer>, clock: &ClockSpec) -> Box<dyn AnyPlayer> {
    match clock {
        ClockSpec::ExtraSearch(depth) => Box::new(Oracle { player, depth: *depth }),
        _ => player,
    }
}

struct Oracle {
    player: Box<dyn AnyPlayer>,
    depth: u32,
}

impl AnyPlayer for Oracle {
    fn clear(&mut self) {
        self.player.clear();
    }

    fn hash_fill(&self) -> u32 {
        self.player.hash_fill()
    }

    fn evaluate(&mut self, position: &dyn AnyPosition) -> Result<Score, SearchError> {
        self.player.evaluate(position)
    }

    fn budget(
        &mut self,
        position: &dyn AnyPosition,
        left: &TimeLeft,
    ) -> Result<Budget, SearchError> {
        self.player.budget(position, left)
    }

    /// Searches a ply more than the depth; where that changes nothing, tells of the depth alone.
    fn search(
        &mut self,
        position: &dyn AnyPosition,
        root: &AnyRoot,
        mut limits: Limits,
        stop: &AtomicBool,
        listen: Option<&mut dyn FnMut(AnyProgress)>,
    ) -> Result<AnyReport, SearchError> {
        let deeper = self.depth + 1;
        limits.depth = Some(limits.depth.map_or(deeper, |depth| depth.min(deeper)));
        if let Some(left) = limits.clock.take() {
            match left.unit {
                Unit::Nodes => limits.nodes = Some(left.remaining.max(1.0) as u64),
                Unit::Seconds => limits.clock = Some(left),
            }
        }
        let report = self.player.search(position, root, limits, stop, listen)?;
        let [.., before, last] = &report.iterations[..] else { return Ok(report) };
        if last.depth != deeper || last.pv.first() != before.pv.first() {
            return Ok(report);
        }
        let iterations = report.iterations[..report.iterations.len() - 1].to_vec();
        let changes = report.changes.into_iter().filter(|c| c.nodes <= before.nodes).collect();
        let last = AnyIteration { root_moves: report.last.root_moves, ..before.clone() };
        Ok(AnyReport { last, iterations, changes, ..report })
    }
}
