"""The words of refusals, also of hooks that fail in Python."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _refuses_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse a class without a look at what its hooks raise in Python, but in tests by whose names something is raised."""
    if "_raises_" not in request.node.name:
        monkeypatch.setattr("genastar_compiled.numba_engine.raise_as_python", lambda asked: None)
