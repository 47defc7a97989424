"""Square grids: plain A* beside the packages of its field, the algorithms beside each other, and what a map and a cell cost.

The maps are those of MovingAI, in the folder that the environment variable GENASTAR_DATA names; without it, what needs them is
left out. All answers are checked: those under MovingAI's rules against the published lengths, all others against ours.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from math import isclose
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

from benchmarks.compiled_maps import folder
from benchmarks.grid_peers import RULES, Cell, Contestant, Costs, Rules
from benchmarks.measure import peak_bytes, print_table
from genastar import BadInput, Workspace
from genastar.worlds.question import Question
from genastar_grid.formats.movingai_files import GridScenario, read_map, read_scenarios
from genastar_grid.info import Options
from genastar_grid.model import Grid

RACED = ("AR0011SR", "Berlin_1_1024", "random512-10-0")
ALGORITHMS = ("astar", "canonical", "jps", "jps-plus", "subgoal")
SEARCHED = ("AR0011SR", "Berlin_1_1024", "maze512-8-0", "random512-10-0", "random512-40-0")
ASKED, ASKED_OF_SLOW, ROUNDS = 24, 3, 3
SCENARIOS = 150
SIDES = (256, 512, 1024, 2048, 4096)


def run() -> None:
    if folder() is None:
        print("skipped: the maps, because GENASTAR_DATA does not name their folder\n")
    else:
        for rules in RULES:
            race(rules)
        searches()
        fields()
    curve()
    memory()


@cache
def read(name: str) -> tuple[Costs, list[GridScenario]]:
    """Return a map with some of its scenarios, always the same.

    Raises:
        FileNotFoundError: it is not there.
    """
    return read_map(_found(f"{name}.map"), 100)[0], random.Random(0).sample(
        read_scenarios(_found(f"{name}.map.scen")), SCENARIOS
    )


def _found(name: str) -> Path:
    root = folder()
    found = [] if root is None else [*root.rglob(name), *root.rglob(f"{name}.gz")]
    if not found:
        raise FileNotFoundError(f"{name} is not in the folder that GENASTAR_DATA names")
    return found[0]


def hilly(costs: Costs) -> Costs:
    """Return the same map with costs from 1 to 9, in patches of eight by eight cells."""
    height, width = costs.shape
    patches = np.random.default_rng(0).integers(1, 10, (height // 8 + 1, width // 8 + 1), np.int32)
    higher: Costs = costs * patches.repeat(8, axis=0).repeat(8, axis=1)[:height, :width]
    return higher


def race(rules: Rules) -> None:
    """Contestants that play by the same rules, on some maps."""
    rows: dict[str, list[object]] = {name: [name] for name in rules.contestants}
    for map_name in RACED:
        costs, scenarios = read(map_name)
        costs = hilly(costs) if rules.terrain else costs
        asked = [(each.start, each.goal) for each in scenarios[:ASKED]]
        times = _times(rules, costs, asked)
        first = next(iter(times.values()))
        for name, row in rows.items():
            taken = times.get(name)
            if taken is None:
                row += ["", ""]
            else:
                ours = sum(first[number] for number in taken)
                row += [f"{sum(taken.values()) / len(taken) * 1e6:,.0f}", f"{sum(taken.values()) / ours:.2f}"]
    print(f"### {rules.name}\n")
    print_table(
        ["", *(head for name in RACED for head in (f"{name}: µs", "times"))], [row for row in rows.values() if any(row[1:])]
    )


def _times(rules: Rules, costs: Costs, asked: Sequence[tuple[Cell, Cell]]) -> dict[str, dict[int, float]]:
    """For each contestant that is there, the median seconds of each question that it is asked."""
    searches = {}
    for name, contestant in rules.contestants.items():
        if not _is_there(contestant):
            print(f"skipped: {name}: not installed\n")
            continue
        searches[name] = contestant.make(costs)
    lengths: dict[int, float] = {}
    taken: dict[str, dict[int, list[float]]] = {name: {} for name in searches}
    for turn in range(ROUNDS + 1):
        for name, search in searches.items():
            contestant = rules.contestants[name]
            if contestant.slow and turn > 1:
                continue
            for number in range(0, len(asked), len(asked) // ASKED_OF_SLOW if contestant.slow else 1):
                began = perf_counter()
                path = search(*asked[number])
                seconds = perf_counter() - began
                if turn:
                    taken[name].setdefault(number, []).append(seconds)
                    continue
                cells = [(int(x), int(y)) for x, y in ((each[::-1] if contestant.rows else each) for each in path)]
                length = rules.length(cells, costs)
                assert (cells[0], cells[-1]) == asked[number], f"{name} answers another question"
                assert isclose(length, lengths.setdefault(number, length), rel_tol=2e-5), (
                    f"{name}: {length}, not {lengths[number]}"
                )
    return {name: {number: median(each) for number, each in of.items()} for name, of in taken.items()}


def _is_there(contestant: Contestant) -> bool:
    try:
        import_module(contestant.package or "genastar_grid")
    except ImportError:
        return False
    return True


def searches() -> None:
    """Time the fast algorithms, one question after another through `Grid.solve`, with the path."""
    print("### The algorithms: µs a query with its path\n")
    print_table(["map", *ALGORITHMS, "auto is"], [_searches_of(map_name) for map_name in SEARCHED])
    print("In brackets: expansions a query; seconds to read the map and answer the first, machine code included.\n")


def _searches_of(map_name: str) -> list[object]:
    costs, scenarios = read(map_name)
    plain = Grid.read(costs, Options())
    row: list[object] = [map_name]
    for name in ALGORITHMS:
        if name == "subgoal" and not plain.world.is_open:
            row.append("")  # a graph of the corners of scattered walls is larger than the map
            continue
        began = perf_counter()
        grid, workspace = Grid.read(costs, Options()), Workspace()
        try:
            grid.search(scenarios[0].start, (scenarios[0].goal,), algorithm=name, engine="compiled", workspace=workspace)
        except BadInput as error:
            print(f"skipped: {map_name}, {name}: {error}\n")
            row.append("")
            continue
        prepared = perf_counter() - began
        times, expanded = [], 0
        for each in scenarios:
            before = perf_counter()
            result = grid.search(each.start, (each.goal,), algorithm=name, engine="compiled", workspace=workspace)
            times.append(perf_counter() - before)
            expanded += result.expanded
            assert result.cost is not None, f"{map_name}: {each}"
            assert abs(result.cost.travelled - each.length) <= each.tolerance, f"{map_name}, {name}: {each}"
        row.append(f"{sum(times) / len(times) * 1e6:,.0f} ({expanded / len(times):,.0f}; {prepared:.1f} s)")
    picked = plain.choose(Question((scenarios[0].start,), (scenarios[0].goal,)))
    return [*row, picked.algorithm.name]


def fields() -> None:
    """From one cell to all others."""
    contestants: dict[str, Callable[[Costs, Cell], Callable[[], np.ndarray]]] = {
        "genastar, distances": _our_field,
        "scikit-image, MCP_Geometric": _field_of_scikit_image,
        "tcod, Pathfinder": _field_of_tcod,
    }
    rows: dict[str, list[object]] = {name: [name] for name in contestants}
    for map_name in RACED:
        costs, scenarios = read(map_name)
        truth = None
        for name, make in contestants.items():
            try:
                field = make(costs, scenarios[0].start)
            except ImportError:
                print(f"skipped: {name}: not installed\n")
                continue
            found = field()
            truth = found if truth is None else truth
            reached = np.isfinite(truth)
            assert (reached == np.isfinite(found)).all(), f"{name} reaches other cells"
            assert np.allclose(found[reached], truth[reached], rtol=1e-5), f"{name} has other lengths"
            times = []
            for _ in range(ROUNDS):
                began = perf_counter()
                field()
                times.append(perf_counter() - began)
            rows[name].append(f"{median(times) * 1e3:,.1f}")
    print("### Fields: ms from one cell to all, corners may be cut\n")
    print_table(["", *RACED], [row for row in rows.values() if row[1:]])


def _our_field(costs: Costs, start: Cell) -> Callable[[], np.ndarray]:
    grid, workspace = Grid.read(costs, Options(diagonals="always")), Workspace()
    return lambda: grid.compute_distances(start, engine="compiled", workspace=workspace).lengths


def _field_of_scikit_image(costs: Costs, start: Cell) -> Callable[[], np.ndarray]:
    from skimage.graph import MCP_Geometric

    finder = MCP_Geometric(np.where(costs > 0, 1.0, -1.0))
    return lambda: finder.find_costs([start[::-1]])[0]


def _field_of_tcod(costs: Costs, start: Cell) -> Callable[[], np.ndarray]:
    from tcod.path import Pathfinder, SimpleGraph

    graph = SimpleGraph(cost=costs.astype(np.int8), cardinal=408, diagonal=577)

    def field() -> np.ndarray:
        finder = Pathfinder(graph)
        finder.add_root(start[::-1])
        finder.resolve()
        lengths = finder.distance.astype(float)
        return np.where(lengths < np.iinfo(finder.distance.dtype).max, lengths / 408, np.inf)

    return field


def curve() -> None:
    """Time the same short question on larger and larger maps."""
    whole = (np.random.default_rng(0).random((SIDES[-1], SIDES[-1])) >= 0.1).astype(np.int32)
    start, goal = (100, 100), (160, 140)
    for x, y in (start, goal):
        whole[y, x] = 1
    rows = []
    for side in SIDES:
        row: list[object] = [f"{side} × {side}"]
        for name in ("astar", "canonical", "jps"):
            grid, workspace = Grid.read(whole[:side, :side].copy(), Options()), Workspace()
            times = []
            for _ in range(200):
                began = perf_counter()
                result = grid.search(start, (goal,), algorithm=name, engine="compiled", workspace=workspace)
                times.append(perf_counter() - began)
            row += [f"{median(times[1:]) * 1e6:,.0f}", result.expanded]
        rows.append(row)
    print("### A short question on larger maps, a tenth blocked: µs and expansions, in a warm workspace\n")
    print_table(["map", "astar: µs", "expanded", "canonical: µs", "expanded", "jps: µs", "expanded"], rows)


def memory() -> None:
    """Bytes a cell of a map and of a workspace that has searched all of it."""
    side = 1024
    rows = []
    for name, options, dear in (
        ("uniform, 8-connected", Options(heuristic="none"), 1),
        ("terrain, 8-connected", Options(heuristic="none"), 5),
        ("uniform, with a price for turns", Options(heuristic="none", turn=1.0), 1),
    ):
        costs = np.full((side, side), 1, np.int32)
        costs[0, 0] = dear
        Grid.read(costs[:9, :9], options).search((0, 0), ((8, 8),), algorithm="astar", engine="compiled")  # compiles
        grids: list[Grid] = []
        held = peak_bytes(lambda: grids.append(Grid.read(costs, options)))  # noqa: B023  # called before the next round
        kept = sum(array.nbytes for array in (grids[0].world.costs, grids[0].world.open_directions))
        workspace = Workspace()
        far = ((side - 1, side - 1),)
        how = {"algorithm": "astar", "engine": "compiled", "workspace": workspace}
        searched = peak_bytes(lambda: grids[0].search((0, 0), far, **how))  # type: ignore[arg-type]  # noqa: B023
        rows.append((name, *(f"{each / side**2:.1f}" for each in (kept, held, searched))))
    print("### Memory: bytes a cell of a map of 1024 × 1024\n")
    print_table(["", "the map", "peak while reading", "a workspace after a full search"], rows)
    print("The calculation grid of Franco's PathFinder (C#) has 13 bytes a cell.\n")


if __name__ == "__main__":
    run()
