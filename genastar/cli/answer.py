"""The answer of a search as JSON and as text. ``docs/json.md`` documents the JSON."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from math import isfinite
from numbers import Integral, Real
from typing import cast

from attrs import fields, has

from genastar.algorithm import find_algorithm
from genastar.algorithms.path_sets.constrained import Constrained
from genastar.errors import PluginError
from genastar.values.cost import Comparable, Cost
from genastar.values.result import Outcome, Result
from genastar.values.vector import Vector
from genastar.worlds.domain_registry import AnyDomain

AnyResult = Result[object, Comparable]

_SHOWN = 3
"""Number of positions that a summary shows at either end of a path."""

_WHY_NOT = {
    Outcome.UNREACHABLE: "no path leads there",
    Outcome.LIMIT: "a limit was reached before a path was found",
    Outcome.TIMEOUT: "the time limit was reached before a path was found",
    Outcome.CANCELLED: "the search was cancelled",
}


def format_json(domain: AnyDomain, result: AnyResult) -> dict[str, object]:
    """Return the answer as one JSON object."""
    objectives = [{"name": each.name, "unit": each.unit} for each in domain.objectives]
    return {
        "outcome": result.outcome.value,
        "cost": to_json_value(result.cost),
        "path": [domain.format(position) for position in result.path],
        "closest": None if result.closest is None else domain.format(result.closest),
        "expanded": result.expanded,
        "generated": result.generated,
        "reopened": result.reopened,
        "peak_open": result.peak_open,
        "seconds": round(result.seconds, 6),
        "costs": [to_json_value(cost) for cost in result.costs],
        "bound": result.bound,
        "domain": domain.info.name,
        "algorithm": result.algorithm,
        "why": result.why or None,
        "engine": result.engine,
        "remark": domain.remark or None,
    } | ({"objectives": objectives} if objectives else {})


def format_text(domain: AnyDomain, result: AnyResult) -> list[str]:
    """Return the answer as two lines, and a third with the remark of the world, if there is one."""
    if result.found:
        length = f"{len(result.path):,} position{'s' if len(result.path) > 1 else ''}"
        answer = f"found, cost {_format_cost(result.cost)}, {length}: {_format_path(domain, result)}"
    else:
        answer = f"not found: {_explain_outcome(result)} ({result.outcome.value})"
        if result.closest is not None:
            answer += f"; the closest position reached is {domain.format(result.closest)}"
    work = (
        f"{result.expanded:,} expanded, {result.generated:,} generated, {result.reopened:,} reopened, "
        f"peak open {result.peak_open:,}, {result.seconds:.3f} s ({domain.info.name}, {result.algorithm}, {result.engine})"
    )
    if result.bound is not None and result.bound != 1:
        answer += f"; {_format_bound(result.bound)}"
    return [answer, work, *([f"note: {domain.remark}"] if domain.remark else [])]


def format_table(domain: AnyDomain, results: Sequence[AnyResult]) -> list[str]:
    """Return a front as a table, a line for a path, after its heading; and the last line of `format_text`, about the work."""
    found = [result for result in results if result.found]
    rows = [["path", *map(str, domain.objectives), "steps"]]
    for number, result in enumerate(found, 1):
        numbers = cast(Vector, result.cost).numbers
        rows.append([str(number), *[f"{each:.6g}" if isinstance(each, float) else str(each) for each in numbers]])
        rows[-1].append(f"{len(result.path) - 1:,}")
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
    answer, *rest = format_text(domain, results[-1])
    return [*lines, *([] if results[-1].found else [f"there may be more: {answer}"]), *(f"  {line}" for line in rest)]


def _explain_outcome(result: AnyResult) -> str:
    why = _WHY_NOT[result.outcome]
    if result.outcome is Outcome.UNREACHABLE and result.algorithm == Constrained.name:
        why += " within the limits"
    with suppress(PluginError):  # an engine may answer for an algorithm that is not installed
        if result.outcome is Outcome.UNREACHABLE and find_algorithm(result.algorithm).walks:
            why += " from where the agent is now; astar says whether one leads there from the start"
    return why


def format_improvement(result: AnyResult) -> str:
    """Return one line about an answer that may be improved."""
    proven = "" if result.bound is None or not isfinite(result.bound) else f", {_format_bound(result.bound)}"
    return f"cost {_format_cost(result.cost)}{proven}, after {result.seconds:.3f} s and {result.expanded:,} expansions"


def _format_bound(bound: float) -> str:
    return "optimal" if bound == 1 else f"at most {bound:g} times the optimum"


def to_json_value(value: object) -> object:
    """Return a cost as a JSON value: g of a `Cost`; text for numbers that JSON would round or cannot hold."""
    match value:
        case None | bool() | int() | str():
            return value
        case Cost():
            return to_json_value(value.travelled)
        case Vector():
            return to_json_value(value.numbers)
        case Fraction() | Decimal():
            return str(value)
        case Integral():
            return int(value)
        case Real():
            return float(value) if isfinite(value) else str(float(value))
        case Enum():
            return to_json_value(value.value)
        case tuple() | list():
            return [to_json_value(each) for each in value]
    kind = type(value)
    if has(kind):
        return {field.name: to_json_value(getattr(value, field.name)) for field in fields(kind)}
    return str(value)


def _format_cost(cost: Comparable | None) -> str:
    return str(cost.travelled if isinstance(cost, Cost) else cost)


def _format_path(domain: AnyDomain, result: AnyResult) -> str:
    texts = [domain.format(position) for position in result.path[:_SHOWN]]
    if len(result.path) > 2 * _SHOWN:
        texts.append("...")
    texts += [domain.format(position) for position in result.path[max(_SHOWN, len(result.path) - _SHOWN) :]]
    return " -> ".join(texts)
