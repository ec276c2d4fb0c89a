//! King and pawn against king, solved: a table of one bit per position.
//!
//! CITE: Thompson 1986, retrograde analysis; here the fixed point is reached by repeated passes, over
//! all squares of the black king at once.

use std::sync::LazyLock;

use super::bits::{pawn_attacks, squares};
use crate::games::bitboard::neighbours;

/// Pawns on the files a to d, ranks 2 to 7.
const PAWNS: usize = 24;

/// For a pawn and a white king, the squares of the black king where White wins.
type Won = [[u64; 64]; PAWNS];

/// With Black to move, and with White to move.
static WON: LazyLock<[Box<Won>; 2]> = LazyLock::new(solve);

/// Whether White, who has the pawn, wins.
pub fn is_won(white_king: usize, pawn: usize, black_king: usize, white_to_move: bool) -> bool {
    // The board is turned so that the pawn stands on the left half.
    let flip = if pawn % 8 > 3 { 7 } else { 0 };
    let won = WON[usize::from(white_to_move)][number(pawn ^ flip)][white_king ^ flip];
    won >> (black_king ^ flip) & 1 != 0
}

fn number(pawn: usize) -> usize {
    (pawn / 8 - 1) * 4 + pawn % 8
}

fn solve() -> [Box<Won>; 2] {
    let mut won = [0, 1].map(|_| Box::new([[0; 64]; PAWNS]));
    loop {
        let mut changed = false;
        // The foremost pawns first, for the others become them.
        for pawn in (8..56).rev().filter(|square| square % 8 < 4) {
            for king in (0..64).filter(|&king| king != pawn) {
                let found = [black_loses(&won[1], king, pawn), white_wins(&won[0], king, pawn)];
                for (won, found) in won.iter_mut().zip(found) {
                    let known = &mut won[number(pawn)][king];
                    changed |= *known != found;
                    *known = found;
                }
            }
        }
        if !changed {
            return won; // what is not won by now goes on for ever
        }
    }
}

/// Where Black, to move, loses, by what is known of White's turns.
fn black_loses(won: &Won, king: usize, pawn: usize) -> u64 {
    let attacked = pawn_attacks(0, 1 << pawn);
    let possible = !(near(king) | 1 << pawn);
    let safe = possible & !attacked;
    let is_guarded = near(king) >> pawn & 1 != 0;
    let takes = if is_guarded { 0 } else { near(pawn) };
    let (moves, escapes) = (neighbours(safe), neighbours(safe & !won[number(pawn)][king]));
    // Without a move, a king that the pawn attacks is mated; any other has a draw.
    possible & !takes & !escapes & (moves | attacked)
}

/// Where White, to move, wins, by what is known of Black's turns.
fn white_wins(won: &Won, king: usize, pawn: usize) -> u64 {
    let possible = !(near(king) | 1 << pawn | pawn_attacks(0, 1 << pawn));
    let steps = near(king) & !(1 << king | 1 << pawn);
    let mut wins = squares(steps).fold(0, |wins, to| wins | won[number(pawn)][to]);
    let (ahead, far) = (pawn + 8, pawn + 16);
    if ahead >= 56 && ahead != king {
        // A new queen wins unless it is taken at once.
        let is_guarded = near(king) >> ahead & 1 != 0;
        wins |= !if is_guarded { 1 << ahead } else { near(ahead) };
    } else if ahead != king {
        wins |= won[number(ahead)][king];
        if pawn < 16 && far != king {
            wins |= won[number(far)][king] & !(1 << ahead);
        }
    }
    possible & wins
}

/// The square of a king and those beside it.
fn near(square: usize) -> u64 {
    1 << square | neighbours(1 << square)
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
