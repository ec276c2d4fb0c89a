//! Lines of Action: the first side whose pieces form one unit wins.
//!
//! Black, the first player, starts on b1–g1 and b8–g8, White on a2–a7 and h2–h7. A piece moves in
//! a straight line, exactly as many squares as there are pieces of both sides on that line. It
//! jumps over its own side only, and captures by landing on an enemy. Where tournaments differ,
//! [`LoaRules`] asks.

mod connect;
mod generate;
mod keys;
mod lines;
mod moves;
mod position;
mod rules;
mod search;
mod text;

use std::hash::{Hash, Hasher};

use super::bitboard::squares;
use super::{Outcome, Side};
use keys::{PIECE_KEYS, TURN_KEY};
use lines::LineCounts;

pub use connect::is_connected;
pub use moves::LoaMove;
pub use rules::{LoaRules, NoMove, Simultaneous};

/// A position of Lines of Action.
///
/// Equality and hash look at the board and the side to move.
///
/// ```
/// use tabiya_core::games::loa::{Loa, LoaRules};
/// use tabiya_core::games::Position;
///
/// let mut position = Loa::initial(LoaRules::default());
/// assert_eq!(position.count_legal_moves(), 36);
///
/// let jump = position.parse_move("b1b3")?;
/// assert!(!position.is_capture(jump));
/// position.play(jump);
/// assert_eq!(position.text(), "1bbbbbb1/w6w/w6w/w6w/w6w/wb5w/w6w/2bbbbb1 w");
/// # Ok::<(), tabiya_core::games::IllegalMoveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Loa {
    black: u64,
    white: u64,
    key: u64,
    counts: LineCounts,
    quiet_plies: u16,
    turn: Side,
    rules: LoaRules,
}

impl PartialEq for Loa {
    fn eq(&self, other: &Self) -> bool {
        (self.black, self.white, self.turn) == (other.black, other.white, other.turn)
    }
}

impl Eq for Loa {}

impl Hash for Loa {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.black, self.white, self.turn).hash(state);
    }
}

impl Loa {
    fn new([black, white]: [u64; 2], turn: Side, rules: LoaRules) -> Self {
        let mut key = if turn == Side::First { 0 } else { TURN_KEY };
        for (board, keys) in [black, white].into_iter().zip(&PIECE_KEYS) {
            key = squares(board).fold(key, |key, square| key ^ keys[square as usize]);
        }
        let counts = LineCounts::of(black | white);
        Self { black, white, key, counts, quiet_plies: 0, turn, rules }
    }

    /// The squares of a side's pieces, a1 in the lowest bit.
    #[inline]
    pub const fn pieces(&self, side: Side) -> u64 {
        match side {
            Side::First => self.black,
            Side::Second => self.white,
        }
    }

    /// The pieces of the side to move.
    #[inline]
    pub const fn own(&self) -> u64 {
        self.pieces(self.turn)
    }

    /// The pieces of the side that has just moved.
    #[inline]
    pub const fn opponent(&self) -> u64 {
        self.pieces(self.turn.other())
    }

    /// The rules of this game.
    pub const fn rules(&self) -> LoaRules {
        self.rules
    }

    /// Plies since the last capture, or since the position was read or passed on by [`Loa::pass`].
    pub const fn quiet_plies(&self) -> u16 {
        self.quiet_plies
    }

    /// Whether a legal move captures.
    #[inline]
    pub const fn is_capture(&self, m: LoaMove) -> bool {
        !m.is_pass() && self.opponent() >> (m.to() & 63) & 1 != 0
    }

    /// The same board with the other side to move, for null moves; nothing before it repeats.
    #[must_use]
    pub const fn pass(&self) -> Self {
        Self { turn: self.turn.other(), key: self.key ^ TURN_KEY, quiet_plies: 0, ..*self }
    }

    /// Who won by connection, if the game is over.
    fn connection(&self) -> Option<Outcome> {
        let mover = self.turn.other();
        match (is_connected(self.opponent()), is_connected(self.own())) {
            (false, false) => None,
            (true, false) => Some(Outcome::Win(mover)),
            (false, true) => Some(Outcome::Win(self.turn)),
            (true, true) => Some(match self.rules.simultaneous {
                Simultaneous::Draw => Outcome::Draw,
                Simultaneous::Mover => Outcome::Win(mover),
            }),
        }
    }

    fn move_piece(&mut self, from: u32, to: u32) {
        let keys = &PIECE_KEYS[self.turn.index()];
        self.key ^= keys[from as usize] ^ keys[to as usize];
        let (own, enemy) = match self.turn {
            Side::First => (&mut self.black, &mut self.white),
            Side::Second => (&mut self.white, &mut self.black),
        };
        *own = *own & !(1 << from) | 1 << to;
        self.counts.remove(from);
        if *enemy >> to & 1 == 0 {
            self.counts.add(to);
            self.quiet_plies = self.quiet_plies.saturating_add(1);
        } else {
            *enemy &= !(1 << to);
            self.key ^= PIECE_KEYS[self.turn.other().index()][to as usize];
            self.quiet_plies = 0;
        }
    }
}
