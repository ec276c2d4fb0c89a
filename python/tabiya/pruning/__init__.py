"""Learned forward pruning: what a search skips, found by TS-FPV and RL-FPF (Kocsis 2003, ch. 4)."""

from tabiya.pruning._by_games import (
    MOST_OPENINGS,
    N_DUELS,
    NumbersDuel,
    games_problem,
    run_by_games,
)
from tabiya.pruning._exam import Examination, Outcome, Setting
from tabiya.pruning._lattice import (
    Lattice,
    Solution,
    extensions_lattice,
    params_lattice,
    reductions_lattice,
    widths_lattice,
)
from tabiya.pruning._learn import Candidates, run_monotonicity, run_reinforcement, run_tabu
from tabiya.pruning._numbers import SearchNumbers, search_numbers
from tabiya.pruning._page import games_record, reinforcement_record, tabu_record
from tabiya.pruning._positions import middle_games
from tabiya.pruning._reinforce import (
    INPUTS,
    Epoch,
    Lessons,
    Reinforcement,
    Rewards,
    Task,
    settled_nodes,
    tune_rewards,
)
from tabiya.pruning._rprop import Rprop
from tabiya.pruning._show import PruningTable, describe, tables
from tabiya.pruning._tabu import (
    Cycle,
    Monotonicity,
    Objective,
    measure_monotonicity,
    tabu_search,
)
from tabiya.pruning._tournament import Tournament, make_population, middle_player
from tabiya.pruning._truth import Truth, find_truth

__all__ = [
    "INPUTS",
    "MOST_OPENINGS",
    "N_DUELS",
    "Candidates",
    "Cycle",
    "Epoch",
    "Examination",
    "Lattice",
    "Lessons",
    "Monotonicity",
    "NumbersDuel",
    "Objective",
    "Outcome",
    "PruningTable",
    "Reinforcement",
    "Rewards",
    "Rprop",
    "SearchNumbers",
    "Setting",
    "Solution",
    "Task",
    "Tournament",
    "Truth",
    "describe",
    "extensions_lattice",
    "find_truth",
    "games_problem",
    "games_record",
    "make_population",
    "measure_monotonicity",
    "middle_games",
    "middle_player",
    "params_lattice",
    "reductions_lattice",
    "reinforcement_record",
    "run_by_games",
    "run_monotonicity",
    "run_reinforcement",
    "run_tabu",
    "search_numbers",
    "settled_nodes",
    "tables",
    "tabu_record",
    "tabu_search",
    "tune_rewards",
    "widths_lattice",
]
