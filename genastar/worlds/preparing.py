"""Preparation: algorithms that compute data of a problem once, so that each search afterwards is fast."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, Unpack, cast

from genastar.algorithm import Algorithm, OneRun, find_algorithm, load_usable_algorithms
from genastar.astar import AStar
from genastar.errors import BadInput, PluginError, format_value
from genastar.files import AnyPath
from genastar.options import OptionsOf
from genastar.plugin import make_install_command
from genastar.settings import SearchSettings
from genastar.values.arguments import to_positions_tuple
from genastar.values.cost import Cost
from genastar.values.node import K
from genastar.values.result import Result
from genastar.worlds.domain import Domain
from genastar.worlds.domain_registry import make_options

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Source: TypeAlias = AStar[Any, Any] | Domain[Any, Any, Any, Any]
"""What can be prepared: a problem or a world."""


class Prepared(ABC, Generic[K]):
    """A prepared problem or world. Its `algorithm` serves searches of the problem: ``algorithm=prepared.algorithm``."""

    @property
    @abstractmethod
    def algorithm(self) -> Algorithm:
        """Return the algorithm that searches with what was prepared."""

    @abstractmethod
    def search(self, start: K, goals: Iterable[K], **settings: Unpack[SearchSettings[Any, Cost[Any]]]) -> Result[K, Cost[Any]]:
        """Search for the cheapest path from a start to the nearest of several goals. All are positions.

        The settings are those of `AStar.search` without ``algorithm``; ``engine`` is "auto" by default.

        Raises:
            BadInput: a position was not reached by the preparation.
        """

    @abstractmethod
    def matrix(self, starts: Iterable[K], goals: Iterable[K], *, engine: str = "auto") -> NDArray[np.int64 | np.float64]:
        """Return the cheapest cost from each start to each goal, shape (k, l); -1 if there is no path.

        Raises:
            BadInput: a position was not reached by the preparation.
        """

    def distance(self, start: K, goal: K, *, engine: str = "auto") -> float | None:
        """Return the cost of the cheapest path; ``None`` if there is no path.

        Raises:
            BadInput: a position was not reached by the preparation.
        """
        found = self.matrix([start], [goal], engine=engine)[0, 0].item()
        return None if found == -1 else found

    def path(self, start: K, goal: K, *, engine: str = "auto") -> tuple[K, ...]:
        """Return the positions of the cheapest path; an empty tuple if there is no path.

        Hub labels and first moves read it without a search, and so in less time than `search` takes for its `Result`.

        Raises:
            BadInput: a position was not reached by the preparation.
        """
        return self.search(start, [goal], engine=engine).path

    @abstractmethod
    def save(self, path: AnyPath) -> None:
        """Write the preparation to a file that `prepare` reads.

        Raises:
            BadInput: the file cannot be written.
        """


class Preparing(OneRun):
    """An algorithm that prepares a problem at its first search. Its options are those of the preparation."""

    prepares: ClassVar[str]
    """What is computed, in a few words."""
    is_default: ClassVar[bool] = False
    """Whether `prepare` uses it where no method is named. Of several such, the first by name."""

    @abstractmethod
    def prepare_source(
        self, source: Source, starts: Iterable[Any] = (), *, engine: str = "auto", table: AnyPath | None = None
    ) -> Prepared[Any]:
        """Prepare a problem or a world; see `prepare`.

        Raises:
            BadInput: the source cannot be prepared; or the file cannot be read, or belongs to another source.
        """


def prepare(
    source: Source,
    method: str | None = None,
    starts: Iterable[Any] = (),
    *,
    engine: str = "auto",
    table: AnyPath | None = None,
    **options: object,
) -> Prepared[Any]:
    """Prepare a finite problem or world, so that each search afterwards is fast.

    The hooks are called once for each position, and must add the same steps whatever the cost and the parent of the node.

    >>> prepared = prepare(problem, starts=[start])  # doctest: +SKIP
    >>> prepared.search(start, [goal]).path  # doctest: +SKIP

    Args:
        source: a problem (`AStar`) or a world (`Domain`).
        method: the name of an algorithm that prepares; ``None`` for the one that its plugin recommends.
        starts: positions from which all others are reached. They may be left out for a world that has a view or a start,
            and for a problem whose positions are the numbers 0 to ``size - 1``.
        engine: runs the hooks, as in `AStar.search`.
        table: a file that `Prepared.save` wrote for this source, to open instead.
        options: options of the method.

    Raises:
        BadInput: the source cannot be prepared; the method prepares nothing, or lacks an option; or the file belongs to
            another source.
        PluginError: there is no such method, or none is installed.
    """
    if not isinstance(source, (AStar, Domain)):
        raise BadInput(f"source={format_value(source)}: expected a problem or a world")
    starts = to_positions_tuple(starts, "starts")
    kind = find_method(method)
    algorithm = cast(Preparing, make_options(OptionsOf.of(kind), options))
    return algorithm.prepare_source(source, starts, engine=engine, table=table)


def find_method(name: str | None = None) -> type[Preparing]:
    """Return the algorithm of that name, which must prepare; without a name, the one that its plugin recommends.

    Raises:
        BadInput: the algorithm prepares nothing.
        PluginError: there is no such algorithm, or none that prepares.
    """
    kind = min(_list_methods(), key=lambda kind: not kind.is_default, default=None) if name is None else find_algorithm(name)
    if kind is None:
        raise PluginError(f"no algorithm that prepares is installed; try: {make_install_command('genastar[prepare]')}")
    if not issubclass(kind, Preparing):
        raise BadInput(
            f"the algorithm {format_value(name)} prepares nothing; use {' or '.join(each.name for each in _list_methods())}"
        )
    return kind


def _list_methods() -> Iterator[type[Preparing]]:
    """Yield the algorithms that prepare, installed and registered."""
    return (kind for kind in load_usable_algorithms() if issubclass(kind, Preparing))
