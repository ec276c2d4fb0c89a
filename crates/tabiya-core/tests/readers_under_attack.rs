//! Readers fed with good inputs made bad, by a seed: what `cargo fuzz` does, on a stable compiler.
//!
//! A test takes a moment; `TABIYA_FUZZ_SECONDS` makes each go on for so long, and tell on standard error
//! how many inputs it has tried (`make attack`).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tabiya_core::chunks::Program;
use tabiya_core::eval::network::Network;
use tabiya_core::games::Position;
use tabiya_core::games::chess::{Chess, ChessRules};
use tabiya_core::games::loa::{Loa, LoaRules};
use tabiya_core::games::othello::{Othello, OthelloRules, replay};
use tabiya_core::pgn::{KINDS, LabelledColumns, Sources, Start, deal_rows, pack, read, unpack};

const INPUTS: u64 = 3_000;

/// Random numbers (CITE: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

const PIECES: [&[u8]; 16] = [
    b"\0",
    b"\xff\xfe",
    b"\n",
    b"\r\n",
    b"{",
    b"}",
    b"(((((((((((((((((((((((((((((((",
    b"[",
    b"\"",
    b"\\",
    b";",
    b"$99999999999999999999",
    b"[%eval 1e999]",
    b"99999999999999999999999999999999999999",
    "½⩲∞".as_bytes(),
    b"-- Z0 null",
];

/// Changes some bytes: flipped, cut out, repeated, exchanged, put in.
fn mutate(dice: &mut Dice, seed: &[u8]) -> Vec<u8> {
    let mut data = seed.to_vec();
    for _ in 0..=dice.below(4) {
        let at = dice.below(data.len() + 1);
        let end = data.len().min(at + 1 + dice.below(40));
        match dice.below(6) {
            0 if at < data.len() => data[at] ^= 1 << dice.below(8),
            1 => drop(data.drain(at..end)),
            2 => {
                let again = data[at..end].repeat(1 + dice.below(20));
                data.splice(at..at, again);
            }
            3 => data.truncate(at),
            4 => {
                let byte = dice.next() as u8;
                data.insert(at, byte);
            }
            _ => {
                let piece = PIECES[dice.below(PIECES.len())];
                data.splice(at..at, piece.iter().copied());
            }
        }
    }
    data
}

/// Feeds a reader; what it panics at is its fault, and the number of the input says which it was.
fn attack(name: &str, seeds: &[&[u8]], mut reader: impl FnMut(&[u8])) {
    let seconds = std::env::var("TABIYA_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let started = Instant::now();
    let end = started + Duration::from_secs(seconds.unwrap_or(0));
    let mut number = 0;
    let mut failures = Vec::new();
    while number < INPUTS || Instant::now() < end {
        let mut dice = Dice(number);
        let seed = seeds[dice.below(seeds.len())];
        let data = mutate(&mut dice, seed);
        if catch_unwind(AssertUnwindSafe(|| reader(&data))).is_err() {
            failures.push(number);
        }
        number += 1;
    }
    if seconds.is_some() {
        let took = started.elapsed().as_secs();
        eprintln!("{name:32} {number:>9} inputs {took:>6} s {:>4} failures", failures.len());
    }
    assert!(failures.is_empty(), "{name}: the inputs {failures:?}");
}

/// A text is no position, or one that is read back from what it is written as.
fn read_position<P: Position + PartialEq + std::fmt::Debug>(data: &[u8], rules: P::Rules)
where
    P::Rules: Copy,
{
    if let Ok(position) = P::parse(&String::from_utf8_lossy(data), rules) {
        let again = P::parse(&position.text(), rules);
        assert_eq!(again.as_ref().map(P::text), Ok(position.text()));
        let mut packed = vec![0; P::PACKED_WIDTH];
        position.pack(&mut packed);
        assert_eq!(P::unpack(&packed, rules).map(|p| p.text()), Ok(position.text()));
    }
}

#[test]
fn chess_positions() {
    let seeds: [&[u8]; 3] = [
        b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        b"8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 40",
    ];
    attack("core: positions of chess", &seeds, |data| {
        read_position::<Chess>(data, ChessRules::default());
    });
}

#[test]
fn othello_positions() {
    let seeds: [&[u8]; 2] = [
        b"---------------------------OX------XO--------------------------- X",
        b"--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- O",
    ];
    attack("core: positions of Othello", &seeds, |data| {
        read_position::<Othello>(data, OthelloRules);
    });
}

#[test]
fn loa_positions() {
    let start = Loa::initial(LoaRules::default()).text();
    attack("core: positions of LOA", &[start.as_bytes()], |data| {
        read_position::<Loa>(data, LoaRules::default());
    });
}

#[test]
fn packed_positions() {
    let mut packed = [0; Chess::PACKED_WIDTH];
    Chess::initial(ChessRules::default()).pack(&mut packed);
    attack("core: packed positions", &[&packed], |data| {
        if data.len() == Chess::PACKED_WIDTH
            && let Ok(position) = Chess::unpack(data, ChessRules::default())
        {
            read_position::<Chess>(position.text().as_bytes(), ChessRules::default());
        }
    });
}

/// What has no value has one that is equal to itself.
fn with_numbers(mut columns: LabelledColumns) -> LabelledColumns {
    for value in columns.values.iter_mut().filter(|value| value.is_nan()) {
        *value = f64::MAX;
    }
    columns
}

#[test]
fn games_in_pgn() {
    let sources = Sources::of_names(["symbol", "score", "result"]).expect("kinds");
    let start = Start { line: 1, game: 1 };
    let seeds: [&[u8]; 2] = [
        b"[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 $14 {[%eval 0.3]} e5 (1... c5 2. Nf3 $10) 2. Nf3 +/- Nc6 {+-} 3. Bb5! $13 a6 1-0\n\n",
        b"[FEN \"8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 40\"]\n[SetUp \"1\"]\n\n40... fxg3 41. e4+ Kg5 $19 *\n\n1. Sf3 Sf6 2. Lb5 *\n",
    ];
    attack("core: PGN", &seeds, |data| {
        let whole = read(data, start, sources, 1, true);
        assert!(whole.found.used <= data.len());
        let shared = read(data, start, sources, 2, true);
        assert_eq!(whole.found, shared.found, "threads change nothing");
        let columns = with_numbers(whole.columns);
        assert_eq!(columns, with_numbers(shared.columns), "threads change nothing");
        let (rows, n_rows, found) = pack(data, start, sources, 2, true);
        assert_eq!((n_rows, found), (columns.len(), whole.found));
        assert_eq!(with_numbers(unpack(&rows, None).expect("rows")), columns, "nor does packing");
    });
}

#[test]
fn packed_rows() {
    let sources = Sources::of_names(["symbol", "score", "result"]).expect("kinds");
    let start = Start { line: 1, game: 1 };
    let game = b"[Annotator \"x\"]\n\n1. e4 $14 {[%eval 0.3]} e5 (1... c5 $13) 2. Nf3 $44 {[%eval #3]} 1-0";
    let (rows, ..) = pack(game, start, sources, 1, true);
    attack("core: packed rows", &[&rows], |data| {
        if let Ok(columns) = unpack(data, None) {
            assert_eq!(columns.values.len(), columns.len());
        }
        let _ = deal_rows(data, 0, &[(1, true); KINDS.len()], 4);
    });
}

#[test]
fn othello_moves_as_wthor_has_them() {
    let opening: [u8; 12] = [26, 18, 19, 34, 20, 43, 44, 29, 12, 21, 45, 52];
    attack("core: moves of WTHOR", &[&opening], |data| {
        if let Ok(positions) = replay(data) {
            assert_eq!(positions.len(), data.len() + 1);
        }
    });
}

#[test]
fn compiled_chunks() {
    attack(
        "core: compiled chunks",
        &[&[1, 0, 2, 7, 3, 0, 0, 0, 9, 1, 1, 4, 4, 200, 17], &[0; 40]],
        |data| {
            drop(Program::decode(data));
        },
    );
}

#[test]
fn networks() {
    let text = format!("network 65 1\nhidden 0.5{}\noutput -0.75 1.5\n", " 1".repeat(65));
    attack("core: networks", &[text.as_bytes()], |data| {
        drop(Network::parse(&String::from_utf8_lossy(data)));
    });
}
