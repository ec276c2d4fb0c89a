//! Matching programs over many positions.

use super::facts::{Facts, GameResult};
use super::program::Program;
use super::walk::{Step, Walk};

/// One place where a program stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of the position.
    pub position: u32,
    /// The mirrors that stand there.
    pub mirrors: u8,
}

/// What a scan of games tells about each place.
pub type Scan = Vec<Found>;

/// Matches one program over a stream of positions.
pub fn scan<'a>(program: &Program, positions: impl Iterator<Item = &'a Facts>) -> Scan {
    let mut found = Vec::new();
    for (position, facts) in positions.enumerate() {
        let mirrors = program.matches(facts);
        if mirrors != 0 {
            found.push(Found { position: position as u32, mirrors });
        }
    }
    found
}

/// Matches one program over recorded games: every position of each, the first included.
///
/// A game is where it starts, its moves and its result. Positions are numbered through all games.
pub fn scan_games<'a>(
    program: &Program,
    games: impl Iterator<Item = (&'a Facts, &'a [Step], GameResult)>,
) -> Scan {
    let mut found = Vec::new();
    let mut position = 0;
    for (start, steps, result) in games {
        let mut walk = Walk::new(Facts { result, ..start.clone() });
        let mut look = |walk: &Walk| {
            let mirrors = program.matches(walk.facts());
            if mirrors != 0 {
                found.push(Found { position, mirrors });
            }
            position += 1;
        };
        look(&walk);
        for step in steps {
            walk.play(*step);
            look(&walk);
        }
    }
    found
}
