"""Pages to look at: what was played or measured and what it means, each in one file."""

from tabiya.report._disagreements import write_disagreements
from tabiya.report._match import match_page, match_report
from tabiya.report._tau_plot import TauSeries, plot_taus

__all__ = ["TauSeries", "match_page", "match_report", "plot_taus", "write_disagreements"]
