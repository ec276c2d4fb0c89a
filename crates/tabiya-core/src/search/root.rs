//! What is asked of the root: where it stands, which of its moves count, and what they are worth in
//! advance.

use super::score::Score;
use crate::games::{Line, Position};

/// The root of a search.
#[derive(Clone, Debug)]
pub struct Root<'a, P: Position> {
    /// Where it stands.
    pub line: &'a Line<P>,
    /// The moves that are searched; all of them if there are none.
    pub only: Vec<P::Move>,
    /// Moves that are not searched.
    pub without: Vec<P::Move>,
    /// What is added to the scores of moves, so that advice counts (George 1989, §5.2).
    pub bonus: Vec<(P::Move, Score)>,
    /// How many lines are asked for.
    pub n_lines: usize,
}

impl<'a, P: Position> Root<'a, P> {
    /// A root of which all moves count alike.
    pub const fn new(line: &'a Line<P>) -> Self {
        Self { line, only: Vec::new(), without: Vec::new(), bonus: Vec::new(), n_lines: 1 }
    }

    /// Whether a move is searched.
    pub fn admits(&self, m: P::Move) -> bool {
        (self.only.is_empty() || self.only.contains(&m)) && !self.without.contains(&m)
    }

    /// What is added to the score of a move.
    pub fn bonus(&self, m: P::Move) -> Score {
        self.bonus.iter().find(|(other, _)| *other == m).map_or(0, |(_, bonus)| *bonus)
    }
}
