//! What a compiled chunk says: conditions over sets of squares and numbers.

use super::facts::Slot;
use crate::pgn::GameResult;

/// Something that is true or false of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// All of them.
    And(Vec<Condition>),
    /// At least one of them.
    Or(Vec<Condition>),
    /// Not it.
    Not(Box<Condition>),
    /// The set is not empty.
    Any(Squares),
    /// A comparison of two numbers.
    Compare(Ordering, Number, Number),
    /// The side to move: true for Black.
    BlackToMove(bool),
    /// All of these castling rights.
    Castling(u8),
    /// How the game ended.
    Result(GameResult),
    /// The side to move is in check.
    Check,
    /// Always true; its pieces belong to the chunk if it holds.
    Optional(Box<Condition>),
    /// So many of the conditions hold.
    HowMany(Ordering, u8, Vec<Condition>),
}

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ordering {
    Less,
    AtMost,
    Equal,
    Unequal,
    AtLeast,
    More,
}

impl Ordering {
    pub(super) const fn holds(self, left: i32, right: i32) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::AtLeast => left >= right,
            Self::More => left > right,
        }
    }
}

/// A set of squares that depends on the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Squares {
    /// The squares in the mask on which one of these stands.
    Pieces(Slots, u64),
    /// These squares, whatever stands there.
    Fixed(u64),
    /// Those of the first that attack one of the second; with `true`, one of their own side.
    Attackers(Box<Squares>, Box<Squares>, bool),
    /// Those of the second that are attacked by one of the first; with `true`, of their own side.
    Attacked(Box<Squares>, Box<Squares>, bool),
    /// One part of the pins from the first through the second to the third.
    Pin(PinPart, Box<[Squares; 3]>),
    /// Those of the set that are pawns (or pieces) of a kind.
    Kind(Kind, Box<Squares>),
    /// In both.
    Both(Box<Squares>, Box<Squares>),
    /// In one or both.
    Either(Box<Squares>, Box<Squares>),
    /// In the first but not in the second.
    Without(Box<Squares>, Box<Squares>),
}

/// Some slots, a bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slots(pub(super) u16);

impl Slots {
    /// The only slot, if there is one only.
    pub(super) const fn single(self) -> Option<Slot> {
        if self.0.is_power_of_two() { Some(self.0.trailing_zeros() as Slot) } else { None }
    }
}

/// Which piece of a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PinPart {
    From,
    Through,
    To,
}

/// What a pawn can be, and a piece on an outpost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Passed,
    Isolated,
    Backward,
    Doubled,
    Connected,
    Outpost,
}

/// A number that depends on the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Constant(i32),
    Count(Squares),
    /// The pieces in the set: pawn 1, knight and bishop 3, rook 5, queen 9.
    Power(Squares),
    Ply,
    FullMove,
    Sum(Box<Number>, Box<Number>),
    Difference(Box<Number>, Box<Number>),
}
