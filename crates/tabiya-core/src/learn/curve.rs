//! The logistic curve, quick and exact enough.

/// e to minus a number that is not negative; 0 where that is beyond the least normal number.
///
/// The exponent is split off, and the rest, at most half the logarithm of 2, goes through its power
/// series; the error is about one unit in the last place. There is no branch in it, so that
/// several are computed at once.
#[inline(always)]
pub(super) fn exp_minus(x: f64) -> f64 {
    // Adding and taking away 1.5 * 2^52 rounds to a whole number, which then stands in the low bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    // The logarithm of 2 in two parts: the first has so few digits that products with it are exact.
    const LN_2_HIGH: f64 = 0.693_147_180_369_123_8;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    const SERIES: [f64; 13] = [
        1.0 / 479_001_600.0,
        1.0 / 39_916_800.0,
        1.0 / 3_628_800.0,
        1.0 / 362_880.0,
        1.0 / 40_320.0,
        1.0 / 5_040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
        1.0,
        1.0,
    ];
    let x = -x.min(708.0);
    let shifted = x * std::f64::consts::LOG2_E + ROUND;
    let whole = shifted - ROUND;
    let rest = (x - whole * LN_2_HIGH) - whole * LN_2_LOW;
    let series = SERIES.iter().fold(0.0, |sum, coefficient| sum * rest + coefficient);
    // A whole number added to the exponent's bits doubles or halves so many times.
    f64::from_bits(series.to_bits().wrapping_add(shifted.to_bits() << 52))
}

#[cfg(test)]
mod tests {
    use super::exp_minus;

    #[test]
    fn exponentials_are_those_of_the_library() {
        for step in 0..70_000 {
            let x = f64::from(step) * 0.01;
            let (found, expected) = (exp_minus(x), (-x).exp());
            assert!((found - expected).abs() <= 4e-16 * expected, "{x}: {found} {expected}");
        }
        assert!(exp_minus(1e6) < 1e-300 && exp_minus(f64::INFINITY) < 1e-300);
        assert!(exp_minus(0.0).to_bits() == 1f64.to_bits());
    }
}
