//! The terms of the chess evaluation in their order, and the weights behind them.

use std::sync::LazyLock;

use crate::eval::schema::{Factor, Schema, TermId};
use crate::games::square_name;

pub const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

pub const MATERIAL: TermId = 0;
pub const SQUARES: TermId = MATERIAL + 5;
/// Mobility tables of knight, bishop, rook and queen, one after the other.
pub const MOBILITY: [TermId; 4] = [SQUARES + 6 * 64, SQUARES + 393, SQUARES + 407, SQUARES + 422];
pub const MOBILITY_SIZES: [usize; 4] = [9, 14, 15, 28];
pub const BISHOP_PAIR: TermId = MOBILITY[3] + 28;
pub const BAD_BISHOP: TermId = BISHOP_PAIR + 1;
pub const KNIGHT_OUTPOST: TermId = BAD_BISHOP + 1;
pub const BISHOP_OUTPOST: TermId = KNIGHT_OUTPOST + 1;
pub const MINOR_BEHIND_PAWN: TermId = BISHOP_OUTPOST + 1;
pub const ROOK_ON_OPEN_FILE: TermId = MINOR_BEHIND_PAWN + 1;
pub const ROOK_ON_HALF_OPEN_FILE: TermId = ROOK_ON_OPEN_FILE + 1;
pub const ROOK_ON_SEVENTH: TermId = ROOK_ON_HALF_OPEN_FILE + 1;
pub const ROOK_BEHIND_PASSED_PAWN: TermId = ROOK_ON_SEVENTH + 1;
pub const SPACE: TermId = ROOK_BEHIND_PASSED_PAWN + 1;
pub const TEMPO: TermId = SPACE + 1;
/// A pawn's attack on a knight, bishop, rook, queen.
pub const PAWN_THREAT: TermId = TEMPO + 1;
/// A minor piece's attack on a minor piece, rook, queen.
pub const MINOR_THREAT: TermId = PAWN_THREAT + 4;
pub const ROOK_THREAT: TermId = MINOR_THREAT + 3;
pub const HANGING: TermId = ROOK_THREAT + 1;
pub const LONE_KING_AT_EDGE: TermId = HANGING + 1;
pub const LONE_KING_NEAR: TermId = LONE_KING_AT_EDGE + 1;
pub const KPK_WIN: TermId = LONE_KING_NEAR + 1;
pub const ISOLATED: TermId = KPK_WIN + 1;
pub const ISOLATED_OPEN: TermId = ISOLATED + 1;
pub const DOUBLED: TermId = ISOLATED_OPEN + 1;
pub const BACKWARD: TermId = DOUBLED + 1;
pub const BACKWARD_OPEN: TermId = BACKWARD + 1;
/// By rank, from the second to the seventh.
pub const CONNECTED: TermId = BACKWARD_OPEN + 1;
pub const CANDIDATE: TermId = CONNECTED + 6;
pub const BLOCKED: TermId = CANDIDATE + 6;
pub const BLOCKED_CENTRAL: TermId = BLOCKED + 1;
pub const PASSED: TermId = BLOCKED_CENTRAL + 1;
pub const PASSED_PROTECTED: TermId = PASSED + 6;
pub const PASSED_STOPPED: TermId = PASSED_PROTECTED + 1;
pub const PASSED_FREE: TermId = PASSED_STOPPED + 1;
pub const PASSED_OWN_KING: TermId = PASSED_FREE + 1;
pub const PASSED_ENEMY_KING: TermId = PASSED_OWN_KING + 1;
pub const TROPISM: TermId = PASSED_ENEMY_KING + 1;
/// Everything about the king of the side to move; the same for the other king follows.
pub const KING: TermId = TROPISM + 4;
pub const SHELTER: TermId = KING;
pub const STORM: TermId = SHELTER + 8;
pub const KING_OPEN_FILE: TermId = STORM + 8;
pub const KING_HALF_OPEN_FILE: TermId = KING_OPEN_FILE + 1;
pub const DANGER: TermId = KING_HALF_OPEN_FILE + 1;
pub const DANGER_SIZE: usize = 40;
pub const OTHER_KING: TermId = DANGER + DANGER_SIZE;
/// What to add to a term of [`KING`] to get that of the other king.
pub const OTHER: TermId = OTHER_KING - KING;

const ANY: (f64, f64) = (-2000.0, 2000.0);
const PERCENT: (f64, f64) = (-1000.0, 1000.0);

pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    let mut schema = Schema::with_defaults(include_str!("defaults.txt"));
    declare_pieces(&mut schema);
    declare_pawns(&mut schema);
    declare_king(&mut schema);
    schema
});

fn declare_pieces(schema: &mut Schema) {
    schema.group("material", &[]);
    for name in &ROLES[..5] {
        schema.simple(name, (0.0, 3000.0), &format!("Worth of a {name}."));
    }
    schema.group("squares", &[]);
    for name in ROLES {
        for square in 0..64 {
            let place = square_name(square);
            let meaning = format!("A white {name} on {place}, or a black one opposite");
            schema.tapered(&format!("{name}_{place}"), ANY, &meaning);
        }
    }
    schema.group("mobility", &[]);
    for (index, size) in MOBILITY_SIZES.into_iter().enumerate() {
        let name = ROLES[index + 1];
        debug_assert_eq!(schema.n_terms(), MOBILITY[index]);
        for squares in 0..size {
            let meaning = format!("A {name} that can safely go to {squares} squares");
            schema.tapered(&format!("{name}_mobility_{squares}"), ANY, &meaning);
        }
    }
    schema.group("minor pieces", &[]);
    schema.tapered("bishop_pair", ANY, "Both bishops");
    schema.tapered("bad_bishop", ANY, "A pawn on the colour of its own bishop");
    schema.tapered("knight_outpost", ANY, "A protected knight that no pawn can drive away");
    schema.tapered("bishop_outpost", ANY, "A protected bishop that no pawn can drive away");
    schema.tapered(
        "minor_behind_pawn",
        ANY,
        "A knight or bishop right behind a pawn of either side",
    );
    schema.group("rooks", &[]);
    schema.simple("rook_on_open_file", ANY, "A rook on a file without pawns.");
    schema.simple("rook_on_half_open_file", ANY, "A rook on a file without pawns of its own.");
    schema.simple(
        "rook_on_seventh",
        ANY,
        "A rook on the seventh rank with pawns to attack or the king behind.",
    );
    schema.simple("rook_behind_passed_pawn", ANY, "A rook behind a passed pawn.");
    schema.group("board", &[]);
    schema.tapered(
        "space",
        ANY,
        "A square of files c to f and ranks 2 to 4 free of own pawns and enemy pawn attacks",
    );
    schema.tapered("side_to_move", ANY, "The right to move");
    schema.group("threats", &[]);
    for name in &ROLES[1..5] {
        schema.tapered(&format!("pawn_attacks_{name}"), ANY, &format!("A pawn attacks a {name}"));
    }
    for name in ["minor", "rook", "queen"] {
        let meaning = match name {
            "minor" => "A knight or bishop attacks one that no pawn protects".to_owned(),
            _ => format!("A knight or bishop attacks a {name}"),
        };
        schema.tapered(&format!("minor_attacks_{name}"), ANY, &meaning);
    }
    schema.tapered("rook_attacks_queen", ANY, "A rook attacks a queen");
    schema.tapered("hanging", ANY, "An attack on a piece that nothing protects");
    schema.group("endings", &[]);
    schema.simple("lone_king_at_edge", ANY, "Each step of a lone king away from the centre.");
    schema.simple("lone_king_near", ANY, "Each step that our king is nearer to a lone king.");
    schema.simple("king_and_pawn_win", ANY, "King and pawn against king where the pawn queens.");
}

fn declare_pawns(schema: &mut Schema) {
    let scale = |schema: &mut Schema, name: &str, what: &str| {
        let meaning = format!("Percentage of everything about {what}; 100 is as designed.");
        Factor::Percent(schema.weight(name, PERCENT, meaning))
    };
    let by_rank = |schema: &mut Schema, name: &str, what: &str| {
        for rank in 2..8 {
            let meaning = format!("{what} on its rank {rank}");
            schema.tapered(&format!("{name}_rank_{rank}"), ANY, &meaning);
        }
    };
    schema.group("pawn structure", &[]);
    let structure = scale(schema, "pawn_structure_scale", "the structure of the pawns");
    schema.group("pawn structure", &[structure]);
    debug_assert_eq!(schema.n_terms(), ISOLATED);
    schema.tapered("isolated", ANY, "A pawn without a pawn on the files beside it");
    schema.tapered("isolated_open", ANY, "An isolated pawn without an enemy pawn ahead");
    schema.tapered("doubled", ANY, "A pawn with a pawn of its own ahead");
    schema.tapered("backward", ANY, "A pawn that can neither advance nor be protected");
    schema.tapered("backward_open", ANY, "A backward pawn without an enemy pawn ahead");
    by_rank(schema, "connected", "A pawn that a pawn protects or stands beside");
    by_rank(schema, "candidate", "A pawn that can become a passed one");
    schema.group("blocked pawns", &[]);
    let blocked = scale(schema, "blocked_pawn_scale", "blocked pawns");
    schema.group("blocked pawns", &[blocked]);
    schema.tapered("blocked", ANY, "A pawn that cannot advance");
    schema.tapered("blocked_central", ANY, "A blocked pawn of the d or e file at home");
    schema.group("passed pawns", &[]);
    let passed = scale(schema, "passed_pawn_scale", "passed pawns");
    schema.group("passed pawns", &[passed]);
    debug_assert_eq!(schema.n_terms(), PASSED);
    by_rank(schema, "passed", "A passed pawn");
    schema.tapered("passed_protected", ANY, "A passed pawn that a pawn protects");
    schema.tapered("passed_stopped", ANY, "A passed pawn with an enemy piece right ahead");
    schema.tapered(
        "passed_free",
        ANY,
        "Each rank that a passed pawn with a free way has left behind",
    );
    schema.tapered(
        "passed_own_king",
        ANY,
        "Steps of our king from a far passed pawn's next square",
    );
    schema.tapered("passed_enemy_king", ANY, "Steps of the enemy king from that square");
}

fn declare_king(schema: &mut Schema) {
    schema.group("king tropism", &[]);
    let meaning = "Percentage of everything about pieces near the enemy king; 100 is as designed.";
    let tropism = Factor::Percent(schema.weight("king_tropism_scale", PERCENT, meaning));
    schema.group("king tropism", &[tropism]);
    for name in &ROLES[1..5] {
        let meaning = format!("Each step that a {name} is nearer to the enemy king");
        schema.tapered(&format!("{name}_tropism"), ANY, &meaning);
    }
    schema.group("king safety", &[]);
    let meaning = "Percentage of everything about the safety of kings; 100 is as designed.";
    let safety = Factor::Percent(schema.weight("king_safety_scale", PERCENT, meaning));
    let meaning =
        "Percentage added to the safety of the king that is not to move; 0 treats both alike.";
    let asymmetry = Factor::PercentMore(schema.weight("king_safety_asymmetry", PERCENT, meaning));
    schema.group("king safety", &[safety]);
    debug_assert_eq!(schema.n_terms(), KING);
    for rank in 0..8 {
        let meaning = match rank {
            0 => "No own pawn on a file at the king".into(),
            _ => format!("The nearest own pawn on a file at the king, on rank {}", rank + 1),
        };
        schema.tapered(&format!("shelter_{rank}"), ANY, &meaning);
    }
    for rank in 0..8 {
        let meaning = match rank {
            0 => "No enemy pawn on a file at the king".into(),
            _ => format!("The nearest enemy pawn on a file at the king, on rank {}", rank + 1),
        };
        schema.tapered(&format!("storm_{rank}"), ANY, &meaning);
    }
    schema.tapered("king_on_open_file", ANY, "A file at the king without pawns");
    schema.tapered("king_on_half_open_file", ANY, "A file at the king without own pawns");
    for units in 0..DANGER_SIZE {
        let meaning = format!("An attack of strength {units} on the king");
        schema.tapered(&format!("danger_{units}"), ANY, &meaning);
    }
    debug_assert_eq!(schema.n_terms(), OTHER_KING);
    schema.repeat(KING..OTHER_KING, asymmetry);
}
