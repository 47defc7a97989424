"""The conformance kit on problems with pattern databases: it accepts a right claim, and finds a wrong one."""

from __future__ import annotations

import pytest
from slides import GOAL, Board, Slides

from genastar.testing import SolverTests
from genastar.testing.check_subject import Subject
from genastar.testing.checks.solver import estimate_is_admissible, estimate_is_consistent
from genastar_prepare.patterns import Guided, Sum, pattern_database, sum_disjoint

pytestmark = pytest.mark.long

UPPER, LOWER = (pattern_database(Slides(tiles), GOAL) for tiles in ((5, 8), (6, 7)))
NEAR: Board = (1, 2, 3, 4, 0, 6, 7, 5, 8)


class TestGuided(SolverTests):
    solver = Guided(Slides(), sum_disjoint(Slides(), GOAL, UPPER, LOWER))
    start = NEAR


def test_a_wrong_claim_of_disjoint_patterns_is_found() -> None:
    wrong = Subject(Guided(Slides(), Sum(UPPER, UPPER, disjoint=True)), NEAR)
    with pytest.raises(AssertionError):
        estimate_is_admissible(wrong)
    with pytest.raises(AssertionError):
        estimate_is_consistent(wrong)
