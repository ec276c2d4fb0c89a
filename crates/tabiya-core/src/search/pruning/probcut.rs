//! Shallow searches that stand for deep ones, where they are far enough outside of the window.
//!
//! CITE: Buro 1995, "`ProbCut`: an effective selective extension of the alpha-beta algorithm". The
//! score of a deep search is a line of the score of a shallow one, up to an error whose size is
//! known from many positions; [`ProbCut`] holds these lines by phase and depth.

use super::{Pruning, ShallowProbe};
use crate::search::decisions::Decision;
use crate::search::game::Searchable;
use crate::search::score::{CENTIPAWN, Score};
use crate::search::view::{NodeView, Surroundings};
use crate::search::{Depth, PLY};

/// How the scores of two depths are related: deep = slope · shallow + offset, give or take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relation {
    /// The first stage of the game for which it holds.
    pub stage: usize,
    /// Plies of the deep search.
    pub deep: usize,
    /// Plies of the shallow one, fewer.
    pub shallow: usize,
    /// What a centipawn of the shallow search is worth in the deep one.
    pub slope: f64,
    /// Centipawns that the deep search finds more.
    pub offset: f64,
    /// Standard deviation of the error in centipawns.
    pub deviation: f64,
}

/// Leaves nodes by the word of shallow searches.
#[derive(Clone, Debug, Default)]
pub struct ProbCut {
    /// By stage, then by plies.
    lines: Vec<Vec<Option<Predictor>>>,
    threshold: f64,
}

/// A relation, ready to be asked.
#[derive(Clone, Copy, Debug)]
struct Predictor {
    shallow: Depth,
    slope: f64,
    offset: f64,
    deviation: f64,
}

impl ProbCut {
    /// Takes relations and the number of standard deviations that make a cut safe enough. Those of
    /// a stage hold until the next stage that has any.
    pub fn new(relations: &[Relation], threshold: f64) -> Self {
        let n_stages = relations.iter().map(|r| r.stage + 1).max().unwrap_or(0);
        let n_plies = relations.iter().map(|r| r.deep + 1).max().unwrap_or(0);
        let mut lines = vec![vec![None; n_plies]; n_stages];
        for r in relations.iter().filter(|r| 0 < r.shallow && r.shallow < r.deep && r.slope > 0.0) {
            lines[r.stage][r.deep] = Some(Predictor {
                shallow: r.shallow as Depth * PLY,
                slope: r.slope,
                offset: r.offset * f64::from(CENTIPAWN),
                deviation: r.deviation * f64::from(CENTIPAWN),
            });
        }
        let mut last = vec![None; n_plies];
        for stage in &mut lines {
            if stage.iter().any(Option::is_some) {
                last.clone_from(stage);
            } else {
                stage.clone_from(&last);
            }
        }
        Self { lines, threshold }
    }
}

impl<P: Searchable> Decision<P> for ProbCut {
    const ASKS_EVALUATION: bool = true;
}

impl<P: Searchable> Pruning<P> for ProbCut {
    /// The static evaluation says on which side of the window a probe is worth its nodes.
    #[inline]
    fn shallow_probe(
        &mut self,
        node: &NodeView<'_, P>,
        _: &mut Surroundings<'_, P>,
    ) -> Option<ShallowProbe> {
        let stage = node.position.stage().min(self.lines.len().checked_sub(1)?);
        let line = (*self.lines[stage].get(node.plies() as usize)?)?;
        let margin = self.threshold * line.deviation;
        let seen = |bound: f64| (bound - line.offset) / line.slope;
        let (evaluation, alpha, beta) = (node.evaluation?, node.alpha, node.beta);
        let high = (evaluation >= beta).then(|| seen(f64::from(beta) + margin).ceil() as Score);
        let low = (evaluation <= alpha).then(|| seen(f64::from(alpha) - margin).floor() as Score);
        Some(ShallowProbe { depth: line.shallow, high, low })
    }
}
