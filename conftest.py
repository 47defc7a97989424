"""What every test has: machine code that is kept for the others of this run, and no deadline for an example of Hypothesis."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("genastar", deadline=None)
settings.load_profile("genastar")


MARKERS = (
    "long: takes long; left out by `make test`, run by `make test-long`",
    "quick: the core of the core, run by `make quick`",
)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the markers here, for tests that run without the repository's settings too."""
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)


@pytest.fixture(scope="session", autouse=True)
def machine_code_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep machine code where all workers of this run find it, or where the environment says."""
    base = tmp_path_factory.getbasetemp()
    run = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    os.environ.setdefault("GENASTAR_CACHE_DIR", str(run / "machine-code"))
