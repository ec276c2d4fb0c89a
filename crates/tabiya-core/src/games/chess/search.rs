//! Chess as the search sees it.

use shakmaty::attacks::{knight_attacks, queen_attacks};
use shakmaty::{Bitboard, Color, Move, Position as _, Rank, Role, Square};

use super::checks::CheckSight;
use super::params::ChessParams;
use super::{Chess, PIECE_VALUES};
use crate::games::MoveList;
use crate::search::game::{ExtensionContext, Searchable};
use crate::search::{Depth, PLY};

impl Searchable for Chess {
    type Params = ChessParams;
    type CheckSight = CheckSight;

    const PRESET: &'static str = "modern";
    const HISTORY_SIZE: usize = 2 * 64 * 64;
    const PIECES: [&'static [char]; 2] =
        [&['P', 'N', 'B', 'R', 'Q', 'K'], &['p', 'n', 'b', 'r', 'q', 'k']];

    #[inline]
    fn code(m: Move) -> u16 {
        // Nearly all moves are normal: one question instead of one for each part of the move.
        if let Move::Normal { from, to, promotion, .. } = m {
            let promoted = promotion.map_or(0, |role| role as u16 - 1);
            return from as u16 | (to as u16) << 6 | promoted << 12;
        }
        let (from, to) = Self::squares(m);
        u16::from(from) | u16::from(to) << 6
    }

    #[inline]
    fn squares(m: Move) -> (u8, u8) {
        if let Move::Normal { from, to, .. } = m {
            return (from as u8, to as u8);
        }
        (m.from().map_or(0, |square| square as u8), m.to() as u8)
    }

    /// As a queen or a knight: the others do nothing else, and castling goes along a rank.
    #[inline]
    fn may_go(from: u8, to: u8) -> bool {
        let [from, to] = [from, to].map(|square| Square::new(u32::from(square)));
        let targets = queen_attacks(from, Bitboard::EMPTY) | knight_attacks(from);
        targets.contains(to)
    }

    #[inline]
    fn move_with_code(&self, code: u16) -> Option<Move> {
        // More than two squares is a promotion.
        if code == 0 || code >> 12 != 0 {
            return None;
        }
        self.normal_move(Square::new(u32::from(code & 63)), Square::new(u32::from(code >> 6)))
    }

    const KINDS: usize = 6;
    const HAS_DIRECTION: bool = true;

    #[inline]
    fn men(&self, kind: usize) -> [u64; 2] {
        let board = self.inner.board();
        let of_kind = board.by_role(Role::ALL[kind]);
        [Color::White, Color::Black].map(|color| (board.by_color(color) & of_kind).0)
    }

    #[inline]
    fn n_men(&self) -> usize {
        self.inner.board().occupied().count()
    }

    #[inline]
    fn each_man(&self, mut tell: impl FnMut(usize, usize)) {
        let own = self.inner.turn();
        for (square, piece) in self.inner.board() {
            let side = if piece.color == own { 0 } else { Self::KINDS };
            tell(square as usize, side + piece.role as usize - 1);
        }
    }

    #[inline]
    fn is_quiet(&self, m: Move) -> bool {
        match m {
            Move::Normal { capture, promotion, .. } => {
                capture.is_none() && promotion != Some(Role::Queen)
            }
            _ => !m.is_en_passant(),
        }
    }

    /// Most valuable victim first, then least valuable attacker.
    #[inline]
    fn noisy_value(&self, m: Move) -> i32 {
        let victim = m.capture().map_or(0, |role| PIECE_VALUES[role as usize - 1]);
        let promotion = m.promotion().map_or(0, |role| PIECE_VALUES[role as usize - 1]);
        (victim + promotion) * 8 - m.role() as i32
    }

    #[inline]
    fn loses_material(&self, m: Move) -> bool {
        match m {
            Move::Normal { role, capture: Some(victim), .. } if victim >= role => false,
            _ => !self.exchange_wins(m, 0),
        }
    }

    #[inline]
    fn loses_more_than(&self, m: Move, centipawns: i32) -> bool {
        !self.exchange_wins(m, -centipawns)
    }

    const CONTINUATION_SIZE: usize = 2 * 6 * 64;

    #[inline]
    fn piece_to(&self, m: Move) -> usize {
        let (role, to) = match m {
            Move::Normal { role, to, .. } => (role, to),
            _ => (m.role(), m.to()),
        };
        (self.inner.turn() as usize * 6 + role as usize - 1) * 64 + to.to_usize()
    }

    #[inline]
    fn is_check(&self) -> bool {
        self.is_check
    }

    #[inline]
    fn check_sight(&self) -> CheckSight {
        CheckSight::new(self)
    }

    #[inline]
    fn gives_check(&self, m: Move, sight: &CheckSight) -> bool {
        sight.is_check(self, m)
    }

    #[inline]
    fn play_foreseen(&mut self, m: Move, foresee: impl FnOnce(u64)) {
        self.advance(m, foresee);
    }

    #[inline]
    fn key_after(&self, code: u16) -> Option<u64> {
        let square = |code: u16| Square::new(u32::from(code & 63));
        self.foreseen_key(square(code), square(code >> 6))
    }

    #[inline]
    fn null_key(&self) -> Option<u64> {
        Some(self.key_of_pass())
    }

    /// Nothing is proved by passing when only pawns are left, where zugzwang is common.
    fn null_move(&self) -> Option<Self> {
        let board = self.inner.board();
        let pieces = self.inner.us() & !(board.pawns() | board.kings());
        if pieces.any() { self.pass() } else { None }
    }

    fn quiescence_moves(&self, moves: &mut MoveList<Move>) {
        self.noisy_moves(moves);
    }

    /// The five extensions of CRAFTY (Kocsis 2003, §2.2.2), together at most a ply.
    fn extension(&self, m: Move, context: &ExtensionContext<'_, Self>) -> Depth {
        let params = context.params;
        let mut plies = if context.child.is_check { params.extend_check } else { 0.0 };
        let recaptures = || context.previous.is_some_and(|previous| is_recapture(previous, m));
        if params.extend_recapture > 0.0 && recaptures() {
            plies += params.extend_recapture;
        }
        if context.n_moves == 1 && self.is_check {
            plies += params.extend_one_reply;
        }
        if params.extend_passed_pawn > 0.0 && self.is_far_passed_push(m) {
            plies += params.extend_passed_pawn;
        }
        if context.mate_threat {
            plies += params.extend_mate_threat;
        }
        (plies.min(1.0) * f64::from(PLY)) as Depth
    }
}

/// Whether `m` takes back, on the same square, about as much as was just lost.
fn is_recapture(previous: Move, m: Move) -> bool {
    let (Some(lost), Some(taken)) = (previous.capture(), m.capture()) else { return false };
    let difference = PIECE_VALUES[lost as usize - 1] - PIECE_VALUES[taken as usize - 1];
    previous.to() == m.to() && difference == 0
}

impl Chess {
    /// Whether `m` brings a passed pawn to the sixth or seventh rank where it does not just fall.
    fn is_far_passed_push(&self, m: Move) -> bool {
        let Move::Normal { role: Role::Pawn, to, .. } = m else { return false };
        let us = self.inner.turn();
        if us.relative_rank(to.rank()) < Rank::Sixth || m.promotion().is_some() {
            return false;
        }
        let enemy_pawns = self.inner.board().pawns() & self.inner.them();
        (enemy_pawns & passed_span(us, to)).is_empty() && self.exchange_wins(m, 0)
    }
}

/// The squares from which an enemy pawn could still stop a pawn: ahead, on three files.
fn passed_span(us: shakmaty::Color, square: shakmaty::Square) -> Bitboard {
    let file = Bitboard::from_file(square.file());
    let files = file
        | file.shift(1) & !Bitboard::from_file(shakmaty::File::A)
        | file.shift(-1) & !Bitboard::from_file(shakmaty::File::H);
    let ahead = us.fold_wb(
        !0 << (8 * (square.rank() as u32) + 7) << 1,
        (1 << (8 * square.rank() as u32)) - 1,
    );
    files & Bitboard(ahead)
}
