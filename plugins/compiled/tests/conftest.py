"""Fixtures that more than one module of tests needs."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

import genastar_compiled
from genastar import CannotCompile

FILES = "|".join(each.stem for each in Path(genastar_compiled.__file__).parent.rglob("[a-z]*.py"))
INTERNAL = re.compile(
    rf"genastar_|site-packages|\bLLVM\b|<\w+ object at|\b0x[0-9a-f]{{6}}|\w(OpenList|List|Queue|Table)\b|\(({FILES})\.py"
)
"""What only the makers of compilers know."""


def pytest_configure(config: pytest.Config) -> None:
    """Let random estimates be wrong at a destination: both engines must agree on them too."""
    config.addinivalue_line("filterwarnings", "ignore:.*but this is a destination:genastar.errors.HookWarning")


@pytest.fixture
def auto_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """``engine="auto"`` asks for machine code at once, and waits for it."""
    monkeypatch.setattr("genastar.search.auto.engine.LOOK_AFTER", 0)
    monkeypatch.setattr("genastar_compiled.engine.PREPARE_AFTER", 0)


@pytest.fixture
def heeds_interrupts() -> Iterator[None]:
    """A shell's background jobs ignore interrupts, and so do all that they start, if nobody says otherwise."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def refuses_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse a class without a look at what its hooks raise in Python, where a test is about the words of the refusal."""
    monkeypatch.setattr("genastar_compiled.engine.raise_as_python", lambda asked: None)


@pytest.fixture(autouse=True)
def tells_no_internal_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold each refusal of each test to the words of users."""
    written = CannotCompile.__init__

    def checked(self: CannotCompile, *args: object) -> None:
        assert not INTERNAL.search(str(args[0]) if args else ""), args
        written(self, *args)

    monkeypatch.setattr(CannotCompile, "__init__", checked)
