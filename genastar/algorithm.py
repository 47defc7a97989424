"""Algorithms: the contract of the entry-point group ``genastar.algorithms``.

An algorithm is a frozen attrs value whose fields are its options. It changes a `Request` and hands it to the engine, once or
several times, so that it is written once and runs at every speed:

- `OneRun` changes the request, for example to another order or to other states. Its runs can pause.
- Any other `Algorithm` runs several searches, and yields one answer after another.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from re import fullmatch
from time import perf_counter
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar

from attrs import NOTHING, fields, frozen, has

from genastar.contracts.hooks import Hooks, has_hook
from genastar.contracts.request import Request
from genastar.contracts.run import Run
from genastar.errors import BadInput, PluginError, format_value, name_problem
from genastar.plugin import ALGORITHMS, API_VERSION, find_plugins
from genastar.registry import Registry
from genastar.values.cost import Cost, V, get_travelled
from genastar.values.node import K
from genastar.values.result import Result

Need = Literal["cost", "dominates", "reverse", "sight", "domain"]
"""A property that an algorithm needs of a problem: costs are `Cost`, costs have ``dominates``, it has ``reverse``, it has
``sight`` and ``line_cost``, it belongs to a certain domain."""

_HOOKS: Final[dict[Need, tuple[str, ...]]] = {
    "reverse": ("reverse(start)",),
    "sight": ("sight(one, other)", "line_cost(one, other)"),
}
"""The hooks that a problem must have for a need."""


@frozen
class Promise:
    """The guarantee of an algorithm about the path that it finds."""

    bound: float | None
    """Maximum ratio of the cost of the path to the optimum: 1 for the optimum; ``None`` if there is no maximum."""
    heuristic: Literal["any", "admissible", "consistent"] = "any"
    """The property of the estimate that the promise needs. ``reopen=True`` replaces "consistent" for an admissible estimate."""
    steps: bool = False
    """Whether the promise is about the number of steps, not the cost."""

    def __str__(self) -> str:
        if self.bound is None:
            return "none"
        if self.steps:
            return "the fewest steps"
        ratio = "optimal" if self.bound == 1 else f"at most {self.bound:g} times the optimum"
        return ratio if self.heuristic == "any" else f"{ratio}, if the heuristic is {self.heuristic}"


@frozen
class BatchProblem(Generic[K, V]):
    """A batch of questions as one problem, for `AStar.search_many`."""

    problem: Hooks[K, V]
    starts: Sequence[K]
    fields: Mapping[str, Sequence[object]]
    """The fields of the problem that differ from question to question, with a value for each question."""
    result_of_row: Callable[[Result[K, V], int], Result[Any, V]]
    """Converts a result of this problem, and the row of its question, to a result in states of the domain's own problem."""


class Algorithm(ABC):
    """The contract of the entry-point group ``genastar.algorithms``: a class to subclass as an attrs ``@frozen`` class.

    Each field is an option: it has a type, a default, a validator that raises ValueError or `BadInput`, and
    ``metadata={"help": ...}``. The module imports no numpy, so that listing the algorithms is fast.
    """

    api_version: ClassVar[str] = API_VERSION
    name: ClassVar[str]
    summary: ClassVar[str]
    """One line for ``genastar algorithms``. It begins with a verb."""
    viewing_hint: ClassVar[str] = ""
    """One sentence for people who watch one of its searches: how it searches, and what to watch. May be empty."""
    other_names: ClassVar[frozenset[str]] = frozenset()
    """Other names in the literature, in small letters. The message about an unknown name proposes the algorithm for them."""
    needs: ClassVar[frozenset[Need]] = frozenset({"cost"})
    domain: ClassVar[str] = ""
    """The name of the only domain whose problems it searches; empty if it searches problems of any domain."""

    lists: ClassVar[bool] = False
    """Whether each answer counts by itself, as of the k shortest paths. The best then comes first, and `search` returns it."""
    improves: ClassVar[bool] = False
    """Whether it gives several answers, each better than the one before. A run then goes on from one to the next."""
    walks: ClassVar[bool] = False
    """Whether an agent walks while it searches. UNREACHABLE is then about where the agent is at the end."""
    along_steps: ClassVar[bool] = True
    """Whether paths consist of steps of the problem. Otherwise a path may cost less than any path of steps."""

    @property
    @abstractmethod
    def promise(self) -> Promise:
        """Return the guarantee about the answers, with these options. If it ``lists``, it is about the first.

        A class attribute does as well where the options make no difference.
        """

    @property
    def counts_steps(self) -> bool:
        """Return whether the total of a cost is the number of steps; the algorithm then accepts a limit on the depth."""
        return False

    @property
    def counts_cost(self) -> bool:
        """Return whether the algorithm accepts a limit on the cost: whether it expands nodes in the order of their costs."""
        return not self.counts_steps

    @property
    def is_guided(self) -> bool:
        """Return whether the search uses the problem's ``estimate``, or one that `changed` puts in its place.

        By default, it does if the promise needs a property of the estimate, or if there is no promise, unless the algorithm
        counts steps. Override it in any other algorithm.
        """
        promise = self.promise
        return promise.heuristic != "any" or (promise.bound is None and not self.counts_steps)

    def change_request(self, request: Request[K, V]) -> Request[K, V]:
        """Return the request for the engine. Its problem has the estimate by which the search is guided."""
        return request

    def with_limits(self, convert: Callable[[int, float], float | None]) -> Algorithm:
        """Return the algorithm with its limits on the numbers of a cost converted; ``convert`` takes a place and a number."""
        return self

    @abstractmethod
    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield one answer after another, the best one last, or first if it ``lists``. Compute each only when it is needed.

        The request was checked by `check`, and holds the name of this algorithm and the bound that it proves.
        """

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Return the last answer, or the first if it ``lists``; if a search is timed out or cancelled, the last that was found.

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
            if self.lists or request.cancel.cancelled or (end is not None and perf_counter() >= end):
                break
        if last is None:
            raise PluginError(f"the algorithm {self.name!r} gave {format_value(answer)} in place of a result; fix results()")
        return last

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run that can pause.

        Raises:
            BadInput: this algorithm consists of several searches.
        """
        raise BadInput(f"the algorithm {self.name!r} consists of several searches and cannot pause; use results(), or astar")

    def combine(self, world: object, questions: Sequence[tuple[object, tuple[object, ...]]]) -> BatchProblem[Any, Any] | None:
        """Return questions of a world as one problem for a batch; ``None`` if the questions must be answered one by one.

        Override it in algorithms of a domain that search states of their own.
        """
        return None

    def check(self, request: Request[K, V]) -> None:
        """Raise BadInput unless the request fits the algorithm.

        Raises:
            BadInput: the problem lacks a property that the algorithm needs, or a limit or setting has no meaning for it; the
                message names an alternative.
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
        problem = name_problem(request.problem)
        if self.domain and _find_domain_name(request) != self.domain:
            raise BadInput(f"the algorithm {self.name!r} searches only {self.domain} worlds; use astar")
        if "cost" in self.needs and not isinstance(request.cost, Cost):
            raise BadInput(
                f"the algorithm {self.name!r} needs costs that add, and {problem} counts in {type(request.cost).__name__}; "
                "give a start cost that is a Cost, or use astar"
            )
        if "dominates" in self.needs and not hasattr(get_travelled(request.cost), "dominates"):
            raise BadInput(
                f"the algorithm {self.name!r} needs costs with dominates(other), and {problem} counts in "
                f"{type(get_travelled(request.cost)).__name__}; give a start cost such as genastar.Vector(0, 0), or use astar"
            )
        for need, hooks in _HOOKS.items():
            for hook in hooks if need in self.needs else ():
                if not has_hook(request.problem, hook.partition("(")[0]):
                    way = "change the world's options" if _find_domain_name(request) else "write it"
                    raise BadInput(f"the algorithm {self.name!r} needs {problem}.{hook}, which it lacks; {way}, or use astar")

    def prove_bound(self, request: Request[K, V]) -> float | None:
        """Return the bound that holds for this request; ``None`` if the problem's estimate lacks the needed property."""
        promise = self.promise
        if promise.steps or promise.bound is None or promise.heuristic == "any":
            return None if promise.steps else promise.bound
        problem = request.problem
        kept = problem.admissible and (promise.heuristic == "admissible" or request.reopen or problem.consistent)
        return promise.bound if kept and (not request.more_starts or _are_estimated(request)) else None


def _are_estimated(request: Request[K, V]) -> bool:
    """Return whether the totals of several starts are g + h. Other totals order the starts in another way."""
    if not isinstance(request.cost, Cost):
        return True
    problem: Any = request.problem
    starts: Any = (request.start, request.cost), *request.more_starts
    return all(cost.total == cost.travelled + problem.estimate(start) for start, cost in starts)


def _find_domain_name(request: Request[K, V]) -> str | None:
    """Return the name of the domain of a request; ``None`` if the request is for a problem without a domain."""
    domain = request.question[0] if isinstance(request.question, tuple) else None
    name: str | None = getattr(getattr(domain, "info", None), "name", None)
    return name


class OneRun(Algorithm):
    """An algorithm that is one run of the engine on a changed request. Override `change_request`."""

    takes_batches: ClassVar[bool] = False
    """Whether `search_many` passes many requests to the engine at once."""
    batch_field: ClassVar[str | None] = None
    """The field of the changed problem that holds the original problem, for batches; ``None`` if the problem is not changed."""

    def results(self, request: Request[K, V]) -> Iterator[Result[K, V]]:
        """Yield the only answer."""
        yield self.search(request)

    def search(self, request: Request[K, V]) -> Result[K, V]:
        """Return the only answer."""
        return self.change_request(request).search()

    def begin(self, request: Request[K, V]) -> Run[K, V]:
        """Begin a run of the changed request."""
        return self.change_request(request).begin()


AUTO: Final = "auto"
"""The name that leaves the choice to the domain. For a problem without a domain it means A*."""

AnyAlgorithm = type[Algorithm]
A = TypeVar("A", bound=type[object])


def register_algorithm(algorithm: A) -> A:
    """Register an algorithm class in this process.

    Raises:
        PluginError: the class breaks the contract; the message says where.
    """
    name = getattr(algorithm, "name", None)
    own = find_plugins(ALGORITHMS).get(name) if isinstance(name, str) else None
    if own is not None and own.distribution == "genastar":
        raise PluginError(f"algorithm {name!r} belongs to genastar itself; choose another name")
    REGISTRY.register(algorithm, lambda found: found.name)
    return algorithm


def find_fault(algorithm: object) -> str | None:
    """Return why a class breaks the contract of algorithms, in one line; ``None`` if it keeps the contract."""
    if not (isinstance(algorithm, type) and issubclass(algorithm, Algorithm)):
        return f"{format_value(algorithm)} is not a subclass of genastar.authoring.Algorithm"
    if algorithm.__abstractmethods__:
        return f"it does not define {', '.join(sorted(algorithm.__abstractmethods__))}"
    for name in ("name", "summary", "viewing_hint"):
        if not isinstance(getattr(algorithm, name, None), str):
            return f"it has no class attribute {name}, which must be text"
    if (
        not fullmatch(r"[a-z0-9]+(?:[-+*][a-z0-9]+)*[+*]?", algorithm.name)
        or len(algorithm.name) > 40
        or algorithm.name == AUTO
    ):
        return f"its name is {format_value(algorithm.name)}; use up to 40 small letters, digits and hyphens, and not {AUTO!r}"
    if not has(algorithm):
        return "it is not an attrs class; decorate it with @attrs.frozen"
    needed = [field.name for field in fields(algorithm) if field.default is NOTHING]
    if needed:
        return f"its option {needed[0]} has no default; give one"
    return None


REGISTRY: Final = Registry[AnyAlgorithm](ALGORITHMS, find_fault, lambda found: found.other_names)
find_algorithm: Final = REGISTRY.find
list_algorithm_names: Final = REGISTRY.list_names
load_usable_algorithms: Final = REGISTRY.load_usable
