//! The hand-made answers: what programs have skipped by rule of thumb, each with its owner.

use super::{Candidate, Checkpoint};
use crate::search::game::Searchable;
use crate::search::history::HISTORY_MAX;
use crate::search::numbers::{NOISY_NEVER, Numbers};
use crate::search::ordering::MoveClass;
use crate::search::score::Score;
use crate::search::view::{NodeType, NodeView, Surroundings};
use crate::search::{Depth, PLY};

/// A node of which nothing is known is searched less deeply.
// CITE: Schröder 2019, internal iterative reduction.
#[inline]
pub(super) fn internal_reduction<P: Searchable>(node: &NodeView<'_, P>, n: &Numbers) -> Depth {
    let unknown = !node.is_known && node.depth >= n.internal_reduction_depth;
    // At least a ply is left.
    if unknown { n.internal_reduction_by.min(node.depth - PLY) } else { 0 }
}

/// So far ahead that a quiet move keeps enough.
// CITE: Heinz 1998.
#[inline]
pub(super) fn reverse_futility<P: Searchable>(
    node: &NodeView<'_, P>,
    n: &Numbers,
) -> Option<Score> {
    let less = if node.is_improving { n.reverse_futility_improving } else { 0 };
    let margin = n.reverse_futility * node.plies() - less;
    let is_near = node.plies() <= n.reverse_futility_plies;
    node.evaluation.filter(|&evaluation| is_near && evaluation - margin >= node.beta)
}

/// So far behind that only captures could help.
// CITE: Birmingham and Kent 1977.
#[inline]
pub(super) fn razoring<P: Searchable>(node: &NodeView<'_, P>, n: &Numbers) -> bool {
    let plies = node.plies();
    plies <= n.razoring_plies
        && node.evaluation.is_some_and(|evaluation| evaluation + n.razoring * plies <= node.alpha)
}

/// The further above beta, and the deeper, the more is taken off the search after a null move.
// CITE: Beal 1989; Donninger 1993.
#[inline]
pub(super) fn null_move_depth<P: Searchable>(node: &NodeView<'_, P>, n: &Numbers) -> Option<Depth> {
    if node.depth < n.null_move_depth {
        return None;
    }
    let surplus = node.evaluation.filter(|&evaluation| evaluation >= node.beta)? - node.beta;
    let further = (f64::from(surplus) / n.null_move_margin).min(n.null_move_most);
    let adapts = f64::from(u8::from(n.null_move_scaling > 0.0));
    let adaptive = n.null_move_scaling * f64::from(node.depth) + f64::from(PLY) * further * adapts;
    let reduction = (n.null_move_reduction * f64::from(PLY) + adaptive) as Depth;
    Some((node.depth - PLY - reduction).max(0))
}

/// Nothing is skipped in the principal variation or in check.
#[inline]
fn may_skip<P: Searchable>(node: &NodeView<'_, P>) -> bool {
    !(node.is_pv() || node.in_check)
}

/// Whether quiet moves near the leaves are skipped unless they give check: so many were searched that
/// the others, sorted last for a reason, need not be, or even a gain would not reach alpha.
// CITE: Schaeffer 1986; Heinz 1998 (futility).
#[inline]
pub(super) fn skips_quiets<P: Searchable>(
    node: &NodeView<'_, P>,
    at: &Checkpoint,
    n: &Numbers,
) -> bool {
    let plies = node.plies();
    let is_late =
        || plies <= n.late_move_plies && at.n_quiet >= n.late_moves(plies, node.is_improving);
    let is_futile = || {
        plies <= n.futility_plies
            && node
                .evaluation
                .is_some_and(|e| e + n.futility * plies + n.futility_further <= at.alpha)
    };
    may_skip(node) && (is_late() || is_futile())
}

/// A move near the leaves that is so unlikely to raise alpha that it is not even tried, unless it
/// gives check.
#[inline]
pub(super) fn is_hopeless<P: Searchable>(
    node: &NodeView<'_, P>,
    candidate: &Candidate<'_, P>,
    n: &Numbers,
) -> bool {
    let plies = node.plies();
    if plies > n.exchange_plies || !may_skip(node) {
        return false;
    }
    let allowed = if candidate.is_quiet {
        n.exchange_quiet * plies * plies
    } else {
        n.exchange_noisy * plies
    };
    node.position.loses_more_than(candidate.m, allowed) && !candidate.gives_check()
}

/// Moves that the ordering thinks little of are searched less deeply first.
// CITE: Romstad 2006 (Glaurung).
#[inline]
pub(super) fn late_move_reduction<P: Searchable>(
    node: &NodeView<'_, P>,
    at: &Checkpoint,
    candidate: &Candidate<'_, P>,
    around: &Surroundings<'_, P>,
) -> Depth {
    reduction_from(node, at, candidate, around, |plies, n| around.numbers.reduction(plies, n))
}

/// The same with another table: `base` is asked for the plies that remain and the moves searched.
#[inline]
pub(super) fn reduction_from<P: Searchable>(
    node: &NodeView<'_, P>,
    at: &Checkpoint,
    candidate: &Candidate<'_, P>,
    around: &Surroundings<'_, P>,
    base: impl FnOnce(i32, usize) -> Depth,
) -> Depth {
    let n = around.numbers;
    let plies = node.plies();
    let after = if node.is_pv() { n.reduction_after_pv } else { n.reduction_after };
    let is_promising = !candidate.is_quiet && candidate.class != MoveClass::LosingCapture;
    let is_exempt = is_promising && n.reduction_noisy >= NOISY_NEVER;
    if plies < n.reduction_plies || at.n_searched < after || node.in_check || is_exempt {
        return 0;
    }
    let mut reduction = base(plies, at.n_searched);
    if is_promising {
        reduction -= n.reduction_noisy;
    }
    if node.is_pv() {
        reduction -= n.reduction_pv;
    }
    if !node.is_improving {
        reduction += n.reduction_worsening;
    }
    if node.expected == NodeType::Cut {
        reduction += n.reduction_cut;
    }
    if candidate.class == MoveClass::Killer || candidate.gives_check() {
        reduction -= n.reduction_urgent;
    }
    if candidate.is_quiet {
        let experience = around.histories.history(node.position.history_index(candidate.m));
        reduction -= experience * n.reduction_history / HISTORY_MAX;
        // What a learned ordering thinks stays what it is, whatever the search finds out.
        reduction -= candidate.opinion * n.reduction_ordering / HISTORY_MAX;
    }
    // Whole plies are dropped, and at least one is left.
    (reduction / PLY * PLY).clamp(0, node.depth - 2 * PLY)
}
