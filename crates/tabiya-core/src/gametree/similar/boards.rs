//! The boards of all positions in memory: those with the same side to move and as many men together, and
//! among them those with the same pawns.
//!
//! A query looks only at boards with about as many men, and passes over all boards of a pawn structure at
//! once if the pawns alone are too different.

use std::ops::Range;

use rayon::prelude::*;
use shakmaty::Color;

use super::super::tree::GameTree;
use super::Query;
use super::planes::{Planes, differing, pawns, pawns_by_color, planes, slots};
use crate::chunks::{Facts, Step};

/// Sorted by side to move, then by men; 0 to 32 men may be on a board.
const N_GROUPS: usize = 2 * 33;
/// Boards that a thread looks at in one go.
const BLOCK: usize = 1 << 14;
/// No two boards are farther apart.
const FAR: u32 = 128;
/// One board of so many says how far the nearest ones will be.
const SAMPLED: usize = 128;
/// Pawn structures that a thread looks at in one go.
const STRUCTURES: usize = 1 << 12;
/// So many more of them are asked for, because a sample errs.
const MARGIN: usize = 6;
/// How much farther to look if there were not enough.
const FURTHER: u32 = 8;
/// The same where each block keeps a list of its own best.
const SHARE_BLOCK: usize = 1 << 17;

/// Boards with the same pawns, side to move and number of men, one after the other.
#[derive(Clone, Copy, Debug)]
struct Structure {
    /// The pawns of White, then of Black.
    pawns: [u64; 2],
    start: u32,
    end: u32,
}

/// New positions with their boards, moves and rights, grouped.
#[derive(Debug, Default)]
pub struct Boards {
    starts: Vec<usize>,
    structures: Vec<Structure>,
    first_structure: Vec<usize>,
    planes: Vec<Planes>,
    slots: Vec<u32>,
    games: Vec<u32>,
    steps: Vec<u16>,
    castling: Vec<u8>,
}

/// What a first look asks of boards.
pub(super) struct Look<'a> {
    /// The board asked for, as the games would have it.
    pub facts: &'a Facts,
    planes: Planes,
    /// No more men may differ in number.
    pub men: usize,
    /// The moves that can be played, by the squares they leave and enter, if they must be.
    pub playable: Option<&'a Playable>,
    /// The slots that may be told, if not all.
    pub allowed: Option<&'a [u64]>,
}

impl<'a> Look<'a> {
    pub(super) fn new(
        facts: &'a Facts,
        men: usize,
        playable: Option<&'a Playable>,
        allowed: Option<&'a [u64]>,
    ) -> Self {
        Self { facts, planes: planes(facts), men, playable, allowed }
    }
}

/// Moves as a set, by the squares they leave and enter.
pub(super) struct Playable([u64; 64]);

/// A board that a first look has found.
#[derive(Clone, Copy)]
pub(super) struct NearBoard {
    /// How different it is: squares that differ, those of pawns twice.
    pub distance: u32,
    /// Where it is kept.
    pub at: usize,
}

impl Playable {
    pub(super) fn of(steps: impl Iterator<Item = Step>) -> Self {
        let mut set = [0; 64];
        for step in steps {
            set[usize::from(step.0 & 63)] |= 1 << (step.0 >> 6 & 63);
        }
        Self(set)
    }

    #[inline]
    const fn has(&self, step: u16) -> bool {
        self.0[(step & 63) as usize] >> (step >> 6 & 63) & 1 != 0
    }
}

/// The least distance within which there are so many.
fn farthest(counts: &[usize], wanted: usize) -> u32 {
    let mut n_found = 0;
    for (distance, count) in (0..).zip(counts) {
        n_found += count;
        if n_found >= wanted {
            return distance;
        }
    }
    FAR
}

fn group(turn: Color, n_men: usize) -> usize {
    33 * usize::from(turn.is_black()) + n_men.min(32)
}

/// The groups of boards with the side to move and about as many men.
fn groups(facts: &Facts, men: usize) -> Range<usize> {
    let n_men = facts.occupied().count_ones() as usize;
    group(facts.turn, n_men.saturating_sub(men))..group(facts.turn, n_men + men) + 1
}

impl Boards {
    fn new(tree: &GameTree) -> Self {
        let games: Vec<u32> = (0..tree.rows().len() as u32).collect();
        let part = |games: &[u32]| {
            let mut groups: Vec<Boards> = (0..N_GROUPS).map(|_| Boards::default()).collect();
            let mut game = games[0];
            tree.each_position(games, |slot, facts| {
                while slot >= tree.rows()[game as usize].end() {
                    game += 1;
                }
                if tree.is_fresh(slot) {
                    let n_men = facts.occupied().count_ones() as usize;
                    let group = &mut groups[group(facts.turn, n_men)];
                    group.planes.push(planes(facts));
                    group.slots.push(slot);
                    group.games.push(game);
                    group.steps.push(tree.moves()[slot as usize].0);
                    group.castling.push(facts.castling);
                }
            });
            groups
        };
        let parts: Vec<Vec<Boards>> = games.par_chunks(2048).map(part).collect();
        Self::joined(&parts, tree.n_positions() as usize)
    }

    /// The boards of all parts, each of which has its groups.
    fn joined(parts: &[Vec<Self>], n_boards: usize) -> Self {
        let mut all = Self::default();
        all.planes.reserve_exact(n_boards);
        all.slots.reserve_exact(n_boards);
        all.games.reserve_exact(n_boards);
        all.steps.reserve_exact(n_boards);
        all.castling.reserve_exact(n_boards);
        for group in 0..N_GROUPS {
            all.starts.push(all.slots.len());
            all.first_structure.push(all.structures.len());
            all.take_group(parts.iter().map(|part| &part[group]));
        }
        all.starts.push(all.slots.len());
        all.first_structure.push(all.structures.len());
        all
    }

    /// Adds the boards of a group, sorted by their pawns and then as they are.
    fn take_group<'a>(&mut self, parts: impl Iterator<Item = &'a Self> + Clone) {
        let mut order: Vec<([u64; 2], u32, u32)> = Vec::new();
        for (number, part) in (0..).zip(parts.clone()) {
            let places = part.planes.iter().zip(0..);
            order.extend(places.map(|(board, at)| (pawns_by_color(board), number, at)));
        }
        order.par_sort_unstable();
        let parts: Vec<&Self> = parts.collect();
        let first = self.structures.len();
        for (pawns, number, at) in order {
            let (part, at, here) = (parts[number as usize], at as usize, self.slots.len() as u32);
            self.planes.push(part.planes[at]);
            self.slots.push(part.slots[at]);
            self.games.push(part.games[at]);
            self.steps.push(part.steps[at]);
            self.castling.push(part.castling[at]);
            match self.structures[first..].last_mut() {
                Some(last) if last.pawns == pawns => last.end = here + 1,
                _ => self.structures.push(Structure { pawns, start: here, end: here + 1 }),
            }
        }
    }

    /// Where boards with the side to move and about as many men are kept.
    fn range(&self, facts: &Facts, men: usize) -> Range<usize> {
        let groups = groups(facts, men);
        self.starts[groups.start]..self.starts[groups.end]
    }

    /// The nearest boards, so many if there are; on equal distance those with fewer men, then the earlier.
    ///
    /// A sample says how far they will be; what is farther is then passed over at once.
    pub(super) fn nearest(&self, look: &Look<'_>, wanted: usize) -> Vec<NearBoard> {
        let range = self.range(look.facts, look.men);
        let mut most = FAR;
        if range.len() > 64 * wanted {
            let mut counts = [0; FAR as usize + 1];
            for at in range.clone().step_by(SAMPLED) {
                if let Some(distance) = self.distance(look, at, FAR) {
                    counts[distance as usize] += 1;
                }
            }
            most = farthest(&counts, wanted / SAMPLED + wanted / (2 * SAMPLED) + MARGIN);
        }
        let groups = groups(look.facts, look.men);
        let all = self.first_structure[groups.start]..self.first_structure[groups.end];
        loop {
            let find = |part: &[Structure]| self.within(look, part, most);
            let parts = self.structures[all.clone()].par_chunks(STRUCTURES).map(find);
            let mut found = parts.collect::<Vec<_>>().concat();
            if found.len() >= wanted || most == FAR {
                found.sort_unstable_by_key(|found| self.place(found));
                found.truncate(wanted);
                return found;
            }
            most = FAR.min(most + FURTHER);
        }
    }

    fn place(&self, found: &NearBoard) -> (u32, u32, u32) {
        let [a, b, c, _] = self.planes[found.at];
        (found.distance, (a | b | c).count_ones(), self.slots[found.at])
    }

    /// The boards of some pawn structures that are no farther than this.
    fn within(&self, look: &Look<'_>, structures: &[Structure], most: u32) -> Vec<NearBoard> {
        let [white, black] = pawns_by_color(&look.planes);
        let mut found = Vec::new();
        for structure in structures {
            // A square of which the pawns differ counts twice.
            let differs = (white ^ structure.pawns[0]) | (black ^ structure.pawns[1]);
            if 2 * differs.count_ones() > most {
                continue;
            }
            for at in structure.start as usize..structure.end as usize {
                if let Some(distance) = self.distance(look, at, most) {
                    found.push(NearBoard { distance, at });
                }
            }
        }
        found
    }

    /// How far a board is, if it counts and is no farther than this.
    #[inline]
    fn distance(&self, look: &Look<'_>, at: usize, most: u32) -> Option<u32> {
        let board = &self.planes[at];
        let differs = differing(&look.planes, board);
        let of_pawns = differs & (pawns(&look.planes) | pawns(board));
        let distance = differs.count_ones() + of_pawns.count_ones();
        if distance > most {
            return None;
        }
        if let Some(playable) = look.playable {
            let step = self.steps[at];
            let squares = 1u64 << (step & 63) | 1u64 << (step >> 6 & 63);
            if differs & squares != 0 || !playable.has(step) {
                return None;
            }
        }
        if let Some(allowed) = look.allowed {
            let slot = self.slots[at];
            if allowed[slot as usize / 64] >> (slot % 64) & 1 == 0 {
                return None;
            }
        }
        Some(distance)
    }

    /// Boards by how many of the men asked for stand on the same squares, in the order of their slots;
    /// of both sides to move, or only of the same one.
    pub(super) fn by_same(
        &self,
        facts: &Facts,
        men: usize,
        same_turn: bool,
    ) -> Vec<Vec<(usize, Color)>> {
        let asked = planes(facts);
        let mut groups = vec![Vec::new(); 33];
        let turns = [facts.turn, facts.turn.other()];
        for turn in &turns[..if same_turn { 1 } else { 2 }] {
            let range = self.range(&Facts { turn: *turn, ..facts.clone() }, men);
            let count = |(block, boards): (usize, &[Planes])| {
                let mut counted: Vec<(u8, u32)> = Vec::new();
                for (at, board) in (0..).zip(boards) {
                    let same = facts.occupied() & !differing(&asked, board);
                    let n_same = same.count_ones();
                    // Half of them is the least that anybody asks for.
                    if 2 * n_same > facts.occupied().count_ones() {
                        counted.push((n_same as u8, (block * BLOCK) as u32 + at));
                    }
                }
                counted
            };
            let blocks: Vec<_> =
                self.planes[range.clone()].par_chunks(BLOCK).enumerate().map(count).collect();
            for (n_same, at) in blocks.into_iter().flatten() {
                groups[usize::from(n_same).min(32)].push((range.start + at as usize, *turn));
            }
        }
        groups
    }

    /// All boards with the same side to move by the share of men on the same squares: for each block of
    /// them those that may be among the best, as a function keeps them.
    pub(super) fn by_share(
        &self,
        facts: &Facts,
        limit: usize,
        is_wanted: impl Fn(u32) -> bool + Sync,
        keep: impl Fn(Vec<(f64, u32, u8)>) -> Vec<(f64, u32, u8)> + Sync,
    ) -> Vec<(f64, u32, u8)> {
        let asked = planes(facts);
        let n_asked = facts.occupied().count_ones();
        let range = self.range(facts, 32);
        let part = |(block, boards): (usize, &[Planes])| {
            let mut scored = Vec::new();
            let mut least = 0.0;
            for (at, board) in boards.iter().enumerate() {
                let same = facts.occupied() & !differing(&asked, board);
                let n_both = n_asked + (board[0] | board[1] | board[2]).count_ones();
                let score = f64::from(2 * same.count_ones()) / f64::from(n_both);
                let slot = self.slots[range.start + block * SHARE_BLOCK + at];
                if score < least || score == 0.0 || !is_wanted(slot) {
                    continue;
                }
                scored.push((score, slot, 0));
                if scored.len() > 4 * limit + 64 {
                    scored = keep(std::mem::take(&mut scored));
                    if scored.len() == limit {
                        least = scored[limit - 1].0;
                    }
                }
            }
            scored
        };
        let boards = &self.planes[range.clone()];
        let parts = boards.par_chunks(SHARE_BLOCK).enumerate().map(part);
        parts.collect::<Vec<_>>().concat()
    }

    pub(super) fn slot(&self, at: usize) -> u32 {
        self.slots[at]
    }

    pub(super) fn game(&self, at: usize) -> u32 {
        self.games[at]
    }

    pub(super) fn step(&self, at: usize) -> Step {
        Step(self.steps[at])
    }

    /// The board that is kept somewhere; what is not known of it is left as in the one asked for.
    pub(super) fn facts(&self, at: usize, like: &Facts) -> Facts {
        let slots = slots(&self.planes[at]);
        let mut facts = Facts { slots, castling: self.castling[at], ..like.clone() };
        facts.gather();
        facts
    }
}

impl GameTree {
    pub(super) fn boards(&self) -> &Boards {
        self.cache.boards.get_or_init(|| Boards::new(self))
    }

    /// The slots that a query may be told of, a bit each; nothing if all.
    pub(super) fn allowed(&self, query: &Query<'_>) -> Option<Vec<u64>> {
        if query.among.is_none() && query.except.is_none() {
            return None;
        }
        let mut allowed = vec![0u64; self.moves().len().div_ceil(64)];
        for (game, row) in (0..).zip(self.rows()) {
            let is_told = query.among.is_none_or(|games| games.contains(game));
            if is_told && query.except != Some(game) {
                for slot in row.first..row.end() {
                    allowed[slot as usize / 64] |= 1 << (slot % 64);
                }
            }
        }
        Some(allowed)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::games::rng::splitmix;

    /// Boards after random moves from the start, White to move, in one part for each game.
    fn some_boards(n_games: usize) -> Boards {
        let mut parts = Vec::new();
        for game in 0..n_games as u64 {
            let mut part: Vec<Boards> = (0..N_GROUPS).map(|_| Boards::default()).collect();
            let mut position = shakmaty::Chess::default();
            for ply in 0..60 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let number = splitmix(game, ply) % moves.len() as u64;
                position.play_unchecked(moves[number as usize]);
                let facts = Facts::of(&position);
                let group = &mut part[group(facts.turn, facts.occupied().count_ones() as usize)];
                group.slots.push(parts.len() as u32 * 60 + u32::from(facts.ply));
                group.games.push(game as u32);
                group.planes.push(planes(&facts));
                group.steps.push(0);
                group.castling.push(facts.castling);
            }
            parts.push(part);
        }
        Boards::joined(&parts, 0)
    }

    #[test]
    fn nearest_boards_are_those_of_a_look_at_all() {
        let boards = some_boards(200);
        let mut n_sampled = 0;
        for at in (0..boards.slots.len()).step_by(997) {
            let turn = if at < boards.starts[33] { Color::White } else { Color::Black };
            let facts = boards.facts(at, &Facts { turn, ..Facts::of(&shakmaty::Chess::default()) });
            let look = Look::new(&facts, 2, None, None);
            for wanted in [5, 40] {
                let range = boards.range(&facts, 2);
                n_sampled += usize::from(range.len() > 64 * wanted);
                let far = |at| boards.distance(&look, at, FAR).expect("all count");
                let mut all: Vec<_> =
                    range.map(|at| boards.place(&NearBoard { distance: far(at), at })).collect();
                all.sort_unstable();
                all.truncate(wanted);
                let found = boards.nearest(&look, wanted);
                assert_eq!(found.iter().map(|each| boards.place(each)).collect::<Vec<_>>(), all);
            }
        }
        assert!(n_sampled > 0, "nothing was sampled");
    }
}
