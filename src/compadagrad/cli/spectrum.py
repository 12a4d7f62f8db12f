"""The gradients' energy in a learner's subspace."""

import math
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Spectrum", "can_draw", "picture", "spectrum_of"]

LINES = 16
WIDTH = 40
EIGHTHS = " ▏▎▍▌▋▊▉█"


@final
class Spectrum(NamedTuple):
    r"""How much of :math:`\mathrm{tr}\, G = \sum_s \lVert g_s\rVert^2` is where.

    Attributes
    ----------
    energies : numpy.ndarray
        Along the directions of the subspace, in descending order.
    captured : float
        The share of all energy that is in the subspace; NaN before the first gradient.
    """

    energies: NDArray[np.float64]
    captured: float


def spectrum_of(learner: Any) -> Spectrum | None:
    """The spectrum of a learner with a full metric in a subspace; None where there is no such."""
    state = learner.state_dict()
    if not np.size(state.get("memory.roots", ())):
        return None
    scale = math.ldexp(1.0, 2 * int(state["memory.exponent"]))
    roots = np.sort(np.asarray(state["memory.roots"], np.float64))[::-1]
    energies = scale * roots**2
    inside = float(energies.sum())
    outside = scale * float(np.sum(state["memory.outside"], dtype=np.float64))
    whole = inside + outside
    return Spectrum(energies, inside / whole if whole > 0.0 else math.nan)


def can_draw(file: Any) -> bool:
    """Whether the bars can be written to a file, in its encoding."""
    try:
        EIGHTHS.encode(getattr(file, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def picture(energies: NDArray[np.float64], *, plain: bool = False) -> list[str]:
    """A bar for each of the largest energies, with its share of all in the subspace.

    With ``plain`` there are no letters but those of ASCII in it.

    >>> import numpy as np
    >>> for line in picture(np.array([4.0, 1.0]), plain=True):
    ...     print(line)
     1 ########################################  80.0 %
     2 ##########                                20.0 %
    """
    total = float(energies.sum())
    if total == 0.0:
        return ["no gradient yet"]
    lines = [
        f"{place:>2} {_bar(float(energy / energies[0]), plain)} {100 * energy / total:>5.1f} %"
        for place, energy in enumerate(energies[:LINES], 1)
    ]
    if len(energies) > LINES:
        rest = float(energies[LINES:].sum())
        lines.append(f"   {len(energies) - LINES} more with {100 * rest / total:.1f} %")
    return lines


def _bar(share: float, plain: bool) -> str:
    if plain:
        return ("#" * round(WIDTH * share)).ljust(WIDTH)
    eighths = round(8 * WIDTH * share)
    bar = EIGHTHS[8] * (eighths // 8) + EIGHTHS[eighths % 8].strip()
    return bar.ljust(WIDTH)
