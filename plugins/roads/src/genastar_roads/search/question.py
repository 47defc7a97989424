"""A question as a search needs it: numbers alone."""

from __future__ import annotations

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from genastar_roads.earth import unit_vectors
from genastar_roads.graph import RoadGraph
from genastar_roads.place import Ends, Place, direct, entries, exits
from genastar_roads.turns import Junctions


@frozen(eq=False)
class RoadQuestion:
    """From one of some starts to the nearest of some goals.

    States are the nodes 0 to n - 1, ``n`` for the goal, whichever it is, and ``n + 1`` for a start that is no node.
    """

    graph: RoadGraph
    """Split at junctions where turns matter (`Junctions.split`), so that a search need not look at turns."""
    exits: Ends
    """Where the starts lead, rows of node, cost, edge (-1 at a node itself), shape (k, 3); empty if none was given."""
    entries: Ends
    """From where goals are reached, in the same form, sorted by node; shape (j, 3)."""
    direct: int
    """What the way from a start to a goal on the same edge costs; -1 if there is none."""
    points: NDArray[np.float64]
    """The goals on the sphere of radius 1, shape (j, 3)."""
    start_points: NDArray[np.float64] = field(factory=lambda: np.zeros((0, 3)))
    """The starts, likewise; for searches from both ends."""

    @classmethod
    def of(cls, junctions: Junctions, starts: tuple[Place, ...], goals: tuple[Place, ...]) -> RoadQuestion:
        """The question of these places."""
        way = direct(junctions.graph, starts, goals)
        points, start_points = (unit_vectors([p.lat for p in each], [p.lon for p in each]) for each in (goals, starts))
        cost = -1 if way is None else way[0]
        return cls(
            junctions.split,
            exits(junctions, starts),
            entries(junctions, goals),
            cost,
            points.reshape(-1, 3),
            start_points.reshape(-1, 3),
        )
