//! A chess position in 32 bytes.
//!
//! The occupied squares (8 bytes, a1 in the lowest bit); four bits for each of at most 32 pieces in
//! the order of the squares (16); the side to move and the file of a legal en passant capture (1);
//! the halfmove clock (3) and the move number (4). Numbers begin with their lowest byte. A rook that
//! may still castle is a piece of its own, which serves any arrangement of the first rank.

use std::num::NonZeroU32;

use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, Color, EnPassantMode, File,
    FromSetup as _, Position as _, PositionError, Rank, Role, Setup, Square,
};

use super::writing::{Ascii, EMPTY, Fields};

pub(super) const WIDTH: usize = 32;

const PIECES: usize = 8;
const FLAGS: usize = 24;
const HALFMOVES: usize = 25;
const FULLMOVES: usize = 28;
const MOST_PIECES: u32 = 32;

/// What a packed clock can hold; one that ran longer stands still, and none is read.
pub(super) const MOST_HALFMOVES: u32 = (1 << 24) - 1;

/// The three lower bits of a piece: these roles in order, and then the rook that may castle.
const ROLES: [Role; 6] =
    [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
const KING: usize = 5;
const CASTLING_ROOK: usize = 6;
/// The highest bit of a piece.
const BLACK: usize = 3;

/// The letters of the codes of pieces; codes 7 and 15 are not used.
const LETTERS: &[u8; 16] = b"PNBRQKR?pnbrqkr?";

/// For each bit of the codes, the squares whose piece has it.
pub(super) type Planes = [u64; 4];

/// The code of a piece by its letter, without castling.
pub(super) const fn code(letter: u8) -> Option<usize> {
    let mut code = 0;
    while code < LETTERS.len() {
        if LETTERS[code] == letter && letter != b'?' {
            return Some(code);
        }
        code += 1;
    }
    None
}

/// Packs what the rules compare, and the clocks.
pub(super) fn pack(position: &Chess, bytes: &mut [u8]) {
    let board = position.board();
    let rights = position.castles().castling_rights();
    let mut planes = planes_of(board);
    // A rook is 3, one that may castle 6.
    planes[0] ^= u64::from(rights);
    planes[2] ^= u64::from(rights);
    let occupied = u64::from(board.occupied());
    bytes[..PIECES].copy_from_slice(&occupied.to_le_bytes());
    bytes[PIECES..FLAGS].copy_from_slice(&codes(occupied, planes).to_le_bytes());
    let file = position.ep_square(EnPassantMode::Legal).map_or(0, |square| square.file() as u8 + 1);
    bytes[FLAGS] = u8::from(position.turn().is_black()) | file << 1;
    let halfmoves = position.halfmoves().min(MOST_HALFMOVES).to_le_bytes();
    bytes[HALFMOVES..FULLMOVES].copy_from_slice(&halfmoves[..3]);
    bytes[FULLMOVES..WIDTH].copy_from_slice(&position.fullmoves().get().to_le_bytes());
}

fn planes_of(board: &Board) -> Planes {
    let (roles, colors) = board.clone().into_bitboards();
    let mut planes = [0; 4];
    for (code, role) in ROLES.into_iter().enumerate() {
        let squares = u64::from(*roles.get(role));
        for (bit, plane) in planes[..BLACK].iter_mut().enumerate() {
            *plane |= squares * (code >> bit & 1) as u64;
        }
    }
    planes[BLACK] = u64::from(colors.black);
    planes
}

/// The pieces on the occupied squares, four bits each, the first in the lowest.
fn codes(mut occupied: u64, planes: Planes) -> u128 {
    let mut halves = [0u64; 2];
    for half in &mut halves {
        let mut shift = 0;
        while occupied != 0 && shift < 64 {
            let square = occupied.trailing_zeros();
            occupied &= occupied - 1;
            let bit = |plane: usize| (planes[plane] >> square & 1) << plane;
            *half |= (bit(0) | bit(1) | bit(2) | bit(3)) << shift;
            shift += 4;
        }
    }
    u128::from(halves[0]) | u128::from(halves[1]) << 64
}

/// The bytes of a packed position, taken apart but not yet checked.
struct Parts {
    occupied: u64,
    codes: u128,
    turn: Color,
    ep_file: u8,
    halfmoves: u32,
    fullmoves: u32,
}

impl Parts {
    fn of(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; WIDTH] = bytes.try_into().ok()?;
        let [.., a, b, c, d] = *bytes;
        let occupied = u64::from_le_bytes(*bytes.first_chunk()?);
        let codes = u128::from_le_bytes(bytes[PIECES..FLAGS].try_into().ok()?);
        let n_pieces = occupied.count_ones();
        // What lies behind the last piece must be empty, for equal positions have equal bytes.
        let fits = n_pieces <= MOST_PIECES && codes.checked_shr(4 * n_pieces).unwrap_or(0) == 0;
        let ep_file = bytes[FLAGS] >> 1;
        (fits && ep_file <= 8).then(|| Self {
            occupied,
            codes,
            turn: turn(bytes),
            ep_file,
            halfmoves: u32::from_le_bytes([
                bytes[HALFMOVES],
                bytes[HALFMOVES + 1],
                bytes[HALFMOVES + 2],
                0,
            ]),
            fullmoves: u32::from_le_bytes([a, b, c, d]),
        })
    }

    fn planes(&self) -> Planes {
        let mut planes = [0; 4];
        let mut occupied = self.occupied;
        for mut half in [self.codes as u64, (self.codes >> 64) as u64] {
            for _ in 0..16 {
                if occupied == 0 {
                    break;
                }
                let square = occupied.trailing_zeros();
                occupied &= occupied - 1;
                for (bit, plane) in planes.iter_mut().enumerate() {
                    *plane |= (half >> bit & 1) << square;
                }
                half >>= 4;
            }
        }
        planes
    }

    fn ep_square(&self) -> Option<Square> {
        let file = self.ep_file.checked_sub(1)?;
        let rank = self.turn.fold_wb(Rank::Sixth, Rank::Third);
        Some(Square::from_coords(File::new(u32::from(file)), rank))
    }
}

/// What stands where in a packed position, without the checks of a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedPieces {
    /// The squares of White's pawns, knights, bishops, rooks, queens and king at 0 to 5, and of
    /// Black's at 8 to 13; rooks that may still castle are at 6 and 14 as well.
    pub squares: [u64; 16],
    /// Who moves.
    pub turn: Color,
    /// The move number.
    pub fullmoves: u32,
}

/// Looks at a packed position; `None` if the bytes cannot be one.
pub fn packed_pieces(bytes: &[u8]) -> Option<PackedPieces> {
    let parts = Parts::of(bytes)?;
    let mut squares = [0; 16];
    let mut occupied = parts.occupied;
    for mut half in [parts.codes as u64, (parts.codes >> 64) as u64] {
        for _ in 0..16 {
            if occupied == 0 {
                break;
            }
            squares[half as usize & 15] |= occupied & occupied.wrapping_neg();
            occupied &= occupied - 1;
            half >>= 4;
        }
    }
    squares[3] |= squares[CASTLING_ROOK];
    squares[11] |= squares[CASTLING_ROOK | 8];
    let is_one = squares[7] | squares[15] == 0 && parts.fullmoves > 0;
    is_one.then_some(PackedPieces { squares, turn: parts.turn, fullmoves: parts.fullmoves })
}

/// Who moves.
pub(super) fn turn(bytes: &[u8]) -> Color {
    Color::from_white(bytes[FLAGS] & 1 == 0)
}

/// Reads what [`pack`] wrote, with all the checks of a FEN.
pub(super) fn unpack(bytes: &[u8], mode: CastlingMode) -> Option<Chess> {
    let parts = Parts::of(bytes)?;
    let (board, castling_rights) = board_of(parts.occupied, parts.planes())?;
    let ep_square = parts.ep_square();
    let setup = Setup {
        board,
        turn: parts.turn,
        castling_rights,
        ep_square,
        halfmoves: parts.halfmoves,
        fullmoves: NonZeroU32::new(parts.fullmoves)?,
        ..Setup::empty()
    };
    let position =
        Chess::from_setup(setup, mode).or_else(PositionError::ignore_impossible_check).ok()?;
    // Only a legal capture is packed.
    (ep_square.is_none() || position.ep_square(EnPassantMode::Legal) == ep_square)
        .then_some(position)
}

/// The pieces on the occupied squares, and the rooks among them that may castle.
pub(super) fn board_of(occupied: u64, [a, b, c, black]: Planes) -> Option<(Board, Bitboard)> {
    let is = |code: usize| {
        let plane = |bit: usize, plane: u64| if code >> bit & 1 == 1 { plane } else { !plane };
        Bitboard(plane(0, a) & plane(1, b) & plane(2, c) & occupied)
    };
    let castling_rights = is(CASTLING_ROOK);
    let roles = ByRole {
        pawn: is(0),
        knight: is(1),
        bishop: is(2),
        rook: is(3) | castling_rights,
        queen: is(4),
        king: is(5),
    };
    let colors = ByColor { black: Bitboard(black & occupied), white: Bitboard(!black & occupied) };
    let board = Board::try_from_bitboards(roles, colors).ok()?;
    is(7).is_empty().then_some((board, castling_rights))
}

/// Appends the FEN of a packed position; `None` if the bytes are none, or if it takes more to tell
/// how the rooks that may castle are called. What only the rules would find wrong (a king in check,
/// say) is not seen.
pub(super) fn write_fen(bytes: &[u8], text: &mut String) -> Option<()> {
    let parts = Parts::of(bytes)?;
    let mut cells = [EMPTY; 64];
    let (mut occupied, mut rights, mut n_kings) = (parts.occupied, 0u64, [0; 2]);
    for mut half in [parts.codes as u64, (parts.codes >> 64) as u64] {
        for _ in 0..16 {
            if occupied == 0 {
                break;
            }
            let square = occupied.trailing_zeros();
            occupied &= occupied - 1;
            let code = half as usize & 15;
            half >>= 4;
            cells[square as usize] = LETTERS[code];
            rights |= u64::from(code & 7 == CASTLING_ROOK) << square;
            n_kings[code >> BLACK] += u32::from(code & 7 == KING);
            if code & 7 == 7 {
                return None;
            }
        }
    }
    let fields = Fields {
        turn: parts.turn,
        castling_rights: Bitboard(rights),
        ep_square: parts.ep_square(),
        halfmoves: parts.halfmoves,
        fullmoves: parts.fullmoves,
    };
    let is_plain = n_kings == [1, 1] && parts.fullmoves > 0 && fields.has_corners_only();
    is_plain.then(|| {
        let mut ascii = Ascii::default();
        ascii.push_board(&cells);
        ascii.push_fields(&fields);
        text.push_str(ascii.as_str());
    })
}
