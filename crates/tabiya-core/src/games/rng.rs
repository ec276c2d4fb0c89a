//! Random bits fixed at compile time, for hash keys.

/// The `n`th output of `SplitMix64` started at `seed` (Steele, Lea, Flood 2014).
pub(crate) const fn splitmix(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add((n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
