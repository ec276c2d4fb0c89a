//! Labelled positions, column by column.

use std::collections::HashMap;

use super::label::Label;
use super::packed::{DamagedRows, Packer, Piece};
use super::text_board::Shape;

/// Labelled positions as columns of the same length; texts are joined by line feeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelledColumns {
    /// Positions as FEN.
    pub positions: String,
    /// Labels: index into `label_texts`.
    pub labels: Vec<u32>,
    /// Labels in their one canonical spelling.
    pub label_texts: Texts,
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
    /// Who labelled: index into `annotator_names`.
    pub annotators: Vec<u32>,
    /// The names of those who labelled; that of nobody is empty.
    pub annotator_names: Texts,
}

/// Texts that stand in many rows, each of them once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    list: Vec<String>,
    indices: HashMap<String, u32>,
}

impl Texts {
    /// The texts by their indices.
    pub fn list(&self) -> &[String] {
        &self.list
    }

    fn index_of(&mut self, text: &str) -> u32 {
        if let Some(index) = self.indices.get(text) {
            return *index;
        }
        let index = self.list.len() as u32;
        self.list.push(text.to_owned());
        self.indices.insert(text.to_owned(), index);
        index
    }

    /// The indices here of the texts of others.
    fn indices_of(&mut self, others: &[impl AsRef<str>]) -> Vec<u32> {
        others.iter().map(|text| self.index_of(text.as_ref())).collect()
    }
}

/// A labelled position of the game that is being read.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    pub label: Label,
    pub line: u64,
    pub ply: u32,
    pub variation: bool,
    pub shape: Shape,
}

impl Record {
    /// Whether it is Black's turn.
    pub fn is_black(&self) -> bool {
        self.shape.fields.turn.is_black()
    }
}

/// A labelled position and the game it is from.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub record: Record,
    pub game: i64,
    pub opening: u64,
    /// Index into the names beside it.
    pub annotator: u32,
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

    /// The rows that have been packed.
    pub(super) fn of(packer: &Packer) -> Self {
        let mut columns = Self::default();
        columns.append(&packer.piece(0), || true).expect("they have just been packed");
        columns
    }

    /// Appends those rows of a piece that are chosen.
    pub(super) fn append(
        &mut self,
        piece: &Piece<'_>,
        mut is_chosen: impl FnMut() -> bool,
    ) -> Result<(), DamagedRows> {
        if piece.n_rows == 0 {
            return Ok(());
        }
        let names = self.annotator_names.indices_of(&piece.names);
        let mut rows = piece.rows();
        // Mostly a label is that of the row before.
        let mut last = None;
        while let Some(row) = rows.next()? {
            if !is_chosen() {
                continue;
            }
            let label = match last {
                Some((label, index)) if label == row.record.label => index,
                _ => self.label_texts.index_of(&row.record.label.text()),
            };
            last = Some((row.record.label, label));
            let annotator = *names.get(row.annotator as usize).ok_or(DamagedRows)?;
            self.push(row, label, annotator);
        }
        Ok(())
    }

    fn push(&mut self, row: &Row, label: u32, annotator: u32) {
        if !self.is_empty() {
            self.positions.push('\n');
        }
        let record = &row.record;
        self.positions.push_str(record.shape.fen().as_str());
        self.labels.push(label);
        self.kinds.push(record.label.kind());
        self.values.push(record.label.value());
        self.games.push(row.game);
        self.plies.push(record.ply as i32);
        self.lines.push(record.line as i64);
        self.blacks.push(record.is_black());
        self.variations.push(record.variation);
        self.openings.push(row.opening);
        self.annotators.push(annotator);
    }

    /// Appends other columns.
    pub(super) fn extend(&mut self, other: Self) {
        if other.is_empty() {
            return;
        }
        if self.is_empty() {
            *self = other;
            return;
        }
        self.positions.push('\n');
        self.positions.push_str(&other.positions);
        let texts = self.label_texts.indices_of(other.label_texts.list());
        self.labels.extend(other.labels.iter().map(|index| texts[*index as usize]));
        self.kinds.extend_from_slice(&other.kinds);
        self.values.extend_from_slice(&other.values);
        self.games.extend_from_slice(&other.games);
        self.plies.extend_from_slice(&other.plies);
        self.lines.extend_from_slice(&other.lines);
        self.blacks.extend_from_slice(&other.blacks);
        self.variations.extend_from_slice(&other.variations);
        self.openings.extend_from_slice(&other.openings);
        let names = self.annotator_names.indices_of(other.annotator_names.list());
        self.annotators.extend(other.annotators.iter().map(|index| names[*index as usize]));
    }
}
