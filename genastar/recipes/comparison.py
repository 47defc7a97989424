"""The function `compare`, which answers questions by several algorithms in several engines, and the rows of its table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import isclose
from typing import Any, Final, Unpack, cast

from attrs import evolve, fields, frozen

from genastar.algorithm import AUTO, Algorithm, find_algorithm
from genastar.astar import AStar
from genastar.errors import BadInput, CannotCompile, GenastarError, PluginError, format_value
from genastar.memory.replay import CLOSE
from genastar.options import format_typed
from genastar.search.requests import expect_settings, resolve_algorithm
from genastar.settings import ONLY_ONE, SearchSettings, refuse_settings
from genastar.values.arguments import iterate_items, to_positions_tuple
from genastar.values.cost import get_travelled
from genastar.values.result import Result
from genastar.values.vector import Vector
from genastar.worlds.domain import Domain

REFUSED: Final = "refused"
"""The outcome of a search that did not begin; `genastar.Outcome` has the others."""

_GIVEN: Final = {
    "algorithm": "give the algorithms in a list, such as algorithms=['astar', 'dijkstra']",
    "engine": "give the engines in a list, such as engines=['interpreted', 'compiled']",
}


@frozen
class ComparisonRow:
    """One search of a comparison."""

    problem: str
    start: object
    goals: tuple[object, ...]
    """The goals of a question of a world; empty for a problem, which has its own."""
    algorithm: str
    """The algorithm with its options that are not the defaults, such as ``"weighted weight=2"``."""
    engine: str
    outcome: str
    """The outcome of the result, such as ``"found"`` or ``"limit"``; or ``"refused"``."""
    cost: Any = None
    """The cost of the path, g of a `genastar.Cost`; of a front, the least of each number; ``None`` without a path."""
    paths: int | None = None
    """The number of paths of a front."""
    bound: float | None = None
    """The proven ratio of the cost to the optimum: 1 for the optimum."""
    expanded: int | None = None
    generated: int | None = None
    seconds: float | None = None
    note: str = ""
    """Why the search was refused, what ``auto`` chose, the numbers of a cost, or which cheaper path breaks the bound."""
    is_bound_broken: bool = False
    """Whether another row has a path that is cheaper than the bound allows: the estimate is not as the problem declares it."""


def compare(
    problem: AStar[Any, Any] | Domain[Any, Any, Any, Any],
    starts: Iterable[Any],
    algorithms: Iterable[Algorithm | str],
    engines: Iterable[str] = ("interpreted",),
    *,
    name: str | None = None,
    **settings: Unpack[SearchSettings[Any, Any]],
) -> list[ComparisonRow]:
    """Answer each question by each algorithm in each engine, and return a row for each search; `to_pandas` takes the rows.

    A search that the algorithm or the engine refuses is a row with the reason; a search that a limit ends is a row too. In all
    rows of a question, the costs are compared with the bounds; see ``is_bound_broken``.

    Args:
        problem: a problem or a world.
        starts: the start of each question; for a world each start with its goals, such as ``((0, 0), [(5, 5)])``.
        algorithms: values of `genastar.algorithms`, or names.
        engines: the names of engines. ``"auto"`` may change the engine from search to search, so its seconds are no comparison.
        name: the name of the problem in the rows; by default that of its class, or of the world's domain.
        settings: as in `AStar.search`, such as ``limits``; they hold for each search.

    Raises:
        BadInput: a question or a setting is not what it must be, or every search is refused.
        PluginError: there is no such algorithm or engine.
        GenastarError: as in `AStar.search`.
    """
    refuse_settings(settings, "compare()", ONLY_ONE | _GIVEN)
    if not isinstance(problem, (AStar, Domain)):
        raise BadInput(f"problem={format_value(problem)}: expected a problem or a world, such as genastar.load() returns")
    chosen = [_label(each) for each in iterate_items("algorithms", algorithms, "algorithms in a list, such as ['astar']")]
    names = list(iterate_items("engines", engines, "the names of engines in a list, such as ['interpreted']"))
    for engine in names:
        expect_settings(cast("SearchSettings[Any, Any]", {**settings, "engine": engine}))
    title = name or (problem.info.name if isinstance(problem, Domain) else type(problem).__qualname__)
    numbers = ", ".join(map(str, problem.objectives)) if isinstance(problem, Domain) else "the least of each number"
    rows: list[ComparisonRow] = []
    refusal: Exception | None = None
    for start, goals in _iterate_questions(problem, starts):
        found: list[tuple[ComparisonRow, bool]] = []
        for label, algorithm in chosen:
            has_front = _has_front(problem, algorithm)
            for engine in names:
                row = ComparisonRow(title, start, goals, label, engine, REFUSED)
                how: Any = {**settings, "algorithm": algorithm, "engine": engine}
                try:
                    results = _search(problem, start, goals, starts, how, has_front)
                except (BadInput, CannotCompile, PluginError) as error:
                    refusal = refusal or error
                    found.append((evolve(row, note=str(error)), True))
                else:
                    found.append((_fill_row(row, results, has_front, numbers), _is_along_steps(algorithm, results[-1])))
        rows += _check_bounds(found)
    if refusal is not None and all(row.outcome == REFUSED for row in rows):
        raise refusal
    return rows


def tabulate_comparison(rows: Iterable[ComparisonRow]) -> dict[str, list[object]]:
    """Return the columns of a comparison, in the order of the fields of a row."""
    listed = list(rows)
    return {field.name: [getattr(row, field.name) for row in listed] for field in fields(ComparisonRow)}


def _label(algorithm: Algorithm | str) -> tuple[str, Algorithm | str]:
    """Return the algorithm after its label: its name, and the options that are not the defaults."""
    value = resolve_algorithm(algorithm)
    if algorithm == AUTO:
        return AUTO, AUTO
    options: Any = fields(cast(Any, type(value)))
    changed = [field for field in options if field.init and getattr(value, field.name) != field.default]
    return " ".join([value.name, *(f"{each.alias}={format_typed(getattr(value, each.name))}" for each in changed)]), value


def _is_along_steps(algorithm: Algorithm | str, result: Result[Any, Any]) -> bool:
    """Return whether the path of a result consists of steps of the problem."""
    if not isinstance(algorithm, str):
        return algorithm.along_steps
    with suppress(PluginError):  # `auto` may choose an algorithm that is not installed by name
        return find_algorithm(result.algorithm).along_steps
    return True


def _iterate_questions(problem: object, starts: Iterable[Any]) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Yield each start with its goals; without goals for a problem.

    Raises:
        BadInput: a question of a world is no start with goals.
    """
    if not isinstance(problem, Domain):
        for start in iterate_items("starts", starts, "starts in a list, such as [(0, 0)]"):
            yield start, ()
        return
    for question in iterate_items("starts", starts, "questions in a list, such as [((0, 0), [(5, 5)])]"):
        if not (isinstance(question, tuple) and len(question) == 2):
            raise _make_question_error(question, starts)
        try:
            goals = to_positions_tuple(question[1])
        except BadInput as error:
            raise _make_question_error(question, starts) from error
        yield question[0], goals


def _make_question_error(question: object, starts: object) -> BadInput:
    is_single = isinstance(starts, tuple)  # one question, and not a list of them
    mend = f"give the questions in a list: [{format_value(starts)}]" if is_single else "one is ((0, 0), [(5, 5)])"
    return BadInput(
        f"starts={format_value(starts)}: {format_value(question)} is not a question of a world, a start and a list of goals; "
        f"{mend}"
    )


def _search(
    problem: Any, start: Any, goals: tuple[Any, ...], starts: object, settings: Any, has_front: bool
) -> list[Result[Any, Any]]:
    """Return the answer to a question, or all answers of a front.

    Raises:
        BadInput: a hook fails at the first item of a tuple: a single start was given, and not a list.
    """
    ends = (start, goals) if isinstance(problem, Domain) else (start,)
    try:
        if has_front:
            return list(problem.results(*ends, **settings))
        return [problem.search(*ends, **settings)]
    except (TypeError, ValueError, AttributeError, LookupError) as error:
        is_one = isinstance(starts, tuple) and not isinstance(start, tuple) and not isinstance(problem, Domain)
        if isinstance(error, GenastarError) or not is_one:
            raise
        raise BadInput(
            f"starts={format_value(starts)}: a hook failed at its item {format_value(start)} "
            f"({type(error).__name__}: {format_value(str(error))}); if this is one start, give it in a list: "
            f"[{format_value(starts)}]"
        ) from error


def _has_front(problem: Any, algorithm: Algorithm | str) -> bool:
    """Return whether the answer to a question is a front."""
    if isinstance(algorithm, str):  # `auto`
        return isinstance(problem, Domain) and len(problem.objectives) > 0
    return algorithm.lists and "dominates" in algorithm.needs


def _fill_row(row: ComparisonRow, results: list[Result[Any, Any]], has_front: bool, numbers: str) -> ComparisonRow:
    result = results[-1]
    costs = [get_travelled(each.cost) for each in results if each.cost is not None]
    least = costs[0] if costs else None
    if len(costs) > 1 and isinstance(least, Vector):
        least = Vector(tuple(map(min, zip(*costs, strict=True))))
    return evolve(
        row,
        outcome=result.outcome.value,
        cost=least,
        paths=len(costs) if has_front else None,
        bound=result.bound,
        expanded=result.expanded,
        generated=result.generated,
        seconds=result.seconds,
        note="; ".join([f"{result.algorithm}: {result.why}"] * bool(result.why) + [numbers] * isinstance(least, Vector)),
    )


def _check_bounds(found: list[tuple[ComparisonRow, bool]]) -> list[ComparisonRow]:
    """Return the rows of a question, those marked whose bound is broken by another row.

    Paths of steps are compared with paths of steps, and straight lines with straight lines; fronts with nothing.
    """
    best: dict[bool, ComparisonRow] = {}
    for row, along_steps in found:
        if _can_check(row) and (along_steps not in best or row.cost < best[along_steps].cost):
            best[along_steps] = row
    return [_mark_broken(row, best.get(along_steps)) if _can_check(row) else row for row, along_steps in found]


def _can_check(row: ComparisonRow) -> bool:
    """Return whether a row has one cost. What a front leaves out, or a limit excludes, says nothing of a bound."""
    return row.cost is not None and not isinstance(row.cost, Vector)


def _mark_broken(row: ComparisonRow, best: ComparisonRow | None) -> ComparisonRow:
    if best is None or row.bound is None:
        return row
    most = best.cost if row.bound == 1 else float(best.cost) * row.bound
    is_same = isinstance(most, float) and isclose(row.cost, most, rel_tol=CLOSE)
    if is_same or not most < row.cost:
        return row
    note = f"the bound {row.bound:g} does not hold: {best.algorithm} ({best.engine}) found a path that costs {best.cost}"
    return evolve(row, note=f"{row.note}; {note}" if row.note else note, is_bound_broken=True)
