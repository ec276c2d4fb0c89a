//! What was played in a position, and how it went.

use roaring::RoaringBitmap;
use shakmaty::Position as _;

use super::error::GameTreeError;
use super::tree::GameTree;
use crate::chunks::Step;
use crate::games::chess::Chess as OurChess;
use crate::pgn::GameResult;

/// Where a position stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The game.
    pub game: u32,
    /// Plies played before.
    pub ply: u32,
    /// The move played there, none at the end of a game.
    pub played: Step,
}

/// A move and what became of the games in which it was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveStatistics {
    /// The move.
    pub played: Step,
    /// Games; a game that plays it again in the same position counts once.
    pub n_games: u32,
    /// Games that White won.
    pub n_white: u32,
    /// Drawn games.
    pub n_draws: u32,
    /// Games that Black won.
    pub n_black: u32,
    /// Average rating of those who played it; not a number if none is known.
    pub mean_rating: f64,
    /// The rating at which such results are expected against such opponents; not a number if no
    /// finished game has a rated opponent.
    pub performance: f64,
    /// When it was last played, as a number such as 19720711; 0 if unknown.
    pub last_date: u32,
}

impl MoveStatistics {
    fn new(played: Step) -> Self {
        Self {
            played,
            n_games: 0,
            n_white: 0,
            n_draws: 0,
            n_black: 0,
            mean_rating: f64::NAN,
            performance: f64::NAN,
            last_date: 0,
        }
    }
}

/// Elo of a score of all points against opponents of one rating, as FIDE caps it.
const MOST_ELO: f64 = 800.0;

#[derive(Clone, Copy, Default)]
struct Sums {
    rating: u64,
    n_rating: u32,
    opponents: u64,
    n_opponents: u32,
    points: f64,
}

impl GameTree {
    /// Where a position stood; each game tells of it once for every different move it played there.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn find_position(
        &self,
        position: &OurChess,
        among: Option<&RoaringBitmap>,
    ) -> Result<Vec<Occurrence>, GameTreeError> {
        let mut found: Vec<Occurrence> = Vec::new();
        let mut game = 0;
        let mut first_of_game = 0;
        for slot in self.slots_of(position)? {
            if found.is_empty() || slot >= self.rows()[game].end() {
                game = self.game_after(game, slot);
                first_of_game = found.len();
            }
            if among.is_some_and(|games| !games.contains(game as u32)) {
                first_of_game = found.len();
                continue;
            }
            let played = self.moves()[slot as usize];
            if found[first_of_game..].iter().all(|other| other.played != played) {
                let ply = slot - self.rows()[game].first;
                found.push(Occurrence { game: game as u32, ply, played });
            }
        }
        Ok(found)
    }

    /// The game of a slot, which is not before this one; quick if it is near.
    fn game_after(&self, game: usize, slot: u32) -> usize {
        let rows = &self.rows()[game..];
        let mut step = 1;
        while step < rows.len() && rows[step].first <= slot {
            step *= 2;
        }
        let rows = &rows[..step.min(rows.len())];
        game + rows.partition_point(|row| row.first <= slot) - 1
    }

    /// What was played in the position of a slot, wherever it stood.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn played_at(
        &self,
        slot: u32,
        among: Option<&RoaringBitmap>,
    ) -> Result<Vec<Occurrence>, GameTreeError> {
        self.find_position(&OurChess::of(self.position_at(slot)), among)
    }

    /// The moves played in a position, the most frequent first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn statistics(
        &self,
        position: &OurChess,
        among: Option<&RoaringBitmap>,
    ) -> Result<Vec<MoveStatistics>, GameTreeError> {
        let is_black = position.inner().turn().is_black();
        let mut moves: Vec<(MoveStatistics, Sums)> = Vec::new();
        for found in self.find_position(position, among)? {
            if found.played == Step(0) {
                continue;
            }
            let at =
                moves.iter().position(|(m, _)| m.played == found.played).unwrap_or_else(|| {
                    moves.push((MoveStatistics::new(found.played), Sums::default()));
                    moves.len() - 1
                });
            let (m, sums) = &mut moves[at];
            let row = &self.rows()[found.game as usize];
            m.n_games += 1;
            let points = match row.result {
                GameResult::White => 1.0,
                GameResult::Draw => 0.5,
                GameResult::Black => 0.0,
                GameResult::Open => f64::NAN,
            };
            m.n_white += u32::from(row.result == GameResult::White);
            m.n_draws += u32::from(row.result == GameResult::Draw);
            m.n_black += u32::from(row.result == GameResult::Black);
            m.last_date = m.last_date.max(row.date);
            let (own, other) = (row.elo[usize::from(is_black)], row.elo[usize::from(!is_black)]);
            if own > 0 {
                sums.rating += u64::from(own);
                sums.n_rating += 1;
            }
            if other > 0 && !points.is_nan() {
                sums.opponents += u64::from(other);
                sums.n_opponents += 1;
                sums.points += if is_black { 1.0 - points } else { points };
            }
        }
        let mut moves: Vec<MoveStatistics> = moves.into_iter().map(settle).collect();
        moves.sort_by_key(|m| (std::cmp::Reverse(m.n_games), m.played.0));
        Ok(moves)
    }
}

fn settle((mut m, sums): (MoveStatistics, Sums)) -> MoveStatistics {
    m.mean_rating = sums.rating as f64 / f64::from(sums.n_rating);
    let share = sums.points / f64::from(sums.n_opponents);
    let lead = (400.0 * (share / (1.0 - share)).log10()).clamp(-MOST_ELO, MOST_ELO);
    m.performance = sums.opponents as f64 / f64::from(sums.n_opponents) + lead;
    m
}
