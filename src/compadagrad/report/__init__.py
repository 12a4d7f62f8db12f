"""Figures, made from records of games; Matplotlib is imported when one is drawn."""

from compadagrad.report.games import loss_figure, regret_figure

__all__ = ["loss_figure", "regret_figure"]
