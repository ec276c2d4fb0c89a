//! King and pawn against king, solved: a table of one bit per position.
//!
//! CITE: Thompson 1986, retrograde analysis; here the fixed point is reached by repeated passes.

use std::sync::LazyLock;

use shakmaty::Square;
use shakmaty::attacks::{king_attacks, pawn_attacks};

use super::bits::steps;

/// Pawns on the files a to d, ranks 2 to 7.
const PAWNS: usize = 24;
const POSITIONS: usize = 2 * PAWNS * 64 * 64;

static WON: LazyLock<Vec<u64>> = LazyLock::new(solve);

/// Whether White, who has the pawn, wins.
pub fn is_won(white_king: usize, pawn: usize, black_king: usize, white_to_move: bool) -> bool {
    // The board is turned so that the pawn stands on the left half.
    let flip = if pawn % 8 > 3 { 7 } else { 0 };
    let index = index(white_king ^ flip, pawn ^ flip, black_king ^ flip, white_to_move);
    WON[index / 64] >> (index % 64) & 1 != 0
}

fn index(white_king: usize, pawn: usize, black_king: usize, white_to_move: bool) -> usize {
    let pawn = (pawn / 8 - 1) * 4 + pawn % 8;
    ((usize::from(white_to_move) * PAWNS + pawn) * 64 + white_king) * 64 + black_king
}

#[derive(Clone, Copy, PartialEq)]
enum Value {
    Unknown,
    Won,
    Drawn,
    Impossible,
}

fn solve() -> Vec<u64> {
    let mut values = vec![Value::Unknown; POSITIONS];
    loop {
        let mut changed = false;
        for i in 0..POSITIONS {
            if values[i] == Value::Unknown {
                values[i] = classify(i, &values);
                changed |= values[i] != Value::Unknown;
            }
        }
        if !changed {
            break; // what is still unknown goes on for ever
        }
    }
    let mut won = vec![0; POSITIONS / 64];
    for (i, value) in values.iter().enumerate() {
        won[i / 64] |= u64::from(*value == Value::Won) << (i % 64);
    }
    won
}

fn classify(i: usize, values: &[Value]) -> Value {
    let (black_king, white_king) = (i % 64, i / 64 % 64);
    let pawn_index = i / 4096 % PAWNS;
    let pawn = (pawn_index / 4 + 1) * 8 + pawn_index % 4;
    let white_to_move = i / (4096 * PAWNS) == 1;
    let bit = |square: usize| 1_u64 << square;
    let attacked = pawn_attacks(shakmaty::Color::White, Square::new(pawn as u32)).0;
    let impossible = steps(white_king, black_king) <= 1
        || white_king == pawn
        || black_king == pawn
        || (white_to_move && attacked & bit(black_king) != 0);
    if impossible {
        return Value::Impossible;
    }
    let king_moves = |king: usize| super::bits::squares(king_attacks(Square::new(king as u32)).0);
    if white_to_move {
        let kings = king_moves(white_king)
            .filter(|&to| to != pawn && steps(to, black_king) > 1)
            .map(|to| values[index(to, pawn, black_king, false)]);
        let ahead = pawn + 8;
        let is_free = ahead != white_king && ahead != black_king;
        if is_free && ahead >= 56 {
            // A new queen wins unless it is taken at once.
            let safe = steps(black_king, ahead) > 1 || steps(white_king, ahead) <= 1;
            return if safe { Value::Won } else { best(kings, Value::Won, Value::Drawn) };
        }
        let push = is_free.then(|| values[index(white_king, ahead, black_king, false)]);
        let far = ahead + 8;
        let double = (is_free && pawn < 16 && far != white_king && far != black_king)
            .then(|| values[index(white_king, far, black_king, false)]);
        return best(kings.chain(push).chain(double), Value::Won, Value::Drawn);
    }
    let takes = steps(black_king, pawn) == 1 && steps(white_king, pawn) > 1;
    if takes {
        return Value::Drawn;
    }
    let mut replies = king_moves(black_king)
        .filter(|&to| to != pawn && steps(to, white_king) > 1 && attacked & bit(to) == 0)
        .map(|to| values[index(white_king, pawn, to, true)])
        .peekable();
    if replies.peek().is_none() {
        let is_mate = attacked & bit(black_king) != 0;
        return if is_mate { Value::Won } else { Value::Drawn };
    }
    best(replies, Value::Drawn, Value::Won)
}

/// `good` if a reply reaches it, `bad` if all replies are bad, otherwise unknown.
fn best(replies: impl Iterator<Item = Value>, good: Value, bad: Value) -> Value {
    let mut all_bad = true;
    for reply in replies.filter(|&reply| reply != Value::Impossible) {
        if reply == good {
            return good;
        }
        all_bad &= reply == bad;
    }
    if all_bad { bad } else { Value::Unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> usize {
        usize::from(crate::games::parse_square(name).unwrap())
    }

    #[test]
    fn known_positions_have_their_known_results() {
        // White king, pawn, black king, White to move, won?
        let table = [
            ("e6", "e5", "e8", true, true),
            ("e6", "e5", "e8", false, true),
            ("e5", "e4", "e7", true, false),
            ("e5", "e4", "e7", false, true),
            ("a6", "a5", "a8", true, false),
            ("h1", "h2", "a8", true, true),
            ("c1", "h2", "f8", true, false),
            ("f6", "f5", "f8", false, true),
        ];
        for (white, pawn, black, turn, won) in table {
            let found = is_won(square(white), square(pawn), square(black), turn);
            assert_eq!(found, won, "{white} {pawn} {black} {turn}");
        }
    }
}
