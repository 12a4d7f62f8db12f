"""Figures, tables and pages of games and studies; Matplotlib is imported when one is drawn."""

from compadagrad.report.folder import write_report
from compadagrad.report.games import loss_figure, regret_figure
from compadagrad.report.page import page
from compadagrad.report.progress import progress_bar
from compadagrad.report.studies import curves, error_by_k, error_by_time, sensitivity
from compadagrad.report.terminal import show_comparison, show_result

__all__ = [
    "curves",
    "error_by_k",
    "error_by_time",
    "loss_figure",
    "page",
    "progress_bar",
    "regret_figure",
    "sensitivity",
    "show_comparison",
    "show_result",
    "write_report",
]
