"""Compiled kernels of the spectral update: they check nothing, and other kernels may call them."""
