"""What a question avoids or prefers: classes of roads, and areas."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from attrs import evolve, field, frozen
from attrs.converters import optional

from genastar import BadInput
from genastar.errors import format_value, suggest_names
from genastar.values.arguments import expect_number
from genastar_roads.graph.closures import GraphWithClosures
from genastar_roads.graph.columns import Bools
from genastar_roads.graph.facts import EdgeFacts
from genastar_roads.graph.road_graph import MOST, RoadGraph
from genastar_roads.profiles.traits import TRAITS
from genastar_roads.search.area import Polygons, read_area, swap_axes
from genastar_roads.search.metrics import keep_metric

if TYPE_CHECKING:
    from genastar_roads.places.road_index import RoadIndex

_KINDS: Final = (
    "bridleway busway corridor cycleway ferry footway living_street motorway motorway_link path pedestrian pier platform "
    "primary primary_link residential road secondary secondary_link service shuttle_train steps tertiary tertiary_link track "
    "trunk trunk_link unclassified"
)
"""Usual classes, which are known even if a graph has no such road."""

_LEAST: Final = 0.001


def join_changes(avoid: Preference | None, prefer: Preference | None) -> tuple[Preference, ...]:
    """Return what a question changes, after checking that each argument means what its name says.

    Raises:
        BadInput: a factor to avoid is less than 1, or one to prefer is missing or not less than 1.
    """
    for name, each in (("avoid", avoid), ("prefer", prefer)):
        if each is not None and not isinstance(each, Preference):
            raise BadInput(f"{name}={format_value(each)}: expected a Preference, such as Preference('residential', factor=0.5)")
    if avoid is not None and avoid.factor is not None and avoid.factor < 1:
        raise BadInput(f"avoid has the factor {avoid.factor:g}; give 1 or more, or pass it as prefer")
    if prefer is not None and (prefer.factor is None or prefer.factor >= 1):
        raise BadInput(f"prefer has the factor {prefer.factor}; give less than 1, such as 0.5, or pass it as avoid")
    return tuple(each for each in (avoid, prefer) if each is not None)


def _read_classes(classes: object) -> tuple[str, ...]:
    parts = (classes,) if isinstance(classes, str) else tuple(classes) if isinstance(classes, Iterable) else ()
    if not isinstance(classes, Iterable) or not all(isinstance(each, str) for each in parts):
        raise BadInput(f"classes={format_value(classes)}: expected names of classes, such as ('motorway', 'toll')")
    return tuple(name.strip() for each in parts for name in each.split(",") if name.strip())


def _read_factor(factor: float | None) -> float | None:
    if factor is None or (found := expect_number("factor", factor, 0)) == inf:
        return None
    if found < _LEAST:
        raise BadInput(f"factor={format_value(factor)} is too small; give {_LEAST:g} or more: less than 1 prefers the roads")
    return found


@frozen(eq=False)
class ClosedJunctions:
    """Junctions that no route may use, with the roads that meet there."""

    closed: Bools
    """Whether a node is closed, shape (n,)."""
    area: ClassVar[None] = None
    factor: ClassVar[None] = None

    def change_graph(self, graph: RoadGraph, roads: RoadIndex | None, name: str) -> RoadGraph:
        """Return a graph in which the edges at these nodes are closed; see `Preference.change_graph`."""
        return GraphWithClosures.of(graph, self.closed[graph.tail] | self.closed[graph.head])


@frozen(eq=False)
class Preference:
    """Roads that a question avoids or prefers: those of some classes, and those that meet an area.

    Questions with the same object share what is computed for it.
    """

    classes: tuple[str, ...] = field(default=(), converter=_read_classes)
    """Values of ``highway`` (``motorway`` includes ``motorway_link``), and ``toll``, ``unpaved`` and ``ferry``; or text with
    commas between them."""
    area: Polygons | None = field(default=None, converter=optional(read_area), kw_only=True)
    """Polygons; see `read_area`."""
    factor: float | None = field(default=None, converter=_read_factor, kw_only=True)
    """What the costs of these roads are multiplied by: less than 1 to prefer them, more to avoid them; ``None``: no route may
    use them."""

    def __attrs_post_init__(self) -> None:
        """Raise `BadInput` if no road is meant."""
        if not self.classes and self.area is None:
            raise BadInput("no road is meant; give classes, such as ('motorway', 'toll'), or an area")

    def change_graph(self, graph: RoadGraph, roads: RoadIndex | None, name: str) -> RoadGraph:
        """Return a graph in which these edges are closed, or cost more or less. Nodes and edges keep their numbers.

        Estimates stay admissible: they follow the least cost that any edge has for its length.

        Args:
            graph: the graph.
            roads: its index, if there is an area.
            name: name of the graph in error messages.

        Raises:
            BadInput: a class is unknown, the graph does not know the classes or has no coordinates, or a cost is too great.
        """
        chosen = np.zeros(graph.edges, np.bool_)
        if self.classes:
            chosen |= self._find_classes(graph.facts, name)
        if self.area is not None and roads is not None:
            sides = graph.sides
            met = np.zeros(len(sides.least) + 1, np.bool_)  # the last is the side that a one-way street lacks
            edges = roads.find_met(self.area)
            if not len(edges) and len(roads.find_met(swap_axes(self.area))):
                raise BadInput(f"{name}: the area meets roads only if its coordinates are swapped; give longitude first")
            met[sides.of_edge[edges]] = met[sides.opposite[edges]] = True
            met[-1] = False
            chosen |= met[sides.of_edge]
        if self.factor is None:
            return GraphWithClosures.of(graph, chosen)
        weight = np.where(chosen, np.ceil(graph.weight * self.factor), graph.weight)
        if (greatest := weight.max(initial=0)) > MOST:
            raise BadInput(
                f"{name}: factor={self.factor:g} makes a road cost {greatest / MOST:,.0f} times the limit; give less, or no "
                "factor, which closes the roads"
            )
        return evolve(keep_metric(graph), weight=weight.astype(np.int32))

    def _find_classes(self, facts: EdgeFacts | None, name: str) -> Bools:
        """Return which edges are of these classes, shape (m,)."""
        if facts is None or not len(facts.kind):
            raise BadInput(f"{name}: the classes of its roads are unknown; choose by area, or read an OpenStreetMap extract")
        known = {*TRAITS, *_KINDS.split(), *facts.kinds} - {""}
        for each in self.classes:
            if each not in known:
                near = suggest_names(each, sorted(known), "", "; expected {}")
                raise BadInput(
                    f"{name}: {format_value(each)} is no class of roads{near}; give toll, ferry, unpaved or a value of highway"
                )
            if each in TRAITS and each not in facts.kinds and not len(facts.traits):
                raise BadInput(f"{name}: {each} is unknown of its roads; read an OpenStreetMap extract to choose by it")
        of_kind = [not {kind, kind.removesuffix("_link")}.isdisjoint(self.classes) for kind in facts.kinds]
        found = np.array(of_kind, np.bool_)[facts.kind]
        bits = sum(1 << bit for bit, trait in enumerate(TRAITS) if trait in self.classes)
        if len(facts.traits):
            found |= (facts.traits & bits) != 0
        return found
