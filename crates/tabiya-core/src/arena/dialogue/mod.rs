//! The plies of a game that two UCI engines answer in the ordinary way, one after the other, in a thread
//! that has nothing else to do. Whatever is out of the ordinary (a long thought, an odd answer, an end)
//! is handed back as it stands, for others to judge and to go on from there.

mod hearing;
mod pipe;
mod speaker;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

pub use hearing::Told;
pub use pipe::Pipes;
pub use speaker::Speaker;

use speaker::Reply;

use super::Adjudication;
use crate::by_name::AnyPosition;
use crate::games::Side;
use crate::search::score::Score;

/// A game as far as it has come.
pub struct Dialogue {
    /// The game's first player, then the second.
    pub speakers: [Speaker; 2],
    /// Where the game began and what was played, as UCI says it: `startpos moves e2e4`.
    pub words: String,
    /// Where that has led.
    pub position: Box<dyn AnyPosition>,
    /// What their players said of the moves so far.
    pub scores: Vec<Option<Score>>,
    /// Who made the first of them.
    pub starter: Side,
    /// When a game is decided before its end.
    pub adjudication: Adjudication,
    /// Whether the engines are told of a new game first, and how long that may take.
    pub greeting: Option<Duration>,
    /// A thought that takes longer is for others to wait for.
    pub patience: Duration,
}

/// What has become of it.
pub struct Talk {
    /// The plies that were played.
    pub spoken: Vec<Spoken>,
    /// Where they have led.
    pub position: Box<dyn AnyPosition>,
    /// Why it went no further.
    pub halt: Halt,
    /// What was last said by and to each of the players.
    pub last: [LastWords; 2],
}

/// Why a dialogue went no further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The game is over.
    Over,
    /// A player was told of a new game, and did not say that it is ready.
    Ungreeted,
    /// Nobody was asked.
    Unasked,
    /// The question to the player who moves is open.
    Open(Open),
}

/// A ply of a dialogue.
#[derive(Clone, Debug, PartialEq)]
pub struct Spoken {
    /// The move and what was told of it.
    pub told: Told,
    /// From the question to the answer.
    pub time: Duration,
}

/// A question that was put and not yet answered, or not in an ordinary way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// What the engine has said since, for others to hear.
    pub heard: Vec<u8>,
    /// The end of the question, if the pipe has not taken all of it.
    pub unsaid: Vec<u8>,
    /// How long ago it was put.
    pub time: Duration,
}

/// What an engine was told and said last, for reports of faults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LastWords {
    /// Whole lines, the oldest first: to it with `> ` before them, from it with `< `.
    pub lines: Vec<String>,
    /// The beginning of a line that it has not ended yet.
    pub rest: Vec<u8>,
}

impl Dialogue {
    /// Plays on until the game is over, `stop` is raised, or something is out of the ordinary.
    pub fn talk(mut self, stop: &AtomicBool) -> Talk {
        let mut spoken = Vec::new();
        let halt = if self.greet(stop) { self.talk_on(&mut spoken, stop) } else { Halt::Ungreeted };
        let last = self.speakers.map(|speaker| speaker.last_words(&self.words));
        Talk { spoken, position: self.position, halt, last }
    }

    /// Tells the engines of a new game, if that is wanted; both get ready at the same time.
    fn greet(&mut self, stop: &AtomicBool) -> bool {
        let Some(patience) = self.greeting else { return true };
        let until = Instant::now() + patience;
        self.speakers.iter_mut().all(Speaker::greet)
            && self.speakers.iter_mut().all(|speaker| speaker.is_ready(until, stop))
    }

    fn talk_on(&mut self, spoken: &mut Vec<Spoken>, stop: &AtomicBool) -> Halt {
        while !stop.load(Ordering::Relaxed) {
            let speaker = &mut self.speakers[self.position.turn().index()];
            let asked = Instant::now();
            let reply = speaker.ask(&self.words, asked + self.patience, stop);
            let time = asked.elapsed();
            let told = match reply {
                Reply::Told(told) => told,
                Reply::Open => return Halt::Open(speaker.hand_back(time)),
                Reply::Unasked => return Halt::Unasked,
            };
            let Ok(after) = self.position.play(&told.text) else {
                return Halt::Open(speaker.hand_back(time));
            };
            self.position = after;
            self.words.push_str(if self.scores.is_empty() { " moves " } else { " " });
            self.words.push_str(&told.text);
            self.scores.push(told.score);
            spoken.push(Spoken { told, time });
            if self.is_over() {
                return Halt::Over;
            }
        }
        Halt::Unasked
    }

    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
            || self.adjudication.judge(&self.scores, self.starter).is_some()
    }
}

#[cfg(test)]
mod tests;
