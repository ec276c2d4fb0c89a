//! Packed positions of games whose pieces differ in nothing but colour: two boards and the side to
//! move, in 17 bytes.

use super::Side;

pub(super) const WIDTH: usize = 17;

const TURN: usize = 16;
/// A packed position is never all zeros.
const CODES: [u8; 2] = [1, 2];

pub(super) fn pack(boards: [u64; 2], turn: Side, bytes: &mut [u8]) {
    bytes[..8].copy_from_slice(&boards[0].to_le_bytes());
    bytes[8..TURN].copy_from_slice(&boards[1].to_le_bytes());
    bytes[TURN] = CODES[turn.index()];
}

/// The boards, which share no square, and who moves.
pub(crate) fn unpack(bytes: &[u8]) -> Option<([u64; 2], Side)> {
    let bytes: &[u8; WIDTH] = bytes.try_into().ok()?;
    let first = u64::from_le_bytes(*bytes.first_chunk()?);
    let second = u64::from_le_bytes(bytes[8..TURN].try_into().ok()?);
    let is_possible = first & second == 0 && CODES.contains(&bytes[TURN]);
    is_possible.then(|| ([first, second], turn(bytes)))
}

pub(super) fn turn(bytes: &[u8]) -> Side {
    if bytes[TURN] == CODES[0] { Side::First } else { Side::Second }
}
