//! All legal moves, written straight into the caller's list.
//!
//! The order is that of `shakmaty`, which a test compares: en passant, pawns, knights, bishops,
//! rooks, queens, king, castling; in check the king goes before the pieces.

use shakmaty::attacks::{
    between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, ray,
    rook_attacks,
};
use shakmaty::{Bitboard, Board, CastlingSide, Color, Move, Position as _, Rank, Role, Square};

use super::Chess;
use crate::games::MoveList;

impl Chess {
    /// Fills an empty list with the legal moves.
    pub(super) fn generate(&self, moves: &mut MoveList<Move>) {
        let (board, us) = (self.inner.board(), self.inner.turn());
        let Some(king) = board.king_of(us) else { return };
        let generator = Generator {
            position: &self.inner,
            board,
            us,
            king,
            pinned: pinned(board, us, king),
            occupied: board.occupied(),
            theirs: board.by_color(!us),
        };
        if let Some(to) = self.inner.maybe_ep_square() {
            generator.en_passant(to, moves);
        }
        if self.is_check {
            generator.evasions(moves);
        } else {
            let target = !board.by_color(us);
            generator.pieces(target, moves);
            generator.king(target, moves);
            generator.castling(CastlingSide::KingSide, moves);
            generator.castling(CastlingSide::QueenSide, moves);
        }
    }
}

struct Generator<'a> {
    position: &'a shakmaty::Chess,
    board: &'a Board,
    us: Color,
    king: Square,
    pinned: Bitboard,
    occupied: Bitboard,
    theirs: Bitboard,
}

impl Generator<'_> {
    /// Moves of all pieces but the king to squares of `target`.
    fn pieces(&self, target: Bitboard, moves: &mut MoveList<Move>) {
        self.pawns(target, moves);
        let ours = self.board.by_color(self.us);
        for from in ours & self.board.knights() {
            self.walk(Role::Knight, from, knight_attacks(from) & target, moves);
        }
        for from in ours & self.board.bishops() {
            self.walk(Role::Bishop, from, bishop_attacks(from, self.occupied) & target, moves);
        }
        for from in ours & self.board.rooks() {
            self.walk(Role::Rook, from, rook_attacks(from, self.occupied) & target, moves);
        }
        for from in ours & self.board.queens() {
            self.walk(Role::Queen, from, queen_attacks(from, self.occupied) & target, moves);
        }
    }

    #[inline]
    fn walk(&self, role: Role, from: Square, to: Bitboard, moves: &mut MoveList<Move>) {
        for to in to & self.free(from) {
            let capture = self.captured(to);
            moves.push(Move::Normal { role, from, capture, to, promotion: None });
        }
    }

    fn pawns(&self, target: Bitboard, moves: &mut MoveList<Move>) {
        let pawns = self.board.pawns() & self.board.by_color(self.us);
        let ahead = self.us.fold_wb(8, -8);
        let empty = !self.occupied;
        // To the a-file's side first, then to the h-file's.
        for (sideways, edge) in [(-1, shakmaty::File::A), (1, shakmaty::File::H)] {
            let steps = (pawns & !Bitboard::from_file(edge)).shift(ahead + sideways);
            self.pawn_steps(steps & self.theirs & target, ahead + sideways, moves);
        }
        let single = pawns.shift(ahead) & empty;
        self.pawn_steps(single & target, ahead, moves);
        let third = Bitboard::from_rank(self.us.fold_wb(Rank::Third, Rank::Sixth));
        self.pawn_steps((single & third).shift(ahead) & empty & target, 2 * ahead, moves);
    }

    /// Pawn moves by one kind of step, promotions last.
    #[inline]
    fn pawn_steps(&self, to: Bitboard, step: i32, moves: &mut MoveList<Move>) {
        let from = |to: Square| Square::new((i32::from(to) - step) as u32);
        for to in to & !Bitboard::BACKRANKS {
            let from = from(to);
            if self.free(from).contains(to) {
                let capture = self.captured(to);
                moves.push(Move::Normal { role: Role::Pawn, from, capture, to, promotion: None });
            }
        }
        for to in to & Bitboard::BACKRANKS {
            let from = from(to);
            if self.free(from).contains(to) {
                let (role, capture) = (Role::Pawn, self.captured(to));
                for promoted in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    let promotion = Some(promoted);
                    moves.push(Move::Normal { role, from, capture, to, promotion });
                }
            }
        }
    }

    fn king(&self, target: Bitboard, moves: &mut MoveList<Move>) {
        // The king must not hide behind itself.
        let occupied = self.occupied.without(self.king);
        for to in king_attacks(self.king) & target {
            if self.board.attacks_to(to, !self.us, occupied).is_empty() {
                let (role, from, capture) = (Role::King, self.king, self.captured(to));
                moves.push(Move::Normal { role, from, capture, to, promotion: None });
            }
        }
    }

    fn evasions(&self, moves: &mut MoveList<Move>) {
        self.king(!self.board.by_color(self.us), moves);
        if let Some(checker) = self.position.checkers().single_square() {
            self.pieces(between(self.king, checker).with(checker), moves);
        }
    }

    fn castling(&self, side: CastlingSide, moves: &mut MoveList<Move>) {
        let castles = self.position.castles();
        let Some(rook) = castles.rook(self.us, side) else { return };
        if (castles.path(self.us, side) & self.occupied).any() {
            return;
        }
        let king_to = side.king_to(self.us);
        let without_king = self.occupied.without(self.king);
        let is_attacked =
            |square, occupied| self.board.attacks_to(square, !self.us, occupied).any();
        let after = without_king.without(rook).with(side.rook_to(self.us));
        let passes_attack =
            between(self.king, king_to).into_iter().any(|square| is_attacked(square, without_king));
        if !passes_attack && !is_attacked(king_to, after) {
            moves.push(Move::Castle { king: self.king, rook });
        }
    }

    /// En passant takes two pieces off a rank, so it is played to see whether the king is safe.
    fn en_passant(&self, to: Square, moves: &mut MoveList<Move>) {
        let pawns = self.board.pawns() & self.board.by_color(self.us);
        for from in pawns & pawn_attacks(!self.us, to) {
            let taken = Square::from_coords(to.file(), from.rank());
            let occupied = self.occupied.without(from).without(taken).with(to);
            let attackers = self.board.attacks_to(self.king, !self.us, occupied).without(taken);
            if attackers.is_empty() {
                moves.push(Move::EnPassant { from, to });
            }
        }
    }

    /// Where a piece may go without leaving a pin.
    #[inline]
    fn free(&self, from: Square) -> Bitboard {
        if self.pinned.contains(from) { ray(self.king, from) } else { Bitboard::FULL }
    }

    #[inline]
    fn captured(&self, to: Square) -> Option<Role> {
        if self.theirs.contains(to) { self.board.role_at(to) } else { None }
    }
}

/// Our pieces that stand alone between our king and an enemy slider.
pub(super) fn pinned(board: &Board, us: Color, king: Square) -> Bitboard {
    blockers(board, !us, king) & board.by_color(us)
}

/// The pieces of either side that stand alone between a king and a slider of a side.
pub(super) fn blockers(board: &Board, side: Color, king: Square) -> Bitboard {
    let snipers = (rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens()
        | bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens())
        & board.by_color(side);
    snipers
        .into_iter()
        .map(|sniper| between(king, sniper) & board.occupied())
        .filter(|blockers| !blockers.more_than_one())
        .fold(Bitboard::EMPTY, |blockers, blocker| blockers | blocker)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::ChessRules;
    use crate::games::{Position as _, splitmix};

    /// Pins, checks, double checks, en passant that uncovers the king, castling through attacks and
    /// from squares of Chess960.
    const STARTS: [&str; 8] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
        "4k3/2p3p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P2/4K3 w - - 0 1",
        "1rk2r2/p1pp1pp1/8/8/8/8/P1PP1PP1/1RK2R2 w FBfb - 0 1",
    ];

    #[test]
    fn moves_are_those_of_shakmaty_in_its_order() {
        let (mut n_checks, mut n_en_passant, mut n_castles) = (0, 0, 0);
        let rules = ChessRules { castling: shakmaty::CastlingMode::Chess960 };
        for (seed, start) in STARTS.iter().cycle().take(400).enumerate() {
            let mut position = Chess::parse(start, rules).unwrap();
            for ply in 0..80 {
                let mut moves = MoveList::new();
                position.generate(&mut moves);
                let expected = position.inner.legal_moves();
                assert_eq!(moves.as_slice(), expected.as_slice(), "{}", position.text());
                n_checks += u32::from(position.is_check);
                n_en_passant += moves.iter().filter(|m| m.is_en_passant()).count();
                n_castles += moves.iter().filter(|m| m.is_castle()).count();
                if moves.is_empty() {
                    break;
                }
                position.play(moves[splitmix(seed as u64, ply) as usize % moves.len()]);
            }
        }
        assert!(n_checks > 500 && n_en_passant > 50 && n_castles > 300);
    }
}
