//! Scores: fixed-point numbers fine enough that a tiny change of a weight shows.

/// A score of the side to move, in thousandths of a centipawn (or of a hundredth of a disc).
pub type Score = i32;

/// One centipawn.
pub const CENTIPAWN: Score = 1000;

/// A won game, before the distance to the end is taken off.
pub const WIN: Score = 1_000_000_000;

/// Beyond every score of this search; the ends of an open window.
pub const INFINITE: Score = WIN + CENTIPAWN;

/// Scores beyond this mean that the end of the game was seen.
pub const DECIDED: Score = WIN - 10_000 * CENTIPAWN;

/// A win `n` steps short of the best: plies to mate, or discs short of all 64.
pub const fn win_in(n: i32) -> Score {
    WIN - n * CENTIPAWN
}

/// Whether the score is a seen end of the game, and no estimate.
pub const fn is_decided(score: Score) -> bool {
    score.abs() > DECIDED
}

/// How many steps short of [`WIN`] a decided score is.
pub const fn steps_to_win(score: Score) -> i32 {
    (WIN - score.abs()) / CENTIPAWN
}

/// Keeps an estimate away from the scores that mean a seen end.
pub const fn clamp_estimate(score: Score) -> Score {
    if score > DECIDED {
        DECIDED
    } else if score < -DECIDED {
        -DECIDED
    } else {
        score
    }
}
