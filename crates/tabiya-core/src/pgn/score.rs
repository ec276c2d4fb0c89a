//! Scores in comments: `[%eval …]` in its dialects.
//!
//! - `0.35`, `-1.2,18`: pawns, White's view, perhaps with the depth (Lichess, python-chess).
//! - `35`, `-120,18`: a whole number is in centipawns. `ChessBase` writes White's view, other programs
//!   (`ChessGUI`, Arena) that of the side which has just moved; the text does not tell which, so the
//!   game decides, see [`is_of_mover`].
//! - `#3`, `#-3`, `-#3`, `+#3`: mate; with a depth (`#3,18`) it is of the view that the whole numbers
//!   of the game are. `#` alone: it is mate.

use super::label::Score;

/// Scores beyond this (in centipawns) say no more about whose view they are.
const CLEAR: f64 = 1000.0;

/// A score as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Written {
    /// White's view for certain.
    OfWhite(Score),
    /// White's view or that of the side which has just moved.
    OfSomebody(Score),
    /// The board shows a mate.
    Mated,
}

/// The first `[%eval …]` of a comment; the text itself if it is no score.
pub fn find(comment: &str) -> Option<Result<Written, &str>> {
    let (_, rest) = comment.split_once("[%eval")?;
    let (inside, _) = rest.split_once(']').unwrap_or((rest, ""));
    let inside = inside.trim();
    Some(parse(inside).ok_or(inside))
}

fn parse(text: &str) -> Option<Written> {
    let (number, depth) = match text.split_once(',') {
        Some((number, depth)) => (number.trim(), Some(depth.trim())),
        None => (text, None),
    };
    if depth.is_some_and(|depth| depth.parse::<u32>().is_err()) {
        return None;
    }
    if number.contains('#') {
        return parse_mate(number, depth.is_some());
    }
    let digits = number.strip_prefix(['+', '-']).unwrap_or(number);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        return None;
    }
    let value: f64 = number.parse().ok().filter(|value: &f64| value.abs() < 1e6)?;
    if digits.contains('.') {
        // A hundred times a decimal fraction is seldom a whole number in binary.
        Some(Written::OfWhite(Score::Centipawns((value * 1e5).round() / 1e3)))
    } else {
        Some(Written::OfSomebody(Score::Centipawns(value)))
    }
}

fn parse_mate(number: &str, has_depth: bool) -> Option<Written> {
    let (sign, rest) = number.split_once('#')?;
    if sign.is_empty() && rest.is_empty() {
        return Some(Written::Mated);
    }
    let (white, moves) = match (sign, rest.strip_prefix('-'), rest.strip_prefix('+')) {
        ("" | "+", None, Some(moves)) => (true, moves),
        ("" | "+", None, None) => (true, rest),
        ("", Some(moves), _) => (false, moves),
        ("-", None, None) => (false, rest),
        _ => return None,
    };
    let moves = moves.parse().ok().filter(|moves| *moves < 10_000)?;
    let score = Score::Mate { white, moves };
    Some(if has_depth { Written::OfSomebody(score) } else { Written::OfWhite(score) })
}

/// Whether whole scores of consecutive positions, with their plies, are those of the side which has just moved.
///
/// Opinions change little from one move to the next. So either the scores change little (White's
/// view), or they change sign every time.
pub fn is_of_mover(scores: &[(u32, f64)]) -> bool {
    let clear = |score: f64| score.clamp(-CLEAR, CLEAR);
    let (mut same, mut opposite) = (0.0, 0.0);
    for pair in scores.windows(2) {
        let [(ply, first), (next_ply, second)] = pair else { continue };
        if ply + 1 == *next_ply {
            same += (clear(*first) - clear(*second)).abs();
            opposite += (clear(*first) + clear(*second)).abs();
        }
    }
    opposite < same
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_white(value: f64) -> Written {
        Written::OfWhite(Score::Centipawns(value))
    }

    fn mate(white: bool, moves: u32) -> Written {
        Written::OfWhite(Score::Mate { white, moves })
    }

    #[test]
    fn pawns_have_a_point_and_are_of_white() {
        assert_eq!(parse("0.35"), Some(of_white(35.0)));
        assert_eq!(parse("-1.2,18"), Some(of_white(-120.0)));
        assert_eq!(parse("+0.29"), Some(of_white(29.0)));
        assert_eq!(parse(".5"), Some(of_white(50.0)));
    }

    #[test]
    fn whole_numbers_are_centipawns_of_somebody() {
        let expected = Some(Written::OfSomebody(Score::Centipawns(-83.0)));
        assert_eq!(parse("-83,22"), expected);
        assert_eq!(parse("-83"), expected);
    }

    #[test]
    fn mates_are_signed_on_either_side() {
        assert_eq!(parse("#3"), Some(mate(true, 3)));
        assert_eq!(parse("+#3"), Some(mate(true, 3)));
        assert_eq!(parse("#-3"), Some(mate(false, 3)));
        assert_eq!(parse("-#3"), Some(mate(false, 3)));
        assert_eq!(parse("#"), Some(Written::Mated));
        let score = Score::Mate { white: false, moves: 3 };
        assert_eq!(parse("-#3,9"), Some(Written::OfSomebody(score)));
    }

    #[test]
    fn other_texts_are_no_scores() {
        for text in
            ["", "-", "x", "1.2.3", "1,x", "#x", "-#-3", "inf", "nan", "1e3", "+", "99999999"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
        assert_eq!(find("no score"), None);
        assert_eq!(find("[%eval x]"), Some(Err("x")));
        assert_eq!(find("a [%clk 0:01] [%eval 0.1"), Some(Ok(of_white(10.0))));
    }

    #[test]
    fn signs_that_change_every_move_are_of_the_mover() {
        let line = |values: &[f64]| (0u32..).zip(values.iter().copied()).collect::<Vec<_>>();
        assert!(is_of_mover(&line(&[80.0, -11.0, 75.0, -69.0, 59.0])));
        assert!(!is_of_mover(&line(&[20.0, 25.0, -10.0, -30.0, -500.0])));
        assert!(!is_of_mover(&line(&[0.0, 0.0])));
        assert!(!is_of_mover(&[]));
    }
}
