"""What every test has: machine code that is kept for the others of this run, and no deadline for an example of Hypothesis."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("genastar", deadline=None)
settings.load_profile("genastar")


MARKERS = (
    "long: takes long; left out by `make test`, run by `make test-long`",
    "matrix: every algorithm on every kind of problem in every engine, an hour; run by `make test-matrix`",
    "quick: the core of the core, run by `make quick`",
)


def pytest_configure(config: pytest.Config) -> None:
    """Declare the markers here, for tests that run without the repository's settings too."""
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)


@pytest.fixture(scope="session", autouse=True)
def kept_machine_code(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep machine code in pytest's cache, for all workers and for later runs, or where the environment says."""
    cache = getattr(pytestconfig, "cache", None)  # -p no:cacheprovider takes it away
    folder = tmp_path_factory.mktemp("machine-code") if cache is None else cache.mkdir("machine-code")
    folder.chmod(0o700)  # machine code is not read where others may write
    os.environ.setdefault("GENASTAR_CACHE_DIR", str(folder))
