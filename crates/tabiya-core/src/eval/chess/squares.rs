//! Material and the squares of the pieces: what a move changes in a known way.

use shakmaty::{CastlingSide, Color, Move, Position as _, Role, Square};

use super::ChessModel;
use super::bits::{count, relative, sign, squares};
use super::terms::{MATERIAL, SQUARES};
use crate::eval::{Sink, Taper};
use crate::games::chess::Chess;
use crate::search::Step;

/// How much of the opening a piece of each role keeps alive.
const PHASE: [u8; 6] = [0, 1, 1, 2, 4, 0];

/// How much of the opening the pieces keep alive; more than [`Taper::FULL`] after promotions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase(u8);

impl Phase {
    /// The share of the opening.
    #[inline]
    pub fn opening(self) -> u8 {
        self.0.min(Taper::FULL)
    }
}

/// Reports all pieces and where they stand.
#[inline]
pub fn features<S: Sink<ChessModel>>(position: &Chess, sink: &mut S) -> Phase {
    let board = position.inner().board();
    let mut phase = 0;
    for (index, role) in Role::ALL.into_iter().enumerate() {
        let boards = [Color::White, Color::Black].map(|c| board.by_piece(role.of(c)).0);
        if index < 5 {
            sink.add(MATERIAL + index, count(boards[0]) - count(boards[1]));
        }
        phase += PHASE[index] * (boards[0] | boards[1]).count_ones() as u8;
        for us in [0, 1] {
            for square in squares(boards[us]) {
                sink.add(SQUARES + 64 * index + relative(us, square), sign(us));
            }
        }
    }
    Phase(phase)
}

/// Reports what a step changes.
#[inline]
pub fn changes<S: Sink<ChessModel>>(phase: Phase, step: &Step<'_, Chess>, sink: &mut S) -> Phase {
    let Some(m) = step.m else { return phase };
    let us = step.before.inner().turn() as usize ^ 1; // shakmaty counts Black as 0
    let mut changes = Changes { sink, phase: phase.0 };
    match m {
        Move::Normal { role, from, capture, to, promotion: None } => {
            changes.walk(us, role, from, to);
            if let Some(captured) = capture {
                changes.take(1 - us, captured, to);
            }
        }
        Move::Normal { role, from, capture, to, promotion: Some(promoted) } => {
            changes.take(us, role, from);
            changes.put(us, promoted, to);
            if let Some(captured) = capture {
                changes.take(1 - us, captured, to);
            }
        }
        Move::EnPassant { from, to } => {
            changes.walk(us, Role::Pawn, from, to);
            changes.take(1 - us, Role::Pawn, Square::from_coords(to.file(), from.rank()));
        }
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_queen_side(rook < king);
            let on = |file| Square::from_coords(file, king.rank());
            changes.walk(us, Role::King, king, on(side.king_to_file()));
            changes.walk(us, Role::Rook, rook, on(side.rook_to_file()));
        }
        Move::Put { role, to } => changes.put(us, role, to),
    }
    Phase(changes.phase)
}

struct Changes<'a, S> {
    sink: &'a mut S,
    phase: u8,
}

impl<S: Sink<ChessModel>> Changes<'_, S> {
    #[inline]
    fn walk(&mut self, us: usize, role: Role, from: Square, to: Square) {
        self.place(us, role, from, -sign(us));
        self.place(us, role, to, sign(us));
    }

    #[inline]
    fn put(&mut self, us: usize, role: Role, to: Square) {
        self.place(us, role, to, sign(us));
        self.count(role, sign(us));
        self.phase += PHASE[role as usize - 1];
    }

    #[inline]
    fn take(&mut self, us: usize, role: Role, from: Square) {
        self.place(us, role, from, -sign(us));
        self.count(role, -sign(us));
        self.phase -= PHASE[role as usize - 1];
    }

    #[inline]
    fn place(&mut self, us: usize, role: Role, square: Square, count: i32) {
        let term = SQUARES + 64 * (role as usize - 1) + relative(us, square.to_usize());
        self.sink.add(term, count);
    }

    #[inline]
    fn count(&mut self, role: Role, count: i32) {
        if role != Role::King {
            self.sink.add(MATERIAL + role as usize - 1, count);
        }
    }
}
