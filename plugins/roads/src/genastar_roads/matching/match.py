"""The outcome of map matching: the routes that a track follows, and how well."""

from __future__ import annotations

import numpy as np
from attrs import field, frozen

from genastar_roads.answers.route import Route
from genastar_roads.graph.columns import Float64
from genastar_roads.places.place import Place


@frozen(eq=False)
class Match:
    """The most probable path of a track: a route for each part without a break."""

    points: Float64 = field(repr=False)
    """Latitudes and longitudes of the track, shape (k, 2), without points too near to the one before."""
    places: tuple[Place | None, ...] = field(repr=False)
    """The place of each point; ``None`` without a road near it, or without a path to its neighbours."""
    routes: tuple[Route, ...]
    breaks: tuple[tuple[int, int], ...]
    """Pairs of consecutive matched points without a path between them, by their rows in ``points``."""
    log_likelihood: float
    """Natural logarithm of the path's probability density, for a matched point: greater is better."""

    @property
    def matched(self) -> float:
        """Share of the points that have a place, 0 to 1."""
        return sum(place is not None for place in self.places) / len(self.places)

    @property
    def away(self) -> float:
        """Mean distance of the matched points from their places in metres; NaN if none is matched."""
        found = [place.away for place in self.places if place is not None]
        return float(np.mean(found)) if found else float("nan")

    def list_facts(self) -> dict[str, object]:
        """Return how well the track fits, for JSON."""
        return {
            "points": len(self.points),
            "matched": round(self.matched, 4),
            "away": round(self.away, 2) if self.routes else None,
            "log_likelihood": round(self.log_likelihood, 4) if self.routes else None,
            "breaks": [list(each) for each in self.breaks],
        }
