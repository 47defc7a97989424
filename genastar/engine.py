"""Engines: what runs the hooks. Every engine gives the same result and the same events for the same request."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, Final, Literal, TypeAlias, TypeVar

from genastar.cost import V
from genastar.errors import PluginError, shown
from genastar.frontier import BestFirst, Frontier
from genastar.node import K
from genastar.plugin import ENGINES, Disabled, Plugin, find_plugin, installed
from genastar.request import Request, Requests
from genastar.result import Result
from genastar.run import Run
from genastar.workspace import Workspace

F = TypeVar("F", bound=Callable[..., object])
"""A function that is to be machine code."""

Ask: TypeAlias = Literal["search", "search_many"]
"""What an engine can be asked for: the name of its method."""


class Engine(ABC):
    """The contract of the entry-point group ``genastar.engines``: an object of a subclass, with `begin`.

    An engine that keeps files has an attribute ``cache_folder`` too, which ``genastar doctor`` shows.
    """

    api_version: ClassVar[str]
    frontiers: ClassVar[frozenset[type[Frontier]]] = frozenset({BestFirst})
    """The orders of expansion that it has."""
    rank: ClassVar[int] = 0
    """``engine="auto"`` begins interpreted, and goes on in the installed engine of the highest rank above 0."""

    def check(self) -> None:
        """Raise an error if the engine cannot search here. An engine that imports a library late imports it now.

        Raises:
            PluginError: it cannot search; the message says what to install.
        """
        return

    @abstractmethod
    def begin(self, request: Request[K, V], workspace: Workspace) -> Run[K, V]:
        """Begin to answer the request, in memory borrowed from the workspace until the run is closed.

        ``engine`` of its results is the name by which this engine is installed.

        Raises:
            CannotCompile: the engine cannot answer such requests.
        """

    def search(self, request: Request[K, V], workspace: Workspace) -> Result[K, V]:
        """Run to the first answer."""
        with self.begin(request, workspace) as run:
            return run.finish()

    def search_many(self, requests: Requests[K, V], workspace: Workspace) -> Sequence[Result[K, V]]:
        """Answer each as `search` would, in the order of the requests."""
        return [self.search(request, workspace) for request in requests]

    def ready(self, ask: Ask, asked: Request[K, V] | Requests[K, V], spent: float) -> bool:
        """Return whether the engine can answer this at once, and get ready for it in the background if it is worth it.

        ``engine="auto"`` asks now and then while it searches interpreted, and changes over when the answer is true. The
        method returns soon.

        Args:
            ask: the method that will be called.
            asked: what it will be called with.
            spent: seconds that searches of this class have taken interpreted in this process.

        Raises:
            CannotCompile: the engine cannot answer such requests.
        """
        return True

    def machine_code(self, function: F) -> F:
        """Return a function on numbers and arrays as machine code; unchanged by an engine that makes none."""
        return function


def fastest_engine() -> Engine | None:
    """Return the installed engine of the highest rank; ``None`` if none ranks above 0.

    Raises:
        PluginError: no engine ranks above 0, and one that is installed cannot be used.
    """
    known = installed(ENGINES)
    if _FASTEST and _FASTEST[0][0] is known:
        return _FASTEST[0][1]
    best: Engine | None = None
    broken: PluginError | None = None
    for plugin in known:
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
    _FASTEST[:] = [(known, best)]
    return best


def machine_code(function: F) -> F:
    """Return a function on numbers and arrays as machine code where an engine makes some, unchanged elsewhere.

    A decorator for what a plugin computes before it searches. The machine code is made at the first call, and kept in the
    cache of that engine under its rules. The function may call others that are decorated so.
    """
    try:
        engine = fastest_engine()
    except PluginError:
        return function
    return function if engine is None else engine.machine_code(function)


def find_engine(name: str) -> Engine:
    """Return the installed engine of that name.

    Raises:
        PluginError: no such engine is installed, or it cannot be used.
    """
    plugin = find_plugin(ENGINES, name)
    known, engine = _LOADED.get(name, (None, None))
    if engine is not None and known is plugin:
        return engine
    loaded = plugin.load()
    if not isinstance(loaded, Engine):
        raise PluginError(
            f"engine {plugin.full_name!r} breaks the contract: {shown(loaded)} is no object of a subclass of genastar.Engine"
        )
    _LOADED[name] = plugin, loaded
    return loaded


_LOADED: Final[dict[str, tuple[Plugin, Engine]]] = {}
"""Engines by name, each with the plugin that it was loaded from; that one is another once plugins were looked for again."""

_FASTEST: Final[list[tuple[tuple[Plugin, ...], Engine | None]]] = []
"""What was installed when the fastest engine was last looked for, and that engine."""
