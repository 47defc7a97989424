"""Heights along roads: for each road a profile, a line of heights over the distance."""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from attrs import frozen

from genastar_roads.graph.columns import Float64, Int64


@frozen(eq=False)
class Relief:
    """Profiles of roads: profile ``p`` has the points ``first[p]`` to ``first[p + 1]``, its ends included."""

    first: Int64
    along: Float64
    """Share of the road's length before each point, from 0 to 1."""
    height: Float64
    """Metres above sea level."""

    @cached_property
    def rises(self) -> Float64:
        """Metres up and metres down along each profile, shape (profiles, 2)."""
        steps = np.diff(self.height, append=0.0)
        steps[self.first[1:] - 1] = 0.0  # from the end of a profile to the beginning of the next
        return np.stack([np.add.reduceat(np.maximum(each, 0.0), self.first[:-1]) for each in (steps, -steps)], axis=1)

    def cut_profile(self, number: int, begin: float, end: float) -> Float64:
        """Return shares of a road's length and heights from one share to another, shape (k, 2); ``~p`` is ``p`` backwards."""
        rows = slice(self.first[max(number, ~number)], self.first[max(number, ~number) + 1])
        along, height = self.along[rows], self.height[rows]
        if number < 0:
            along, height = 1.0 - along[::-1], height[::-1]
        inside = (along > begin) & (along < end)
        shares = np.concatenate(([begin], along[inside], [end]))
        return np.stack((shares, np.interp(shares, along, height)), axis=1)

    def fits(self, profiles: int) -> bool:
        """Return whether the arrays fit together and hold this number of profiles at least."""
        return (
            len(self.first) > profiles
            and self.first[0] == 0
            and self.first[-1] == len(self.along) == len(self.height)
            and bool((np.diff(self.first) > 0).all())
            and bool(np.isfinite(self.height).all() and ((self.along >= 0) & (self.along <= 1)).all())
        )


NO_RELIEF: Final = Relief(np.zeros(1, np.int64), np.empty(0), np.empty(0))
