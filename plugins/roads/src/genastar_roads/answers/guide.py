"""Turn-by-turn directions in words."""

from __future__ import annotations

from typing import Final

import numpy as np
from attrs import evolve, frozen

from genastar_roads.answers.route import Leg, Route, list_points, name_of
from genastar_roads.graph.columns import Float64
from genastar_roads.graph.earth import bearings
from genastar_roads.graph.lines import compute_edge_metres

_WINDS: Final = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")

_TURNS: Final = ((30.0, "continue"), (60.0, "bear {}"), (120.0, "turn {}"), (165.0, "turn sharp {}"))
"""Largest change of direction in degrees, and its name."""


@frozen
class GuideStep:
    """One instruction."""

    text: str
    metres: float
    """Distance to the next instruction."""
    lat: float
    lon: float
    node: int = -1
    """The node of the graph nearest to where it begins, along the route."""


def make_steps(route: Route) -> tuple[GuideStep, ...]:
    """Return the directions of a route, ending with the arrival. A step begins at a new street name or a sharp turn.

    Empty if the graph has no coordinates.
    """
    if not len(route.graph.lat):
        return ()
    steps: list[GuideStep] = []
    lengths = compute_edge_metres(route.graph, route.edges)
    before: Float64 | None = None
    street = ""
    waits = route.waits
    for number, (leg, length) in enumerate(zip(route.legs, lengths, strict=True)):
        line, name = list_points(route.graph, leg), name_of(route.graph, leg.edge)
        if before is None:
            text = f"head {_name_wind(line)}" + _append_name(" on", name)
        else:
            turn = _turn(before, line)
            text = "" if name == street and abs(turn) < _TURNS[1][0] else _describe_turn(turn) + _append_name(" onto", name)
        if number in waits:
            text = f"wait {time_in_words(waits[number])} until it opens, " + (text or _append_name("go on along", name or "it"))
        if text:
            steps.append(GuideStep(text, 0.0, float(line[0, 0]), float(line[0, 1]), _get_node(route, leg, leg.begin)))
        steps[-1] = evolve(steps[-1], metres=steps[-1].metres + float(length) * leg.share)
        before, street = line, name
    node = _get_node(route, route.legs[-1], route.legs[-1].end) if route.legs else route.goal.node
    return (*steps, GuideStep("arrive", 0.0, route.goal.lat, route.goal.lon, node))


def format_distance(metres: float) -> str:
    """Return a distance with its unit, rounded to three digits, such as ``350 m`` or ``18.2 km``."""
    if metres < 999.5:
        return f"{metres:.0f} m"
    return f"{metres / 1000:,.{0 if metres >= 99_950 else 1 if metres >= 9_995 else 2}f} km"


def time_in_words(seconds: float) -> str:
    """Return a duration with its units, such as ``45 s``, ``21 min`` or ``1 h 5 min``."""
    if seconds < 59.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    hours, rest = divmod(minutes, 60)
    return f"{minutes} min" if not hours else f"{hours:,} h" + (f" {rest} min" if rest else "")


def _get_node(route: Route, leg: Leg, share: float) -> int:
    return int((route.graph.tail if share < 0.5 else route.graph.head)[leg.edge])


def _describe_turn(turn: float) -> str:
    side = "right" if turn > 0 else "left"
    return next((words.format(side) for most, words in _TURNS if abs(turn) < most), "make a U-turn")


def _append_name(word: str, name: str) -> str:
    return f"{word} {name}" if name else ""


def _name_wind(line: Float64) -> str:
    return _WINDS[round(_compute_bearing(line) / 45) % 8]


def _turn(before: Float64, after: Float64) -> float:
    """Return the angle from one line's end to the next line's beginning in degrees, -180 to 180, positive to the right."""
    return (_compute_bearing(after) - (_compute_bearing(before[::-1]) + 180) + 180) % 360 - 180


def _compute_bearing(line: Float64) -> float:
    """Return a line's initial bearing in degrees clockwise from north."""
    other = line[np.flatnonzero((line != line[0]).any(axis=1))[:1]]
    if not len(other):
        return 0.0
    return float(bearings(line[0], other[0]) % 360)
