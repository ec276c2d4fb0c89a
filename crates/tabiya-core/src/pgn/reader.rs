//! Reads sections and puts their games together.

use super::game::Game;
use super::label::{GameResult, Label};
use super::labelled::Record;
use super::language::{self, Language};
use super::packed::Packer;
use super::score;
use super::sections::Section;
use super::text::{Tokens, decode};
use super::{Fault, ReadingReport, Sources};

/// Beyond so many faults in a game, the others are only counted.
const MAX_FAULTS: usize = 20;

/// Reads sections one after the other; games are numbered from zero.
pub struct Reader {
    pub sources: Sources,
    /// The labelled positions of the game that is being read.
    pub records: Vec<Record>,
    reading: ReadingReport,
    packer: Packer,
    /// Faults in the game that is being read.
    n_faults: usize,
}

impl Reader {
    /// Reads all games of some sections.
    pub fn read_all(sections: &[Section<'_>], sources: Sources) -> (Packer, ReadingReport) {
        let mut reader = Self {
            sources,
            records: Vec::new(),
            reading: ReadingReport::default(),
            packer: Packer::default(),
            n_faults: 0,
        };
        for section in sections {
            let text = decode(section.bytes);
            let mut tokens = Tokens::new(&text, section.line);
            let mut game = Game::default();
            let (mut start, mut n_faults) = (tokens.clone(), reader.reading.faults.len());
            let (mut before, mut is_tried) = (tokens.clone(), false);
            while let Some((token, line)) = tokens.next() {
                if game.is_over_before(token) {
                    reader.finish(std::mem::take(&mut game));
                    (start, n_faults) = (before, reader.reading.faults.len());
                    is_tried = false;
                }
                game.take(&mut reader, token, line);
                if game.may_be_foreign
                    && !std::mem::replace(&mut is_tried, true)
                    && let Some(language) = language::find(start.clone())
                {
                    // All of the game is read again, for a letter may have meant another piece.
                    reader.forget(n_faults);
                    game = Game::in_language(language);
                    tokens = start.clone();
                }
                before = tokens.clone();
            }
            reader.finish(game);
        }
        (reader.packer, reader.reading)
    }

    /// Forgets the game that is being read, before which there were so many faults.
    fn forget(&mut self, n_faults: usize) {
        self.records.clear();
        self.reading.faults.truncate(n_faults);
        self.n_faults = 0;
    }

    pub fn fault(&mut self, line: u64, reason: String) {
        self.n_faults += 1;
        if self.n_faults <= MAX_FAULTS {
            self.reading.faults.push(Fault { line, game: self.reading.games, reason });
        }
    }

    /// Puts the game with the others, if there was one.
    fn finish(&mut self, mut game: Game<'_>) {
        if game.is_begun {
            game.line(self);
        }
        for (_, line) in &game.stack {
            self.fault(
                *line,
                "expected the end of this variation, found the end of the game".into(),
            );
        }
        if game.is_begun {
            self.settle(&game);
        }
        if let Some(n_more @ 1..) = self.n_faults.checked_sub(MAX_FAULTS) {
            let (line, reason) = (game.last_line, format!("and {n_more} faults more in this game"));
            self.reading.faults.push(Fault { line, game: self.reading.games, reason });
        }
        self.n_faults = 0;
        if game.is_begun {
            if game.language != Language::English {
                let place = (game.last_line, self.reading.games, game.language);
                self.reading.foreign.push(place);
            }
            self.packer.append_game(
                &self.records,
                self.reading.games,
                game.opening(),
                &game.tags.annotator(),
            );
            self.reading.games += 1;
            self.reading.positions += game.n_positions;
        }
        self.records.clear();
    }

    /// Fills in what only the whole game tells: the result, and whose view the scores are.
    fn settle(&mut self, game: &Game<'_>) {
        let result = match (game.tags.result(), game.end.unwrap_or_default()) {
            (GameResult::Open, end) => end,
            (tag, end) if end == tag || end == GameResult::Open => tag,
            _ => {
                let reason = "expected the result of the tag, found another after the moves";
                self.fault(game.last_line, reason.into());
                GameResult::Open
            }
        };
        for record in &mut self.records {
            if let Label::Result(told) = &mut record.label {
                *told = result;
            }
        }
        if score::is_of_mover(&game.main_scores) {
            for index in &game.unsure {
                let record = &mut self.records[*index];
                let is_black = record.is_black();
                // It is White's turn, so Black has just moved.
                if let Label::Score(score) = &mut record.label
                    && !is_black
                {
                    *score = score.reversed();
                }
            }
        }
    }
}
