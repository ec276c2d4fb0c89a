//! A UCI engine that does not think: it answers at once with a legal move, the same one for the same
//! position. Whoever plays it against itself measures what a match costs beside the thinking.

use std::io::{self, BufRead, Write};

use tabiya_core::games::chess::{Chess, ChessRules};
use tabiya_core::games::{MoveList, Position};

/// A large odd number: the products with it have their best bits at the top.
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;

/// Where it stands, and the words that led there: a longer game begins with the same words.
struct Board {
    words: String,
    position: Chess,
}

impl Board {
    fn new() -> Self {
        Self { words: "startpos".into(), position: Chess::initial(ChessRules::default()) }
    }

    /// Goes to a position; the moves that it has made already are not made again.
    fn go_to(&mut self, words: &str) {
        let is_whole = |more: &&str| more.is_empty() || more.starts_with(' ');
        let more = words.strip_prefix(&self.words).filter(is_whole).unwrap_or_else(|| {
            let (start, moves) = words.split_once(" moves ").unwrap_or((words, ""));
            self.position = match start.strip_prefix("fen ") {
                Some(fen) => Chess::parse(fen, ChessRules::default()).expect("a position"),
                None => Chess::initial(ChessRules::default()),
            };
            moves
        });
        for text in more.split_ascii_whitespace().filter(|&word| word != "moves") {
            let made = self.position.parse_move(text).expect("a legal move");
            self.position.play(made);
        }
        self.words.clear();
        self.words.push_str(words);
    }

    fn answer(&self) -> String {
        let mut moves = MoveList::new();
        self.position.legal_moves(&mut moves);
        let drawn = (self.position.key().wrapping_mul(MIX) >> 32) as usize;
        match moves.len() {
            0 => "(none)".into(),
            n => self.position.move_text(moves[drawn % n]),
        }
    }
}

fn main() -> io::Result<()> {
    let mut board = Board::new();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let answer = match word {
            "uci" => "id name null\nid author tabiya\nuciok\n".into(),
            "isready" => "readyok\n".into(),
            "position" => {
                board.go_to(rest);
                continue;
            }
            "go" => format!("info depth 1 score cp 0 nodes 1\nbestmove {}\n", board.answer()),
            "quit" => break,
            _ => continue,
        };
        out.write_all(answer.as_bytes())?;
        out.flush()?;
    }
    Ok(())
}
