//! Static exchange evaluation: what a capture wins when both sides go on capturing on its square.
//!
//! CITE: Hyatt's SEE in CRAFTY (Kocsis 2003, §2.2.2), here as a question about a threshold.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Color, Move, Position as _, Role};

use super::Chess;

/// Rough values of pawn, knight, bishop, rook, queen and king, in centipawns, for exchanges only.
pub const PIECE_VALUES: [i32; 6] = [100, 325, 325, 500, 975, 20_000];

const fn value(role: Role) -> i32 {
    PIECE_VALUES[role as usize - 1]
}

impl Chess {
    /// Whether the exchange that starts with `m` wins at least `threshold` centipawns. En passant
    /// counts as a pawn won, for it is rare and seldom taken back.
    ///
    /// ```
    /// use tabiya_core::games::{Position, chess::{Chess, ChessRules}};
    ///
    /// let text = "4k3/8/3p4/4p3/8/5N2/8/4K3 w - - 0 1";
    /// let position = Chess::parse(text, ChessRules::default()).unwrap();
    /// let capture = position.parse_move("f3e5").unwrap();
    /// assert!(!position.exchange_wins(capture, 0)); // a knight for a pawn
    /// ```
    pub fn exchange_wins(&self, m: Move, threshold: i32) -> bool {
        let Move::Normal { role, from, capture, to, promotion } = m else {
            return threshold <= if m.is_en_passant() { value(Role::Pawn) } else { 0 };
        };
        let promoted = promotion.map_or(0, |p| value(p) - value(Role::Pawn));
        let mut balance = capture.map_or(0, value) + promoted - threshold;
        if balance < 0 {
            return false;
        }
        balance -= value(promotion.unwrap_or(role));
        if balance >= 0 {
            return true;
        }
        let board = self.inner.board();
        let diagonal = board.bishops_and_queens();
        let straight = board.rooks_and_queens();
        let mut occupied = board.occupied() ^ Bitboard::from(from) | Bitboard::from(to);
        let mut side = !self.inner.turn();
        let pawns = board.pawns()
            & (pawn_attacks(Color::White, to) & board.black()
                | pawn_attacks(Color::Black, to) & board.white());
        let mut attackers = (bishop_attacks(to, occupied) & diagonal
            | rook_attacks(to, occupied) & straight
            | knight_attacks(to) & board.knights()
            | king_attacks(to) & board.kings()
            | pawns)
            & occupied;
        loop {
            let ours = attackers & board.by_color(side);
            let Some((attacker, square)) = Role::ALL
                .into_iter()
                .find_map(|role| Some((role, (ours & board.by_role(role)).first()?)))
            else {
                break;
            };
            if attacker == Role::King && (attackers & board.by_color(!side)).any() {
                break; // the king may not capture into an attack
            }
            occupied.discard(square);
            if matches!(attacker, Role::Pawn | Role::Bishop | Role::Queen) {
                attackers |= bishop_attacks(to, occupied) & diagonal;
            }
            if matches!(attacker, Role::Rook | Role::Queen) {
                attackers |= rook_attacks(to, occupied) & straight;
            }
            attackers &= occupied;
            side = !side;
            balance = -balance - 1 - value(attacker);
            if balance >= 0 {
                break;
            }
        }
        side != self.inner.turn()
    }
}
