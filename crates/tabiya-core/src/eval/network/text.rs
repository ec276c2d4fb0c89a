//! Networks as text: written, and read with errors that name the line.

use std::fmt;

use super::{MAX_HIDDEN, N_INPUTS, Network};

impl Network {
    /// Writes the network so that [`Network::parse`] reads the same numbers back.
    pub fn text(&self) -> String {
        let (hidden, output) = self.values.split_at((N_INPUTS + 1) * self.n_hidden);
        let line = |word: &str, numbers: &[f32]| {
            let numbers: Vec<String> = numbers.iter().map(f32::to_string).collect();
            format!("{word} {}\n", numbers.join(" "))
        };
        let rows = hidden.chunks_exact(N_INPUTS + 1).map(|row| line("hidden", row));
        let head = format!("network {N_INPUTS} {}\n", self.n_hidden);
        std::iter::once(head).chain(rows).chain([line("output", output)]).collect()
    }

    /// Reads a network.
    ///
    /// # Errors
    /// If the text is not a network; the error names the line.
    pub fn parse(text: &str) -> Result<Self, ParseNetworkError> {
        let counts = |line: &(usize, &str)| !line.1.is_empty() && !line.1.starts_with('#');
        let mut lines = (1..).zip(text.lines().map(str::trim)).filter(counts);
        let mut next = || lines.next().unwrap_or((text.lines().count() + 1, ""));
        let n_hidden = parse_head(next())?;
        let mut values = Vec::with_capacity((N_INPUTS + 2) * n_hidden + 1);
        for _ in 0..n_hidden {
            values.extend(parse_numbers(next(), "hidden", N_INPUTS + 1)?);
        }
        values.extend(parse_numbers(next(), "output", n_hidden + 1)?);
        match next() {
            (_, "") => Ok(Self::new(n_hidden, &values)),
            extra => Err(refusal(extra.0, "the end", extra.1)),
        }
    }
}

/// A text is not a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseNetworkError {
    line: usize,
    expected: String,
    found: String,
}

impl fmt::Display for ParseNetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "network, line {}: expected {}, found {:?}", self.line, self.expected, self.found)
    }
}

impl std::error::Error for ParseNetworkError {}

fn refusal(line: usize, expected: impl Into<String>, found: &str) -> ParseNetworkError {
    ParseNetworkError { line, expected: expected.into(), found: found.into() }
}

/// Reads how many hidden units there are.
fn parse_head((line, text): (usize, &str)) -> Result<usize, ParseNetworkError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let &["network", inputs, hidden] = words.as_slice() else {
        return Err(refusal(line, "network, inputs and hidden units", text));
    };
    if inputs.parse() != Ok(N_INPUTS) {
        return Err(refusal(line, format!("{N_INPUTS} inputs"), inputs));
    }
    let n_hidden = hidden.parse().ok().filter(|n| (1..=MAX_HIDDEN).contains(n));
    let expected = format!("1 to {MAX_HIDDEN} hidden units");
    n_hidden.ok_or_else(|| refusal(line, expected, hidden))
}

/// Reads the numbers of one unit.
fn parse_numbers(
    (line, text): (usize, &str),
    name: &str,
    count: usize,
) -> Result<Vec<f32>, ParseNetworkError> {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or("");
    if first != name {
        return Err(refusal(line, name, first));
    }
    let numbers = words.map(|word| {
        let number = word.parse().ok().filter(|x: &f32| x.is_finite());
        number.ok_or_else(|| refusal(line, "a number", word))
    });
    let numbers: Vec<f32> = numbers.collect::<Result<_, _>>()?;
    if numbers.len() == count {
        return Ok(numbers);
    }
    Err(refusal(line, format!("{count} numbers after {name}"), &numbers.len().to_string()))
}
