"""The kits tell what is right from what is wrong: engines and algorithms of a third party, each in one file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from attrs import frozen

from genastar import Result
from genastar.algorithms import Astar, BothWays, BreadthFirst, DepthFirst, Dijkstra, Focal, Greedy, IdaStar, Weighted
from genastar.authoring import Algorithm, Promise, Request
from genastar.testing.benchmark_case import make_cases
from genastar.testing.check_subject import CheckFailed, CheckSkipped
from genastar.testing.checks.algorithm import ALGORITHM_CHECKS
from genastar.testing.checks.engine import ENGINE_CHECKS

pytestmark = pytest.mark.long

ALGORITHMS = [Astar(), BothWays(), BreadthFirst(), DepthFirst(), Dijkstra(), Focal(), Greedy(), IdaStar(), Weighted()]

TOY = """
from attrs import evolve
from genastar.contracts.frontier import BestFirstFrontier
from genastar.search.interpreted import Interpreted
from genastar.values.limits import Limits
from genastar.values.observer import Observer

class Deaf(Observer):
    def __init__(self, observer):
        self.live, self.observer, self.count = observer.live, observer, 0
    def opened(self, node):
        self.count += 1
        if self.count != 2:
            self.observer.opened(node)
    def closed(self, node): self.observer.closed(node)
    def reopened(self, node): self.observer.reopened(node)
    def found(self, node): self.observer.found(node)

class Toy(Interpreted):
    def begin(self, request):
        {body}
        run = super().begin(request)
        run_until = run.run_until
        run.run_until = lambda target: None if (found := run_until(target)) is None else evolve(found, engine="toy")
        return run

TOY = Toy()
"""


def faults_of_engine() -> list[str]:
    """What the kit finds in the installed engine ``toy``."""
    found = []
    for algorithm in ALGORITHMS:
        for check in ENGINE_CHECKS:
            for trial in make_cases(algorithm):
                try:
                    check(trial, "toy")
                except CheckSkipped:
                    pass
                except CheckFailed as error:
                    found.append(f"{algorithm.name}, {check.__name__}: {error}")
    return found


def install(site: Any, body: str) -> None:
    site.install("genastar-toy", "[genastar.engines]\ntoy = toy:TOY", toy=TOY.format(body=body))


@pytest.mark.parametrize(
    ("body", "check"),
    [
        ("request = evolve(request, reopen=False)", "the_trace_is_the_same"),
        ("request = evolve(request, more_starts=())", "several_starts_mean_the_same"),
        (
            "request = request if isinstance(request.frontier, BestFirstFrontier) else "
            "evolve(request, limits=Limits(expansions=3, cost=request.limits.cost))",
            "ida-star",
        ),
        ("request = evolve(request, observer=request.observer and Deaf(request.observer))", "the_trace_is_the_same"),
        ("request = evolve(request, limits=evolve(request.limits, expansions=None))", "limits_mean_the_same"),
    ],
)
def test_a_wrong_engine_is_found_out(site: Any, body: str, check: str) -> None:
    install(site, body)
    faults = faults_of_engine()
    assert any(check in fault for fault in faults), faults


def test_a_right_engine_passes(site: Any) -> None:
    install(site, "pass")
    assert faults_of_engine() == []


def test_an_engine_without_a_tree_is_found_out(site: Any) -> None:
    install(site, "pass")
    import toy

    class Blind:
        def __init__(self, run: Any) -> None:
            self.__dict__["run"] = run

        def __getattr__(self, name: str) -> Any:
            return None if name == "best_open" else getattr(self.run, name)

        def __enter__(self) -> Any:
            self.run.__enter__()
            return self

        def __exit__(self, *error: object) -> None:
            self.run.__exit__(*error)

    begin = toy.Toy.begin
    toy.Toy.begin = lambda self, request: Blind(begin(self, request))
    assert any("the best_open of a paused run" in fault for fault in faults_of_engine())


@frozen
class Liar(Algorithm):
    """Claims to be optimal."""

    inner: ClassVar[Algorithm] = Greedy()
    name: ClassVar[str] = "liar"
    summary: ClassVar[str] = "claim to be optimal"

    @property
    def promise(self) -> Promise:
        return Promise(1.0, "consistent")

    def results(self, request: Request[Any, Any]) -> Iterator[Result[Any, Any]]:
        from attrs import evolve

        yield evolve(self.inner.search(request), bound=request.bound)


@frozen
class SmallLiar(Liar):
    inner: ClassVar[Algorithm] = Weighted(1.05)


@frozen
class Silent(Liar):
    def results(self, request: Request[Any, Any]) -> Iterator[Result[Any, Any]]:
        yield from ()


@frozen
class Honest(Liar):
    inner: ClassVar[Algorithm] = Dijkstra()


@pytest.mark.parametrize(("kind", "is_found_out"), [(Liar, True), (SmallLiar, True), (Silent, True), (Honest, False)])
def test_an_algorithm_that_does_not_keep_its_promise_is_found_out(kind: type[Liar], is_found_out: bool) -> None:
    failed = []
    for check in ALGORITHM_CHECKS:
        for trial in make_cases(kind()):
            try:
                check(trial)
            except CheckSkipped:
                pass
            except CheckFailed as error:
                failed.append(str(error))
    assert bool(failed) is is_found_out, failed
