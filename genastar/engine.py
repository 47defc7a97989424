"""Engines: what runs the loop. Every engine gives the same result and the same events for the same question."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Generic, Literal, Protocol, TypeAlias, TypeVar, cast

from attrs import Factory

from genastar.cost import Comparable, V
from genastar.errors import PluginError
from genastar.hooks import Hooks
from genastar.limits import NO_LIMITS, CancelToken, Limits
from genastar.node import K
from genastar.observer import Observer
from genastar.plugin import ENGINES, Disabled, Plugin, find_plugin, known_plugin
from genastar.result import Result
from genastar.workspace import Workspace

if TYPE_CHECKING:
    from attrs import frozen
else:
    from attrs import define as frozen  # unguarded at run time, as in node.py: a search makes one question

F = TypeVar("F", bound=Callable[..., object])
"""A function that is to be machine code."""


@frozen
class Question(Generic[K, V]):
    """All that `AStar.search` was asked, for an engine to answer."""

    solver: Hooks[K, V]
    start: K
    cost: V
    reopen: bool = False
    limits: Limits = NO_LIMITS
    cancel: CancelToken = Factory(CancelToken)
    observer: Observer[K, V] | None = None


@frozen
class Questions(Generic[K, V]):
    """Many questions of one solver, some of whose fields differ from one to the next, as the start does."""

    starts: Sequence[K]
    fields: Mapping[str, Sequence[object]]
    ask: Callable[[K, Mapping[str, object]], Question[K, V]]
    """Makes the question with this start and these fields."""

    def __iter__(self) -> Iterator[Question[K, V]]:
        return map(self.__getitem__, range(len(self.starts)))

    def __getitem__(self, row: int) -> Question[K, V]:
        fields = {name: _row(values, row) for name, values in self.fields.items()}
        return self.ask(cast(K, _row(self.starts, row)), fields)


def _row(values: Sequence[object], row: int) -> object:
    """A value in Python's types: of a numpy array, a row is a tuple here."""
    value = values[row]
    if hasattr(value, "tolist"):
        value = value.tolist()
        return tuple(value) if isinstance(value, list) else value
    return value


@frozen
class Round(Generic[K, V]):
    """What came of one round of iterative deepening: a walk of every way that costs no more than a bound.

    UNREACHABLE means that no destination lies within the bound; then ``beyond`` is the bound of the next round.
    """

    result: Result[K, V]
    cost_of_closest: V | None
    """Of ``result.closest``."""
    beyond: Comparable | None
    """The least `rank` of a cost above the bound that was met; ``None`` if all that can be reached lies within."""


A = TypeVar("A")
"""The type of an engine's answer."""

Steps: TypeAlias = Generator[int, int, A]
"""A search that can pause. Prime it with ``next``; then send the number of expansions at which it pauses next, and it
yields the number that it has reached, or returns its answer."""

NEVER: Final = sys.maxsize
"""A number of expansions that no search reaches."""


def finish(steps: Steps[A]) -> A:
    """Run a search to its end without a pause."""
    try:
        next(steps)
        steps.send(NEVER)
    except StopIteration as end:
        answer: A = end.value
        return answer
    raise AssertionError("a search went on for ever and paused")


Ask: TypeAlias = Literal["search", "walk", "search_many"]
"""What an engine can be asked for: the name of its method."""


class Engine(Protocol):
    """The contract of the entry-point group ``genastar.engines``: an object with an ``api_version`` and the method `search`.

    An engine that keeps files has an attribute ``cache_folder`` too, which ``genastar doctor`` shows.
    """

    api_version: str

    def search(self, question: Question[K, V], workspace: Workspace) -> Result[K, V]:
        """Answer the question, in memory borrowed from the workspace.

        ``engine`` of the result is the name by which this engine is installed.
        """

    def walk(self, question: Question[K, V], workspace: Workspace) -> Round[K, V]:
        """Walk depth first all that costs no more than ``question.limits.cost``, which is given; ``reopen`` has no meaning.

        An engine that has no such method cannot be asked for IDA*.
        """

    def search_many(self, questions: Questions[K, V], workspace: Workspace) -> Sequence[Result[K, V]]:
        """Answer each as `search` would. An engine that has no such method is asked for one after another."""

    def ready(self, ask: Ask, asked: Question[K, V] | Questions[K, V], spent: float) -> bool:
        """Return whether the engine can answer this at once, and get ready for it in the background if it is worth it.

        ``engine="auto"`` asks now and then while it searches interpreted, and changes over when the answer is true. The
        method returns soon. An engine that has no such method is always ready.

        Args:
            ask: the method that will be called.
            asked: what it will be called with.
            spent: seconds that searches of this class have taken interpreted in this process.

        Raises:
            CannotCompile: the engine cannot answer such questions.
        """

    def machine_code(self, function: F) -> F:
        """Return a function on numbers and arrays as machine code. Only the engine ``compiled`` is asked."""


def compiled_engine() -> Engine | None:
    """Return the engine ``compiled``; ``None`` where it is not installed or not allowed.

    Raises:
        PluginError: it is installed and cannot be used.
    """
    plugin = known_plugin(ENGINES, "compiled")
    return None if plugin is None or isinstance(plugin.state, Disabled) else find_engine("compiled")


def machine_code(function: F) -> F:
    """Return a function on numbers and arrays as machine code where the engine ``compiled`` can be had, unchanged elsewhere.

    A decorator for what a plugin computes before it searches. The machine code is made at the first call, and kept in the
    cache of that engine under its rules. The function may call others that are decorated so.
    """
    try:
        engine = compiled_engine()
    except PluginError:
        return function
    return function if engine is None else engine.machine_code(function)


def find_engine(name: str) -> Engine:
    """The installed engine of that name.

    Raises:
        PluginError: no such engine is installed, or it cannot be used.
    """
    plugin = find_plugin(ENGINES, name)
    known, engine = _LOADED.get(name, (None, None))
    if engine is not None and known is plugin:
        return engine
    loaded = plugin.load()
    if not _keeps_the_contract(loaded):
        raise PluginError(f"engine {plugin.full_name!r} breaks the contract: it wants a method search(question, workspace)")
    engine = cast(Engine, loaded)
    _LOADED[name] = plugin, engine
    return engine


_LOADED: Final[dict[str, tuple[Plugin, Engine]]] = {}
"""Engines by name, each with the plugin that it was loaded from; that one is another once plugins were looked for again."""


def _keeps_the_contract(engine: object) -> bool:
    search = getattr(engine, "search", None)
    return callable(search) and list(inspect.signature(search).parameters) == ["question", "workspace"]
