//! The numbers of the search as its nodes use them: whole, and worked out once.

use super::params::Params;
use super::score::{CENTIPAWN, Score};
use super::{Depth, PLY};

/// How many plies, and how many moves, the table of reductions tells apart.
const REDUCTION_SIZE: usize = 64;

/// The numbers of the search, compiled from [`Params`]: scores in [`Score`], depths in sixteenths
/// of a ply. What is switched off has a limit that nothing meets.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "each is described in Params, under the same name")]
#[expect(clippy::struct_excessive_bools, reason = "they are switches")]
pub struct Numbers {
    pub aspiration: Score,
    pub aspiration_from: u32,
    pub aspiration_growth: Score,
    pub aspiration_most: Score,
    pub mtdf: bool,
    pub mtdf_passes: usize,
    pub null_move_depth: Depth,
    pub null_move_reduction: f64,
    pub null_move_scaling: f64,
    pub null_move_margin: f64,
    pub null_move_most: f64,
    pub killers: bool,
    pub history: bool,
    pub history_bonus: i32,
    pub history_most: i32,
    pub prior_middle: f32,
    pub countermove: bool,
    pub continuation: bool,
    pub reduction_plies: i32,
    pub reduction_after: usize,
    pub reduction_after_pv: usize,
    pub reduction_pv: Depth,
    pub reduction_worsening: Depth,
    pub reduction_cut: Depth,
    pub reduction_noisy: Depth,
    pub reduction_urgent: Depth,
    pub reduction_history: Depth,
    pub reduction_ordering: Depth,
    pub late_move_plies: i32,
    pub futility: Score,
    pub futility_further: Score,
    pub futility_plies: i32,
    pub reverse_futility: Score,
    pub reverse_futility_improving: Score,
    pub reverse_futility_plies: i32,
    pub razoring: Score,
    pub razoring_plies: i32,
    pub exchange_plies: i32,
    pub exchange_quiet: i32,
    pub exchange_noisy: i32,
    pub internal_reduction_depth: Depth,
    pub internal_reduction_by: Depth,
    pub check_evasions: bool,
    pub quiescence_table: bool,
    pub singular_depth: Depth,
    pub singular_margin: Score,
    pub singular_slack: Depth,
    pub singular_part: f64,
    pub singular_extension: Depth,
    pub extend_most: usize,
    pub table_ageing: Depth,
    pub table_keeps: Depth,
    /// Whether anything that is switched on asks for the static evaluation of inner nodes.
    pub asks_evaluation: bool,
    reductions: Vec<[Depth; REDUCTION_SIZE]>,
    /// Quiet moves that are tried, by plies: while the side to move stands worse, and while better.
    late_moves: [[usize; REDUCTION_SIZE + 1]; 2],
}

/// Reductions from which on a move that is not quiet is not reduced at all, in plies.
pub(super) const NOISY_NEVER: Depth = 8 * PLY;

/// No remaining depth is as great.
const NEVER: Depth = Depth::MAX / 2;

impl Numbers {
    /// Works out the numbers.
    pub fn new(params: &Params) -> Self {
        let p = params;
        let only_if = |on: f64, plies: f64| if on > 0.0 { plies as i32 } else { -1 };
        let from = |on: f64, plies: f64| if on > 0.0 { depth(plies) } else { NEVER };
        let asking = [p.null_move, p.futility, p.reverse_futility, p.razoring];
        Self {
            aspiration: score(p.aspiration),
            aspiration_from: p.aspiration_from as u32,
            aspiration_growth: p.aspiration_growth as Score,
            aspiration_most: score(p.aspiration_most),
            mtdf: p.mtdf > 0.0,
            mtdf_passes: p.mtdf_passes as usize,
            null_move_depth: from(p.null_move, p.null_move_plies),
            null_move_reduction: p.null_move_reduction,
            null_move_scaling: p.null_move_scaling,
            null_move_margin: p.null_move_margin * f64::from(CENTIPAWN),
            null_move_most: p.null_move_most,
            killers: p.killers > 0.0,
            history: p.history > 0.0,
            history_bonus: p.history_bonus as i32,
            history_most: p.history_most as i32,
            prior_middle: p.prior_middle as f32,
            countermove: p.countermove > 0.0,
            continuation: p.continuation > 0.0,
            reduction_plies: from(p.late_move_reduction, p.reduction_plies) / PLY,
            reduction_after: p.reduction_after as usize,
            reduction_after_pv: p.reduction_after_pv as usize,
            reduction_pv: depth(p.reduction_pv),
            reduction_worsening: depth(p.reduction_worsening),
            reduction_cut: depth(p.reduction_cut),
            reduction_noisy: depth(p.reduction_noisy),
            reduction_urgent: depth(p.reduction_urgent),
            reduction_history: depth(p.reduction_history),
            reduction_ordering: depth(p.reduction_ordering),
            late_move_plies: only_if(p.late_move_pruning, p.late_move_plies),
            futility: score(p.futility),
            futility_further: score(p.futility * p.futility_further),
            futility_plies: only_if(p.futility, p.futility_plies),
            reverse_futility: score(p.reverse_futility),
            reverse_futility_improving: score(p.reverse_futility * p.reverse_futility_improving),
            reverse_futility_plies: only_if(p.reverse_futility, p.reverse_futility_plies),
            razoring: score(p.razoring),
            razoring_plies: only_if(p.razoring, p.razoring_plies),
            exchange_plies: only_if(p.exchange_pruning, p.exchange_plies),
            exchange_quiet: p.exchange_quiet as i32,
            exchange_noisy: p.exchange_noisy as i32,
            internal_reduction_depth: from(p.internal_reduction, p.internal_reduction_plies),
            internal_reduction_by: depth(p.internal_reduction_by),
            check_evasions: p.check_evasions > 0.0,
            quiescence_table: p.quiescence_table > 0.0,
            singular_depth: from(p.singular, p.singular_plies),
            singular_margin: score(p.singular_margin),
            singular_slack: depth(p.singular_slack),
            singular_part: p.singular_part,
            singular_extension: depth(p.singular_extension),
            extend_most: p.extend_most as usize,
            table_ageing: depth(p.table_ageing),
            table_keeps: depth(p.table_keeps),
            asks_evaluation: asking.iter().any(|&value| value > 0.0),
            reductions: reductions(p.reduction_base, p.reduction_divisor),
            late_moves: [p.late_move_worsening, 1.0].map(|part| late_moves(p, part)),
        }
    }

    /// Quiet moves that are tried with so many plies left, at most [`Params::late_move_plies`].
    #[inline]
    pub fn late_moves(&self, plies: i32, is_improving: bool) -> usize {
        self.late_moves[usize::from(is_improving)][(plies.max(0) as usize).min(REDUCTION_SIZE)]
    }

    /// Sixteenths of a ply by which a move is reduced with so many plies left and moves before it.
    #[inline]
    pub fn reduction(&self, plies: i32, n_before: usize) -> Depth {
        let plies = (plies as usize).min(REDUCTION_SIZE - 1);
        self.reductions[plies][n_before.min(REDUCTION_SIZE - 1)]
    }
}

/// Centipawns as the search counts them.
fn score(centipawns: f64) -> Score {
    (centipawns * f64::from(CENTIPAWN)) as Score
}

fn depth(plies: f64) -> Depth {
    (plies * f64::from(PLY)) as Depth
}

fn late_moves(p: &Params, part: f64) -> [usize; REDUCTION_SIZE + 1] {
    std::array::from_fn(|plies| {
        let square = (plies * plies) as f64;
        ((p.late_move_base.floor() + p.late_move_slope * square) * part) as usize
    })
}

// CITE: the logarithmic form is Tord Romstad's and Marco Costalba's (Stockfish).
fn reductions(base: f64, divisor: f64) -> Vec<[Depth; REDUCTION_SIZE]> {
    let mut table = vec![[0; REDUCTION_SIZE]; REDUCTION_SIZE];
    for (plies, row) in table.iter_mut().enumerate().skip(1) {
        for (n, entry) in row.iter_mut().enumerate().skip(1) {
            *entry = depth(base + (plies as f64).ln() * (n as f64).ln() / divisor);
        }
    }
    table
}
