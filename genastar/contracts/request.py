"""Requests: one value with all arguments of a search, which every layer passes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, cast

from attrs import Factory, evolve, fields

from genastar.contracts.frontier import BEST_FIRST, Frontier
from genastar.contracts.hooks import Hooks
from genastar.contracts.run import Run
from genastar.contracts.workspace import Workspace
from genastar.errors import NoFrontier
from genastar.values.cost import V
from genastar.values.limits import NO_LIMITS, CancelToken, Limits, governing_token
from genastar.values.node import K
from genastar.values.observer import Observer
from genastar.values.result import Result

if TYPE_CHECKING:
    from attrs import frozen
else:
    from attrs import define as frozen  # unguarded at run time, as in node.py: a search makes one request


class Runner(Protocol):
    """The part of `genastar.engine.Engine` that a request uses."""

    @property
    def frontiers(self) -> frozenset[type[Frontier]]:
        """Return the orders of expansion that the engine supports."""

    @property
    def installed_as(self) -> str:
        """Return the name of the engine."""

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run."""

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Search up to the first answer and return it."""


@frozen
class Request(Generic[K, V]):
    """One search: a problem, its start and the settings. An algorithm may change it, and passes it to the engine."""

    problem: Hooks[K, V]
    start: K
    cost: V
    engine: Runner
    reopen: bool = False
    limits: Limits = NO_LIMITS
    cancel: CancelToken = Factory(governing_token)
    observer: Observer[K, V] | None = None
    workspace: Workspace | None = None
    """The memory of the search; ``None`` for an idle workspace."""
    more_starts: tuple[tuple[K, V], ...] = ()
    """Further start positions, each with its cost."""
    frontier: Frontier = BEST_FIRST
    algorithm: str = "astar"
    """The name of the algorithm, for the result."""
    bound: float | None = None
    """The ratio to the optimum that the algorithm proves, for the result; ``None`` if it proves none."""
    why: str = ""
    """The reason why ``auto`` picked this algorithm, for the result."""
    keeps_tree: bool = False
    """Whether `Run.tree` will be used. Some engines then keep more."""
    question: object = None
    """The domain and a `Question`, for algorithms of that domain; ``None`` for a problem without a domain."""

    def search(self) -> Result[K, V]:
        """Search in the engine and return the result.

        Raises:
            NoFrontier: the engine does not support the frontier.
        """
        if self.frontier is not BEST_FIRST:
            self._need_frontier()
        return self.engine.search(self)

    def begin(self) -> Run[K, V]:
        """Begin a run of the engine.

        Raises:
            NoFrontier: the engine does not support the frontier.
        """
        self._need_frontier()
        return self.engine.begin(self)

    def evolve(self, **changes: object) -> Request[Any, Any]:
        """Return this request with other values of some fields. `attrs.evolve` takes as long as a short search."""
        made: Request[Any, Any] = Request(*_VALUES(self))
        for name, value in changes.items():
            setattr(made, name, value)
        return made

    def _need_frontier(self) -> None:
        kind = type(self.frontier)
        if kind not in self.engine.frontiers:
            raise NoFrontier(
                f"engine {self.engine.installed_as} does not support the frontier {kind.__name__}, which the algorithm "
                f"{self.algorithm!r} needs; try: engine='interpreted'"
            )


_VALUES: Final[Callable[[Request[Any, Any]], tuple[Any, ...]]] = attrgetter(*(field.name for field in fields(Request)))


@frozen
class Requests(Generic[K, V]):
    """Several requests for one problem, with different starts and different values of some fields."""

    starts: Sequence[K]
    fields: Mapping[str, Sequence[object]]
    ask: Callable[[K, Mapping[str, object]], Request[K, V]]
    """Makes the request for a start and values of the fields."""

    def __iter__(self) -> Iterator[Request[K, V]]:
        return map(self.__getitem__, range(len(self.starts)))

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, row: int) -> Request[K, V]:
        fields = {name: _get_row(values, row) for name, values in self.fields.items()}
        return self.ask(cast(K, _get_row(self.starts, row)), fields)

    def take_first(self, count: int) -> Requests[K, V]:
        """Return the first of these requests."""
        return evolve(self, starts=self.starts[:count], fields={name: values[:count] for name, values in self.fields.items()})


def _get_row(values: Sequence[object], row: int) -> object:
    return to_python(values[row])


def to_python(value: object) -> object:
    """Return a value of a column in Python's types. A row of a numpy array becomes a tuple."""
    if hasattr(value, "tolist"):
        value = value.tolist()
        return tuple(value) if isinstance(value, list) else value
    return value
