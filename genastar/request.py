"""Requests: all that was asked, in one value that every layer passes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, Protocol, cast

from attrs import Factory

from genastar.cost import V
from genastar.errors import PluginError
from genastar.frontier import BEST_FIRST, Frontier
from genastar.hooks import Hooks
from genastar.limits import NO_LIMITS, CancelToken, Limits, governing_token
from genastar.node import K
from genastar.observer import Observer
from genastar.result import Result
from genastar.run import Run
from genastar.workspace import Workspace, lent

if TYPE_CHECKING:
    from attrs import frozen
else:
    from attrs import define as frozen  # unguarded at run time, as in node.py: a search makes one request


class Answers(Protocol):
    """What an engine is to a request; see `genastar.engine.Engine`."""

    @property
    def frontiers(self) -> frozenset[type[Frontier]]:
        """The orders of expansion that it has."""

    def begin(self, request: Request[K, V], workspace: Workspace) -> Run[K, V]:
        """Begin to answer."""

    def search(self, request: Request[K, V], workspace: Workspace) -> Result[K, V]:
        """Run to the first answer."""


@frozen
class Request(Generic[K, V]):
    """One search: a problem, where it begins, and how it is to be done. An algorithm changes it and hands it to the engine."""

    problem: Hooks[K, V]
    start: K
    cost: V
    engine: Answers
    reopen: bool = False
    limits: Limits = NO_LIMITS
    cancel: CancelToken = Factory(governing_token)
    observer: Observer[K, V] | None = None
    workspace: Workspace | None = None
    more_starts: tuple[tuple[K, V], ...] = ()
    """Other positions to begin at, each with its cost."""
    frontier: Frontier = BEST_FIRST
    algorithm: str = "astar"
    """The name of the algorithm, for the result."""
    bound: float | None = None
    """The ratio to the optimum that the algorithm proves of what it finds, for the result; ``None`` if it proves none."""
    why: str = ""
    """Why this algorithm, if ``auto`` picked it, for the result."""
    keeps_tree: bool = False
    """Whether `Run.tree` is asked for, for which some engines keep more."""
    question: object = None
    """What was asked of a domain, for algorithms of that domain: the domain, and a `genastar.domain.Question`."""

    def search(self) -> Result[K, V]:
        """Let the engine search, in the workspace or in an idle one.

        Raises:
            PluginError: the engine has no such frontier.
        """
        if self.frontier is not BEST_FIRST:
            self._need_frontier()
        with lent(self.workspace) as memory:
            return self.engine.search(self, memory)

    def begin(self) -> Run[K, V]:
        """Begin a run of the engine.

        Raises:
            PluginError: the engine has no such frontier.
        """
        self._need_frontier()
        return self.engine.begin(self, self.workspace or Workspace())

    def _need_frontier(self) -> None:
        kind = type(self.frontier)
        if kind not in self.engine.frontiers:
            raise PluginError(
                f"engine {type(self.engine).__name__} has no {kind.__name__} frontier, which the algorithm "
                f"{self.algorithm!r} needs; try: engine='interpreted'"
            )


@frozen
class Requests(Generic[K, V]):
    """Many requests of one problem, some of whose fields differ from one to the next, as the start does."""

    starts: Sequence[K]
    fields: Mapping[str, Sequence[object]]
    ask: Callable[[K, Mapping[str, object]], Request[K, V]]
    """Makes the request with this start and these fields."""

    def __iter__(self) -> Iterator[Request[K, V]]:
        return map(self.__getitem__, range(len(self.starts)))

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, row: int) -> Request[K, V]:
        fields = {name: _row(values, row) for name, values in self.fields.items()}
        return self.ask(cast(K, _row(self.starts, row)), fields)


def _row(values: Sequence[object], row: int) -> object:
    """A value in Python's types: of a numpy array, a row is a tuple here."""
    value = values[row]
    if hasattr(value, "tolist"):
        value = value.tolist()
        return tuple(value) if isinstance(value, list) else value
    return value
