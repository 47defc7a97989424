"""Algorithms: how a problem is searched.

An algorithm is a frozen attrs value whose fields are its options. It changes a `Request` and hands it to the engine, once or
several times, so that it is written once and runs at every speed:

- `OneRun` changes the request: another order, other states. Its runs can pause.
- Any other `Algorithm` drives several searches, and yields an answer after another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from re import fullmatch
from time import perf_counter
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, cast

from attrs import NOTHING, fields, frozen, has

from genastar.cost import Cost, V
from genastar.errors import BadInput, PluginError, name_of, shown
from genastar.hooks import Hooks
from genastar.node import K
from genastar.plugin import ALGORITHMS, API_VERSION, Plugin, find_plugin, plugins
from genastar.request import Request
from genastar.result import Result
from genastar.run import Run

Need = Literal["cost", "reverse", "domain"]
"""What an algorithm may need of a problem: that its costs are `Cost`, that it can be turned round, that it is of a domain."""


@frozen
class Promise:
    """What is proven of the path that an algorithm finds."""

    bound: float | None
    """The path costs at most this times the optimum: 1 is the optimum; ``None`` promises nothing of its cost."""
    heuristic: Literal["any", "admissible", "consistent"] = "any"
    """What the promise asks of the estimate: nothing; that it never says too much; or also that it never falls by more than a
    step costs, in whose place ``reopen=True`` does."""
    steps: bool = False
    """The promise is on the number of steps, not on the cost."""

    def __str__(self) -> str:
        if self.bound is None:
            return "none"
        if self.steps:
            return "the fewest steps"
        ratio = "optimal" if self.bound == 1 else f"at most {self.bound:g} times the optimum"
        return ratio if self.heuristic == "any" else f"{ratio}, if the heuristic is {self.heuristic}"


@frozen
class Several(Generic[K, V]):
    """Many questions as one problem, for `genastar.search_many`."""

    problem: Hooks[K, V]
    starts: Sequence[K]
    fields: Mapping[str, Sequence[object]]
    """The fields of the problem that differ from question to question."""
    told: Callable[[Result[K, V], int], Result[Any, V]]
    """Gives the result in states of the domain's own problem, of one of this problem, and the row of its question."""


class Algorithm(ABC):
    """The contract of the entry-point group ``genastar.algorithms``: a class to subclass as an attrs ``@frozen`` class.

    Each field is an option: it has a type, a default, a validator that raises ValueError or `BadInput`, and
    ``metadata={"help": ...}``. The module imports no numpy, so that listing the algorithms is fast.
    """

    api_version: ClassVar[str] = API_VERSION
    name: ClassVar[str]
    summary: ClassVar[str]
    """One line for ``genastar algorithms``, which begins with a verb."""
    needs: ClassVar[frozenset[Need]] = frozenset({"cost"})
    domain: ClassVar[str] = ""
    """The name of the domain whose problems alone it searches."""

    @property
    @abstractmethod
    def promise(self) -> Promise:
        """What it proves of its answers, with these options."""

    @property
    def counts_steps(self) -> bool:
        """Whether it takes a limit on the depth."""
        return False

    @property
    def counts_cost(self) -> bool:
        """Whether it takes a limit on the cost: whether what costs less is expanded first."""
        return not self.counts_steps

    @abstractmethod
    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield one answer after another, the best one last, and do only the work for those that are asked for.

        The request was checked, and names this algorithm and what it proves.
        """

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Return the last answer; where the time is over or the search is cancelled meanwhile, the last that was found.

        Raises:
            PluginError: the algorithm gave no answer.
        """
        seconds = request.limits.seconds
        end = None if seconds is None else perf_counter() + seconds
        last: Result[K, V] | None = None
        answer: object = None
        for answer in self.results(request):
            if not isinstance(answer, Result):
                break
            last = answer if last is None or answer.found or not last.found else last
            if request.cancel.cancelled or (end is not None and perf_counter() >= end):
                break
        if last is None:
            raise PluginError(f"the algorithm {self.name!r} gave {shown(answer)} in place of a result; mend its results()")
        return last

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run that can pause.

        Raises:
            BadInput: this algorithm is more than one run.
        """
        raise BadInput(f"the algorithm {self.name!r} is made of several searches and cannot pause; use results(), or astar")

    def several(self, domain: object, questions: Sequence[tuple[object, tuple[object, ...]]]) -> Several[Any, Any] | None:
        """Return many questions of a domain as one problem that the engine answers in one go; ``None`` if that cannot be.

        For algorithms of a domain, whose states are their own.
        """
        return None

    def check(self, request: Request[K, V]) -> None:
        """Refuse what does not fit.

        Raises:
            BadInput: the problem lacks what the algorithm needs, or a limit or setting has no meaning; the message names an
                alternative.
        """
        if self.needs:
            self._check_needs(request)
        if request.limits.depth is not None and not self.counts_steps:
            raise BadInput(
                f"Limits.depth counts steps, and the algorithm {self.name!r} does not; use breadth-first or depth-first, or "
                "limit expansions, seconds or cost"
            )

        if request.limits.cost is not None and not self.counts_cost:
            raise BadInput(
                f"Limits.cost bounds what a path costs, and the algorithm {self.name!r} expands in another order; limit "
                "expansions or seconds, or use astar or dijkstra"
            )

    def _check_needs(self, request: Request[K, V]) -> None:
        problem = name_of(request.problem)
        if self.domain and _domain_of(request) != self.domain:
            raise BadInput(f"the algorithm {self.name!r} searches {self.domain} worlds alone; use astar")
        if "cost" in self.needs and not isinstance(request.cost, Cost):
            raise BadInput(
                f"the algorithm {self.name!r} needs costs that add, and {problem} counts in {type(request.cost).__name__}; "
                "give a start cost that is a Cost, or use astar"
            )
        if "reverse" in self.needs and not hasattr(request.problem, "reverse"):
            raise BadInput(
                f"the algorithm {self.name!r} needs {problem}.reverse(start), which it lacks; write it, or use astar"
            )

    def proven(self, request: Request[K, V]) -> float | None:
        """Return the bound that holds for this request: the promise, if the problem's estimate is what it asks for."""
        promise = self.promise
        if promise.steps or promise.bound is None or promise.heuristic == "any":
            return None if promise.steps else promise.bound
        problem = request.problem
        kept = problem.admissible and (promise.heuristic == "admissible" or request.reopen or problem.consistent)
        return promise.bound if kept else None


def _domain_of(request: Request[K, V]) -> str | None:
    """Return the name of the domain that was asked; ``None`` if a problem was."""
    domain = request.question[0] if isinstance(request.question, tuple) else None
    name: str | None = getattr(getattr(domain, "info", None), "name", None)
    return name


class OneRun(Algorithm):
    """An algorithm that is one run of the engine on a changed request. Override `changed`, and `told` where states differ."""

    inside: ClassVar[str | None] = None
    """The field of the changed problem that holds the one that was asked; empty if it is that itself. `search_many` then hands
    many requests to the engine at once. ``None`` if they are to be asked one by one.
    """

    def changed(self, request: Request[K, V]) -> Request[K, V]:
        """Return the request that the engine is to answer."""
        return request

    def told(self, result: Result[K, V], request: Request[K, V]) -> Result[K, V]:
        """Return the answer to the request that was asked, of that to the changed one."""
        return result

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the one answer."""
        yield self.search(request)

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Return the one answer."""
        return self.told(self.changed(request).search(), request)

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run of the changed request."""
        return self.changed(request).begin()


AUTO: Final = "auto"
"""The name that leaves the choice to the domain; for a problem of a user's own it is A*."""

AnyAlgorithm = type[Algorithm]
A = TypeVar("A", bound=type[object])

_registered: Final[dict[str, AnyAlgorithm]] = {}
_loaded: Final[dict[str, tuple[Plugin, AnyAlgorithm]]] = {}
"""Algorithms by name, each with the plugin that it was loaded from; that one is another once plugins were looked for again."""


def register_algorithm(algorithm: A) -> A:
    """Make an algorithm class known in this process.

    Raises:
        PluginError: the class does not keep the contract; the message says where.
    """
    fault = fault_of(algorithm)
    if fault is not None:
        raise PluginError(f"algorithm {getattr(algorithm, '__name__', algorithm)!r} breaks the contract: {fault}")
    found = cast(AnyAlgorithm, algorithm)
    if found.name in _own_names():
        raise PluginError(f"algorithm {found.name!r} is genastar's own; give yours another name")
    _registered[found.name] = found
    return algorithm


def _own_names() -> set[str]:
    """The names of the algorithms that genastar itself brings."""
    return {name for name, plugin in plugins(ALGORITHMS).items() if plugin.distribution == "genastar"}


def registered_algorithms() -> dict[str, AnyAlgorithm]:
    """Return the algorithms that were registered by this process, by name."""
    return dict(_registered)


def algorithm_names() -> list[str]:
    """Return the names of all algorithms, installed and registered, without importing any."""
    return sorted({*plugins(ALGORITHMS), *_registered})


def find_algorithm(name: str) -> AnyAlgorithm:
    """Return the algorithm of that name: one that was registered by this process, or an installed one.

    Raises:
        PluginError: there is none, or it cannot be used.
    """
    if isinstance(name, str) and name in _registered:
        return _registered[name]
    plugin = find_plugin(ALGORITHMS, name)
    known, found = _loaded.get(name, (None, None))
    if found is not None and known is plugin:
        return found
    loaded = plugin.load()
    fault = fault_of(loaded)
    if fault is not None:
        raise PluginError(f"algorithm {plugin.full_name!r} breaks the contract: {fault}")
    found = cast(AnyAlgorithm, loaded)
    _loaded[name] = plugin, found
    return found


def fault_of(algorithm: object) -> str | None:
    """Return why a class is no algorithm, in one line; ``None`` if it is one."""
    if not (isinstance(algorithm, type) and issubclass(algorithm, Algorithm)):
        return f"{shown(algorithm)} is not a subclass of genastar.Algorithm"
    if algorithm.__abstractmethods__:
        return f"it does not define {', '.join(sorted(algorithm.__abstractmethods__))}"
    for name in ("name", "summary"):
        if not isinstance(getattr(algorithm, name, None), str):
            return f"it has no class attribute {name}, a text"
    if (
        not fullmatch(r"[a-z0-9]+(?:[-+*][a-z0-9]+)*[+*]?", algorithm.name)
        or len(algorithm.name) > 40
        or algorithm.name == AUTO
    ):
        return f"its name is {shown(algorithm.name)}; use up to 40 small letters, digits and hyphens, and not {AUTO!r}"
    if not has(algorithm):
        return "it is no attrs class; decorate it with @attrs.frozen"
    needed = [field.name for field in fields(algorithm) if field.default is NOTHING]
    if needed:
        return f"its option {needed[0]} has no default"
    return None
