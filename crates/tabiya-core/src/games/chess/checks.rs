//! Whether a move gives check, told without playing it: the search skips many moves that do not.

use shakmaty::attacks::{attacks, bishop_attacks, knight_attacks, pawn_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Move, Piece, Position as _, Square};

use super::Chess;
use super::generate::blockers;

/// From where the opponent's king can be put in check in a position, for all moves of it.
///
/// ```
/// use tabiya_core::games::{Position, chess::{Chess, ChessRules, CheckSight}};
///
/// let position = Chess::parse("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", ChessRules::default()).unwrap();
/// let sight = CheckSight::new(&position);
/// let checks = |text| sight.is_check(&position, position.parse_move(text).unwrap());
/// assert!(checks("e4f6") && checks("e4c3")); // by the knight, and by the rook behind it
/// assert!(!checks("e1e3"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CheckSight {
    king: Square,
    /// The squares from which a pawn, knight, bishop, rook, queen, king sees that king.
    squares: [Bitboard; 6],
    /// Our pieces that alone stand between it and a slider of ours.
    screens: Bitboard,
}

impl CheckSight {
    /// The sight of the side to move.
    ///
    /// # Panics
    /// If the opponent has no king.
    pub fn new(position: &Chess) -> Self {
        let (board, us) = (position.inner.board(), position.inner.turn());
        let king = board.king_of(!us).expect("both sides have a king");
        let occupied = board.occupied();
        let (diagonal, straight) = (bishop_attacks(king, occupied), rook_attacks(king, occupied));
        let squares = [
            pawn_attacks(!us, king),
            knight_attacks(king),
            diagonal,
            straight,
            diagonal | straight,
            Bitboard::EMPTY,
        ];
        Self { king, squares, screens: blockers(board, us, king) & board.by_color(us) }
    }

    /// Whether a legal move gives check.
    #[inline]
    pub fn is_check(&self, position: &Chess, m: Move) -> bool {
        // What leaves a line opens no longer one to its new square, for no slider of ours is on a
        // line to the king; only a pawn that is promoted may.
        let Move::Normal { role, from, to, promotion: None, .. } = m else {
            return self.is_rare_check(position, m);
        };
        self.squares[role as usize - 1].contains(to)
            || self.screens.contains(from) && !ray(self.king, from).contains(to)
    }

    /// The same for moves in which a piece vanishes or another appears.
    fn is_rare_check(&self, position: &Chess, m: Move) -> bool {
        let Move::Normal { from, to, promotion: Some(role), .. } = m else {
            let mut after = position.inner.clone();
            after.play_unchecked(m);
            return after.is_check();
        };
        let (board, us) = (position.inner.board(), position.inner.turn());
        let occupied = board.occupied() ^ Bitboard::from(from) | Bitboard::from(to);
        attacks(to, Piece { color: us, role }, occupied).contains(self.king)
            || self.screens.contains(from) && !ray(self.king, from).contains(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chess::ChessRules;
    use crate::games::{MoveList, Position as _, splitmix};

    /// Positions rich in checks: discovered, double, by castling, en passant and promotion.
    const STARTS: [&str; 5] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    ];

    #[test]
    fn checks_are_those_seen_after_the_move() {
        let mut n_checks = 0;
        for (seed, start) in STARTS.into_iter().enumerate() {
            let mut position = Chess::parse(start, ChessRules::default()).unwrap();
            for ply in 0..60 {
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let sight = CheckSight::new(&position);
                for &m in &moves {
                    let mut after = position.clone();
                    after.play(m);
                    assert_eq!(
                        sight.is_check(&position, m),
                        after.inner.is_check(),
                        "{start} {m:?}"
                    );
                    n_checks += u32::from(after.inner.is_check());
                }
                let Some(&m) = moves.get(splitmix(seed as u64, ply) as usize % moves.len().max(1))
                else {
                    break;
                };
                position.play(m);
            }
        }
        assert!(n_checks > 100);
    }
}
