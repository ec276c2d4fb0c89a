"""Pages to look at: what was played and what it means, each in one file."""

from tabiya.report._match import match_page, match_report

__all__ = ["match_page", "match_report"]
