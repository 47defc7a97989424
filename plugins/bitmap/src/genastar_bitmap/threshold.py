"""The threshold that separates walls from free pixels, chosen from the histogram of an image."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

_CONTRAST: Final = 32.0
"""Two groups of pixels whose mean levels differ by less are one group with noise."""

LEAST: Final = 1
"""The threshold of an image without two groups of pixels: only black is a wall."""


def compute_otsu_threshold(levels: NDArray[np.uint8]) -> int:
    """Return the threshold from 1 to 255 that divides levels into the two groups with the greatest variance between them.

    Of several such thresholds, the middle one (Otsu, A threshold selection method from gray-level histograms, IEEE Transactions
    on Systems, Man and Cybernetics 9(1), 1979). If the mean levels of the groups are nearly equal, `LEAST`.
    """
    counts = np.bincount(levels.reshape(-1), minlength=256).astype(np.float64)
    below, total = np.cumsum(counts)[:-1], counts.sum()  # of each threshold, the pixels below it
    sums = np.cumsum(counts * np.arange(256))
    above = total - below
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = (sums[-1] - sums[:-1]) / above - sums[:-1] / below  # between the means of both groups
    between = np.where((below > 0) & (above > 0), below * above * apart**2, 0.0)
    best = np.flatnonzero(between >= between.max() * (1 - 1e-12))
    chosen = int(best[len(best) // 2])
    return chosen + 1 if between[chosen] > 0 and apart[chosen] >= _CONTRAST else LEAST
