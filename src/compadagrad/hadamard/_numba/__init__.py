"""Compiled kernels behind the public functions: they check nothing and allocate little."""
