"""The conformance kit: tests whether a solver, a domain, an algorithm or an engine keeps its contract.

- `DomainTests`, `SolverTests`, `AlgorithmTests` and `EngineTests`: classes to subclass in pytest. Only they need pytest.
- `run_checks`: the same checks as a table, used by ``genastar check``.
- `genastar.testing.many.check_many`: compares the answers of a batch with those of single searches.
- `genastar.testing.checks`: the checks one by one, in modules named after what they check.
- `genastar.testing.estimate_report.check`: checks the estimate around a start, for ``genastar check --algorithm`` and the
  studio.
- `genastar.testing.oracle`: an independent implementation of Dijkstra's algorithm for comparisons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from genastar.testing.check_subject import Bounds, CheckFailed, CheckSkipped, DomainSubject, Subject
from genastar.testing.run import CheckRow, run_checks

if TYPE_CHECKING:
    from genastar.testing.kit import AlgorithmTests, DomainTests, EngineTests, SolverTests

__all__ = [
    "AlgorithmTests",
    "Bounds",
    "CheckFailed",
    "CheckRow",
    "CheckSkipped",
    "DomainSubject",
    "DomainTests",
    "EngineTests",
    "SolverTests",
    "Subject",
    "run_checks",
]


def __getattr__(name: str) -> object:
    if name not in ("AlgorithmTests", "DomainTests", "EngineTests", "SolverTests"):
        raise AttributeError(f"module 'genastar.testing' has no attribute {name!r}")
    from genastar.testing import kit  # imports pytest

    return getattr(kit, name)
