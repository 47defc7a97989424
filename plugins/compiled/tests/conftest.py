"""Machine code is cached for the length of a test run, or where the environment says."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def cache_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    os.environ.setdefault("GENASTAR_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))


@pytest.fixture
def auto_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """``engine="auto"`` asks for machine code at once, and waits for it."""
    monkeypatch.setattr("genastar.auto.LOOK_AFTER", 0)
    monkeypatch.setattr("genastar_compiled.engine.PREPARE_AFTER", 0)
    monkeypatch.setattr("genastar_compiled.preparation.can_fork", lambda: False)
    monkeypatch.setattr("genastar_compiled.preparation.LOAD_AFTER", 0)
    monkeypatch.setattr("genastar_compiled.preparation.IMPORT_AFTER", 0)
    monkeypatch.setattr("genastar_compiled.preparation.COMPILE_AFTER", 0)


@pytest.fixture
def heeds_interrupts() -> Iterator[None]:
    """A shell's background jobs ignore interrupts, and so do all that they start, if nobody says otherwise."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
