//! Positions and moves through the mirrors of chunks, and back to the rules.

use shakmaty::{Chess, Move, Position as _, Square};

use crate::chunks::{BLACK, EMPTY, Facts, OCCUPIED, Step, WHITE};

/// A position through a mirror: bit 0 swaps the colours and the turn, bit 1 the wings.
///
/// A position whose wings are swapped allows no castling: the king stands on the wrong file for it.
#[must_use]
pub fn mirrored(facts: &Facts, mirror: u8) -> Facts {
    let turned = |bits: u64| {
        let bits = if mirror & 1 == 0 { bits } else { bits.swap_bytes() };
        if mirror & 2 == 0 { bits } else { bits.swap_bytes().reverse_bits() }
    };
    let swap = if mirror & 1 == 0 { 0 } else { 8 };
    let mut slots = [0; 16];
    for slot in (0..6).chain(8..14) {
        slots[slot ^ swap] = turned(facts.slots[slot]);
    }
    slots[WHITE] = turned(facts.slots[WHITE ^ swap]);
    slots[BLACK] = turned(facts.slots[BLACK ^ swap]);
    slots[OCCUPIED] = turned(facts.slots[OCCUPIED]);
    slots[EMPTY] = !slots[OCCUPIED];
    let rights = if mirror & 2 == 0 { facts.castling } else { 0 };
    Facts {
        slots,
        turn: if mirror & 1 == 0 { facts.turn } else { facts.turn.other() },
        castling: if mirror & 1 == 0 { rights } else { rights >> 2 | (rights & 3) << 2 },
        ..facts.clone()
    }
}

/// A move through a mirror; mirrors undo themselves.
#[must_use]
pub fn mirrored_step(step: Step, mirror: u8) -> Step {
    if step.0 == 0 {
        return step;
    }
    let colours = if mirror & 1 == 0 { 0 } else { 0o70 };
    let wings = if mirror & 2 == 0 { 0 } else { 7 };
    let flip = colours ^ wings;
    Step(step.0 ^ (flip | flip << 6))
}

/// The legal move of a position that is recorded like this.
pub fn legal_move(step: Step, position: &Chess) -> Option<Move> {
    position.legal_moves().iter().copied().find(|m| Step::of(*m) == step)
}

/// A recorded move as UCI writes it; empty where no move was played.
pub fn uci_of(step: Step) -> String {
    if step.0 == 0 {
        return String::new();
    }
    let square = |bits: u16| Square::new(u32::from(bits & 63)).to_string();
    let promotion = ["", "n", "b", "r", "q"].get(usize::from(step.0 >> 12)).unwrap_or(&"");
    format!("{}{}{promotion}", square(step.0), square(step.0 >> 6))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Position as _;
    use crate::games::chess::{Chess as OurChess, ChessRules};

    const FENS: [(&str, &str, u8); 3] = [
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQ - 0 1",
            "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b kq - 0 1",
            1,
        ),
        ("8/1p4k1/8/8/8/8/1K4P1/8 w - - 0 1", "8/1k4p1/8/8/8/8/1P4K1/8 w - - 0 1", 2),
        ("8/1p4k1/8/8/8/8/1K4P1/8 w - - 0 1", "8/1p4k1/8/8/8/8/1K4P1/8 b - - 0 1", 3),
    ];

    #[test]
    fn mirrors_give_the_same_moves() {
        for (fen, other, mirror) in FENS {
            let chess =
                |fen| OurChess::parse(fen, ChessRules::default()).expect("FEN").inner().clone();
            let (position, image) = (chess(fen), chess(other));
            let facts = mirrored(&Facts::of(&position), mirror);
            let expected = Facts { ply: facts.ply, ..Facts::of(&image) };
            if mirror == 3 {
                assert_eq!(mirrored(&facts, mirror), Facts::of(&position));
            } else {
                assert_eq!(facts, expected);
            }
            let moves = |p: &Chess, mirror| {
                let step = |m: &Move| mirrored_step(Step::of(*m), mirror).0;
                let mut all: Vec<u16> = p.legal_moves().iter().map(step).collect();
                all.sort_unstable();
                all
            };
            if mirror != 3 {
                assert_eq!(moves(&position, mirror), moves(&image, 0));
            }
            for m in position.legal_moves() {
                assert_eq!(legal_move(Step::of(m), &position), Some(m));
                let uci = m.to_uci(shakmaty::CastlingMode::Standard).to_string();
                assert_eq!(uci_of(Step::of(m)), uci);
            }
        }
    }
}
