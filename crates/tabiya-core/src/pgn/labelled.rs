//! Labelled positions, column by column.

use super::label::{GameResult, Label};
use super::text_board::TextBoard;

/// Labelled positions as columns of the same length; texts are joined by line feeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelledColumns {
    /// Positions as FEN.
    pub positions: String,
    /// Labels in their one canonical spelling.
    pub labels: String,
    /// Codes of the kinds of labels, see [`super::KINDS`].
    pub kinds: Vec<u8>,
    /// Labels as numbers, White's view; not a number where there is none.
    pub values: Vec<f64>,
    /// Ordinals of the games.
    pub games: Vec<i64>,
    /// Plies played from the start of the game.
    pub plies: Vec<i32>,
    /// Lines where the labels stand.
    pub lines: Vec<i64>,
    /// Whether it is Black's turn.
    pub blacks: Vec<bool>,
    /// Whether the position stands in a variation.
    pub variations: Vec<bool>,
    /// Hashes of the positions in which the openings of the games ended: games that share a long
    /// opening, or are the same, have the same.
    pub openings: Vec<u64>,
    /// Who labelled: index into `annotator_names`, which begins with nobody.
    pub annotators: Vec<u32>,
    /// The names of those who labelled, the first being empty.
    pub annotator_names: Vec<String>,
}

/// A labelled position of the game that is being read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    pub label: Label,
    pub line: u64,
    pub ply: u32,
    pub black: bool,
    pub variation: bool,
    fen_end: usize,
}

/// The labelled positions of one game, whose labels may still change.
#[derive(Clone, Debug, Default)]
pub struct Records {
    pub list: Vec<Record>,
    fens: String,
}

impl Records {
    pub fn push(
        &mut self,
        board: &mut TextBoard,
        label: Label,
        line: u64,
        ply: u32,
        variation: bool,
    ) {
        board.write_fen(&mut self.fens);
        let black = board.is_black_to_move();
        self.list.push(Record { label, line, ply, black, variation, fen_end: self.fens.len() });
    }

    pub fn clear(&mut self) {
        self.list.clear();
        self.fens.clear();
    }
}

impl LabelledColumns {
    /// How many labelled positions there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Appends the records of a game; results that stayed open are left out.
    pub(super) fn append_game(
        &mut self,
        records: &Records,
        game: i64,
        opening: u64,
        annotator: &str,
    ) {
        let annotator = if records.list.is_empty() { 0 } else { self.annotator(annotator) };
        let mut start = 0;
        for record in &records.list {
            let fen = &records.fens[start..record.fen_end];
            start = record.fen_end;
            if record.label == Label::Result(GameResult::Open) {
                continue;
            }
            if !self.is_empty() {
                self.positions.push('\n');
                self.labels.push('\n');
            }
            self.positions.push_str(fen);
            record.label.write_to(&mut self.labels);
            self.kinds.push(record.label.kind());
            self.values.push(record.label.value());
            self.games.push(game);
            self.plies.push(record.ply as i32);
            self.lines.push(record.line as i64);
            self.blacks.push(record.black);
            self.variations.push(record.variation);
            self.openings.push(opening);
            self.annotators.push(annotator);
        }
    }

    /// The index of an annotator; mostly it is the one before.
    fn annotator(&mut self, name: &str) -> u32 {
        if self.annotator_names.is_empty() {
            self.annotator_names.push(String::new());
        }
        let found = self.annotator_names.iter().rposition(|known| known == name);
        let index = found.unwrap_or_else(|| {
            self.annotator_names.push(name.to_owned());
            self.annotator_names.len() - 1
        });
        index as u32
    }

    /// Appends columns whose games are numbered from zero.
    pub(super) fn append(&mut self, mut other: Self, first_game: i64) {
        if other.is_empty() {
            return;
        }
        other.games.iter_mut().for_each(|game| *game += first_game);
        if self.is_empty() {
            *self = other;
            return;
        }
        self.positions.push('\n');
        self.labels.push('\n');
        self.positions.push_str(&other.positions);
        self.labels.push_str(&other.labels);
        self.kinds.extend_from_slice(&other.kinds);
        self.values.extend_from_slice(&other.values);
        self.games.extend_from_slice(&other.games);
        self.plies.extend_from_slice(&other.plies);
        self.lines.extend_from_slice(&other.lines);
        self.blacks.extend_from_slice(&other.blacks);
        self.variations.extend_from_slice(&other.variations);
        self.openings.extend_from_slice(&other.openings);
        let names = &other.annotator_names;
        let map: Vec<u32> = names.iter().map(|name| self.annotator(name)).collect();
        self.annotators.extend(other.annotators.iter().map(|index| map[*index as usize]));
    }
}
