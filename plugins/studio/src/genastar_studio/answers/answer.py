"""Responses: worlds and answers as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TypedDict

import msgspec

from genastar import BadInput, Outcome, PluginError
from genastar.algorithm import find_algorithm
from genastar.cli.answer import AnyResult, format_json
from genastar.options.description import options_to_json
from genastar.values.result import make_empty_result
from genastar.worlds.view import Canvas, Cells, Levels, Lines, Polygons, Tiles, View
from genastar_studio.questions.question import ResolvedQuestion
from genastar_studio.server.bodies import Json
from genastar_studio.worlds.client_worlds import AnyView, ClientWorld, WorldContents

Answer = dict[str, Json]

_PARTS: Final[dict[type, tuple[str, ...]]] = {
    Cells: ("colours",),
    Tiles: ("centres", "colours", "sides", "side_colours"),
    Polygons: ("colours", "centres", "corners", "first_corner"),
    Lines: ("points", "ends", "bends", "first_bend", "line_classes"),
}

PARTS: Final = ("values", "levels", *dict.fromkeys(part for parts in _PARTS.values() for part in parts))
"""Names of the parts of all kinds of views."""


class BrushShown(msgspec.Struct, frozen=True):
    """See `genastar.worlds.view.Brush`."""

    name: str
    value: float
    colour: tuple[int, int, int]


class CanvasShown(msgspec.Struct, frozen=True):
    """See `genastar.worlds.view.Canvas`."""

    additive: bool
    complete: bool
    saves: list[str]
    brushes: list[BrushShown]


class LevelsShown(msgspec.Struct, frozen=True):
    """See `genastar.worlds.view.Levels`."""

    option: str
    threshold: int
    suggested: int
    is_free_above: bool


class LineClassShown(msgspec.Struct, frozen=True):
    """See `genastar.worlds.view.LineClass`."""

    name: str
    width: float
    colour: tuple[int, int, int] | None


class BoardShown(msgspec.Struct, frozen=True):
    """See `genastar.worlds.view.Board`."""

    width: int
    height: int
    empty: list[str]


class AnyShown(msgspec.Struct, frozen=True, kw_only=True):
    """Fields of views of all kinds; see `genastar.worlds.view.View`."""

    unit: float
    cost_unit: str
    metres: float
    size: int
    labels: bool
    """Whether positions have labels for people."""
    sizes: bool
    """Whether there may be units larger than one place."""
    alternatives: bool
    """Whether there may be several paths to choose from."""
    fronts: bool
    """Whether an option ``metric`` may give costs several numbers, so that there is a front of paths."""
    asks: bool
    """Whether the ends of the world are a question of its source."""
    levels: LevelsShown | None
    canvas: CanvasShown | None


class CellsShown(AnyShown, frozen=True, kw_only=True, tag_field="kind", tag="cells"):
    """See `genastar.worlds.view.Cells`."""

    width: int
    height: int
    layers: int
    wraps: bool


class TilesShown(AnyShown, frozen=True, kw_only=True, tag_field="kind", tag="tiles"):
    """See `genastar.worlds.view.Tiles`."""

    outline: list[tuple[float, float]]


class PolygonsShown(AnyShown, frozen=True, kw_only=True, tag_field="kind", tag="polygons"):
    """See `genastar.worlds.view.Polygons`."""


class LinesShown(AnyShown, frozen=True, kw_only=True, tag_field="kind", tag="lines"):
    """See `genastar.worlds.view.Lines`."""

    lines: int
    credit: str
    classes: list[LineClassShown]


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
    view: CellsShown | TilesShown | PolygonsShown | LinesShown | None
    board: BoardShown | None


def describe_world(world: ClientWorld) -> WorldShown:
    """Describe a world, without the bytes of its view. May take long: the domain may search for its own start and goals."""
    domain = world.contents.domain
    try:
        start = domain.format(domain.default_starts()[0])
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
        options=options_to_json(domain.info, world.contents.options),
        start=start,
        goals=goals,
        needs_goals=domain.info.needs_goals,
        remark=domain.remark or None,
        view=describe_view(world.contents),
        board=None if (board := domain.as_board()) is None else BoardShown(board.width, board.height, list(board.empty)),
    )


def describe_view(seen: WorldContents) -> CellsShown | TilesShown | PolygonsShown | LinesShown | None:
    """Describe a view."""
    if seen.view is None:
        return None
    view = seen.view
    every: _Every = {
        "unit": float(view.unit),
        "cost_unit": view.cost_unit,
        "metres": float(view.metres),
        "size": seen.size,
        "asks": view.asks,
        "labels": type(view).label is not View.label,
        "sizes": type(view).unit_form is not View.unit_form,
        "alternatives": type(view).alternatives is not View.alternatives,
        "fronts": "vectors" in seen.domain.info.capabilities,
        "levels": _describe_levels(seen.levels),
        "canvas": _describe_canvas(view),
    }
    match seen.shape:
        case Cells(width=width, height=height, layers=layers, wraps=wraps):
            return CellsShown(**every, width=width, height=height, layers=layers, wraps=bool(wraps))
        case Tiles(outline=outline):
            return TilesShown(**every, outline=[(float(x), float(y)) for x, y in outline])
        case Polygons():
            return PolygonsShown(**every)
        case Lines(ends=ends, credit=credit, classes=classes):
            shown = [LineClassShown(each.name, float(each.width), each.colour) for each in classes]
            return LinesShown(**every, lines=len(ends) // 8, credit=credit, classes=shown)
    return None


def get_part(seen: WorldContents, part: str) -> bytes | None:
    """Return the bytes of a part of a view; ``None`` if it has no such part."""
    if part == "values":
        return seen.view.values if isinstance(seen.view, Canvas) else None
    if part == "levels":
        return None if seen.levels is None else seen.levels.values
    return getattr(seen.shape, part) if part in _PARTS.get(type(seen.shape), ()) else None


def answer_of(asked: ResolvedQuestion, result: AnyResult) -> Answer:
    """Return an answer in the form of ``docs/json.md``, with the places of the view."""
    return answer_shown(asked.contents, asked.start, asked.goals, result)


def answer_shown(seen: WorldContents, start: object, goals: Sequence[object], result: AnyResult) -> Answer:
    """Return an answer in the form of ``docs/json.md``, with the places of the view.

    Args:
        seen: the world that was searched.
        start: start of the question.
        goals: goals of the question.
        result: the answer.
    """
    places, to_closest = list_places(seen, result.path), list_places(seen, result.path_to_closest)
    return format_json(seen.domain, result) | {
        "fewest_steps": result.found and has_fewest_steps(result.algorithm),
        "start_place": place_of(seen, result.path[0] if result.path else start),
        "goal_places": list_places(seen, goals),
        "places": places,
        "points": list_points(seen, result.path),
        "unit_form": describe_unit_form(seen),
        "closest_place": None if result.closest is None else place_of(seen, result.closest),
        "places_to_closest": to_closest,
        "path_to_closest": [seen.domain.format(position) for position in result.path_to_closest],
        "itinerary": describe_itinerary(seen, result.path),
    }


def answer_of_cancelled(world: ClientWorld, algorithm: str, engine: str) -> Answer:
    """Return the answer to a question that was cancelled before its search had a result."""
    nothing = make_empty_result(Outcome.CANCELLED, engine, algorithm)
    places: Answer = {"start_place": None, "goal_places": [], "places": [], "closest_place": None, "places_to_closest": []}
    rest: Answer = {"fewest_steps": False, "points": None, "unit_form": None, "path_to_closest": [], "itinerary": None}
    return format_json(world.contents.domain, nothing) | places | rest


def has_fewest_steps(algorithm: str) -> bool:
    """Return whether what an algorithm finds has the fewest steps, whatever it costs."""
    with suppress(PluginError):  # auto may choose an algorithm that is not installed by name
        return find_algorithm(algorithm)().promise.steps
    return False


def describe_itinerary(seen: WorldContents, path: Sequence[object]) -> Answer | None:
    """Return a path in words, with the places of its instructions; ``None`` without a path, or if the view has no words."""
    found = seen.view.itinerary(path) if seen.view is not None and path else None
    if found is None:
        return None
    instructions: list[Json] = [
        {"text": each.text, "length": each.length, "place": int(each.place)} for each in found.instructions
    ]
    return {"summary": found.summary, "instructions": instructions}


def describe_unit_form(seen: WorldContents) -> Answer | None:
    """Return the form of a unit larger than one place; ``None`` for a unit of one place, or without a view."""
    form = None if seen.view is None else seen.view.unit_form
    return None if form is None else {"size": form.size, "outline": [[x, y] for x, y in form.outline], "layers": form.layers}


def place_of(seen: WorldContents, position: object) -> int | None:
    """Return the place of a position; ``None`` without a view."""
    return None if seen.view is None else int(seen.view.place(position))


def list_places(seen: WorldContents, positions: Sequence[object]) -> list[int]:
    """Return the places of positions; empty without a view."""
    view = seen.view
    return [] if view is None else [int(view.place(position)) for position in positions]


def list_points(seen: WorldContents, path: Sequence[object]) -> list[Json] | None:
    """Return x and y of the positions of a path; ``None`` if each lies in the middle of its place, or without a view."""
    points = None if seen.view is None else seen.view.points(path)
    return None if points is None else [[float(x), float(y)] for x, y in points]


class _Every(TypedDict):
    """The fields of `AnyShown`."""

    unit: float
    cost_unit: str
    metres: float
    size: int
    labels: bool
    sizes: bool
    alternatives: bool
    fronts: bool
    asks: bool
    levels: LevelsShown | None
    canvas: CanvasShown | None


def _describe_levels(levels: Levels | None) -> LevelsShown | None:
    return None if levels is None else LevelsShown(levels.option, levels.threshold, levels.suggested, levels.is_free_above)


def _describe_canvas(view: AnyView) -> CanvasShown | None:
    if not isinstance(view, Canvas):
        return None
    brushes = [BrushShown(brush.name, float(brush.value), brush.colour) for brush in view.brushes]
    return CanvasShown(view.is_additive, view.is_complete, list(view.saves), brushes)
