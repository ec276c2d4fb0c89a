//! What somebody says of a position, and how it is written.

use std::fmt::{self, Write as _};

/// A forced mate counts as so many centipawns, less the moves it takes.
pub const MATE: f64 = 100_000.0;

/// The kinds of labels, by the code that the columns hold.
pub const KINDS: [&str; 5] = ["symbol", "unclear", "compensation", "score", "result"];

/// The seven symbols from "Black is winning" to "White is winning", as we write them.
pub const SYMBOLS: [&str; 7] = ["-+", "∓", "⩱", "=", "⩲", "±", "+-"];

/// A side, or nobody in particular.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The text does not say.
    Unsaid,
    /// White's.
    White,
    /// Black's.
    Black,
}

/// A number that an engine gave, White's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(f64),
    /// Somebody mates in so many moves.
    Mate {
        /// Whether it is White who mates.
        white: bool,
        /// In how many moves; 0 means that it has happened.
        moves: u32,
    },
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// It goes on, or nobody knows.
    #[default]
    Open,
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// Black won.
    Black,
}

/// What somebody says of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Label {
    /// One of the seven symbols, from -3 (Black is winning) to 3.
    Symbol(i8),
    /// The position is unclear.
    Unclear,
    /// Somebody has compensation for what is missing, perhaps more than enough.
    Compensation {
        /// Who has it.
        whose: Whose,
        /// Whether it is more than adequate.
        ample: bool,
    },
    /// A score.
    Score(Score),
    /// The result of the game.
    Result(GameResult),
}

impl Score {
    /// The same from the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Centipawns(value) => Self::Centipawns(-value),
            Self::Mate { white, moves } => Self::Mate { white: !white, moves },
        }
    }

    /// Centipawns, with a mate beyond all of them.
    pub fn value(self) -> f64 {
        match self {
            // Not -0.0, which prints as such.
            Self::Centipawns(value) => value + 0.0,
            Self::Mate { white: true, moves } => MATE - f64::from(moves),
            Self::Mate { white: false, moves } => f64::from(moves) - MATE,
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(_) => write!(f, "{:.2}", self.value() / 100.0 + 0.0),
            Self::Mate { white: true, moves } => write!(f, "#{moves}"),
            Self::Mate { white: false, moves } => write!(f, "#-{moves}"),
        }
    }
}

impl Label {
    /// The label that a numeric annotation glyph stands for, if it is about the position.
    ///
    /// CITE: Edwards 1994, "Portable Game Notation Specification", §10. 10, 11 and 12 tell apart
    /// drawish, quiet and active equality; annotators use whichever their program offers.
    pub fn of_nag(nag: u32) -> Option<Self> {
        Some(match nag {
            10..=12 => Self::Symbol(0),
            13 => Self::Unclear,
            14 => Self::Symbol(1),
            15 => Self::Symbol(-1),
            16 => Self::Symbol(2),
            17 => Self::Symbol(-2),
            18 => Self::Symbol(3),
            19 => Self::Symbol(-3),
            44 => Self::Compensation { whose: Whose::White, ample: false },
            45 => Self::Compensation { whose: Whose::Black, ample: false },
            46 => Self::Compensation { whose: Whose::White, ample: true },
            47 => Self::Compensation { whose: Whose::Black, ample: true },
            _ => return None,
        })
    }

    /// The label that a symbol in the text stands for; dashes may be of any length.
    pub fn of_symbol(text: &str) -> Option<Self> {
        // The longest, "−/+" with wide dashes, and no more: most words are moves.
        if text.is_empty() || text.len() > 8 {
            return None;
        }
        let mut plain = [0u8; 8];
        let mut length = 0;
        for letter in text.chars() {
            plain[length] = match letter {
                '+' | '=' | '/' => letter as u8,
                '-' | '−' | '–' | '—' => b'-',
                '±' => b'P',
                '∓' => b'M',
                '⩲' => b'p',
                '⩱' => b'm',
                '∞' => b'o',
                _ => return None,
            };
            length += 1;
        }
        Some(match &plain[..length] {
            b"-+" | b"--+" => Self::Symbol(-3),
            b"M" | b"-/+" => Self::Symbol(-2),
            b"m" | b"=+" | b"=/+" => Self::Symbol(-1),
            b"=" => Self::Symbol(0),
            b"p" | b"+=" | b"+/=" => Self::Symbol(1),
            b"P" | b"+/-" => Self::Symbol(2),
            b"+-" | b"+--" => Self::Symbol(3),
            b"o" => Self::Unclear,
            b"=/o" | b"=o" | b"o=" | b"o/=" => {
                Self::Compensation { whose: Whose::Unsaid, ample: false }
            }
            _ => return None,
        })
    }

    /// The code of its kind in [`KINDS`].
    pub fn kind(self) -> u8 {
        match self {
            Self::Symbol(_) => 0,
            Self::Unclear => 1,
            Self::Compensation { .. } => 2,
            Self::Score(_) => 3,
            Self::Result(_) => 4,
        }
    }

    /// Its number, White's view; not a number where it has none.
    pub fn value(self) -> f64 {
        match self {
            Self::Symbol(value) => f64::from(value),
            Self::Score(score) => score.value(),
            Self::Result(GameResult::White) => 1.0,
            Self::Result(GameResult::Draw) => 0.5,
            Self::Result(GameResult::Black) => 0.0,
            Self::Unclear | Self::Compensation { .. } | Self::Result(GameResult::Open) => f64::NAN,
        }
    }

    /// Its text.
    pub fn text(self) -> String {
        let mut out = String::new();
        self.write_to(&mut out);
        out
    }

    fn write_to(self, out: &mut String) {
        match self {
            Self::Symbol(value) => {
                out.push_str(SYMBOLS.get((value + 3) as usize).copied().unwrap_or("?"));
            }
            Self::Unclear => out.push('∞'),
            Self::Compensation { whose, ample } => {
                out.push_str(if ample { "=/∞+" } else { "=/∞" });
                out.push_str(match whose {
                    Whose::Unsaid => "",
                    Whose::White => " white",
                    Whose::Black => " black",
                });
            }
            Self::Score(score) => write!(out, "{score}").expect("a string takes everything"),
            Self::Result(result) => out.push_str(match result {
                GameResult::White => "1-0",
                GameResult::Draw => "1/2-1/2",
                GameResult::Black => "0-1",
                GameResult::Open => "*",
            }),
        }
    }
}

/// The result that a text stands for.
pub fn parse_result(text: &str) -> Option<GameResult> {
    Some(match text {
        "1-0" | "1–0" | "1:0" => GameResult::White,
        "0-1" | "0–1" | "0:1" => GameResult::Black,
        "1/2-1/2" | "1/2" | "½-½" | "½" | "1/2–1/2" | "½–½" | "1/2:1/2" => {
            GameResult::Draw
        }
        "*" => GameResult::Open,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_reads_back_what_it_writes() {
        for value in -3..=3 {
            let label = Label::Symbol(value);
            assert_eq!(Label::of_symbol(&label.text()), Some(label));
            assert!((label.value() - f64::from(value)).abs() < 1e-9);
        }
        assert_eq!(Label::of_symbol(&Label::Unclear.text()), Some(Label::Unclear));
    }

    #[test]
    fn symbols_have_many_spellings() {
        let spellings: [(&str, &[&str]); 7] = [
            ("-+", &["-+", "−+", "–+"]),
            ("∓", &["∓", "-/+", "−/+"]),
            ("⩱", &["⩱", "=+", "=/+"]),
            ("=", &["="]),
            ("⩲", &["⩲", "+=", "+/="]),
            ("±", &["±", "+/-", "+/−"]),
            ("+-", &["+-", "+−", "+—"]),
        ];
        for (canonical, texts) in spellings {
            for text in texts {
                assert_eq!(Label::of_symbol(text).expect(text).text(), canonical, "{text}");
            }
        }
        for text in ["", "+", "-", "--", "++", "==", "/", "+-+-+-+-+", "e4", "+-x"] {
            assert_eq!(Label::of_symbol(text), None, "{text}");
        }
    }

    #[test]
    fn nags_are_those_of_the_standard() {
        let texts = (10..=19).map(|nag| Label::of_nag(nag).expect("assessment").text());
        let expected = ["=", "=", "=", "∞", "⩲", "⩱", "±", "∓", "+-", "-+"];
        assert_eq!(texts.collect::<Vec<_>>(), expected);
        let texts = (44..=47).map(|nag| Label::of_nag(nag).expect("compensation").text());
        let expected = ["=/∞ white", "=/∞ black", "=/∞+ white", "=/∞+ black"];
        assert_eq!(texts.collect::<Vec<_>>(), expected);
        assert!([0, 1, 9, 20, 43, 48, 146].iter().all(|nag| Label::of_nag(*nag).is_none()));
    }

    #[test]
    fn scores_are_of_white_and_mates_lie_beyond() {
        let texts = [(35.0, "0.35"), (-120.0, "-1.20"), (-0.0, "0.00")];
        for (value, text) in texts {
            assert_eq!(Score::Centipawns(value).to_string(), text);
        }
        let mate = Score::Mate { white: false, moves: 3 };
        assert_eq!(mate.to_string(), "#-3");
        assert!((mate.value() + 99_997.0).abs() < 1e-9);
        assert_eq!(mate.reversed(), Score::Mate { white: true, moves: 3 });
    }
}
