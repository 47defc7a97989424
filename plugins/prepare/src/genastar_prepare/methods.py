"""The algorithms that prepare: ``landmarks`` and ``hierarchy``. Heavy modules are imported when a preparation begins."""

from __future__ import annotations

from abc import abstractmethod
from collections import OrderedDict
from collections.abc import Iterable
from os import PathLike, fspath
from os.path import lexists
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Protocol, cast, runtime_checkable

from attrs import field, frozen, validators

from genastar import BadInput, Promise, Result
from genastar.cost import V
from genastar.errors import shown
from genastar.files import AnyPath
from genastar.node import K
from genastar.options import whole
from genastar.preparing import Prepared, Preparing, Source
from genastar.request import Request
from genastar.run import Run

if TYPE_CHECKING:
    from genastar_prepare.ground import Ground
    from genastar_prepare.prepared import ByHierarchy, ByLandmarks
    from genastar_prepare.rows import Rows


def _path(path: AnyPath | None) -> str | None:
    if not isinstance(path, (str, PathLike, type(None))):
        raise BadInput(f"table={shown(path)}: expected a file path")
    return None if path is None else fspath(path)


@runtime_checkable
class PreparesItself(Protocol):
    """A world that prepares itself, such as a road graph."""

    def preparation(self, method: Preparing, table: AnyPath | None = None) -> Prepared[Any]:
        """Return this world prepared by a method, or by opening a saved preparation."""


REMEMBERED: Final = 4
"""Preparations that are remembered, the newest ones."""

_kept: Final[OrderedDict[tuple[int, Preparing], tuple[Any, Any]]] = OrderedDict()
"""Preparations by the identity of what was prepared."""


@frozen
class Tabled(Preparing):
    """A method whose preparation is computed at the first search, or read from a file."""

    table: str | None = field(
        default=None,
        converter=_path,
        metadata={
            "help": "file: read if it exists, otherwise written; left out, the preparation is not kept",
            "file": True,
        },
    )

    @property
    def promise(self) -> Promise:
        """Promise the optimum."""
        return Promise(1.0)

    @abstractmethod
    def on(self, ground: Ground, table: AnyPath | None) -> Prepared[Any]:
        """Prepare a ground, or open its preparation.

        Raises:
            BadInput: the file cannot be read, or belongs to another ground; or a path could cost too much.
        """

    @abstractmethod
    def estimate(self, rows: Rows) -> tuple[float, float]:
        """Return about how many seconds and megabytes a preparation of these rows takes with a compiler."""

    def prepared(
        self, source: Source, starts: Iterable[Any] = (), *, engine: str = "auto", table: AnyPath | None = None
    ) -> Prepared[Any]:
        from genastar_prepare.ground import Ground

        if isinstance(source, PreparesItself):
            return source.preparation(self, table)
        return self.on(Ground.of(source, starts, engine), table)

    def of(self, request: Request[K, V]) -> Prepared[K]:
        """Return the prepared problem or world of a request: prepared at its first request, or read from the table."""
        from genastar_prepare.ground import ground_of

        source: Any = request.question[0] if isinstance(request.question, tuple) else request.problem
        with request.cancel.governing():
            on = source if isinstance(source, PreparesItself) else ground_of(request)
            known, found = _kept.get((id(source), self), (None, None))
            if known is not on:
                table = self._saved()
                found = on.preparation(self, table) if isinstance(on, PreparesItself) else self.on(on, table)
                if self.table is not None and table is None:
                    found.save(self.table)
                _kept[id(source), self] = on, found
                while len(_kept) > REMEMBERED:
                    _kept.popitem(last=False)
        return cast("Prepared[K]", found)

    def _saved(self) -> str | None:
        """Return the table if there is such a file. A broken link counts as a file, and is refused when it is read."""
        if self.table is None or lexists(self.table):
            return self.table
        if not (folder := Path(self.table).parent).is_dir():
            raise BadInput(f"{self.table}: the folder {folder} does not exist; create it, or choose another")
        return None

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Return the answer of the prepared problem or world."""
        return self.of(request).search(request)

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run of the prepared problem or world."""
        return self.of(request).begin(request)


@frozen
class HierarchyMethod(Tabled):
    """Contraction hierarchies (Geisberger, Sanders, Schultes and Delling, WEA 2008)."""

    name: ClassVar[str] = "hierarchy"
    summary: ClassVar[str] = "search upwards from both ends in a contraction hierarchy, computed at the first search"
    prepares: ClassVar[str] = "a contraction hierarchy"

    def estimate(self, rows: Rows) -> tuple[float, float]:
        # Fitted to roads (2.4 steps a position) and to open terrain (5), where the last positions have hundreds of neighbours.
        steps = len(rows.head) / max(rows.size, 1)
        return 1.2e-6 * len(rows.head) * steps**2 + 2, (200 * rows.size + 150 * len(rows.head)) / 1e6

    def on(self, ground: Ground, table: AnyPath | None) -> ByHierarchy[Any]:
        from genastar_prepare.hierarchy.hierarchy import Hierarchy
        from genastar_prepare.prepared import ByHierarchy

        rows = ground.finite.rows
        return ByHierarchy(ground, Hierarchy.of(rows) if table is None else Hierarchy.open(table, rows))


@frozen
class LandmarksMethod(Tabled):
    """Landmarks (Goldberg and Harrelson, SODA 2005): differential heuristics, directed."""

    name: ClassVar[str] = "landmarks"
    summary: ClassVar[str] = "A* with an estimate from distances to landmarks, computed at the first search"
    prepares: ClassVar[str] = "distances from and to landmarks"

    count: int = field(default=16, validator=whole(1, 256), metadata={"help": "number of landmarks, 1 to 256"})
    choice: Literal["avoid", "farthest"] = field(
        default="avoid",
        validator=validators.in_(("avoid", "farthest")),
        metadata={"help": "choice of landmarks: avoid (where the others are weak) or farthest (from the others)"},
    )

    def estimate(self, rows: Rows) -> tuple[float, float]:
        bytes_each = 2 * self.count * (4 if rows.weight.dtype.itemsize == 4 else 8)
        return 3 * self.count * 5e-8 * len(rows.head) + 2, 3 * rows.size * bytes_each / 1e6

    def on(self, ground: Ground, table: AnyPath | None) -> ByLandmarks[Any]:
        from genastar_prepare.landmarks import Landmarks
        from genastar_prepare.prepared import ByLandmarks

        rows = ground.finite.rows
        return ByLandmarks(
            ground, Landmarks.of(rows, self.count, self.choice) if table is None else Landmarks.open(table, rows)
        )
