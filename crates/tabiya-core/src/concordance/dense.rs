//! Scores that are whole numbers in a small range, such as centipawns: a table of counts and one
//! sweep over its rows.

use super::labels::FEW;
use super::{Number, PairCounts, pairs};

/// Rows of the table, at most; scores of forced mates fit in.
const MOST_ROWS: usize = 1 << 19;
/// So many scores are looked at to guess their range.
const SAMPLE: usize = 512;

/// Counts pairs; `None` if the scores are not of this kind.
pub(super) fn count<T: Number>(x: &[T], codes: &[u8]) -> Option<PairCounts> {
    let step = x.len().div_ceil(SAMPLE).max(1);
    let sample = x.iter().step_by(step);
    if u32::try_from(x.len()).is_err() || !sample.clone().all(|v| v.excess(v.truncated()) == 0) {
        return None;
    }
    // Mostly the sample tells where all scores lie; reading them only for that takes a while.
    let (low, high) = bounds(sample)?;
    let margin = high.saturating_sub(low).saturating_mul(3).saturating_add(4096);
    tabulate(x, codes, (low.saturating_sub(margin), high.saturating_add(margin)))
        .or_else(|| tabulate(x, codes, bounds(x.iter())?))
        .map(|table| sweep(&table))
}

fn bounds<'a, T: Number + 'a>(x: impl Iterator<Item = &'a T>) -> Option<(i32, i32)> {
    x.map(|v| (v.truncated(), v.truncated()))
        .reduce(|(low, high), (v, _)| (low.min(v), high.max(v)))
}

/// How often each score occurs with each label; `None` if one is not whole or out of bounds.
fn tabulate<T: Number>(x: &[T], codes: &[u8], bounds: (i32, i32)) -> Option<Vec<[u32; FEW]>> {
    let (low, high) = bounds;
    let n_rows = usize::try_from(i64::from(high) - i64::from(low) + 1).ok()?;
    if n_rows > MOST_ROWS || n_rows > 1024 + 4 * x.len() {
        return None;
    }
    let mut table = vec![[0u32; FEW]; n_rows];
    for (&v, &code) in x.iter().zip(codes) {
        table.get_mut(v.excess(low) as usize)?[usize::from(code) % FEW] += 1;
    }
    Some(table)
}

fn sweep(table: &[[u32; FEW]]) -> PairCounts {
    let mut found = PairCounts::default();
    // How many of the scores so far have a lower label than each.
    let mut lower = [0u64; FEW];
    let mut totals = [0u64; FEW];
    for row in table {
        if row == &[0; FEW] {
            continue;
        }
        let mut n_row = 0;
        for (label, &n) in row.iter().enumerate() {
            let n = u64::from(n);
            found.concordant += n * lower[label];
            lower[label] += n_row;
            n_row += n;
            found.tied_both += pairs(n);
            totals[label] += n;
        }
        found.tied_x += pairs(n_row);
    }
    found.tied_y = totals.into_iter().map(pairs).sum();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_million_positions_do_not_overflow() {
        // Two scores and two labels, 25 million positions each.
        const N: u64 = 25_000_000;
        let mut table = vec![[0; FEW]; 2];
        for row in &mut table {
            row[0] = N as u32;
            row[7] = N as u32;
        }
        let found = sweep(&table);
        assert_eq!(found.concordant, N * N);
        assert_eq!(found.tied_both, 4 * pairs(N));
        assert_eq!(found.tied_x, 2 * pairs(2 * N));
        assert_eq!(found.tied_y, 2 * pairs(2 * N));
    }
}
