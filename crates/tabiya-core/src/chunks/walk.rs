//! Playing recorded moves without checking them: what a scan of many games spends its time on.

use shakmaty::{Move, Role, Square};

use super::facts::{BLACK, EMPTY, Facts, OCCUPIED, WHITE};

/// A recorded move: from, to and promotion in sixteen bits.
///
/// Bits 0–5 are the square it leaves, 6–11 the square it enters, 12–14 the piece it becomes
/// (0 for none, 1 knight to 4 queen). Castling is the king's move of two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(pub u16);

impl Step {
    /// Records a legal move.
    pub fn of(m: Move) -> Self {
        let (from, to) = match m {
            Move::Castle { king, rook } => {
                let file = if rook > king { 6 } else { 2 };
                (king as u16, (king as u16 & 0o70) + file)
            }
            _ => (m.from().map_or(0, |square| square as u16), m.to() as u16),
        };
        let promotion = m.promotion().map_or(0, |role| role as u16 - 1);
        Self(from | to << 6 | promotion << 12)
    }

    const fn from(self) -> usize {
        (self.0 & 63) as usize
    }

    const fn to(self) -> usize {
        (self.0 >> 6 & 63) as usize
    }

    const fn promotion(self) -> usize {
        (self.0 >> 12 & 7) as usize
    }
}

/// No piece.
const NOBODY: u8 = 15;
/// The castling rights that survive a move from or to a square.
const KEPT: [u8; 64] = {
    let mut kept = [15; 64];
    kept[Square::E1 as usize] = 12;
    kept[Square::A1 as usize] = 13;
    kept[Square::H1 as usize] = 14;
    kept[Square::E8 as usize] = 3;
    kept[Square::A8 as usize] = 7;
    kept[Square::H8 as usize] = 11;
    kept
};

/// A board that goes through a recorded game.
///
/// ```
/// use tabiya_core::chunks::{Facts, Step, Walk};
/// use shakmaty::{Chess, Position, san::San};
///
/// let mut position = Chess::default();
/// let mut walk = Walk::new(Facts::of(&position));
/// for san in ["e4", "d5", "exd5", "Nf6"] {
///     let m = san.parse::<San>().unwrap().to_move(&position).unwrap();
///     position.play_unchecked(m);
///     walk.play(Step::of(m));
/// }
/// assert_eq!(*walk.facts(), Facts::of(&position));
/// ```
#[derive(Clone, Debug)]
pub struct Walk {
    facts: Facts,
    /// The slot of what stands on each square.
    on: [u8; 64],
}

impl Walk {
    /// Starts somewhere.
    pub fn new(facts: Facts) -> Self {
        let mut on = [NOBODY; 64];
        for slot in (0..6).chain(8..14) {
            let mut left = facts.slots[slot];
            while left != 0 {
                on[left.trailing_zeros() as usize] = slot as u8;
                left &= left - 1;
            }
        }
        Self { facts, on }
    }

    /// The board now.
    pub const fn facts(&self) -> &Facts {
        &self.facts
    }

    /// Plays a recorded move. What is not a legal move makes nonsense of the board, not a panic.
    #[inline]
    pub fn play(&mut self, step: Step) {
        let (from, to) = (step.from(), step.to());
        let (piece, captured) = (usize::from(self.on[from]) & 15, usize::from(self.on[to]) & 15);
        let moved = 1u64 << from | 1u64 << to;
        let is_capture = u64::from(captured != usize::from(NOBODY));
        let side = piece & 8;
        let slots = &mut self.facts.slots;
        slots[piece] ^= moved;
        slots[side | WHITE] ^= moved;
        // Nobody is taken from the empty squares, which are worked out again below.
        slots[captured] ^= 1u64 << to;
        slots[(side ^ 8) | WHITE] ^= is_capture << to;
        self.on[to] = piece as u8;
        self.on[from] = NOBODY;
        match piece & 7 {
            0 => self.pawn(piece, step, is_capture == 0),
            5 if from.abs_diff(to) == 2 => self.castle(piece, from, to),
            _ => {}
        }
        let facts = &mut self.facts;
        facts.castling &= KEPT[from] & KEPT[to];
        facts.turn = facts.turn.other();
        facts.ply = facts.ply.saturating_add(1);
        facts.slots[OCCUPIED] = facts.slots[WHITE] | facts.slots[BLACK];
        facts.slots[EMPTY] = !facts.slots[OCCUPIED];
    }

    /// What a pawn does beyond moving: promotion, and capturing in passing.
    fn pawn(&mut self, pawn: usize, step: Step, to_empty: bool) {
        let (from, to, promotion) = (step.from(), step.to(), step.promotion());
        if promotion != 0 {
            self.facts.slots[pawn] ^= 1u64 << to;
            self.facts.slots[(pawn + promotion) & 15] ^= 1u64 << to;
            self.on[to] = (pawn + promotion) as u8;
        } else if to_empty && (from ^ to) & 7 != 0 {
            let passed = (from & 0o70) | (to & 7);
            self.facts.slots[pawn ^ 8] &= !(1u64 << passed);
            self.facts.slots[(pawn ^ 8) | WHITE] &= !(1u64 << passed);
            self.on[passed] = NOBODY;
        }
    }

    fn castle(&mut self, king: usize, from: usize, to: usize) {
        let rank = from & 0o70;
        let (corner, beside) = if to > from { (rank + 7, rank + 5) } else { (rank, rank + 3) };
        let rook = king - (Role::King as usize - Role::Rook as usize);
        let moved = 1u64 << corner | 1u64 << beside;
        self.facts.slots[rook] ^= moved;
        self.facts.slots[(king & 8) | WHITE] ^= moved;
        self.on[corner] = NOBODY;
        self.on[beside] = rook as u8;
    }
}
