//! Othello on two bitboards.
//!
//! A side that can place no disc passes, which is a move of its own; when neither can, the game
//! is over and the discs are counted.

pub mod bits;

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;

pub(crate) mod rows;
pub(crate) mod stability;

mod moves;
mod params;
mod replay;
mod search;
mod text;

use super::{
    MoveList, Outcome, ParsePositionError, Position, RulesError, Side, UnpackError, two_colours,
};

pub use moves::OthelloMove;
pub use params::OthelloParams;
pub use replay::{IllegalStepError, replay, wander};
pub use search::discs;

/// A position of Othello.
///
/// ```
/// use tabiya_core::games::Position;
/// use tabiya_core::games::othello::{Othello, OthelloRules};
///
/// let mut position = Othello::initial(OthelloRules);
/// position.play(position.parse_move("d3")?);
/// assert_eq!((position.black().count_ones(), position.white().count_ones()), (4, 1));
/// assert_eq!(position.count_legal_moves(), 3);
/// # Ok::<(), tabiya_core::games::IllegalMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Othello {
    own: u64,
    opponent: u64,
    turn: Side,
}

/// The rules of Othello leave nothing to choose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OthelloRules;

impl Othello {
    /// The position with these discs; `None` if both sides claim a square.
    pub const fn from_discs(black: u64, white: u64, turn: Side) -> Option<Self> {
        if black & white != 0 {
            return None;
        }
        Some(match turn {
            Side::First => Self { own: black, opponent: white, turn },
            Side::Second => Self { own: white, opponent: black, turn },
        })
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn own(&self) -> u64 {
        self.own
    }

    /// The discs of the side that does not move.
    #[inline]
    pub const fn opponent(&self) -> u64 {
        self.opponent
    }

    /// The discs of Black, the first player.
    pub const fn black(&self) -> u64 {
        match self.turn {
            Side::First => self.own,
            Side::Second => self.opponent,
        }
    }

    /// The discs of White, the second player.
    pub const fn white(&self) -> u64 {
        match self.turn {
            Side::First => self.opponent,
            Side::Second => self.own,
        }
    }

    /// The squares without a disc.
    #[inline]
    pub const fn empties(&self) -> u64 {
        !(self.own | self.opponent)
    }

    /// The squares on which the side to move may place a disc; none if it must pass or the game
    /// is over.
    #[inline]
    pub fn mobility(&self) -> u64 {
        bits::mobility(self.own, self.opponent)
    }

    /// Whether the side that does not move could place a disc if it moved.
    #[inline]
    fn opponent_can_move(&self) -> bool {
        bits::mobility(self.opponent, self.own) != 0
    }
}

impl Position for Othello {
    type Move = OthelloMove;
    type Rules = OthelloRules;

    const NAME: &'static str = "othello";
    const SIDES: [&'static str; 2] = ["black", "white"];
    const PERFT_COUNTS_FINISHED: bool = true;

    fn set_rule(_: &mut OthelloRules, option: &str, _: &str) -> Result<(), RulesError> {
        Err(RulesError::no_options(Self::NAME, option))
    }

    fn initial(_: OthelloRules) -> Self {
        Self { own: 0x0000_0008_1000_0000, opponent: 0x0000_0010_0800_0000, turn: Side::First }
    }

    fn parse(text: &str, _: OthelloRules) -> Result<Self, ParsePositionError> {
        text::parse(text)
    }

    fn text(&self) -> String {
        text::write(self)
    }

    const PACKED_WIDTH: usize = two_colours::WIDTH;

    fn pack(&self, bytes: &mut [u8]) {
        two_colours::pack([self.black(), self.white()], self.turn, bytes);
    }

    fn unpack(bytes: &[u8], _: OthelloRules) -> Result<Self, UnpackError> {
        let found = two_colours::unpack(bytes);
        let position =
            found.and_then(|([black, white], turn)| Self::from_discs(black, white, turn));
        position.ok_or(UnpackError::new(Self::NAME))
    }

    fn packed_turn(bytes: &[u8]) -> Side {
        two_colours::turn(bytes)
    }

    fn cells(&self) -> [char; 64] {
        let (black, white) = (self.black(), self.white());
        std::array::from_fn(|square| match (black >> square & 1, white >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        })
    }

    fn turn(&self) -> Side {
        self.turn
    }

    /// Two folded multiplications, so that every bit of the key depends on every disc.
    // CITE: Wang Yi's wyhash folds a 128-bit product in this way.
    #[inline]
    fn key(&self) -> u64 {
        const OWN: u64 = 0xa076_1d64_78bd_642f;
        const OPPONENT: [u64; 2] = [0xe703_7ed1_a0b4_28db, 0x8ebc_6af0_9c88_c6e3];
        const LAST: u64 = 0x5899_65cc_7537_4cc3;
        fold(fold(self.own ^ OWN, self.opponent ^ OPPONENT[self.turn.index()]), LAST)
    }

    fn legal_moves(&self, moves: &mut MoveList<OthelloMove>) {
        let mut targets = self.mobility();
        if targets == 0 && self.opponent_can_move() {
            moves.push(OthelloMove::PASS);
        }
        while targets != 0 {
            moves.push(OthelloMove::lowest(targets));
            targets &= targets - 1;
        }
    }

    fn count_legal_moves(&self) -> usize {
        match self.mobility() {
            0 => usize::from(self.opponent_can_move()),
            targets => targets.count_ones() as usize,
        }
    }

    #[inline]
    fn play(&mut self, m: OthelloMove) {
        let (own, opponent) = (self.own, self.opponent);
        *self = Self { own: opponent, opponent: own, turn: self.turn.other() };
        if let Some(square) = m.square() {
            let turned = bits::flips(own, opponent, square);
            self.own ^= turned;
            self.opponent |= turned | 1 << square;
        }
    }

    #[inline]
    fn decided(&self) -> Option<Outcome> {
        (self.mobility() == 0 && !self.opponent_can_move()).then(|| self.outcome_without_moves())
    }

    fn outcome_without_moves(&self) -> Outcome {
        match self.black().count_ones().cmp(&self.white().count_ones()) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }

    fn reversible_plies(&self) -> usize {
        0
    }

    fn repetitions_to_draw(&self) -> u32 {
        0
    }

    fn move_text(&self, m: OthelloMove) -> String {
        m.to_string()
    }
}

/// The two halves of the product, one upon the other.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}
