//! The clocks of a game inside the core.

use std::time::Duration;

use crate::search::clock::{TimeLeft, Unit};

/// What a player has for a whole game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeControl {
    /// What it is counted in.
    pub unit: Unit,
    /// What there is at the start.
    pub base: f64,
    /// What every move adds.
    pub increment: f64,
    /// Seconds that a move may be late before it loses. Nodes are never late: who has none left
    /// moves with what is known.
    pub margin: f64,
}

/// What a player loses on the way to its clock, in seconds: both are in one process. Ten times as much,
/// which an engine behind a pipe allows for, left half of a clock of 0.5 + 0.005 s unused.
const OVERHEAD_SECONDS: f64 = 0.001;

/// The clock of one player in one game.
pub(super) struct GameClock {
    control: Option<TimeControl>,
    remaining: f64,
    n_searched: u32,
}

impl GameClock {
    pub fn new(control: Option<TimeControl>) -> Self {
        Self { control, remaining: control.map_or(0.0, |c| c.base), n_searched: 0 }
    }

    /// What the player to move sees of it.
    pub fn left(&self) -> Option<TimeLeft> {
        let control = self.control?;
        Some(TimeLeft {
            unit: control.unit,
            remaining: self.remaining,
            increment: control.increment,
            moves_to_go: None,
            overhead: match control.unit {
                Unit::Nodes => 0.0,
                Unit::Seconds => OVERHEAD_SECONDS,
            },
            n_searched: self.n_searched,
        })
    }

    /// Takes off what a move has cost; false if the flag has fallen.
    // CITE: Kocsis 2003, §5.1: the increment comes after every move.
    pub fn spend(&mut self, nodes: u64, time: Duration) -> bool {
        self.n_searched += 1;
        let Some(control) = self.control else { return true };
        let in_time = match control.unit {
            Unit::Nodes => {
                self.remaining = (self.remaining - nodes as f64).max(0.0);
                true
            }
            Unit::Seconds => {
                self.remaining -= time.as_secs_f64();
                self.remaining >= -control.margin
            }
        };
        self.remaining += control.increment;
        in_time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(unit: Unit) -> GameClock {
        GameClock::new(Some(TimeControl { unit, base: 1.0, increment: 0.25, margin: 0.5 }))
    }

    #[test]
    fn time_overdrawn_within_the_margin_is_owed() {
        let mut slow = clock(Unit::Seconds);
        assert!(slow.spend(0, Duration::from_millis(1400)));
        let left = slow.left().expect("a clock");
        assert!((left.remaining + 0.15).abs() < 1e-9, "{left:?}");
        assert!(!slow.spend(0, Duration::from_millis(400)), "the margin is not given anew");
    }

    #[test]
    fn nodes_are_never_owed() {
        let mut greedy = clock(Unit::Nodes);
        assert!(greedy.spend(100, Duration::ZERO));
        assert!((greedy.left().expect("a clock").remaining - 0.25).abs() < 1e-9);
    }
}
