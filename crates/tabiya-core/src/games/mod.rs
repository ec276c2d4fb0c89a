//! The rules of the games, behind one small trait.
//!
//! [`Position`] is all that perft, the random tests and the search's generic parts know of a
//! game. A game lives in one folder; [`crate::by_name`] lists it by name.

pub(crate) mod bitboard;
pub mod chess;
pub mod loa;
pub mod othello;

mod batch;
mod error;
mod line;
mod perft;
pub(crate) mod rng;
mod square;
mod two_colours;

use std::fmt::Debug;
use std::hash::Hash;

use arrayvec::ArrayVec;

pub use batch::Batch;
pub use error::{IllegalMoveError, ParsePositionError, RulesError, UnpackError};
pub use line::Line;
pub use perft::perft;
pub(crate) use rng::splitmix;
pub use square::{parse_square, square_name};
pub(crate) use two_colours::unpack as unpack_colours;

/// The most moves that a list holds: as many as in shakmaty's, so that the two are one type.
pub const MAX_MOVES: usize = 270;

/// A list of moves that lives on the stack.
pub type MoveList<M> = ArrayVec<M, MAX_MOVES>;

/// Who moves: the first player (White in chess, Black in Othello and Lines of Action) or the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The player who makes the first move of a game.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The result as it is written in game records: `1-0` is a win of the first player.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }
}

/// A state of a game, without its past.
///
/// What depends on the past (repetition) is the business of [`Line`]. Equality compares what the
/// rules compare when they speak of "the same position".
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + Sized + 'static {
    /// A move, small and copyable.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// The options of the rules; the default is the standard game.
    type Rules: Copy + Default + Debug + Send + Sync + 'static;

    /// The word by which people ask for the game.
    const NAME: &'static str;
    /// What the first and the second player are called.
    const SIDES: [&'static str; 2];
    /// Whether perft counts a game that ended early as one sequence at every later depth, as the
    /// published tables of Othello do; those of chess do not.
    const PERFT_COUNTS_FINISHED: bool = false;

    /// Sets one option of the rules by name.
    ///
    /// # Errors
    /// If there is no such option or it does not take this value; the message lists what it takes.
    fn set_rule(rules: &mut Self::Rules, option: &str, value: &str) -> Result<(), RulesError>;

    /// The position in which games start.
    fn initial(rules: Self::Rules) -> Self;

    /// Reads a position.
    ///
    /// # Errors
    /// If the text is not a position; the error names the field at fault.
    fn parse(text: &str, rules: Self::Rules) -> Result<Self, ParsePositionError>;

    /// Writes the position so that [`Position::parse`] reads it back.
    fn text(&self) -> String;

    /// How many bytes [`Position::pack`] writes.
    const PACKED_WIDTH: usize;

    /// Writes the position, without its rules, into [`Position::PACKED_WIDTH`] bytes. Positions
    /// with the same text have the same bytes, and the other way round.
    fn pack(&self, bytes: &mut [u8]);

    /// Reads what [`Position::pack`] wrote.
    ///
    /// # Errors
    /// If these bytes are no position.
    fn unpack(bytes: &[u8], rules: Self::Rules) -> Result<Self, UnpackError>;

    /// Who moves in a packed position.
    fn packed_turn(bytes: &[u8]) -> Side;

    /// Packs a text; games override it where that takes less than making the position.
    ///
    /// # Errors
    /// If the text is not a position; the error names the field at fault.
    fn pack_text(
        text: &str,
        rules: Self::Rules,
        bytes: &mut [u8],
    ) -> Result<(), ParsePositionError> {
        Self::parse(text, rules).map(|position| position.pack(bytes))
    }

    /// Appends the text of a packed position; games override it where that takes less than making
    /// the position.
    ///
    /// # Errors
    /// If these bytes are no position.
    fn unpack_text(bytes: &[u8], rules: Self::Rules, text: &mut String) -> Result<(), UnpackError> {
        text.push_str(&Self::unpack(bytes, rules)?.text());
        Ok(())
    }

    /// What stands on the 64 squares, a1, b1, … h8; `.` is empty.
    fn cells(&self) -> [char; 64];

    /// Who moves.
    fn turn(&self) -> Side;

    /// A hash of everything that equality compares.
    fn key(&self) -> u64;

    /// Fills an empty list with all legal moves, in an order that depends on nothing but the position. A position
    /// that a move has won or lost has none; one that is drawn by count (fifty moves, material)
    /// still has its moves.
    fn legal_moves(&self, moves: &mut MoveList<Self::Move>);

    /// Counts the legal moves; games override it where counting is cheaper than listing.
    fn count_legal_moves(&self) -> usize {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves.len()
    }

    /// Makes a legal move. What an illegal one does is unspecified, but it does not panic.
    fn play(&mut self, m: Self::Move);

    /// The outcome where the board shows it without looking for moves: a connection in Lines of
    /// Action, insufficient material or the fifty-move rule in chess.
    fn decided(&self) -> Option<Outcome>;

    /// The outcome of a position in which there is no legal move.
    fn outcome_without_moves(&self) -> Outcome;

    /// The outcome as far as the board alone shows it.
    fn outcome(&self) -> Option<Outcome> {
        self.decided()
            .or_else(|| (self.count_legal_moves() == 0).then(|| self.outcome_without_moves()))
    }

    /// How many plies back the same position could have stood; 0 where nothing can repeat.
    fn reversible_plies(&self) -> usize;

    /// The same position when so many plies before it could be repeated, for games whose text does
    /// not say so.
    #[must_use]
    fn with_reversible_plies(self, _plies: usize) -> Self {
        self
    }

    /// How many occurrences of a position end the game as a draw; 0 if repetition never does.
    fn repetitions_to_draw(&self) -> u32;

    /// The move's text: `e2e4`, `d3`, `pass`, `b1b3`.
    fn move_text(&self, m: Self::Move) -> String;

    /// The legal move with this text.
    ///
    /// # Errors
    /// If no legal move is written so.
    fn parse_move(&self, text: &str) -> Result<Self::Move, IllegalMoveError> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        moves
            .into_iter()
            .find(|&m| self.move_text(m) == text)
            .ok_or_else(|| IllegalMoveError::new(text, &self.text()))
    }
}
