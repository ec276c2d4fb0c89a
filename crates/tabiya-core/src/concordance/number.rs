//! Numbers that can be ordered: scores and labels.

/// A number with a place in the order of its kind.
pub trait Number: Copy + Send + Sync {
    /// A whole number that orders as this one does. Where there are numbers of both signs zero is the
    /// middle of the range, so that their keys lie on its two sides.
    fn key(self) -> u64;

    /// A number of 61 bits that orders as this one does; `None` if it is so large, or so
    /// close to zero, that these do not suffice.
    fn word(self) -> Option<u64>;

    /// Whether it has no place in the order.
    fn is_nan(self) -> bool {
        false
    }

    /// The number itself or one near it; larger numbers never come out smaller.
    fn approximate(self) -> f64;

    /// The whole number that this one may be.
    fn truncated(self) -> i32;

    /// By how much it exceeds a whole number; far out of range if it is not whole or is smaller.
    fn excess(self, low: i32) -> u64;
}

/// The key of zero.
const ZERO: u64 = 1 << 63;

/// The size of words.
pub const WORD_BITS: u32 = 61;
/// The word of zero.
const MIDDLE: u64 = 1 << (WORD_BITS - 1);
/// The fractions of 2^-127, and of 2^128: the exponents in between take eight bits.
const LEAST: u64 = (1023 - 127) << 52;
const BEYOND: u64 = (1023 + 128) << 52;

impl Number for f64 {
    #[inline]
    fn key(self) -> u64 {
        let bits = (self + 0.0).to_bits(); // there is one zero
        if bits >> 63 == 0 { bits | ZERO } else { !bits }
    }

    #[inline]
    fn word(self) -> Option<u64> {
        let bits = self.to_bits() & !ZERO;
        // Zero goes to the middle; the empty ranges on both sides of it are left out.
        let distance = if bits == 0 { 0 } else { bits.wrapping_sub(LEAST - 1) };
        let fits = bits == 0 || bits.wrapping_sub(LEAST) < BEYOND - LEAST;
        fits.then_some(if self < 0.0 { MIDDLE - distance } else { MIDDLE + distance })
    }

    #[inline]
    fn is_nan(self) -> bool {
        self.is_nan()
    }

    #[inline]
    fn approximate(self) -> f64 {
        self
    }

    #[inline]
    fn truncated(self) -> i32 {
        self as i32
    }

    #[inline]
    fn excess(self, low: i32) -> u64 {
        let whole = self as i32;
        let excess = (i64::from(whole) - i64::from(low)) as u64;
        if f64::from(whole) == self { excess } else { u64::MAX }
    }
}

macro_rules! whole_numbers {
    ($($kind:ty),*) => {$(
        impl Number for $kind {
            #[inline]
            fn key(self) -> u64 {
                self as u64 ^ ZERO
            }

            #[inline]
            fn word(self) -> Option<u64> {
                let word = (self as u64).wrapping_add(MIDDLE);
                (word >> WORD_BITS == 0).then_some(word)
            }

            #[inline]
            fn approximate(self) -> f64 {
                self as f64
            }

            #[inline]
            fn truncated(self) -> i32 {
                self as i32
            }

            #[inline]
            fn excess(self, low: i32) -> u64 {
                (self as i64).wrapping_sub(i64::from(low)) as u64
            }
        }
    )*};
}

whole_numbers!(i8, i16, i32, i64);

impl Number for u64 {
    #[inline]
    fn key(self) -> u64 {
        self
    }

    #[inline]
    fn word(self) -> Option<u64> {
        (self < MIDDLE).then_some(self + MIDDLE)
    }

    #[inline]
    fn approximate(self) -> f64 {
        self as f64
    }

    #[inline]
    fn truncated(self) -> i32 {
        self as i32
    }

    #[inline]
    fn excess(self, low: i32) -> u64 {
        i64::try_from(self).map_or(u64::MAX, |whole| whole.excess(low))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_as_the_numbers_do() {
        let numbers = [f64::NEG_INFINITY, -1e9, -1.5, -1e-300, 0.0, 1e-300, 2.0, f64::INFINITY];
        assert!(numbers.windows(2).all(|pair| pair[0].key() < pair[1].key()));
        assert_eq!((-0.0).key(), ZERO);
        assert!(
            [i64::MIN, -1, 0, 1, i64::MAX].windows(2).all(|pair| pair[0].key() < pair[1].key())
        );
        assert!((-1i8).key() < 0i8.key());
    }

    #[test]
    fn numbers_without_a_sign_keep_their_order() {
        let numbers = [0, 7, MIDDLE - 1, MIDDLE, u64::MAX - 4, u64::MAX];
        assert!(numbers.windows(2).all(|pair| pair[0].key() < pair[1].key()));
        assert_eq!(numbers.map(|v| v.word().is_some()), [true, true, true, false, false, false]);
        // What has wrapped around must not look like a small number.
        assert_eq!((u64::MAX - 4).truncated(), -5);
        assert_eq!((u64::MAX - 4).excess(-5), u64::MAX);
        assert_eq!(7u64.excess(-5), 12);
    }

    #[test]
    fn words_order_as_the_numbers_do() {
        let (least, most) = (2f64.powi(-127), 2f64.powi(128).next_down());
        let numbers = [-most, -1e9, -1.5, -least.next_up(), -least, 0.0, least, 1.0, 2.0, most];
        let words = numbers.map(|v| v.word().unwrap());
        assert!(words.is_sorted() && words.iter().all(|word| word >> WORD_BITS == 0));
        assert!(words.windows(2).all(|pair| pair[0] < pair[1]));
        for v in [most.next_up(), -most.next_up(), least.next_down(), f64::INFINITY, f64::NAN] {
            assert_eq!(v.word(), None);
        }
        let whole = [-(1i64 << 60), -5, 0, 7, (1 << 60) - 1].map(|v| v.word().unwrap());
        assert!(whole.windows(2).all(|pair| pair[0] < pair[1]));
        assert_eq!((1i64 << 60).word(), None);
    }
}
