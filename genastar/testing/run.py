"""All checks of a domain as a table, for ``genastar check``."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal, cast

from attrs import frozen

from genastar.files import AnyPath
from genastar.testing.check_subject import BOUNDS, Bounds, CheckFailed, CheckSkipped, DomainSubject, describe_exception
from genastar.testing.checks.domain import DOMAIN_CHECKS
from genastar.testing.checks.solver import SOLVER_CHECKS, SolverCheck, engines_agree, hashes_are_stable, positions_are_hashable
from genastar.testing.speed import measure_speeds
from genastar.worlds.domain_registry import AnyDomain

_FOUNDATIONS = (positions_are_hashable, hashes_are_stable)
"""Checks on which the others depend: if they fail, dictionaries of positions do not work."""


@frozen
class CheckRow:
    """The outcome of a check."""

    check: str
    state: Literal["passed", "failed", "skipped"]
    why: str = ""
    """Where the law is broken, why the check does not apply, or a remark."""


def run_checks(domain: type[object], sources: tuple[AnyPath, ...] = (), bounds: Bounds = BOUNDS) -> list[CheckRow]:
    """Run every check of the conformance kit on a domain's examples, and return a row for each."""
    subject = DomainSubject(cast("type[AnyDomain]", domain), tuple(map(Path, sources)), bounds)
    rows: list[CheckRow] = []
    foundation = ""
    for check in SOLVER_CHECKS:
        if foundation:
            rows.append(CheckRow(format_title(check), "skipped", f"it means nothing where {foundation!r} failed"))
            continue
        rows.append(
            _run_check(
                format_title(check),
                partial(_check_engines if check is engines_agree else partial(check_each_example, check), subject),
            )
        )
        if check in _FOUNDATIONS and rows[-1].state == "failed":
            foundation = format_title(check)
    return rows + [_run_check(format_title(each), partial(each, subject)) for each in DOMAIN_CHECKS]


def check_each_example(check: SolverCheck, subject: DomainSubject) -> str | None:
    """Run a check of a solver on the question of each example, and return the last remark.

    Raises:
        CheckFailed: the check fails on an example, which the message names.
        CheckSkipped: the check applies to no example.
    """
    remark: str | None = None
    skipped: list[str] = []
    for number, question in enumerate(subject.questions, 1):
        try:
            remark = check(question) or remark
        except CheckSkipped as reason:
            skipped.append(str(reason))
        except CheckFailed as error:
            raise CheckFailed(f"example {number}: {error}") from error
    if len(skipped) == len(subject.questions):
        raise CheckSkipped(skipped[0] if skipped else "there are no examples")
    return remark


def _check_engines(subject: DomainSubject) -> str | None:
    """Check that engines agree, and return their gains."""
    agreed = check_each_example(engines_agree, subject)
    return "; ".join(filter(None, (agreed, measure_speeds(subject))))


def format_title(check: Callable[..., object]) -> str:
    """Return the name of a check in words."""
    return check.__name__.replace("_", " ")


def _run_check(name: str, run: Callable[[], str | None]) -> CheckRow:
    try:
        return CheckRow(name, "passed", run() or "")
    except CheckSkipped as reason:
        return CheckRow(name, "skipped", str(reason))
    except CheckFailed as error:
        return CheckRow(name, "failed", str(error))
    except Exception as error:  # noqa: BLE001  # a domain may fail in any way that code can
        return CheckRow(name, "failed", describe_exception(error))
