"""``genastar roads``: routes with their guide, matrices, isochrones, and graphs that are saved."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Sequence
from json import dumps
from math import isfinite, isnan
from pathlib import Path
from typing import Annotated, Final, Literal, cast

import numpy as np
from cyclopts import App, Parameter

from genastar import BadInput
from genastar.cli.options import File, Whole
from genastar.errors import line_of
from genastar.files import AnyPath, named
from genastar.registry import make_options
from genastar_roads.answers.guide import steps_of
from genastar_roads.answers.route import Route
from genastar_roads.graph.place import Place
from genastar_roads.info import INFO, Options
from genastar_roads.model import Roads
from genastar_roads.output.draw import draw_routes
from genastar_roads.output.geo import facts_of, write_geojson
from genastar_roads.prepared import Preparation
from genastar_roads.sources.packed import read_bytes

api_version = "1"

command = App(
    name="genastar roads",
    help="Compute routes, matrices and isochrones on a road graph, or save it.",
    version_flags=[],
    help_format="plaintext",
    suppress_keyboard_interrupt=False,
    default_parameter=Parameter(negative=()),
)

Source = Annotated[Path, Parameter(name="SOURCE", help="OpenStreetMap file, .gr, .graphml, or a saved graph (.roads).")]
Profile = Annotated[str, Parameter(help="Profile: car, bike, foot, or a file of your own, .toml or .json.")]
Metric = Annotated[Literal["time", "distance"], Parameter(help="Quantity to minimise.")]
Part = Annotated[
    Literal["largest", "all"],
    Parameter(help="Of an OpenStreetMap file, keep the largest strongly connected component, or all."),
]
UTurns = Annotated[
    Literal["auto", "allowed", "dead-ends", "never"],
    Parameter(help="Where a junction may be left by the road of arrival; auto: at dead-ends by car, allowed otherwise."),
]
How = Annotated[
    str,
    Parameter(
        name="--algorithm",
        help="How to search; genastar algorithms lists them. auto: what was saved beside the graph, or else astar.",
    ),
]
Many = Annotated[
    Literal["auto", "ch", "dijkstra"],
    Parameter(name="--algorithm", help="How to search; auto: ch if a hierarchy was saved beside the graph, or else dijkstra."),
]
Engine = Annotated[str, Parameter(help="compiled, interpreted, or auto: compiled where possible.")]
Json = Annotated[bool, Parameter(help="Print JSON, and nothing else.")]
Places = Annotated[
    tuple[str, ...],
    Parameter(
        help="Stop on the way: lat,lon or the number of a node. May be repeated. A route may turn round at a stop.",
        allow_leading_hyphen=True,
    ),
]

_LARGEST_LIST: Final = 100
"""Megabytes of a file of pairs."""


@command.command
def route(
    source: Source,
    /,
    *,
    start: Annotated[str, Parameter(name="--from", help="Start: lat,lon or the number of a node.", allow_leading_hyphen=True)],
    goal: Annotated[str, Parameter(name="--to", help="Destination.", allow_leading_hyphen=True)],
    via: Places = (),
    alternatives: Annotated[Whole, Parameter(help="Maximum number of routes, the cheapest first.")] = 1,
    profile: Profile = "car",
    metric: Metric = "time",
    part: Part = "largest",
    u_turns: UTurns = "auto",
    algorithm: How = "auto",
    engine: Engine = "auto",
    out: Annotated[File | None, Parameter(help="Output file: .geojson, .gpx, .png or .html.")] = None,
    json: Json = False,
) -> int:
    """Print the cheapest route, by stops on the way if there are any, and what to do at each turn."""
    roads = Roads.read(source, _options(profile=profile, metric=metric, part=part, u_turns=u_turns))
    places = [roads.parse(text) for text in (start, *via, goal)]
    if alternatives < 1:
        raise BadInput(f"--alternatives {alternatives} is less than 1")
    if alternatives > 1 and via:
        raise BadInput("--alternatives and --via do not go together; leave out one")
    if alternatives > 1:
        routes = roads.alternatives(places[0], places[-1], alternatives, algorithm=algorithm, engine=engine)
    else:
        found = roads.tour(places, algorithm=algorithm, engine=engine)
        routes = () if found is None else (found,)
    if out is not None:
        draw_routes(routes, roads.graph, roads.options, out)
    if json:
        say(dumps({"found": bool(routes), "routes": [facts_of(each) for each in routes], "remark": roads.remark or None}))
        return 0 if routes else 1
    if routes:
        tell(places, routes)
    else:
        say("not found: no way leads there")
    remark_on(roads)
    return 0 if routes else 1


@command.command
def matrix(
    source: Source,
    /,
    *,
    start: Annotated[
        tuple[str, ...], Parameter(name="--from", help="Starts. May be repeated.", allow_leading_hyphen=True)
    ] = (),
    goal: Annotated[
        tuple[str, ...],
        Parameter(name="--to", help="Destinations (default: the starts). May be repeated.", allow_leading_hyphen=True),
    ] = (),
    pairs: Annotated[
        File | None, Parameter(help="CSV file of pairs, a start and a destination a line, in place of --from and --to.")
    ] = None,
    profile: Profile = "car",
    metric: Metric = "time",
    part: Part = "largest",
    u_turns: UTurns = "auto",
    algorithm: Many = "auto",
    engine: Engine = "auto",
    out: Annotated[File | None, Parameter(help="Output file, CSV.")] = None,
) -> int:
    """Print the cost from each start to each destination, or of each pair, in metres or seconds; empty for no route."""
    if (pairs is None) == (not start):
        raise BadInput("give places with --from, or pairs of them with --pairs FILE")
    roads = Roads.read(source, _options(profile=profile, metric=metric, part=part, u_turns=u_turns))
    if pairs is not None:
        rows = read_pairs(pairs)
        ends = [(roads.parse(a), roads.parse(b)) for a, b in rows]
        starts, goals = [begin for begin, _ in ends], [end for _, end in ends]
        costs = roads.costs_between(starts, goals, algorithm=algorithm, engine=engine)
        table = [[*row, _number(cost)] for row, cost in zip(rows, costs, strict=True)]
    else:
        names = goal or start
        starts, goals = ([roads.parse(each) for each in ends] for ends in (start, names))
        found = roads.matrix(starts, goals, algorithm=algorithm, engine=engine)
        table = [["", *names], *([name, *map(_number, row)] for name, row in zip(start, found, strict=True))]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table)
    if out is None:
        sys.stdout.write(text.getvalue())
    else:
        from genastar.files import replacing

        with replacing(out) as beside:
            beside.write_text(text.getvalue(), encoding="utf-8")
        remark_on(roads)
    return 0


@command.command
def isochrone(
    source: Source,
    /,
    *,
    start: Annotated[
        tuple[str, ...], Parameter(name="--from", help="Starts. May be repeated.", required=True, allow_leading_hyphen=True)
    ],
    within: Annotated[tuple[float, ...], Parameter(help="Limits in seconds or metres. May be repeated.", required=True)],
    out: Annotated[File, Parameter(help="Output file, GeoJSON.")],
    profile: Profile = "car",
    metric: Metric = "time",
    part: Part = "largest",
    u_turns: UTurns = "auto",
    engine: Engine = "auto",
) -> int:
    """Write all roads that are reached within some seconds or metres, as GeoJSON."""
    roads = Roads.read(source, _options(profile=profile, metric=metric, part=part, u_turns=u_turns))
    write_geojson(out, roads.isochrones(within, *(roads.parse(each) for each in start), engine=engine))
    remark_on(roads)
    return 0


@command.command
def save(
    source: Source,
    /,
    out: Annotated[File, Parameter(help="Output file, .roads.")],
    *,
    prepare: Annotated[
        tuple[Preparation, ...],
        Parameter(help="Algorithm to prepare: alt saves landmarks, ch saves a contraction hierarchy. May be repeated."),
    ] = (),
    profile: Profile = "car",
    metric: Metric = "time",
    part: Part = "largest",
    u_turns: UTurns = "auto",
) -> int:
    """Save a graph as a file that is mapped into memory when it is opened."""
    if out.suffix.lower() != ".roads":
        raise BadInput(f"{named(out)}: a graph that is saved has the ending .roads")
    roads = Roads.read(source, _options(profile=profile, metric=metric, part=part, u_turns=u_turns))
    graph = roads.graph
    graph.save(out)
    for name in prepare:
        roads.prepared.save(out, name)
    copies = f" ({graph.copied:,} of them copies, for restrictions by ways)" if graph.copied else ""
    say(
        f"{out}: {graph.size:,} nodes, {graph.edges:,} edges{copies}, {len(graph.turns):,} forbidden turns, "
        f"{out.stat().st_size:,} bytes"
    )
    remark_on(roads)
    return 0


def read_pairs(path: AnyPath) -> list[tuple[str, str]]:
    """Pairs of places: lines of two fields, each quoted if it has a comma; or of four numbers, lat,lon,lat,lon.

    Raises:
        BadInput: the file cannot be read, or a line has another number of fields.
    """
    try:
        rows = [row for row in csv.reader(io.StringIO(read_bytes(path, _LARGEST_LIST).decode("utf-8-sig")), strict=True) if row]
    except (UnicodeDecodeError, csv.Error) as error:
        raise BadInput(f"{path}: this is no list of pairs: {line_of(error)}") from error
    found: list[tuple[str, str]] = []
    for number, row in enumerate(rows, 1):
        match row:
            case [a, b]:
                found.append((a, b))
            case [a, b, c, d]:
                found.append((f"{a},{b}", f"{c},{d}"))
            case _:
                raise BadInput(f"{path}: pair {number} has {len(row)} fields; expected two places, or lat,lon,lat,lon")
    return found


def tell(places: Sequence[Place], routes: Sequence[Route]) -> None:
    """Write routes: how long, how the places were understood, and what to do."""
    for number, each in enumerate(routes, 1):
        time = "" if isnan(each.seconds) else f", {each.seconds / 60:,.1f} min"
        title = f"way {number} of {len(routes)}: " if len(routes) > 1 else ""
        say(f"{title}{each.metres / 1000:,.2f} km{time}")
        for step in steps_of(each):
            say(f"  {step.text}" + (f", {step.metres:,.0f} m" if step.metres else ""))
    for place in places:
        if place.asked is not None:
            asked, found = (f"{lat:.6f},{lon:.6f}" for lat, lon in (place.asked, (place.lat, place.lon)))
            say(f"  {asked} is {place.away:,.0f} m from the road, at {found}")


def remark_on(roads: Roads) -> None:
    """Write what was left out of the graph, if anything was."""
    if roads.remark:
        say(f"  note: {roads.remark}")


def say(line: str) -> None:
    """Write one line of the answer; what is not printable in a name is spelled out."""
    sys.stdout.write("".join(each if each.isprintable() else ascii(each)[1:-1] for each in line) + "\n")


def _options(**values: object) -> Options:
    return cast("Options", make_options(INFO, values))


def _number(value: float | np.float64) -> str:
    return f"{value:.10g}" if isfinite(value) else ""
