"""A compiled step of the three things that a basis does."""

from typing import Any

from compadagrad._jit import kernel
from compadagrad.projections._compiled import gram_into, lift_into, project_into


@kernel
def through(basis: Any, x: Any, z: Any, lifted: Any, gram: Any) -> None:
    """``z = V^T x``, ``lifted = V z`` and ``gram = V^T diag(x) V``, whose weights are used up."""
    project_into(basis, x, z)
    lift_into(basis, z, lifted)
    gram_into(basis, x, gram)
