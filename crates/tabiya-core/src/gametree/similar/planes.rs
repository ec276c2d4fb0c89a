//! A board as four bitboards, which hold four bits of what stands on each square: so the squares on which
//! two boards differ are three operations away.

use crate::chunks::Facts;

/// Four bits for each square: nothing is 0, White's pawn to king are 1 to 6, Black's 9 to 14.
pub(super) type Planes = [u64; 4];

/// The board of a position.
pub(super) fn planes(facts: &Facts) -> Planes {
    let s = &facts.slots;
    [
        s[0] | s[2] | s[4] | s[8] | s[10] | s[12],
        s[1] | s[2] | s[5] | s[9] | s[10] | s[13],
        s[3] | s[4] | s[5] | s[11] | s[12] | s[13],
        s[8] | s[9] | s[10] | s[11] | s[12] | s[13],
    ]
}

/// What stands where, by slots of [`Facts`].
pub(super) fn slots(p: &Planes) -> [u64; 16] {
    let side = [!p[3], p[3]];
    let mut slots = [0; 16];
    for (first, side) in [(0, side[0]), (8, side[1])] {
        slots[first] = side & p[0] & !p[1] & !p[2];
        slots[first + 1] = side & !p[0] & p[1] & !p[2];
        slots[first + 2] = side & p[0] & p[1] & !p[2];
        slots[first + 3] = side & !p[0] & !p[1] & p[2];
        slots[first + 4] = side & p[0] & !p[1] & p[2];
        slots[first + 5] = side & !p[0] & p[1] & p[2];
    }
    slots
}

/// The squares on which two boards differ.
#[inline]
pub(super) fn differing(one: &Planes, two: &Planes) -> u64 {
    (one[0] ^ two[0]) | (one[1] ^ two[1]) | (one[2] ^ two[2]) | (one[3] ^ two[3])
}

/// The pawns of both sides.
#[inline]
pub(super) const fn pawns(planes: &Planes) -> u64 {
    planes[0] & !planes[1] & !planes[2]
}

/// The pawns of White, then of Black.
pub(super) const fn pawns_by_color(planes: &Planes) -> [u64; 2] {
    [pawns(planes) & !planes[3], pawns(planes) & planes[3]]
}

/// By how many men two boards differ, kind by kind; kings are always there.
pub(super) fn men_apart(one: &Facts, two: &Facts) -> u32 {
    let count = |facts: &Facts, slot: usize| facts.slots[slot].count_ones();
    (0..5).chain(8..13).map(|slot| count(one, slot).abs_diff(count(two, slot))).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_apart_counts_men() {
        let start = Facts::of(&shakmaty::Chess::default());
        let mut less = start.clone();
        less.slots[0] &= less.slots[0] - 1;
        less.slots[12] = 0;
        assert_eq!(men_apart(&start, &start), 0);
        assert_eq!(men_apart(&start, &less), 2);
    }

    #[test]
    fn boards_come_back_from_their_planes() {
        let start = Facts::of(&shakmaty::Chess::default());
        let found = slots(&planes(&start));
        assert_eq!(found[..6], start.slots[..6]);
        assert_eq!(found[8..14], start.slots[8..14]);
    }
}
