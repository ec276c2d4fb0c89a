//! What several parts of the evaluation want to know of a board.

use shakmaty::{Bitboard, Board, Color, Role};

use super::bits::pawn_attacks;

/// The board as bitboards by side (0 is White) and role (0 is the pawn), with the attacks that
/// [`super::pieces`] fills in.
pub struct Facts {
    pub occupied: u64,
    pub by_side: [u64; 2],
    pub pieces: [[u64; 6]; 2],
    pub kings: [usize; 2],
    pub pawn_attacks: [u64; 2],
    /// Everything that a side attacks, and what its knights and bishops or rooks do.
    pub attacks: [u64; 2],
    pub minor_attacks: [u64; 2],
    pub rook_attacks: [u64; 2],
    /// Strength of the attack on each side's king.
    pub danger: [i32; 2],
}

impl Facts {
    pub fn new(board: &Board) -> Self {
        let colours = [Color::White, Color::Black];
        let by_side = colours.map(|c| board.by_color(c).0);
        let role_boards = Role::ALL.map(|role| board.by_role(role).0);
        let pieces = by_side.map(|side| role_boards.map(|role| role & side));
        let kings = pieces.map(|p| (p[5].trailing_zeros() & 63) as usize);
        let pawn_attacks = [pawn_attacks(0, pieces[0][0]), pawn_attacks(1, pieces[1][0])];
        let king_attacks =
            kings.map(|k| shakmaty::attacks::king_attacks(shakmaty::Square::new(k as u32)).0);
        Self {
            occupied: by_side[0] | by_side[1],
            by_side,
            pieces,
            kings,
            pawn_attacks,
            attacks: [pawn_attacks[0] | king_attacks[0], pawn_attacks[1] | king_attacks[1]],
            minor_attacks: [0; 2],
            rook_attacks: [0; 2],
            danger: [0; 2],
        }
    }

    /// Whether a side has nothing but its king.
    pub fn is_bare(&self, side: usize) -> bool {
        self.by_side[side].is_power_of_two()
    }
}

/// The squares that a piece of this role (1 the knight, … 4 the queen) attacks.
#[inline]
pub fn attacks_of(role: usize, square: usize, occupied: u64) -> u64 {
    use shakmaty::attacks::{bishop_attacks, knight_attacks, queen_attacks, rook_attacks};
    let square = shakmaty::Square::new(square as u32);
    let occupied = Bitboard(occupied);
    match role {
        1 => knight_attacks(square).0,
        2 => bishop_attacks(square, occupied).0,
        3 => rook_attacks(square, occupied).0,
        _ => queen_attacks(square, occupied).0,
    }
}
