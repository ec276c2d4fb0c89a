//! Quiet moves in the order of a learned map, alone or together with history (Kocsis 2003, §3.2.3).

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::MAX_PLY;
use super::decisions::Decision;
use super::game::Searchable;
use super::history::HISTORY_MAX;
use super::online::Online;
use super::ordering::{MOST_SCORE, MoveClass, Ordering, Scored, by_history};
use super::state::{Incremental, Step};
use super::view::{NodeView, Surroundings};
use crate::games::MAX_MOVES;
use crate::movemap::{Fixed, MapError, Sums};

/// How the scores of the map and of history become one order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combine {
    /// By the map alone.
    Pure,
    /// The map's best move first, then by history.
    First,
    /// By the map's score and, divided by the number of updates and a weight, that of a history which
    /// only grows (eq. 3.1).
    Weighted,
    /// By what the search goes by without a map (history, continuations, what the game knows), to
    /// which the map's score is added.
    Added,
    /// By history, which begins with what the map says of all moves at the root
    /// ([`super::map_prior`]).
    Prior,
}

impl Combine {
    /// The words for all of them.
    pub const NAMES: &[&str] = &["pure", "first", "weighted", "added", "prior"];

    /// The one that a word stands for.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(word: &str) -> Result<Self, MapError> {
        match word {
            "pure" => Ok(Self::Pure),
            "first" => Ok(Self::First),
            "weighted" => Ok(Self::Weighted),
            "added" => Ok(Self::Added),
            "prior" => Ok(Self::Prior),
            _ => Err(MapError::Word("combine", Self::NAMES, word.into())),
        }
    }
}

/// How a map is used.
#[derive(Clone, Debug)]
pub struct MapSpec {
    /// The map.
    pub map: Arc<Fixed>,
    /// How it is combined with history.
    pub combine: Combine,
    /// The history weight of [`Combine::Weighted`] or, of [`Combine::Added`] and
    /// [`Combine::Prior`], how many steps of the map's score a full history is worth. Without one
    /// that of [`Combine::Weighted`] is adapted in the search.
    pub history_weight: Option<f32>,
    /// The least plies that remain where the map is asked; nearer to the leaves history orders.
    pub least_plies: i32,
    /// How fast the map goes on learning in the search; 0 if it does not.
    pub online: f32,
}

impl MapSpec {
    /// The history weight that adaptation starts from.
    pub const FIRST_WEIGHT: f32 = 50.0;
    /// That of [`Combine::Prior`], by games (docs/results/ordering.md).
    pub const PRIOR_WEIGHT: f32 = 12.0;

    /// A map used as the thesis found best, everywhere in the tree.
    pub fn new(map: Arc<Fixed>) -> Self {
        Self { map, combine: Combine::Weighted, history_weight: None, least_plies: 1, online: 0.0 }
    }
}

/// How much the history weight changes with a miss (§3.2.3: both steps 0.1).
const ADAPT: f32 = 0.1;
const LEAST_WEIGHT: f32 = 0.1;

/// Steps of a score of the map, as ranks are whole numbers.
const STEPS: f32 = 4096.0;

/// What was said of the quiet moves of a node, so that a cutoff shows who was right.
#[derive(Clone, Debug, Default)]
struct Said {
    key: u64,
    /// Codes of the moves, their scores by the map and by history.
    moves: Vec<(u16, f32, f32)>,
}

/// Orders quiet moves by a map.
#[derive(Clone, Debug)]
pub struct MapOrdering {
    spec: MapSpec,
    weight: f32,
    /// A history that only grows, and how often it did (`hhscore`, `n_hhupdate`).
    history: Vec<f32>,
    n_updates: f32,
    /// Whether a cutoff teaches it something.
    listens: bool,
    said: Vec<Said>,
    online: Option<Online>,
    /// The scores of the node at hand, in the order of its quiet moves.
    scores: ArrayVec<i32, MAX_MOVES>,
    next: usize,
}

impl MapOrdering {
    /// An ordering that has seen nothing yet.
    pub fn new(spec: MapSpec) -> Self {
        let listens = spec.online > 0.0
            || (spec.combine == Combine::Weighted && spec.history_weight.is_none());
        let online = (spec.online > 0.0).then(|| Online::new(Arc::clone(&spec.map), spec.online));
        Self {
            weight: spec.history_weight.unwrap_or(MapSpec::FIRST_WEIGHT),
            history: Vec::new(),
            n_updates: 0.0,
            listens,
            said: vec![Said::default(); MAX_PLY + 1],
            online,
            scores: ArrayVec::new(),
            next: 0,
            spec,
        }
    }

    /// The history weight as it stands.
    pub fn history_weight(&self) -> f32 {
        self.weight
    }

    fn rewards<P: Searchable>(&mut self, node: &NodeView<'_, P>, m: P::Move, bonus: i32) {
        if self.history.is_empty() {
            self.history.resize(P::HISTORY_SIZE, 0.0);
        }
        let plies = node.plies();
        self.history[node.position.history_index(m)] += (bonus * plies * plies) as f32;
        self.n_updates += 1.0;
    }

    /// History as equation 3.1 has it, without the weight.
    fn rate<P: Searchable>(&self, position: &P, m: P::Move) -> f32 {
        let score = self.history.get(position.history_index(m)).copied().unwrap_or(0.0);
        score / self.n_updates.max(1.0)
    }

    fn by_map(&mut self, scores: &[f32]) {
        self.scores.extend(scores.iter().map(|score| in_steps(*score)));
    }
}

/// A score of the map in the measure of history.
#[inline]
pub(super) fn as_history(score: f32, weight: f32) -> f32 {
    score * HISTORY_MAX as f32 / weight
}

/// A score of the map as a rank within its class.
fn in_steps(score: f32) -> i32 {
    ((score * STEPS) as i32).clamp(-MOST_SCORE, MOST_SCORE)
}

impl MapOrdering {
    /// Whether the map is asked in a node, or the search goes by history as it does without one.
    #[inline]
    fn is_asked<P: Searchable>(&self, node: &NodeView<'_, P>) -> bool {
        node.plies() >= self.spec.least_plies
    }
}

impl<P: Searchable> Decision<P> for MapOrdering {
    fn reset(&mut self) {
        self.weight = self.spec.history_weight.unwrap_or(MapSpec::FIRST_WEIGHT);
        self.history.fill(0.0);
        self.n_updates = 0.0;
        for said in &mut self.said {
            said.moves.clear();
        }
        if let Some(online) = &mut self.online {
            online.reset();
        }
    }
}

impl<P: Searchable> Incremental<P> for MapOrdering {
    type State = Sums;

    fn state(&self, position: &P) -> Sums {
        self.spec.map.sums(position)
    }

    fn after(&self, before: &Sums, step: &Step<'_, P>) -> Sums {
        self.spec.map.sums_after(before, step)
    }
}

impl<P: Searchable> Ordering<P> for MapOrdering {
    #[inline]
    fn prepares(&self, node: &NodeView<'_, P>) -> bool {
        self.is_asked(node)
    }

    #[inline]
    fn asks_state(&self, node: &NodeView<'_, P>) -> bool {
        self.is_asked(node)
    }

    fn prepare(
        &mut self,
        node: &NodeView<'_, P>,
        state: Option<&Sums>,
        moves: &[Scored<P::Move>],
        around: &mut Surroundings<'_, P>,
    ) {
        self.scores.clear();
        self.next = 0;
        let quiet = || moves.iter().filter(|scored| scored.class == MoveClass::Quiet);
        let Some(sums) = state else { return };
        let previous = node.previous.and_then(|played| played.m).map(|m| P::squares(m).1);
        let map = &self.spec.map;
        let look = map.look(node.position, node.position.turn(), sums, previous);
        let mut by_map: ArrayVec<f32, MAX_MOVES> = ArrayVec::new();
        match &mut self.online {
            None => by_map.extend(quiet().map(|scored| {
                let (from, to) = P::squares(scored.m);
                map.score(&look, from, to)
            })),
            Some(online) => {
                by_map.extend(quiet().map(|scored| {
                    let (from, to) = P::squares(scored.m);
                    map.score_with(&look, from, to, |unit, active| online.value(unit, active))
                }));
                online.note(node.ply, &look, quiet().map(|scored| P::squares(scored.m)));
            }
        }
        match self.spec.combine {
            Combine::Pure => self.by_map(&by_map),
            Combine::First => {
                let best = by_map.iter().copied().fold(f32::MIN, f32::max);
                let first = by_map.iter().position(|&score| score >= best);
                for (number, scored) in quiet().enumerate() {
                    let known = by_history(node, scored.m, around);
                    self.scores.push(if first == Some(number) { MOST_SCORE } else { known });
                }
            }
            Combine::Weighted => {
                for (scored, score) in quiet().zip(&by_map) {
                    let known = self.rate(node.position, scored.m) / self.weight;
                    self.scores.push(in_steps(score + known));
                }
            }
            Combine::Added | Combine::Prior => {
                for (scored, &score) in quiet().zip(&by_map) {
                    let known = by_history(node, scored.m, around);
                    self.scores.push(known + as_history(score, self.weight) as i32);
                }
            }
        }
        if self.listens || around.numbers.reduction_ordering > 0 {
            let said: ArrayVec<(u16, f32, f32), MAX_MOVES> = quiet()
                .zip(&by_map)
                .map(|(scored, &score)| {
                    (P::code(scored.m), score, self.rate(node.position, scored.m))
                })
                .collect();
            let slot = &mut self.said[node.ply];
            slot.key = node.position.key();
            slot.moves.clear();
            slot.moves.extend_from_slice(&said);
        }
    }

    fn quiet(
        &mut self,
        node: &NodeView<'_, P>,
        _: Option<&Sums>,
        m: P::Move,
        around: &mut Surroundings<'_, P>,
    ) -> i32 {
        if !self.is_asked(node) {
            return by_history(node, m, around);
        }
        // They are asked for in the order in which they were prepared.
        self.next += 1;
        self.scores[self.next - 1]
    }

    fn opinion(&self, node: &NodeView<'_, P>, m: P::Move) -> i32 {
        let said = &self.said[node.ply];
        if said.key != node.position.key() || said.moves.is_empty() || !self.is_asked(node) {
            return 0;
        }
        let mean = said.moves.iter().map(|said| said.1).sum::<f32>() / said.moves.len() as f32;
        let score = said.moves.iter().find(|&&(code, ..)| code == P::code(m)).map(|said| said.1);
        let opinion =
            score.map_or(0, |score| as_history(score - mean, MapSpec::PRIOR_WEIGHT) as i32);
        opinion.clamp(-HISTORY_MAX, HISTORY_MAX)
    }

    fn cutoff(
        &mut self,
        node: &NodeView<'_, P>,
        m: P::Move,
        index: usize,
        around: &mut Surroundings<'_, P>,
    ) {
        if !node.position.is_quiet(m) {
            return;
        }
        let knows = self.is_asked(node) && self.said[node.ply].key == node.position.key();
        if index > 1 && self.listens && knows {
            let Said { moves, .. } = &self.said[node.ply];
            if let Some(at) = moves.iter().position(|&(code, ..)| code == P::code(m)) {
                let (_, by_map, by_history) = moves[at];
                let above_map = moves.iter().filter(|other| other.1 > by_map).count();
                let above_history = moves.iter().filter(|other| other.2 > by_history).count();
                if self.spec.history_weight.is_none() {
                    // A miss of either: it had the move in front and was not heard.
                    if above_map < above_history {
                        self.weight += ADAPT;
                    } else if above_history < above_map {
                        self.weight = (self.weight - ADAPT).max(LEAST_WEIGHT);
                    }
                }
                if let Some(online) = &mut self.online {
                    online.learn(node.ply, at, moves.iter().map(|said| said.1));
                }
            }
        }
        if self.spec.combine == Combine::Weighted {
            self.rewards(node, m, around.numbers.history_bonus);
        }
    }
}

/// The scores that a map gives to the legal moves of a position that nobody has searched, by their
/// squares.
pub fn scores<P: Searchable>(
    map: &Fixed,
    position: &P,
    previous: Option<u8>,
) -> Vec<(u8, u8, f32)> {
    let sums = map.sums(position);
    let look = map.look(position, position.turn(), &sums, previous);
    let mut moves = crate::games::MoveList::new();
    position.legal_moves(&mut moves);
    let score = |&m: &P::Move| {
        let (from, to) = P::squares(m);
        (from, to, map.score(&look, from, to))
    };
    moves.iter().map(score).collect()
}
