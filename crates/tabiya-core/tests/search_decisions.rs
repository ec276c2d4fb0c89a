//! Every decision of the search can be replaced, and every event is heard.

use std::sync::atomic::AtomicBool;

use tabiya_core::eval::chess::ChessEvaluation;
use tabiya_core::eval::loa::LoaEvaluation;
use tabiya_core::games::chess::{Chess, ChessRules};
use tabiya_core::games::loa::{Loa, LoaRules};
use tabiya_core::games::{Line, Position};
use tabiya_core::search::clock::{Clock, Modern, Shared, Thinking};
use tabiya_core::search::decisions::Decision;
use tabiya_core::search::events::{Left, LeftBy, Observer, Silence};
use tabiya_core::search::extensions::{ByGame, Extensions, Never};
use tabiya_core::search::game::ExtensionContext;
use tabiya_core::search::ordering::{Classic, Ordering};
use tabiya_core::search::pruning::{
    ByHand, Candidate, Checkpoint, Counts, IndexBy, LearnedPruning, Pruning, ShallowProbe, Verdict,
    Widths,
};
use tabiya_core::search::quiescence::{Quiescence, StandPat, Tactical};
use tabiya_core::search::score::Score;
use tabiya_core::search::table::Bound;
use tabiya_core::search::view::{NodeView, Surroundings};
use tabiya_core::search::{
    Decide, Decisions, Depth, Iteration, Limits, Params, Report, Searchable, Searcher, Stateless,
};

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn search_loa<D: Decide<Loa>>(decisions: D, depth: u32) -> (Report<<Loa as Position>::Move>, D) {
    let line = Line::new(Loa::initial(LoaRules::default()));
    let mut decisions = Some(decisions);
    let mut searcher =
        Searcher::new(LoaEvaluation::default(), decisions.take().unwrap(), &Params::crafty(), 1)
            .unwrap();
    let report = searcher.search(&line, to_depth(depth), &AtomicBool::new(false)).unwrap();
    (report, searcher.into_decisions())
}

/// Ranks quiet moves by a number for each square, as a network without hidden layer would.
#[derive(Clone)]
struct BySquare;

impl Stateless for BySquare {}
impl<P: Searchable> Decision<P> for BySquare {}

impl<P: Searchable> Ordering<P> for BySquare {
    fn quiet(
        &mut self,
        _: &NodeView<'_, P>,
        _: Option<&()>,
        m: P::Move,
        _: &mut Surroundings<'_, P>,
    ) -> i32 {
        let (from, to) = P::squares(m);
        i32::from(to) - i32::from(from)
    }
}

#[test]
fn another_ordering_changes_the_tree_but_not_the_value() {
    let plain: Decisions<Classic, ByHand, Never, StandPat> = Decisions::default();
    let learnt: Decisions<BySquare, ByHand, Never, StandPat> = Decisions {
        ordering: BySquare,
        pruning: ByHand::default(),
        extensions: Never,
        quiescence: StandPat,
        clock: Modern::default(),
        observer: Silence,
    };
    let params = Params { null_move: 0.0, ..Params::crafty() };
    let line = Line::new(Loa::initial(LoaRules::default()));
    let stop = AtomicBool::new(false);
    let a = Searcher::new(LoaEvaluation::default(), plain, &params, 1).unwrap().search(
        &line,
        to_depth(4),
        &stop,
    );
    let b = Searcher::new(LoaEvaluation::default(), learnt, &params, 1).unwrap().search(
        &line,
        to_depth(4),
        &stop,
    );
    let (a, b) = (a.unwrap(), b.unwrap());
    assert_eq!(a.score, b.score);
    assert_ne!(a.nodes, b.nodes);
}

#[test]
fn the_plain_search_knows_widths_by_the_distance_to_the_leaf() {
    let widths = |by, counts| Widths { by, counts, widths: vec![3, 5, 8] };
    let near = widths(IndexBy::Leaf, Counts::All);
    let by_hand = LearnedPruning { widths: Some(near.clone()), ..LearnedPruning::default() };
    let plain: Decisions =
        Decisions { pruning: by_hand.by_hand().expect("it knows them"), ..Decisions::default() };
    let learned = Decisions {
        ordering: Classic::default(),
        pruning: by_hand,
        extensions: ByGame,
        quiescence: Tactical,
        clock: Shared::default(),
        observer: Silence,
    };
    let (a, b) = (search_loa(plain, 5).0, search_loa(learned, 5).0);
    assert_eq!((a.nodes, a.score), (b.nodes, b.score));
    assert_ne!(a.nodes, search_loa(<Decisions>::default(), 5).0.nodes);
    assert!(ByHand::with_widths(&widths(IndexBy::Depth, Counts::All)).is_none());
    assert!(ByHand::with_widths(&widths(IndexBy::Leaf, Counts::Quiet)).is_none());
}

#[test]
fn wider_vectors_visit_more_nodes() {
    for by in [IndexBy::Depth, IndexBy::Iteration, IndexBy::Leaf] {
        let nodes = [2, 5, 15, 200].map(|width| {
            let widths = Widths { by, counts: Counts::All, widths: vec![width; 8] };
            let decisions = Decisions {
                ordering: Classic::default(),
                pruning: LearnedPruning { widths: Some(widths), ..LearnedPruning::default() },
                extensions: ByGame,
                quiescence: Tactical,
                clock: Shared::default(),
                observer: Silence,
            };
            search_loa(decisions, 4).0.nodes
        });
        assert!(nodes.is_sorted() && nodes[0] < nodes[3], "{by:?}: {nodes:?}");
        let full: Decisions = Decisions::default();
        assert_eq!(
            nodes[3],
            search_loa(full, 4).0.nodes,
            "a vector that cuts nothing costs nothing"
        );
    }
}

/// A function of the search parameters that prunes quiet moves near the leaves.
#[derive(Clone)]
struct AtCheckpoints;

impl<P: Searchable> Decision<P> for AtCheckpoints {}

impl<P: Searchable> Pruning<P> for AtCheckpoints {
    fn ends(
        &mut self,
        node: &NodeView<'_, P>,
        at: &Checkpoint,
        _: &Candidate<'_, P>,
        _: &mut Surroundings<'_, P>,
    ) -> bool {
        at.n_quiet == 10 && node.distance_to_leaf() <= 2 && at.n_changes < 3
    }
}

/// Trusts a search two plies shallower that is far outside of the window.
#[derive(Clone)]
struct Trusting;

impl<P: Searchable> Decision<P> for Trusting {}

impl<P: Searchable> Pruning<P> for Trusting {
    fn shallow_probe(
        &mut self,
        node: &NodeView<'_, P>,
        _: &mut Surroundings<'_, P>,
    ) -> Option<ShallowProbe> {
        let margin = 20_000;
        (node.plies() >= 4).then_some(ShallowProbe {
            depth: node.depth - 48,
            high: Some(node.beta + margin),
            low: Some(node.alpha - margin),
        })
    }
}

#[test]
fn a_shallow_probe_saves_nodes() {
    let decisions = Decisions {
        ordering: Classic::default(),
        pruning: Trusting,
        extensions: ByGame,
        quiescence: Tactical,
        clock: Shared::default(),
        observer: Silence,
    };
    let plain: Decisions = Decisions::default();
    assert!(search_loa(decisions, 7).0.nodes < search_loa(plain, 7).0.nodes);
}

/// Counts all events, as the learner of a pruning function would.
#[derive(Clone, Default)]
struct Counter {
    entered: u64,
    left: u64,
    by_moves: u64,
    again: u64,
    considered: u64,
    pruned: u64,
    changed: u64,
    root_changes: Vec<(u32, Score, u64)>,
    iterations: u32,
}

impl<P: Searchable> Decision<P> for Counter {}

impl<P: Searchable> Observer<P> for Counter {
    fn node_entered(&mut self, node: &NodeView<'_, P>) {
        assert!(node.alpha < node.beta && node.depth >= 16 || node.ply == 0);
        self.entered += 1;
    }
    fn move_judged(
        &mut self,
        _: &NodeView<'_, P>,
        at: &Checkpoint,
        _: &Candidate<'_, P>,
        verdict: Verdict,
    ) {
        assert!(at.n_searched >= 1 && at.n_quiet <= at.n_searched);
        self.considered += 1;
        self.pruned += u64::from(matches!(verdict, Verdict::Skip | Verdict::SkipRest));
    }
    fn value_changed(&mut self, _: &NodeView<'_, P>, _: P::Move, index: usize, _: Score) {
        assert!(index >= 1);
        self.changed += 1;
    }
    fn node_left(&mut self, node: &NodeView<'_, P>, left: &Left<'_, P::Move>) {
        self.left += 1;
        self.again += u64::from(node.entry.is_again());
        self.by_moves += u64::from(left.by == LeftBy::Moves);
        if left.by != LeftBy::Moves {
            return;
        }
        // A true best move is one that raised alpha; a node that failed low has none.
        assert_eq!(left.best.is_some(), left.bound != Bound::Upper);
        assert_eq!(left.bound == Bound::Lower, left.score >= node.beta);
        let chosen = left.best_index.checked_sub(1).map(|index| left.tried[index]);
        assert_eq!(chosen, left.best);
        let legal: Vec<_> = left.legal.iter().map(|scored| scored.m).collect();
        assert!(left.tried.iter().all(|m| legal.contains(m)));
        assert_eq!(legal.len(), node.position.count_legal_moves());
    }
    fn root_changed(&mut self, iteration: u32, _: P::Move, score: Score, nodes: u64) {
        self.root_changes.push((iteration, score, nodes));
    }
    fn iteration_finished(&mut self, _: &Iteration<P::Move>) {
        self.iterations += 1;
    }
}

#[test]
fn an_observer_hears_every_event() {
    let decisions = Decisions {
        ordering: Classic::default(),
        pruning: AtCheckpoints,
        extensions: ByGame,
        quiescence: Tactical,
        clock: Shared::default(),
        observer: Counter::default(),
    };
    let (report, decisions) = search_loa(decisions, 5);
    let heard = decisions.observer;
    assert_eq!(heard.iterations, 5);
    assert!(heard.left > 0 && heard.entered < report.nodes);
    assert_eq!(heard.left, heard.entered, "whatever is entered is left");
    assert!(heard.pruned > 0 && heard.pruned < heard.considered);
    assert!(heard.changed >= heard.by_moves);
    assert!(heard.root_changes.is_sorted_by_key(|&(iteration, _, nodes)| (iteration, nodes)));
    assert_eq!(heard.root_changes.last().unwrap().1, report.score);
}

#[test]
fn a_silent_observer_changes_nothing() {
    let decisions = Decisions {
        ordering: Classic::default(),
        pruning: ByHand::default(),
        extensions: ByGame,
        quiescence: Tactical,
        clock: Shared::default(),
        observer: Counter::default(),
    };
    let plain: Decisions = Decisions::default();
    assert_eq!(search_loa(decisions, 5).0.nodes, search_loa(plain, 5).0.nodes);
}

/// Stops as soon as two iterations agree on the move.
#[derive(Clone)]
struct UntilAgreed;

impl<P: Searchable> Decision<P> for UntilAgreed {}

impl<P: Searchable> Clock<P> for UntilAgreed {
    fn goes_on(&mut self, so_far: &Thinking<'_, P>) -> bool {
        so_far.iterations.len() < 3
    }
}

#[test]
fn a_clock_ends_the_search_after_an_iteration() {
    let decisions = Decisions {
        ordering: Classic::default(),
        pruning: ByHand::default(),
        extensions: ByGame,
        quiescence: Tactical,
        clock: UntilAgreed,
        observer: Silence,
    };
    assert_eq!(search_loa(decisions, 20).0.depth, 3);
}

/// Looks one ply further after every capture.
#[derive(Clone)]
struct AfterCaptures;

impl Decision<Chess> for AfterCaptures {}

impl Extensions<Chess> for AfterCaptures {
    fn extend(
        &mut self,
        position: &Chess,
        m: <Chess as Position>::Move,
        _: &ExtensionContext<'_, Chess>,
    ) -> Depth {
        if position.is_quiet(m) { 0 } else { 16 }
    }
}

/// Ignores everything at the leaves but promotions.
#[derive(Clone)]
struct Promotions;

impl Decision<Chess> for Promotions {}

impl Quiescence<Chess> for Promotions {
    fn moves(
        &mut self,
        position: &Chess,
        moves: &mut tabiya_core::games::MoveList<<Chess as Position>::Move>,
    ) {
        position.noisy_moves(moves);
        moves.retain(|m| m.is_promotion());
    }
    fn is_worthwhile(&mut self, _: &Chess, _: <Chess as Position>::Move) -> bool {
        true
    }
}

#[test]
fn extensions_and_quiescence_can_be_replaced() {
    let text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let line = Line::new(Chess::parse(text, ChessRules::default()).unwrap());
    let stop = AtomicBool::new(false);
    let decisions = Decisions {
        ordering: Classic::default(),
        pruning: ByHand::default(),
        extensions: AfterCaptures,
        quiescence: Promotions,
        clock: Shared::default(),
        observer: Silence,
    };
    let plain: Decisions = Decisions::default();
    let mut a = Searcher::new(ChessEvaluation::default(), decisions, &Params::crafty(), 1).unwrap();
    let mut b = Searcher::new(ChessEvaluation::default(), plain, &Params::crafty(), 1).unwrap();
    let (a, b) = (a.search(&line, to_depth(4), &stop), b.search(&line, to_depth(4), &stop));
    assert_ne!(a.unwrap().nodes, b.unwrap().nodes);
}

/// Ends the search once so many nodes went to one move of the root, wherever that is.
#[derive(Clone)]
struct UntilSpent(u64);

impl<P: Searchable> Decision<P> for UntilSpent {}

impl<P: Searchable> Clock<P> for UntilSpent {
    fn breaks_off(&mut self, so_far: &Thinking<'_, P>) -> bool {
        assert!(!so_far.iterations.is_empty(), "one ply is completed whatever happens");
        so_far.root_moves.iter().any(|root_move| root_move.nodes >= self.0)
    }
}

#[test]
fn a_clock_ends_the_search_within_an_iteration() {
    let decisions = Decisions {
        ordering: Classic::default(),
        pruning: ByHand::default(),
        extensions: ByGame,
        quiescence: Tactical,
        clock: UntilSpent(20_000),
        observer: Silence,
    };
    let report = search_loa(decisions, 20).0;
    let completed = report.iterations.last().unwrap();
    assert!(report.nodes > completed.nodes, "the last iteration was broken off");
    assert!(report.root_moves.iter().any(|root_move| root_move.nodes >= 20_000));
    assert_eq!(report.best, report.pv[0]);
}
