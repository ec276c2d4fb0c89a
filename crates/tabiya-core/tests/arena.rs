//! Games between two players: legal to the last move, the same on any number of threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use tabiya_core::arena::{
    Adjudication, Agreement, ArenaError, Contest, Contestant, Ending, Fixture, PlayedGame, Ruling,
    TimeControl, play_games,
};
use tabiya_core::by_name::{AnyPosition, PlayerSpec, game};
use tabiya_core::games::Outcome;
use tabiya_core::search::Limits;
use tabiya_core::search::clock::Unit;

fn contestant(nodes: u64) -> Contestant {
    let spec = PlayerSpec { hash_mib: 1, ..PlayerSpec::default() };
    Contestant { spec, limits: Limits { nodes: Some(nodes), ..Limits::default() }, time: None }
}

/// Every opening of one ply, with both colours.
fn fixtures(name: &str, n_openings: usize) -> Vec<Fixture> {
    let start = game(name).unwrap().initial(&[]).unwrap();
    let openings: Vec<_> = start.legal_moves().into_iter().take(n_openings).collect();
    let both = openings.iter().flat_map(|m| [(m, [0, 1]), (m, [1, 0])]);
    both.map(|(m, players)| Fixture { start: start.play(m).unwrap(), players }).collect()
}

fn play(name: &str, threads: usize, adjudication: Adjudication) -> Vec<PlayedGame> {
    let fixtures = fixtures(name, 3);
    let game = game(name).unwrap();
    let contestants = [contestant(120), contestant(60)];
    let contest = Contest { game, contestants: &contestants, fixtures: &fixtures, adjudication };
    let games = Mutex::new(Vec::new());
    let tell = |number, played| games.lock().unwrap().push((number, played));
    play_games(&contest, threads, &AtomicBool::new(false), &tell).unwrap();
    let mut games = games.into_inner().unwrap();
    games.sort_by_key(|(number, _)| *number);
    assert_eq!(games.iter().map(|(n, _)| *n).collect::<Vec<_>>(), (0..6).collect::<Vec<_>>());
    games.into_iter().map(|(_, played)| played).collect()
}

/// How a game went, but for the time it took.
type Course = (Outcome, Vec<(String, i32, u64)>);

fn summary(games: &[PlayedGame]) -> Vec<Course> {
    let told = |g: &PlayedGame| {
        g.moves.iter().map(|m| (m.text.clone(), m.score, m.nodes)).collect::<Vec<_>>()
    };
    games.iter().map(|g| (g.outcome, told(g))).collect()
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    for name in ["chess", "othello", "loa"] {
        let rules = Adjudication { max_plies: Some(60), ..Adjudication::default() };
        assert_eq!(summary(&play(name, 1, rules)), summary(&play(name, 3, rules)), "{name}");
    }
}

#[test]
fn games_are_legal_and_end_by_the_rules() {
    for name in ["othello", "loa"] {
        for (played, fixture) in
            play(name, 2, Adjudication::default()).iter().zip(fixtures(name, 3))
        {
            let mut position: Box<dyn AnyPosition> = fixture.start.duplicate();
            for m in &played.moves {
                assert_eq!(position.outcome(), None);
                position = position.play(&m.text).unwrap();
            }
            assert_eq!(position.outcome(), Some(played.outcome));
            assert_eq!(played.ending, Ending::Rules);
            assert!(position.is_same(played.last.as_ref()));
        }
    }
}

#[test]
fn limits_belong_to_the_contestant_whatever_its_colour() {
    for (number, played) in play("loa", 1, Adjudication::default()).iter().enumerate() {
        // The openings are one ply long, so the second player moves first.
        let (strong, weak) = if number % 2 == 0 { (1, 0) } else { (0, 1) };
        let nodes = |offset| played.moves.iter().skip(offset).step_by(2).map(|m| m.nodes).max();
        assert!(nodes(strong) > Some(60) && nodes(weak) <= Some(60), "game {number}");
    }
}

#[test]
fn long_and_decided_games_are_cut() {
    let rules = Adjudication { max_plies: Some(5), ..Adjudication::default() };
    for played in play("chess", 1, rules) {
        assert_eq!(played.moves.len(), 5);
        assert_eq!((played.outcome, played.ending), (Outcome::Draw, Ending::Ruled(Ruling::Length)));
    }
    let win = Some(Agreement { score: i32::MIN / 2, plies: 1 });
    let rules = Adjudication { win, ..Adjudication::default() };
    assert!(play("chess", 1, rules).iter().all(|g| g.ending == Ending::Ruled(Ruling::Win)));
}

#[test]
fn a_stopped_contest_tells_no_broken_game() {
    let fixtures = fixtures("chess", 3);
    let game = game("chess").unwrap();
    let contestants = [contestant(100), contestant(100)];
    let adjudication = Adjudication { max_plies: Some(20), ..Adjudication::default() };
    let contest = Contest { game, contestants: &contestants, fixtures: &fixtures, adjudication };
    let (stop, games) = (AtomicBool::new(false), Mutex::new(Vec::new()));
    let tell = |_, played: PlayedGame| {
        games.lock().unwrap().push(played.moves.len());
        stop.store(true, Ordering::Relaxed);
    };
    play_games(&contest, 1, &stop, &tell).unwrap();
    assert_eq!(*games.lock().unwrap(), [20]);
}

#[test]
fn games_that_cannot_begin_are_errors() {
    let game = game("chess").unwrap();
    let mated = "7k/5KQ1/8/8/8/8/8/8 b - - 0 1";
    let start = game.parse(mated, &[]).unwrap().unwrap();
    let wrong = tabiya_core::by_name::game("loa").unwrap().initial(&[]).unwrap();
    for start in [start, wrong] {
        let fixtures = [Fixture { start, players: [0, 1] }];
        let contestants = [contestant(100), contestant(100)];
        let adjudication = Adjudication::default();
        let contest =
            Contest { game, contestants: &contestants, fixtures: &fixtures, adjudication };
        let found = play_games(&contest, 1, &AtomicBool::new(false), &|_, _| ());
        assert!(matches!(found, Err(ArenaError::Start(_))));
    }
}

#[test]
fn a_tournament_is_many_pairings_in_one_contest() {
    let game = game("othello").unwrap();
    let contestants: Vec<_> = [100, 200, 300, 400].map(contestant).into();
    let start = game.initial(&[]).unwrap();
    let pairings = (0..4).flat_map(|a| (0..4).filter(move |b| *b != a).map(move |b| [a, b]));
    let fixture = |players| Fixture { start: start.duplicate(), players };
    let fixtures: Vec<_> = pairings.map(fixture).collect();
    let adjudication = Adjudication::default();
    let contest = Contest { game, contestants: &contestants, fixtures: &fixtures, adjudication };
    let games = Mutex::new(Vec::new());
    let tell = |number, played| games.lock().unwrap().push((number, played));
    play_games(&contest, 2, &AtomicBool::new(false), &tell).unwrap();
    for (number, played) in games.into_inner().unwrap() {
        for (seat, &player) in fixtures[number].players.iter().enumerate() {
            // An opening's first ply is small, and no limit keeps one from being completed.
            let spent = played.moves[seat].nodes;
            let allowed = contestants[player].limits.nodes.unwrap();
            assert!(spent <= allowed && spent > allowed - 20, "game {number}: {spent}");
        }
    }
    let fixtures = [fixture([0, 4])];
    let contest = Contest { game, contestants: &contestants, fixtures: &fixtures, adjudication };
    let found = play_games(&contest, 1, &AtomicBool::new(false), &|_, _| ());
    assert_eq!(found, Err(ArenaError::Pairing { first: 0, second: 4, n: 4 }));
}

#[test]
fn clocks_in_nodes_are_kept_and_repeat_themselves() {
    let control = TimeControl { unit: Unit::Nodes, base: 20_000.0, increment: 500.0, margin: 0.0 };
    for name in ["loa", "othello", "chess"] {
        let game = game(name).unwrap();
        let limits = Limits::default();
        let spec = PlayerSpec::default();
        let timed = Contestant { spec: spec.clone(), limits, time: Some(control) };
        let contestants = [timed.clone(), timed];
        let start = game.initial(&[]).unwrap();
        let fixtures = [Fixture { start, players: [0, 1] }];
        let adjudication = Adjudication { max_plies: Some(60), ..Adjudication::default() };
        let contest =
            Contest { game, contestants: &contestants, fixtures: &fixtures, adjudication };
        let play = || {
            let played = Mutex::new(Vec::new());
            play_games(&contest, 1, &AtomicBool::new(false), &|_, game| {
                played.lock().unwrap().push(game);
            })
            .unwrap();
            played.into_inner().unwrap().remove(0)
        };
        let (first, again) = (play(), play());
        let text = |g: &PlayedGame| g.moves.iter().map(|m| m.text.clone()).collect::<Vec<_>>();
        assert_eq!(text(&first), text(&again), "{name}");
        assert_ne!(first.ending, Ending::Time, "who has no nodes left moves with what is known");
        for seat in 0..2 {
            let own: Vec<_> = first.moves.iter().skip(seat).step_by(2).map(|m| m.nodes).collect();
            let spent: u64 = own.iter().sum();
            // One ply is completed whatever remains, so a few moves may overdraw it.
            let allowed = 20_000 + 500 * own.len() as u64 + 200 * own.len() as u64;
            assert!(spent <= allowed, "{name}: {spent} of {allowed}");
            assert!(spent > 10_000, "{name}: a clock is there to be used: {own:?}");
        }
    }
}
