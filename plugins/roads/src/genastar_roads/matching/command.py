"""``genastar match``: find the roads that a GPS track follows."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from genastar.cli.console import print_json, print_line
from genastar.cli.options import File
from genastar.cli.parameters import EngineName, JsonFlag
from genastar_roads.answers.geo import list_facts
from genastar_roads.command import READING, Source, SourceOptions, print_remark, print_routes
from genastar_roads.model import Roads
from genastar_roads.output.draw import draw_routes

api_version = "1"


def command(
    source: Source,
    track: Annotated[File, Parameter(name="TRACK", help="The track, .gpx or .geojson.")],
    /,
    *,
    radius: Annotated[float, Parameter(help="Metres from a point to the farthest road that it may belong to.")] = 50.0,
    sigma: Annotated[float, Parameter(help="Standard deviation of the points in metres.")] = 10.0,
    beta: Annotated[float, Parameter(help="Mean difference between the path and the straight line, in metres.")] = 5.0,
    reading: SourceOptions = READING,
    engine: EngineName = "auto",
    out: Annotated[File | None, Parameter(help="Output file: .geojson, .gpx, .png or .html.")] = None,
    json: JsonFlag = False,
) -> int:
    """Print the roads that a track most probably follows, and how well it fits them."""
    roads = Roads.read(source, reading.options)
    found = roads.match(track, radius=radius, sigma=sigma, beta=beta, engine=engine)
    if out is not None:
        draw_routes(found.routes, roads.graph, roads.options, out)
    facts = found.list_facts()
    if json:
        print_json(facts | {"routes": [list_facts(each) for each in found.routes], "remark": roads.remark or None})
        return 0 if found.routes else 1
    print_routes([], found.routes)
    if found.routes:
        print_line(
            f"  {found.matched:.0%} of {len(found.points):,} points matched, {found.away:.1f} m away on average, "
            f"log-likelihood {found.log_likelihood:.2f} a point"
        )
    else:
        print_line("not found: no two consecutive points are near roads that are connected")
    for one, other in found.breaks:
        ends = " and ".join(f"{lat:.6f},{lon:.6f}" for lat, lon in found.points[[one, other]])
        print_line(f"  note: no path between {ends}")
    print_remark(roads)
    return 0 if found.routes else 1
