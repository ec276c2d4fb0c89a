//! A search is a pure function of position, player and limits, and it always knows a move.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabiya_core::by_name::{AnyRoot, Control, PlayerSpec, SearchError, game, search_many};
use tabiya_core::eval::chess::ChessEvaluation;
use tabiya_core::games::chess::{Chess, ChessRules};
use tabiya_core::games::{Line, Position};
use tabiya_core::search::score::{is_decided, win_in};
use tabiya_core::search::{Decisions, Limits, Params, Report, Searcher};

type Plain = Searcher<Chess, ChessEvaluation, Decisions>;

fn searcher() -> Plain {
    Searcher::new(ChessEvaluation::default(), Decisions::default(), &Params::default(), 1).unwrap()
}

fn search(searcher: &mut Plain, text: &str, limits: Limits) -> Report<<Chess as Position>::Move> {
    let line = Line::new(Chess::parse(text, ChessRules::default()).unwrap());
    searcher.search(&line, limits, &AtomicBool::new(false)).unwrap()
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ENDGAME: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";

#[test]
fn a_cleared_searcher_repeats_itself_to_the_node() {
    let mut searcher = searcher();
    let key = |r: Report<_>| (r.best, r.score, r.pv, r.nodes, r.depth);
    let first = key(search(&mut searcher, KIWIPETE, nodes(30_000)));
    for limits in [nodes(1000), Limits { depth: Some(6), ..Limits::default() }] {
        searcher.clear();
        search(&mut searcher, ENDGAME, limits);
    }
    searcher.clear();
    assert_eq!(key(search(&mut searcher, KIWIPETE, nodes(30_000))), first);
}

#[test]
fn one_ply_is_completed_whatever_the_limits() {
    let report = search(&mut searcher(), KIWIPETE, nodes(1));
    assert_eq!((report.depth, report.iterations.len()), (1, 1));
    assert!(report.nodes > 1);
    let time = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(search(&mut searcher(), KIWIPETE, time).depth, 1);
}

#[test]
fn a_node_limit_is_kept_after_the_first_ply() {
    for limit in [100, 1024, 16_384] {
        let report = search(&mut searcher(), KIWIPETE, nodes(limit));
        let first_ply = report.iterations[0].nodes;
        assert!(report.nodes <= limit.max(first_ply), "{} of {limit}", report.nodes);
    }
}

#[test]
fn a_raised_flag_stops_the_search_after_a_ply() {
    let line = Line::new(Chess::initial(ChessRules::default()));
    let limits = Limits { depth: Some(30), ..Limits::default() };
    let report = searcher().search(&line, limits, &AtomicBool::new(true)).unwrap();
    assert!((1..=4).contains(&report.depth), "{}", report.depth);
}

#[test]
fn the_first_limit_reached_ends_it() {
    let limits = Limits {
        depth: Some(3),
        nodes: Some(1_000_000),
        time: Some(Duration::from_mins(1)),
        ..Limits::default()
    };
    assert_eq!(search(&mut searcher(), KIWIPETE, limits).depth, 3);
}

#[test]
fn mates_are_found_at_their_distance() {
    let table = [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", 1),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", "d2h6", 3),
        ("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7", 1),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "", 0),
    ];
    for (text, best, plies) in table {
        let position = Chess::parse(text, ChessRules::default()).unwrap();
        if best.is_empty() {
            assert!(position.outcome().is_some());
            continue;
        }
        let report = search(&mut searcher(), text, Limits { depth: Some(8), ..Limits::default() });
        assert_eq!(position.move_text(report.best), best);
        assert_eq!(report.score, win_in(plies));
        assert_eq!(report.pv.len(), plies as usize);
        assert!(report.depth < 8, "a mate that is proved needs no deeper search");
    }
}

#[test]
fn a_draw_by_repetition_is_seen() {
    // Black is lost unless the queen checks for ever from e1 and h4.
    let text = "6k1/5ppp/8/8/7q/8/5PP1/R4RK1 b - - 0 1";
    let report = search(&mut searcher(), text, Limits { depth: Some(8), ..Limits::default() });
    assert!(!is_decided(report.score));
}

#[test]
fn many_searches_equal_single_ones_on_any_number_of_threads() {
    for name in ["chess", "othello", "loa"] {
        let game = game(name).unwrap();
        let spec = PlayerSpec { hash_mib: 1, ..PlayerSpec::default() };
        let mut positions = vec![game.initial(&[]).unwrap()];
        for i in 0..12 {
            let last = positions.last().unwrap();
            let moves = last.legal_moves();
            positions.push(last.play(&moves[i * 7 % moves.len()]).unwrap());
        }
        let mut player = game.player(&spec).unwrap();
        let single: Vec<_> = positions
            .iter()
            .map(|position| {
                player.clear();
                player
                    .search(
                        position.as_ref(),
                        &AnyRoot::default(),
                        nodes(700),
                        &AtomicBool::new(false),
                        None,
                    )
                    .unwrap()
            })
            .map(|report| (report.last.pv, report.last.score, report.last.nodes))
            .collect();
        for threads in [1, 2, 5] {
            let control = Control::default();
            let many = search_many(game, &spec, &positions, nodes(700), threads, &control)
                .unwrap()
                .unwrap();
            let many: Vec<_> = many
                .into_iter()
                .map(Result::unwrap)
                .map(|report| (report.last.pv, report.last.score, report.last.nodes))
                .collect();
            assert_eq!(many, single, "{name} on {threads} threads");
        }
    }
}

#[test]
fn finished_and_foreign_positions_are_refused() {
    let chess = game("chess").unwrap();
    let mut player = chess.player(&PlayerSpec::default()).unwrap();
    let stop = AtomicBool::new(false);
    let mated = chess.parse("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", &[]).unwrap().unwrap();
    let error =
        player.search(mated.as_ref(), &AnyRoot::default(), nodes(10), &stop, None).unwrap_err();
    assert!(matches!(error, SearchError::Finished { .. }), "{error}");
    let foreign = game("loa").unwrap().initial(&[]).unwrap();
    let error =
        player.search(foreign.as_ref(), &AnyRoot::default(), nodes(10), &stop, None).unwrap_err();
    assert_eq!(error.to_string(), "search: expected a position of chess, found one of loa");
}
