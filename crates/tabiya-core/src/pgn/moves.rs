//! Moves as people write them.
//!
//! Standard algebraic notation, and what is read without doubt beside it: long (`Ng1-f3`, `e2e4`),
//! two squares and no piece (`g1f3`), over-disambiguated, without the sign of capture, castling with zeros, lower-case pieces (`nf3`;
//! `bxc6` is a pawn unless only a bishop can do it), figurines, promotion with or without `=`, `Pe4` unless
//! a knight could go there, for P is the knight of the Dutch.

use shakmaty::{CastlingSide, Chess, File, Move, Position as _, Rank, Role, Square};

use super::language::{Language, figurine};

/// What is wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It does not read like a move at all.
    NotAMove,
    /// No legal move fits.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
}

/// A move of a piece, as far as its text says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Said {
    role: Option<Role>,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
    promotion: Option<Role>,
}

/// Finds the move that a word in this language begins with, and what is left of the word.
pub fn find<'a>(
    position: &Chess,
    word: &'a str,
    language: Language,
) -> Result<(Move, &'a str), MoveError> {
    if let Some((side, rest)) = read_castling(word) {
        return castle(position, side).map(|m| (m, rest));
    }
    let (role, start) = leading_role(word, language);
    let read_as = |role, start| {
        let (said, rest) = read(word, role, start, language)?;
        fit(position, said).map(|m| (m, rest))
    };
    let first = read_as(role, start);
    if word.starts_with('P') && role == Some(Role::Pawn) && read_as(Some(Role::Knight), 1).is_ok() {
        return Err(MoveError::Ambiguous);
    }
    if first.is_err() && word.starts_with('b') {
        return read_as(Some(Role::Bishop), 1).or(first);
    }
    first
}

fn castle(position: &Chess, side: CastlingSide) -> Result<Move, MoveError> {
    if position.is_check() {
        return Err(MoveError::Illegal);
    }
    position.castling_moves(side).first().copied().ok_or(MoveError::Illegal)
}

fn fit(position: &Chess, said: Said) -> Result<Move, MoveError> {
    let Said { role, file, rank, to, promotion } = said;
    let role = match (role, file, rank) {
        (Some(role), ..) => role,
        // Two whole squares tell the piece, and castling by the king's.
        (None, Some(file), Some(rank)) => {
            let from = Square::from_coords(file, rank);
            let role = position.board().role_at(from).ok_or(MoveError::Illegal)?;
            if role == Role::King
                && from.file().distance(to.file()) == 2
                && from.rank() == to.rank()
            {
                return castle(position, CastlingSide::from_king_side(to > from));
            }
            role
        }
        (None, ..) => Role::Pawn,
    };
    let mut found = None;
    for m in &position.san_candidates(role, to) {
        let Some(from) = m.from() else { continue };
        let fits = file.is_none_or(|file| file == from.file())
            && rank.is_none_or(|rank| rank == from.rank())
            && m.promotion() == promotion
            && !m.is_castle();
        if fits && found.replace(*m).is_some() {
            return Err(MoveError::Ambiguous);
        }
    }
    found.ok_or(MoveError::Illegal)
}

/// The piece that a word names first, and where the squares begin.
fn leading_role(word: &str, language: Language) -> (Option<Role>, usize) {
    let Some(first) = word.chars().next() else { return (None, 0) };
    let role = match first {
        'A'..='Z' => {
            let pawn = (first == 'P').then_some(Role::Pawn);
            language.role(first as u8).or(pawn)
        }
        'k' => Some(Role::King),
        'q' => Some(Role::Queen),
        'r' => Some(Role::Rook),
        'n' => Some(Role::Knight),
        'p' => Some(Role::Pawn),
        _ => figurine(first),
    };
    (role, if role.is_some() { first.len_utf8() } else { 0 })
}

/// Reads squares and promotion from `start` on.
fn read(
    word: &str,
    role: Option<Role>,
    start: usize,
    language: Language,
) -> Result<(Said, &str), MoveError> {
    let (file, rank, to, mut at) =
        read_squares(word.as_bytes(), start).ok_or(MoveError::NotAMove)?;
    let can_promote = role.is_none_or(|role| role == Role::Pawn);
    let promotion = if can_promote && matches!(to.rank(), Rank::First | Rank::Eighth) {
        read_promotion(word, &mut at, language)
    } else {
        None
    };
    let rest = word.get(at..).ok_or(MoveError::NotAMove)?;
    Ok((Said { role, file, rank, to, promotion }, rest))
}

/// Reads where a move comes from, as far as it is said, and where it goes to; and where that ends.
fn read_squares(bytes: &[u8], start: usize) -> Option<(Option<File>, Option<Rank>, Square, usize)> {
    let file_at = |at: usize| match bytes.get(at) {
        Some(byte @ b'a'..=b'h') => Some(File::new(u32::from(byte - b'a'))),
        _ => None,
    };
    let rank_at = |at: usize| match bytes.get(at) {
        Some(byte @ b'1'..=b'8') => Some(Rank::new(u32::from(byte - b'1'))),
        _ => None,
    };
    let file = file_at(start);
    let rank_from = start + usize::from(file.is_some());
    let rank = rank_at(rank_from);
    let at = rank_from + usize::from(rank.is_some());
    let sign = usize::from(at > 0 && matches!(bytes.get(at), Some(b'x' | b'X' | b':' | b'-')));
    if let (Some(to_file), Some(to_rank)) = (file_at(at + sign), rank_at(at + sign + 1)) {
        return Some((file, rank, Square::from_coords(to_file, to_rank), at + sign + 2));
    }
    // There is no second square, so the first is where it goes to.
    Some((None, None, Square::from_coords(file?, rank?), at))
}

fn read_castling(word: &str) -> Option<(CastlingSide, &str)> {
    const WAYS: [(&str, CastlingSide); 6] = [
        ("O-O-O", CastlingSide::QueenSide),
        ("O-O", CastlingSide::KingSide),
        ("0-0-0", CastlingSide::QueenSide),
        ("0-0", CastlingSide::KingSide),
        ("o-o-o", CastlingSide::QueenSide),
        ("o-o", CastlingSide::KingSide),
    ];
    if !word.starts_with(['O', '0', 'o']) {
        return None;
    }
    WAYS.into_iter().find_map(|(text, side)| Some((side, word.strip_prefix(text)?)))
}

fn read_promotion(word: &str, at: &mut usize, language: Language) -> Option<Role> {
    let rest = &word[*at..];
    let bare = rest.strip_prefix(['=', '/']).unwrap_or(rest);
    let letter = bare.chars().next()?;
    let role = match letter {
        'A'..='Z' => language.role(letter as u8)?,
        'q' | 'r' | 'b' | 'n' if language.is_standard() => {
            language.role(letter.to_ascii_uppercase() as u8)?
        }
        _ => figurine(letter)?,
    };
    if matches!(role, Role::King | Role::Pawn) {
        return None;
    }
    *at += rest.len() - bare.len() + letter.len_utf8();
    Some(role)
}

/// Whether a word means a pass.
pub fn is_null(word: &str) -> bool {
    matches!(word, "--" | "---" | "Z0" | "@@@@" | "<>" | "0000" | "null" | "pass")
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen};

    use super::*;

    fn reads(fen: &str, word: &str) -> Result<(String, String), MoveError> {
        let fen: Fen = fen.parse().expect("FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let (m, rest) = find(&position, word, Language::English)?;
        Ok((m.to_uci(CastlingMode::Standard).to_string(), rest.to_owned()))
    }

    fn uci(fen: &str, word: &str) -> String {
        reads(fen, word).map_or_else(|error| format!("{error:?}"), |(uci, rest)| uci + &rest)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const SPANISH: &str = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4";
    const PROMOTION: &str = "1n2k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";

    #[test]
    fn moves_are_read_in_many_spellings() {
        for word in ["Nf3", "nf3", "Ng1-f3", "Ng1f3", "Ngf3", "N1f3", "g1f3", "g1-f3", "♘f3"] {
            assert_eq!(uci(START, word), "g1f3", "{word}");
        }
        for word in ["e4", "e2-e4", "e2e4", "Pe4", "pe2e4"] {
            assert_eq!(uci(START, word), "e2e4", "{word}");
        }
        for word in ["Bxc6", "Bb5xc6", "bxc6", "Bc6", "B:c6", "Bb5:c6", "b5xc6"] {
            assert_eq!(uci(SPANISH, word), "b5c6", "{word}");
        }
        for word in ["O-O", "0-0", "o-o", "e1g1"] {
            assert_eq!(uci(SPANISH, word), "e1g1", "{word}");
        }
        for word in ["O-O-O", "0-0-0", "e1-c1"] {
            assert_eq!(uci(PROMOTION, word), "e1c1", "{word}");
        }
        for word in ["a8=Q", "a8Q", "a8/Q", "a7-a8=Q", "a8q", "a8=♕", "a8♛", "♙a8=♕"] {
            assert_eq!(uci(PROMOTION, word), "a7a8q", "{word}");
        }
        assert_eq!(uci(PROMOTION, "axb8=N"), "a7b8n");
    }

    #[test]
    fn what_follows_the_move_is_left_over() {
        let rests = ["", "+", "+-", "-+", "=", "±", "!?", "N", "--", "=+", "/", "\u{2212}+"];
        for rest in rests {
            let word = format!("Nf3{rest}");
            assert_eq!(reads(START, &word), Ok(("g1f3".into(), rest.into())), "{word}");
        }
        assert_eq!(uci(PROMOTION, "a8=Q+-"), "a7a8q+-");
        assert_eq!(uci(START, "e4="), "e2e4=");
        assert_eq!(uci(SPANISH, "O-O="), "e1g1=");
    }

    #[test]
    fn what_does_not_fit_is_told_apart() {
        let two_rooks = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
        assert_eq!(uci(START, "Nd4"), "Illegal");
        assert_eq!(uci(START, "Pf3"), "Ambiguous", "a pawn, or a knight of the Dutch");
        assert_eq!(uci(PROMOTION, "a8"), "Illegal");
        assert_eq!(uci(START, "O-O"), "Illegal");
        assert_eq!(uci("4k3/8/8/8/8/8/4q3/R3K2R w KQ - 0 1", "O-O"), "Illegal");
        assert_eq!(uci("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "Rd1"), "Ambiguous");
        assert_eq!(uci(two_rooks, "Ra1-d1"), "a1d1");
        for word in [
            "", "N", "x", "Nf", "e", "hello", "N9", "1", "exd", "♘", "é4", "O", "xe4", "Xf3",
            "fx3", "Nbgf3",
        ] {
            assert_eq!(uci(START, word), "NotAMove", "{word}");
        }
    }
}
