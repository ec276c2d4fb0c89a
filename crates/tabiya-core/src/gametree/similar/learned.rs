//! Our similarity: with which odds the master's move there speaks for the move here.
//!
//! In two looks. The first takes the positions with the fewest squares on which something else stands,
//! pawns counting twice (`boards.rs`). The second asks what a player would name (`parts.rs`), and adds it
//! up with weights that are learned from which similarity best foretells the move that the master played.

use std::collections::HashSet;

use rayon::prelude::*;

use super::super::error::GameTreeError;
use super::super::mirror::mirrored_step;
use super::super::tree::GameTree;
use super::boards::{Look, NearBoard, Playable};
use super::parts::{N_PARTS, View};
use super::{Query, Similar, split_chunks};
use crate::chunks::{MIRRORS, Step};

/// What each part counts, and what everything starts from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The logit of a position that has nothing in common.
    pub bias: f64,
    /// What a part adds to it.
    pub parts: [f64; N_PARTS],
}

/// So many positions are looked at closely for each mirror.
const CLOSE: usize = 1000;
/// With more men the wings are too different to be swapped: castling, and the king's side of the queen.
const MOST_MEN_FOR_WINGS: u32 = 14;
/// No more men may be missing or be there in addition.
const MOST_MEN: usize = 2;

impl Weights {
    fn logit(&self, parts: &[f64; N_PARTS]) -> f64 {
        self.bias + self.parts.iter().zip(parts).map(|(weight, part)| weight * part).sum::<f64>()
    }
}

/// A move, and the positions that speak for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Voices {
    /// The move, seen through the mirrors.
    pub step: Step,
    /// The odds of all positions in which it was played, added up.
    pub odds: f64,
    /// How many they are, of different games.
    pub n_positions: usize,
    /// The most similar ones.
    pub best: Vec<Similar>,
}

/// A position that was looked at closely.
#[derive(Clone, Copy)]
struct Scored {
    logit: f64,
    slot: u32,
    mirror: u8,
    at: usize,
}

impl GameTree {
    /// The positions that are most like the one asked for, through all mirrors; one for each game.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn similar(
        &self,
        query: &Query<'_>,
        weights: &Weights,
    ) -> Result<Vec<Similar>, GameTreeError> {
        let views = self.views(query)?;
        let mut scored = self.look_closely(query, weights, &views);
        scored.truncate(query.limit);
        Ok(scored.iter().map(|scored| self.tell(&views, scored)).collect())
    }

    /// The moves that can be played here and were played in positions like this one, the most odds first;
    /// for each of them so many positions as the query wants at most.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn voices(
        &self,
        query: &Query<'_>,
        weights: &Weights,
    ) -> Result<Vec<Voices>, GameTreeError> {
        let views = self.views(query)?;
        let mut voices: Vec<Voices> = Vec::new();
        for scored in self.look_closely(query, weights, &views) {
            let step = mirrored_step(self.moves()[scored.slot as usize], scored.mirror);
            let at = voices.iter().position(|said| said.step == step).unwrap_or_else(|| {
                voices.push(Voices { step, odds: 0.0, n_positions: 0, best: Vec::new() });
                voices.len() - 1
            });
            let said = &mut voices[at];
            said.odds += scored.logit.exp();
            said.n_positions += 1;
            if said.best.len() < query.limit {
                said.best.push(self.tell(&views, &scored));
            }
        }
        voices.sort_by(|a, b| b.odds.total_cmp(&a.odds).then(a.step.0.cmp(&b.step.0)));
        Ok(voices)
    }

    fn views(&self, query: &Query<'_>) -> Result<Vec<View>, GameTreeError> {
        let swaps_wings = query.facts.occupied().count_ones() <= MOST_MEN_FOR_WINGS;
        let n_mirrors = if swaps_wings { MIRRORS as u8 } else { 2 };
        (0..n_mirrors).into_par_iter().map(|mirror| View::new(self, query, mirror)).collect()
    }

    /// Scores the nearest positions, the best first: one for each game, and on equal scores the earlier.
    fn look_closely(&self, query: &Query<'_>, weights: &Weights, views: &[View]) -> Vec<Scored> {
        let allowed = self.allowed(query);
        let boards = self.boards();
        let through = |view: &View| {
            let playable = query.playable.as_ref().map(|moves| {
                Playable::of(moves.iter().map(|step| mirrored_step(*step, view.mirror)))
            });
            let look = Look::new(&view.facts, MOST_MEN, playable.as_ref(), allowed.as_deref());
            let score = |found: &NearBoard| {
                let slot = boards.slot(found.at);
                let logit = weights.logit(&view.parts(self, boards, found.at));
                Scored { logit, slot, mirror: view.mirror, at: found.at }
            };
            let found = boards.nearest(&look, CLOSE);
            found.par_iter().with_min_len(64).map(score).collect::<Vec<_>>()
        };
        let mut scored = views.par_iter().map(through).collect::<Vec<_>>().concat();
        if let Some(moves) = &query.playable {
            // The first look knows squares, not what a pawn becomes.
            scored.retain(|scored| {
                moves.contains(&mirrored_step(boards.step(scored.at), scored.mirror))
            });
        }
        let order = |a: &Scored, b: &Scored| {
            b.logit.total_cmp(&a.logit).then(a.slot.cmp(&b.slot)).then(a.mirror.cmp(&b.mirror))
        };
        scored.sort_unstable_by(order);
        let mut games = HashSet::new();
        scored.retain(|scored| games.insert(boards.game(scored.at)));
        scored
    }

    fn tell(&self, views: &[View], scored: &Scored) -> Similar {
        let Scored { logit, slot, mirror, at } = *scored;
        let view = &views[usize::from(mirror)];
        let step = self.moves()[slot as usize];
        let [common, missing] = split_chunks(&view.standing, slot, mirror);
        Similar {
            slot,
            mirror,
            score: 1.0 / (1.0 + (-logit).exp()),
            parts: view.parts(self, self.boards(), at).to_vec(),
            step: mirrored_step(step, mirror),
            common,
            missing,
        }
    }
}
