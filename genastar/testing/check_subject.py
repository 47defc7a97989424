"""The subjects of checks: a solver with a question, or a domain with its examples; and the bounds of the checks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Generic, TypeVar, cast

from attrs import frozen

from genastar.algorithm import Algorithm
from genastar.algorithms.astar import ASTAR
from genastar.astar import AStar
from genastar.contracts.workspace import Workspace
from genastar.errors import format_cause
from genastar.testing.oracle import ExploredWorld, explore
from genastar.values.cost import Comparable, V
from genastar.values.limits import Limits
from genastar.values.node import K, Node
from genastar.values.observer import Observer
from genastar.values.result import Result
from genastar.worlds.domain import Example
from genastar.worlds.domain_registry import AnyDomain

T = TypeVar("T")

_LONGEST = 200


class CheckFailed(AssertionError):
    """An error that says where a law of the contract is broken, and how."""


class CheckSkipped(Exception):
    """An error that says why a check does not apply."""


@frozen
class Bounds:
    """Bounds on the work of checks, so that they also end on infinite worlds."""

    expansions: int = 1000
    """Maximum number of positions that one exploration expands."""
    samples: int = 16
    """Maximum number of positions for which exact costs to a destination are computed."""
    costs: int = 24
    """Maximum number of costs of which all triples are compared."""


BOUNDS = Bounds()


@frozen(slots=False)  # a cached property needs a dictionary
class Subject(Generic[K, V]):
    """A solver with a question."""

    solver: AStar[K, V]
    start: K
    cost: V | None = None
    """The cost of the start; ``None`` as in `AStar.search`."""
    consistent: bool = True
    """Whether the estimate is declared consistent. If not, searches reopen."""
    compiles: bool = False
    """Whether the solver is declared to compile. If so, a check fails if a compiling engine refuses it."""
    bounds: Bounds = BOUNDS

    @cached_property
    def world(self) -> ExploredWorld[K, V]:
        """Return the exploration of the oracle from the start."""
        return explore(self.solver, self.start, self.cost, expansions=self.bounds.expansions)

    @property
    def samples(self) -> list[Node[K, V]]:
        """Return some of the nodes reached, the start first, and the cheapest destination."""
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
        """Search within a limit. Reopen by default unless the estimate is declared consistent."""
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
    """A domain, with files that it must read beside the sources of its examples."""

    domain: type[AnyDomain]
    sources: tuple[Path, ...] = ()
    bounds: Bounds = BOUNDS

    @cached_property
    def examples(self) -> list[Example[object]]:
        """Return the domain's examples.

        Raises:
            CheckFailed: ``examples()`` fails.
        """
        try:
            return list(self.domain.examples())
        except Exception as error:  # a domain may raise anything
            raise CheckFailed(f"examples() raises {describe_exception(error)}") from error

    @cached_property
    def questions(self) -> list[Subject[object, Comparable]]:
        """Return the question of each example, for the checks of solvers."""
        return [self.make_question(example.domain, example.start, example.goals) for example in self.examples]

    def make_question(self, world: AnyDomain, start: object, goals: tuple[object, ...]) -> Subject[object, Comparable]:
        """Return the subject for a question about a world of this domain."""
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
    """Return at most ``most`` of the items, evenly spread and including the first."""
    step = max(1, -(-len(items) // most))
    return list(items[::step])


def describe_exception(error: Exception) -> str:
    """Return a short text about an unexpected exception."""
    words = format_cause(error)
    return words if len(words) <= _LONGEST else f"{words[:_LONGEST]}..."
