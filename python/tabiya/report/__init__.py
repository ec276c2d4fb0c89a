"""Pages to look at: what was played, measured or tuned and what it means, each in one file."""

from tabiya.report._annotated import annotated_pgn
from tabiya.report._board_image import save_picture
from tabiya.report._curve_plot import plot_curves
from tabiya.report._disagreements import write_disagreements
from tabiya.report._fit import fit_page, write_fit_page
from tabiya.report._games import games_page, games_report
from tabiya.report._label_plot import plot_labels
from tabiya.report._match import match_page, match_report
from tabiya.report._tau_plot import TauSeries, plot_taus
from tabiya.report._time_plot import plot_time
from tabiya.report._trial_plot import plot_trials
from tabiya.report._tuning import TuningRecord, TuningStep, tuning_page, tuning_report

__all__ = [
    "TauSeries",
    "TuningRecord",
    "TuningStep",
    "annotated_pgn",
    "fit_page",
    "games_page",
    "games_report",
    "match_page",
    "match_report",
    "plot_curves",
    "plot_labels",
    "plot_taus",
    "plot_time",
    "plot_trials",
    "save_picture",
    "tuning_page",
    "tuning_report",
    "write_disagreements",
    "write_fit_page",
]
