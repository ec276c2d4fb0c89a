//! Any scores and any labels: the scores are sorted, and a tree of counts is swept along.

use super::{Labels, Number, PairCounts, UnorderedError, pairs};
use crate::fenwick::Fenwick;

/// The scores as keys, with the index of each, in order.
pub(super) fn sorted<T: Number>(x: &[T]) -> Result<Vec<(u64, u32)>, UnorderedError> {
    let mut order = Vec::new();
    sort_into(&mut order, x)?;
    Ok(order)
}

/// The same in memory that is used again.
pub(super) fn sort_into<T: Number>(
    order: &mut Vec<(u64, u32)>,
    x: &[T],
) -> Result<(), UnorderedError> {
    if let Some(index) = x.iter().position(|v| v.is_nan()) {
        return Err(UnorderedError { index });
    }
    order.clear();
    order.extend(x.iter().zip(0..).map(|(v, index)| (v.key(), index)));
    order.sort_unstable();
    Ok(())
}

/// The runs of equal scores.
pub(super) fn groups(order: &[(u64, u32)]) -> impl DoubleEndedIterator<Item = &[(u64, u32)]> {
    order.chunk_by(|a, b| a.0 == b.0)
}

pub(super) fn count<T: Number>(x: &[T], labels: &Labels) -> Result<PairCounts, UnorderedError> {
    let tied_y = labels.counts().map(pairs).sum();
    let mut found = PairCounts { tied_y, ..PairCounts::default() };
    let mut tree = Fenwick::<u64>::new(labels.n_codes());
    let mut codes = Vec::new();
    for group in groups(&sorted(x)?) {
        codes.clear();
        codes.extend(group.iter().map(|&(_, index)| labels.code(index as usize)));
        found.concordant += codes.iter().map(|&code| tree.before(code)).sum::<u64>();
        found.tied_x += pairs(group.len() as u64);
        if group.len() > 1 {
            codes.sort_unstable();
            let same = codes.chunk_by(|a, b| a == b).map(|run| pairs(run.len() as u64));
            found.tied_both += same.sum::<u64>();
        }
        for &code in &codes {
            tree.add(code, 1);
        }
    }
    Ok(found)
}
