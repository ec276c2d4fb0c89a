//! A position with as much of its past as the rules ask for.

use super::{Outcome, Position};

/// A position that was reached by play, so that repetitions count.
#[derive(Clone, Debug)]
pub struct Line<P> {
    position: P,
    past: Vec<u64>,
}

impl<P: Position> Line<P> {
    /// A line that starts here.
    pub fn new(position: P) -> Self {
        Self { position, past: Vec::new() }
    }

    /// A line that stands here after positions with these keys, oldest first.
    pub fn with_past(position: P, past: Vec<u64>) -> Self {
        Self { position: position.with_reversible_plies(past.len()), past }
    }

    /// Where the line stands now.
    pub fn position(&self) -> &P {
        &self.position
    }

    /// Keys of the earlier positions that could still be repeated, oldest first.
    pub fn past(&self) -> &[u64] {
        &self.past
    }

    /// The line one legal move on.
    #[must_use]
    pub fn play(&self, m: P::Move) -> Self {
        let mut position = self.position.clone();
        position.play(m);
        let reversible = position.reversible_plies();
        let mut past = Vec::new();
        if reversible > 0 {
            let keep = self.past.len().min(reversible - 1);
            past.reserve(keep + 1);
            past.extend_from_slice(&self.past[self.past.len() - keep..]);
            past.push(self.position.key());
        }
        Self { position, past }
    }

    /// How often the position has stood in this line, now included.
    pub fn occurrences(&self) -> u32 {
        let key = self.position.key();
        1 + self.past.iter().filter(|&&past| past == key).count() as u32
    }

    /// The outcome, by the board or by repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        self.position.outcome().or_else(|| {
            let limit = self.position.repetitions_to_draw();
            (limit > 0 && self.occurrences() >= limit).then_some(Outcome::Draw)
        })
    }
}
