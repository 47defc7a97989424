"""Read a graph from a file or an object."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from attrs import evolve

from genastar import BadInput
from genastar.errors import make_missing_library_error
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.info import SOURCES, Options
from genastar_roads.search.metrics import add_metrics

if TYPE_CHECKING:
    from genastar_roads.sources.tables import EdgeFrame

EXTRACTS: Final = (".pbf", ".osm", ".osm.gz", ".osm.bz2")
"""Endings of OpenStreetMap files."""


def read_graph(source: object, options: Options) -> RoadGraph:
    """Read a graph.

    Args:
        source: a path, by its suffix (`genastar_roads.info.SOURCES`); a `RoadGraph`; arrays by name; a networkx graph; a
            GeoPandas frame of edges; or frames of nodes and edges, as `FrameAnswers.to_geodataframes` returns them.
        options: profile, metric and part apply to OpenStreetMap files; metric also to graphs with lengths and times;
            ``u_turns`` to all.

    Raises:
        BadInput: the source cannot be read; the message says what is wrong, and where.
    """
    graph = _read(source, options)
    if options.heights is not None:
        graph = add_heights_of(graph, options.heights, options)
    graph = add_metrics(graph, options.metrics)
    return graph if options.u_turns == "auto" else evolve(graph, u_turns=options.u_turns)


def add_heights_of(graph: RoadGraph, heights: object, options: Options) -> RoadGraph:
    """Return a graph with heights from a raster; see `Elevations.read` and `add_heights`.

    Raises:
        BadInput: as these two; or genastar-terrain or shapely is not installed.
    """
    try:
        from genastar_roads.heights.elevations import Elevations
        from genastar_roads.heights.survey import add_heights
    except ImportError as error:
        raise make_missing_library_error("heights", "genastar-terrain", error, "'genastar-roads[heights]'") from error
    from genastar_roads.profiles.profile import read_profile

    if not len(graph.lat):
        raise BadInput("heights need coordinates, which this graph lacks; leave out heights, or read an OpenStreetMap extract")
    graph = add_heights(graph, Elevations.read(heights, graph, options.heights_crs), read_profile(options.profile))
    return add_metrics(graph, options.metrics)


def _read(source: object, options: Options) -> RoadGraph:
    match source:
        case str() | PathLike():
            return _read_file(Path(source), options)
        case RoadGraph():
            return source
        case Mapping():
            from genastar_roads.sources.tables import from_arrays

            return from_arrays(source)
    from genastar_roads.sources.tables import from_frame, from_networkx

    if all(hasattr(source, name) for name in ("nodes", "edges", "is_directed")):
        return from_networkx(source, options.main_metric)
    *nodes, edges = source if isinstance(source, tuple) and len(source) == 2 else (source,)
    if all(hasattr(each, name) for each in (*nodes, edges) for name in ("to_dict", "reset_index")):
        return from_frame(cast("EdgeFrame", edges), options.main_metric, cast("EdgeFrame | None", next(iter(nodes), None)))
    raise BadInput(
        f"cannot read a road graph from a {type(source).__name__}; give a path, arrays by name, a networkx graph, a "
        "frame of edges, or frames of nodes and edges (nodes, edges)"
    )


def _find_fixed_options(graph: RoadGraph, options: Options) -> Iterator[str]:
    """Yield the options that differ from their defaults and have no effect on a saved graph."""
    if options.main_metric == "distance" and graph.unit != "cm":
        yield "metric"
    for name, usual in (("profile", "car"), ("part", "largest"), ("heights", None)):
        if getattr(options, name) != usual:
            yield name


def _read_file(path: Path, options: Options) -> RoadGraph:
    name = path.name.lower()
    if name.endswith(".roads"):
        graph = RoadGraph.open(path)
        for option in _find_fixed_options(graph, options):
            raise BadInput(
                f"{path}: the option {option} was fixed when the graph was saved; leave it out, or save the source with it"
            )
        return graph
    if name.endswith((".gr", ".gr.gz", ".gr.xz", ".gr.bz2")):
        from genastar_roads.sources.dimacs import read_dimacs
        from genastar_roads.sources.order import order_locally

        graph = read_dimacs(path, options.megabytes)
        return graph.reorder_nodes(order_locally(graph))
    if name.endswith((".graphml", ".graphml.gz")):
        from genastar_roads.sources.tables import read_graphml

        return read_graphml(path, options.main_metric, options.megabytes)
    if name.endswith(EXTRACTS):
        from genastar_roads.osm.build import build
        from genastar_roads.osm.reader import read_osm
        from genastar_roads.profiles.profile import read_profile

        profile = read_profile(options.profile)
        ways = read_osm(path, profile, options.megabytes, with_hours=options.depart is not None)
        return build(ways, options.main_metric, options.part, str(path), profile.u_turns)
    raise BadInput(f"{path}: unknown file ending; expected one of {', '.join(SOURCES)}")
