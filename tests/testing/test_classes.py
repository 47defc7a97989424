"""The conformance kit as classes of tests, in pytest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from genastar.testing.checks.domain import DOMAIN_CHECKS
from genastar.testing.checks.solver import SOLVER_CHECKS

pytestmark = pytest.mark.usefixtures("site")  # no engine but the core's own, unless a test installs one


SUITE = """
from genastar import Cost
from genastar.testing import DomainTests, SolverTests
from genastar_meadow.info import MeadowOptions
from genastar_meadow.model import Meadow, Walk

class TestMeadow(DomainTests):
    domain = Meadow

class TestWalk(SolverTests):
    solver = Walk(Meadow(("...",), MeadowOptions()), ((2, 0),))
    start = (0, 0)

class Leap(Walk):
    def estimate(self, position):
        return 5

class TestLeap(SolverTests):
    solver = Leap(Meadow(("...",), MeadowOptions()), ((2, 0),))
    start = (0, 0)
"""


def test_the_classes_in_pytest(tmp_path):
    (tmp_path / "test_suite.py").write_text(dedent(SUITE), encoding="utf-8")
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "tests" / "fake_plugins" / "fine"), str(root)])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rfs", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": path, "GENASTAR_PLUGINS": "meadow"},
        capture_output=True,
        text=True,
        check=False,
    )
    total = 3 * len(SOLVER_CHECKS) + len(DOMAIN_CHECKS)
    # No numbers and no other engine, three times; and no view, no vectors and no other options.
    assert f"1 failed, {total - 12} passed, 11 skipped" in done.stdout
    assert "test_suite.py::TestLeap::test_law[estimate is admissible]" in done.stdout
    assert "the estimate of (0, 0) is 5, but the path from there to (2, 0) costs only 2" in done.stdout
    assert "GENASTAR_PLUGINS='meadow' does not name it" in done.stdout or "no other engine is installed" in done.stdout
