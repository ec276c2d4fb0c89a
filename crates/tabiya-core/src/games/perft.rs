//! Counting the leaves of the game tree: the proof that a move generator is right.

use rayon::prelude::*;

use super::{MoveList, Position};

/// Counts the sequences of `depth` legal moves, on all threads of the current pool.
///
/// Draws by count (repetition, fifty moves, material) do not end a sequence, as in the published
/// tables.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    if depth <= SERIAL_DEPTH {
        return serial(position, depth);
    }
    let mut moves = MoveList::new();
    position.legal_moves(&mut moves);
    let inner: u64 = moves.par_iter().map(|&m| perft(&after(position, m), depth - 1)).sum();
    inner + finished::<P>(moves.len())
}

/// Below this depth a subtree is too small to be worth sharing out.
const SERIAL_DEPTH: u32 = 3;

fn serial<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => {
            let n_moves = position.count_legal_moves();
            n_moves as u64 + finished::<P>(n_moves)
        }
        _ => {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            let inner: u64 = moves.iter().map(|&m| serial(&after(position, m), depth - 1)).sum();
            inner + finished::<P>(moves.len())
        }
    }
}

/// What a position with so many moves counts for by itself.
fn finished<P: Position>(n_moves: usize) -> u64 {
    u64::from(P::PERFT_COUNTS_FINISHED && n_moves == 0)
}

fn after<P: Position>(position: &P, m: P::Move) -> P {
    let mut child = position.clone();
    child.play(m);
    child
}
