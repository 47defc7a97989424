"""What is tested: a solver and a question, or a domain and its examples; and how much of it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar, cast

from attrs import frozen

from genastar.algorithm import Algorithm
from genastar.algorithms.astar import ASTAR
from genastar.astar import AStar
from genastar.cost import Comparable, V
from genastar.domain import Example
from genastar.limits import Limits
from genastar.node import K, Node
from genastar.observer import Observer
from genastar.registry import AnyDomain
from genastar.result import Result
from genastar.testing.oracle import World, explore
from genastar.workspace import Workspace

T = TypeVar("T")

_LONGEST = 200


class CheckFailed(AssertionError):
    """A law of the contract is broken; the message says where, and what was seen there."""


class CheckSkipped(Exception):
    """A check does not apply here; the message says why."""


@frozen
class Bounds:
    """How much is looked at, so that checks end on worlds that do not."""

    expansions: int = 1000
    """The most positions that one look at a world expands."""
    samples: int = 16
    """The most positions from which exact costs to go are found."""
    costs: int = 24
    """The most costs of which all triples are compared."""


BOUNDS = Bounds()


@frozen(slots=False)  # a cached property wants a dictionary
class Subject(Generic[K, V]):
    """A solver and a question about it."""

    solver: AStar[K, V]
    start: K
    cost: V | None = None
    """What the start costs; ``None`` as in `AStar.search`."""
    consistent: bool = True
    """Whether the estimate claims to be consistent. If not, searches reopen."""
    compiles: bool = False
    """Whether the solver claims to compile: a compiling engine that refuses it is then a failure."""
    bounds: Bounds = BOUNDS

    @cached_property
    def world(self) -> World[K, V]:
        """What the oracle sees from the start."""
        return explore(self.solver, self.start, self.cost, expansions=self.bounds.expansions)

    @property
    def samples(self) -> list[Node[K, V]]:
        """Some of the nodes that were reached, from the start on, and the cheapest destination."""
        some = spread(list(self.world.nodes.values()), self.bounds.samples)
        return some if self.world.best is None else [*some, self.world.best]

    def search(
        self,
        *,
        algorithm: Algorithm | str = ASTAR,
        engine: str = "interpreted",
        reopen: bool | None = None,
        observer: Observer[K, V] | None = None,
        workspace: Workspace | None = None,
    ) -> Result[K, V]:
        """Ask the question, under a limit; reopening unless the estimate claims to be consistent or the caller says so."""
        return self.solver.search(
            self.start,
            cast(V, self.cost),
            algorithm=algorithm,
            engine=engine,
            reopen=not self.consistent if reopen is None else reopen,
            limits=Limits(expansions=self.bounds.expansions),
            observer=observer,
            workspace=workspace,
        )


@frozen(slots=False)
class DomainSubject:
    """A domain, and files that it must be able to read beside those of its examples."""

    domain: type[AnyDomain]
    sources: tuple[Path, ...] = ()
    bounds: Bounds = BOUNDS

    @cached_property
    def examples(self) -> list[Example[object]]:
        """The domain's own examples.

        Raises:
            CheckFailed: they cannot be made.
        """
        try:
            return list(self.domain.examples())
        except Exception as error:  # they may fail in any way that code can
            raise CheckFailed(f"examples() raises {raised(error)}") from error

    @cached_property
    def questions(self) -> list[Subject[object, Comparable]]:
        """The question of each example, for the checks of solvers."""
        return [self.question(example.domain, example.start, example.goals) for example in self.examples]

    def question(self, world: AnyDomain, start: object, goals: tuple[object, ...]) -> Subject[object, Comparable]:
        """A question about a world of this domain."""
        capabilities = self.domain.info.capabilities
        return Subject(
            world.problem(goals, (start,)),
            world.to_state(start),
            world.start_cost(start),
            consistent="consistent" in capabilities,
            compiles="compiled" in capabilities,
            bounds=self.bounds,
        )


def spread(items: Sequence[T], most: int) -> list[T]:
    """So many of the items at the most, evenly, the first among them."""
    step = max(1, -(-len(items) // most))
    return list(items[::step])


def lines_in(error: Exception) -> int:
    """Count the lines of an error as its author wrote it: shown, genastar's own errors spell line breaks out."""
    return len(str(*error.args[:1]).splitlines())


def raised(error: Exception) -> str:
    """An exception that nobody expected, in few words."""
    words = f"{type(error).__name__}: {error}".splitlines()[0]
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}..."
