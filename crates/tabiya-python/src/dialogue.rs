//! What two engines say to each other, without the GIL.

use std::borrow::Cow;
use std::os::fd::RawFd;
use std::time::Duration;

use pyo3::prelude::*;
use tabiya_core::arena::dialogue::{Dialogue, Halt, LastWords, Pipes, Speaker, Spoken};
use tabiya_core::games::Side;

use crate::arena::{PyAdjudication, read_adjudication};
use crate::errors::value_error;
use crate::player::{Stop, centipawns, fixed_point};
use crate::position::Position;

/// The pipe in which an engine hears, that in which it speaks, the words that have it think, and the
/// beginning of a line that it has written.
type PySpeaker = (RawFd, RawFd, String, Vec<u8>);
/// Move, score, depth, nodes, seconds.
type PySpoken = (String, Option<f64>, u64, u64, f64);
/// What an engine has said since the question, what of that was not put yet, seconds since then.
type PyOpen = (Cow<'static, [u8]>, Cow<'static, [u8]>, f64);
/// Lines, and the beginning of one.
type PyLastWords = (Vec<String>, Cow<'static, [u8]>);
/// Plies, the last position, why it went no further, the question that is open, the last words.
type PyTalk = (Vec<PySpoken>, Position, &'static str, Option<PyOpen>, [PyLastWords; 2]);

/// Plays on until the game is over, the stop is set, or something is out of the ordinary.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // one keyword argument each, as in Python
pub fn talk(
    py: Python<'_>,
    speakers: [PySpeaker; 2],
    words: String,
    position: PyRef<'_, Position>,
    scores: Vec<Option<f64>>,
    second_begins: bool,
    adjudication: PyAdjudication,
    greeting: Option<f64>,
    patience: f64,
    n_lines: usize,
    stop: PyRef<'_, Stop>,
) -> PyResult<PyTalk> {
    let [first, second] = speakers.map(|(hears, says, go, begun)| {
        let pipes = Pipes::copy(hears, says)?;
        Some(Speaker::new(pipes, go, begun, n_lines))
    });
    let (Some(first), Some(second)) = (first, second) else {
        return Err(value_error("talk: expected pipes that never block, found others"));
    };
    let dialogue = Dialogue {
        speakers: [first, second],
        words,
        position: position.inner().duplicate(),
        scores: scores.into_iter().map(|score| score.map(fixed_point)).collect(),
        starter: if second_begins { Side::Second } else { Side::First },
        adjudication: read_adjudication(adjudication),
        greeting: greeting.map(seconds).transpose()?,
        patience: seconds(patience)?,
    };
    let stop = stop.flag();
    let talk = py.detach(|| dialogue.talk(stop));
    let (halt, open) = match talk.halt {
        Halt::Over => ("over", None),
        Halt::Ungreeted => ("ungreeted", None),
        Halt::Unasked => ("unasked", None),
        Halt::Open(open) => {
            let time = open.time.as_secs_f64();
            ("open", Some((Cow::Owned(open.heard), Cow::Owned(open.unsaid), time)))
        }
    };
    let spoken = talk.spoken.into_iter().map(spoken).collect();
    Ok((spoken, Position::new(talk.position), halt, open, talk.last.map(last_words)))
}

fn seconds(number: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(number).map_err(value_error)
}

fn spoken(Spoken { told, time }: Spoken) -> PySpoken {
    (told.text, told.score.map(centipawns), told.depth, told.nodes, time.as_secs_f64())
}

fn last_words(last: LastWords) -> PyLastWords {
    (last.lines, Cow::Owned(last.rest))
}
