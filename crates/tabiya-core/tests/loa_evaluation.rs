//! The evaluation of Lines of Action: features by hand and by plain loops, symmetries, traces, and
//! the Euler number.

use proptest::prelude::*;
use tabiya_core::eval::Model;
use tabiya_core::eval::loa::{LoaEvaluation, LoaModel, euler_number};
use tabiya_core::eval::trace::Trace;
use tabiya_core::games::loa::{Loa, LoaRules, is_connected};
use tabiya_core::games::{MoveList, Position, Side};
use tabiya_core::search::{Evaluation, Score};

fn parse(text: &str) -> Loa {
    Loa::parse(text, LoaRules::default()).expect("a position")
}

/// How often a feature counts for Black.
fn feature(position: &Loa, name: &str) -> i32 {
    let term = LoaModel::schema().find(name).expect("a weight");
    let trace = Trace::of::<LoaModel>(&[position]);
    let entry = trace.terms.iter().position(|&t| usize::from(t) == term);
    let count = entry.map_or(0, |i| i32::from(trace.counts[i]));
    if position.turn() == Side::First { count } else { -count }
}

fn is_edge(square: i32) -> bool {
    [0, 7].contains(&(square % 8)) || [0, 7].contains(&(square / 8))
}

/// The half moves of a side, from the targets of its pieces.
fn naive_mobility(position: &Loa, side: Side) -> i32 {
    let on = |board: u64, square: i32| board >> square & 1 != 0;
    let (own, enemy) = (position.pieces(side), position.pieces(side.other()));
    let mut halves = 0;
    for from in (0..64).filter(|&square| on(own, square)) {
        let targets = position.targets(side, from as u8);
        for to in (0..64).filter(|&square| on(targets, square)) {
            halves += if is_edge(to) { 1 } else { 2 } * if on(enemy, to) { 2 } else { 1 };
        }
    }
    halves
}

/// The ways off the edge that pieces of `side` cannot go for an enemy that they would jump over.
fn naive_blocked(position: &Loa, side: Side) -> i32 {
    let on = |board: u64, file: i32, rank: i32| board >> (8 * rank + file) & 1 != 0;
    let inside = |at: i32| (0..8).contains(&at);
    let (own, enemy) = (position.pieces(side), position.pieces(side.other()));
    let mut blocked = 0;
    for (file, rank) in (0..64).filter(|&s| is_edge(s)).map(|s| (s % 8, s / 8)) {
        for (df, dr) in [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)] {
            let way: Vec<(i32, i32)> = (-7..8)
                .map(|i| (file + i * df, rank + i * dr))
                .filter(|&(f, r)| inside(f) && inside(r))
                .collect();
            let count = way.iter().filter(|&&(f, r)| on(own | enemy, f, r)).count() as i32;
            let lands = inside(file + count * df) && inside(rank + count * dr);
            let leaves = !way.iter().all(|&(f, r)| is_edge(8 * r + f));
            let jumps = (1..count).any(|i| {
                let (f, r) = (file + i * df, rank + i * dr);
                inside(f) && inside(r) && on(enemy, f, r)
            });
            let counts = on(own, file, rank) && lands && leaves && jumps;
            blocked += i32::from(counts);
        }
    }
    blocked
}

/// Parts by a flood over neighbours, diagonal ones too if asked.
fn parts(mut squares: Vec<(i32, i32)>, diagonal: bool) -> i32 {
    let mut n_parts = 0;
    while let Some(first) = squares.pop() {
        let mut stack = vec![first];
        while let Some((file, rank)) = stack.pop() {
            let near = |&(f, r): &(i32, i32)| {
                let (df, dr) = ((file - f).abs(), (rank - r).abs());
                if diagonal { df.max(dr) <= 1 } else { df + dr <= 1 }
            };
            stack.extend(squares.iter().copied().filter(near));
            squares.retain(|square| !near(square));
        }
        n_parts += 1;
    }
    n_parts
}

#[test]
fn test_features_by_hand() {
    // Black: a block on b2-d4. White: two corners.
    let position = parse("w6w/8/8/8/1bbb4/1bbb4/1bbb4/8 b");
    for (name, count) in [
        ("concentration", 1000 - 250), // eight squares are the least; 7/2 + 7/2 are three too many each
        ("centre_of_mass", 350 - 300),
        ("centralisation", 155), // (5 * 1 + 3 * 2 + 3) / 9
        ("quads", 4),
        ("side_to_move", 1),
        ("connectedness", 444), // 20 pairs of nine pieces
        ("uniformity", 8 - 9),
        ("walls", 0),
    ] {
        assert_eq!(feature(&position, name), count, "{name}");
    }
}

#[test]
fn test_mobility_by_hand() {
    let position = parse("8/8/8/8/8/1b1w4/8/8 b");
    let black = 4 + (2 + 2) + (1 + 2) + (1 + 2); // b3d3; b4 b2; a2 c4; a4 c2
    let white = (4 + 2) + (2 + 2) + (2 + 2) + (2 + 2); // d3b3 f3; d4 d2; c2 e4; c4 e2
    assert_eq!(feature(&position, "mobility"), black - white);
    // To the edge and along it, captures too: a1a2 and a2a1 on one file, else single steps.
    let edge = parse("8/8/8/8/8/w7/8/b7 b");
    assert_eq!(feature(&edge, "mobility"), (2 + 1 + 2) - (2 + 1 + 2 + 2 + 2));
}

#[test]
fn test_walls_by_hand() {
    let walled = parse("8/8/8/1b6/wb6/1b6/8/7w b");
    assert_eq!(feature(&walled, "walls"), 3);
    assert_eq!(feature(&parse("8/8/8/8/wb6/8/8/7w b"), "walls"), 1);
    // Along the edge nothing is walled in.
    assert_eq!(feature(&parse("8/8/8/b7/w7/8/8/7w w"), "walls"), 0);
}

#[test]
fn test_quads_count_near_the_centre_of_mass_only() {
    // The block of four is near the centre of mass, (19/7, 12/7); three on the right are not.
    let position = parse("w6w/8/8/8/8/bb5b/bb5b/6b1 b");
    assert_eq!(feature(&position, "quads"), 0);
    let position = parse("w6w/8/8/8/8/1bb4b/1bb5/8 b");
    assert_eq!(feature(&position, "quads"), 1);
}

#[test]
fn test_defaults_name_every_weight() {
    let schema = LoaModel::schema();
    assert_eq!(schema.stray_defaults(), Vec::<&str>::new());
    assert!(schema.weights().iter().all(|w| w.default != 0.0), "a default is missing");
}

/// Positions of random games.
fn any_playout() -> impl Strategy<Value = Vec<Loa>> {
    prop::collection::vec(any::<prop::sample::Index>(), 1..100).prop_map(|choices| {
        let mut position = Loa::initial(LoaRules::default());
        let mut played = vec![position];
        for choice in choices {
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            position.play(moves[choice.index(moves.len())]);
            played.push(position);
        }
        played
    })
}

/// Weights in thousandths, as the search holds them, so that nothing is lost to rounding.
fn any_weights() -> impl Strategy<Value = Vec<f64>> {
    let weights = LoaModel::schema().weights();
    let thousandths = |bound: f64| (-1000.0 * bound) as i32..=(1000.0 * bound) as i32;
    let each: Vec<_> = weights
        .iter()
        .map(|w| thousandths(w.max).prop_map(|value| f64::from(value) / 1000.0))
        .collect();
    each
}

/// The text with the squares moved: 0 to 7 are the symmetries of the board.
fn transformed(position: &Loa, symmetry: u8, swaps: bool) -> Loa {
    let cells = position.cells();
    let at = |file: usize, rank: usize| {
        let (file, rank) = if symmetry & 4 != 0 { (rank, file) } else { (file, rank) };
        let file = if symmetry & 1 != 0 { 7 - file } else { file };
        let rank = if symmetry & 2 != 0 { 7 - rank } else { rank };
        match (cells[8 * rank + file], swaps) {
            ('.', _) => '1',
            ('b', true) => 'w',
            ('w', true) => 'b',
            (c, _) => c,
        }
    };
    let row = |rank| (0..8).map(|file| at(file, rank)).collect::<String>();
    let board = (0..8).rev().map(row).collect::<Vec<_>>().join("/");
    let turn = ["b", "w"][position.turn().index() ^ usize::from(swaps)];
    parse(&format!("{board} {turn}"))
}

proptest! {
    #[test]
    fn test_evaluation_keeps_under_symmetries_and_swapped_colours(
        playout in any_playout(),
        weights in any_weights(),
    ) {
        let mut evaluation = LoaEvaluation::new(&weights, 0.001);
        let initiative = weights[LoaModel::schema().find("side_to_move").expect("a weight")];
        for position in playout {
            let score = evaluation.evaluate(&position);
            for symmetry in 0..8 {
                let same = evaluation.evaluate(&transformed(&position, symmetry, false));
                prop_assert_eq!(score, same, "{} by {}", position.text(), symmetry);
                let swapped = transformed(&position, symmetry, true);
                prop_assert_eq!(score, evaluation.evaluate(&swapped), "{}", position.text());
                let passed = evaluation.evaluate(&swapped.pass());
                let expected = 2 * (1000.0 * initiative).round() as Score - score;
                prop_assert_eq!(passed, expected, "{}", position.text());
            }
        }
    }

    #[test]
    fn test_mobility_and_walls_by_plain_loops(playout in any_playout()) {
        let surplus = |count: fn(&Loa, Side) -> i32, p: &Loa| count(p, Side::First) - count(p, Side::Second);
        for position in playout {
            let mobility = surplus(naive_mobility, &position);
            prop_assert_eq!(feature(&position, "mobility"), mobility, "{}", position.text());
            let walls = -surplus(naive_blocked, &position);
            prop_assert_eq!(feature(&position, "walls"), walls, "{}", position.text());
        }
    }

    #[test]
    fn test_euler_number_is_parts_less_holes(a in any::<u64>(), b in any::<u64>(), c in any::<u64>()) {
        for squares in [a, a & b, a & b & c, a | b, a | b | c] {
            // The board with a rim, so that everything outside is one part.
            let is_on = |&(file, rank): &(i32, i32)| {
                (0..8).contains(&file) && (0..8).contains(&rank) && squares >> (8 * rank + file) & 1 != 0
            };
            let all = (-1..9).flat_map(|rank| (-1..9).map(move |file| (file, rank)));
            let (on, off): (Vec<_>, Vec<_>) = all.partition(is_on);
            let n_holes = parts(off, false) - 1;
            prop_assert_eq!(euler_number(squares), parts(on, true) - n_holes);
            prop_assert!(euler_number(squares) <= 1 || !is_connected(squares));
        }
    }
}
