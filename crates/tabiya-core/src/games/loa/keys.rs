//! Random bits of which the hash keys of positions are made.

use crate::games::splitmix;

const SEED: u64 = 0x6c6f_6131;

/// One key per side and square.
pub(super) static PIECE_KEYS: [[u64; 64]; 2] = piece_keys();

/// Belongs to every key with White to move.
pub(super) const TURN_KEY: u64 = splitmix(SEED, 128);

const fn piece_keys() -> [[u64; 64]; 2] {
    let mut keys = [[0; 64]; 2];
    let mut i = 0;
    while i < 128 {
        keys[i / 64][i % 64] = splitmix(SEED, i as u64);
        i += 1;
    }
    keys
}
