//! One game.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::clock::GameClock;
use super::{Contest, Fixture, Ruling};
use crate::by_name::{AnyPlayer, AnyPosition, AnyReport, AnyRoot};
use crate::games::Outcome;
use crate::search::Limits;
use crate::search::clock::Choice;
use crate::search::score::Score;

/// A move, and what its player said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove {
    /// The move as text.
    pub text: String,
    /// Score of the player who made it.
    pub score: Score,
    /// The last completed iteration.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Time used.
    pub time: Duration,
    /// What its clock chose, if it learns.
    pub choices: Vec<Choice>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules of the game ended it.
    Rules,
    /// A player had no time left.
    Time,
    /// It was ended early.
    Ruled(Ruling),
}

/// A game that was played.
pub struct PlayedGame {
    /// The moves from the start on.
    pub moves: Vec<PlayedMove>,
    /// How it ended.
    pub outcome: Outcome,
    /// Why it ended.
    pub ending: Ending,
    /// Where it ended.
    pub last: Box<dyn AnyPosition>,
}

/// Plays a game; `None` if it was stopped.
pub(super) fn play(
    contest: &Contest<'_>,
    fixture: &Fixture,
    mut pair: [&mut dyn AnyPlayer; 2],
    stop: &AtomicBool,
) -> Option<PlayedGame> {
    for player in &mut pair {
        player.clear();
    }
    let mut position = fixture.start.duplicate();
    let starter = position.turn();
    let mut clocks = fixture.players.map(|player| GameClock::new(contest.contestants[player].time));
    let mut moves = Vec::new();
    let mut scores = Vec::new();
    loop {
        let seat = position.turn().index();
        let limits = contest.contestants[fixture.players[seat]].limits;
        let limits = Limits { clock: clocks[seat].left(), ..limits };
        let asked = Instant::now();
        let report = pair[seat].search(position.as_ref(), &AnyRoot::default(), limits, stop, None);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let AnyReport { mut last, choices, .. } = report.expect("the game goes on");
        let text = last.pv.swap_remove(0);
        let in_time = clocks[seat].spend(last.nodes, asked.elapsed());
        let side = position.turn();
        position = position.play(&text).expect("a player finds legal moves");
        scores.push(Some(last.score));
        moves.push(PlayedMove {
            text,
            score: last.score,
            depth: last.depth,
            nodes: last.nodes,
            time: last.time,
            choices,
        });
        if !in_time {
            let outcome = Outcome::Win(side.other());
            return Some(PlayedGame { moves, outcome, ending: Ending::Time, last: position });
        }
        let by_rules = position.outcome().map(|outcome| (outcome, Ending::Rules));
        let ruled = || {
            let (outcome, ruling) = contest.adjudication.judge(&scores, starter)?;
            Some((outcome, Ending::Ruled(ruling)))
        };
        if let Some((outcome, ending)) = by_rules.or_else(ruled) {
            return Some(PlayedGame { moves, outcome, ending, last: position });
        }
    }
}
