//! Recorded games walked through, and packed positions looked at, against `shakmaty`.

use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};
use tabiya_core::chunks::{Facts, Step, Walk};
use tabiya_core::games::Position as _;
use tabiya_core::games::chess;

const STARTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 40",
];

proptest! {
    #[test]
    fn a_walk_sees_what_the_rules_see(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<u16>(), 0..160),
    ) {
        let fen: Fen = STARTS[start].parse().expect("FEN");
        let mut position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let mut walk = Walk::new(Facts::of(&position));
        for choice in choices {
            let moves = position.legal_moves();
            let Some(m) = moves.get(usize::from(choice) % moves.len().max(1)).copied() else { break };
            position.play_unchecked(m);
            walk.play(Step::of(m));
            let facts = Facts::of(&position);
            prop_assert_eq!(walk.facts(), &facts);
            let text = Fen::from_position(&position, shakmaty::EnPassantMode::Legal).to_string();
            let mut packed = [0; chess::Chess::PACKED_WIDTH];
            let rules = chess::ChessRules::default();
            chess::Chess::parse(&text, rules).expect("legal").pack(&mut packed);
            prop_assert_eq!(Facts::of_packed(&packed), Some(facts));
        }
    }
}

#[test]
fn nonsense_is_walked_without_a_panic() {
    let mut walk = Walk::new(Facts::of(&Chess::default()));
    for step in 0..=u16::MAX {
        walk.play(Step(step));
    }
}
