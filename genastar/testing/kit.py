"""The checks as test classes to subclass in pytest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar, cast

import pytest

from genastar.algorithm import Algorithm, find_algorithm
from genastar.astar import AStar
from genastar.plugin import ALGORITHMS, find_plugins
from genastar.testing.benchmark_case import BenchmarkCase, make_cases
from genastar.testing.check_subject import BOUNDS, Bounds, CheckSkipped, DomainSubject, Subject
from genastar.testing.checks.algorithm import ALGORITHM_CHECKS, AlgorithmCheck
from genastar.testing.checks.domain import DOMAIN_CHECKS, DomainCheck
from genastar.testing.checks.engine import ENGINE_CHECKS, EngineCheck
from genastar.testing.checks.solver import SOLVER_CHECKS, SolverCheck
from genastar.testing.run import check_each_example, format_title
from genastar.values.cost import Comparable
from genastar.worlds.domain_registry import AnyDomain


class SolverTests:
    """Tests of a solver. Subclass it and name the solver:

    >>> class TestKnight(SolverTests):  # doctest: +SKIP
    ...     solver = Knight(8, goal=(7, 7))
    ...     start = (0, 0)
    """

    solver: ClassVar[object]
    """An `AStar`."""
    start: ClassVar[object]
    cost: ClassVar[Comparable | None] = None
    """The cost of the start; ``None`` as in `AStar.search`."""
    consistent: ClassVar[bool] = True
    """Whether the estimate is consistent, not only admissible."""
    compiles: ClassVar[bool] = False
    """Whether an installed compiling engine must accept the solver."""
    bounds: ClassVar[Bounds] = BOUNDS

    @pytest.mark.parametrize("check", SOLVER_CHECKS, ids=format_title)
    def test_law(self, check: SolverCheck) -> None:
        """Check one law of the contract."""
        solver = cast("AStar[object, Comparable]", self.solver)
        subject = Subject(solver, self.start, self.cost, self.consistent, self.compiles, self.bounds)
        try:
            check(subject)
        except CheckSkipped as reason:
            pytest.skip(str(reason))


class AlgorithmTests:
    """Tests of an algorithm on the kit's own problems or, for an algorithm of a domain, on the examples of the domain.

    Subclass it and give the algorithm with its options:

    >>> class TestWeighted(AlgorithmTests):  # doctest: +SKIP
    ...     algorithm = Weighted(2)
    """

    algorithm: ClassVar[object]
    """An `Algorithm`."""

    @pytest.mark.parametrize("check", ALGORITHM_CHECKS, ids=format_title)
    def test_law(self, check: AlgorithmCheck) -> None:
        """Check one law of the contract, for each question."""
        _check_each(check, make_cases(cast(Algorithm, self.algorithm)))


class EngineTests:
    """Tests that an engine gives the results of the interpreted one, for each algorithm. Subclass it and name the engine:

    >>> class TestSwift(EngineTests):  # doctest: +SKIP
    ...     engine = "swift"
    """

    engine: ClassVar[str]
    """The name of an installed engine."""

    @pytest.mark.parametrize(
        "name", sorted(name for name, each in find_plugins(ALGORITHMS).items() if each.distribution == "genastar")
    )
    @pytest.mark.parametrize("check", ENGINE_CHECKS, ids=format_title)
    def test_law(self, check: EngineCheck, name: str) -> None:
        """Check one law of the contract, for each question and algorithm."""
        _check_each(lambda trial: check(trial, self.engine), make_cases(find_algorithm(name)()))


def _check_each(check: Callable[[BenchmarkCase], str | None], trials: Iterable[BenchmarkCase]) -> None:
    """Check every question. Skip the test if the check applies to no question."""
    reasons, number = [], 0
    for trial in trials:
        number += 1
        try:
            check(trial)
        except CheckSkipped as reason:
            reasons.append(str(reason))
    if len(reasons) == number:
        pytest.skip("; ".join(reasons) or "there is no question")


class DomainTests:
    """Tests of a domain and its solvers. Subclass it and name the domain:

    >>> class TestBitmap(DomainTests):  # doctest: +SKIP
    ...     domain = Bitmap
    """

    domain: ClassVar[type[object]]
    """A subclass of `genastar.Domain`."""
    sources: ClassVar[tuple[Path, ...]] = ()
    """Files that the domain must read, beside the sources of its examples."""
    bounds: ClassVar[Bounds] = BOUNDS

    @pytest.mark.parametrize("check", SOLVER_CHECKS, ids=format_title)
    def test_law_of_solvers(self, check: SolverCheck) -> None:
        """Check one law of the contract of solvers, on each example."""
        self._run(lambda subject: check_each_example(check, subject))

    @pytest.mark.parametrize("check", DOMAIN_CHECKS, ids=format_title)
    def test_law_of_domains(self, check: DomainCheck) -> None:
        """Check one law of the contract of domains."""
        self._run(check)

    def _run(self, check: DomainCheck) -> None:
        try:
            check(DomainSubject(cast("type[AnyDomain]", self.domain), self.sources, self.bounds))
        except CheckSkipped as reason:
            pytest.skip(str(reason))
