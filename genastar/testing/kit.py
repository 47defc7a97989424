"""The checks as tests: classes to subclass in pytest."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, cast

import pytest

from genastar.astar import AStar
from genastar.cost import Comparable
from genastar.registry import AnyDomain
from genastar.testing.checks import SOLVER_CHECKS, SolverCheck
from genastar.testing.domain_checks import DOMAIN_CHECKS, DomainCheck
from genastar.testing.run import for_each_example, title
from genastar.testing.subject import BOUNDS, Bounds, CheckSkipped, DomainSubject, Subject


class SolverTests:
    """The laws of a solver. Subclass it, and say what is tested:

    >>> class TestKnight(SolverTests):  # doctest: +SKIP
    ...     solver = Knight(8, goal=(7, 7))
    ...     start = (0, 0)
    """

    solver: ClassVar[object]
    """An `AStar`."""
    start: ClassVar[object]
    cost: ClassVar[Comparable | None] = None
    """What the start costs; ``None`` as in `AStar.search`."""
    consistent: ClassVar[bool] = True
    """Whether the estimate is consistent, and not only admissible."""
    compiles: ClassVar[bool] = False
    """Whether a compiling engine that is installed must take the solver."""
    bounds: ClassVar[Bounds] = BOUNDS

    @pytest.mark.parametrize("check", SOLVER_CHECKS, ids=title)
    def test_law(self, check: SolverCheck) -> None:
        """One law of the contract."""
        solver = cast("AStar[object, Comparable]", self.solver)
        subject = Subject(solver, self.start, self.cost, self.consistent, self.compiles, self.bounds)
        try:
            check(subject)
        except CheckSkipped as reason:
            pytest.skip(str(reason))


class DomainTests:
    """The laws of a domain and of its solvers. Subclass it, and say which domain:

    >>> class TestBitmap(DomainTests):  # doctest: +SKIP
    ...     domain = Bitmap
    """

    domain: ClassVar[type[object]]
    """A subclass of `genastar.Domain`."""
    sources: ClassVar[tuple[Path, ...]] = ()
    """Files that the domain must be able to read, beside the sources of its examples."""
    bounds: ClassVar[Bounds] = BOUNDS

    @pytest.mark.parametrize("check", SOLVER_CHECKS, ids=title)
    def test_law_of_solvers(self, check: SolverCheck) -> None:
        """One law of the contract of solvers, on each example."""
        self._run(lambda subject: for_each_example(check, subject))

    @pytest.mark.parametrize("check", DOMAIN_CHECKS, ids=title)
    def test_law_of_domains(self, check: DomainCheck) -> None:
        """One law of the contract of domains."""
        self._run(check)

    def _run(self, check: DomainCheck) -> None:
        try:
            check(DomainSubject(cast("type[AnyDomain]", self.domain), self.sources, self.bounds))
        except CheckSkipped as reason:
            pytest.skip(str(reason))
