"""Engines run the hooks of a problem. Every engine gives the same result and the same events for the same request."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import ClassVar, Final, Literal, TypeAlias, TypeVar

from genastar.contracts.frontier import BestFirstFrontier, Frontier
from genastar.contracts.request import Request, Requests
from genastar.contracts.run import Run, take_first_answer
from genastar.errors import PluginError, format_value
from genastar.plugin import ENGINES, Disabled, cache_until_refresh, find_installed
from genastar.registry import Registry
from genastar.values.cost import V
from genastar.values.node import K
from genastar.values.result import Result

F = TypeVar("F", bound=Callable[..., object])
"""A function to compile."""

Ask: TypeAlias = Literal["search", "search_many"]
"""The names of the methods by which an engine answers requests."""


class Engine(ABC):
    """The contract of the entry-point group ``genastar.engines``: an object of a subclass, with `begin`.

    An engine that keeps files also has an attribute ``cache_folder``, which ``genastar doctor`` shows.
    """

    api_version: ClassVar[str]
    frontiers: ClassVar[frozenset[type[Frontier]]] = frozenset({BestFirstFrontier})
    """The orders of expansion that the engine supports."""
    rank: ClassVar[int] = 0
    """``engine="auto"`` begins interpreted and continues in the installed engine of the highest rank above 0."""

    @property
    def installed_as(self) -> str:
        """The name under which this engine is installed; of one that is not, the name of its class."""
        for plugin in find_installed(ENGINES):
            with suppress(PluginError):
                if plugin.load() is self:
                    return plugin.name
        return type(self).__name__

    def check(self) -> None:
        """Raise an error if the engine cannot search here. An engine that imports a library late imports it now.

        Raises:
            PluginError: it cannot search; the message says what to install.
        """
        return

    @abstractmethod
    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run of the request.

        An engine that keeps memory between searches acquires it by
        `genastar.contracts.workspace.acquire_workspace`, and releases it when the run is closed.

        ``Result.engine`` is the name under which this engine is installed.

        Raises:
            CannotCompile: the engine cannot answer such requests.
        """

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Search up to the first answer and return it."""
        return take_first_answer(self.begin(request))

    def search_many(self, requests: Requests[K, V]) -> Sequence[Result[K, V]]:
        """Return the answer of `search` to each request, in their order."""
        return [self.search(request) for request in requests]

    def is_ready(self, ask: Ask, asked: Request[K, V] | Requests[K, V], spent: float) -> bool:
        """Return whether the engine can answer at once; if not, it may compile in the background.

        ``engine="auto"`` calls this repeatedly while it searches interpreted, and changes engines when it returns true. The
        method must return soon.

        Args:
            ask: the name of the method that will be called.
            asked: the argument of that call.
            spent: seconds that interpreted searches of this class have taken in this process.

        Raises:
            CannotCompile: the engine cannot answer such requests.
        """
        return True

    def machine_code(self, function: F) -> F:
        """Return a function on numbers and arrays as machine code; unchanged by an engine without a compiler."""
        return function


@cache_until_refresh
def find_fastest_engine() -> Engine | None:
    """Return the installed engine of the highest rank; ``None`` if no engine has a rank above 0.

    Raises:
        PluginError: no engine has a rank above 0, and an installed engine cannot be used.
    """
    best: Engine | None = None
    broken: PluginError | None = None
    for plugin in find_installed(ENGINES):
        if isinstance(plugin.state, Disabled):
            continue
        try:
            engine = find_engine(plugin.full_name)
        except PluginError as error:
            broken = error
            continue
        if engine.rank > (0 if best is None else best.rank):
            best = engine
    if best is None and broken is not None:
        raise broken
    return best


def machine_code(function: F) -> F:
    """Return a function on numbers and arrays as machine code if an engine has a compiler, otherwise unchanged.

    Use it as a decorator, for computations of a plugin before its searches. The function is compiled at its first call, and
    kept in the cache of that engine. It may call other functions with this decorator.
    """
    try:
        engine = find_fastest_engine()
    except PluginError:
        return function
    return function if engine is None else engine.machine_code(function)


def _find_fault(engine: object) -> str | None:
    return None if isinstance(engine, Engine) else f"{format_value(engine)} is not an instance of genastar.authoring.Engine"


REGISTRY: Final = Registry[Engine](ENGINES, _find_fault)
find_engine: Final = REGISTRY.find
