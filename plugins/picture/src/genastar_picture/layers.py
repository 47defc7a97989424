"""The conversion of a trace to a scene with the chosen layers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from genastar import BadInput, Comparable, Cost, EventKind, Node, Trace
from genastar_picture.options import HEATS, LayerOptions, parse_layers
from genastar_picture.palette import PALETTES
from genastar_picture.scene import Arrows, Rgb, Scene, choose_scale, to_cell_array, to_point_array

S = TypeVar("S")
V = TypeVar("V", bound=Comparable)

PictureCell = tuple[int, int]
Point = tuple[float, float]

ARROWED_SCALE = 12
"""Least default scale of a picture with arrows."""


def make_search_scene(
    world: Rgb,
    options: LayerOptions,
    trace: Trace[S, V],
    path: Iterable[Point],
    place: Callable[[S], PictureCell],
    wraps: bool = False,
    is_line: bool = False,
    others: Sequence[Iterable[Point]] = (),
) -> Scene:
    """Return the scene of a search, drawn over the world.

    Args:
        world: the colours of the cells, shape (height, width, 3).
        options: layers, colours and scale.
        trace: the trace of the search.
        path: the cells of the path, or the points between its straight legs.
        place: the cell of a state.
        wraps: whether the edges of the world are joined.
        is_line: whether to draw the path as a line over the cells. Otherwise its cells are coloured.
        others: further paths of a search that found several.

    Raises:
        BadInput: layer g, h or f was chosen but the costs have no such part; or the picture would be too large.
    """
    layers = parse_layers(options.layers)
    height, width, _ = world.shape
    scale = options.scale or max(choose_scale(width, height), ARROWED_SCALE if "arrows" in layers else 1)
    closed = [event.node for event in trace.events if event.kind is EventKind.CLOSED] if layers else []
    heat = next((layer for layer in HEATS if layer in layers), None)
    opened, opened_after = _opened(trace, place) if "open" in layers else ([], [])
    way = list(path)
    return Scene(
        world,
        to_cell_array(place(node.position) for node in closed) if heat else to_cell_array(()),
        to_cell_array(way if "path" in layers and not is_line else ()),
        PALETTES[options.palette],
        scale,
        values=None if heat in (None, "closed") else np.array([_get_value(node, heat) for node in closed], np.float64),
        opened=to_cell_array(opened),
        opened_after=np.array(opened_after, np.intp),
        arrows=_list_arrows(closed, place, (width, height) if wraps else None)
        if "arrows" in layers
        else np.empty((0, 4), np.intp),
        line=to_point_array(way if "path" in layers and is_line else ()),
        others=tuple(map(to_point_array, others if "path" in layers else ())),
        marks=to_cell_array((way[0], way[-1]) if way else ()),
        wraps=wraps,
    )


def _opened(trace: Trace[S, V], place: Callable[[S], PictureCell]) -> tuple[list[PictureCell], list[int]]:
    opened, after, closed = [], [], 0
    for event in trace.events:
        if event.kind is EventKind.CLOSED:
            closed += 1
        elif event.kind is not EventKind.FOUND:
            opened.append(place(event.node.position))
            after.append(closed)
    return opened, after


def _get_value(node: Node[S, V], heat: str) -> float:
    cost: object = node.cost
    if not isinstance(cost, Cost):
        raise BadInput(f"layers={heat}: costs of type {type(cost).__name__} have no {heat}; use closed")
    return float({"g": cost.travelled, "h": cost.left, "f": cost.total}[heat])


def _list_arrows(closed: list[Node[S, V]], place: Callable[[S], PictureCell], around: PictureCell | None) -> Arrows:
    """Return the arrows from cells to their parents' cells. ``around`` is the size of a world whose edges are joined."""
    ends = {place(node.position): place(node.parent) for node in closed if node.parent is not None}
    found = np.array([(*here, *there) for here, there in ends.items()], np.intp).reshape(-1, 4)
    found[:, 2:] -= found[:, :2]
    if around is not None:
        far = 2 * np.abs(found[:, 2:]) > np.array(around)
        found[:, 2:] -= far * np.sign(found[:, 2:]) * np.array(around)
    return found[found[:, 2:].any(axis=1)]
