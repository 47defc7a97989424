"""Responses: worlds and answers as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from genastar import BadInput, Outcome
from genastar.cli.answer import AnyResult, as_json
from genastar.result import no_result
from genastar.view import Canvas, Cells, Lines, Tiles
from genastar_studio.options import options_as_json
from genastar_studio.questions import Asked, Json
from genastar_studio.worlds import AnyView, Seen, World

Answer = dict[str, Json]

_PARTS: Final[dict[type, tuple[str, ...]]] = {
    Cells: ("colours",),
    Tiles: ("centres", "colours", "sides", "side_colours"),
    Lines: ("points", "ends", "bends", "first_bend"),
}

PARTS: Final = ("values", *dict.fromkeys(part for parts in _PARTS.values() for part in parts))
"""Names of the parts of all kinds of views."""


class BrushShown(msgspec.Struct, frozen=True):
    """See `genastar.view.Brush`."""

    name: str
    value: float
    colour: tuple[int, int, int]


class CanvasShown(msgspec.Struct, frozen=True):
    """See `genastar.view.Canvas`."""

    additive: bool
    saves: list[str]
    brushes: list[BrushShown]


class CellsShown(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="cells"):
    """See `genastar.view.Cells`."""

    unit: float
    size: int
    width: int
    height: int
    layers: int
    wraps: bool
    canvas: CanvasShown | None


class TilesShown(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="tiles"):
    """See `genastar.view.Tiles`."""

    unit: float
    size: int
    outline: list[tuple[float, float]]
    canvas: CanvasShown | None


class LinesShown(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="lines"):
    """See `genastar.view.Lines`."""

    unit: float
    size: int
    lines: int
    credit: str
    canvas: CanvasShown | None


class WorldShown(msgspec.Struct, frozen=True):
    """A world as clients see it."""

    id: str
    version: int
    domain: str
    name: str
    source: str | None
    options: dict[str, Json]
    start: str | None
    goals: list[str]
    needs_goals: bool
    remark: str | None
    view: CellsShown | TilesShown | LinesShown | None


def world_shown(world: World) -> WorldShown:
    """Describe a world, without the bytes of its view. May take long: the domain may search for its own start and goals."""
    domain = world.seen.domain
    try:
        start = domain.format(domain.default_start())
    except BadInput:
        start = None
    try:
        goals = [domain.format(goal) for goal in domain.default_goals()]
    except BadInput:
        goals = []
    return WorldShown(
        id=world.id,
        version=world.version,
        domain=domain.info.name,
        name=world.name,
        source=world.source,
        options=options_as_json(domain.info, world.seen.options),
        start=start,
        goals=goals,
        needs_goals=domain.info.needs_goals,
        remark=domain.remark or None,
        view=view_shown(world.seen),
    )


def view_shown(seen: Seen) -> CellsShown | TilesShown | LinesShown | None:
    """Describe a view."""
    if seen.view is None:
        return None
    canvas, unit, size = _canvas_shown(seen.view), float(seen.view.unit), seen.size
    match seen.shape:
        case Cells(width=width, height=height, layers=layers, wraps=wraps):
            return CellsShown(unit=unit, size=size, width=width, height=height, layers=layers, wraps=bool(wraps), canvas=canvas)
        case Tiles(outline=outline):
            return TilesShown(unit=unit, size=size, outline=[(float(x), float(y)) for x, y in outline], canvas=canvas)
        case Lines(ends=ends, credit=credit):
            return LinesShown(unit=unit, size=size, lines=len(ends) // 8, credit=credit, canvas=canvas)
    return None


def part_of(seen: Seen, part: str) -> bytes | None:
    """Return the bytes of a part of a view; ``None`` if it has no such part."""
    if part == "values":
        return seen.view.values if isinstance(seen.view, Canvas) else None
    return getattr(seen.shape, part) if part in _PARTS.get(type(seen.shape), ()) else None


def answer_of(asked: Asked, result: AnyResult) -> Answer:
    """Return an answer in the form of ``docs/json.md``, with the places of the view."""
    return answer_shown(asked.seen, asked.start, asked.goals, result)


def answer_shown(seen: Seen, start: object, goals: Sequence[object], result: AnyResult) -> Answer:
    """Return an answer in the form of ``docs/json.md``, with the places of the view.

    Args:
        seen: the world that was searched.
        start: start of the question.
        goals: goals of the question.
        result: the answer.
    """
    places, to_closest = places_of(seen, result.path), places_of(seen, result.path_to_closest)
    return as_json(seen.domain, result) | {
        "start_place": place_of(seen, result.path[0] if result.path else start),
        "goal_places": places_of(seen, goals),
        "places": places,
        "closest_place": None if result.closest is None else place_of(seen, result.closest),
        "places_to_closest": to_closest,
        "path_to_closest": [seen.domain.format(position) for position in result.path_to_closest],
    }


def answer_of_cancelled(world: World, algorithm: str, engine: str) -> Answer:
    """Return the answer to a question that was cancelled before its search had a result."""
    nothing = no_result(Outcome.CANCELLED, engine, algorithm)
    places: Answer = {"start_place": None, "goal_places": [], "places": [], "closest_place": None, "places_to_closest": []}
    return as_json(world.seen.domain, nothing) | places | {"path_to_closest": []}


def place_of(seen: Seen, position: object) -> int | None:
    """Return the place of a position; ``None`` without a view."""
    return None if seen.view is None else int(seen.view.place(position))


def places_of(seen: Seen, positions: Sequence[object]) -> list[int]:
    """Return the places of positions; empty without a view."""
    view = seen.view
    return [] if view is None else [int(view.place(position)) for position in positions]


def _canvas_shown(view: AnyView) -> CanvasShown | None:
    if not isinstance(view, Canvas):
        return None
    brushes = [BrushShown(brush.name, float(brush.value), brush.colour) for brush in view.brushes]
    return CanvasShown(view.is_additive, list(view.saves), brushes)
