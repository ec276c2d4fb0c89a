//! Networks: one computed by hand, the text read back, and what is said of wrong text.

use proptest::prelude::*;
use tabiya_core::eval::Model;
use tabiya_core::eval::network::Network;
use tabiya_core::eval::othello::OthelloModel;
use tabiya_core::games::loa::{Loa, LoaRules};
use tabiya_core::games::othello::{Othello, OthelloRules};
use tabiya_core::games::{Position, Side};
use tabiya_core::search::Evaluation;

fn parse(text: &str) -> Loa {
    Loa::parse(text, LoaRules::default()).expect("a position")
}

#[test]
fn test_network_by_hand() {
    // One hidden unit that counts Black's piece on a1 and White's on h8, and looks at the turn.
    let mut text = String::from("network 65 1\nhidden 0.5");
    for input in 0..65 {
        text += match input {
            0 => " 1",
            63 => " -2",
            64 => " 0.25",
            _ => " 0",
        };
    }
    text += "\noutput -0.75 1.5\n";
    let mut network = Network::parse(&text).expect("a network");
    let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
    for (position, turn) in [("7w/8/8/8/8/8/7w/b1b5 b", 1.0), ("7w/8/8/8/8/8/7w/b1b5 w", -1.0)] {
        let position = parse(position);
        let hidden = sigmoid(0.5 + 1.0 + 2.0 + 0.25 * turn);
        let chance = sigmoid(-0.75 + 1.5 * hidden);
        assert!((f64::from(network.chance_of_first(&position)) - chance).abs() < 1e-6);
        let centipawns = 400.0 * (chance / (1.0 - chance)).log10() * turn;
        assert!((f64::from(network.evaluate(&position)) / 1000.0 - centipawns).abs() < 0.01);
    }
}

#[test]
fn test_network_errors_name_the_line() {
    let unit = format!("network 65 1\nhidden{}\n", " 0".repeat(66));
    for (text, expected) in [
        (String::new(), "line 1: expected network, inputs and hidden units, found \"\""),
        ("network 64 1".into(), "line 1: expected 65 inputs, found \"64\""),
        ("network 65 0".into(), "line 1: expected 1 to 1024 hidden units, found \"0\""),
        (
            "# x\nnetwork 65 1\nhidden 1".into(),
            "line 3: expected 66 numbers after hidden, found \"1\"",
        ),
        ("network 65 1\noutput 0".into(), "line 2: expected hidden, found \"output\""),
        (format!("{unit}output 0 inf"), "line 3: expected a number, found \"inf\""),
        (format!("{unit}output 0 1\n\nmore"), "line 5: expected the end, found \"more\""),
        (unit, "line 3: expected output, found \"\""),
    ] {
        let error = Network::parse(&text).expect_err(&text).to_string();
        assert_eq!(error, format!("network, {expected}"));
    }
}

#[test]
fn test_network_plays_othello() {
    let mut values = [0.0; 68];
    values[1 + 27] = 1.0; // d4, where White stands at the start
    values[67] = 2.0;
    let mut network = Network::new(1, &values);
    let start = Othello::initial(OthelloRules);
    let expected = OthelloModel::WIN_SCALE * 2.0 / (1.0 + 1_f64.exp());
    assert_eq!(start.turn(), Side::First);
    assert!((f64::from(network.evaluate(&start)) / 1000.0 - expected).abs() < 0.01);
}

proptest! {
    #[test]
    fn test_network_text_round_trip(
        n_hidden in 1_usize..50,
        values in prop::collection::vec(-8.0_f32..8.0, 67 * 50 + 1),
    ) {
        let values = &values[..=67 * n_hidden];
        let network = Network::new(n_hidden, values);
        prop_assert_eq!(network.values(), values);
        prop_assert_eq!(Network::parse(&network.text()), Ok(network));
    }
}
