"""Export traces for Posthoc: https://posthoc.pathfinding.ai/docs/search-trace, version 1.4.0.

Posthoc is a search debugger in a browser, by ShortestPathLab. Its files are YAML, of which JSON is a subset; they have
``version``, ``views`` and ``events``, and each event has an ``id``. If the world has places, events also have ``x`` and ``y``,
and the view ``main`` draws them; otherwise Posthoc shows the tree of ``id`` and ``pId``.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from sys import byteorder
from typing import Final

import msgspec

from genastar.worlds.view import Cells, Lines, Polygons, Shape, Tiles
from genastar_studio.answers.trace_file import AnyJson, TraceFile

VERSION: Final = "1.4.0"

SUFFIX: Final = ".posthoc.trace.json"

Event = dict[str, AnyJson]

Point = tuple[float, float]
"""x to the right and y down."""

_GAP: Final = 1
"""Columns between two layers."""

_X, _Y, _COLOUR = "${{ $.x }}", "${{ $.y }}", "${{ color[$.type] }}"

_IF_HERE: Final = "${{ $.x !== undefined }}"
"""Condition of drawing, because some states have no place."""


_WALL: Final = "wall"
"""Type of the events that draw walls."""

_IF_WALL: Final = f"${{{{ $.type === '{_WALL}' }}}}"

_DARK: Final = "#262c34"


def format_posthoc(trace: TraceFile, shape: Shape | None, walls: Sequence[int] = ()) -> bytes:
    """Return the file.

    Args:
        trace: the trace of the search.
        shape: shape of the view of its places, if there is one.
        walls: places that bar the way.
    """
    point = (lambda _: None) if shape is None else _make_point_function(shape)
    spots = [point(place) for place in trace.places or [-1] * len(trace.states)]
    goals = [point(place) for place in trace.goal_places or [-1] * len(trace.goals)]
    found: dict[str, AnyJson] = {"version": VERSION, "views": {"main": _make_view(shape, [spot for spot in spots if spot])}}
    if shape is not None:
        middle = " + 0.5" if isinstance(shape, Cells) else ""
        found["pivot"] = {"x": f"${{{{ $.x{middle} }}}}", "y": f"${{{{ $.y{middle} }}}}"}
    return (
        msgspec.json.encode(found | {"events": [*_iterate_walls(shape, walls), *_iterate_events(trace, spots, goals)]}) + b"\n"
    )


def _iterate_events(trace: TraceFile, spots: Sequence[Point | None], goals: Sequence[Point | None]) -> Iterator[Event]:
    """Yield Posthoc's events. It distinguishes the expansion of a node from its end, after all neighbours were added."""
    columns = trace.events

    def make_event(kind: str, number: int) -> Event:
        state, parent = columns.state[number], columns.parent[number]
        found: Event = {"type": kind, "id": state, "pId": None if parent < 0 else parent}
        for name in ("f", "g", "h", "cost"):
            column = getattr(columns, name)
            if column is not None and column[number] != "inf":
                found[name] = column[number]
        return found | _format_spot(spots[state]) | {"name": trace.states[state]}

    if columns.state:
        first = columns.state[0]
        yield {"type": "source", "id": first} | _format_spot(spots[first]) | {"name": trace.states[first]}
    ended = columns.state[-1] if columns.kind.endswith("f") else None
    for goal, spot in zip(trace.goals, goals, strict=True):
        is_found = ended is not None and trace.states[ended] == goal
        yield {"type": "destination", "id": ended if is_found else f"goal {goal}"} | _format_spot(spot) | {"name": goal}
    expanded: int | None = None
    for number, kind in enumerate(columns.kind):
        if kind == "c":
            if expanded is not None:
                yield make_event("closing", expanded)
            expanded = number
            yield make_event("expanding", number)
        elif kind == "f":
            expanded = None
            yield make_event("end", number)
        else:
            yield make_event("generating" if kind == "o" else "updating", number)
    if expanded is not None:
        yield make_event("closing", expanded)


def _iterate_walls(shape: Shape | None, walls: Sequence[int]) -> Iterator[Event]:
    """Yield an event for each run of walls in a row of cells, so that they are drawn before the search."""
    if not isinstance(shape, Cells):
        return
    place_of = _make_point_function(shape)
    barred, before = set(walls), -2
    for first in walls:
        if first == before + 1 and first % shape.width:
            before = first
            continue
        before, end = first, first + 1
        while end in barred and end % shape.width:
            end += 1
        yield {"type": _WALL, "id": f"wall {first}", "length": end - first} | _format_spot(place_of(first))


def _format_spot(spot: Point | None) -> Event:
    return {} if spot is None else {"x": spot[0], "y": spot[1]}


def _make_point_function(shape: Shape) -> Callable[[int], Point | None]:
    """Return a function from a place to its point: the upper left corner of a cell, or the middle of another place."""
    match shape:
        case Cells(width=width, height=height):

            def locate_corner(place: int) -> Point | None:
                layer, rest = divmod(place, width * height)
                y, x = divmod(rest, width)
                return None if place < 0 else (x + layer * (width + _GAP), y)

            return locate_corner
        case Tiles(centres=pairs) | Polygons(centres=pairs) | Lines(points=pairs):
            numbers = array("f", pairs)
            if byteorder == "big":
                numbers.byteswap()
            return lambda place: None if place < 0 else (numbers[2 * place], numbers[2 * place + 1])


def _make_view(shape: Shape | None, spots: Sequence[Point]) -> list[AnyJson]:
    """Return the parts of the view ``main``."""
    if isinstance(shape, Cells):
        cell: dict[str, AnyJson] = {"$": "rect", "x": _X, "y": _Y, "height": 1}
        return [
            cell | {"$if": _IF_WALL, "width": "${{ $.length }}", "fill": _DARK},
            cell | {"$if": f"${{{{ $.x !== undefined && $.type !== '{_WALL}' }}}}", "width": 1, "fill": _COLOUR},
        ]
    if not spots:
        return []
    if isinstance(shape, Tiles) and shape.outline:
        return [_make_circle(max(abs(x) for x, _ in shape.outline))]
    extent = max(max(column) - min(column) for column in zip(*spots, strict=True)) or 1.0
    line = {
        "$": "path",
        "$if": "${{ $.x !== undefined && parent && parent.x !== undefined }}",
        "points": [{"x": "${{ parent.x }}", "y": "${{ parent.y }}"}, {"x": _X, "y": _Y}],
        "lineWidth": extent / 400,
        "fill": _COLOUR,
    }
    return [_make_circle(extent / 300), line]


def _make_circle(radius: float) -> dict[str, AnyJson]:
    return {"$": "circle", "$if": _IF_HERE, "x": _X, "y": _Y, "radius": radius, "fill": _COLOUR}
