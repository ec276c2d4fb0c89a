//! Games as PGN, and opening books in Polyglot's format.

use std::collections::HashMap;
use std::fmt::Write as _;

use roaring::RoaringBitmap;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Move, Position as _, Role, san::SanPlus};

use super::error::GameTreeError;
use super::mirror::legal_move;
use super::tags::result_text;
use super::tree::GameTree;
use crate::chunks::Step;
use crate::pgn::GameResult;

/// Lines of movetext are at most so long, as the standard wants it.
const WIDTH: usize = 79;

/// What a book is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookLimits {
    /// A move must have been played in so many games.
    pub min_games: u32,
    /// Plies from the start of the game.
    pub max_ply: u32,
}

impl GameTree {
    /// Appends some games, which ascend, as PGN.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn write_pgn(&self, games: &[u32], out: &mut String) -> Result<(), GameTreeError> {
        self.read_tags(games.iter().copied(), |game, tags| {
            for (name, value) in tags {
                let value = value.replace('\\', "\\\\").replace('"', "\\\"");
                let _ = writeln!(out, "[{name} \"{value}\"]");
            }
            out.push('\n');
            self.write_moves(game, out);
            out.push_str("\n\n");
        })
    }

    fn write_moves(&self, game: u32, out: &mut String) {
        let row = &self.rows()[game as usize];
        let mut position = self.start_of(game);
        let mut line_start = out.len();
        let mut put = |out: &mut String, word: &str| {
            if out.len() - line_start + word.len() + 1 > WIDTH {
                out.push('\n');
                line_start = out.len();
            } else if out.len() > line_start {
                out.push(' ');
            }
            out.push_str(word);
        };
        for (index, packed) in
            self.moves()[row.first as usize..row.end() as usize - 1].iter().enumerate()
        {
            let Some(m) = legal_move(*packed, &position) else { break };
            let number = position.fullmoves();
            if position.turn().is_white() {
                put(out, &format!("{number}."));
            } else if index == 0 {
                put(out, &format!("{number}..."));
            }
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            put(out, &san.to_string());
        }
        put(out, result_text(row.result));
    }

    /// An opening book: 16 bytes for each move, sorted by the hash of its position.
    ///
    /// A move weighs two for each game it won and one for each draw, scaled to the room there is, as
    /// Polyglot's own books do; moves that never scored are left out.
    pub fn book(&self, limits: BookLimits, among: Option<&RoaringBitmap>) -> Vec<u8> {
        let mut weights: HashMap<(u64, u16), (u32, u32)> = HashMap::new();
        for (game, row) in self.rows().iter().enumerate() {
            if among.is_some_and(|games| !games.contains(game as u32)) {
                continue;
            }
            let mut seen: Vec<(u64, u16)> = Vec::new();
            let mut position = self.start_of(game as u32);
            let plies = row.first as usize..row.end() as usize - 1;
            for packed in self.moves()[plies].iter().take(limits.max_ply as usize) {
                let Some(m) = legal_move(*packed, &position) else { break };
                let key: Zobrist64 = position.zobrist_hash(EnPassantMode::Legal);
                let entry = (key.0, polyglot_move(m));
                // A game that repeats itself counts once.
                if !seen.contains(&entry) {
                    seen.push(entry);
                    let (n_games, weight) = weights.entry(entry).or_default();
                    *n_games += 1;
                    *weight += points_for(&position, row.result);
                }
                position.play_unchecked(m);
            }
        }
        let mut entries: Vec<(u64, u32, u16)> = weights
            .into_iter()
            .filter(|(_, (n_games, weight))| *n_games >= limits.min_games && *weight > 0)
            .map(|((key, m), (_, weight))| (key, weight, m))
            .collect();
        // Books are searched by halving; within a position the heaviest move comes first.
        entries.sort_unstable_by_key(|(key, weight, m)| (*key, std::cmp::Reverse(*weight), *m));
        let mut bytes = Vec::with_capacity(entries.len() * 16);
        for moves in entries.chunk_by(|a, b| a.0 == b.0) {
            let heaviest = moves[0].1.max(1);
            for (key, weight, m) in moves {
                let scaled = if heaviest > u32::from(u16::MAX) {
                    u64::from(*weight) * u64::from(u16::MAX) / u64::from(heaviest)
                } else {
                    u64::from(*weight)
                };
                bytes.extend(key.to_be_bytes());
                bytes.extend(m.to_be_bytes());
                bytes.extend((scaled as u16).max(1).to_be_bytes());
                bytes.extend([0; 4]);
            }
        }
        bytes
    }

    /// The moves of a game from a slot on, at most so many, as far as they are legal.
    pub fn continuation(&self, slot: u32, n_plies: usize) -> Vec<Step> {
        let end = self.rows()[self.game_of(slot) as usize].end() as usize - 1;
        let slot = slot as usize;
        self.moves()[slot.min(end)..end.min(slot + n_plies)].to_vec()
    }
}

fn points_for(position: &Chess, result: GameResult) -> u32 {
    match result {
        GameResult::Draw => 1,
        GameResult::White => 2 * u32::from(position.turn().is_white()),
        GameResult::Black => 2 * u32::from(position.turn().is_black()),
        GameResult::Open => 0,
    }
}

/// To-square, from-square, promotion: six, six and three bits; castling is the king taking its rook.
fn polyglot_move(m: Move) -> u16 {
    let from = m.from().map_or(0, |square| square as u16);
    let promotion = m.promotion().map_or(0, |role| role as u16 - Role::Knight as u16 + 1);
    m.to() as u16 | from << 6 | promotion << 12
}
