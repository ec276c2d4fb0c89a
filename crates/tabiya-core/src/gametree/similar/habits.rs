//! What kind of move it is, and how often masters make such moves.
//!
//! No similar position speaks for every move, and of two that have as many voices the better looking one
//! is the better advice. These are facts of the move alone: how often masters make it when the man
//! stands there, what it takes, loses, saves and threatens.

use rayon::prelude::*;
use shakmaty::{Bitboard, Chess, Color, Move, Position as _, Role, Square, attacks};

use super::super::tree::GameTree;
use super::bearing::{attackers, exchange, value};
use crate::chunks::{Facts, Step};

/// What is asked of a move.
pub const HABITS: [&str; N_HABITS] = [
    "habit",
    "wins",
    "trades",
    "loses",
    "saves",
    "checks",
    "threatens",
    "castles",
    "promotes",
    "retreats",
];
/// How many questions that are.
pub const N_HABITS: usize = 10;

/// One game of so many is counted.
const EVERY: usize = 4;
/// Boards on which a man has stood in addition, for what was never seen.
const UNSEEN: f64 = 50.0;
/// Values are told in minor pieces.
const MINOR: f64 = 3.0;

/// How often men stand somewhere and move somewhere, all seen from White's side.
#[derive(Debug)]
pub struct Habits {
    stood: Vec<u32>,
    moved: Vec<u32>,
}

fn place(role: usize, square: usize, color: Color) -> usize {
    let square = if color.is_white() { square } else { square ^ 0o70 };
    role * 64 + square
}

impl Habits {
    fn new(tree: &GameTree) -> Self {
        let games: Vec<u32> = (0..tree.rows().len() as u32).step_by(EVERY).collect();
        let part = |games: &[u32]| {
            let mut part = Self { stood: vec![0; 6 * 64], moved: vec![0; 6 * 64 * 64] };
            tree.each_position(games, |slot, facts| {
                let step = tree.moves()[slot as usize];
                if step.0 != 0 {
                    part.count(facts, step);
                }
            });
            part
        };
        let parts: Vec<Self> = games.par_chunks(2048).map(part).collect();
        let add = |mut all: Self, part: Self| {
            all.stood.iter_mut().zip(part.stood).for_each(|(all, n)| *all += n);
            all.moved.iter_mut().zip(part.moved).for_each(|(all, n)| *all += n);
            all
        };
        let none = Self { stood: vec![0; 6 * 64], moved: vec![0; 6 * 64 * 64] };
        parts.into_iter().fold(none, add)
    }

    fn count(&mut self, facts: &Facts, step: Step) {
        let color = facts.turn;
        let (from, to) = (usize::from(step.0 & 63), usize::from(step.0 >> 6 & 63));
        for role in 0..6 {
            let men = facts.pieces(color, Role::ALL[role]);
            for square in Bitboard(men) {
                self.stood[place(role, square as usize, color)] += 1;
            }
            if men >> from & 1 != 0 {
                let to = if color.is_white() { to } else { to ^ 0o70 };
                self.moved[place(role, from, color) * 64 + to] += 1;
            }
        }
    }

    /// The logarithm of how often a man that stands there goes there.
    fn rate(&self, role: Role, from: Square, to: Square, color: Color) -> f64 {
        let stands = place(role as usize - 1, from as usize, color);
        let to = if color.is_white() { to as usize } else { to as usize ^ 0o70 };
        let moved = f64::from(self.moved[stands * 64 + to]) + 0.5;
        (moved / (f64::from(self.stood[stands]) + UNSEEN)).ln()
    }
}

impl GameTree {
    /// The legal moves of a position, and what is to be said of each; see [`HABITS`].
    pub fn habits(&self, position: &Chess) -> Vec<(Step, [f64; N_HABITS])> {
        let habits = self.cache.habits.get_or_init(|| Habits::new(self));
        let facts = Facts::of(position);
        let about = |m: &Move| (Step::of(*m), say(habits, position, &facts, *m));
        position.legal_moves().iter().map(about).collect()
    }
}

fn say(habits: &Habits, position: &Chess, facts: &Facts, m: Move) -> [f64; N_HABITS] {
    let color = facts.turn;
    let flag = |is_so: bool| f64::from(u8::from(is_so));
    let (role, from) = (m.role(), m.from().unwrap_or(m.to()));
    let step = Step::of(m);
    let to = Square::new(u32::from(step.0 >> 6 & 63));
    let wins = if m.is_castle() { 0 } else { exchange(facts, color, from, to) };
    // What is taken in passing does not stand where it is taken.
    let wins = f64::from(if m.is_en_passant() { wins + 1 } else { wins }) / MINOR;
    let ahead = i32::from(from.rank() as u8) - i32::from(to.rank() as u8);
    let retreats = if color.is_white() { ahead } else { -ahead } > 0;
    let mut after = position.clone();
    after.play_unchecked(m);
    [
        habits.rate(role, from, to, color),
        wins.max(0.0),
        flag(m.is_capture() && wins == 0.0),
        (-wins).clamp(0.0, 3.0),
        in_danger(facts, color, from, role),
        flag(after.is_check()),
        threatens(&Facts::of(&after), color, to),
        flag(m.is_castle()),
        flag(m.promotion() == Some(Role::Queen)),
        flag(retreats && !m.is_capture()),
    ]
}

/// What the other side would win by taking a man, in minor pieces.
fn in_danger(facts: &Facts, color: Color, square: Square, role: Role) -> f64 {
    if role == Role::King {
        return 0.0;
    }
    let takers = attackers(facts, square, facts.occupied()) & facts.by_color(color.other());
    let wins =
        Bitboard(takers).into_iter().map(|from| exchange(facts, color.other(), from, square));
    f64::from(wins.max().unwrap_or(0).max(0)) / MINOR
}

/// The most that the man that has moved would win by taking next, in minor pieces.
fn threatens(after: &Facts, color: Color, square: Square) -> f64 {
    let bit = 1u64 << square as u32;
    let Some(role) = Role::ALL.into_iter().find(|role| after.pieces(color, *role) & bit != 0)
    else {
        return 0.0;
    };
    let reached = attacks::attacks(square, role.of(color), Bitboard(after.occupied())).0;
    let prey = reached & after.by_color(color.other()) & !after.pieces(color.other(), Role::King);
    let wins = Bitboard(prey).into_iter().map(|to| exchange(after, color, square, to));
    f64::from(wins.max().unwrap_or(0).clamp(0, value(Role::Queen))) / MINOR
}
