//! When a game is decided before its end.

use crate::games::{Outcome, Side};
use crate::search::score::Score;

/// What a row of scores must show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The score, at least or at most.
    pub score: Score,
    /// How many scores in a row.
    pub plies: usize,
}

/// Rules that end games early; without any, games go on to their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A side wins when so many scores in a row, of both players, give it at least so much.
    pub win: Option<Agreement>,
    /// The game is drawn when so many scores in a row, of both players, are at most so far from even.
    pub draw: Option<Agreement>,
    /// Plies before which no game is drawn by scores.
    pub draw_after: usize,
    /// A player resigns when so many of its own scores in a row are at most minus so much.
    pub resign: Option<Agreement>,
    /// The game is drawn after so many plies.
    pub max_plies: Option<usize>,
}

/// Why a game was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    /// Both players agreed who wins.
    Win,
    /// Both players agreed that nobody wins.
    Draw,
    /// A player gave up.
    Resignation,
    /// It took too long.
    Length,
}

impl Adjudication {
    /// Looks at the scores so far, each of the player who had made that move; `None` where a player
    /// said none. `first` made the first move; then they took turns.
    pub fn judge(&self, scores: &[Option<Score>], first: Side) -> Option<(Outcome, Ruling)> {
        self.won(scores, first)
            .map(|side| (Outcome::Win(side), Ruling::Win))
            .or_else(|| {
                let loser = self.resigned(scores, first)?;
                Some((Outcome::Win(loser.other()), Ruling::Resignation))
            })
            .or_else(|| self.drawn(scores).then_some((Outcome::Draw, Ruling::Draw)))
            .or_else(|| {
                let is_long = self.max_plies.is_some_and(|most| scores.len() >= most);
                is_long.then_some((Outcome::Draw, Ruling::Length))
            })
    }

    fn won(&self, scores: &[Option<Score>], first: Side) -> Option<Side> {
        let Agreement { score, plies } = self.win?;
        let start = scores.len().checked_sub(plies.max(1))?;
        [Side::First, Side::Second].into_iter().find(|&side| {
            scores.iter().enumerate().skip(start).all(|(ply, &found)| {
                let Some(found) = found else { return false };
                let of_side = if mover(ply, first) == side { found } else { -found };
                of_side >= score
            })
        })
    }

    fn drawn(&self, scores: &[Option<Score>]) -> bool {
        let Some(Agreement { score, plies }) = self.draw else { return false };
        let Some(start) = scores.len().checked_sub(plies.max(1)) else { return false };
        scores.len() >= self.draw_after
            && scores[start..].iter().all(|found| found.is_some_and(|found| found.abs() <= score))
    }

    fn resigned(&self, scores: &[Option<Score>], first: Side) -> Option<Side> {
        let Agreement { score, plies } = self.resign?;
        let own = || scores.iter().rev().step_by(2).take(plies.max(1));
        let is_lost = own().count() == plies.max(1)
            && own().all(|found| found.is_some_and(|found| found <= -score));
        is_lost.then(|| mover(scores.len() - 1, first))
    }
}

fn mover(ply: usize, first: Side) -> Side {
    if ply.is_multiple_of(2) { first } else { first.other() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(rules: Adjudication, scores: &[Score]) -> Option<(Outcome, Ruling)> {
        let scores: Vec<_> = scores.iter().map(|&score| Some(score)).collect();
        rules.judge(&scores, Side::First)
    }

    const AGREED: Option<Agreement> = Some(Agreement { score: 500, plies: 4 });

    #[test]
    fn a_win_takes_both_players_in_a_row() {
        let rules = Adjudication { win: AGREED, ..Adjudication::default() };
        let won = Some((Outcome::Win(Side::First), Ruling::Win));
        assert_eq!(judge(rules, &[600, -600, 600, -500]), won);
        let lost = Some((Outcome::Win(Side::Second), Ruling::Win));
        assert_eq!(judge(rules, &[0, 700, -600, 600, -600]), lost);
        assert_eq!(judge(rules, &[600, -600, 600]), None);
        assert_eq!(judge(rules, &[600, -600, 499, -600]), None);
        assert_eq!(judge(rules, &[600, 600, 600, 600]), None);
        assert_eq!(rules.judge(&[Some(600), None, Some(600), Some(-600)], Side::First), None);
    }

    #[test]
    fn a_draw_waits_for_its_ply() {
        let rules = Adjudication { draw: AGREED, draw_after: 6, ..Adjudication::default() };
        assert_eq!(judge(rules, &[0; 5]), None);
        assert_eq!(judge(rules, &[0; 6]), Some((Outcome::Draw, Ruling::Draw)));
        assert_eq!(judge(rules, &[0, 0, 0, 0, 501, 0]), None);
    }

    #[test]
    fn a_player_resigns_by_its_own_scores() {
        let resign = Some(Agreement { score: 500, plies: 2 });
        let rules = Adjudication { resign, ..Adjudication::default() };
        let resigned = Some((Outcome::Win(Side::First), Ruling::Resignation));
        assert_eq!(judge(rules, &[0, -500, 0, -700]), resigned);
        assert_eq!(judge(rules, &[0, -500, 0]), None);
        assert_eq!(judge(rules, &[-700]), None);
    }

    #[test]
    fn a_long_game_is_drawn() {
        let rules = Adjudication { max_plies: Some(3), ..Adjudication::default() };
        assert_eq!(judge(rules, &[9, 9]), None);
        assert_eq!(judge(rules, &[9, 9, 9]), Some((Outcome::Draw, Ruling::Length)));
        assert_eq!(judge(Adjudication::default(), &[9; 900]), None);
    }
}
