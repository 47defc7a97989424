"""Forged files of road graphs with right checksums: refused in one line, or searched as the roads that they describe."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter

import pytest
from towns import make_road, make_square, osm_file

import genastar
from forging import forge
from genastar import BadInput
from genastar_roads.answers.route import Route
from genastar_roads.graph.road_graph import RoadGraph
from genastar_roads.model import Roads

SECONDS = 100
"""No forged file may take longer, even where a processor is shared by many."""

BANNED = ([("way", 1, "from"), ("node", 22, "via"), ("way", 2, "to")], {"type": "restriction", "restriction": "no_left_turn"})


def saved(folder: Path) -> bytes:
    """A saved town with names, bends, a one-way, a private road and a forbidden turn."""
    source = osm_file(
        folder / "town.osm",
        make_square(),
        [
            make_road(1, [21, 22, 23], name="Main Street"),
            make_road(2, [12, 22, 32], name="Oak Lane", oneway="yes"),
            make_road(3, [11, 12, 13, 23, 33, 32, 31, 21, 11]),
            make_road(4, [21, 32], access="private"),
        ],
        [BANNED],
    )
    genastar.load(source, part="all").graph.save(folder / "town.roads")
    return (folder / "town.roads").read_bytes()


def ask(file: Path, random: Random) -> None:
    """Search roads of a forged file; write and describe what is found."""
    roads = genastar.load(file)
    assert isinstance(roads, Roads)
    graph: RoadGraph = roads.graph
    places = [roads.make_node_place(random.randrange(graph.size)) for _ in range(4)]
    for text in ("22", "Main Street / Oak Lane", "60.0015,24.0021"):
        with suppress(BadInput):
            places.append(roads.parse(text))
    for _ in range(3):
        start, goal = random.choice(places), random.choice(places)
        plain, guided = (roads.search(start, [goal], algorithm=name, engine="interpreted") for name in ("dijkstra", "astar"))
        assert plain.found == guided.found
        if not plain.found:
            continue
        assert guided.cost.travelled == pytest.approx(plain.cost.travelled)
        assert (guided.path[0].node, guided.path[-1].node) == (start.node, goal.node)
        route = Route.of(graph, guided.path)
        assert route.cost == pytest.approx(guided.cost.travelled * roads.scale, abs=2)  # parts of edges are rounded
        roads.to_geojson(route)
        assert len(route.points) in (0, *range(2, 99))
        assert roads.format(start)
    assert roads.view() is not None or not graph.has_coordinates


def try_forged(content: bytes, seed: int, folder: Path) -> None:
    random, file = Random(seed), folder / "forged.roads"
    file.write_bytes(content)
    told, began, refused = forge(file, random), perf_counter(), ""
    try:
        ask(file, random)
    except BadInput as error:
        refused = str(error)
    except Exception as error:
        raise AssertionError(f"{seed}: {told}") from error
    assert "\n" not in refused
    assert perf_counter() - began < SECONDS, told


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(1000, 2500), marks=pytest.mark.long)], ids=str)
def test_a_forged_road_graph_is_refused_or_searched_rightly(seeds: range, tmp_path: Path) -> None:
    content = saved(tmp_path)
    for seed in seeds:
        try_forged(content, seed, tmp_path)
