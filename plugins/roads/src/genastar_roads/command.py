"""``genastar roads``: find routes with directions, matrices, isochrones, and saved graphs."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Sequence
from math import isfinite, isnan
from pathlib import Path
from typing import Annotated, Final, Literal, cast

import numpy as np
from attrs import asdict, frozen
from cyclopts import App, Parameter

import genastar
from genastar import BadInput
from genastar.cli.console import format_default, print_json, print_line
from genastar.cli.options import File, WholeArgument, parse_options, parse_pairs
from genastar.cli.parameters import DomainOptions, EngineName
from genastar.files import AnyPath, expect_suffix, format_path, make_csv_error, write_text
from genastar.worlds.domain_registry import make_options
from genastar_picture.profile import draw_profile
from genastar_roads.answers.geo import list_facts, write_geojson
from genastar_roads.answers.guide import make_steps
from genastar_roads.answers.route import Route
from genastar_roads.ground import KEPT, get_preparation_path
from genastar_roads.info import ASKED, DEFAULTS, INFO, Options
from genastar_roads.model import Roads
from genastar_roads.output.draw import draw_routes
from genastar_roads.places.place import Place
from genastar_roads.sources.packed import read_bytes

api_version = "1"

command = App(
    name="genastar roads",
    help="Compute routes, matrices and isochrones on a road graph, or save it.",
    version_flags=[],
    help_format="plaintext",
    suppress_keyboard_interrupt=False,
    default_parameter=Parameter(negative=(), show_default=format_default),
)

Source = Annotated[Path, Parameter(name="SOURCE", help="OpenStreetMap file, .gr, .graphml, or a saved graph (.roads).")]
AlgorithmArgument = Annotated[
    str,
    Parameter(
        name="--algorithm",
        help="Algorithm; genastar algorithms lists all. auto: the one prepared beside a saved graph, otherwise astar.",
    ),
]
Many = Annotated[
    Literal["auto", "hierarchy", "dijkstra"],
    Parameter(name="--algorithm", help="Algorithm; auto: hierarchy if one is saved beside the graph, otherwise dijkstra."),
]
JsonFlag = Annotated[bool, Parameter(help="Print JSON only.")]
_PLACE: Final = "lat,lon (if exchanged, an error says so), a street, two as 'A / B', or a node number; no house numbers."

Places = Annotated[
    tuple[str, ...],
    Parameter(
        help=f"Stop on the route: {_PLACE} Repeatable. U-turns are allowed at a stop.",
        allow_leading_hyphen=True,
    ),
]


@Parameter(name="*")
@frozen(kw_only=True)
class SourceOptions:
    """The options that say how the source is read."""

    profile: Annotated[str, Parameter(help="Profile: car, bike, foot, or a profile file of your own (.toml or .json).")] = "car"
    metric: Annotated[Literal["time", "distance"], Parameter(help="Quantity to minimise: time or distance.")] = "time"
    part: Annotated[
        Literal["largest", "all"],
        Parameter(help="Part of an OpenStreetMap file to keep: the largest strongly connected component, or all."),
    ] = "largest"
    u_turns: Annotated[
        Literal["auto", "allowed", "dead-ends", "never"],
        Parameter(help="Permission of U-turns at junctions; auto: as the profile says (cars: at dead ends only)."),
    ] = "auto"
    option: DomainOptions = ()

    @property
    def options(self) -> Options:
        """Return them as options of the domain.

        Raises:
            BadInput: an option is unknown, has another value than it takes, or is given in both ways.
        """
        texts = parse_pairs("--option", self.option)
        flags = {
            name: value for name, value in asdict(self).items() if name != "option" and value != getattr(type(self)(), name)
        }
        for name in texts.keys() & flags.keys():
            raise BadInput(f"--option {name}={texts[name]}: --{name.replace('_', '-')} is given too; leave one out")
        files = {name: str(value) for name, value in flags.items() if isinstance(value, Path)}
        return cast("Options", make_options(INFO, asdict(parse_options(INFO, texts), recurse=False) | flags | files))


READING: Final = SourceOptions()


@Parameter(name="*")
@frozen(kw_only=True)
class QuestionOptions(SourceOptions):
    """The options that say how the source is read, and what a question asks of its roads."""

    avoid: Annotated[
        tuple[str, ...],
        Parameter(help="Classes of roads to avoid: values of highway, toll, ferry, unpaved; separated by commas."),
    ] = ()
    avoid_area: Annotated[
        File | None, Parameter(help="GeoJSON file of polygons in longitude and latitude; roads that meet one are avoided.")
    ] = None
    avoid_factor: Annotated[
        float | None, Parameter(help="Factor of the cost of avoided roads, 1 or more (default: no route may use them).")
    ] = None
    prefer: Annotated[tuple[str, ...], Parameter(help="Classes of roads to prefer; as --avoid.")] = ()
    prefer_factor: Annotated[float, Parameter(help="Factor of the cost of preferred roads, less than 1.")] = 0.5
    depart: Annotated[
        str | None,
        Parameter(help="Local date and time of departure, such as 2026-11-28T08:10: opening hours and conditional tags count."),
    ] = None
    speeds: Annotated[
        File | None,
        Parameter(
            name="--speeds-by-hour",
            help="CSV file: a first line road,7,8,16-18 of hours, then a class or way a line with speeds: 30 (km/h) or 80%.",
        ),
    ] = None


ASKING: Final = QuestionOptions()

_LARGEST_LIST: Final = 100
"""Maximum size of a file of pairs, in megabytes."""


@command.command
def route(
    source: Source,
    /,
    *,
    start: Annotated[str, Parameter(name="--from", help=f"Start: {_PLACE}", allow_leading_hyphen=True)],
    goal: Annotated[str, Parameter(name="--to", help=f"Destination: {_PLACE}", allow_leading_hyphen=True)],
    via: Places = (),
    alternatives: Annotated[WholeArgument, Parameter(help="Maximum number of routes, cheapest first (default 1).")] = 1,
    reading: QuestionOptions = ASKING,
    algorithm: AlgorithmArgument = "auto",
    engine: EngineName = "auto",
    out: Annotated[File | None, Parameter(help="Output file: .geojson, .gpx, .png or .html.")] = None,
    plot: Annotated[File | None, Parameter(help="Picture of the heights along the first route, .png.")] = None,
    json: JsonFlag = False,
) -> int:
    """Print the cheapest route through the given stops, with directions."""
    roads = Roads.read(source, reading.options)
    places = [roads.parse(text) for text in (start, *via, goal)]
    if alternatives < 1:
        raise BadInput(f"--alternatives {alternatives} is less than 1")
    if alternatives > 1 and via:
        raise BadInput("--alternatives and --via cannot be combined; leave out one")
    if alternatives > 1:
        routes = roads.alternatives(places[0], places[-1], alternatives, algorithm=algorithm, engine=engine)
    else:
        found = roads.find_tour(places, algorithm=algorithm, engine=engine)
        routes = () if found is None else (found,)
    if out is not None:
        draw_routes(routes, roads.graph, roads.options, out)
    if plot is not None and routes:
        draw_profile(routes[0].profile, plot)
    if json:
        print_json({"found": bool(routes), "routes": [list_facts(each) for each in routes], "remark": roads.remark or None})
        return 0 if routes else 1
    if routes:
        print_routes(places, routes)
    else:
        print_line("not found: there is no path")
    print_remark(roads)
    return 0 if routes else 1


@command.command
def matrix(
    source: Source,
    /,
    *,
    start: Annotated[
        tuple[str, ...],
        Parameter(name="--from", help=f"Starts (repeatable): {_PLACE}", allow_leading_hyphen=True),
    ] = (),
    goal: Annotated[
        tuple[str, ...],
        Parameter(name="--to", help="Destinations (default: the starts) (repeatable).", allow_leading_hyphen=True),
    ] = (),
    pairs: Annotated[
        File | None, Parameter(help="CSV file of pairs, one start and one destination per line; replaces --from and --to.")
    ] = None,
    reading: QuestionOptions = ASKING,
    algorithm: Many = "auto",
    engine: EngineName = "auto",
    out: Annotated[File | None, Parameter(help="Output file, CSV (default: standard output).")] = None,
) -> int:
    """Print the cost from each start to each destination, or of each pair, in metres or seconds; empty if there is no path."""
    if pairs is not None and (start or goal):
        raise BadInput(f"--pairs {format_path(pairs)} has the starts and destinations; leave out --{'from' if start else 'to'}")
    if pairs is None and not start:
        raise BadInput("no places given; name starts with --from, or pairs with --pairs FILE")
    roads = Roads.read(source, reading.options)
    if pairs is not None:
        rows = read_pairs(pairs)
        ends = [(roads.parse(a), roads.parse(b)) for a, b in rows]
        starts, goals = [begin for begin, _ in ends], [end for _, end in ends]
        costs = roads.compute_costs_between(starts, goals, algorithm=algorithm, engine=engine)
        table = [[*row, _format_number(cost)] for row, cost in zip(rows, costs, strict=True)]
    else:
        names = goal or start
        starts, goals = ([roads.parse(each) for each in ends] for ends in (start, names))
        found = roads.matrix(starts, goals, algorithm=algorithm, engine=engine)
        table = [["", *names], *([name, *map(_format_number, row)] for name, row in zip(start, found, strict=True))]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(table)
    if out is None:
        sys.stdout.write(text.getvalue())
    else:
        write_text(out, text.getvalue())
        print_remark(roads)
    return 0


@command.command
def isochrone(
    source: Source,
    /,
    *,
    start: Annotated[
        tuple[str, ...],
        Parameter(name="--from", help=f"Starts (repeatable): {_PLACE}", required=True, allow_leading_hyphen=True),
    ],
    within: Annotated[tuple[float, ...], Parameter(help="Limits in seconds or metres (repeatable).", required=True)],
    out: Annotated[File, Parameter(help="Output file, GeoJSON.")],
    buffer: Annotated[
        float | None, Parameter(help="Distance in metres: write polygons around the roads (default: the roads as lines).")
    ] = None,
    reading: QuestionOptions = ASKING,
    engine: EngineName = "auto",
) -> int:
    """Write all roads that can be reached within a time or distance, or polygons around them, as GeoJSON."""
    roads = Roads.read(source, reading.options)
    starts = [roads.parse(each) for each in start]
    write_geojson(out, roads.compute_isochrones(within, *starts, buffer=buffer, engine=engine))
    print_remark(roads)
    return 0


@command.command
def save(
    source: Source,
    /,
    out: Annotated[File, Parameter(help="Output file, .roads.")],
    *,
    prepare: Annotated[
        tuple[Literal["hierarchy", "hub-labels", "landmarks"], ...],
        Parameter(help="Algorithm whose preparation is saved beside the graph, where it is found (repeatable)."),
    ] = (),
    reading: SourceOptions = READING,
) -> int:
    """Save a graph as a file that opens quickly."""
    out = expect_suffix(out, ".roads", "graph")
    options = reading.options
    if asked := [name for name in ASKED if getattr(options, name) != getattr(DEFAULTS, name)]:
        raise BadInput(f"a saved graph has all roads at all hours, and each question chooses; leave out {' and '.join(asked)}")
    roads = Roads.read(source, options)
    graph = roads.graph
    graph.save(out)
    for method in KEPT:  # what was prepared for another graph of this name would be found
        get_preparation_path(out, method.name).unlink(missing_ok=True)
    for name in prepare:
        genastar.prepare(roads, name).save(get_preparation_path(out, name))
    copies = f" ({graph.copied:,} of them copies, for restrictions by ways and for arriving)" if graph.copied else ""
    print_line(
        f"{out}: {graph.size:,} nodes, {graph.edges:,} edges{copies}, {len(graph.turns):,} forbidden turns, "
        f"{out.stat().st_size:,} bytes"
    )
    print_remark(roads)
    return 0


def read_pairs(path: AnyPath) -> list[tuple[str, str]]:
    """Read pairs of places: lines of two fields (quote a field that contains a comma) or of four numbers, lat,lon,lat,lon.

    Raises:
        BadInput: the file cannot be read or has no pairs, or a line has neither two nor four fields.
    """
    try:
        text = read_bytes(path, _LARGEST_LIST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not a CSV list of pairs: byte {error.start} is not UTF-8; save it as UTF-8") from error
    lines = csv.reader(io.StringIO(text), strict=True)
    try:
        rows = [(lines.line_num, row) for row in lines if row]
    except csv.Error as error:
        raise make_csv_error(str(path), lines.line_num) from error
    found: list[tuple[str, str]] = []
    if not rows:
        raise BadInput(f"{path}: the file has no pairs; expected a start and a destination in each line")
    for number, row in rows:
        match row:
            case [a, b]:
                found.append((a, b))
            case [a, b, c, d]:
                found.append((f"{a},{b}", f"{c},{d}"))
            case _:
                fields = f"{len(row)} field{'s' if len(row) > 1 else ''}"
                raise BadInput(f"{path}, line {number}: {fields}; expected two places, or lat,lon,lat,lon")
    return found


def print_routes(places: Sequence[Place], routes: Sequence[Route]) -> None:
    """Print routes: their lengths, how the places were snapped, and the directions."""
    for number, each in enumerate(routes, 1):
        time = "" if isnan(each.seconds) else f", {each.seconds / 60:,.1f} min"
        title = f"route {number} of {len(routes)}: " if len(routes) > 1 else ""
        rises = "" if isnan(each.climb) else f", {each.climb:,.0f} m up, {each.descent:,.0f} m down"
        times = each.describe_times()
        clock = f", departs {times['departs']}, arrives {times['arrives']}" if times else ""
        print_line(f"{title}{each.metres / 1000:,.2f} km{time}{clock}{rises}")
        for step in make_steps(each):
            print_line(f"  {step.text}" + (f", {step.metres:,.0f} m" if step.metres else ""))
    for place in places:
        if place.requested_point is not None:
            asked, found = (f"{lat:.6f},{lon:.6f}" for lat, lon in (place.requested_point, (place.lat, place.lon)))
            print_line(f"  {asked} is {place.away:,.0f} m from the road, at {found}")


def print_remark(roads: Roads) -> None:
    """Print which parts of the source the graph leaves out, if any."""
    if roads.remark:
        print_line(f"  note: {roads.remark}")


def _format_number(value: float | np.float64) -> str:
    return f"{value:.10g}" if isfinite(value) else ""
