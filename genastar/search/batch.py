"""Batches: many questions for one solver, which an engine may answer together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeVar, Unpack, cast, overload

import attrs
from attrs import evolve

from genastar.algorithm import AUTO, OneRun
from genastar.contracts.cost_type import CostTypeChecker
from genastar.contracts.hooks import Hooks
from genastar.contracts.request import Request, Requests
from genastar.errors import BadInput, format_value
from genastar.search.requests import expect_problem, make_request, resolve_algorithm, resolve_engine
from genastar.settings import ONLY_ONE, SearchSettings, refuse_settings
from genastar.values.arguments import expect
from genastar.values.cost import Cost, N, V
from genastar.values.limits import governing_token
from genastar.values.node import K
from genastar.values.result import Result

T = TypeVar("T", covariant=True)


class Column(Protocol[T]):
    """A list or a numpy array with a value for each question, in order."""

    def __len__(self) -> int: ...
    def __getitem__(self, at: int, /) -> T: ...
    def __iter__(self) -> Iterator[T]: ...


class Results(Sequence[Result[K, V]]):
    """The answers of `AStar.search_many`, in the order of the questions: a sequence of `Result`, with columns over all answers.

    The columns are lists, or numpy arrays with the compiled engine; ``numpy.asarray`` accepts both.
    """

    def __init__(self, results: Sequence[Result[K, V]]) -> None:
        self._results = results

    def __len__(self) -> int:
        return len(self._results)

    @overload
    def __getitem__(self, at: int) -> Result[K, V]: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Result[K, V]]: ...

    def __getitem__(self, at: int | slice) -> Result[K, V] | Sequence[Result[K, V]]:
        return self._results[at]

    @property
    def found(self) -> Column[bool]:
        """Return for each question whether a destination was reached."""
        return [result.found for result in self]

    @property
    def travelled(self: Results[K, Cost[N]]) -> Column[N]:
        """Return the cost g of each path, for searches whose cost is `Cost`; 0 without a path."""
        return [result.cost.travelled if result.found else cast(N, 0) for result in self]

    @property
    def expanded(self) -> Column[int]:
        """Return the number of expansions of each search."""
        return [result.expanded for result in self]


def search_batch(
    problem: Hooks[K, V],
    starts: Column[K],
    fields: Mapping[str, Column[object]] | None = None,
    cost: V | None = None,
    **settings: Unpack[SearchSettings[K, V]],
) -> Results[K, V]:
    """Search from each start with other values of some fields; see `AStar.search_many`."""
    expect_problem(problem)
    refuse_settings(settings, "search_many()", ONLY_ONE)
    fields = {} if fields is None else fields
    expect("fields", fields, Mapping, "a mapping of names to values, such as {'goal': goals}")
    _check(problem, starts, fields)
    if len(starts) == 0:
        return Results([])
    settings["algorithm"] = chosen = resolve_algorithm(settings.get("algorithm", AUTO))
    if settings.get("cancel") is None:
        settings["cancel"] = governing_token()

    def make_row(start: K, values: Mapping[str, object]) -> Request[K, V]:
        return make_request(vary(problem, values), start, cost, **settings)[1]

    requests = Requests(cast("Sequence[K]", starts), cast("dict[str, Sequence[object]]", dict(fields)), make_row)
    first = requests[0]  # raises errors that all requests share, before any search
    checked = CostTypeChecker(problem, first.cost)
    if not isinstance(chosen, OneRun) or not chosen.takes_batches:
        with checked:
            return Results([chosen.search(request) for request in requests])
    if chosen.batch_field is not None:
        requests = evolve(
            requests,
            fields={f"{chosen.batch_field}.{name}": values for name, values in requests.fields.items()},
            ask=lambda start, values: chosen.change_request(
                make_row(start, {_drop_head(name): each for name, each in values.items()})
            ),
        )
    with checked:
        found = resolve_engine(settings.get("engine", AUTO)).search_many(requests)
    return found if isinstance(found, Results) else Results(found)


def _drop_head(name: str) -> str:
    return name.partition(".")[2]


def vary(problem: Hooks[K, V], fields: Mapping[str, object]) -> Hooks[K, V]:
    """Return the problem with other values of these fields, whose names may have dots.

    Raises:
        BadInput: the fields are no mapping, or the problem has no such field.
    """
    expect("the fields of a question", fields, Mapping, "a mapping of names to values")
    varied: Any = problem
    try:
        for name, value in fields.items():
            varied = _evolve_nested(varied, name, value)
    except (AttributeError, TypeError):
        for name in fields:
            check_field(problem, name)
        raise
    return cast("Hooks[K, V]", varied)


def _evolve_nested(whole: Any, name: str, value: object) -> object:
    """Return a copy with another value of a field. A name with dots is a field inside a field."""
    head, _, tail = name.partition(".")
    return attrs.evolve(whole, **{head: _evolve_nested(getattr(whole, head), tail, value) if tail else value})


def _count_values(name: str, values: Column[object]) -> int:
    """Return the number of values. Sets have no order, and a mapping or text is most often a mistake: all are refused."""
    is_column = not isinstance(values, (str, bytes, Mapping)) and hasattr(values, "__getitem__")
    try:
        count = len(values) if is_column else None
    except TypeError:  # a numpy array without dimensions has a __len__ too
        count = None
    if count is None:
        raise BadInput(f"{name}={format_value(values)}: expected a value for each question, in a list or an array")
    return count


def check_field(solver: Hooks[K, V], name: str) -> None:
    """Raise BadInput unless the solver has a field of this name, which may have dots."""
    expect("the name of a field", name, str, "text")
    whole: Any = solver
    for part in name.split("."):
        known = [field.alias for field in attrs.fields(type(whole)) if field.init] if attrs.has(type(whole)) else []
        if part not in known:
            listed = ", ".join(known) or "none: it is not an attrs class"
            raise BadInput(f"{type(whole).__qualname__} has no field {part!r}; expected one of its fields: {listed}")
        whole = getattr(whole, part)


def _check(solver: Hooks[K, V], starts: Column[object], fields: Mapping[str, Column[object]]) -> None:
    count = _count_values("starts", starts)
    for name, values in fields.items():
        check_field(solver, name)
        if _count_values(name, values) != count:
            raise BadInput(f"the columns differ in length: starts has {count}, {name!r} has {len(values)}")


def find_varying_fields(solvers: Sequence[Hooks[K, V]]) -> dict[str, list[object]] | None:
    """Return the fields in which solvers differ, with the values for `search_many`.

    Returns:
        The values of each field, or ``None`` if the solvers are of several classes, differ in more than numbers and tuples of
        numbers, or have values of several types in a field.
    """
    cls: Any = type(solvers[0])
    if not attrs.has(cls) or any(type(solver) is not cls for solver in solvers):
        return None
    fields: dict[str, list[object]] = {}
    for field in attrs.fields(cls):
        values = [getattr(solver, field.name) for solver in solvers]
        if not field.init or all(value is values[0] for value in values):
            continue
        if not _is_numbers(values[0]) or len(set(map(_describe_types, values))) > 1:
            return None
        fields[field.alias] = values
    return fields


def _is_numbers(value: object) -> bool:
    return all(map(_is_numbers, value)) if isinstance(value, tuple) else isinstance(value, (int, float))


def _describe_types(value: object) -> object:
    """Return the type of a value, and of a tuple those of its items."""
    return (type(value), *map(_describe_types, value)) if isinstance(value, tuple) else type(value)
