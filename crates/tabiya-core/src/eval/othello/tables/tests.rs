//! Tables against the board itself.

use super::*;
use crate::games::othello::OthelloRules;
use crate::games::{MoveList, Position};
use crate::search::Incremental;

/// Positions of a game that always plays some move or other.
fn game() -> Vec<(Othello, Option<<Othello as Position>::Move>)> {
    let mut position = Othello::initial(OthelloRules);
    let mut seen = Vec::new();
    for number in 0.. {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        let chosen = (!moves.is_empty()).then(|| moves[(number * 7 + 3) % moves.len()]);
        seen.push((position, chosen));
        match chosen {
            Some(m) => position.play(m),
            None => break,
        }
    }
    seen
}

fn some_tables() -> Tables {
    let n = LAYOUT.n_entries();
    let mut values: Vec<f32> = (0..n).map(|entry| (entry % 1009) as f32 / 64.0).collect();
    // Mirrored entries are worth the same.
    for entry in 0..n {
        values[entry] = values[entry.min(LAYOUT.mirrored[entry] as usize)];
    }
    Tables::new(&[values]).unwrap()
}

fn features(tables: &Tables, position: &Othello) -> Vec<f32> {
    let mut values = [0.0; crate::eval::combined::MOST_FEATURES];
    tables.measure(position, &contents(position), 0, &mut values);
    values[..13].to_vec()
}

#[test]
fn contents_follow_every_move() {
    let tables = some_tables();
    for pair in game().windows(2) {
        let ((before, m), (after, _)) = (&pair[0], &pair[1]);
        let step = Step { before, m: *m, after };
        assert_eq!(tables.after(&contents(before), &step), contents(after));
    }
}

#[test]
fn a_row_is_read_from_its_first_square() {
    // Black has a1 and white c1; the first entry of row 1 with those digits is 1 + 2 * 9.
    let position = Othello::from_discs(1, 4, Side::First).unwrap();
    assert_eq!(contents(&position)[0], 19);
}

#[test]
fn turned_and_mirrored_boards_have_the_same_features() {
    let tables = some_tables();
    for (position, _) in game() {
        let expected = features(&tables, &position);
        let turn = position.turn();
        let flip = |f: fn(u64) -> u64| {
            Othello::from_discs(f(position.black()), f(position.white()), turn).unwrap()
        };
        // The ranks in reverse; the whole board in reverse.
        assert_eq!(features(&tables, &flip(u64::swap_bytes)), expected);
        assert_eq!(features(&tables, &flip(u64::reverse_bits)), expected);
    }
}

#[test]
fn colours_do_not_matter_but_the_side_to_move() {
    let tables = some_tables();
    for (position, _) in game() {
        let turn = if position.turn() == Side::First { Side::Second } else { Side::First };
        let other = Othello::from_discs(position.white(), position.black(), turn).unwrap();
        assert_eq!(features(&tables, &other), features(&tables, &position));
    }
}

#[test]
fn the_start_is_balanced() {
    let start = Othello::initial(OthelloRules);
    assert_eq!(features(&some_tables(), &start)[11..], [0.0, 0.0]);
    let next = game()[1].0;
    // One disc has been turned: white has one left, with three moves; black has four, with two or
    // more empty squares around them.
    assert_eq!(bits::mobility(next.own(), next.opponent()).count_ones(), 3);
    assert!(features(&some_tables(), &next)[12] > 0.0);
}

#[test]
fn counts_are_of_the_side_to_move() {
    let positions: Vec<Othello> = game().into_iter().map(|(position, _)| position).collect();
    let won: Vec<f64> =
        positions.iter().map(|p| f64::from(u8::from(p.turn() == Side::First))).collect();
    let counts = count(&positions, &won, None, &vec![0; positions.len()], 1);
    let all: f64 = counts[0].iter().map(|entry| entry.all).sum();
    assert_eq!(all as usize, positions.len() * N_PLACES);
    let wins: f64 = counts[0].iter().map(|entry| entry.won).sum();
    assert!((wins - won.iter().sum::<f64>() * N_PLACES as f64).abs() < 1e-9);
}

#[test]
fn tables_of_another_size_are_refused() {
    let error = Tables::new(&[vec![0.0; 3]]).err().unwrap();
    assert_eq!(error.to_string(), "combination: expected 114777 entries of tables, found 3");
}
