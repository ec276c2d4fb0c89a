//! Whether a move gives check, told without playing it: the search skips many moves that do not.

use shakmaty::attacks::{attacks, bishop_attacks, ray, rook_attacks};
use shakmaty::{Bitboard, Move, Piece, Position as _};

use super::Chess;

impl Chess {
    /// Whether a legal move gives check.
    ///
    /// ```
    /// use tabiya_core::games::{Position, chess::{Chess, ChessRules}};
    ///
    /// let position = Chess::parse("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", ChessRules::default()).unwrap();
    /// let checks = |text| position.checks_by(position.parse_move(text).unwrap());
    /// assert!(checks("e4f6") && checks("e4c3")); // by the knight, and by the rook behind it
    /// assert!(!checks("e1e3"));
    /// ```
    pub fn checks_by(&self, m: Move) -> bool {
        let (board, us) = (self.inner.board(), self.inner.turn());
        let Some(king) = board.king_of(!us) else { return false };
        let Move::Normal { role, from, to, promotion, .. } = m else {
            // Two pieces move or vanish; rare enough to play it.
            let mut after = self.inner.clone();
            after.play_unchecked(m);
            return after.is_check();
        };
        let occupied = board.occupied() ^ Bitboard::from(from) | Bitboard::from(to);
        let piece = Piece { color: us, role: promotion.unwrap_or(role) };
        if attacks(to, piece, occupied).contains(king) {
            return true;
        }
        if !ray(king, from).any() {
            return false;
        }
        let ours = board.by_color(us).without(from);
        let straight = rook_attacks(king, occupied) & board.rooks_and_queens();
        let diagonal = bishop_attacks(king, occupied) & board.bishops_and_queens();
        ((straight | diagonal) & ours).any()
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
                for &m in &moves {
                    let mut after = position.clone();
                    after.play(m);
                    assert_eq!(position.checks_by(m), after.inner.is_check(), "{start} {m:?}");
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
