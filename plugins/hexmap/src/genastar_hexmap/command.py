"""``genastar reach``: list the hexes that a unit can reach, and their costs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, cast

from cyclopts import Parameter

from genastar import BadInput, Cost
from genastar.cli.console import print_json, print_line
from genastar.cli.options import File
from genastar.cli.parameters import EngineName, JsonFlag
from genastar.errors import shorten_text
from genastar.files import format_path, is_same_file
from genastar.values.cost import Comparable
from genastar.worlds.domain_registry import make_options
from genastar_hexmap.info import INFO, Options
from genastar_hexmap.model import HexMap
from genastar_hexmap.searches.turns import Turns

api_version = "1"


def command(
    source: Annotated[Path, Parameter(name="FILE", help="Hex map file.")],
    /,
    *,
    within: Annotated[str, Parameter(help="Largest cost: points; with --moves, a number of turns, or TURNS,POINTS.")],
    start: Annotated[str | None, Parameter(name="--from", help="Start hex (default: the start that the map names).")] = None,
    movement: Annotated[str, Parameter(help="Movement type, which determines terrain costs.")] = "smallfoot",
    moves: Annotated[float | None, Parameter(help="Movement points for each turn; left out, costs are in points.")] = None,
    table: Annotated[str | None, Parameter(help="JSON file that adds or changes movement types, terrains and colours.")] = None,
    border: Annotated[bool, Parameter(help="Allow entering the outermost hexes of a Wesnoth map.")] = False,
    engine: EngineName = "auto",
    out: Annotated[File | None, Parameter(help="Picture file to write, .png or .svg.")] = None,
    json: JsonFlag = False,
) -> int:
    """Show which hexes a unit can reach on a hex map."""
    if out is not None and not out.name.lower().endswith(INFO.writes):
        raise BadInput(f"{format_path(out)}: unknown picture suffix; use one of {', '.join(INFO.writes)}")
    if out is not None and is_same_file(out, source):
        raise BadInput(f"{format_path(out)}: the picture would overwrite the source; choose another name")
    options = make_options(INFO, {"movement": movement, "moves": moves, "table": table, "border": border})
    world = HexMap.read(source, cast("Options", options))
    reach = world.reach(None if start is None else world.parse(start), within=_parse_bound(within, moves), engine=engine)
    if out is not None:
        world.draw_reach(reach, out)
    if json:
        print_json({world.format(place): _cost_to_json(cost) for place, cost in reach.costs.items()})
        return 0
    print_line(f"{len(reach.costs):,} hexes can be reached from {world.format(reach.start)} within {within}")
    for line in _summarize_turns(reach.costs.values()):
        print_line(f"  {line}")
    if out is not None:
        print_line(f"  picture: {out}")
    return 0


def _parse_bound(text: str, moves: float | None) -> Comparable:
    """Return the bound in a text."""
    found = (
        re.fullmatch(r"([0-9]{1,9})(?:,([0-9]{1,9}))?", text)
        if moves
        else re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,6})?)()", text)
    )
    if not found:
        wanted = "a number of turns, or TURNS,POINTS" if moves else "a number of points"
        raise BadInput(f"--within {shorten_text(text)}: expected {wanted}")
    if not moves:
        return float(found[1])
    return (int(found[1]), int(found[2])) if found[2] else int(found[1])


def _summarize_turns(costs: Iterable[Comparable]) -> list[str]:
    """Return lines with the number of hexes for each turn; none if costs are points."""
    turns = Counter(cost.turns for cost in costs if isinstance(cost, Turns))
    return [f"turn {turn + 1}: {count:,}" for turn, count in sorted(turns.items())]


def _cost_to_json(cost: Comparable) -> object:
    if isinstance(cost, Turns):
        return [cost.turns, cost.spent]
    assert isinstance(cost, Cost)
    return cost.travelled
