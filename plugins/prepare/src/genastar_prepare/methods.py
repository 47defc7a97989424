"""The algorithms that prepare, one for each method. Heavy modules are imported when a preparation begins."""

from __future__ import annotations

from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from math import log2
from os import cpu_count
from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, cast

from attrs import evolve, field, frozen, validators

from genastar import BadInput, Cancelled, Result
from genastar.algorithm import BatchProblem
from genastar.authoring import Promise
from genastar.contracts.request import Request
from genastar.contracts.run import Run
from genastar.files import AnyPath
from genastar.options import text, to_table_path, whole
from genastar.values.cost import V
from genastar.values.node import K
from genastar.worlds.preparing import Prepared, Preparing, Source
from genastar_prepare.cache import store_in_cache

if TYPE_CHECKING:
    from genastar_prepare.dissection.customizable import Customizable
    from genastar_prepare.graph.rows import RowGraph
    from genastar_prepare.ground import PreparedGround
    from genastar_prepare.labels.prepared_labels import PreparedLabels
    from genastar_prepare.moves.prepared_moves import PreparedMoves
    from genastar_prepare.prepared import PreparedCustomizable, PreparedHierarchy, PreparedLandmarks, PreparedOnGround


@frozen
class TableMethod(Preparing):
    """A method whose preparation is computed at the first search, or read from a file."""

    table: str | None = field(
        default=None,
        converter=to_table_path,
        validator=validators.optional(text),
        metadata={
            "help": "file: read if it exists, otherwise written; left out, the preparation is not kept",
            "file": True,
        },
    )

    compiling: ClassVar[int]
    """About how many seconds the first preparation by this method takes to compile; later ones load the machine code."""

    @property
    def promise(self) -> Promise:
        """Promise the optimum."""
        return Promise(1.0)

    @abstractmethod
    def prepare_ground(self, ground: PreparedGround, table: AnyPath | None) -> PreparedOnGround[Any]:
        """Prepare a ground, or open its preparation.

        Raises:
            BadInput: the file cannot be read, or belongs to another ground; or a path could cost too much.
        """

    @abstractmethod
    def estimate(self, rows: RowGraph) -> tuple[float, float]:
        """Return about how many seconds and megabytes a preparation of these rows takes with a compiler."""

    def prepare_source(
        self, source: Source, starts: Iterable[Any] = (), *, engine: str = "auto", table: AnyPath | None = None
    ) -> Prepared[Any]:
        from genastar_prepare.ground import PreparedGround
        from genastar_prepare.prepared_source import PreparedSource

        return PreparedSource(self.prepare_ground(PreparedGround.of(source, starts, engine), table))

    def prepare_request(self, request: Request[K, V]) -> PreparedOnGround[K]:
        """Return the prepared problem or world of a request: prepared at its first request, or read from the table."""
        from genastar_prepare.ground import find_ground

        with request.cancel.govern():
            return self.load_or_prepare(find_ground(request))

    def load_or_prepare(self, ground: PreparedGround) -> PreparedOnGround[Any]:
        """Return a ground prepared: at the first call, or from the table or the file beside the source."""
        found = cast("PreparedOnGround[Any] | None", ground.prepared.get(self))
        if found is None:
            table = ground.find_saved_file(self.name) if self == type(self)() else self._find_table()
            found = self.prepare_ground(ground, table)
            if self.table is not None and table is None:
                found.save(self.table)
            store_in_cache(ground.prepared, self, found)
        return found

    def _find_table(self) -> str | None:
        """Return the table if there is such a file. A broken link counts as a file, and is refused when it is read."""
        if self.table is None or lexists(self.table):
            return self.table
        if not (folder := Path(self.table).parent).is_dir():
            raise BadInput(f"{self.table}: the folder {folder} does not exist; create it, or choose another")
        return None

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Change a request as the prepared problem or world does, so that its estimate can be checked."""
        return self.prepare_request(request).change_request(request)

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Return the answer of the prepared problem or world. The limit on seconds bounds the preparation too."""
        prepared, rest = self._prepare_within_limits(request)
        return rest.search() if prepared is None else prepared.search(rest)

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run of the prepared problem or world. The limit on seconds bounds the preparation too."""
        prepared, rest = self._prepare_within_limits(request)
        return rest.begin() if prepared is None else prepared.begin(rest)

    def combine(self, world: object, questions: Sequence[tuple[object, tuple[object, ...]]]) -> BatchProblem[Any, Any] | None:
        """Combine questions to a world that knows its graph, such as a road graph, into one problem."""
        from genastar_prepare.ground import Grounded

        return self.load_or_prepare(world.ground).combine(world, questions) if isinstance(world, Grounded) else None

    def _prepare_within_limits(self, request: Request[K, V]) -> tuple[PreparedOnGround[K] | None, Request[K, V]]:
        """Return the prepared problem or world, ``None`` if its seconds are over, and the request with the seconds left."""
        seconds = request.limits.seconds
        if seconds is None:
            return self.prepare_request(request), request
        prepared: PreparedOnGround[K] | None = None
        with request.cancel.limit_seconds(seconds) as token, suppress(Cancelled):
            prepared = self.prepare_request(evolve(request, cancel=token))
        if request.cancel.cancelled:
            raise Cancelled("the work was cancelled")
        left = 0.0 if prepared is None else max(0.0, token.seconds_left)
        return prepared, evolve(request, limits=evolve(request.limits, seconds=left))


@frozen
class HierarchyMethod(TableMethod):
    """Contraction hierarchies (Geisberger, Sanders, Schultes and Delling, WEA 2008)."""

    name: ClassVar[str] = "hierarchy"
    summary: ClassVar[str] = "search upwards from both ends in a contraction hierarchy, computed at the first search"
    viewing_hint: ClassVar[str] = (
        "Both searches go only to more important nodes; watch how they leave most nodes near the start and the goal out."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"ch"})
    prepares: ClassVar[str] = "a contraction hierarchy"
    is_default: ClassVar[bool] = True
    compiling: ClassVar[int] = 8

    def estimate(self, rows: RowGraph) -> tuple[float, float]:
        # Fitted to roads (2.4 steps a position) and to open terrain (5), where the last positions have hundreds of neighbours.
        steps = len(rows.head) / max(rows.size, 1)
        return 1.2e-6 * len(rows.head) * steps**2 + 2, (200 * rows.size + 150 * len(rows.head)) / 1e6

    def prepare_ground(self, ground: PreparedGround, table: AnyPath | None) -> PreparedHierarchy[Any]:
        from genastar_prepare.hierarchy.hierarchy import Hierarchy
        from genastar_prepare.prepared import PreparedHierarchy

        return PreparedHierarchy(ground, ground.hierarchy if table is None else Hierarchy.open(table, ground.rows))


@frozen
class LandmarksMethod(TableMethod):
    """Landmarks (Goldberg and Harrelson, SODA 2005): differential heuristics, directed."""

    name: ClassVar[str] = "landmarks"
    summary: ClassVar[str] = "A* with an estimate from distances to landmarks, computed at the first search"
    viewing_hint: ClassVar[str] = (
        "Distances to landmarks make the estimate better; watch how narrow the search stays, even around obstacles."
    )
    is_guided: ClassVar[bool] = True
    other_names: ClassVar[frozenset[str]] = frozenset({"alt"})
    prepares: ClassVar[str] = "distances from and to landmarks"
    compiling: ClassVar[int] = 2

    count: int = field(default=16, validator=whole(1, 256), metadata={"help": "number of landmarks, 1 to 256"})
    choice: Literal["avoid", "farthest"] = field(
        default="avoid",
        validator=validators.in_(("avoid", "farthest")),
        metadata={"help": "choice of landmarks: avoid (where the others are weak) or farthest (from the others)"},
    )

    def estimate(self, rows: RowGraph) -> tuple[float, float]:
        bytes_each = 2 * self.count * (4 if rows.weight.dtype.itemsize == 4 else 8)
        return 3 * self.count * 5e-8 * len(rows.head) + 2, 3 * rows.size * bytes_each / 1e6

    def prepare_ground(self, ground: PreparedGround, table: AnyPath | None) -> PreparedLandmarks[Any]:
        from genastar_prepare.landmarks import Landmarks
        from genastar_prepare.prepared import PreparedLandmarks

        if table is None:
            return PreparedLandmarks(ground, Landmarks.of(ground.rows, self.count, self.choice))
        found, usual = Landmarks.open(table, ground.rows), type(self)()
        for name, known in found.made_with.items():
            if getattr(self, name) not in (known, getattr(usual, name)):
                raise BadInput(
                    f"{table}: these landmarks were prepared with {name}={known}; leave out {name}, or prepare them again"
                )
        return PreparedLandmarks(ground, found)


def _make_memory_option() -> Any:
    """Return the option that limits the memory of a preparation."""
    return field(
        default=4096,
        validator=whole(1, 1_000_000),
        metadata={"help": "maximum size of the preparation in megabytes; a larger one is refused"},
    )


@frozen
class HubLabelsMethod(TableMethod):
    """Hub labels (Abraham, Delling, Goldberg and Werneck, SEA 2011), made from a contraction hierarchy."""

    name: ClassVar[str] = "hub-labels"
    summary: ClassVar[str] = "read distances from hub labels, computed at the first search"
    viewing_hint: ClassVar[str] = "It reads the distance from two labels; watch how it expands no nodes but those of the path."
    other_names: ClassVar[frozenset[str]] = frozenset({"hl", "phl"})
    prepares: ClassVar[str] = "hub labels"
    compiling: ClassVar[int] = 12

    memory: int = _make_memory_option()

    def estimate(self, rows: RowGraph) -> tuple[float, float]:
        seconds, megabytes = HierarchyMethod().estimate(rows)
        labels = 0.26 * rows.size**1.5 * len(rows.head) / (2.4 * max(rows.size, 1))  # fitted to roads and open terrain
        return seconds + 2e-7 * labels, megabytes + 8e-6 * labels

    def prepare_ground(self, ground: PreparedGround, table: AnyPath | None) -> PreparedLabels[Any]:
        from genastar_prepare.labels.labels import Labels
        from genastar_prepare.labels.prepared_labels import PreparedLabels

        return PreparedLabels(
            ground, Labels.of(ground.hierarchy, self.memory) if table is None else Labels.open(table, ground.rows)
        )


@frozen
class FirstMovesMethod(TableMethod):
    """First moves: compressed path databases (Botea, AIIDE 2011; Strasser, Harabor and Botea, SoCS 2014)."""

    name: ClassVar[str] = "first-moves"
    summary: ClassVar[str] = "read each step from a table of first moves, computed at the first search"
    viewing_hint: ClassVar[str] = (
        "A table holds the first step to every goal; watch how it expands no nodes but those of the path."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"cpd"})
    prepares: ClassVar[str] = "first moves between all positions"
    compiling: ClassVar[int] = 4

    memory: int = _make_memory_option()

    def estimate(self, rows: RowGraph) -> tuple[float, float]:
        # Fitted to open terrain: a search from each position, and about the square root of the positions as runs of each.
        return 3e-8 * rows.size * len(rows.head) / (cpu_count() or 1) + 1, 8e-6 * 1.2 * rows.size**1.5

    def prepare_ground(self, ground: PreparedGround, table: AnyPath | None) -> PreparedMoves[Any]:
        from genastar_prepare.moves.prepared_moves import PreparedMoves
        from genastar_prepare.moves.table import FirstMoves

        rows = ground.rows
        return PreparedMoves(ground, FirstMoves.of(rows, self.memory) if table is None else FirstMoves.open(table, rows))


_orders: Final[OrderedDict[int, Customizable]] = OrderedDict()
"""The newest orders, by the steps that they belong to; see `genastar_prepare.graph.rows.compute_shape`."""


@frozen
class CustomizableMethod(TableMethod):
    """Customizable contraction hierarchies (Dibbelt, Strasser and Wagner, JEA 21, 2016).

    The order is remembered with the steps of the problem or world, and the file holds the order alone. So new costs of the same
    steps need no new order.
    """

    name: ClassVar[str] = "customizable"
    summary: ClassVar[str] = "search upwards in a hierarchy that adapts to new costs quickly, computed at the first search"
    viewing_hint: ClassVar[str] = (
        "Both searches go only upwards in the hierarchy; watch how few nodes they expand on a large map."
    )
    other_names: ClassVar[frozenset[str]] = frozenset({"cch"})
    prepares: ClassVar[str] = "the order of a customizable hierarchy"
    compiling: ClassVar[int] = 11

    memory: int = _make_memory_option()

    def estimate(self, rows: RowGraph) -> tuple[float, float]:
        steps = min(len(rows.head) / max(rows.size, 1) / 8, 1)
        arcs = 2.3 * steps**1.5 * rows.size * log2(rows.size + 2)  # fitted to roads and open terrain
        return 3e-5 * rows.size + 4e-7 * arcs + 2, (100 * rows.size + 60 * arcs) / 1e6

    def prepare_ground(self, ground: PreparedGround, table: AnyPath | None) -> PreparedCustomizable[Any]:
        from genastar_prepare.dissection.customizable import Customizable
        from genastar_prepare.graph.rows import compute_shape
        from genastar_prepare.prepared import PreparedCustomizable

        rows = ground.rows
        shape = compute_shape(rows)
        order = _orders.get(shape)
        if table is not None:
            order = Customizable.open(table, rows, self.memory)
        elif order is None:
            order = Customizable.of(rows, most_megabytes=self.memory)
        store_in_cache(_orders, shape, order)
        return PreparedCustomizable(ground, order.customize_weights(rows.weight, rows.fingerprint), order)
