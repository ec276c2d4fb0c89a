//! Results carried from the ends of games to their beginnings, through the graph of all positions
//! that were examined.
//!
//! CITE: Buro 1995 §3: the label of a position depends on those of all its examined successors, by
//! the negamax principle.

use std::collections::HashMap;

use crate::games::othello::{Othello, bits};

/// A position as the side to move sees it, the same for all boards that are turned or mirrored.
type Key = (u64, u64);

/// Labels of positions, each the share that the side to move gets: those of the positions that are
/// fixed, or have no examined successor, as they were; of the others, the best that a move to an
/// examined position leads to. Positions that are alike have one label: the mean of what they were
/// given, unless one of them is fixed.
///
/// # Panics
/// If there is not a label for each position.
pub fn propagate(positions: &[Othello], labels: &[f64], fixed: &[bool]) -> Vec<f64> {
    assert!(positions.len() == labels.len() && labels.len() == fixed.len(), "a label each");
    let mut nodes: Vec<Node> = Vec::new();
    let mut index_of: HashMap<Key, u32> = HashMap::with_capacity(positions.len());
    let mut node_of = Vec::with_capacity(positions.len());
    for (position, (&label, &fixed)) in positions.iter().zip(labels.iter().zip(fixed)) {
        let key = key(position.own(), position.opponent());
        let index = *index_of.entry(key).or_insert_with(|| {
            nodes.push(Node { key, ..Node::default() });
            nodes.len() as u32 - 1
        });
        nodes[index as usize].add(label, fixed);
        node_of.push(index);
    }
    for node in &mut nodes {
        node.value = node.sum / node.count;
    }
    // The fewer empty squares the earlier; a side that passes waits for the other with as many.
    let mut order: Vec<u32> = (0..nodes.len() as u32).collect();
    order.sort_by_key(|&index| {
        let (own, opponent) = nodes[index as usize].key;
        ((!(own | opponent)).count_ones(), bits::mobility(own, opponent) == 0)
    });
    for index in order {
        let node = &nodes[index as usize];
        if node.is_fixed {
            continue;
        }
        let after = successors(node.key).filter_map(|key| index_of.get(&key));
        let best = after.map(|&child| 1.0 - nodes[child as usize].value).reduce(f64::max);
        if let Some(best) = best {
            nodes[index as usize].value = best;
        }
    }
    node_of.into_iter().map(|index| nodes[index as usize].value).collect()
}

#[derive(Clone, Copy, Default)]
struct Node {
    key: Key,
    sum: f64,
    count: f64,
    value: f64,
    is_fixed: bool,
}

impl Node {
    fn add(&mut self, label: f64, fixed: bool) {
        if fixed && !self.is_fixed {
            *self = Self { key: self.key, is_fixed: true, ..Self::default() };
        }
        if fixed || !self.is_fixed {
            self.sum += label;
            self.count += 1.0;
        }
    }
}

/// What the moves of the side to move, or its pass, lead to.
fn successors((own, opponent): Key) -> impl Iterator<Item = Key> {
    let mut moves = bits::mobility(own, opponent);
    let passes = moves == 0;
    let mut has_passed = false;
    std::iter::from_fn(move || {
        if passes {
            return (!std::mem::replace(&mut has_passed, true)).then(|| key(opponent, own));
        }
        let square = (moves != 0).then(|| moves.trailing_zeros() as u8)?;
        moves &= moves - 1;
        let turned = bits::flips(own, opponent, square);
        Some(key(opponent ^ turned, own | turned | 1 << square))
    })
}

fn key(own: u64, opponent: u64) -> Key {
    let mut least = (own, opponent);
    let (mut a, mut b) = (own, opponent);
    for step in 0..7 {
        // Every board but the first is a mirror image of the one before.
        (a, b) = if step % 2 == 0 { (a.swap_bytes(), b.swap_bytes()) } else { (swap(a), swap(b)) };
        least = least.min((a, b));
    }
    least
}

/// The board mirrored in its long diagonal: files become ranks.
fn swap(mut x: u64) -> u64 {
    // CITE: Warren, "Hacker's Delight", §7-3: blocks of one, two and four squares change places.
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let changed = (x ^ (x >> shift)) & mask;
        x ^= changed ^ (changed << shift);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::othello::OthelloRules;
    use crate::games::{MoveList, Position};

    #[test]
    fn alike_boards_have_one_key() {
        let start = Othello::initial(OthelloRules);
        let mut moves = MoveList::new();
        start.legal_moves(&mut moves);
        let keys = moves.iter().map(|&m| {
            let mut next = start;
            next.play(m);
            key(next.own(), next.opponent())
        });
        // All four first moves are alike.
        let keys: std::collections::HashSet<Key> = keys.collect();
        assert_eq!(keys.len(), 1);
        let odd = (0x0102_0408_1020_4081, 0x8000_0000_0000_0002);
        let symmetric = [(odd.0, odd.1), (swap(odd.0), swap(odd.1))];
        assert_eq!(key(symmetric[0].0, symmetric[0].1), key(symmetric[1].0, symmetric[1].1));
        assert_eq!(swap(swap(odd.0)), odd.0);
        assert_eq!(swap(1 << 1), 1 << 8);
    }

    #[test]
    fn a_label_is_the_best_that_examined_moves_lead_to() {
        let start = Othello::initial(OthelloRules);
        let after = |texts: &[&str]| {
            let mut position = start;
            for text in texts {
                position.play(position.parse_move(text).unwrap());
            }
            position
        };
        // After d3 the side to move lost one game and drew another.
        let games = [after(&[]), after(&["d3"]), after(&["d3", "c3"]), after(&["d3", "e3"])];
        let labels = [0.0, 1.0, 1.0, 0.5];
        let found = propagate(&games, &labels, &[false; 4]);
        assert_eq!(found, [0.5, 0.5, 1.0, 0.5]);
        // What is fixed stays, and so does what comes of it.
        let found = propagate(&games, &labels, &[false, true, false, false]);
        assert_eq!(found, [0.0, 1.0, 1.0, 0.5]);
        // A turned board is the same.
        let found = propagate(&[after(&["f5"]), games[2]], &[1.0, 1.0], &[false; 2]);
        assert_eq!(found, [0.0, 1.0]);
    }
}
