//! A log of nodes as columns, sampled, for those who learn from searches afterwards.

use super::decisions::{Decision, Start};
use super::events::{Left, Observer};
use super::game::Searchable;
use super::random::Random;
use super::score::Score;
use super::view::{Entry, NodeView};
use crate::movemap::NO_SQUARE;

/// Which nodes are written down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LogSpec {
    /// The part of all nodes, drawn at random.
    pub rate: f64,
    /// What the draw depends on, beside the position that is searched.
    pub seed: u64,
}

/// No static evaluation is known.
pub const NO_EVALUATION: Score = Score::MIN;

/// Nodes that were left, one row each; what a column means is said in [`NodeView`] and [`Left`].
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "described in NodeView and Left, under the same names")]
pub struct NodeLog {
    /// Packed positions.
    pub positions: Vec<u8>,
    /// The search that a node belongs to, by its number.
    pub search: Vec<u32>,
    pub iteration: Vec<u8>,
    pub ply: Vec<u8>,
    pub depth: Vec<i16>,
    pub alpha: Vec<Score>,
    pub beta: Vec<Score>,
    /// [`NO_EVALUATION`] where none was made.
    pub evaluation: Vec<Score>,
    pub in_check: Vec<bool>,
    pub is_improving: Vec<bool>,
    pub expected: Vec<u8>,
    /// 0 a move, 1 a null move, 2 without the table's move, 3 a shallow probe.
    pub entry: Vec<u8>,
    pub by: Vec<u8>,
    pub score: Vec<Score>,
    pub bound: Vec<u8>,
    pub nodes: Vec<u64>,
    pub best_index: Vec<u16>,
    pub n_tried: Vec<u16>,
    /// Whether the table's move was the first one.
    pub table_move_first: Vec<bool>,
    /// The square that the move before went to; 64 at the root and after a null move.
    pub previous: Vec<u8>,
    /// Where the moves of a node end in the two columns that follow.
    pub ends: Vec<u64>,
    /// Where the legal moves come from, those that were tried first, in order.
    pub from: Vec<u8>,
    /// Where they go to.
    pub to: Vec<u8>,
}

impl NodeLog {
    /// How many nodes it holds.
    pub fn len(&self) -> usize {
        self.ply.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.ply.is_empty()
    }

    /// Adds the rows of another log, whose search gets this number.
    pub fn append(&mut self, mut other: Self, search: u32) {
        let moves_before = self.from.len() as u64;
        self.ends.extend(other.ends.iter().map(|end| end + moves_before));
        self.search.extend(std::iter::repeat_n(search, other.len()));
        self.positions.append(&mut other.positions);
        self.iteration.append(&mut other.iteration);
        self.ply.append(&mut other.ply);
        self.depth.append(&mut other.depth);
        self.alpha.append(&mut other.alpha);
        self.beta.append(&mut other.beta);
        self.evaluation.append(&mut other.evaluation);
        self.in_check.append(&mut other.in_check);
        self.is_improving.append(&mut other.is_improving);
        self.expected.append(&mut other.expected);
        self.entry.append(&mut other.entry);
        self.by.append(&mut other.by);
        self.score.append(&mut other.score);
        self.bound.append(&mut other.bound);
        self.nodes.append(&mut other.nodes);
        self.best_index.append(&mut other.best_index);
        self.n_tried.append(&mut other.n_tried);
        self.table_move_first.append(&mut other.table_move_first);
        self.previous.append(&mut other.previous);
        self.from.append(&mut other.from);
        self.to.append(&mut other.to);
    }

    fn push<P: Searchable>(&mut self, node: &NodeView<'_, P>, left: &Left<'_, P::Move>) {
        let start = self.positions.len();
        self.positions.resize(start + P::PACKED_WIDTH, 0);
        node.position.pack(&mut self.positions[start..]);
        self.search.push(0);
        self.iteration.push(node.iteration as u8);
        self.ply.push(node.ply as u8);
        self.depth.push(node.depth as i16);
        self.alpha.push(node.alpha);
        self.beta.push(node.beta);
        self.evaluation.push(node.evaluation.unwrap_or(NO_EVALUATION));
        self.in_check.push(node.in_check);
        self.is_improving.push(node.is_improving);
        self.expected.push(node.expected as u8);
        self.entry.push(match node.entry {
            Entry::Move => 0,
            Entry::NullMove => 1,
            Entry::Singular(_) => 2,
            Entry::Probe => 3,
        });
        self.by.push(left.by as u8);
        self.score.push(left.score);
        self.bound.push(left.bound as u8);
        self.nodes.push(left.nodes);
        self.best_index.push(left.best_index as u16);
        self.n_tried.push(left.tried.len() as u16);
        let first = left.tried.first().map_or(0, |&m| P::code(m));
        self.table_move_first.push(first != 0 && first == node.table_move);
        let previous = node.previous.and_then(|played| played.m);
        self.previous.push(previous.map_or(NO_SQUARE, |m| P::squares(m).1));
        let rest = left.legal.iter().map(|scored| scored.m).filter(|m| !left.tried.contains(m));
        for m in left.tried.iter().copied().chain(rest) {
            let (from, to) = P::squares(m);
            self.from.push(from);
            self.to.push(to);
        }
        self.ends.push(self.from.len() as u64);
    }
}

/// Writes down a sample of the nodes of a search.
#[derive(Clone, Debug)]
pub struct Logger {
    spec: LogSpec,
    random: Random,
    log: NodeLog,
}

impl Logger {
    /// A logger with an empty log.
    pub fn new(spec: LogSpec) -> Self {
        Self { spec, random: Random::new(spec.seed, 0), log: NodeLog::default() }
    }
}

impl<P: Searchable> Decision<P> for Logger {
    const ASKS_EVALUATION: bool = true;

    fn begin(&mut self, start: &Start<'_, P>) {
        self.random = Random::new(self.spec.seed, start.line.position().key());
        self.log = NodeLog::default();
    }
}

impl<P: Searchable> Observer<P> for Logger {
    fn node_left(&mut self, node: &NodeView<'_, P>, left: &Left<'_, P::Move>) {
        if self.random.chance(self.spec.rate) {
            self.log.push(node, left);
        }
    }

    fn take_log(&mut self) -> Option<NodeLog> {
        Some(std::mem::take(&mut self.log))
    }
}
