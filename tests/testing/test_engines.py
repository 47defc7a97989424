"""The conformance kit holds other engines to the interpreted one."""

from __future__ import annotations

import pytest

from genastar.testing import CheckSkipped
from genastar.testing.checks import solver as solver_checks
from kit_helpers import HONEST, expect_failure, install_engine, make_subject

pytestmark = pytest.mark.usefixtures("site")  # no engine but the core's own, unless a test installs one


def test_an_engine_that_does_the_same(site):
    install_engine(site, "return evolve(super().search(request), engine='swift')")
    assert solver_checks.engines_agree(make_subject(HONEST)) == "swift: the same, event by event"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "return evolve(super().search(request), expanded=99)",
            "interpreted the answer is .*expanded=3.*, and swift .*expanded=99",
        ),
        ("return super().search(evolve(request, observer=None))", "there are 11 events interpreted, and 0 swift"),
        (
            "return super().search(evolve(request, start='B'))",
            "event 1 is opened Node.*'A'.* interpreted, and opened Node.*'B'.* swift",
        ),
    ],
)
def test_an_engine_that_does_something_else(site, body, message):
    install_engine(site, body)
    expect_failure(solver_checks.engines_agree, make_subject(HONEST), message)


def test_an_engine_that_refuses(site):
    install_engine(site, "raise CannotCompile('Graph.add_neighbours, line 5: a dict')")
    with pytest.raises(CheckSkipped, match=r"swift: Graph\.add_neighbours, line 5: a dict"):
        solver_checks.engines_agree(make_subject(HONEST))
    expect_failure(
        solver_checks.engines_agree,
        make_subject(HONEST, compiles=True),
        "it is declared to compile, but swift refuses it: Graph.add_neigh",
    )


def test_an_engine_that_is_broken(site):
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift="1 / 0")
    with pytest.raises(CheckSkipped, match=r"plugin 'swift' of genastar-swift 1\.0 is broken: ZeroDivisionError"):
        solver_checks.engines_agree(make_subject(HONEST, compiles=True))
