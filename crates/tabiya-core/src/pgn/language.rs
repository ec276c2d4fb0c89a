//! The letters of the pieces in several languages.

use shakmaty::Role;

use super::text::{Token, Tokens};
use super::word::split_number;

/// A language in which moves are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// As the standard has it.
    #[default]
    English,
    /// König, Dame, Turm, Läufer, Springer.
    German,
    /// Roi, dame, tour, fou, cavalier.
    French,
    /// Rey, dama, torre, alfil, caballo; Italian has the same letters.
    Spanish,
    /// Koning, dame, toren, loper, paard.
    Dutch,
    /// Signs instead of letters, where there are letters those of the standard.
    Figurine,
}

impl Language {
    /// Those that are tried where the standard does not fit, in this order.
    const OTHERS: [Self; 4] = [Self::German, Self::French, Self::Spanish, Self::Dutch];

    /// Whether letters are those of the standard.
    pub fn is_standard(self) -> bool {
        matches!(self, Self::English | Self::Figurine)
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::German => "German",
            Self::French => "French",
            Self::Spanish => "Spanish",
            Self::Dutch => "Dutch",
            Self::Figurine => "figurine",
        }
    }

    /// King, queen, rook, bishop, knight.
    const fn letters(self) -> &'static [u8; 5] {
        match self {
            Self::English | Self::Figurine => b"KQRBN",
            Self::German => b"KDTLS",
            Self::French => b"RDTFC",
            Self::Spanish => b"RDTAC",
            Self::Dutch => b"KDTLP",
        }
    }

    /// The piece of a capital letter.
    pub fn role(self, letter: u8) -> Option<Role> {
        const ROLES: [Role; 5] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let at = self.letters().iter().position(|&known| known == letter)?;
        Some(ROLES[at])
    }
}

/// The piece of a sign.
pub const fn figurine(sign: char) -> Option<Role> {
    Some(match sign {
        '♔' | '♚' => Role::King,
        '♕' | '♛' => Role::Queen,
        '♖' | '♜' => Role::Rook,
        '♗' | '♝' => Role::Bishop,
        '♘' | '♞' => Role::Knight,
        '♙' | '♟' => Role::Pawn,
        _ => return None,
    })
}

/// Whether a word begins like a move in one of the other languages.
pub fn may_be_foreign(word: &str) -> bool {
    letter_of(word).is_some_and(|letter| {
        Language::OTHERS.iter().any(|language| language.role(letter).is_some())
    })
}

/// The language whose letters are all that the moves of a text begin with; one of them is none of the
/// standard, which has been tried.
pub fn find(mut tokens: Tokens<'_>) -> Option<Language> {
    let mut letters = Vec::new();
    while let Some((token, _)) = tokens.next() {
        if let Token::Word(word) = token
            && let Some(letter) = letter_of(split_number(word).1)
            && !letters.contains(&letter)
        {
            letters.push(letter);
        }
    }
    if letters.iter().all(|&letter| Language::English.role(letter).is_some()) {
        return None;
    }
    let knows = |language: &Language| letters.iter().all(|&letter| language.role(letter).is_some());
    Language::OTHERS.into_iter().find(knows)
}

/// The capital letter that a move begins with, or that of what a pawn becomes.
fn letter_of(word: &str) -> Option<u8> {
    let bytes = word.as_bytes();
    let names_square =
        |rest: &[u8]| rest.windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    match bytes {
        [letter @ b'A'..=b'Z', rest @ ..] if names_square(rest) => Some(*letter),
        [b'a'..=b'h', rest @ ..] => {
            let at = rest.iter().position(|byte| matches!(byte, b'1' | b'8'))?;
            let behind = &rest[at + 1..];
            let letter = behind.strip_prefix(b"=").unwrap_or(behind).first()?;
            letter.is_ascii_uppercase().then_some(*letter)
        }
        _ => None,
    }
}
