//! The seam: converts, releases the GIL, maps errors. No algorithm and no default lives here.

// Python hands over values that it has just made; borrowing them would save nothing.
#![allow(clippy::needless_pass_by_value)]

mod arena;
mod batch;
mod chunks;
mod clock;
mod combination;
mod combine;
mod concordance;
#[cfg(unix)]
mod dialogue;
mod erring;
mod errors;
mod gametree;
mod learn;
mod log;
mod merging;
mod movemap;
mod patterns;
mod pgn;
mod player;
mod population;
mod position;
mod pruning;
mod solver;
mod threads;
mod trace;
mod waiting;

use pyo3::prelude::*;
use tabiya_core::by_name::{self, GAMES, game};
use tabiya_core::search::params::PRESETS;
use tabiya_core::search::pruning::{CHECKPOINTS, INPUTS};

use errors::value_error;

/// Name, default, least and greatest value, group, meaning.
type Described = (String, f64, f64, f64, String, String);

/// The names of all games.
#[pyfunction]
fn games() -> Vec<&'static str> {
    GAMES.iter().map(|game| game.name()).collect()
}

/// What the two players of a game are called.
#[pyfunction]
fn sides(name: &str) -> PyResult<[&'static str; 2]> {
    Ok(game(name).map_err(value_error)?.sides())
}

/// The score, in centipawns, that makes the expected result of a game e to one.
#[pyfunction]
fn win_scale(name: &str) -> PyResult<f64> {
    Ok(game(name).map_err(value_error)?.win_scale())
}

/// The weights of a game's evaluation.
#[pyfunction]
fn weights(name: &str) -> PyResult<Vec<Described>> {
    let schema = game(name).map_err(value_error)?.schema();
    let describe = |w: &tabiya_core::eval::WeightInfo| {
        (w.name.clone(), w.default, w.min, w.max, w.group.into(), w.meaning.clone())
    };
    Ok(schema.weights().iter().map(describe).collect())
}

/// The numbers of the search.
#[pyfunction]
fn params() -> Vec<Described> {
    let describe = |p: &tabiya_core::search::named::ParamInfo| {
        (p.name.into(), p.default, p.min, p.max, "search".into(), p.meaning.trim().into())
    };
    by_name::params().map(describe).collect()
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<position::Position>()?;
    module.add_class::<player::Player>()?;
    module.add_class::<player::Report>()?;
    module.add_class::<player::Stop>()?;
    module.add_class::<clock::Clock>()?;
    module.add_function(wrap_pyfunction!(clock::clock_inputs, module)?)?;
    module.add_function(wrap_pyfunction!(clock::modern_clock_numbers, module)?)?;
    module.add_function(wrap_pyfunction!(clock::learn_clock, module)?)?;
    module.add_function(wrap_pyfunction!(clock::actor_critic_step_py, module)?)?;
    module.add_function(wrap_pyfunction!(clock::policy_outputs, module)?)?;
    module.add_function(wrap_pyfunction!(population::learn_by_playing, module)?)?;
    module.add_function(wrap_pyfunction!(population::learn_from_game, module)?)?;
    module.add_function(wrap_pyfunction!(population::play_networks, module)?)?;
    module.add_class::<trace::Trace>()?;
    module.add_class::<chunks::Chunks>()?;
    module.add_class::<gametree::GameTree>()?;
    module.add_class::<combination::Combination>()?;
    module.add_class::<concordance::Labels>()?;
    module.add_class::<learn::Design>()?;
    module.add_function(wrap_pyfunction!(learn::settle, module)?)?;
    module.add_function(wrap_pyfunction!(learn::pairwise, module)?)?;
    module.add_function(wrap_pyfunction!(combination::feature_names, module)?)?;
    module.add_function(wrap_pyfunction!(combination::packed_men, module)?)?;
    module.add_function(wrap_pyfunction!(combination::packed_features, module)?)?;
    module.add_function(wrap_pyfunction!(combination::othello_tables, module)?)?;
    module.add_function(wrap_pyfunction!(combination::count_othello_tables, module)?)?;
    module.add_function(wrap_pyfunction!(combination::solve_packed, module)?)?;
    module.add_function(wrap_pyfunction!(combination::propagate_packed, module)?)?;
    module.add_function(wrap_pyfunction!(combine::logistic_newton, module)?)?;
    module.add_function(wrap_pyfunction!(combine::class_moments, module)?)?;
    module.add_class::<patterns::PatternModel>()?;
    module.add_class::<pruning::Pruning>()?;
    module.add_function(wrap_pyfunction!(pruning::search_units, module)?)?;
    module.add_function(wrap_pyfunction!(pruning::preset_reductions, module)?)?;
    module.add_class::<movemap::MoveMap>()?;
    module.add_class::<movemap::MoveExamples>()?;
    module.add_class::<movemap::MapTrainer>()?;
    module.add_function(wrap_pyfunction!(movemap::map_features, module)?)?;
    module.add_function(wrap_pyfunction!(movemap::map_size, module)?)?;
    module.add_function(wrap_pyfunction!(movemap::played_moves, module)?)?;
    module.add_function(wrap_pyfunction!(movemap::played_in_pgn, module)?)?;
    module.add_function(wrap_pyfunction!(concordance::concordance, module)?)?;
    module.add_function(wrap_pyfunction!(concordance::concordance_by_partial_sums, module)?)?;
    module.add_function(wrap_pyfunction!(concordance::concordance_many, module)?)?;
    module.add_function(wrap_pyfunction!(concordance::weighted_concordance, module)?)?;
    module.add_function(wrap_pyfunction!(concordance::contributions, module)?)?;
    module.add_function(wrap_pyfunction!(chunks::packed_pieces, module)?)?;
    module.add_function(wrap_pyfunction!(games, module)?)?;
    module.add_function(wrap_pyfunction!(sides, module)?)?;
    module.add_function(wrap_pyfunction!(win_scale, module)?)?;
    module.add_function(wrap_pyfunction!(weights, module)?)?;
    module.add_function(wrap_pyfunction!(params, module)?)?;
    module.add_function(wrap_pyfunction!(batch::packed_width, module)?)?;
    module.add_function(wrap_pyfunction!(batch::pack_lines, module)?)?;
    module.add_function(wrap_pyfunction!(batch::pack_positions, module)?)?;
    module.add_function(wrap_pyfunction!(batch::check_packed, module)?)?;
    module.add_function(wrap_pyfunction!(batch::unpack, module)?)?;
    module.add_function(wrap_pyfunction!(batch::unpack_lines, module)?)?;
    module.add_function(wrap_pyfunction!(batch::packed_turns, module)?)?;
    module.add_function(wrap_pyfunction!(batch::packed_results, module)?)?;
    module.add_function(wrap_pyfunction!(batch::packed_keys, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::read_pgn, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::pack_pgn, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::unpack_pgn, module)?)?;
    module.add_function(wrap_pyfunction!(pgn::deal_pgn, module)?)?;
    module.add_function(wrap_pyfunction!(merging::deal_labels, module)?)?;
    module.add_function(wrap_pyfunction!(merging::merge_heap, module)?)?;
    module.add_function(wrap_pyfunction!(solver::solve, module)?)?;
    module.add_function(wrap_pyfunction!(patterns::pattern_layout, module)?)?;
    module.add_function(wrap_pyfunction!(patterns::pattern_rows, module)?)?;
    module.add_function(wrap_pyfunction!(patterns::fit_rows, module)?)?;
    module.add_function(wrap_pyfunction!(patterns::sum_rows, module)?)?;
    module.add_function(wrap_pyfunction!(patterns::replay_squares, module)?)?;
    module.add_function(wrap_pyfunction!(patterns::wander_from, module)?)?;
    module.add_function(wrap_pyfunction!(patterns::solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(patterns::search_scores, module)?)?;
    module.add_function(wrap_pyfunction!(arena::play_games_py, module)?)?;
    module.add_function(wrap_pyfunction!(arena::adjudicate, module)?)?;
    #[cfg(unix)]
    module.add_function(wrap_pyfunction!(dialogue::talk, module)?)?;
    module.add_function(wrap_pyfunction!(player::share_clock, module)?)?;
    module.add_function(wrap_pyfunction!(erring::play_erring, module)?)?;
    let (decided, win) = player::score_constants();
    module.add("PGN_KINDS", tabiya_core::pgn::KINDS)?;
    module.add("PGN_SOURCES", tabiya_core::pgn::Sources::NAMES)?;
    module.add("MAX_THREADS", tabiya_core::search::MAX_THREADS)?;
    module.add("PRESETS", PRESETS)?;
    module.add("SEARCH_INPUTS", INPUTS.map(|(name, _)| name))?;
    module.add("CHECKPOINTS", CHECKPOINTS)?;
    module.add("MAP_COMBINATIONS", tabiya_core::search::map_ordering::Combine::NAMES)?;
    module.add("MAP_ENCODINGS", tabiya_core::movemap::Encoding::NAMES)?;
    module.add("MAP_INPUTS", tabiya_core::movemap::Inputs::NAMES)?;
    module.add("SIMILARITY_PARTS", tabiya_core::gametree::PARTS)?;
    module.add("MOVE_HABITS", tabiya_core::gametree::HABITS)?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add("DECIDED_SCORE", decided)?;
    module.add("WIN_SCORE", win)?;
    errors::add_to(module)
}
