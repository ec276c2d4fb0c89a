//! What learners are told is true: events are balanced, bounds hold, re-entries are marked.

use std::sync::atomic::AtomicBool;

use tabiya_core::eval::chess::ChessEvaluation;
use tabiya_core::games::chess::{Chess, ChessRules};
use tabiya_core::games::{Line, Position};
use tabiya_core::search::decisions::{Decision, Start};
use tabiya_core::search::events::{Left, LeftBy, Observer};
use tabiya_core::search::ordering::{Classic, MoveClass, Ordering, by_history};
use tabiya_core::search::pruning::{ByHand, Candidate, Checkpoint, Pruning, ShallowProbe, Verdict};
use tabiya_core::search::table::Bound;
use tabiya_core::search::view::{Entry, NodeType, NodeView, Surroundings};
use tabiya_core::search::{Decisions, Limits, Params, Report, Searchable, Searcher, Stateless};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

fn search<D: tabiya_core::search::Decide<Chess>>(
    decisions: D,
    params: &Params,
    depth: u32,
) -> (Report<<Chess as Position>::Move>, D) {
    let line = Line::new(Chess::parse(MIDDLEGAME, ChessRules::default()).unwrap());
    let mut searcher = Searcher::new(ChessEvaluation::default(), decisions, params, 4).unwrap();
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let report = searcher.search(&line, limits, &AtomicBool::new(false)).unwrap();
    (report, searcher.into_decisions())
}

/// Checks everything that it hears.
#[derive(Clone, Default)]
struct Auditor {
    open: Vec<(usize, Entry)>,
    n_left: [usize; 7],
    n_singular: usize,
    n_probes: usize,
    n_after_null: usize,
    n_table_move_best: usize,
    n_begun: usize,
    n_ended: usize,
}

impl Decision<Chess> for Auditor {
    fn begin(&mut self, _: &Start<'_, Chess>) {
        self.n_begun += 1;
    }
    fn end(&mut self) {
        self.n_ended += 1;
        assert!(self.open.is_empty(), "every node that is entered is left");
    }
}

impl Observer<Chess> for Auditor {
    fn node_entered(&mut self, node: &NodeView<'_, Chess>) {
        self.open.push((node.ply, node.entry));
        self.n_singular += usize::from(matches!(node.entry, Entry::Singular(_)));
        self.n_probes += usize::from(node.entry == Entry::Probe);
        self.n_after_null += usize::from(node.entry == Entry::NullMove);
        assert!(!node.is_pv() || node.expected == NodeType::Pv);
        assert!(node.evaluation.is_none() || !node.in_check);
        assert_eq!(node.previous.is_none(), node.ply == 0 || node.entry == Entry::NullMove);
    }

    fn move_judged(
        &mut self,
        node: &NodeView<'_, Chess>,
        at: &Checkpoint,
        _: &Candidate<'_, Chess>,
        verdict: Verdict,
    ) {
        let is_closed = !node.is_pv() && node.table_move != 0;
        self.n_table_move_best += usize::from(is_closed && at.table_move_best);
        assert!(!matches!(verdict, Verdict::Reduce(by) if by <= 0));
    }

    fn node_left(
        &mut self,
        node: &NodeView<'_, Chess>,
        left: &Left<'_, <Chess as Position>::Move>,
    ) {
        assert_eq!(self.open.pop(), Some((node.ply, node.entry)));
        self.n_left[left.by as usize] += 1;
        if left.by == LeftBy::Moves && left.bound == Bound::Upper {
            let excluded = usize::from(node.entry.excluded() != 0);
            let skipped = left.legal.len() - left.tried.len() - excluded;
            assert!(skipped == 0 || left.score >= node.alpha, "skipped moves bound nothing lower");
        }
    }
}

/// Asks for a shallow search wherever it is asked, however near the leaves.
#[derive(Clone)]
struct Anywhere;

impl Decision<Chess> for Anywhere {}

impl Pruning<Chess> for Anywhere {
    fn shallow_probe(
        &mut self,
        node: &NodeView<'_, Chess>,
        _: &mut Surroundings<'_, Chess>,
    ) -> Option<ShallowProbe> {
        let again = node.entry.is_again();
        let high = Some(node.beta + 150_000);
        (!again).then_some(ShallowProbe { depth: node.depth - 32, high, low: None })
    }
}

#[test]
fn events_are_balanced_and_bounds_hold() {
    let plain: Decisions = Decisions::default();
    let Decisions { ordering, pruning, extensions, quiescence, clock, .. } = plain;
    let observer = Auditor::default();
    let decisions = Decisions { ordering, pruning, extensions, quiescence, clock, observer };
    let (report, decisions) = search(decisions, &Params::default(), 11);
    let heard = decisions.observer;
    assert!(report.depth == 11 && heard.n_begun == 1 && heard.n_ended == 1);
    for by in [LeftBy::Moves, LeftBy::ReverseFutility, LeftBy::Razoring, LeftBy::NullMove] {
        assert!(heard.n_left[by as usize] > 0, "{by:?}");
    }
    assert!(heard.n_singular > 0 && heard.n_after_null > 0);
    assert!(heard.n_table_move_best > 0, "the table's move can be the best in closed windows");
    let plain: Decisions = Decisions::default();
    assert_eq!(search(plain, &Params::default(), 11).0.nodes, report.nodes);
}

#[test]
fn shallow_probes_are_marked_and_leave_room_for_themselves() {
    let decisions = Decisions {
        ordering: Classic::default(),
        pruning: Anywhere,
        extensions: tabiya_core::search::extensions::ByGame,
        quiescence: tabiya_core::search::quiescence::Tactical,
        clock: tabiya_core::search::clock::Shared::default(),
        observer: Auditor::default(),
    };
    let heard = search(decisions, &Params::crafty(), 6).1.observer;
    assert!(heard.n_probes > 0 && heard.n_left[LeftBy::Probe as usize] > 0);
}

/// Orders as history does and remembers what it was told.
#[derive(Clone, Default)]
struct Remembering {
    n_cutoffs: usize,
    n_resets: usize,
}

impl Stateless for Remembering {}

impl Decision<Chess> for Remembering {
    fn reset(&mut self) {
        self.n_cutoffs = 0;
        self.n_resets += 1;
    }
}

impl Ordering<Chess> for Remembering {
    fn prepares(&self, _: &NodeView<'_, Chess>) -> bool {
        true
    }

    fn prepare(
        &mut self,
        node: &NodeView<'_, Chess>,
        _: Option<&()>,
        moves: &[tabiya_core::search::ordering::Scored<<Chess as Position>::Move>],
        around: &mut Surroundings<'_, Chess>,
    ) {
        assert_eq!(around.line.len(), node.ply);
        let quiet = |class| matches!(class, MoveClass::Quiet | MoveClass::Killer);
        for scored in moves.iter().filter(|scored| scored.class != MoveClass::Table) {
            assert_eq!(node.position.is_quiet(scored.m), quiet(scored.class));
        }
    }

    fn quiet(
        &mut self,
        node: &NodeView<'_, Chess>,
        _: Option<&()>,
        m: <Chess as Position>::Move,
        around: &mut Surroundings<'_, Chess>,
    ) -> i32 {
        by_history(node, m, around)
    }

    fn cutoff(
        &mut self,
        _: &NodeView<'_, Chess>,
        _: <Chess as Position>::Move,
        _: usize,
        _: &mut Surroundings<'_, Chess>,
    ) {
        self.n_cutoffs += 1;
    }
}

#[test]
fn clearing_resets_decisions_that_learn() {
    let plain: Decisions = Decisions::default();
    let decisions = Decisions {
        ordering: Remembering::default(),
        pruning: ByHand::default(),
        extensions: plain.extensions,
        quiescence: plain.quiescence,
        clock: plain.clock,
        observer: plain.observer,
    };
    let line = Line::new(Chess::parse(MIDDLEGAME, ChessRules::default()).unwrap());
    let evaluation = ChessEvaluation::default();
    let mut searcher = Searcher::new(evaluation, decisions, &Params::default(), 4).unwrap();
    let limits = Limits { depth: Some(6), ..Limits::default() };
    let stop = AtomicBool::new(false);
    let nodes = searcher.search(&line, limits, &stop).unwrap().nodes;
    assert!(searcher.decisions().ordering.n_cutoffs > 0);
    searcher.clear();
    assert_eq!(searcher.decisions().ordering.n_cutoffs, 0);
    assert_eq!(searcher.search(&line, limits, &stop).unwrap().nodes, nodes);
}

/// The order of history with scores of another measure; looks at the classes of the moves on the way.
#[derive(Clone)]
struct OtherMeasure;

impl Stateless for OtherMeasure {}

impl Decision<Chess> for OtherMeasure {}

impl Ordering<Chess> for OtherMeasure {
    fn quiet(
        &mut self,
        node: &NodeView<'_, Chess>,
        _: Option<&()>,
        m: <Chess as Position>::Move,
        around: &mut Surroundings<'_, Chess>,
    ) -> i32 {
        100 * by_history(node, m, around) - 3_000_000
    }
}

impl Observer<Chess> for OtherMeasure {
    fn move_judged(
        &mut self,
        node: &NodeView<'_, Chess>,
        _: &Checkpoint,
        candidate: &Candidate<'_, Chess>,
        _: Verdict,
    ) {
        let (position, m) = (node.position, candidate.m);
        let is_possible = match candidate.class {
            MoveClass::Table | MoveClass::Unsorted => false,
            MoveClass::WinningCapture => !position.is_quiet(m) && !position.loses_material(m),
            MoveClass::Killer | MoveClass::Quiet => position.is_quiet(m),
            MoveClass::LosingCapture => !position.is_quiet(m) && position.loses_material(m),
        };
        assert!(is_possible, "{:?} in {}", candidate.class, position.text());
    }
}

#[test]
fn reductions_go_by_classes_and_not_by_the_scores_of_an_ordering() {
    let plain: Decisions = Decisions::default();
    let Decisions { pruning, extensions, quiescence, clock, .. } = plain.clone();
    let (ordering, observer) = (OtherMeasure, OtherMeasure);
    let other = Decisions { ordering, pruning, extensions, quiescence, clock, observer };
    let params = Params::default();
    let (expected, found) = (search(plain, &params, 9).0, search(other, &params, 9).0);
    assert_eq!((found.nodes, found.score), (expected.nodes, expected.score));
}

/// Could listen, and does not at the moment.
#[derive(Clone, Default)]
struct Away {
    n_heard: usize,
}

impl Decision<Chess> for Away {}

impl Observer<Chess> for Away {
    fn is_listening(&self) -> bool {
        false
    }

    fn move_judged(
        &mut self,
        _: &NodeView<'_, Chess>,
        _: &Checkpoint,
        _: &Candidate<'_, Chess>,
        _: Verdict,
    ) {
        self.n_heard += 1;
    }

    fn node_left(&mut self, _: &NodeView<'_, Chess>, _: &Left<'_, <Chess as Position>::Move>) {
        self.n_heard += 1;
    }
}

#[test]
fn nothing_is_gathered_for_those_who_do_not_listen() {
    let plain: Decisions = Decisions::default();
    let Decisions { ordering, pruning, extensions, quiescence, clock, .. } = plain;
    let observer = Away::default();
    let decisions = Decisions { ordering, pruning, extensions, quiescence, clock, observer };
    assert_eq!(search(decisions, &Params::default(), 6).1.observer.n_heard, 0);
}
