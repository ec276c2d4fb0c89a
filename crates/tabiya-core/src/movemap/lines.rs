//! The moves that were played in games, as examples of good ones.

use super::examples::NO_SQUARE;
use crate::games::chess::Chess;
use crate::games::{Line, Position};
use crate::pgn::{Fault, Start, read_main_lines};
use crate::search::Searchable;

/// Positions of games and the moves that were played there, as columns.
#[derive(Clone, Debug, Default)]
pub struct PlayedMoves {
    /// Packed positions.
    pub positions: Vec<u8>,
    /// Where the move played comes from.
    pub from: Vec<u8>,
    /// Where it goes to.
    pub to: Vec<u8>,
    /// Where the move before went to, [`NO_SQUARE`] if there was none.
    pub previous: Vec<u8>,
    /// The number of the game, from zero.
    pub game: Vec<u32>,
    /// Plies before the position.
    pub ply: Vec<u16>,
}

impl PlayedMoves {
    /// Adds the moves of a game one by one.
    fn push<P: Searchable>(&mut self, position: &P, m: P::Move, previous: u8, place: (u32, u16)) {
        let start = self.positions.len();
        self.positions.resize(start + P::PACKED_WIDTH, 0);
        position.pack(&mut self.positions[start..]);
        let (from, to) = P::squares(m);
        self.from.push(from);
        self.to.push(to);
        self.previous.push(previous);
        self.game.push(place.0);
        self.ply.push(place.1);
    }

    /// Adds a game that begins somewhere; a move is a text. Returns the number of the first move that
    /// is not legal, if there is one; those before it are added.
    pub fn add<P: Searchable>(
        &mut self,
        line: &Line<P>,
        moves: &[String],
        game: u32,
    ) -> Option<usize> {
        let mut position = line.position().clone();
        let mut previous = NO_SQUARE;
        for (ply, text) in moves.iter().enumerate() {
            let Ok(m) = position.parse_move(text) else { return Some(ply) };
            self.push(&position, m, previous, (game, ply as u16));
            previous = P::squares(m).1;
            position.play(m);
        }
        None
    }
}

/// What was found in a block of PGN.
#[derive(Debug)]
pub struct PlayedGames {
    /// The moves.
    pub played: PlayedMoves,
    /// The opening's code of each game, empty if nobody told it.
    pub codes: Vec<String>,
    /// The games that are left out, and why.
    pub faults: Vec<Fault>,
    /// Bytes that were read; the rest belongs to a game that may go on.
    pub used: usize,
    /// Lines in these bytes.
    pub lines: u64,
    /// Games begun, broken ones included.
    pub n_games: i64,
}

/// Reads the moves of chess games; blocks work as in [`read_main_lines`].
pub fn played_in_pgn(data: &[u8], start: Start, threads: usize, last: bool) -> PlayedGames {
    let make = |game: crate::pgn::MainLine| {
        let code = game.tags.iter().find(|(name, _)| name == "ECO");
        let mut played = PlayedMoves::default();
        let mut position = Chess::of(game.start);
        let mut previous = NO_SQUARE;
        for (ply, &m) in game.moves.iter().enumerate() {
            played.push(&position, m, previous, (0, ply as u16));
            previous = Chess::squares(m).1;
            position.play(m);
        }
        (played, code.map_or_else(String::new, |(_, value)| value.clone()))
    };
    let found = read_main_lines(data, start, threads, last, make);
    let mut all = PlayedGames {
        played: PlayedMoves::default(),
        codes: Vec::new(),
        faults: found.faults,
        used: found.used,
        lines: found.lines,
        n_games: found.n_games,
    };
    for (mut played, code) in found.games {
        let number = all.codes.len() as u32;
        all.codes.push(code);
        all.played.game.extend(std::iter::repeat_n(number, played.from.len()));
        all.played.positions.append(&mut played.positions);
        all.played.from.append(&mut played.from);
        all.played.to.append(&mut played.to);
        all.played.previous.append(&mut played.previous);
        all.played.ply.append(&mut played.ply);
    }
    all
}
