"""Facts about edges besides their weights: lengths, names, shapes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from genastar import BadInput
from genastar.storage.array_file import AnyArray, Stored
from genastar_roads.graph.columns import Float32, Float64, Int8, Int32, Int64
from genastar_roads.graph.hours import EdgeHours
from genastar_roads.graph.relief import NO_RELIEF, Relief

STRAIGHT: Final = np.iinfo(np.int32).min
"""The shape of an edge without bends."""


@frozen(eq=False)
class Shapes:
    """Bends of roads: shape ``s`` has the points ``first[s]`` to ``first[s + 1]``, without the junctions at its ends."""

    first: Int64
    lat: Float64
    lon: Float64
    node_id: Int64
    """Numbers of the bends in the source."""


NO_SHAPES: Final = Shapes(np.zeros(1, np.int64), np.empty(0), np.empty(0), np.empty(0, np.int64))


@frozen(eq=False)
class EdgeFacts:
    """Facts about edges, each of shape (m,)."""

    length: Float64
    """Metres along the road."""
    seconds: Float64
    """Travel time by the profile; NaN if unknown."""
    way: Int64
    """OSM way of the edge; an edge that runs along it backwards has the same number."""
    name: Int32
    """Index into ``names``."""
    shape: Int32
    """Index into ``shapes``; ``~s`` for shape ``s`` backwards; `STRAIGHT` for none."""
    names: tuple[str, ...] = ("",)
    """Street names, each once; the first is empty, for unnamed streets."""
    shapes: Shapes = field(default=NO_SHAPES)
    kind: Int32 = field(factory=lambda: np.empty(0, np.int32))
    """Index into ``kinds``; empty if the kinds of roads are unknown."""
    kinds: tuple[str, ...] = ()
    """Kinds of roads as the source names them, each once: the values of OpenStreetMap's ``highway``, or ``ferry``."""
    traits: Int8 = field(factory=lambda: np.empty(0, np.int8))
    """Tolls, unpaved surfaces and ferries as bits, see `genastar_roads.profiles.traits`; empty if they are unknown."""
    profile: Int32 = field(factory=lambda: np.empty(0, np.int32))
    """Index into ``relief``; ``~p`` for profile ``p`` backwards; empty if heights are unknown."""
    relief: Relief = field(default=NO_RELIEF)
    effort: Float32 = field(factory=lambda: np.empty(0, np.float32))
    """By what slopes multiply the time, which ``seconds`` holds; 1 in a table of roads that had heights; else empty."""
    more: Int32 = field(factory=lambda: np.empty((0, 0), np.int32))
    """The weights by ``metrics``, shape (m, metrics); see `genastar_roads.search.metrics`."""
    metrics: tuple[str, ...] = ()
    """The metrics after that of the weights of the graph; all metrics, if a factor changed those weights."""
    hours: EdgeHours | None = None
    """Rules by the hour; ``None`` if they were not read."""

    @classmethod
    def open(cls, found: Stored) -> EdgeFacts | None:
        """Return the facts of a saved graph; ``None`` if it has none."""
        names, kinds = found.facts.get("names"), found.facts.get("kinds")  # files of earlier versions have no kinds
        if not isinstance(names, list):
            return None
        return cls(
            found.get_float64("length"),
            found.get_float("seconds").astype(np.float64),  # of 32 bits in files of earlier versions
            found.get_int64("way"),
            found.get_int32("name"),
            found.get_int32("shape"),
            tuple(names),
            Shapes(
                found.get_int64("shape_first"),
                found.get_float64("shape_lat"),
                found.get_float64("shape_lon"),
                found.get_int64("shape_node_id"),
            ),
            found.get_int32("kind") if isinstance(kinds, list) else np.empty(0, np.int32),
            tuple(kinds) if isinstance(kinds, list) else (),
            found.get_int8("traits"),
            **_open_relief(found),
        )

    @property
    def arrays(self) -> dict[str, AnyArray]:
        """The arrays to save, by name.

        Raises:
            BadInput: there are rules by the hour, which a file does not hold.
        """
        if self.hours is not None:
            raise BadInput("roads that were read for a departure are not saved; save those that are read without one")
        facts = {name: getattr(self, name) for name in ("length", "seconds", "way", "name", "shape", "kind", "traits")}
        facts |= {f"shape_{name}": getattr(self.shapes, name) for name in ("first", "lat", "lon", "node_id")}
        if not len(self.profile):
            return facts
        relief = {f"relief_{name}": getattr(self.relief, name) for name in ("first", "along", "height")}
        return facts | {"profile": self.profile, "effort": self.effort} | relief

    def get_rises(self, edges: NDArray[np.integer]) -> Float64:
        """Return the metres up and down along edges, shape (k, 2), if heights are known."""
        profile = self.profile[edges]
        rises = self.relief.rises[np.where(profile < 0, ~profile, profile)]
        return np.asarray(np.where(profile[:, None] < 0, rises[:, ::-1], rises))

    def take_edges(self, order: NDArray[np.integer]) -> EdgeFacts:
        """Return the facts of these edges, in this order."""
        return evolve(
            self,
            length=self.length[order],
            seconds=self.seconds[order],
            way=self.way[order],
            name=self.name[order],
            shape=self.shape[order],
            kind=self.kind[order] if len(self.kind) else self.kind,
            traits=self.traits[order] if len(self.traits) else self.traits,
            profile=self.profile[order] if len(self.profile) else self.profile,
            effort=self.effort[order] if len(self.effort) else self.effort,
            more=self.more[order] if len(self.more) else self.more,
            hours=None if self.hours is None else self.hours.take_edges(order),
        )

    def reverse_edges(self) -> EdgeFacts:
        """Return the facts of the same edges with their direction reversed."""
        shape = np.where(self.shape == STRAIGHT, STRAIGHT, ~self.shape).astype(np.int32)
        return evolve(self, shape=shape, profile=~self.profile)

    def check(self, name: str, edges: int) -> None:
        """Check that the arrays fit together.

        Raises:
            BadInput: they do not.
        """
        rows, shapes = self.shapes.first, len(self.shapes.first) - 1
        bent = self.shape[self.shape != STRAIGHT]
        used = np.where(bent < 0, ~bent, bent)
        fits = (
            all(len(array) == edges for array in (self.length, self.seconds, self.way, self.name, self.shape))
            and shapes >= 0
            and rows[0] == 0
            and rows[-1] == len(self.shapes.lat) == len(self.shapes.lon) == len(self.shapes.node_id)
            and bool((np.diff(rows) >= 0).all())
            and bool(np.isfinite(self.shapes.lat).all() and np.isfinite(self.shapes.lon).all())
            and bool(np.isfinite(self.length).all() and (self.length >= 0).all())
            and bool(((self.name >= 0) & (self.name < len(self.names))).all())
            and int(used.max(initial=-1)) < shapes
            and len(self.kind) in (0, edges)
            and len(self.traits) in (0, edges)
            and len(self.profile) in (0, edges)
            and len(self.effort) in (0, edges)
            and bool(np.isfinite(self.effort).all() and (self.effort > 0).all())
            and (not len(self.profile) or self.relief.fits(int(np.maximum(self.profile, ~self.profile).max()) + 1))
            and bool(((self.kind >= 0) & (self.kind < len(self.kinds))).all())
            and all(isinstance(each, str) for each in (*self.names, *self.kinds))
        )
        if not fits:
            raise BadInput(f"{name}: its road facts do not fit together; save it again from its source")


def _open_relief(found: Stored) -> dict[str, Any]:
    """Return the heights of a saved graph as arguments of `EdgeFacts`; none if it has none."""
    if "profile" not in found.arrays:
        return {}
    first, along, height = (f"relief_{name}" for name in ("first", "along", "height"))
    relief = Relief(found.get_int64(first), found.get_float64(along), found.get_float64(height))
    return {"profile": found.get_int32("profile"), "relief": relief, "effort": found.get_float32("effort")}
