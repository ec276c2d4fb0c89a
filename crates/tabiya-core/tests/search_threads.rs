//! Several threads at one search: it keeps its limits, tells the truth, and ends when it is told to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tabiya_core::by_name::{AnyReport, AnyRoot, GAMES, PlayerSpec, game};
use tabiya_core::search::clock::{TimeLeft, Unit};
use tabiya_core::search::numbers::Numbers;
use tabiya_core::search::score::win_in;
use tabiya_core::search::table::{Bound, Hit, Table};
use tabiya_core::search::{Limits, PLY, Params};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn search(name: &str, text: Option<&str>, root: &AnyRoot, limits: Limits) -> AnyReport {
    let game = game(name).unwrap();
    let position = match text {
        Some(text) => game.parse(text, &[]).unwrap().unwrap(),
        None => game.initial(&[]).unwrap(),
    };
    let mut player = game.player(&PlayerSpec::default()).unwrap();
    player.search(position.as_ref(), root, limits, &AtomicBool::new(false), None).unwrap()
}

fn nodes(nodes: u64, threads: usize) -> Limits {
    Limits { nodes: Some(nodes), threads, ..Limits::default() }
}

#[test]
fn one_thread_is_the_search_without_threads_to_the_node() {
    let asked = search("chess", Some(KIWIPETE), &AnyRoot::default(), nodes(40_000, 1));
    let plain = search("chess", Some(KIWIPETE), &AnyRoot::default(), nodes(40_000, 0));
    let facts = |r: &AnyReport| (r.last.nodes, r.last.pv.clone(), r.last.score, r.changes.clone());
    assert_eq!(facts(&asked), facts(&plain));
}

#[test]
fn a_node_limit_counts_the_nodes_of_all_threads_in_every_game() {
    for each in GAMES {
        let report = search(each.name(), None, &AnyRoot::default(), nodes(60_000, 3));
        // Every thread tells its nodes a thousand at a time.
        assert!((57_000..66_000).contains(&report.last.nodes), "{}", report.last.nodes);
        let below: u64 = report.last.root_moves.iter().map(|(_, nodes)| nodes).sum();
        assert!(below > 50_000 && below <= report.last.nodes, "{below}");
        let mut position = each.initial(&[]).unwrap();
        for m in &report.last.pv {
            position = position.play(m).unwrap();
        }
        let told = report.iterations.last().unwrap();
        assert_eq!(told.depth, report.last.depth);
    }
}

#[test]
fn lines_and_restrictions_hold_with_threads() {
    let root = AnyRoot {
        n_lines: 3,
        without: vec!["e2a6".into()],
        only: ["e2a6", "d5e6", "e1g1", "a1b1", "c3b1"].map(String::from).to_vec(),
        ..AnyRoot::default()
    };
    let limits = Limits { depth: Some(7), threads: 2, ..Limits::default() };
    let report = search("chess", Some(KIWIPETE), &root, limits);
    let mut first: Vec<_> = report.last.others.iter().map(|(_, pv)| pv[0].clone()).collect();
    first.push(report.last.pv[0].clone());
    first.sort();
    first.dedup();
    assert_eq!((first.len(), report.last.depth), (3, 7));
    assert!(first.iter().all(|m| root.only.contains(m) && m != "e2a6"), "{first:?}");
}

#[test]
fn threads_agree_on_a_mate_and_on_an_exhausted_board() {
    let mate = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1";
    let limits = Limits { depth: Some(8), threads: 3, ..Limits::default() };
    let report = search("chess", Some(mate), &AnyRoot::default(), limits);
    assert_eq!((report.last.pv[0].as_str(), report.last.score), ("d2h6", win_in(3)));
    // With lines asked for, the search itself plays the end of the game, not the solver.
    let ending = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOO-XXXXXO-- X";
    let lines = AnyRoot { n_lines: 2, ..AnyRoot::default() };
    let alone = Limits { depth: Some(12), ..Limits::default() };
    let one = search("othello", Some(ending), &lines, alone);
    let many = search("othello", Some(ending), &lines, Limits { threads: 3, ..alone });
    assert_eq!((one.last.score, one.last.others.len()), (many.last.score, many.last.others.len()));
}

#[test]
fn a_raised_flag_and_a_clock_end_all_threads() {
    let game = game("loa").unwrap();
    let mut player = game.player(&PlayerSpec::default()).unwrap();
    let position = game.initial(&[]).unwrap();
    let stop = AtomicBool::new(false);
    let endless = Limits { threads: 4, ..Limits::default() };
    let report = std::thread::scope(|scope| {
        let position = position.as_ref();
        let search = scope
            .spawn(|| player.search(position, &AnyRoot::default(), endless, &stop, None).unwrap());
        std::thread::sleep(Duration::from_millis(30));
        stop.store(true, Ordering::Relaxed);
        search.join().unwrap()
    });
    assert!(!report.last.pv.is_empty());
    let left = TimeLeft {
        unit: Unit::Nodes,
        remaining: 80_000.0,
        increment: 0.0,
        moves_to_go: Some(2),
        overhead: 0.0,
        n_searched: 20,
    };
    let limits = Limits { clock: Some(left), threads: 2, ..Limits::default() };
    let report = search("loa", None, &AnyRoot::default(), limits);
    // Half of the clock, and what a helper does while the first thread waits for a processor.
    assert!(report.last.nodes < 70_000, "{}", report.last.nodes);
}

/// What is stored under a key at a depth is known, so that a mixture of two entries shows.
fn entry(key: u64, depth: i32) -> Hit {
    let move_code = (key.wrapping_mul(31).wrapping_add(depth as u64) & 0x7fff) as u16;
    let score = i32::from(move_code) * 16 - (depth + (key & 0xff) as i32);
    Hit { move_code, depth, score, bound: Bound::Lower, evaluation: Some(score / 2) }
}

#[test]
fn threads_that_write_the_same_bucket_never_leave_a_mixture() {
    let table = Table::new(1, &Numbers::new(&Params::default())).unwrap();
    // All of these lie in the first bucket, and more of them than it has places.
    let keys: Vec<u64> = (1..=12).map(|n| n * 0x0100_0193).collect();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (table, keys) = (&table, &keys);
            scope.spawn(move || {
                for round in 0..100_000_usize {
                    let key = keys[(round * (thread + 1) + thread) % keys.len()];
                    let depth = ((round % 40) as i32) * PLY / 2;
                    if let Some(hit) = table.probe(key, 0) {
                        let whole = entry(key, hit.depth);
                        assert_eq!(
                            (hit.move_code, hit.score, hit.evaluation),
                            (whole.move_code, whole.score, whole.evaluation)
                        );
                    }
                    table.store(key, entry(key, depth), 0);
                }
            });
        }
    });
}
