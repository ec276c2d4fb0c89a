//! Labels as small numbers: what a position is compared by, coded once for many scores.

use std::sync::OnceLock;

use super::{Number, UnorderedError};

/// Up to so many labels are counted side by side.
pub(super) const FEW: usize = 8;
/// Whole numbers in a range of this size are coded by a table.
const TABLE: usize = 1 << 12;
/// So many labels are looked at to guess the lowest.
const SAMPLE: usize = 512;

/// The labels of a set of positions, as small numbers that order as they do.
#[derive(Clone, Debug)]
pub struct Labels {
    codes: Codes,
    /// There may be codes that no position has.
    n_codes: usize,
    /// How many positions have each code; counted when somebody asks.
    counts: OnceLock<Vec<u64>>,
}

#[derive(Clone, Debug)]
enum Codes {
    Few(Vec<u8>),
    Many(Vec<u32>),
}

impl Labels {
    /// Codes the labels.
    ///
    /// # Errors
    /// If a label is not a number.
    pub fn new<T: Number>(y: &[T]) -> Result<Self, UnorderedError> {
        if let Some(labels) = Self::of_tiny_range(y).or_else(|| Self::of_small_range(y)) {
            return Ok(labels);
        }
        if let Some(index) = y.iter().position(|v| v.is_nan()) {
            return Err(UnorderedError { index });
        }
        let mut distinct: Vec<u64> = y.iter().map(|v| v.key()).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let rank = |v: &T| distinct.partition_point(|&key| key < v.key());
        let codes = if distinct.len() <= FEW {
            Codes::Few(y.iter().map(|v| rank(v) as u8).collect())
        } else {
            Codes::Many(y.iter().map(|v| rank(v) as u32).collect())
        };
        Ok(Self::coded(codes, distinct.len()))
    }

    fn coded(codes: Codes, n_codes: usize) -> Self {
        Self { codes, n_codes, counts: OnceLock::new() }
    }

    /// Codes whole numbers so close together that their distance from the lowest will do; `None` if
    /// they are not. Such are the symbols of annotators and the results of games.
    fn of_tiny_range<T: Number>(y: &[T]) -> Option<Self> {
        let step = y.len().div_ceil(SAMPLE).max(1);
        let low = y.iter().step_by(step).map(|v| v.truncated()).min()?;
        let mut codes = vec![0u8; y.len()];
        let mut bits = 0;
        for (v, code) in y.iter().zip(&mut codes) {
            let excess = v.excess(low);
            bits |= excess;
            *code = excess as u8;
        }
        (bits < FEW as u64).then(|| Self::coded(Codes::Few(codes), FEW))
    }

    /// Codes whole numbers that lie close together; `None` if they do not.
    fn of_small_range<T: Number>(y: &[T]) -> Option<Self> {
        let low = y.first()?.truncated().wrapping_sub(TABLE as i32 / 2);
        let mut is_there = vec![false; TABLE];
        for v in y {
            *is_there.get_mut(v.excess(low) as usize)? = true;
        }
        let mut ranks = vec![0u32; TABLE];
        let mut n_codes = 0;
        for (rank, is_there) in ranks.iter_mut().zip(is_there) {
            *rank = n_codes;
            n_codes += u32::from(is_there);
        }
        let rank = |v: &T| ranks[v.excess(low) as usize % TABLE];
        let codes = if n_codes as usize <= FEW {
            Codes::Few(y.iter().map(|v| rank(v) as u8).collect())
        } else {
            Codes::Many(y.iter().map(rank).collect())
        };
        Some(Self::coded(codes, n_codes as usize))
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        match &self.codes {
            Codes::Few(codes) => codes.len(),
            Codes::Many(codes) => codes.len(),
        }
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many positions each distinct label has, lowest first.
    pub fn counts(&self) -> impl Iterator<Item = u64> {
        self.all_counts().iter().copied().filter(|&n| n > 0)
    }

    fn all_counts(&self) -> &[u64] {
        self.counts.get_or_init(|| {
            let mut counts = vec![0; self.n_codes];
            for index in 0..self.len() {
                counts[self.code(index)] += 1;
            }
            counts
        })
    }

    /// How many codes there are, in use or not.
    pub(crate) fn n_codes(&self) -> usize {
        self.n_codes
    }

    /// For each code, its rank among those in use.
    pub(super) fn ranks(&self) -> Vec<usize> {
        let mut n_before = 0;
        let rank = |&n: &u64| {
            n_before += usize::from(n > 0);
            n_before.saturating_sub(1)
        };
        self.all_counts().iter().map(rank).collect()
    }

    /// The codes, if there are few distinct ones.
    pub(super) fn few(&self) -> Option<&[u8]> {
        match &self.codes {
            Codes::Few(codes) => Some(codes),
            Codes::Many(_) => None,
        }
    }

    /// The code of a position's label.
    pub(crate) fn code(&self, index: usize) -> usize {
        match &self.codes {
            Codes::Few(codes) => usize::from(codes[index]),
            Codes::Many(codes) => codes[index] as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(labels: &Labels) -> Vec<usize> {
        (0..labels.len()).map(|index| labels.code(index)).collect()
    }

    #[test]
    fn labels_are_ranked_whatever_their_kind() {
        for labels in [
            Labels::new(&[3.0, -3.0, 0.0, 3.0]).unwrap(),
            Labels::new(&[0.3, -0.3, 0.0, 0.3]).unwrap(),
            Labels::new(&[i64::MAX, i64::MIN, 5, i64::MAX]).unwrap(),
            Labels::new(&[9i8, 1, 2, 9]).unwrap(),
            Labels::new(&[4i16, -1, 2, 4]).unwrap(),
        ] {
            let codes = codes(&labels);
            assert!(codes[1] < codes[2] && codes[2] < codes[0] && codes[0] == codes[3]);
            assert!(labels.counts().eq([1, 1, 2]));
        }
    }

    #[test]
    fn many_labels_are_ranked_too() {
        let values: Vec<i32> = (0..100).map(|i| i * 37 % 100).collect();
        let labels = Labels::new(&values).unwrap();
        assert!(labels.few().is_none());
        assert!(codes(&labels).iter().zip(&values).all(|(&code, &value)| code == value as usize));
    }

    #[test]
    fn a_label_that_is_no_number_is_named() {
        assert_eq!(Labels::new(&[1.0, f64::NAN]).unwrap_err(), UnorderedError { index: 1 });
    }
}
