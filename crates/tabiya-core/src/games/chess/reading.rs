//! FEN read quickly, as programs write it. Whatever is unusual is left to those who can say what is
//! wrong with it.

use std::num::NonZeroU32;

use shakmaty::{Bitboard, Color, Setup, Square};

use super::packing::{MOST_HALFMOVES, Planes, board_of, code};

/// Reads a FEN with the usual castling and single blanks; `None` if it is written otherwise or wrong.
pub(super) fn read(text: &[u8]) -> Option<Setup> {
    let (occupied, planes, rest) = read_board(text)?;
    let (board, _) = board_of(occupied, planes)?;
    let [b' ', turn, b' ', rest @ ..] = rest else { return None };
    let turn = match turn {
        b'w' => Color::White,
        b'b' => Color::Black,
        _ => return None,
    };
    let (castling_rights, rest) = read_castling(rest)?;
    let (ep_square, rest) = match rest {
        [b' ', b'-', rest @ ..] => (None, rest),
        [b' ', file @ b'a'..=b'h', rank @ b'1'..=b'8', rest @ ..] => {
            let square = u32::from(rank - b'1') * 8 + u32::from(file - b'a');
            (Some(Square::new(square)), rest)
        }
        _ => return None,
    };
    let (halfmoves, fullmoves) = read_clocks(rest)?;
    Some(Setup {
        board,
        turn,
        castling_rights,
        ep_square,
        halfmoves,
        fullmoves: NonZeroU32::new(fullmoves)?,
        ..Setup::empty()
    })
}

const PIECE: u8 = 0x80;

/// For every byte: a piece and its code, a number of empty squares, or nothing.
static BYTES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        if let Some(code) = code(byte as u8) {
            table[byte] = PIECE | code as u8;
        }
        byte += 1;
    }
    let mut digit = 1;
    while digit <= 8 {
        table[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    table
};

/// The occupied squares, the pieces there, and what follows.
fn read_board(text: &[u8]) -> Option<(u64, Planes, &[u8])> {
    let (mut occupied, mut planes) = (0u64, [0u64; 4]);
    let (mut rank, mut file, mut at) = (7u32, 0u32, 0);
    loop {
        let byte = *text.get(at)?;
        let means = BYTES[byte as usize];
        if means & PIECE != 0 {
            if file > 7 {
                return None;
            }
            let square = rank * 8 + file;
            occupied |= 1 << square;
            for (bit, plane) in planes.iter_mut().enumerate() {
                *plane |= u64::from(means >> bit & 1) << square;
            }
            file += 1;
        } else if means != 0 {
            file += u32::from(means);
        } else if file != 8 {
            return None;
        } else if rank == 0 {
            return Some((occupied, planes, &text[at..]));
        } else if byte == b'/' {
            (rank, file) = (rank - 1, 0);
        } else {
            return None;
        }
        at += 1;
    }
}

/// The rooks of the usual start that may castle. Whether they and their kings stand there is for the
/// rules to find out.
fn read_castling(text: &[u8]) -> Option<(Bitboard, &[u8])> {
    if let [b'-', rest @ ..] = text {
        return Some((Bitboard::EMPTY, rest));
    }
    let mut rights = Bitboard::EMPTY;
    let mut at = 0;
    loop {
        let rook = match text.get(at)? {
            b'K' => Square::H1,
            b'Q' => Square::A1,
            b'k' => Square::H8,
            b'q' => Square::A8,
            b' ' if at > 0 => return Some((rights, &text[at..])),
            _ => return None,
        };
        rights.add(rook);
        at += 1;
    }
}

/// The two clocks at the end; a text without them means the usual ones.
fn read_clocks(text: &[u8]) -> Option<(u32, u32)> {
    if text.is_empty() {
        return Some((0, 1));
    }
    let [b' ', rest @ ..] = text else { return None };
    let (halfmoves, rest) = read_number(rest)?;
    if halfmoves > MOST_HALFMOVES {
        return None;
    }
    let [b' ', rest @ ..] = rest else { return None };
    let (fullmoves, rest) = read_number(rest)?;
    rest.is_empty().then_some((halfmoves, fullmoves))
}

/// A number of at most nine digits, and what follows.
fn read_number(text: &[u8]) -> Option<(u32, &[u8])> {
    let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !(1..=9).contains(&n_digits) {
        return None;
    }
    let (digits, rest) = text.split_at(n_digits);
    Some((digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')), rest))
}
