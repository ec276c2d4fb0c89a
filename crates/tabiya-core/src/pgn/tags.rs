//! What the tags of a game say that matters here.

use shakmaty::Chess;

use super::label::{GameResult, parse_result};
use crate::games::Position as _;
use crate::games::chess::{Chess as OurChess, ChessRules};

/// The tags of a game, with their lines where they may be at fault.
#[derive(Clone, Debug, Default)]
pub struct Tags<'a> {
    fen: Option<(&'a str, u64)>,
    /// A tag that says that the game starts elsewhere.
    setup: Option<u64>,
    variant: Option<(&'a str, u64)>,
    result: Option<&'a str>,
    annotator: &'a str,
}

impl<'a> Tags<'a> {
    pub fn set(&mut self, name: &str, value: &'a str, line: u64) {
        let value = value.trim();
        if name.eq_ignore_ascii_case("FEN") {
            self.fen = Some((value, line));
        } else if name.eq_ignore_ascii_case("SetUp") {
            self.setup = (value == "1").then_some(line);
        } else if name.eq_ignore_ascii_case("Variant") {
            self.variant = Some((value, line));
        } else if name.eq_ignore_ascii_case("Result") {
            self.result = Some(value);
        } else if name.eq_ignore_ascii_case("Annotator") {
            self.annotator = value;
        }
    }

    /// Takes a tag that cannot be read: if it was to tell the start, nobody knows it now.
    pub fn set_bad(&mut self, text: &'a str, line: u64) {
        let name = text.trim_start_matches(['[', ' ', '\t']);
        if name.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("FEN")) {
            self.fen = Some((text, line));
        }
    }

    /// Where the game starts; or the line of the tag at fault, and why.
    pub fn start(&self) -> Result<Chess, (u64, String)> {
        if let Some((variant, line)) = self.variant
            && !is_chess(variant)
        {
            return Err((line, format!("expected a game of chess, found variant {variant:?}")));
        }
        match self.fen {
            Some((fen, line)) => OurChess::parse(fen, ChessRules::default())
                .map(|position| position.inner().clone())
                .map_err(|error| (line, error.to_string())),
            None => match self.setup {
                Some(line) => Err((line, "expected a FEN where SetUp is 1, found none".into())),
                None => Ok(Chess::default()),
            },
        }
    }

    /// The result, as far as the tags know it.
    pub fn result(&self) -> GameResult {
        self.result.and_then(parse_result).unwrap_or_default()
    }

    /// Who annotated, with the escapes of the standard undone; empty if nobody is named.
    pub fn annotator(&self) -> String {
        match self.annotator {
            "?" | "-" => String::new(),
            name => name.replace("\\\"", "\"").replace("\\\\", "\\"),
        }
    }
}

/// Whether a variant is no variant.
fn is_chess(variant: &str) -> bool {
    let names =
        ["", "?", "-", "standard", "normal", "chess", "regular", "from position", "fromposition"];
    names.iter().any(|name| name.eq_ignore_ascii_case(variant))
}
