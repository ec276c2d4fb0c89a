//! A move that was found good before, told by its code: where it refutes the position again, the
//! other moves need not be listed.

use shakmaty::attacks::{attacks, king_attacks, pawn_attacks, ray};
use shakmaty::{Bitboard, Move, Piece, Position as _, Rank, Role, Square};

use super::Chess;
use super::generate::pinned;

impl Chess {
    /// The legal move between two squares. What is rare is `None` whether it is legal or not:
    /// castling, en passant, promotions, and whatever answers a check.
    pub(super) fn normal_move(&self, from: Square, to: Square) -> Option<Move> {
        let (board, us) = (self.inner.board(), self.inner.turn());
        let (ours, occupied) = (board.by_color(us), board.occupied());
        if self.is_check || !ours.contains(from) || ours.contains(to) {
            return None;
        }
        let role = board.role_at(from)?;
        let king = board.king_of(us)?;
        let reaches = match role {
            Role::Pawn => self.pawn_reaches(from, to),
            // The king must not hide behind itself.
            Role::King => {
                king_attacks(from).contains(to)
                    && board.attacks_to(to, !us, occupied.without(from)).is_empty()
            }
            _ => attacks(from, Piece { color: us, role }, occupied).contains(to),
        };
        let is_free = || {
            role == Role::King
                || ray(king, from).contains(to)
                || !pinned(board, us, king).contains(from)
        };
        let capture = board.role_at(to);
        (reaches && is_free()).then_some(Move::Normal { role, from, capture, to, promotion: None })
    }

    /// Whether a pawn takes something or steps from one square to another, short of promotion.
    fn pawn_reaches(&self, from: Square, to: Square) -> bool {
        let (board, us) = (self.inner.board(), self.inner.turn());
        if Bitboard::BACKRANKS.contains(to) {
            return false;
        }
        if board.by_color(!us).contains(to) {
            return pawn_attacks(us, from).contains(to);
        }
        let ahead = us.fold_wb(8, -8);
        let single = Bitboard::from(from).shift(ahead) & !board.occupied();
        let third = Bitboard::from_rank(us.fold_wb(Rank::Third, Rank::Sixth));
        (single | (single & third).shift(ahead) & !board.occupied()).contains(to)
    }
}

#[cfg(test)]
mod tests {
    use crate::games::chess::{Chess, ChessRules};
    use crate::games::{MoveList, Position as _, splitmix};
    use crate::search::Searchable as _;

    const STARTS: [&str; 4] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ];

    #[test]
    fn codes_give_the_listed_moves_and_no_others() {
        let (mut n_found, mut n_left) = (0, 0);
        for (seed, start) in STARTS.iter().cycle().take(24).enumerate() {
            let mut position = Chess::parse(start, ChessRules::default()).unwrap();
            for ply in 0..60 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                for code in 0..1 << 15 {
                    let listed = moves.iter().copied().find(|&m| Chess::code(m) == code);
                    match position.move_with_code(code) {
                        Some(m) => assert_eq!(Some(m), listed, "{}", position.text()),
                        None => n_left += usize::from(listed.is_some() && !position.is_check),
                    }
                }
                n_found += moves.len();
                let Some(&m) = moves.get(splitmix(seed as u64, ply) as usize % moves.len().max(1))
                else {
                    break;
                };
                position.play(m);
            }
        }
        // Castling, en passant and promotions are a small part of all moves.
        assert!(n_found > 10_000 && n_left * 10 < n_found, "{n_found} {n_left}");
    }
}
