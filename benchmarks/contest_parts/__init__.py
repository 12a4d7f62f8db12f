"""The parts of the contest. Imported before NumPy, they pin process and children to one thread."""

import os
import sys

__all__ = ["ONE_THREAD"]

ONE_THREAD = (
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "BLIS_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "OMP_NUM_THREADS",
    "NUMBA_NUM_THREADS",
)

if "numpy" not in sys.modules:  # afterwards they have no effect
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
