//! Names of the 64 squares, a1 = 0, b1 = 1, … h8 = 63, the same in every game.

/// The name of a square, like `a3`.
pub fn square_name(square: u8) -> String {
    let file = char::from(b'a' + square % 8);
    let rank = char::from(b'1' + square / 8);
    [file, rank].iter().collect()
}

/// The square with this name.
pub fn parse_square(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((rank - b'1') * 8 + (file - b'a')),
        _ => None,
    }
}
