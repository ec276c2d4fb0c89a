//! A position of some game.

use std::any::Any;

use crate::games::{IllegalMoveError, Line, MoveList, Outcome, Position, Side, perft};

/// A position of some game, with the past that its rules ask for.
pub trait AnyPosition: Any + Send + Sync {
    /// The word for the game.
    fn game(&self) -> &'static str;
    /// The position as text that the game reads back.
    fn text(&self) -> String;
    /// The position without its past, in as many bytes as its game packs positions into.
    fn pack(&self) -> Vec<u8>;
    /// What stands on the squares a1, b1, … h8.
    fn cells(&self) -> [char; 64];
    /// Who moves.
    fn turn(&self) -> Side;
    /// A hash of the position without its past.
    fn key(&self) -> u64;
    /// Keys of the earlier positions that could still be repeated.
    fn past(&self) -> &[u64];
    /// The same position with another past.
    fn with_past(&self, past: Vec<u64>) -> Box<dyn AnyPosition>;
    /// The legal moves as texts.
    fn legal_moves(&self) -> Vec<String>;
    /// The position after a move.
    ///
    /// # Errors
    /// If the move is not legal.
    fn play(&self, text: &str) -> Result<Box<dyn AnyPosition>, IllegalMoveError>;
    /// How the game ended, if it did.
    fn outcome(&self) -> Option<Outcome>;
    /// The number of sequences of `depth` legal moves.
    fn perft(&self, depth: u32) -> u64;
    /// Whether the two are the same position of the same game; the past does not count.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;
    /// A copy.
    fn duplicate(&self) -> Box<dyn AnyPosition>;
}

impl dyn AnyPosition {
    /// The line behind the position, if it is one of this game.
    pub fn line<P: Position>(&self) -> Option<&Line<P>> {
        (self as &dyn Any).downcast_ref()
    }
}

impl<P: Position> AnyPosition for Line<P> {
    fn game(&self) -> &'static str {
        P::NAME
    }

    fn text(&self) -> String {
        self.position().text()
    }

    fn pack(&self) -> Vec<u8> {
        let mut bytes = vec![0; P::PACKED_WIDTH];
        self.position().pack(&mut bytes);
        bytes
    }

    fn cells(&self) -> [char; 64] {
        self.position().cells()
    }

    fn turn(&self) -> Side {
        self.position().turn()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn past(&self) -> &[u64] {
        Line::past(self)
    }

    fn with_past(&self, past: Vec<u64>) -> Box<dyn AnyPosition> {
        Box::new(Line::with_past(self.position().clone(), past))
    }

    fn legal_moves(&self) -> Vec<String> {
        let mut moves = MoveList::new();
        self.position().legal_moves(&mut moves);
        moves.into_iter().map(|m| self.position().move_text(m)).collect()
    }

    fn play(&self, text: &str) -> Result<Box<dyn AnyPosition>, IllegalMoveError> {
        let m = self.position().parse_move(text)?;
        Ok(Box::new(Line::play(self, m)))
    }

    fn outcome(&self) -> Option<Outcome> {
        Line::outcome(self)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), depth)
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        other.line::<P>().is_some_and(|other| other.position() == self.position())
    }

    fn duplicate(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }
}
