//! The least that a match can cost: the dialogue of games that are known, with no clock, no check and
//! no record. Called with the command of a UCI engine and games on standard input, a line each (where
//! it began, as `fen …`, then ` moves ` and its moves), it says how many seconds they took.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Engine {
    process: Child,
    hears: ChildStdin,
    says: BufReader<ChildStdout>,
    line: String,
}

impl Engine {
    fn open(program: &str, options: &[String]) -> io::Result<Self> {
        let mut process =
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let hears = process.stdin.take().expect("a pipe was asked for");
        let says = BufReader::new(process.stdout.take().expect("a pipe was asked for"));
        let mut engine = Self { process, hears, says, line: String::new() };
        engine.ask("uci\n", "uciok")?;
        for option in options {
            let (name, value) = option.split_once('=').expect("name=value");
            writeln!(engine.hears, "setoption name {name} value {value}")?;
        }
        Ok(engine)
    }

    /// Says something and reads up to the line that begins with a word.
    fn ask(&mut self, text: &str, word: &str) -> io::Result<&str> {
        self.hears.write_all(text.as_bytes())?;
        loop {
            self.line.clear();
            if self.says.read_line(&mut self.line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if self.line.starts_with(word) {
                return Ok(&self.line);
            }
        }
    }
}

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (program, options) = arguments.split_first().expect("the command of an engine");
    let mut engines = [Engine::open(program, options)?, Engine::open(program, options)?];
    let mut spent = Duration::ZERO;
    for game in io::stdin().lock().lines() {
        let game = game?;
        let (start, moves) = game.split_once(" moves ").expect("moves");
        let began = Instant::now();
        for engine in &mut engines {
            engine.ask("ucinewgame\nisready\n", "readyok")?;
        }
        let mut question = format!("position {start}");
        for (ply, text) in moves.split(' ').enumerate() {
            let asked = question.len();
            question.push_str("\ngo nodes 1\n");
            let answer = engines[ply % 2].ask(&question, "bestmove ")?;
            let said = answer.split_ascii_whitespace().nth(1);
            assert_eq!(said, Some(text), "the engine plays the game that is known");
            question.truncate(asked);
            question.push_str(if ply == 0 { " moves " } else { " " });
            question.push_str(text);
        }
        spent += began.elapsed();
    }
    println!("{}", spent.as_secs_f64());
    for engine in &mut engines {
        engine.hears.write_all(b"quit\n")?;
        engine.process.wait()?;
    }
    Ok(())
}
