//! Captures and promotions alone, for quiescence: most nodes of a search need no other move.

use shakmaty::attacks::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, ray, rook_attacks,
};
use shakmaty::{Bitboard, Board, Color, Move, Position as _, Rank, Role, Square};

use super::Chess;
use super::generate::pinned;
use crate::games::MoveList;

impl Chess {
    /// Fills an empty list with the legal captures and promotions, those to a queen only. The side
    /// to move must not be in check.
    pub fn noisy_moves(&self, moves: &mut MoveList<Move>) {
        let position = &self.inner;
        let (board, us) = (position.board(), position.turn());
        let Some(king) = board.king_of(us) else { return };
        let generator =
            Generator { board, king, pinned: pinned(board, us, king), them: board.by_color(!us) };
        if position.maybe_ep_square().is_some() {
            moves.extend(position.en_passant_moves());
        }
        generator.pawns(us, moves);
        generator.pieces(board.by_color(us), moves);
        generator.king(us, moves);
    }
}

struct Generator<'a> {
    board: &'a Board,
    king: Square,
    pinned: Bitboard,
    them: Bitboard,
}

impl Generator<'_> {
    fn pieces(&self, ours: Bitboard, moves: &mut MoveList<Move>) {
        let occupied = self.board.occupied();
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
            for from in ours & self.board.by_role(role) {
                let attacks = match role {
                    Role::Knight => knight_attacks(from),
                    Role::Bishop => bishop_attacks(from, occupied),
                    Role::Rook => rook_attacks(from, occupied),
                    _ => queen_attacks(from, occupied),
                };
                for to in attacks & self.them & self.free(from) {
                    self.push(role, from, to, None, moves);
                }
            }
        }
    }

    fn pawns(&self, us: Color, moves: &mut MoveList<Move>) {
        let pawns = self.board.pawns() & self.board.by_color(us);
        let last_but_one = Bitboard::from_rank(us.fold_wb(Rank::Seventh, Rank::Second));
        for from in pawns {
            let promotes = last_but_one.contains(from);
            let promotion = promotes.then_some(Role::Queen);
            for to in pawn_attacks(us, from) & self.them & self.free(from) {
                self.push(Role::Pawn, from, to, promotion, moves);
            }
            if promotes {
                let ahead = Bitboard::from(from).shift(us.fold_wb(8, -8));
                for to in ahead.without(self.board.occupied()) & self.free(from) {
                    self.push(Role::Pawn, from, to, promotion, moves);
                }
            }
        }
    }

    fn king(&self, us: Color, moves: &mut MoveList<Move>) {
        let occupied = self.board.occupied().without(self.king);
        for to in king_attacks(self.king) & self.them {
            if self.board.attacks_to(to, !us, occupied).is_empty() {
                self.push(Role::King, self.king, to, None, moves);
            }
        }
    }

    /// Where a piece may go without leaving a pin.
    fn free(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) { ray(self.king, from) } else { Bitboard::FULL }
    }

    fn push(
        &self,
        role: Role,
        from: Square,
        to: Square,
        promotion: Option<Role>,
        moves: &mut MoveList<Move>,
    ) {
        let capture = if self.them.contains(to) { self.board.role_at(to) } else { None };
        moves.push(Move::Normal { role, from, capture, to, promotion });
    }
}
