"""Losses of a linear prediction: values, subgradients, averaged gradients of mini-batches."""

__all__: list[str] = []
