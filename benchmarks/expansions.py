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

from attrs import fields, frozen

import genastar
from benchmarks.measure import print_table
from genastar import Cost, Limits, Node, Observer, OpenList
from genastar.algorithms import Astar, BothWays, Dijkstra, IdaStar, MeetInTheMiddle, NearOptimal, Weighted
from genastar.authoring import Algorithm
from genastar_puzzle.boards import BoardShape
from genastar_puzzle.korf_files import Instance, read_instances
from genastar_puzzle.search import COLUMN, EAST, NORTH, ROW, SOUTH, WEST, PackedSliding, make_problem, pack
from genastar_roads.model import Roads

INSTANCES = ("79", "55", "97", "19", "47", "93", "9", "31", "85", "73")
"""The easiest of the odd ones by the nodes that Korf published."""
SHOWN = ("55", "79", "97")
"""Those of all algorithms: 41, 42 and 44 moves."""
KORF = (540860, 927212, 1002927, 1280495, 1411294, 1599909, 1650696, 2351811, 2725456, 3222276)
"""The nodes that IDA* generates for these (Korf, Artificial Intelligence 27, 1985)."""
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
    beside_korf([known[name] for name in INSTANCES])
    instances, rows = [known[name] for name in SHOWN], []
    for algorithm in PUZZLE:
        row = [format_algorithm(algorithm)]
        for instance in instances:
            problem, start = fifteen(), cast(int, pack(instance.board))
            found = problem.search(start, algorithm=algorithm, engine="compiled")
            told = f"{found.expanded:,}"
            if algorithm.promise.bound == 1:
                assert len(found.path) - 1 == instance.moves
            else:
                told += f", {len(found.path) - 1} moves"
            if algorithm.promise.bound == 1 and algorithm.counts_cost:
                limits = Limits(cost=instance.moves - 1)
                below = problem.search(start, algorithm=algorithm, engine="compiled", limits=limits)
                told += f" ({below.expanded:,})"
            row.append(told)
        rows.append(row)
    print_table(["", *(f"Korf's {each.id}: expanded (below {each.moves})" for each in instances)], rows)


def fifteen() -> PackedSliding:
    """Return the 15-puzzle with Korf's goal."""
    return cast(PackedSliding, make_problem(BoardShape(4, 4), (tuple(range(16)),), "manhattan"))


def beside_korf(instances: list[Instance]) -> None:
    """Print the expansions that ties do not change, and those of IDA* in Korf's order of moves, beside his figures."""
    rows = []
    for instance, published in zip(instances, KORF, strict=True):
        start, below = cast(int, pack(instance.board)), Limits(cost=instance.moves - 1)
        problem = fifteen()
        ordered = InKorfsOrder(**{each.name: getattr(problem, each.name) for each in fields(PackedSliding)})
        counter = Generated(ordered)
        deepened = ordered.search(start, algorithm=IdaStar(), engine="compiled", observer=counter)
        assert len(deepened.path) - 1 == instance.moves
        cut = [problem.search(start, algorithm=each, engine="compiled", limits=below).expanded for each in PUZZLE[:2]]
        ends = problem.search(start, algorithm=MeetInTheMiddle(), engine="compiled", limits=below).expanded
        pairs = problem.search(start, algorithm=NearOptimal(), engine="compiled").expanded
        found = *cut, ends, pairs, deepened.expanded, counter.count, published
        rows.append((instance.id, str(instance.moves), *(f"{each:,}" for each in found)))
    heads = ("`astar` below", "`ida-star` below", "`mm` below", "`nbs`", "`ida-star`", "`ida-star` generated", "Korf's")
    print_table(["Korf's", "moves", *heads], rows)


@frozen(eq=False)
class InKorfsOrder(PackedSliding):
    """The puzzle with moves of the gap in Korf's order: IDA* follows the newest neighbour first, so north is added last."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        gap = self.find_gap(node.position)
        open_directions = self.open_directions[gap]
        if open_directions & SOUTH:
            self.slide(node, open_list, gap, gap + self.width, ROW)
        if open_directions & EAST:
            self.slide(node, open_list, gap, gap + 1, COLUMN)
        if open_directions & WEST:
            self.slide(node, open_list, gap, gap - 1, COLUMN)
        if open_directions & NORTH:
            self.slide(node, open_list, gap, gap - self.width, ROW)


class Generated(Observer[int, Cost[int]]):
    """Counts generated nodes as Korf did: the start once, and all neighbours of each expanded node except its parent."""

    def __init__(self, problem: PackedSliding) -> None:
        self.problem = problem
        self.count = 1

    def closed(self, node: Node[int, Cost[int]]) -> None:
        if not self.problem.is_destination(node.position):
            open_directions = int(self.problem.open_directions[self.problem.find_gap(node.position)])
            self.count += open_directions.bit_count() - (node.parent is not None)


def roads(file: Path) -> None:
    """Print the mean expansions and costs of journeys by car."""
    world = cast(Roads, genastar.load(file, profile="car", metric="time"))
    random, (lat, lon) = Random(2026), (world.graph.lat, world.graph.lon)
    nodes = [random.randrange(len(lat)) for _ in range(2 * PAIRS)]
    places = [world.find_nearest(float(lat[node]), float(lon[node])) for node in nodes]
    pairs = list(zip(places[::2], places[1::2], strict=True))
    rows, least = [], 0.0
    for algorithm in ROADS:
        found = [world.search(start, [goal], algorithm=algorithm, engine="interpreted") for start, goal in pairs]
        cost = mean(result.cost.travelled for result in found if result.cost is not None)
        least = least or cost
        assert algorithm.promise.bound != 1 or cost == least
        rows.append((format_algorithm(algorithm), f"{mean(result.expanded for result in found):,.0f}", f"{cost / least:.3f}"))
    print_table(["", f"expanded, mean of {PAIRS}", "cost, times the least"], rows)


def format_algorithm(algorithm: Algorithm) -> str:
    """Return the name of an algorithm with its weight."""
    return f"`{algorithm.name}`" + (f", weight {algorithm.weight:g}" if isinstance(algorithm, Weighted) else "")
