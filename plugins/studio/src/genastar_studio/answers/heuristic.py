"""The check of an estimate in the form of the API."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from math import isfinite
from typing import Final, TypeVar

import msgspec

from genastar.testing.estimate_report import EstimateReport, Verdict
from genastar_studio.answers.trace_file import Count

S = TypeVar("S", bound=Hashable)

Place = int | str
"""A place of a view, or the name of a state in a world without places."""

_THIN: Final = "\u202f"
"""What the page writes between thousands."""


class EstimateShown(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a check of an estimate."""

    complete: bool
    optimum: float | None
    cost: float | None
    verdict: Verdict
    sentence: str
    admissible: bool | None
    consistent: bool | None
    states: int
    unit: float
    overestimates: list[list[int | float | str]]
    """Rows of place, estimate, exact cost to go."""
    inconsistent: list[list[int | float | str]]
    """Rows of the two places of a step, the fall of the estimate, and the cost of the step."""


def describe_report(report: EstimateReport[S], place: Callable[[S], Place]) -> EstimateShown:
    """Return a report in the form of the API: of several states at one place, the worst counts."""
    over = {place(one.state): one for one in sorted(report.overestimates, key=lambda one: one.estimate - one.exact)}
    falls = {place(one.state): one for one in sorted(report.inconsistent, key=lambda one: one.by - one.step)}
    return EstimateShown(
        complete=report.complete,
        optimum=report.optimum,
        cost=report.cost,
        verdict=report.verdict,
        sentence=re.sub(r"(?<=\d),(?=\d)", _THIN, report.sentence),
        admissible=report.admissible,
        consistent=report.consistent,
        states=report.states,
        unit=report.unit,
        overestimates=[[at, _count(one.estimate), _count(one.exact)] for at, one in over.items()],
        inconsistent=[[at, place(one.to), _count(one.by), _count(one.step)] for at, one in falls.items()],
    )


def _count(cost: float) -> Count:
    return cost if isfinite(cost) else "inf"
