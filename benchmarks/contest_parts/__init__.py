"""The parts of the contest. Importing them pins this process and its children to one thread."""

import os

__all__ = ["ONE_THREAD"]

ONE_THREAD = (
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "OMP_NUM_THREADS",
    "NUMBA_NUM_THREADS",
)

for _name in ONE_THREAD:  # before NumPy is imported: afterwards they have no effect
    os.environ[_name] = "1"
