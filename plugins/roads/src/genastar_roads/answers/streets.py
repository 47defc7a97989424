"""Places by the names of streets."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
from attrs import frozen
from scipy.sparse import coo_matrix  # type: ignore[import-untyped]
from scipy.sparse.csgraph import connected_components  # type: ignore[import-untyped]
from scipy.spatial import cKDTree  # type: ignore[import-untyped]

from genastar import BadInput
from genastar.errors import format_value
from genastar_roads.graph.columns import Float64, Int64
from genastar_roads.graph.earth import RADIUS, compute_unit_vectors
from genastar_roads.graph.lines import cut_line, list_lines
from genastar_roads.graph.road_graph import RoadGraph

_APART: Final = 500.0
"""Roads of one name with a larger gap in metres are different streets."""

_LISTED: Final = 5
"""Number of choices that a message lists."""

Spot = tuple[float, float]
"""Latitude and longitude."""


@frozen(eq=False, slots=False)
class Streets:
    """An index of the streets of a graph by name. Case and accents do not matter."""

    graph: RoadGraph

    @property
    def example(self) -> str:
        """Return the name of some street, of several words if possible; empty if no street has a name."""
        names = () if self.graph.facts is None else self.graph.facts.names
        return max(names, key=lambda name: (" " in name, bool(name)), default="")

    def find(self, text: str) -> Spot | None:
        """Return the middle of a street, or the junction of two streets ``A / B``; ``None`` if no name fits.

        A part of a name is enough if it occurs in no other name.

        Raises:
            BadInput: several streets fit; or the two streets do not meet.
        """
        if self.graph.facts is None or not len(self.graph.lat):
            return None
        if found := self._find_name(text):
            return self._find_middle(found)
        one, other = (self._find_name(part) for part in text.replace("&", "/").partition("/")[::2])
        return self._find_junction(one, other) if one and other else None

    @cached_property
    def _by_name(self) -> dict[str, int]:
        names = () if self.graph.facts is None else self.graph.facts.names
        return {_normalize_name(name): number for number, name in enumerate(names) if name}

    def _find_name(self, text: str) -> str:
        """Return the name in the graph that a text means, folded; empty if there is none."""
        wanted = _normalize_name(text)
        if not wanted or wanted in self._by_name:
            return wanted
        parts = [name for name in self._by_name if wanted in name]
        if len(parts) > 1:
            raise BadInput(
                f"{format_value(text)} is a part of {len(parts)} street names: {self._list_names(parts)}; give one of them"
            )
        return parts[0] if parts else ""

    def _list_names(self, names: Sequence[str]) -> str:
        assert self.graph.facts is not None
        some = ", ".join(self.graph.facts.names[self._by_name[name]] for name in sorted(names, key=len)[:_LISTED])
        return some + (" ..." if len(names) > _LISTED else "")

    def _find_edges(self, name: str) -> Int64:
        """Return the edges of a name, one for each road."""
        graph = self.graph
        assert graph.facts is not None
        roads: Int64 = graph.sides.road_edges
        found: Int64 = roads[graph.facts.name[roads] == self._by_name[name]]
        return found

    def _find_middle(self, name: str) -> Spot:
        edges = self._find_edges(name)
        points, first = list_lines(self.graph, edges)
        vectors = compute_unit_vectors(points[:, 0], points[:, 1])
        near = cKDTree(vectors).query_pairs(_APART / RADIUS, output_type="ndarray")
        chain = np.setdiff1d(np.arange(len(points) - 1), first[1:-1] - 1)  # the points along each road are connected
        one, other = np.concatenate((near[:, 0], chain)), np.concatenate((near[:, 1], chain + 1))
        links = coo_matrix((np.ones(len(one)), (one, other)), shape=(len(points), len(points)))
        count, part = connected_components(links, directed=False)
        if count > 1:
            firsts = [points[np.flatnonzero(part == each)[0]] for each in range(count)]
            some = "; ".join(f"{lat:.5f},{lon:.5f}" for lat, lon in firsts[:_LISTED]) + (" ..." if count > _LISTED else "")
            raise BadInput(
                f"{count} streets are named {self._list_names([name])}; give the latitude and longitude of one: {some}"
            )
        middles: Float64 = np.concatenate(
            [cut_line(points[first[row] : first[row + 1]], 0.5, 0.5)[:1] for row in range(len(edges))]
        )
        spots = compute_unit_vectors(middles[:, 0], middles[:, 1])
        lat, lon = middles[int(np.argmin(((spots - vectors.mean(axis=0)) ** 2).sum(axis=1)))].tolist()
        return lat, lon

    def _find_junction(self, name: str, other: str) -> Spot:
        graph = self.graph
        one, two = (np.concatenate((graph.tail[edges], graph.head[edges])) for edges in map(self._find_edges, (name, other)))
        shared = np.intersect1d(one, two)
        if not len(shared):
            raise BadInput(
                f"{self._list_names([name])} and {self._list_names([other])} do not meet; give a place on one of them"
            )
        return float(graph.lat[shared[0]]), float(graph.lon[shared[0]])


def _normalize_name(name: str) -> str:
    """Return a name without case, accents and repeated blanks."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())
