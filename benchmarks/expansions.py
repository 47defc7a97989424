"""Expansions of the algorithms: on Korf's instances of the 15-puzzle, and on roads.

Korf's instances are read from korf15.csv, and the roads of Porto Alegre from r5r_poa.osm.pbf, anywhere in the folder that the
environment variable GENASTAR_DATA names; without them, those tables are left out. All searches of the puzzle use Manhattan
distances. "below" is the number of expansions whose rank is less than the optimum, which ties do not change. The counts do not
depend on the machine.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from statistics import mean
from typing import cast

import genastar
from benchmarks.measure import print_table
from genastar import Algorithm, Limits
from genastar.algorithms import Astar, BothWays, Dijkstra, IdaStar, MeetInTheMiddle, NearOptimal, Weighted
from genastar_puzzle.boards import Shape
from genastar_puzzle.korf_files import read_instances
from genastar_puzzle.search import pack, problem_of
from genastar_roads.model import RoadGraph

INSTANCES = ("55", "79", "97")
"""The easiest of the odd ones: 41, 42 and 44 moves."""
PUZZLE: tuple[Algorithm, ...] = (Astar(), IdaStar(), Weighted(1.5), Weighted(2), BothWays(), MeetInTheMiddle(), NearOptimal())
ROADS: tuple[Algorithm, ...] = (Dijkstra(), Astar(), Weighted(1.5), Weighted(2), BothWays(), MeetInTheMiddle(), NearOptimal())
PAIRS = 20


def run() -> None:
    folder = os.environ.get("GENASTAR_DATA")
    for name, show in (("korf15.csv", puzzle), ("r5r_poa.osm.pbf", roads)):
        file = next(iter(sorted(Path(folder).rglob(name))), None) if folder else None
        if file is None:
            print(f"skipped: GENASTAR_DATA does not name a folder with {name}\n")
        else:
            show(file)


def puzzle(file: Path) -> None:
    """Print the expansions on boards, and those below the optimum."""
    known = {each.id: each for each in read_instances(file, None)}
    instances, rows = [known[name] for name in INSTANCES], []
    for algorithm in PUZZLE:
        row = [shown(algorithm)]
        for instance in instances:
            problem = problem_of(Shape(4, 4), (tuple(range(16)),), "manhattan")
            found = problem.search(pack(instance.board), algorithm=algorithm, engine="compiled")
            told = f"{found.expanded:,}"
            if algorithm.promise.bound == 1:
                assert len(found.path) - 1 == instance.moves
            else:
                told += f", {len(found.path) - 1} moves"
            if algorithm.promise.bound == 1 and algorithm.counts_cost:
                below = problem.search(
                    pack(instance.board), algorithm=algorithm, engine="compiled", limits=Limits(cost=instance.moves - 1)
                )
                told += f" ({below.expanded:,})"
            row.append(told)
        rows.append(row)
    print_table(["", *(f"Korf's {each.id}: expanded (below {each.moves})" for each in instances)], rows)


def roads(file: Path) -> None:
    """Print the mean expansions and costs of journeys by car."""
    world = cast("RoadGraph", genastar.load(file, profile="car", metric="time"))
    random, (lat, lon) = Random(2026), (world.graph.lat, world.graph.lon)
    nodes = [random.randrange(len(lat)) for _ in range(2 * PAIRS)]
    places = [world.near(float(lat[node]), float(lon[node])) for node in nodes]
    pairs = list(zip(places[::2], places[1::2], strict=True))
    rows, least = [], 0.0
    for algorithm in ROADS:
        found = [world.solve(start, [goal], algorithm=algorithm, engine="interpreted") for start, goal in pairs]
        cost = mean(result.cost.travelled for result in found if result.cost is not None)
        least = least or cost
        assert algorithm.promise.bound != 1 or cost == least
        rows.append((shown(algorithm), f"{mean(result.expanded for result in found):,.0f}", f"{cost / least:.3f}"))
    print_table(["", f"expanded, mean of {PAIRS}", "cost, times the least"], rows)


def shown(algorithm: Algorithm) -> str:
    """Return the name of an algorithm with its weight."""
    return f"`{algorithm.name}`" + (f", weight {algorithm.weight:g}" if isinstance(algorithm, Weighted) else "")
