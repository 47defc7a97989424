"""Problems and worlds that are prepared with hub labels."""

from __future__ import annotations

from typing import ClassVar, Generic

from attrs import frozen

from genastar.files import AnyPath
from genastar_prepare.graph.rows import Int64
from genastar_prepare.labels.labels import Labels
from genastar_prepare.prepared import Distances
from genastar_prepare.prepared_paths import P, PreparedPaths


@frozen(eq=False)
class PreparedLabels(PreparedPaths[P], Generic[P]):
    """A prepared problem or world whose distances are read from hub labels (Abraham et al., SEA 2011)."""

    name: ClassVar[str] = "hub-labels"
    summary: ClassVar[str] = "read distances from hub labels, and paths from their hierarchy"

    labels: Labels

    def compute_distances(self, starts: Int64, goals: Int64) -> Distances:
        return self.labels.compute_distances(starts, goals)

    def compute_distance(self, start: int, goal: int, engine: str) -> float:
        return self.labels.compute_distance(start, goal)

    def list_edges(self, start: int, goal: int) -> Int64:
        return self.labels.list_edges(start, goal)

    def save(self, path: AnyPath) -> None:
        self.labels.save(path)
