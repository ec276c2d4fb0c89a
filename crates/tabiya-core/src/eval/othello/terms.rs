//! The weights of the evaluation: three for each feature, in opening, middle game and ending.

use Feature as F;

use crate::eval::{Schema, TermId};

/// What is counted in a position; the value is the index of its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Feature {
    Mobility,
    CornerMove,
    FrontierDisc,
    FrontierSquare,
    Corner,
    Stable,
    XSquare,
    CSquare,
    BesideLostCorner,
    ASquare,
    BSquare,
    Six,
    Five,
    Wedge,
    Turnable,
    Anchored,
    Disc,
    SideToMove,
    Parity,
    OddQuadrant,
}

/// Group, feature, name and meaning; the phase completes both name and meaning.
const FEATURES: [(&str, Feature, &str, &str); 20] = [
    ("mobility", F::Mobility, "mobility", "A legal move"),
    ("mobility", F::CornerMove, "corner_move", "A legal move to a corner"),
    ("mobility", F::FrontierDisc, "frontier_disc", "A disc beside an empty square"),
    (
        "mobility",
        F::FrontierSquare,
        "frontier_square",
        "An empty square beside a disc of the opponent",
    ),
    ("corners", F::Corner, "corner", "A disc on a corner"),
    ("corners", F::Stable, "stable", "A disc that can be seen to stay for good"),
    ("corners", F::XSquare, "x_square", "A disc diagonally beside an empty corner"),
    ("corners", F::CSquare, "c_square", "A disc on the edge beside an empty corner"),
    (
        "corners",
        F::BesideLostCorner,
        "beside_lost_corner",
        "A disc beside a corner of the opponent",
    ),
    ("edges", F::ASquare, "a_square", "A disc on the edge two squares from a corner"),
    ("edges", F::BSquare, "b_square", "A disc on the edge three squares from a corner"),
    ("edges", F::Six, "balanced_edge", "An edge of six discs between empty corners"),
    (
        "edges",
        F::Five,
        "unbalanced_edge",
        "An edge of five discs in a row between empty corners, and no other",
    ),
    ("edges", F::Wedge, "wedge", "A single empty square between discs of the opponent on an edge"),
    (
        "edges",
        F::Turnable,
        "turnable_row",
        "A row on an edge between a disc of the opponent and an empty square",
    ),
    (
        "edges",
        F::Anchored,
        "anchored_row",
        "A row on an edge, away from corners, that no disc on the next square turns",
    ),
    ("count", F::Disc, "disc", "A disc"),
    ("count", F::SideToMove, "side_to_move", "The right to move"),
    ("count", F::Parity, "parity", "The right to move with an odd number of empty squares"),
    (
        "count",
        F::OddQuadrant,
        "odd_quadrant",
        "The right to move, for each quarter of the board with an odd number of empty squares",
    ),
];

/// How many terms there are in each half of the game.
pub(super) const N_FEATURES: TermId = FEATURES.len();

/// Declares the weights; then the terms of the first half of the game, which lead from opening to
/// middle game, and those of the second half, which lead on to the ending.
pub(super) fn declare(schema: &mut Schema) {
    let mut weights = Vec::with_capacity(N_FEATURES);
    for (index, &(group, feature, name, meaning)) in FEATURES.iter().enumerate() {
        assert_eq!(feature as usize, index, "{name} stands where its term does");
        schema.group(group, &[]);
        let phases = [("opening", "opening"), ("middle", "middle game"), ("ending", "ending")];
        weights.push(phases.map(|(suffix, phase)| {
            let meaning = format!("{meaning}, in the {phase}.");
            schema.weight(format!("{name}_{suffix}"), (-10_000.0, 10_000.0), meaning)
        }));
    }
    for &[opening, middle, _] in &weights {
        schema.term(opening, middle);
    }
    for &[_, middle, ending] in &weights {
        schema.term(middle, ending);
    }
}
