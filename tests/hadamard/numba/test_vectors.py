"""The same bits on processors with narrower registers, as Numba compiles for them."""

import os
import platform
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from compadagrad.hadamard import fwht, fwht_at, fwht_sparse, gram
from compadagrad.hadamard._numba.vectors import VECTOR_BYTES

PROCESSORS = {
    16: ("x86-64", "+sse2"),
    32: ("haswell", "+avx,+avx2,+fma,+bmi,+bmi2,+popcnt"),
}

SCRIPT = """
import json, sys
import numpy as np
from compadagrad.hadamard import fwht, fwht_at, fwht_sparse, gram
from compadagrad.hadamard._numba.vectors import VECTOR_BYTES
with np.load(sys.argv[1]) as stored:
    inputs = dict(stored)
rows = inputs.pop("rows")
out = {"bytes": VECTOR_BYTES}
for name, x in inputs.items():
    out[name + " full"] = fwht(x)
    out[name + " threads"] = fwht(x, threads=2)
    out[name + " at"] = fwht_at(x, rows)
    out[name + " sparse"] = fwht_sparse(x[rows], rows, x.size)
    out[name + " gram"] = gram(x, rows)
np.savez(sys.argv[2], **out)
"""


def test_this_processor_has_registers() -> None:
    assert VECTOR_BYTES in (16, 32, 64)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="needs an x86-64 processor")
@pytest.mark.parametrize("width", sorted(PROCESSORS))
def test_narrower_registers(width: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    n = 1 << 16
    rows = rng.choice(n, 40, replace=False)
    inputs = {dtype: rng.standard_normal(n).astype(dtype) for dtype in ("f4", "f8")}
    np.savez(tmp_path / "in.npz", rows=rows, f4=inputs["f4"], f8=inputs["f8"])
    name, features = PROCESSORS[width]
    environment = {
        **os.environ,
        "NUMBA_CPU_NAME": name,
        "NUMBA_CPU_FEATURES": features,
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "in.npz"), str(tmp_path / "out.npz")]
    subprocess.run(command, env=environment, check=True)
    with np.load(tmp_path / "out.npz") as out:
        assert out["bytes"] == width
        for dtype, x in inputs.items():
            np.testing.assert_array_equal(out[f"{dtype} full"], fwht(x))
            np.testing.assert_array_equal(out[f"{dtype} threads"], fwht(x))
            np.testing.assert_array_equal(out[f"{dtype} gram"], gram(x, rows))
            close = 1e-4 if dtype == "f4" else 1e-12
            np.testing.assert_allclose(out[f"{dtype} at"], fwht_at(x, rows), rtol=0, atol=close)
            sparse = fwht_sparse(x[rows], rows, n)
            np.testing.assert_allclose(out[f"{dtype} sparse"], sparse, rtol=0, atol=close)
