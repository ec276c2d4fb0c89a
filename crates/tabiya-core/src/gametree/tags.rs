//! The tags of games, packed, and what the statistics read from them.

use crate::chunks::Step;
use crate::games::splitmix;
use crate::pgn::{GameResult, MainLine};

/// Tags that nearly every game has; their names take one byte.
const NAMES: [&str; 14] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "White",
    "Black",
    "Result",
    "WhiteElo",
    "BlackElo",
    "ECO",
    "EventDate",
    "PlyCount",
    "FEN",
    "SetUp",
];

/// Stands for any other name, which follows.
const OTHER: u8 = 255;

/// Packs the tags of a game.
pub(super) fn pack(tags: &[(String, String)], out: &mut Vec<u8>) {
    write_number(tags.len(), out);
    for (name, value) in tags {
        if let Some(code) = NAMES.iter().position(|known| known == name) {
            out.push(code as u8);
        } else {
            out.push(OTHER);
            write_text(name, out);
        }
        write_text(value, out);
    }
}

/// Tags and the bytes behind them.
type Unpacked<'a> = (Vec<(&'a str, &'a str)>, &'a [u8]);

/// Reads the tags at the start of some bytes; returns what is behind them.
pub(super) fn unpack(bytes: &[u8]) -> Option<Unpacked<'_>> {
    let (n_tags, mut rest) = read_number(bytes)?;
    let mut tags = Vec::with_capacity(n_tags.min(64));
    for _ in 0..n_tags {
        let (code, after) = rest.split_first()?;
        rest = after;
        let name = if *code == OTHER {
            let (name, after) = read_text(rest)?;
            rest = after;
            name
        } else {
            NAMES.get(usize::from(*code))?
        };
        let (value, after) = read_text(rest)?;
        rest = after;
        tags.push((name, value));
    }
    Some((tags, rest))
}

fn write_number(mut number: usize, out: &mut Vec<u8>) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read_number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut number = 0;
    for (index, byte) in bytes.iter().enumerate().take(5) {
        number |= usize::from(byte & 127) << (7 * index);
        if byte & 128 == 0 {
            return Some((number, &bytes[index + 1..]));
        }
    }
    None
}

fn write_text(text: &str, out: &mut Vec<u8>) {
    write_number(text.len(), out);
    out.extend(text.as_bytes());
}

fn read_text(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (length, rest) = read_number(bytes)?;
    let (text, rest) = rest.split_at_checked(length)?;
    Some((str::from_utf8(text).ok()?, rest))
}

/// The value of a tag, empty if there is none.
pub fn value<'a, S: AsRef<str>, T: AsRef<str>>(tags: &'a [(S, T)], name: &str) -> &'a str {
    let found = tags.iter().find(|(known, _)| known.as_ref().eq_ignore_ascii_case(name));
    found.map_or("", |(_, value)| value.as_ref())
}

/// A rating as a number, 0 if there is none.
pub(super) fn rating(text: &str) -> u16 {
    text.trim().parse().unwrap_or(0)
}

/// `1972.07.11` as 19720711, with zeros for what is unknown.
pub(super) fn date(text: &str) -> u32 {
    let mut parts = text.split(['.', '-', '/']).map(|part| part.trim().parse::<u32>().unwrap_or(0));
    let (year, month, day) =
        (parts.next().unwrap_or(0), parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    if year > 9999 || month > 12 || day > 31 { 0 } else { year * 10000 + month * 100 + day }
}

/// What makes two games the same: start, moves, the players' surnames and the year.
///
/// Collections spell first names, events and days in many ways; short draws have the same moves between
/// different players.
pub(super) fn fingerprint(game: &MainLine, moves: &[Step], start_key: u64) -> u64 {
    let mut hash = start_key;
    let mut mix = |value: u64| hash = splitmix(hash, value);
    for m in moves {
        mix(u64::from(m.0));
    }
    for side in ["White", "Black"] {
        mix(1 << 32);
        for byte in surname(value(&game.tags, side)).bytes() {
            mix(u64::from(byte));
        }
    }
    mix(u64::from(date(value(&game.tags, "Date")) / 10000));
    hash
}

/// The surname without blanks and in small letters: before the comma, or else the last word.
fn surname(name: &str) -> String {
    let name = name.trim();
    let part = match name.split_once(',') {
        Some((surname, _)) => surname,
        None => name.rsplit(' ').next().unwrap_or(name),
    };
    part.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// How a result is written.
pub(super) fn result_text(result: GameResult) -> &'static str {
    match result {
        GameResult::White => "1-0",
        GameResult::Draw => "1/2-1/2",
        GameResult::Black => "0-1",
        GameResult::Open => "*",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_survive_packing() {
        let long = "é".repeat(500);
        let tags: Vec<(String, String)> =
            [("Event", "x"), ("Weird", "y\"z"), ("White", ""), ("FEN", &long)]
                .map(|(name, value)| (name.into(), value.into()))
                .into();
        let mut bytes = Vec::new();
        pack(&tags, &mut bytes);
        bytes.push(7);
        let (found, rest) = unpack(&bytes).expect("packed");
        let found: Vec<_> = found.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
        assert_eq!((found, rest), (tags, &[7u8][..]));
        assert!(unpack(&bytes[..9]).is_none());
    }

    #[test]
    fn dates_and_surnames_are_read() {
        assert_eq!(date("1972.07.11"), 19_720_711);
        assert_eq!(date("1972.??.??"), 19_720_000);
        assert_eq!(date("????.??.??"), 0);
        assert_eq!(date("nonsense"), 0);
        assert_eq!(surname("Fischer, Robert James"), "fischer");
        assert_eq!(surname("Robert Fischer"), "fischer");
        assert_eq!(surname("Van Wely,L"), "vanwely");
    }
}
