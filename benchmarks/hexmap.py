"""Hex maps beside the C++ of `w9-pathfinding`: the same maps, the same questions, equal costs.

Maps of Battle for Wesnoth are read from the folder that the environment variable GENASTAR_DATA names, and the expected numbers
of hops beside them are checked; without it they are left out. "times genastar" is the time of a contestant over that of
genastar: above 1 is slower.
"""

from __future__ import annotations

import csv
import gc
import json
import os
import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any, Generic, Literal, TypeVar

import numpy as np
from attrs import field, frozen

from benchmarks.measure import print_table
from genastar import Workspace
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap
from genastar_hexmap.terrains.wesnoth_terrain import CODES, MOVEMENT
from genastar_lattice.paths import Paths

ROUNDS = 5
GENASTAR = "genastar, `solve`, one by one"

Hex = tuple[int, int]
Question = tuple[Hex, Hex]
Way = tuple[Hex, ...] | list[Hex]
Layout = Literal["odd-r", "even-r", "odd-q", "even-q"]
Wrap = Literal["none", "x", "y", "xy"]
T = TypeVar("T")


@frozen(eq=False)
class Problem:
    """A map and questions about it."""

    name: str
    world: HexMap = field(repr=False)
    costs: np.ndarray = field(repr=False)
    """Of entering each hex, by row and column; -1 where it cannot be entered."""
    questions: Sequence[Question] = field(repr=False)

    def price(self, path: Sequence[Hex]) -> float | None:
        """Return the cost of a path."""
        return sum(float(self.costs[y, x]) for x, y in path[1:]) if path else None


def run() -> None:
    for problem in (
        made("512 × 512, a fifth blocked, every hex 1", "odd-r", 512, (1,)),
        made("512 × 512, a fifth blocked, hexes 1 to 4", "even-q", 512, (1, 2, 3, 4)),
        made("512 × 512, open, hexes 1 to 4, both edges wrap around", "odd-r", 512, (1, 2, 3, 4), blocked=0.0, wrap="xy"),
        made("40 × 40, a fifth blocked, hexes 1 to 4", "odd-q", 40, (1, 2, 3, 4), questions=400),
    ):
        race(problem)
    folder = _folder()
    if folder is None:
        print("skipped: maps of Wesnoth, because GENASTAR_DATA does not name a folder with EXPECTED-hex.csv\n")
        return
    hops(folder)
    for name in ("wesnoth/4p_A_New_Land.map.gz", "wesnoth/5p_The_Wilderlands.map.gz"):
        if (folder / name).is_file():
            race(of_wesnoth(folder / name))
    turns()


def made(
    name: str,
    layout: Layout,
    size: int,
    prices: Sequence[int],
    *,
    blocked: float = 0.2,
    wrap: Wrap = "none",
    questions: int = 60,
) -> Problem:
    """Return a map of random hexes, always the same, and questions with and without an answer."""
    chance = np.random.default_rng(size)
    costs = chance.choice(np.array(prices), (size, size))
    costs[chance.random((size, size)) < blocked] = 0
    world = HexMap.read(costs, Options(layout=layout, wrap=wrap))
    return Problem(name, world, np.where(costs == 0, -1, costs), _questions(costs > 0, questions))


def of_wesnoth(path: Path) -> Problem:
    """Return a map of the game, for a human on foot, and random questions."""
    world = HexMap.read(path, Options())
    source = world.world.source
    known = np.array([-1 if kind.cost is None else int(kind.cost) for kind in source.kinds])
    costs = known[source.terrain]
    return Problem(f"{path.name}, {costs.shape[1]} × {costs.shape[0]}", world, costs, _questions(costs > 0, 200))


def _questions(free: np.ndarray, count: int) -> list[Question]:
    places = [(int(x), int(y)) for y, x in np.argwhere(free)]
    chance = random.Random(count)
    return [(chance.choice(places), chance.choice(places)) for _ in range(count)]


def race(problem: Problem) -> None:
    """All contestants on one map."""
    print(f"### {problem.name}\n")
    with ThreadPoolExecutor(1) as thread:
        contestants = _contestants(problem, thread)
        best = [problem.price(path) for path in contestants[GENASTAR].paths()]
        for name, contestant in contestants.items():
            for question, price, path in zip(problem.questions, best, contestant.paths(), strict=True):
                assert not path or (path[0], path[-1]) == question, f"{name} answers another question than {question}"
                assert problem.price(path) == price, f"{name} pays {problem.price(path)} for {question}, not {price}"
        taken: dict[str, list[float]] = {name: [] for name in contestants}
        for _ in range(ROUNDS):
            for name, contestant in contestants.items():
                gc.collect()
                began = perf_counter()
                contestant.search()
                taken[name].append(perf_counter() - began)
    found = sum(price is not None for price in best)
    print(f"{len(problem.questions)} questions, {found} with an answer, equal costs.\n")
    _print(taken, len(problem.questions))


@frozen
class Contestant(Generic[T]):
    """Answers all questions of a problem."""

    search: Callable[[], T]
    told: Callable[[T], Sequence[Way]]
    """The paths in what it answers, which are looked at while no clock runs."""

    def paths(self) -> Sequence[Way]:
        """Return the paths of an answer."""
        return self.told(self.search())


def _contestants(problem: Problem, thread: Executor) -> dict[str, Contestant[Any]]:
    world, workspace, questions = problem.world, Workspace(), problem.questions
    starts, goals = (np.array(ends) for ends in zip(*questions, strict=True))
    asked = [(start, (goal,)) for start, goal in questions]

    def one_by_one() -> list[Way]:
        return [world.search(start, [goal], engine="compiled", workspace=workspace).path for start, goal in questions]

    def many() -> list[Way]:
        return [
            answer.result.path for answer in world.search_many(*zip(*asked, strict=True), engine="compiled", executor=thread)
        ]

    found: dict[str, Contestant[Any]] = {
        GENASTAR: Contestant(one_by_one, list),
        "genastar, `search_many`, one thread": Contestant(many, list),
        "genastar, `solve_all`": Contestant(
            lambda: world.solve_all(starts, goals, engine="compiled", workspace=workspace), _ways
        ),
    }
    try:
        from w9_pathfinding.envs import HexGrid, HexLayout
        from w9_pathfinding.pf import AStar, BiAStar
    except ImportError:
        print("skipped: w9-pathfinding is not installed\n")
        return found
    source = world.world.source
    wrap = world.options.wrap
    grid = HexGrid(
        problem.costs.astype(float).tolist(),
        layout=HexLayout[source.layout.name.replace("-", "_")],
        passable_left_right_border=wrap in ("x", "xy"),
        passable_up_down_border=wrap in ("y", "xy"),
    )
    for name, peer in (("w9-pathfinding, AStar", AStar(grid)), ("w9-pathfinding, BiAStar", BiAStar(grid))):
        found[name] = Contestant(partial(_each_path, peer, questions), list)
    return found


def _each_path(peer: Any, questions: Sequence[Question]) -> list[Way]:
    return [peer.find_path(*ends) for ends in questions]


def _ways(paths: Paths) -> list[Way]:
    return [[(x, y) for x, y in paths.get_path(number).tolist()] for number in range(len(paths.costs))]


def _print(taken: Mapping[str, Sequence[float]], questions: int) -> None:
    ours = taken[GENASTAR]
    print_table(
        ["", "µs a query", "times genastar"],
        [
            (
                name,
                f"{median(seconds) / questions * 1e6:.0f}",
                f"{median(theirs / mine for theirs, mine in zip(seconds, ours, strict=True)):.2f}",
            )
            for name, seconds in sorted(taken.items(), key=lambda item: median(item[1]))
        ],
    )


def hops(folder: Path) -> None:
    """Check the expected numbers of hops on the game's maps: every hex costs 1, overlays change nothing."""
    names = {name for row in MOVEMENT.values() for name in row} - {"unwalkable"}
    plain = {code: "base" for code in CODES if code.startswith("^")} | {
        code: code.partition("^")[0] for code in CODES if "^" in code[1:] and not code.startswith("_")
    }
    workspace, checked = Workspace(), 0
    with tempfile.TemporaryDirectory() as beside:
        table = Path(beside, "hops.json")
        table.write_text(json.dumps({"movement": {"hop": dict.fromkeys(names, 1)}, "terrains": plain}))
        options = Options(table=str(table), movement="hop", border=True)
        worlds: dict[str, HexMap] = {}
        with (folder / "EXPECTED-hex.csv").open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                world = worlds.setdefault(row["file"], HexMap.read(folder / row["file"], options))
                (y, x), (to_y, to_x) = (map(int, row[end].split()) for end in ("start_row_col", "goal_row_col"))
                result = world.search((x, y), [(to_x, to_y)], engine="compiled", workspace=workspace)
                cost: Any = result.cost
                assert (cost.travelled if result.found else -1) == int(row["hops"]), row
                checked += 1
    print(f"{checked} expected numbers of hops on {len(worlds)} maps of Wesnoth: all met.\n")


def turns() -> None:
    """Time costs that count turns, of a class with ``<``, against integers."""
    problem = made("", "odd-r", 512, (1, 2, 3, 4))
    timed = HexMap.read(np.where(problem.costs < 0, 0, problem.costs), Options(moves=6, layout="odd-r"))
    rates = {}
    for name, world in (("points (integers)", problem.world), ("turns of 6 points (`TurnCost`)", timed)):
        workspace, seconds = Workspace(), []
        for _ in range(ROUNDS + 1):
            results = [world.search(*_ask(asked), engine="compiled", workspace=workspace) for asked in problem.questions[:20]]
            seconds.append(sum(result.seconds for result in results))
        rates[name] = (median(seconds[1:]), sum(result.expanded for result in results))
    print("### Turns as a cost, 512 × 512, a fifth blocked, hexes 1 to 4\n")
    print_table(
        ["cost", "ms a query", "expansions a query", "ns an expansion"],
        [(name, f"{s / 20 * 1e3:.1f}", f"{n // 20:,}", f"{s / n * 1e9:.0f}") for name, (s, n) in rates.items()],
    )


def _ask(question: Question) -> tuple[Hex, list[Hex]]:
    return question[0], [question[1]]


def _folder() -> Path | None:
    named = os.environ.get("GENASTAR_DATA")
    found = sorted(Path(named).rglob("EXPECTED-hex.csv")) if named else []
    return found[0].parent if found else None
