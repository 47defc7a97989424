"""Data that algorithms prepare once for a graph: landmarks and a hierarchy."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from attrs import field, frozen

from genastar.files import AnyPath
from genastar_prepare.hierarchy.hierarchy import Hierarchy
from genastar_prepare.landmarks import Landmarks
from genastar_roads.graph.turns import Junctions

Preparation = Literal["alt", "ch"]
"""Algorithms with a preparation. Each name is also the suffix of the file that stores it."""


@frozen(eq=False)
class Prepared:
    """A graph with its landmarks and hierarchy: opened if saved beside the graph's file, otherwise computed at first use."""

    junctions: Junctions
    saved: Path | None = None
    """The graph's file. Landmarks are stored under its name with ``.alt`` appended, the hierarchy with ``.ch``."""
    _landmarks: list[Landmarks] = field(factory=list, init=False, repr=False)
    _hierarchy: list[Hierarchy] = field(factory=list, init=False, repr=False)

    @property
    def landmarks(self) -> Landmarks:
        """Landmarks of the split graph."""
        if not self._landmarks:
            self.prepare("landmarks", self._beside("alt"))
        return self._landmarks[0]

    @property
    def hierarchy(self) -> Hierarchy:
        """Contraction hierarchy of the split graph."""
        if not self._hierarchy:
            self.prepare("hierarchy", self._beside("ch"))
        return self._hierarchy[0]

    def prepare(self, method: Literal["landmarks", "hierarchy"], table: AnyPath | None = None, count: int = 16) -> None:
        """Open a saved preparation, or compute it, and use it from now on.

        Raises:
            BadInput: the file cannot be read, or belongs to another graph; or a path costs too much.
        """
        split = self.junctions.split
        if method == "landmarks":
            self._landmarks[:] = [Landmarks.of(split, count) if table is None else Landmarks.open(table, split)]
        else:
            self._hierarchy[:] = [Hierarchy.of(split) if table is None else Hierarchy.open(table, split)]

    def save(self, graph_file: AnyPath, name: Preparation) -> None:
        """Write an algorithm's preparation beside the graph's file.

        Raises:
            BadInput: the file cannot be written.
        """
        (self.landmarks if name == "alt" else self.hierarchy).save(beside(graph_file, name))

    def is_ready(self, name: Preparation) -> bool:
        """Return whether an algorithm's preparation is saved beside the graph's file."""
        return self._beside(name) is not None

    def _beside(self, name: Preparation) -> Path | None:
        if self.saved is None or not beside(self.saved, name).is_file():
            return None
        return beside(self.saved, name)


def beside(graph_file: AnyPath, name: Preparation) -> Path:
    """Return the path of an algorithm's preparation, beside the graph's file."""
    graph_file = Path(graph_file)
    return graph_file.with_name(f"{graph_file.name}.{name}")
