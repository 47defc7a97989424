"""Problems and worlds that are prepared with first moves."""

from __future__ import annotations

from typing import ClassVar, Generic

from attrs import frozen

from genastar.files import AnyPath
from genastar_prepare.graph.rows import Int64
from genastar_prepare.moves.table import FirstMoves
from genastar_prepare.prepared import Distances
from genastar_prepare.prepared_paths import P, PreparedPaths


@frozen(eq=False)
class PreparedMoves(PreparedPaths[P], Generic[P]):
    """A prepared problem or world whose paths are read from a table of first moves (Botea, AIIDE 2011)."""

    name: ClassVar[str] = "first-moves"
    summary: ClassVar[str] = "read each step of a path from a table of first moves"

    table: FirstMoves

    def compute_distances(self, starts: Int64, goals: Int64) -> Distances:
        return self.table.compute_distances(starts, goals)

    def list_edges(self, start: int, goal: int) -> Int64:
        return self.table.list_edges(start, goal)

    def save(self, path: AnyPath) -> None:
        self.table.save(path)
