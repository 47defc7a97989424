"""The trials of an algorithm or an engine: an algorithm with a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Final, cast

from attrs import frozen

from genastar.algorithm import Algorithm
from genastar.astar import AStar
from genastar.contracts.request import Request
from genastar.errors import BadInput, NoFrontier, PluginError
from genastar.search.requests import make_request
from genastar.testing.check_subject import BOUNDS, CheckFailed, CheckSkipped
from genastar.testing.oracle import ExploredWorld, explore
from genastar.testing.problems import AnySubject, make_subjects
from genastar.values.cost import Comparable
from genastar.values.limits import Limits
from genastar.values.result import Result
from genastar.worlds.domain_registry import AnyDomain, find_domain

AnyRequest = Request[Any, Any]
AnyResult = Result[Any, Any]

ENOUGH: Final = Limits(expansions=20 * BOUNDS.expansions)


@frozen(slots=False)
class BenchmarkCase:
    """An algorithm and a question about a problem or a domain."""

    algorithm: Algorithm
    problem: AStar[Any, Any]
    start: object
    cost: Comparable | None
    ask: Callable[..., tuple[Algorithm, AnyRequest]]
    """Makes the request from the arguments of `AStar.search` beside the start."""

    def search(self, **how: Any) -> AnyResult:
        """Search, within a default limit unless another is given.

        Raises:
            CheckSkipped: the engine does not support the frontier of the algorithm.
        """
        algorithm, request = self.ask(**{"limits": ENOUGH} | how)
        try:
            return algorithm.search(request)
        except NoFrontier as error:
            raise CheckSkipped(str(error)) from error
        except PluginError as error:
            raise CheckFailed(str(error)) from error

    @cached_property
    def truth(self) -> ExploredWorld[Any, Any]:
        """Return the exploration of the oracle.

        Raises:
            CheckSkipped: the world is too large for the oracle.
        """
        world = explore(self.problem, self.start, self.cost, expansions=BOUNDS.expansions, stop_at_goal=True)
        if not world.certain:
            raise CheckSkipped(f"the oracle knows no answer within {BOUNDS.expansions} expansions")
        return world


def make_cases(algorithm: Algorithm) -> Iterator[BenchmarkCase]:
    """Yield the questions for an algorithm: the examples of its domain, or the kit's own problems."""
    if algorithm.domain:
        for example in find_domain(algorithm.domain).examples():
            yield make_domain_case(algorithm, example.domain, example.start, example.goals)
        return
    for subject in make_subjects():

        def ask(subject: AnySubject = subject, **how: Any) -> tuple[Algorithm, AnyRequest]:
            return make_request(subject.solver, subject.start, subject.cost, algorithm=algorithm, **how)

        yield BenchmarkCase(algorithm, subject.solver, subject.start, subject.cost, ask)


def make_domain_case(algorithm: Algorithm, world: AnyDomain, start: object, goals: tuple[object, ...]) -> BenchmarkCase:
    """Return the trial for the question of an example."""

    def ask(engine: str = "interpreted", **how: Any) -> tuple[Algorithm, AnyRequest]:
        return world.make_request(start, goals, algorithm=algorithm, engine=engine, **how)[:2]

    problem = cast("AStar[Any, Any]", world.problem(goals, (start,)))
    return BenchmarkCase(algorithm, problem, world.to_state(start), world.start_cost(start), ask)


def search_with_pauses(trial: BenchmarkCase, **how: Any) -> AnyResult:
    """Return the answer of a run that pauses after every third expansion; the last answer if answers improve."""
    algorithm, request = trial.ask(limits=ENOUGH, **how)
    try:
        run = algorithm.begin(request)
    except (BadInput, NoFrontier) as error:
        raise CheckSkipped(str(error)) from error
    with run:
        best = found = None
        while found is None or (found.found and trial.algorithm.improves):
            found = run.advance(expansions=3)
            best = found if found is not None and (found.found or best is None) else best
        return found if best is None else best


def must_fit(trial: BenchmarkCase) -> None:
    """Skip a check whose question does not fit the algorithm."""
    try:
        trial.search(limits=Limits(expansions=0))
    except BadInput as error:
        raise CheckSkipped(str(error)) from error
