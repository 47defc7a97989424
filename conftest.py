"""What every test has: machine code that is kept for the others of this run, and no bounds on the time of Hypothesis."""

from __future__ import annotations

import importlib
import math
import os
import re
from collections.abc import Iterator
from importlib.util import find_spec
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("genastar", deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine is slow
settings.load_profile("genastar")


MARKERS = (
    "long: takes long; left out by `make test`, run by `make test-long`",
    "quick: the core of the core, run by `make quick`",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--share``, for runs that have no time for all tests."""
    parser.addoption("--share", default="1/1", help="run the K-th of N equal shares of the tests, given as K/N")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the check of the kits that compiles as long."""
    if item.name.endswith("[engines agree]"):
        item.add_marker("long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests of other shares. The share of a test follows from its name alone."""
    given = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", config.getoption("--share"))
    if given is None or int(given[1]) > int(given[2]):
        raise pytest.UsageError(f"--share {config.getoption('--share')} is not K/N with K from 1 to N, such as 2/5")
    which, count = map(int, given.groups())
    if count > 1:
        others = [item for item in items if crc32(item.nodeid.encode()) % count != which - 1]
        items[:] = [item for item in items if crc32(item.nodeid.encode()) % count == which - 1]
        config.hook.pytest_deselected(items=others)


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


@pytest.fixture(scope="session", autouse=True)
def nothing_compiled_beside() -> Iterator[None]:
    """Let the engine ``auto`` stay interpreted, however long a search takes here, unless a test changes this for itself.

    After a tenth of a second, ``auto`` starts a process that compiles for seconds. On a busy machine most tests would. What was
    prepared is compiled before its first search.
    """
    if find_spec("genastar_compiled") is None:
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(importlib.import_module("genastar.search.auto.engine"), "AT_ONCE", False)
        patch.setattr(importlib.import_module("genastar_compiled.engine"), "PREPARE_AFTER", math.inf)
        yield
