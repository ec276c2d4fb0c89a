//! Where a side may place a disc, and what it turns over, on four lines of the board at once: for
//! processors with AVX2.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64, _mm256_extracti128_si256,
    _mm256_or_si256, _mm256_set_epi64x, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_sub_epi64, _mm256_xor_si256,
};

use std::sync::LazyLock;

use super::bits::RAYS;
use crate::games::bitboard::INNER_FILES;

/// A processor with AVX2 and fast bit counting.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The proof that this processor is one.
    #[inline]
    pub fn detect() -> Option<Self> {
        static IS_FOUND: LazyLock<bool> = LazyLock::new(|| {
            is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
        });
        IS_FOUND.then_some(Self(()))
    }
}

// CITE: one lane of a register per line of the board, as in Okuhara's AVX2 version of Edax.

/// [`super::bits::mobility`] with a lane for each of the lines: rank, falling, file and rising.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn mobility(own: u64, opponent: u64) -> u64 {
    const INNER: i64 = INNER_FILES as i64;
    let through = _mm256_and_si256(splat(opponent), _mm256_set_epi64x(INNER, -1, INNER, INNER));
    let (one, two) = (steps::<1>(), steps::<2>());
    let mut up = _mm256_and_si256(through, _mm256_sllv_epi64(splat(own), one));
    let mut down = _mm256_and_si256(through, _mm256_srlv_epi64(splat(own), one));
    up = _mm256_or_si256(up, _mm256_and_si256(through, _mm256_sllv_epi64(up, one)));
    down = _mm256_or_si256(down, _mm256_and_si256(through, _mm256_srlv_epi64(down, one)));
    let pairs_up = _mm256_and_si256(through, _mm256_sllv_epi64(through, one));
    let pairs_down = _mm256_srlv_epi64(pairs_up, one);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    let beyond = _mm256_or_si256(_mm256_sllv_epi64(up, one), _mm256_srlv_epi64(down, one));
    any_lane(beyond) & !(own | opponent)
}

/// [`super::bits::flips`] with a lane for each of the lines.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn flips(own: u64, opponent: u64, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let zero = _mm256_setzero_si256();
    let ones = _mm256_set1_epi64x(-1);

    // Upwards a carry runs through the opponent's discs to the first square that has none.
    let ray = lanes(rays.up);
    let run = _mm256_or_si256(splat(opponent), _mm256_xor_si256(ray, ones));
    let stop = _mm256_andnot_si256(run, _mm256_sub_epi64(run, ones));
    let end = _mm256_and_si256(stop, _mm256_and_si256(ray, splat(own)));
    let none = _mm256_cmpeq_epi64(end, zero);
    let below = _mm256_sub_epi64(_mm256_sub_epi64(end, _mm256_set1_epi64x(1)), none);
    let turned_up = _mm256_and_si256(below, ray);

    // Downwards all squares from the first without such a disc are marked.
    let ray = lanes(rays.down);
    let mut gap = _mm256_andnot_si256(splat(opponent), ray);
    gap = _mm256_or_si256(gap, _mm256_srlv_epi64(gap, steps::<1>()));
    gap = _mm256_or_si256(gap, _mm256_srlv_epi64(gap, steps::<2>()));
    gap = _mm256_or_si256(gap, _mm256_srlv_epi64(gap, steps::<4>()));
    let first = _mm256_andnot_si256(_mm256_srlv_epi64(gap, steps::<1>()), gap);
    let none = _mm256_cmpeq_epi64(_mm256_and_si256(first, splat(own)), zero);
    let turned_down = _mm256_andnot_si256(none, _mm256_andnot_si256(gap, ray));

    any_lane(_mm256_or_si256(turned_up, turned_down))
}

#[inline]
#[target_feature(enable = "avx2")]
fn splat(discs: u64) -> __m256i {
    _mm256_set1_epi64x(discs as i64)
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(rays: [u64; 4]) -> __m256i {
    _mm256_set_epi64x(rays[3] as i64, rays[2] as i64, rays[1] as i64, rays[0] as i64)
}

/// How far apart squares are on the four lines, `N` steps on.
#[inline]
#[target_feature(enable = "avx2")]
fn steps<const N: i64>() -> __m256i {
    _mm256_set_epi64x(9 * N, 8 * N, 7 * N, N)
}

#[inline]
#[target_feature(enable = "avx2")]
fn any_lane(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))) as u64
}

/// [`super::bits::replies`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(crate) fn replies(own: u64, opponent: u64, square: u8) -> u64 {
    let turned = flips(own, opponent, square);
    mobility(opponent ^ turned, own | turned | 1 << square)
}

#[cfg(test)]
mod tests {
    use super::super::bits::portable;
    use super::*;
    use crate::games::splitmix;

    #[test]
    fn test_kernels_equal_the_portable_ones() {
        if Avx2::detect().is_none() {
            return;
        }
        for i in 0..20_000 {
            let discs = splitmix(1, i) | splitmix(2, i);
            let own = discs & splitmix(3, i);
            let opponent = discs & !own;
            // SAFETY: the processor has all features.
            assert_eq!(unsafe { mobility(own, opponent) }, portable::mobility(own, opponent));
            for square in (0..64).filter(|square| discs >> square & 1 == 0) {
                let turned = portable::flips(own, opponent, square);
                // SAFETY: the processor has all features.
                assert_eq!(unsafe { flips(own, opponent, square) }, turned);
                let replies = unsafe { replies(own, opponent, square) };
                let after = own | turned | 1 << square;
                assert_eq!(replies, portable::mobility(opponent ^ turned, after));
            }
        }
    }
}
