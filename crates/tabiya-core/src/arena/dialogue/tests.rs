use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::os::fd::AsRawFd;
use std::thread;

use super::*;
use crate::by_name::game;

const MINUTE: Duration = Duration::from_mins(1);
const MOMENT: Duration = Duration::from_millis(5);

/// An engine that answers so many questions as it is told here, and then hangs up.
fn speaker(answers: &'static [&'static str]) -> (Speaker, thread::JoinHandle<Vec<String>>) {
    let (its_ear, our_mouth) = pipe().unwrap();
    let (our_ear, its_mouth) = pipe().unwrap();
    for number in [our_mouth.as_raw_fd(), our_ear.as_raw_fd()] {
        // SAFETY: both are open.
        assert_eq!(unsafe { libc::fcntl(number, libc::F_SETFL, libc::O_NONBLOCK) }, 0);
    }
    let pipes = Pipes::copy(our_mouth.as_raw_fd(), our_ear.as_raw_fd()).expect("they are open");
    let engine = thread::spawn(move || converse(its_ear, its_mouth, answers));
    (Speaker::new(pipes, "go nodes 1".into(), Vec::new(), 4), engine)
}

/// An engine that takes words and says none.
fn mute(our_mouth: &PipeWriter) -> Speaker {
    let (our_ear, its_mouth) = pipe().unwrap();
    for number in [our_mouth.as_raw_fd(), our_ear.as_raw_fd()] {
        // SAFETY: both are open.
        assert_eq!(unsafe { libc::fcntl(number, libc::F_SETFL, libc::O_NONBLOCK) }, 0);
    }
    std::mem::forget(its_mouth); // it does not hang up either
    let pipes = Pipes::copy(our_mouth.as_raw_fd(), our_ear.as_raw_fd()).expect("they are open");
    Speaker::new(pipes, "go nodes 1".into(), Vec::new(), 4)
}

fn converse(ear: PipeReader, mut mouth: PipeWriter, answers: &[&str]) -> Vec<String> {
    let mut questions = Vec::new();
    let mut answers = answers.iter();
    for line in BufReader::new(ear).lines() {
        let line = line.unwrap();
        if line == "isready" {
            mouth.write_all(b"readyok\n").unwrap();
        } else if line.starts_with("go") {
            match answers.next() {
                Some(answer) => speak(&mut mouth, answer),
                None => break,
            }
        } else {
            questions.push(line);
        }
    }
    questions
}

/// Says what it is told, with a pause at every `~`.
fn speak(mouth: &mut PipeWriter, words: &str) {
    for (number, part) in words.split('~').enumerate() {
        if number > 0 {
            thread::sleep(Duration::from_millis(40));
        }
        mouth.write_all(part.as_bytes()).unwrap();
    }
}

fn dialogue(first: Speaker, second: Speaker) -> Dialogue {
    Dialogue {
        speakers: [first, second],
        words: "startpos".into(),
        position: game("chess").unwrap().initial(&[]).unwrap(),
        scores: Vec::new(),
        starter: Side::First,
        adjudication: Adjudication::default(),
        greeting: None,
        patience: MINUTE,
    }
}

fn moves(talk: &Talk) -> Vec<&str> {
    talk.spoken.iter().map(|spoken| spoken.told.text.as_str()).collect()
}

fn heard(talk: &Talk) -> Option<&str> {
    let Halt::Open(open) = &talk.halt else { return None };
    Some(str::from_utf8(&open.heard).unwrap())
}

#[test]
fn a_game_is_played_to_its_end() {
    let (first, ear) = speaker(&["bestmove f2f3\n", "info score cp -9 nodes 3\nbestmove g2g4\n"]);
    let (second, _) = speaker(&["bestmove e7e5\n", "info depth 2 score mate 1\nbestmove d8h4\n"]);
    let talk = dialogue(first, second).talk(&AtomicBool::new(false));
    assert_eq!(moves(&talk), ["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert_eq!((talk.halt, talk.position.outcome().is_some()), (Halt::Over, true));
    assert_eq!((talk.spoken[2].told.score, talk.spoken[2].told.nodes), (Some(-9000), 3));
    assert_eq!(talk.spoken[3].told.depth, 2);
    let lines =
        ["> position startpos moves f2f3 e7e5", "> go nodes 1", "< info score cp -9 nodes 3"];
    assert_eq!(talk.last[0].lines, [&lines[..], &["< bestmove g2g4"]].concat());
    drop(talk.last);
    assert_eq!(ear.join().unwrap(), ["position startpos", "position startpos moves f2f3 e7e5"]);
}

#[test]
fn rules_that_end_games_early_end_the_talk() {
    let (first, _) = speaker(&["bestmove f2f3\n", "bestmove g2g4\n"]);
    let (second, _) = speaker(&["bestmove e7e5\n", "bestmove a7a6\n"]);
    let adjudication = Adjudication { max_plies: Some(3), ..Adjudication::default() };
    let dialogue = Dialogue { adjudication, ..dialogue(first, second) };
    assert_eq!(dialogue.talk(&AtomicBool::new(false)).spoken.len(), 3);
}

#[test]
fn what_is_odd_is_handed_back_as_it_was_said() {
    for odd in [
        "info depth 1\nbestmove e2e5\n",
        "bestmove (none)\n",
        "info score cp 99999999\nbestmove d7d5\ninfo string more",
        "bestmove\n",
    ] {
        let answers: &'static [&'static str] = Box::leak(Box::new([odd]));
        let ((first, _), (second, _)) = (speaker(&["bestmove e2e4\n"]), speaker(answers));
        let talk = dialogue(first, second).talk(&AtomicBool::new(false));
        assert_eq!((moves(&talk), heard(&talk)), (vec!["e2e4"], Some(odd)));
        assert_eq!(talk.last[1].lines, ["> position startpos moves e2e4", "> go nodes 1"]);
    }
}

#[test]
fn a_pipe_that_is_closed_leaves_the_question_open() {
    let (first, _) = speaker(&["bestmove e2e4\n", "bestmove g1f3\n"]);
    let (second, _) = speaker(&["bestmove e7e5\n"]);
    let talk = dialogue(first, second).talk(&AtomicBool::new(false));
    assert_eq!((moves(&talk), heard(&talk)), (vec!["e2e4", "e7e5", "g1f3"], Some("")));
}

#[test]
fn an_engine_that_has_gone_before_is_not_asked() {
    let (first, ear) = speaker(&[]);
    let (second, _) = speaker(&[]);
    let mut dialogue = dialogue(first, second);
    dialogue.speakers[0].ask("startpos", Instant::now() + MINUTE, &AtomicBool::new(false));
    ear.join().unwrap();
    let talk = dialogue.talk(&AtomicBool::new(false));
    assert_eq!((talk.spoken.len(), talk.halt), (0, Halt::Unasked));
}

#[test]
fn a_long_thought_and_a_stop_leave_the_question_open() {
    for (patience, stop) in [(MOMENT, false), (MINUTE, true)] {
        let (first, _) = speaker(&["info depth 1\ninfo dep"]);
        let (second, _) = speaker(&[]);
        let dialogue = Dialogue { patience, ..dialogue(first, second) };
        let flag = AtomicBool::new(false);
        let talk = thread::scope(|scope| {
            let talk = scope.spawn(|| dialogue.talk(&flag));
            thread::sleep(20 * MOMENT);
            flag.store(stop, Ordering::Relaxed);
            talk.join().unwrap()
        });
        assert_eq!(heard(&talk), Some("info depth 1\ninfo dep"));
    }
}

#[test]
fn what_comes_after_an_answer_is_no_answer_to_the_next_question() {
    let (first, _) = speaker(&["bestmove e2e4\nbestmove d2d4\ninfo str", "ing\nbestmove g1f3\n"]);
    let (second, _) = speaker(&["bestmove e7e5\n"]);
    let talk = dialogue(first, second).talk(&AtomicBool::new(false));
    assert_eq!(moves(&talk), ["e2e4", "e7e5", "g1f3"]);
    let lines = ["> position startpos moves e2e4 e7e5", "> go nodes 1", "< info string"];
    assert_eq!(talk.last[0].lines, [&lines[..], &["< bestmove g1f3"]].concat());
}

#[test]
fn what_is_said_while_the_other_thinks_is_no_answer() {
    const LATE: &str = "bestmove e2e4\n~info score cp 777\nbestmove d2d4\n";
    let (first, _) = speaker(&[LATE, "bestmove g1f3\n"]);
    let (second, _) = speaker(&["~~~~bestmove e7e5\n"]);
    let talk = dialogue(first, second).talk(&AtomicBool::new(false));
    assert_eq!(moves(&talk), ["e2e4", "e7e5", "g1f3"]);
    assert_eq!(talk.spoken[2].told.score, None);
}

#[test]
fn an_engine_that_writes_without_end_is_left_to_others() {
    let flood: &'static str = Box::leak("info string flood\n".repeat(70_000).into_boxed_str());
    let answers: &'static [&'static str] = Box::leak(Box::new([flood]));
    let ((first, _), (second, _)) = (speaker(answers), speaker(&[]));
    let talk = dialogue(first, second).talk(&AtomicBool::new(false));
    assert!(talk.spoken.is_empty());
    assert!(heard(&talk).is_some_and(|heard| heard.len() > 1 << 20));
}

#[test]
fn players_are_told_of_a_new_game() {
    let (first, ear) = speaker(&["bestmove e2e4\n"]);
    let (second, _) = speaker(&[]);
    let dialogue = Dialogue { greeting: Some(MINUTE), ..dialogue(first, second) };
    let talk = dialogue.talk(&AtomicBool::new(false));
    assert_eq!((moves(&talk), heard(&talk)), (vec!["e2e4"], Some("")));
    assert_eq!(talk.last[1].lines[..2], ["> isready", "< readyok"]);
    assert_eq!(ear.join().unwrap(), ["ucinewgame", "position startpos"]);
}

#[test]
fn a_player_that_is_not_ready_is_left_to_others() {
    let (its_ear, our_mouth) = pipe().unwrap();
    let (second, _) = speaker(&[]);
    let dialogue = Dialogue { greeting: Some(MOMENT), ..dialogue(mute(&our_mouth), second) };
    let talk = dialogue.talk(&AtomicBool::new(false));
    assert_eq!((talk.spoken.len(), talk.halt), (0, Halt::Ungreeted));
    drop(its_ear);
}
