//! Sums over the first numbers of a row that keeps changing.
//!
//! CITE: Fenwick 1994, "A new data structure for cumulative frequency tables", Software: Practice
//! and Experience 24(3).

use std::ops::AddAssign;

/// A row of numbers, zero at first; an addition and a sum over the first ones take as many steps as
/// the length has binary digits.
#[derive(Clone, Debug)]
pub(crate) struct Fenwick<W>(Vec<W>);

impl<W: Copy + Default + AddAssign> Fenwick<W> {
    /// A row of so many numbers.
    pub fn new(n: usize) -> Self {
        Self(vec![W::default(); n + 1])
    }

    /// Adds to one of the numbers.
    pub fn add(&mut self, index: usize, amount: W) {
        let mut at = index + 1;
        while at < self.0.len() {
            self.0[at] += amount;
            at += at & at.wrapping_neg();
        }
    }

    /// The sum of what stands before the index.
    pub fn before(&self, index: usize) -> W {
        let mut sum = W::default();
        let mut at = index;
        while at > 0 {
            sum += self.0[at];
            at &= at - 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sums_are_those_of_the_plain_row(
            n in 1usize..40,
            changes in prop::collection::vec((any::<usize>(), -50i64..50), 0..60),
        ) {
            let (mut tree, mut row) = (Fenwick::new(n), vec![0; n]);
            for (index, amount) in changes {
                tree.add(index % n, amount);
                row[index % n] += amount;
                for end in 0..=n {
                    prop_assert_eq!(tree.before(end), row[..end].iter().sum::<i64>());
                }
            }
        }
    }
}
