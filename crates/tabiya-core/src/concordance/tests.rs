//! All ways to count pairs against the definition.

use proptest::prelude::*;

use super::*;

/// Table 2 of the thesis, word by word.
fn by_definition(x: &[f64], y: &[f64]) -> Concordance {
    let mut found = Concordance { n_positions: x.len() as u64, ..Concordance::default() };
    for i in 0..x.len() {
        for k in i + 1..x.len() {
            let class = match (x[i] == x[k], y[i] == y[k]) {
                (true, true) => &mut found.duplicates,
                (true, false) => &mut found.extra_y,
                (false, true) => &mut found.extra_x,
                (false, false) if (x[i] < x[k]) == (y[i] < y[k]) => &mut found.concordant,
                (false, false) => &mut found.discordant,
            };
            *class += 1;
        }
    }
    found
}

/// Scores of every kind: centipawns, fine ones, ties, mates, extremes.
fn scores() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (-300i32..300).prop_map(f64::from),
        4 => -5.0..5.0f64,
        2 => (-20i32..20).prop_map(|n| f64::from(n) / 8.0),
        1 => prop_oneof![Just(1e5), Just(-99_997.0), Just(-0.0), Just(0.0), Just(f64::INFINITY)],
        1 => prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL,
    ]
}

fn check(x: &[f64], y: &[f64]) {
    let expected = by_definition(x, y);
    let labels = Labels::new(y).unwrap();
    assert_eq!(concordance(x, &labels).unwrap(), expected);
    assert_eq!(partial_sums::concordance(x, &labels).unwrap(), expected);
    assert_eq!(Concordance::new(ordered::count(x, &labels).unwrap(), x.len()), expected);
    if let Some(codes) = labels.few() {
        if let Some(found) = dense::count(x, codes) {
            assert_eq!(Concordance::new(found, x.len()), expected);
        }
        if let Some(found) = buckets::count(x, codes, &mut Scratch::default()) {
            assert_eq!(Concordance::new(found, x.len()), expected);
        }
    }
    let weighted = weighted_concordance(x, &labels, &vec![1.0; x.len()]).unwrap();
    assert_eq!(weighted.concordant, expected.concordant as f64);
    assert_eq!(weighted.extra_y, expected.extra_y as f64);
}

proptest! {
    #[test]
    fn all_ways_agree_with_the_definition(
        data in prop::collection::vec((scores(), -3i32..=3), 0..300),
    ) {
        let (x, y): (Vec<_>, Vec<_>) = data.into_iter().map(|(x, y)| (x, f64::from(y))).unzip();
        check(&x, &y);
    }

    #[test]
    fn all_ways_agree_on_whole_scores(
        data in prop::collection::vec((-40i32..40, -1i32..=1), 0..400),
    ) {
        let (x, y): (Vec<_>, Vec<_>) =
            data.into_iter().map(|(x, y)| (f64::from(x), f64::from(y))).unzip();
        check(&x, &y);
    }

    #[test]
    fn all_ways_agree_on_many_labels(data in prop::collection::vec((scores(), scores()), 0..200)) {
        let (x, y): (Vec<_>, Vec<_>) = data.into_iter().unzip();
        check(&x, &y);
    }

    #[test]
    fn whole_weights_repeat_positions(
        data in prop::collection::vec((-9i32..9, -3i32..=3, 0u8..4), 0..60),
    ) {
        let x: Vec<f64> = data.iter().map(|d| f64::from(d.0)).collect();
        let y: Vec<i32> = data.iter().map(|d| d.1).collect();
        let weights: Vec<f64> = data.iter().map(|d| f64::from(d.2)).collect();
        let repeat = |i: usize| std::iter::repeat_n(i, data[i].2.into());
        let chosen: Vec<usize> = (0..data.len()).flat_map(repeat).collect();
        let many_x: Vec<f64> = chosen.iter().map(|&i| x[i]).collect();
        let many_y: Vec<f64> = chosen.iter().map(|&i| f64::from(y[i])).collect();
        let expected = by_definition(&many_x, &many_y);
        let found = weighted_concordance(&x, &Labels::new(&y).unwrap(), &weights).unwrap();
        prop_assert_eq!(found.concordant, expected.concordant as f64);
        prop_assert_eq!(found.discordant, expected.discordant as f64);
        prop_assert_eq!(found.extra_x + found.extra_y,
            (expected.extra_x + expected.extra_y) as f64);
    }

    #[test]
    fn contributions_sum_to_twice_the_surplus(
        data in prop::collection::vec((scores(), -3i32..=3), 2..200),
    ) {
        let (x, y): (Vec<_>, Vec<_>) = data.into_iter().unzip();
        let labels = Labels::new(&y).unwrap();
        let found = concordance(&x, &labels).unwrap();
        let each = contributions(&x, &labels, &vec![1.0; x.len()]).unwrap();
        let surplus = found.concordant as f64 - found.discordant as f64;
        prop_assert_eq!(each.iter().sum::<f64>(), 2.0 * surplus);
        let first: f64 = (1..x.len())
            .map(|k| match (x[0].partial_cmp(&x[k]), y[0].cmp(&y[k])) {
                (Some(a), b) if a.is_eq() || b.is_eq() => 0.0,
                (a, b) => if a == Some(b) { 1.0 } else { -1.0 },
            })
            .sum();
        prop_assert_eq!(each[0], first);
    }
}

#[test]
fn large_buckets_of_equal_scores_are_counted() {
    let x: Vec<f64> = (0..5000).map(|i| f64::from(i % 3) * 0.1).collect();
    let y: Vec<f64> = (0..5000).map(|i| f64::from(i * 7 % 5)).collect();
    check(&x, &y);
}

#[test]
fn threads_change_no_count() {
    let n = 100_000;
    let labels = Labels::new(&(0..n).map(|i| i * i % 7).collect::<Vec<i64>>()).unwrap();
    // Spread out, many tied, most near zero.
    let spread = |i: i64| ((i * 7919) % 99_991) as f64 + 0.25;
    for x in [
        (0..n).map(spread).collect::<Vec<f64>>(),
        (0..n).map(|i| (spread(i) / 50.0).floor() + 0.5).collect(),
        (0..n).map(|i| (spread(i) / 1e5).powi(9)).collect(),
    ] {
        let alone = concordance(&x, &labels).unwrap();
        assert_eq!(Concordance::new(ordered::count(&x, &labels).unwrap(), x.len()), alone);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        assert_eq!(pool.install(|| concordance_shared(&x, &labels)).unwrap(), alone);
    }
}

#[test]
fn pairs_of_a_hundred_million_positions_do_not_overflow() {
    assert_eq!(pairs(100_000_000), 4_999_999_950_000_000);
    assert_eq!((pairs(0), pairs(1), pairs(2), pairs(3)), (0, 0, 1, 3));
}

#[test]
fn scores_that_are_no_numbers_are_named() {
    let labels = Labels::new(&[0, 1, 1]).unwrap();
    let x = [0.5, f64::NAN, 1.5];
    assert_eq!(concordance(&x, &labels), Err(UnorderedError { index: 1 }));
    assert_eq!(concordance_many(&x, &labels), Err(UnorderedError { index: 1 }));
    let many = Labels::new(&(0..20).collect::<Vec<i32>>()).unwrap();
    assert!(concordance(&[f64::NAN; 20], &many).is_err());
}

#[test]
fn rows_are_counted_one_by_one() {
    let labels = Labels::new(&[0, 1, 2]).unwrap();
    let found = concordance_many(&[1.0, 2.0, 3.0, 3.0, 2.0, 1.0], &labels).unwrap();
    assert_eq!((found[0].concordant, found[1].discordant), (3, 3));
}

proptest! {
    /// Near and far changes, many ties, the same score again, all positions at once.
    #[test]
    fn changed_scores_are_counted_as_new_ones(
        rows in prop::collection::vec((-40i64..40, 0i32..8, -60i64..60, any::<bool>()), 1..200),
        spread in prop_oneof![Just(1i64), Just(1 << 40)],
    ) {
        let labels = Labels::new(&rows.iter().map(|row| row.1).collect::<Vec<_>>()).unwrap();
        let before: Vec<i64> = rows.iter().map(|row| row.0 * spread).collect();
        let changed = rows.iter().enumerate().filter(|(_, row)| row.3);
        let changes: Vec<_> = changed.map(|(index, row)| (index, row.2 * spread)).collect();
        let mut after = before.clone();
        for &(index, score) in &changes {
            after[index] = score;
        }
        let base = Base::new(&before, &labels).unwrap();
        prop_assert_eq!(base.concordance(), concordance(&before, &labels).unwrap());
        prop_assert_eq!(base.changed(&changes).unwrap(), concordance(&after, &labels).unwrap());
    }
}

#[test]
fn many_labels_and_huge_scores_have_no_base() {
    let many = Labels::new(&(0..20).collect::<Vec<_>>()).unwrap();
    assert!(Base::new(&[1; 20], &many).is_none());
    let few = Labels::new(&[1, 2]).unwrap();
    assert!(Base::new(&[1, i64::MAX], &few).is_none());
    assert!(Base::new(&[1, 2], &few).unwrap().changed(&[(0, i64::MAX)]).is_none());
}
