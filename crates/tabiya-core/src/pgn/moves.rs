//! Moves as people write them.
//!
//! Standard algebraic notation, and what is read without doubt beside it: long (`Ng1-f3`, `e2e4`),
//! two squares and no piece (`g1f3`), over-disambiguated, without the sign of capture, castling with zeros, lower-case pieces (`nf3`;
//! `bxc6` is a pawn unless only a bishop can do it), figurines, promotion with or without `=`.

use shakmaty::{CastlingSide, Chess, File, Move, Position as _, Rank, Role, Square};

use super::language::Language;

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
    if language != Language::English && first.is_ascii_uppercase() && first != 'P' {
        let role = language.role(first as u8);
        return (role, usize::from(role.is_some()));
    }
    let role = match first {
        'K' | 'k' | '♔' | '♚' => Role::King,
        'Q' | 'q' | '♕' | '♛' => Role::Queen,
        'R' | 'r' | '♖' | '♜' => Role::Rook,
        'B' | '♗' | '♝' => Role::Bishop,
        'N' | 'n' | '♘' | '♞' => Role::Knight,
        'P' | 'p' | '♙' | '♟' => Role::Pawn,
        _ => return (None, 0),
    };
    (Some(role), first.len_utf8())
}

/// Reads squares and promotion from `start` on.
fn read(
    word: &str,
    role: Option<Role>,
    start: usize,
    language: Language,
) -> Result<(Said, &str), MoveError> {
    let bytes = word.as_bytes();
    // The last file and rank are the destination, those before them tell where from.
    let mut at = start;
    let (mut files, mut ranks) = ([None; 2], [None; 2]);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'a'..=b'h' => files = [files[1], Some(File::new(u32::from(byte - b'a')))],
            b'1'..=b'8' => ranks = [ranks[1], Some(Rank::new(u32::from(byte - b'1')))],
            b'x' | b'X' | b':' if at > 0 => {}
            b'-' if bytes.get(at + 1).is_some_and(|next| matches!(next, b'a'..=b'h')) => {}
            _ => break,
        }
        at += 1;
        // A whole move has been read once the destination has its rank and no file follows.
        let is_square = matches!(byte, b'1'..=b'8') && files[1].is_some();
        if is_square && !continues(&bytes[at..]) {
            break;
        }
    }
    let ([file, Some(to_file)], [rank, Some(to_rank)]) = (files, ranks) else {
        return Err(MoveError::NotAMove);
    };
    if !matches!(bytes.get(at.wrapping_sub(1)), Some(b'1'..=b'8')) || at - start > 6 {
        return Err(MoveError::NotAMove);
    }
    let to = Square::from_coords(to_file, to_rank);
    let can_promote = role.is_none_or(|role| role == Role::Pawn);
    let promotion = if can_promote && matches!(to_rank, Rank::First | Rank::Eighth) {
        read_promotion(bytes, &mut at, language)
    } else {
        None
    };
    let rest = word.get(at..).ok_or(MoveError::NotAMove)?;
    Ok((Said { role, file, rank, to, promotion }, rest))
}

/// Whether the text goes on to another square.
fn continues(rest: &[u8]) -> bool {
    let after = match rest {
        [b'x' | b'X' | b':' | b'-', after @ ..] => after,
        _ => rest,
    };
    matches!(after, [b'a'..=b'h', b'1'..=b'8', ..])
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

fn read_promotion(bytes: &[u8], at: &mut usize, language: Language) -> Option<Role> {
    let mark = usize::from(matches!(bytes.get(*at), Some(b'=' | b'/')));
    let letter = *bytes.get(*at + mark)?;
    let role = match (language, letter) {
        (Language::English, b'q') => Role::Queen,
        (Language::English, b'r') => Role::Rook,
        (Language::English, b'b') => Role::Bishop,
        (Language::English, b'n') => Role::Knight,
        _ => language.role(letter).filter(|role| *role != Role::King)?,
    };
    *at += mark + 1;
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
        for word in ["a8=Q", "a8Q", "a8/Q", "a7-a8=Q", "a8q"] {
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
        assert_eq!(uci(PROMOTION, "a8"), "Illegal");
        assert_eq!(uci(START, "O-O"), "Illegal");
        assert_eq!(uci("4k3/8/8/8/8/8/4q3/R3K2R w KQ - 0 1", "O-O"), "Illegal");
        assert_eq!(uci("4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "Rd1"), "Ambiguous");
        assert_eq!(uci(two_rooks, "Ra1-d1"), "a1d1");
        for word in
            ["", "N", "x", "Nf", "e", "hello", "N9", "1", "exd", "♘", "é4", "O", "xe4", "Xf3"]
        {
            assert_eq!(uci(START, word), "NotAMove", "{word}");
        }
    }
}
