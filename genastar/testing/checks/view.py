"""The checks of a domain's views: they show the world, and searches see the painted values."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from math import isfinite, nan
from pathlib import Path
from struct import iter_unpack, unpack_from
from typing import Final, cast

from attrs import AttrsInstance

from genastar.errors import BadInput
from genastar.testing.check_subject import CheckFailed, CheckSkipped, DomainSubject, spread
from genastar.testing.checks.bad_input import expect_only_bad_input
from genastar.testing.compare import is_same_cost
from genastar.values.cost import Comparable
from genastar.values.observer import Trace
from genastar.values.result import Result
from genastar.worlds.domain import Example
from genastar.worlds.domain_registry import AnyDomain
from genastar.worlds.view import Canvas, Cells, Lines, Polygons, Shape, Tiles, View

AnyView = View[object, object]
AnyCanvas = Canvas[object, object, AnyDomain]

_ROUNDS: Final = 12
"""Number of paths that are blocked by painting."""

_ALTERNATIVES: Final = 3
"""Number of alternatives that are asked for."""

_BLANK: Final = 8
"""Columns and rows of a blank world, enough for all known rules."""


def views_are_true(subject: DomainSubject) -> str:
    """Check that the sizes of a view's data match its places, and that positions, states and places match."""
    number = 0
    for example, view in _list_views(subject):
        places = count_places(view.shape)
        if not (isfinite(view.unit) and view.unit > 0):
            raise CheckFailed(f"view().unit is {view.unit!r}; expected a number above 0")
        result, states = _search_example(example)
        for state in states:
            place = view.place_of_state(state)
            if not -1 <= place < places:
                raise CheckFailed(f"place_of_state({state!r}) is {place}; expected -1, or 0 to {places - 1}")
        for position in [example.start, *example.goals, *result.path]:
            place = view.place(position)
            if not 0 <= place < places:
                raise CheckFailed(f"place({position!r}) is {place}; expected 0 to {places - 1}")
            number += 1
        _check_alternatives(example, view)
        _must_have(view.fits, places if view.unit_form else 0, "places where the unit fits")
        for place in spread(range(places), subject.bounds.samples):
            _is_read_back(view, place)
        for place in (-1, places, cast(int, nan)):
            _expect_refusal(f"position({place!r})", view.position, place)
    return f"{number} positions"


def canvases_paint(subject: DomainSubject) -> str:
    """Check that painted values are stored, that blocked places are not entered, and that painting makes a copy."""
    number = 0
    for example, view in _list_canvases(subject):
        first, bar = view.brushes[:2] if len(view.brushes) > 1 else (None, None)
        if first is None or bar is None or len({brush.value for brush in view.brushes}) < len(view.brushes):
            raise CheckFailed("view().brushes: expected at least two of different values")
        values, places = read_values(view), count_places(view.shape)
        for brush, place in zip(view.brushes, _choose_places(places, len(view.brushes)), strict=True):
            _paint_checked(view, {place: brush.value})
        _close_in(example, view, bar.value)
        if read_values(view) != values:
            raise CheckFailed("paint() changes its own world; return a new one")
        unknown = nan if view.is_additive else max(brush.value for brush in view.brushes) + 1
        for place, value in ((-1, first.value), (places, first.value), (0, nan), (0, unknown)):
            _expect_refusal(f"paint({{{place}: {value}}})", view.paint, {place: value})
        blank = cast(AnyCanvas, view.make_blank(_BLANK, _BLANK).view())
        if set(read_values(blank)) != {first.value}:
            raise CheckFailed(f"make_blank({_BLANK}, {_BLANK}) is not filled with the first brush, {first.name!r}")
        for width, height in ((0, 5), (5, -1)):
            _expect_refusal(f"make_blank({width}, {height})", view.make_blank, width, height)
        number += 1
    return f"{number} of {len(subject.examples)}"


def canvases_are_saved(subject: DomainSubject) -> str:
    """Check that a canvas saves each declared format, which `read` reads as the same world, and refuses other formats."""
    suffixes: dict[str, None] = {}
    for example, view in _list_canvases(subject):
        for suffix in view.saves:
            suffixes[suffix] = None
            _is_saved(example, view, suffix)
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder, "world.no-such-kind")
            _expect_refusal(f"save() to {out.name}", view.save, out, example.start, example.goals)
            if any(Path(folder).iterdir()):
                raise CheckFailed(f"save() refuses {out.name}, but leaves a file")
    if not suffixes:
        raise CheckSkipped("its canvases are not saved")
    return ", ".join(suffixes)


def options_are_changed_in_place(subject: DomainSubject) -> str:
    """Check that ``with_options`` with the world's own options gives a world with the same answers."""
    number = 0
    for example in subject.examples:
        options = _get_options(example.domain)
        twin = None if options is None else example.domain.with_options(options)
        if twin is not None:
            _must_agree(example, twin, "with_options with its own options")
            number += 1
    if not number:
        raise CheckSkipped("its worlds are read again for other options")
    return f"{number} of {len(subject.examples)}"


def count_places(shape: Shape) -> int:
    """Return the number of places.

    Raises:
        CheckFailed: the number of colours, points or bends does not match.
    """
    match shape:
        case Cells():
            places = shape.width * shape.height * shape.layers
            _must_have(shape.colours, 3 * places, f"colours of {shape.width} x {shape.height} x {shape.layers} cells")
        case Tiles():
            places = len(shape.centres) // 8
            _must_have(shape.centres, 8 * places, "centres of tiles")
            _must_have(shape.colours, 3 * places, f"colours of {places} tiles")
            _must_have(shape.side_colours, 3 * _count_pairs(shape.sides, places, "sides"), "colours of sides")
        case Polygons():
            places = len(shape.centres) // 8
            _must_have(shape.centres, 8 * places, "centres of polygons")
            _must_have(shape.colours, 3 * places, f"colours of {places} polygons")
            _must_have(shape.first_corner, 4 * (places + 1), f"first corners of {places} polygons, and the number of all")
            first = [number for (number,) in iter_unpack("<i", shape.first_corner)]
            if first[0] != 0 or any(after - before < 3 for before, after in pairwise(first)):
                raise CheckFailed("first_corner: expected 0, and then for each polygon at least 3 more than before")
            _must_have(shape.corners, 8 * first[-1], f"{first[-1]} corners of polygons")
        case Lines():
            places, bends = len(shape.points) // 8, 0
            _must_have(shape.points, 8 * places, "points")
            lines = _count_pairs(shape.ends, places, "ends of lines")
            if shape.first_bend:
                _must_have(shape.first_bend, 4 * (lines + 1), f"first bends of {lines} lines, and the number of all")
                bends = unpack_from("<i", shape.first_bend, 4 * lines)[0]
            _must_have(shape.bends, 8 * bends, f"{bends} bends")
    if not places:
        raise CheckFailed("view().shape has no places; expected at least one, or None from view()")
    return places


def read_values(view: AnyCanvas) -> tuple[float, ...]:
    """Return the values of a canvas.

    Raises:
        CheckFailed: the numbers of values and places differ.
    """
    values, places = view.values, count_places(view.shape)
    _must_have(values, 8 * places, f"values of {places} places")
    return tuple(value for (value,) in iter_unpack("<d", values))


VIEW_CHECKS: tuple[Callable[[DomainSubject], str], ...] = (
    views_are_true,
    canvases_paint,
    canvases_are_saved,
    options_are_changed_in_place,
)


def _list_views(subject: DomainSubject) -> Iterator[tuple[Example[object], AnyView]]:
    found = [(example, view) for example in subject.examples if (view := example.domain.view()) is not None]
    if not found:
        raise CheckSkipped("it has no view")
    yield from found


def _list_canvases(subject: DomainSubject) -> Iterator[tuple[Example[object], AnyCanvas]]:
    found = [(example, view) for example, view in _list_views(subject) if isinstance(view, Canvas)]
    if not found:
        raise CheckSkipped("its views are not canvases")
    yield from found


def _get_options(world: AnyDomain) -> AttrsInstance | None:
    """Return the options of a world; ``None`` if it has no attribute for them."""
    options = getattr(world, "options", None)
    return options if isinstance(options, type(world).info.options) else None


def _search_example(example: Example[object]) -> tuple[Result[object, Comparable], list[object]]:
    """Return the answer, and every state in the trace."""
    trace = Trace[object, Comparable]()
    result = example.domain.search(example.start, example.goals, engine="interpreted", observer=trace)
    return result, [event.node.position for event in trace.events]


def _is_read_back(view: AnyView, place: int) -> None:
    try:
        position = view.position(place)
    except BadInput:
        return
    if (again := view.place(position)) != place:
        raise CheckFailed(f"position({place}) is {position!r}, whose place is {again}")
    if view.unit_form and not (view.fits[place] and view.describe_clearance(place)):
        raise CheckFailed(f"position({place}) is {position!r}, where the unit does not fit")


def _check_alternatives(example: Example[object], view: AnyView) -> None:
    """Check that at most as many alternatives as wanted lead from the start to the goal, the cheapest first."""
    for goal in example.goals:
        found = view.alternatives(example.start, goal, _ALTERNATIVES)
        ends = [(each.path[0], each.path[-1]) for each in found]
        if ends != [(example.start, goal)] * len(found) or len(found) > _ALTERNATIVES:
            raise CheckFailed(f"alternatives({example.start!r}, {goal!r}, {_ALTERNATIVES}) give paths between {ends!r}")
        costs = [each.cost for each in found]
        if costs != sorted(costs):
            raise CheckFailed(f"alternatives() cost {costs!r}; expected the cheapest first")


def _choose_places(places: int, times: int) -> list[int]:
    """Return ``times`` places, evenly spread, starting with the first."""
    return [number * places // times % places for number in range(times)]


def _paint_checked(view: AnyCanvas, changes: Mapping[int, float]) -> tuple[AnyDomain, AnyCanvas]:
    """Return the painted world and its canvas, after checking the values."""
    wanted = list(read_values(view))
    for place, value in changes.items():
        wanted[place] = value
    world = view.paint(changes)
    canvas = world.view()
    if not isinstance(canvas, Canvas):
        raise CheckFailed(f"paint() gives a world whose view is {type(canvas).__name__}; expected a canvas")
    for place, (value, found) in enumerate(zip(wanted, read_values(canvas), strict=True)):
        if value != found:
            raise CheckFailed(f"paint({dict(changes)}): the value of place {place} is {found:g}; expected {value:g}")
    return world, canvas


def _close_in(example: Example[object], view: AnyCanvas, bar: float) -> None:
    """Block one path after another between the ends, and then restore all values."""
    wanted = example.domain.search(example.start, example.goals, engine="interpreted", reopen=True)
    ends = {example.start, *example.goals}
    held = {view.place(end) for end in ends}
    old, barred = read_values(view), dict[int, float]()
    result, world = wanted, example.domain
    for _ in range(_ROUNDS):
        inner = {place: bar for position in result.path if (place := view.place(position)) not in held}
        if not inner:
            break
        world, view = _paint_checked(view, inner)
        barred |= inner
        for place in inner:
            _expect_refusal(f"position({place}), which is barred,", view.position, place)
        result = world.search(example.start, example.goals, engine="interpreted", reopen=True)
        entered = [position for position in result.path if view.place(position) in barred]
        if entered:
            raise CheckFailed(f"the path leads through {entered[0]!r}, which paint({inner}) blocks")
    back, _ = _paint_checked(view, {place: old[place] for place in barred})
    _must_agree(example, back, "painted back")


def _is_saved(example: Example[object], view: AnyCanvas, suffix: str) -> None:
    world = type(example.domain)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, f"world{suffix}")
        view.save(out, example.start, example.goals)
        if [path.name for path in Path(folder).iterdir()] != [out.name]:
            raise CheckFailed(f"save() to {out.name} left {sorted(path.name for path in Path(folder).iterdir())}")
        try:
            again = world.read(out, _get_options(example.domain) or world.info.options())
        except BadInput as error:
            raise CheckFailed(f"save() wrote {out.name}, which read() refuses: {error}") from error
    found = again.view()
    if not isinstance(found, Canvas) or found.shape != view.shape:
        raise CheckFailed(f"save() wrote {out.name}, which read() reads as another world")
    if view.is_additive and found.values != view.values:
        raise CheckFailed(f"save() wrote {out.name}, which read() reads with other values")
    _must_agree(example, again, f"saved as {suffix} and read")


def _must_agree(example: Example[object], twin: AnyDomain, how: str) -> None:
    one, other = (
        world.search(example.start, example.goals, engine="interpreted", reopen=True) for world in (example.domain, twin)
    )
    if one.outcome is not other.outcome or not is_same_cost(one.cost, other.cost):
        raise CheckFailed(f"{how}, the answer is {other.outcome.value} {other.cost!r}; it was {one.outcome.value} {one.cost!r}")


def _count_pairs(data: bytes, places: int, what: str) -> int:
    """Return the number of pairs of places."""
    _must_have(data, len(data) // 8 * 8, what)
    if any(not 0 <= place < places for (place,) in iter_unpack("<i", data)):
        raise CheckFailed(f"view(): {what} name a place that does not exist; there are {places} places")
    return len(data) // 8


def _must_have(data: bytes, wanted: int, what: str) -> None:
    if len(data) != wanted:
        raise CheckFailed(f"view(): {what} have {len(data)} bytes; expected {wanted}")


def _expect_refusal(what: str, call: Callable[..., object], *arguments: object) -> None:
    with expect_only_bad_input(what, f"{what} is not refused; BadInput was expected"):
        call(*arguments)
