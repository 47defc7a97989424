"""``genastar reach``: where a unit can get, and at what cost."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable
from json import dumps
from pathlib import Path
from typing import Annotated, cast

from cyclopts import Parameter

from genastar import BadInput, Cost
from genastar.cli.options import File
from genastar.cost import Comparable
from genastar.errors import shortened
from genastar.files import is_same_file, named
from genastar.registry import make_options
from genastar_hexmap.info import INFO, Options
from genastar_hexmap.model import HexMap
from genastar_hexmap.turns import Turns

api_version = "1"


def command(
    source: Annotated[Path, Parameter(name="FILE", help="A hex map.")],
    /,
    *,
    within: Annotated[str, Parameter(help="How far: points; with --moves a number of turns, or TURNS,POINTS.")],
    start: Annotated[str | None, Parameter(name="--from", help="Where to begin; by default the map's own start.")] = None,
    movement: Annotated[str, Parameter(help="The type of movement, which says what terrain costs.")] = "smallfoot",
    moves: Annotated[float | None, Parameter(help="Points for each turn.")] = None,
    table: Annotated[str | None, Parameter(help="A JSON file that adds or changes movement, terrains, colours.")] = None,
    border: Annotated[bool, Parameter(help="The outermost hexes of a Wesnoth map may be entered.")] = False,
    engine: Annotated[str, Parameter(help="compiled, interpreted, or auto: compiled where possible.")] = "auto",
    out: Annotated[File | None, Parameter(help="Draw it here, as .png or .svg.")] = None,
    json: Annotated[bool, Parameter(help="Print one JSON object, and nothing else.")] = False,
) -> int:
    """Tell where a unit can get on a hex map."""
    if out is not None and not out.name.lower().endswith(INFO.writes):
        raise BadInput(f"{named(out)}: hexmap draws no such picture (endings known: {', '.join(INFO.writes)})")
    if out is not None and is_same_file(out, source):
        raise BadInput(f"{named(out)}: the picture would overwrite the source; give another name")
    options = make_options(INFO, {"movement": movement, "moves": moves, "table": table, "border": border})
    world = HexMap.read(source, cast("Options", options))
    reach = world.reach(None if start is None else world.parse(start), within=_bound(within, moves), engine=engine)
    if out is not None:
        world.draw_reach(reach, out)
    if json:
        say(dumps({world.format(place): _plain(cost) for place, cost in reach.costs.items()}))
        return 0
    say(f"{len(reach.costs):,} hexes can be reached from {world.format(reach.start)} within {within}")
    for line in _summary(reach.costs.values()):
        say(f"  {line}")
    if out is not None:
        say(f"  picture: {out}")
    return 0


def say(line: str) -> None:
    """Write a line."""
    sys.stdout.write(line + "\n")


def _bound(text: str, moves: float | None) -> Comparable:
    """A bound from what was typed."""
    found = (
        re.fullmatch(r"([0-9]{1,9})(?:,([0-9]{1,9}))?", text)
        if moves
        else re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,6})?)()", text)
    )
    if not found:
        wanted = "a number of turns, or TURNS,POINTS" if moves else "a number of points"
        raise BadInput(f"--within {shortened(text)}: expected {wanted}")
    if not moves:
        return float(found[1])
    return (int(found[1]), int(found[2])) if found[2] else int(found[1])


def _summary(costs: Iterable[Comparable]) -> list[str]:
    """How many hexes in each turn; nothing where costs are points."""
    turns = Counter(cost.turns for cost in costs if isinstance(cost, Turns))
    return [f"turn {turn + 1}: {count:,}" for turn, count in sorted(turns.items())]


def _plain(cost: Comparable) -> object:
    if isinstance(cost, Turns):
        return [cost.turns, cost.spent]
    assert isinstance(cost, Cost)
    return cost.travelled
