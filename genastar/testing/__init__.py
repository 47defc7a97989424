"""The conformance kit: does a solver, a domain, an algorithm or an engine keep the contract?

- `DomainTests`, `SolverTests`, `AlgorithmTests` and `EngineTests`: classes to subclass in pytest. They alone need pytest.
- `run_checks`: the same checks as a table, behind ``genastar check``.
- `genastar.testing.many.check_many`: do many questions at once get the answers of single ones?
- `genastar.testing.checks`, `genastar.testing.domain_checks`, `genastar.testing.algorithm_checks` and
  `genastar.testing.view_checks`: the checks one by one.
- `genastar.testing.oracle`: Dijkstra's search without a line of the search, to hold others against.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from genastar.testing.run import CheckRow, run_checks
from genastar.testing.subject import Bounds, CheckFailed, CheckSkipped, DomainSubject, Subject

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
