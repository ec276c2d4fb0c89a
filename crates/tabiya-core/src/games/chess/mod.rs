//! Chess, on the rules of `shakmaty`.
//!
//! What is added here is what a search needs at every node: a key and a pawn key kept move by
//! move, a null move, a generator of captures, and the static exchange evaluation.

mod checks;
mod exchange;
mod fen;
mod generate;
mod keys;
mod noisy;
mod packing;
mod params;
mod reading;
mod recall;
mod search;
mod writing;

use std::hash::{Hash, Hasher};

use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Color, EnPassantMode, Move, Position as _, Role, Square};

use super::{IllegalMoveError, MoveList, Outcome, Position, RulesError, Side, UnpackError};

pub use checks::CheckSight;
pub use exchange::PIECE_VALUES;
pub use packing::{PackedPieces, packed_pieces};
pub use params::ChessParams;
pub(crate) use writing::{Ascii, EMPTY, Fields, castling_of_bits, rank_text};

/// A chess position.
///
/// ```
/// use tabiya_core::games::{Position, chess::{Chess, ChessRules}};
///
/// let mut position = Chess::initial(ChessRules::default());
/// position.play(position.parse_move("e2e4").unwrap());
/// assert_eq!(position.text(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
/// ```
#[derive(Clone, Debug)]
pub struct Chess {
    inner: shakmaty::Chess,
    key: u64,
    pawn_key: u64,
    en_passant_key: u64,
    /// Asked for several times in every node.
    is_check: bool,
    rules: ChessRules,
    /// Passes among the plies that `inner` counts towards the fifty-move rule.
    n_passes: u8,
}

/// The options of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChessRules {
    /// `chess960`: whether kings and rooks may castle from other squares than usual. Castling moves
    /// are then written as the king taking its rook.
    pub castling: CastlingMode,
}

impl Default for ChessRules {
    fn default() -> Self {
        Self { castling: CastlingMode::Standard }
    }
}

impl Chess {
    fn new(inner: shakmaty::Chess, rules: ChessRules) -> Self {
        let en_passant_key = keys::en_passant(&inner);
        let (key, pawn_key) = keys::from_scratch(&inner);
        let is_check = inner.is_check();
        let key = key ^ en_passant_key;
        Self { inner, key, pawn_key, en_passant_key, is_check, rules, n_passes: 0 }
    }

    /// A position of `shakmaty`, by the usual rules.
    pub fn of(inner: shakmaty::Chess) -> Self {
        Self::new(inner, ChessRules::default())
    }

    /// The position as `shakmaty` sees it.
    pub fn inner(&self) -> &shakmaty::Chess {
        &self.inner
    }

    /// A hash of the pawns and kings alone.
    pub fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The same board with the other side to move; `None` when that would be illegal (a check).
    pub fn pass(&self) -> Option<Self> {
        if self.is_check {
            return None;
        }
        let mut passed = self.clone();
        // A move of the king to its own square as a knight that becomes a king again: `shakmaty`
        // makes it without looking, hands over the turn, and no right to castle is lost.
        let king = self.inner.board().king_of(self.inner.turn())?;
        passed.inner.play_unchecked(Move::Normal {
            role: Role::Knight,
            from: king,
            capture: None,
            to: king,
            promotion: Some(Role::King),
        });
        passed.key = self.key_of_pass();
        passed.en_passant_key = 0;
        passed.n_passes = passed.n_passes.saturating_add(1);
        Some(passed)
    }

    /// The key after a pass.
    #[inline]
    fn key_of_pass(&self) -> u64 {
        self.key ^ self.en_passant_key ^ keys::TURN
    }

    /// The key after a move between two squares that is neither castling nor en passant nor a
    /// promotion, but for castling rights that are lost; `None` if there is nothing to move.
    #[inline]
    fn foreseen_key(&self, from: Square, to: Square) -> Option<u64> {
        let (board, us) = (self.inner.board(), self.inner.turn());
        let (role, capture) = (board.role_at(from)?, board.role_at(to));
        let m = Move::Normal { role, from, capture, to, promotion: None };
        Some(self.key ^ keys::of_move(us, m).0 ^ self.en_passant_key)
    }

    /// Makes a legal move; `foresee` hears the key after it, but for castling rights that are lost
    /// and a square for en passant, before the pieces are moved.
    #[inline]
    fn advance(&mut self, m: Move, foresee: impl FnOnce(u64)) {
        let rights = self.inner.castles().castling_rights();
        let (change, pawn_change) = keys::of_move(self.inner.turn(), m);
        self.key ^= change ^ self.en_passant_key;
        foresee(self.key);
        self.inner.play_unchecked(m);
        self.pawn_key ^= pawn_change;
        let rights_after = self.inner.castles().castling_rights();
        if rights != rights_after {
            self.key ^= keys::castling(rights) ^ keys::castling(rights_after);
        }
        self.en_passant_key = if is_double_push(m) { keys::en_passant(&self.inner) } else { 0 };
        self.key ^= self.en_passant_key;
        self.is_check = self.inner.is_check();
        if m.is_zeroing() {
            self.n_passes = 0;
        }
    }

    /// Plies since the last capture or pawn move, passes left out.
    fn quiet_plies(&self) -> u32 {
        self.inner.halfmoves().saturating_sub(self.n_passes.into())
    }
}

/// The key of a position that is known to `shakmaty` alone.
pub(crate) fn key_of(position: &shakmaty::Chess) -> u64 {
    keys::from_scratch(position).0 ^ keys::en_passant(position)
}

/// The side that a colour plays.
pub const fn side_of(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

impl PartialEq for Chess {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.inner == other.inner
    }
}

impl Eq for Chess {}

impl Hash for Chess {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl Position for Chess {
    type Move = Move;
    type Rules = ChessRules;

    const NAME: &'static str = "chess";
    const SIDES: [&'static str; 2] = ["white", "black"];

    fn set_rule(rules: &mut ChessRules, option: &str, value: &str) -> Result<(), RulesError> {
        rules.castling = match (option, value) {
            ("chess960", "true") => CastlingMode::Chess960,
            ("chess960", "false") => CastlingMode::Standard,
            _ => {
                let message = format!(
                    "rules of chess: expected chess960 = true or false, found {option} = {value:?}"
                );
                return Err(RulesError::new(message));
            }
        };
        Ok(())
    }

    fn initial(rules: ChessRules) -> Self {
        Self::new(shakmaty::Chess::new(), rules)
    }

    fn parse(text: &str, rules: ChessRules) -> Result<Self, super::ParsePositionError> {
        fen::parse(text, rules.castling).map(|inner| Self::new(inner, rules))
    }

    fn text(&self) -> String {
        shakmaty::fen::Fen::from_position(&self.inner, EnPassantMode::Legal).to_string()
    }

    const PACKED_WIDTH: usize = packing::WIDTH;

    fn pack(&self, bytes: &mut [u8]) {
        packing::pack(&self.inner, bytes);
    }

    fn unpack(bytes: &[u8], rules: ChessRules) -> Result<Self, UnpackError> {
        let found = packing::unpack(bytes, rules.castling);
        found.map(|inner| Self::new(inner, rules)).ok_or(UnpackError::new(Self::NAME))
    }

    fn packed_turn(bytes: &[u8]) -> Side {
        side_of(packing::turn(bytes))
    }

    fn pack_text(
        text: &str,
        rules: ChessRules,
        bytes: &mut [u8],
    ) -> Result<(), super::ParsePositionError> {
        fen::parse(text, rules.castling).map(|position| packing::pack(&position, bytes))
    }

    fn unpack_text(bytes: &[u8], rules: ChessRules, text: &mut String) -> Result<(), UnpackError> {
        if packing::write_fen(bytes, text).is_none() {
            text.push_str(&Self::unpack(bytes, rules)?.text());
        }
        Ok(())
    }

    fn cells(&self) -> [char; 64] {
        let mut cells = ['.'; 64];
        for (square, piece) in self.inner.board() {
            cells[square.to_usize()] = piece.char();
        }
        cells
    }

    fn turn(&self) -> Side {
        side_of(self.inner.turn())
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn legal_moves(&self, moves: &mut MoveList<Move>) {
        self.generate(moves);
    }

    fn play(&mut self, m: Move) {
        self.advance(m, |_| {});
    }

    fn decided(&self) -> Option<Outcome> {
        let fifty = self.quiet_plies() >= 100 && !self.inner.is_checkmate();
        let board = self.inner.board();
        // A pawn, rook or queen can always mate: nearly all positions have one.
        let is_bare = (board.pawns() | board.rooks_and_queens()).is_empty();
        let is_drawn = fifty || is_bare && self.inner.is_insufficient_material();
        is_drawn.then_some(Outcome::Draw)
    }

    fn outcome_without_moves(&self) -> Outcome {
        if self.is_check { Outcome::Win(self.turn().other()) } else { Outcome::Draw }
    }

    fn reversible_plies(&self) -> usize {
        self.quiet_plies() as usize
    }

    fn repetitions_to_draw(&self) -> u32 {
        3
    }

    fn move_text(&self, m: Move) -> String {
        m.to_uci(self.rules.castling).to_string()
    }

    fn parse_move(&self, text: &str) -> Result<Move, IllegalMoveError> {
        let mut moves = MoveList::new();
        self.legal_moves(&mut moves);
        // Only of one move the text is made: there is more than one way to write some of them.
        UciMove::from_ascii(text.as_bytes())
            .ok()
            .and_then(|uci| moves.into_iter().find(|m| m.to_uci(self.rules.castling) == uci))
            .filter(|&m| self.move_text(m) == text)
            .ok_or_else(|| IllegalMoveError::new(text, &self.text()))
    }
}

fn is_double_push(m: Move) -> bool {
    matches!(m, Move::Normal { role: Role::Pawn, from, to, .. } if distance(from, to) == 16)
}

fn distance(a: Square, b: Square) -> u8 {
    (a as u8).abs_diff(b as u8)
}
