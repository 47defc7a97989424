"""Data that algorithms prepare once for a graph: landmarks and a hierarchy."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Literal

from attrs import frozen

from genastar.files import AnyPath
from genastar_roads.graph.turns import Junctions
from genastar_roads.prepare.hierarchy import Hierarchy
from genastar_roads.search.landmarks import Landmarks

Preparation = Literal["alt", "ch"]
"""Algorithms with a preparation. Each name is also the suffix of the file that stores it."""


@frozen(eq=False)
class Prepared:
    """A graph with its landmarks and hierarchy: opened if saved beside the graph's file, otherwise computed at first use."""

    junctions: Junctions
    saved: Path | None = None
    """The graph's file. Landmarks are stored under its name with ``.alt`` appended, the hierarchy with ``.ch``."""

    @cached_property
    def landmarks(self) -> Landmarks:
        """Landmarks of the split graph."""
        found = self._beside("alt")
        return Landmarks.of(self.junctions.split) if found is None else Landmarks.open(found, self.junctions.split)

    @cached_property
    def hierarchy(self) -> Hierarchy:
        """Contraction hierarchy of the split graph."""
        found = self._beside("ch")
        return Hierarchy.of(self.junctions.split) if found is None else Hierarchy.open(found, self.junctions.split)

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
