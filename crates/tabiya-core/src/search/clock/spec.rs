//! Clocks by name and in files.
//!
//! A name is `shared`, `shared:expected_moves=30` (its numbers), `static:4` (a depth), `crafty`, `modern`,
//! `modern:part=0.8,most=5` or `extra:2` (an oracle that searches to depth 2, or to 3 where that changes
//! the move). A file is lines of words; `#` starts a comment, and empty lines do not count:
//!
//! ```text
//! clock dynamic loa      or: clock semi-dynamic loa, clock modern, clock static, …
//! scale 400              the score that makes the expected result e to one
//! depths 1 2 3           to choose from; of a dynamic clock, the least and the greatest
//! network 69 10 1        inputs, hidden units, outputs
//! hidden BIAS …          for every hidden unit
//! output BIAS …          for every output
//! ```
//!
//! The numbers of the modern clock and of the shared one stand on a line each, as `part 0.8`; a depth as
//! `depth 4`.

use std::fmt;
use std::fmt::Write as _;
use std::sync::Arc;

use super::{Modern, NetworkClockSpec, NetworkKind, Policy, Shared};
use crate::search::named::Named;

/// What a clock can be called.
const NAMES: &str = "shared, static:DEPTH, crafty, modern, extra:DEPTH or a file";
/// Depths that a clock may ask for.
const MOST_DEPTH: u32 = 64;
/// Units that a layer may have.
const MOST_UNITS: usize = 4096;

/// The description of a clock.
#[derive(Clone, Debug, PartialEq)]
pub enum ClockSpec {
    /// An equal share for every move.
    Shared(Shared),
    /// One depth for every move.
    Static(u32),
    /// That of CRAFTY.
    Crafty,
    /// A modern one by hand.
    Modern(Modern),
    /// An oracle: this depth, or one more where that changes the move, which costs nothing to know.
    ExtraSearch(u32),
    /// A network.
    Network(Arc<NetworkClockSpec>),
}

/// The modern one: games in nodes and in seconds spoke for it, in all three games.
impl Default for ClockSpec {
    fn default() -> Self {
        Self::Modern(Modern::default())
    }
}

/// A name or a file is no clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClockError(String);

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ClockError {}

impl ClockSpec {
    /// The clock of this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<Self, ClockError> {
        let unknown = || unknown(name);
        let (word, rest) = name.split_once(':').unwrap_or((name, ""));
        let depth = || rest.parse().ok().filter(|depth| (1..=MOST_DEPTH).contains(depth));
        match (word, rest) {
            ("shared", _) => numbers_of_name(name, rest).map(Self::Shared),
            ("crafty", "") => Ok(Self::Crafty),
            ("static", _) => depth().map(Self::Static).ok_or_else(unknown),
            ("extra", _) => depth().map(Self::ExtraSearch).ok_or_else(unknown),
            ("modern", _) => numbers_of_name(name, rest).map(Self::Modern),
            _ => Err(unknown()),
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If the text is not a clock; the error names the line.
    pub fn parse(text: &str) -> Result<Self, ClockError> {
        let mut lines = Lines::new(text);
        let (line, words) = lines.next();
        match words[..] {
            ["clock", kind @ ("dynamic" | "semi-dynamic"), game] => {
                parse_network(lines, kind, game)
            }
            ["clock", "modern"] => numbers_of_file(lines).map(Self::Modern),
            ["clock", "shared"] => numbers_of_file(lines).map(Self::Shared),
            ["clock", word @ ("static" | "extra")] => {
                let (line, [key, value]) = lines.next_pair()?;
                if key != "depth" {
                    return Err(refuse(line, "depth and a number", key));
                }
                lines.end()?;
                Self::named(&format!("{word}:{value}")).map_err(|e| at(line, &e.0))
            }
            ["clock", word] => {
                lines.end()?;
                Self::named(word).map_err(|e| at(line, &e.0))
            }
            _ => {
                Err(refuse(line, "clock and its kind, such as clock dynamic loa", &words.join(" ")))
            }
        }
    }

    /// Writes the clock so that [`ClockSpec::parse`] reads it back.
    pub fn text(&self) -> String {
        match self {
            Self::Shared(shared) => shared.text(),
            Self::Crafty => "clock crafty\n".into(),
            Self::Static(depth) => format!("clock static\ndepth {depth}\n"),
            Self::ExtraSearch(depth) => format!("clock extra\ndepth {depth}\n"),
            Self::Modern(modern) => modern.text(),
            Self::Network(spec) => {
                let kind = match spec.kind {
                    NetworkKind::SemiDynamic => "semi-dynamic",
                    NetworkKind::Dynamic => "dynamic",
                };
                let depths: Vec<String> = spec.depths.iter().map(u32::to_string).collect();
                let (game, scale, depths) = (&spec.game, spec.scale, depths.join(" "));
                let policy = spec.policy.text();
                format!("clock {kind} {game}\nscale {scale}\ndepths {depths}\n{policy}")
            }
        }
    }

    /// The game that it is for, if it is for one alone.
    pub fn game(&self) -> Option<&str> {
        match self {
            Self::Network(spec) => Some(&spec.game),
            _ => None,
        }
    }

    /// The same clock while it learns: it decides at random at this rate, and keeps its choices.
    #[must_use]
    pub fn exploring(&self, rate: f64, seed: u64) -> Self {
        match self {
            Self::Network(spec) => {
                let explores = Some((rate, seed));
                Self::Network(Arc::new(NetworkClockSpec { explores, ..(**spec).clone() }))
            }
            other => other.clone(),
        }
    }
}

fn unknown(name: &str) -> ClockError {
    ClockError(format!("clock: expected {NAMES}, found {name:?}"))
}

/// The numbers that follow a name.
fn numbers_of_name<N: Named + Default>(name: &str, rest: &str) -> Result<N, ClockError> {
    let mut numbers = N::default();
    for pair in rest.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').ok_or_else(|| unknown(name))?;
        set_number(&mut numbers, key, value).map_err(ClockError)?;
    }
    Ok(numbers)
}

/// The numbers that stand on the other lines.
fn numbers_of_file<N: Named + Default>(mut lines: Lines<'_>) -> Result<N, ClockError> {
    let mut numbers = N::default();
    loop {
        let (line, [key, value]) = lines.next_pair()?;
        if key.is_empty() {
            return Ok(numbers);
        }
        set_number(&mut numbers, key, value).map_err(|e| at(line, &e))?;
    }
}

fn set_number<N: Named>(numbers: &mut N, key: &str, value: &str) -> Result<(), String> {
    let Some(info) = N::INFO.iter().find(|info| info.name == key) else {
        let known: Vec<_> = N::INFO.iter().map(|info| info.name).collect();
        return Err(format!("clock: expected one of {}, found {key:?}", known.join(", ")));
    };
    let is_set = value.parse().is_ok_and(|value| numbers.set(key, value).is_ok());
    let (min, max) = (info.min, info.max);
    is_set
        .then_some(())
        .ok_or_else(|| format!("clock: expected {key} from {min} to {max}, found {value:?}"))
}

impl Modern {
    fn text(&self) -> String {
        let mut text = String::from("clock modern\n");
        for (info, value) in Modern::INFO.iter().zip(self.values()) {
            writeln!(text, "{} {value}", info.name).expect("a string takes everything");
        }
        text
    }
}

impl Shared {
    /// Those numbers alone that were set, so that a plain one is written as it always was: players are
    /// told apart by this text.
    fn text(&self) -> String {
        let mut text = String::from("clock shared\n");
        for (info, value) in Shared::INFO.iter().zip(self.values()) {
            if value.to_bits() != info.default.to_bits() {
                writeln!(text, "{} {value}", info.name).expect("a string takes everything");
            }
        }
        text
    }
}

fn parse_network(mut lines: Lines<'_>, kind: &str, game: &str) -> Result<ClockSpec, ClockError> {
    let kind = if kind == "dynamic" { NetworkKind::Dynamic } else { NetworkKind::SemiDynamic };
    let (line, [key, scale]) = lines.next_pair()?;
    let scale_value = scale.parse().ok().filter(|s: &f64| s.is_finite() && *s > 0.0);
    let (true, Some(scale)) = (key == "scale", scale_value) else {
        return Err(refuse(line, "scale and a number above 0", &format!("{key} {scale}")));
    };
    let (line, words) = lines.next();
    let depths = words.split_first().filter(|(word, _)| **word == "depths").map(|(_, rest)| rest);
    let depths: Option<Vec<u32>> = depths.and_then(|d| d.iter().map(|d| d.parse().ok()).collect());
    let rises = |depths: &Vec<u32>| {
        depths.is_sorted_by(|a, b| a < b)
            && depths.iter().all(|depth| (1..=MOST_DEPTH).contains(depth))
            && if kind == NetworkKind::Dynamic { depths.len() == 2 } else { depths.len() > 1 }
    };
    let expected = match kind {
        NetworkKind::Dynamic => "depths and two numbers from 1 to 64 that rise",
        NetworkKind::SemiDynamic => "depths and two or more numbers from 1 to 64 that rise",
    };
    let depths = depths.filter(rises).ok_or_else(|| refuse(line, expected, &words.join(" ")))?;
    let n_outputs = if kind == NetworkKind::Dynamic { 1 } else { depths.len() };
    let policy = parse_policy(&mut lines, n_outputs)?;
    lines.end()?;
    let spec = NetworkClockSpec { kind, game: game.into(), scale, depths, policy, explores: None };
    Ok(ClockSpec::Network(Arc::new(spec)))
}

fn parse_policy(lines: &mut Lines<'_>, n_outputs: usize) -> Result<Policy, ClockError> {
    let (line, words) = lines.next();
    let shape = match words[..] {
        ["network", inputs, hidden, outputs] => {
            let count = |text: &str| text.parse().ok().filter(|n| (1..=MOST_UNITS).contains(n));
            count(inputs).zip(count(hidden)).zip(count(outputs))
        }
        _ => None,
    };
    let shape = shape.map(|((inputs, hidden), outputs)| [inputs, hidden, outputs]);
    let expected = format!("network with inputs, hidden units and {n_outputs} outputs");
    let shape = shape.filter(|shape| shape[2] == n_outputs);
    let shape = shape.ok_or_else(|| refuse(line, &expected, &words.join(" ")))?;
    let mut values = Vec::with_capacity(Policy::n_values(shape));
    let rows = (0..shape[1]).map(|_| ("hidden", shape[0] + 1));
    for (word, count) in rows.chain((0..shape[2]).map(|_| ("output", shape[1] + 1))) {
        let (line, words) = lines.next();
        let numbers =
            words.split_first().filter(|(first, _)| **first == word).map(|(_, rest)| rest);
        let number = |text: &&str| text.parse().ok().filter(|x: &f32| x.is_finite());
        let numbers: Option<Vec<f32>> = numbers.and_then(|n| n.iter().map(number).collect());
        let numbers = numbers.filter(|numbers| numbers.len() == count).ok_or_else(|| {
            let found: String = words.join(" ").chars().take(40).collect();
            refuse(line, &format!("{word} and {count} numbers"), &found)
        })?;
        values.extend(numbers);
    }
    Ok(Policy { shape, values })
}

/// The lines of a text that count, with their numbers.
struct Lines<'a> {
    rest: Vec<(usize, &'a str)>,
    end: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let plain = |line: &'a str| line.split('#').next().unwrap_or("").trim();
        let counted = (1..).zip(text.lines().map(plain)).filter(|(_, line)| !line.is_empty());
        let mut rest: Vec<_> = counted.collect();
        rest.reverse();
        Self { rest, end: text.lines().count() + 1 }
    }

    /// The words of the next line, and its number; none at the end.
    fn next(&mut self) -> (usize, Vec<&'a str>) {
        let (line, text) = self.rest.pop().unwrap_or((self.end, ""));
        (line, text.split_whitespace().collect())
    }

    /// A word and a value; two empty words at the end.
    fn next_pair(&mut self) -> Result<(usize, [&'a str; 2]), ClockError> {
        match self.next() {
            (line, words) if words.is_empty() => Ok((line, ["", ""])),
            (line, words) => {
                let pair = words.as_slice().try_into().ok();
                let pair =
                    pair.ok_or_else(|| refuse(line, "a name and a number", &words.join(" ")));
                Ok((line, pair?))
            }
        }
    }

    fn end(mut self) -> Result<(), ClockError> {
        match self.next() {
            (_, words) if words.is_empty() => Ok(()),
            (line, words) => Err(refuse(line, "the end", &words.join(" "))),
        }
    }
}

fn refuse(line: usize, expected: &str, found: &str) -> ClockError {
    ClockError(format!("clock, line {line}: expected {expected}, found {found:?}"))
}

fn at(line: usize, error: &str) -> ClockError {
    ClockError(error.replacen("clock:", &format!("clock, line {line}:"), 1))
}
