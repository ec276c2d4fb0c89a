//! What to look at first: a decision of class P.
//!
//! The class of a move is the search's business and the same whatever the ordering, so that another
//! order does not change what is reduced. An ordering ranks the quiet moves, which only experience
//! tells apart.

use super::decisions::Decision;
use super::game::Searchable;
use super::history::Histories;
use super::map_prior::MapPrior;
use super::numbers::Numbers;
use super::state::{Incremental, Stateless};
use super::view::{NodeView, Surroundings};

/// What kind of move it is in its node; those listed first go first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveClass {
    /// The table's move.
    Table,
    /// A move that is not quiet and loses nothing.
    WinningCapture,
    /// A quiet move that refuted something nearby, or answers the previous move.
    Killer,
    /// A move whose worth only experience tells.
    Quiet,
    /// A move that is not quiet and gives up more than it takes.
    LosingCapture,
    /// Nobody has asked yet.
    Unsorted,
}

impl MoveClass {
    /// Where the scores of the class lie in the order; no score is as large as the steps between.
    const fn base(self) -> i32 {
        match self {
            Self::Table => 1 << 30,
            Self::WinningCapture => 1 << 28,
            Self::Killer => 1 << 26,
            Self::Quiet | Self::Unsorted => 0,
            Self::LosingCapture => -(1 << 28),
        }
    }
}

/// Scores within a class stay between plus and minus this.
pub const MOST_SCORE: i32 = (1 << 25) - 1;

/// The rank of a quiet move that has no place yet: behind all moves but those that lose material.
const WAITING: i32 = -(1 << 27);

/// A move with its class and its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Scored<M> {
    /// The move.
    pub m: M,
    /// Its class.
    pub class: MoveClass,
    /// Larger goes first.
    pub(super) rank: i32,
}

impl<M> Scored<M> {
    /// A move that nobody has looked at.
    pub(super) const fn unsorted(m: M) -> Self {
        Self { m, class: MoveClass::Unsorted, rank: 0 }
    }

    /// The table's move.
    pub(super) const fn of_table(m: M) -> Self {
        Self { m, class: MoveClass::Table, rank: MoveClass::Table.base() }
    }

    /// Its score within its class; 0 if nobody asked for it.
    pub const fn score(&self) -> i32 {
        if self.is_waiting() { 0 } else { self.rank - self.class.base() }
    }

    /// Whether it is a quiet move that gets its place when all others before it are tried.
    pub(super) const fn is_waiting(&self) -> bool {
        self.rank == WAITING
    }

    pub(super) fn place(&mut self, class: MoveClass, score: i32) {
        self.class = class;
        self.rank = class.base() + score.clamp(-MOST_SCORE, MOST_SCORE);
    }
}

/// Decides in which order the quiet moves of a node are searched.
pub trait Ordering<P: Searchable>: Decision<P> + Incremental<P> {
    /// Tells what is thought of moves before a search that begins with a position has any experience.
    #[inline]
    fn prime(&mut self, _position: &P, _histories: &mut Histories, _numbers: &Numbers) {}

    /// Whether [`Ordering::prepare`] wants to be asked in a node, whose moves then all get their places at
    /// once.
    #[inline]
    fn prepares(&self, _node: &NodeView<'_, P>) -> bool {
        false
    }

    /// Whether it wants to see what is kept beside the position of a node; elsewhere it is not worked
    /// out.
    #[inline]
    fn asks_state(&self, _node: &NodeView<'_, P>) -> bool {
        true
    }

    /// Looks at a node before its moves are scored one by one.
    #[inline]
    fn prepare(
        &mut self,
        _node: &NodeView<'_, P>,
        _state: Option<&Self::State>,
        _moves: &[Scored<P::Move>],
        _around: &mut Surroundings<'_, P>,
    ) {
    }

    /// The score of a quiet move; larger goes first. `state` is what the ordering keeps beside the
    /// position, if it asks for it.
    fn quiet(
        &mut self,
        node: &NodeView<'_, P>,
        state: Option<&Self::State>,
        m: P::Move,
        around: &mut Surroundings<'_, P>,
    ) -> i32;

    /// What it thinks of a quiet move of the node at hand by itself, whatever the search has found out: in
    /// the measure of history, 0 if it thinks nothing. Asked only where reductions go by it.
    #[inline]
    fn opinion(&self, _node: &NodeView<'_, P>, _m: P::Move) -> i32 {
        0
    }

    /// Hears that the `index`th move that was searched caused a cutoff.
    #[inline]
    fn cutoff(
        &mut self,
        _node: &NodeView<'_, P>,
        _m: P::Move,
        _index: usize,
        _around: &mut Surroundings<'_, P>,
    ) {
    }
}

/// The order of CRAFTY and MIA (Kocsis 2003, §2.1.3 and §2.2.2): quiet moves by their history, and
/// by what is known of them beforehand.
#[derive(Clone, Debug, Default)]
pub struct Classic {
    /// What a learned map knows of them, if there is one.
    pub prior: Option<Box<MapPrior>>,
}

impl<P: Searchable> Decision<P> for Classic {}
impl Stateless for Classic {}

impl<P: Searchable> Ordering<P> for Classic {
    #[inline]
    fn asks_state(&self, _node: &NodeView<'_, P>) -> bool {
        false
    }

    #[inline]
    fn prime(&mut self, position: &P, histories: &mut Histories, numbers: &Numbers) {
        if let Some(prior) = &mut self.prior {
            prior.prime(position, histories, numbers);
        }
    }

    #[inline]
    fn opinion(&self, node: &NodeView<'_, P>, m: P::Move) -> i32 {
        self.prior.as_ref().map_or(0, |prior| prior.opinion(node.position, m))
    }

    #[inline]
    fn quiet(
        &mut self,
        node: &NodeView<'_, P>,
        _: Option<&()>,
        m: P::Move,
        around: &mut Surroundings<'_, P>,
    ) -> i32 {
        by_history(node, m, around)
    }
}

/// The score of a quiet move by history, continuations and what the game knows of it.
#[expect(clippy::inline_always, reason = "calls for every quiet move were 2 % of the search")]
#[inline(always)]
pub fn by_history<P: Searchable>(
    node: &NodeView<'_, P>,
    m: P::Move,
    around: &Surroundings<'_, P>,
) -> i32 {
    let mut score = node.position.quiet_value(m);
    if around.numbers.history {
        score += around.histories.history(node.position.history_index(m));
    }
    if let Some(previous) = node.previous.filter(|_| around.numbers.continuation) {
        score += around.histories.continuation(previous.piece_to, node.position.piece_to(m));
    }
    score
}

/// Codes of the quiet moves that go before the others: two killers and the countermove.
pub(super) fn early_moves<P: Searchable>(
    node: &NodeView<'_, P>,
    around: &Surroundings<'_, P>,
) -> [u16; 3] {
    let numbers = around.numbers;
    let [first, second] = if numbers.killers { around.histories.killers(node.ply) } else { [0; 2] };
    let counter = match node.previous {
        Some(previous) if numbers.countermove => around.histories.countermove(previous.history),
        _ => 0,
    };
    [first, second, counter]
}

/// The class of a move that is not the table's, and its score there unless it waits for the ordering
/// of quiet moves.
#[expect(clippy::inline_always, reason = "calls for every move were 2 % of the search")]
#[inline(always)]
pub(super) fn classify<P: Searchable>(
    node: &NodeView<'_, P>,
    early: [u16; 3],
    m: P::Move,
) -> (MoveClass, Option<i32>) {
    if !node.position.is_quiet(m) {
        let value = node.position.noisy_value(m);
        let losing = node.position.loses_material(m);
        let class = if losing { MoveClass::LosingCapture } else { MoveClass::WinningCapture };
        return (class, Some(value));
    }
    let code = P::code(m);
    match early.iter().position(|&other| other == code) {
        Some(rank) => (MoveClass::Killer, Some(-(rank as i32))),
        None => (MoveClass::Quiet, None),
    }
}

/// Gives every move but the table's, which goes first without being asked, its class, and its place if
/// it goes before the quiet moves. These wait: many nodes end before it is their turn, and what was
/// learnt until then counts for them. An ordering that prepares itself sees all at once.
#[inline]
pub(super) fn rank_early<P: Searchable, O: Ordering<P>>(
    ordering: &mut O,
    node: &NodeView<'_, P>,
    state: Option<&O::State>,
    moves: &mut [Scored<P::Move>],
    around: &mut Surroundings<'_, P>,
) {
    let early = early_moves(node, around);
    for scored in &mut *moves {
        let (class, score) = classify(node, early, scored.m);
        if let Some(score) = score {
            scored.place(class, score);
        } else {
            (scored.class, scored.rank) = (class, WAITING);
        }
    }
    if ordering.prepares(node) {
        ordering.prepare(node, state, moves, around);
        rank_quiet(ordering, node, state, moves, around);
    }
}

/// Gives the quiet moves their places.
#[inline]
pub(super) fn rank_quiet<P: Searchable, O: Ordering<P>>(
    ordering: &mut O,
    node: &NodeView<'_, P>,
    state: Option<&O::State>,
    moves: &mut [Scored<P::Move>],
    around: &mut Surroundings<'_, P>,
) {
    for scored in moves.iter_mut().filter(|scored| scored.is_waiting()) {
        let score = ordering.quiet(node, state, scored.m, around);
        scored.place(MoveClass::Quiet, score);
    }
}
