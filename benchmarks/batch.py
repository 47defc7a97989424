"""Many questions at once: threads, calls of machine code, processes and a cluster; and the many-pairs calls of other libraries.

Grids with scattered walls; and Porto Alegre by car, an extract of OpenStreetMap in the folder that GENASTAR_DATA names. The
answers of all contestants are compared.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypedDict

import numpy as np

import genastar
from benchmarks.measure import least_seconds, median_seconds, print_table
from benchmarks.road_peers import package
from benchmarks.roads import data
from genastar import Workspace
from genastar_grid.model import Grid
from genastar_roads.info import Options
from genastar_roads.model import Roads

SEED = 7
ROUNDS = 5
PAIRS = 200


class BatchSettings(TypedDict):
    """How all questions are asked."""

    algorithm: str
    engine: str


HOW: Final[BatchSettings] = {"algorithm": "astar", "engine": "compiled"}

Questions = list[tuple[tuple[int, int], tuple[tuple[int, int], ...]]]


def run() -> None:
    grid = _map(400)
    overhead()
    threads(grid, _make_questions(grid, 3000))
    machines(grid, _make_questions(grid, 300) * 20)
    large = _map(800)
    machines(large, _make_questions(large, 250) * 8)
    if (found := data("r5r_poa.osm.pbf")) is not None:
        streets(Roads.read(found, Options(metric="distance")))


def overhead() -> None:
    """Time questions whose start is their goal, which leaves the cost of a question without its search."""
    grid = _map(40)
    cells = [start for start, _ in _make_questions(grid, 20_000)]
    asked: Questions = [(cell, (cell,)) for cell in cells]
    rows = np.array(cells)
    memory = Workspace()
    with ThreadPoolExecutor(1) as pool:
        contestants = {
            "a batch of arrays (`Grid.solve_all`)": lambda: grid.solve_all(rows, rows, engine="compiled", workspace=memory),
            "`search_many`": lambda: _costs(grid.search_many(*zip(*asked, strict=True), **HOW, executor=pool, workers=1)),
            "`Domain.search`, one by one": lambda: [grid.search(*each, **HOW, workspace=memory) for each in asked],
        }
        assert not any(_costs(grid.search_many(*zip(*asked, strict=True), **HOW, executor=pool)))
        taken = median_seconds(contestants, ROUNDS)
    print_table(["20,000 questions without a search", "µs a question"], [(n, f"{s / 2e4 * 1e6:.1f}") for n, s in taken.items()])


def threads(grid: Grid, asked: Questions) -> None:
    """One thread and two, at the compiled engine. The least time of each counts: what else the machine does takes from two
    threads more than from one.
    """
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        contestants: dict[str, Callable[[], list[float | None]]] = {
            "1 thread": lambda: _costs(grid.search_many(*zip(*asked, strict=True), **HOW, executor=one)),
            "2 threads": lambda: _costs(grid.search_many(*zip(*asked, strict=True), **HOW, executor=two)),
        }
        singles = [grid.search(*each, **HOW).cost for each in asked]
        assert all(contestant() == [cost and cost.travelled for cost in singles] for contestant in contestants.values())
        _ratios(f"{len(asked)} questions, compiled, best of {ROUNDS}", least_seconds(contestants, ROUNDS))


def machines(grid: Grid, asked: Questions) -> None:
    """One worker process of Dask and two, at the compiled engine, for some seconds."""
    if find_spec("distributed") is None:
        print("Dask is not installed: no cluster.\n")
        return
    from genastar_batch.cluster import connect_cluster

    with _dask(1) as first, _dask(2) as second, connect_cluster(first) as one, connect_cluster(second) as two:

        def ask(pool: Executor) -> Callable[[], list[float | None]]:
            return lambda: _costs(grid.search_many(*zip(*asked, strict=True), **HOW, executor=pool))

        contestants = {"Dask, 1 worker": ask(one), "Dask, 2 workers": ask(two)}
        answers = [contestant() for contestant in contestants.values()]
        assert answers[0] == answers[1]
        before = os.getloadavg()[0]
        _ratios(f"{len(asked):,} questions, compiled, the best of {ROUNDS}", _least_seconds(contestants, ROUNDS))
        print(f"Load before: {before:.1f}; two workers at work make it 2.\n")


def streets(world: Roads) -> None:
    """Pairs of junctions: the ways of all, with what they cost. Others ask in a call, or in a loop."""
    random = np.random.default_rng(SEED)
    pairs = [(int(start), int(goal)) for start, goal in random.integers(0, world.graph.size, (PAIRS, 2))]
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(2) as two:
        asked = [(world.make_node_place(start), (world.make_node_place(goal),)) for start, goal in pairs]

        def ask(algorithm: str, pool: Executor) -> Callable[[], list[int]]:
            return lambda: [
                _units(world, answer)
                for answer in world.search_many(
                    *zip(*asked, strict=True), algorithm=algorithm, engine="compiled", executor=pool
                )
            ]

        contestants = {
            "`search_many`, A*, 1 thread": ask("astar", one),
            "`search_many`, A*, 2 threads": ask("astar", two),
            "`search_many`, hierarchy, 1 thread": ask("hierarchy", one),
            **_many_pairs_of_others(world, pairs),
        }
        expected = ask("astar", one)()
        for name, contestant in contestants.items():
            if not name.startswith("osmnx"):  # they take long; what they answer is looked at as they are timed
                assert contestant() == expected, name

        def checked(contestant: Callable[[], list[int]]) -> Callable[[], None]:
            def check() -> None:
                assert contestant() == expected

            return check

        taken = median_seconds({name: checked(each) for name, each in contestants.items()}, ROUNDS)
    size = f"{world.graph.size:,} junctions, {PAIRS} pairs"
    first = next(iter(taken.values()))
    rows = [(name, f"{seconds / PAIRS * 1000:.2f}", f"{seconds / first:.1f}") for name, seconds in taken.items()]
    print_table([f"Porto Alegre, {size}", "ms a pair", "times the first"], rows)


def _many_pairs_of_others(world: Roads, pairs: list[tuple[int, int]]) -> dict[str, Callable[[], list[int]]]:
    networkx, osmnx = package("networkx"), package("osmnx")
    if networkx is None:
        return {}
    graph = networkx.MultiDiGraph(crs="epsg:4326")
    graph.add_nodes_from(range(world.graph.size))
    edges = zip(world.graph.tail.tolist(), world.graph.head.tolist(), world.graph.weight.tolist(), strict=True)
    graph.add_edges_from((tail, head, {"length": weight}) for tail, head, weight in edges)

    def cost(path: list[int] | None) -> int:
        if path is None:
            return -1
        return sum(min(edge["length"] for edge in graph[tail][head].values()) for tail, head in pairwise(path))

    def in_a_loop() -> list[int]:
        found: list[Any] = []
        for start, goal in pairs:
            try:
                found.append(networkx.shortest_path(graph, start, goal, weight="length"))
            except networkx.NetworkXNoPath:
                found.append(None)
        return [*map(cost, found)]

    def in_a_call(cpus: int) -> Callable[[], list[int]]:
        starts, goals = zip(*pairs, strict=True)
        return lambda: [*map(cost, osmnx.routing.shortest_path(graph, starts, goals, weight="length", cpus=cpus))]

    others = {"networkx, `shortest_path` in a loop": in_a_loop}
    if osmnx is not None:
        others |= {f"osmnx, `shortest_path` with cpus={cpus}": in_a_call(cpus) for cpus in (1, 2)}
    return others


def _units(roads: Roads, answer: genastar.Answer[Any, Any, Any]) -> int:
    cost = answer.result.cost
    return -1 if cost is None else round(cost.travelled * roads.scale)


@contextmanager
def _dask(workers: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "scheduler.json"
        dask, common = [sys.executable, "-m", "dask"], ["--scheduler-file", str(told), "--no-dashboard"]
        commands = [[*dask, "scheduler", "--host", "127.0.0.1", "--port", "0", *common]]
        commands += [[*dask, "worker", "--nthreads", "1", "--no-nanny", "--local-directory", folder, *common]] * workers
        null = subprocess.DEVNULL
        started = [subprocess.Popen(command, stdout=null, stderr=null, env=os.environ) for command in commands]
        try:
            while not told.exists() or not told.read_text():
                time.sleep(0.05)
            from distributed import Client

            with Client(scheduler_file=str(told)) as client:  # type: ignore[no-untyped-call]
                client.wait_for_workers(workers, timeout=30)
                address = client.scheduler.address
            yield address
        finally:
            for process in started:
                process.kill()
                process.wait()


def _map(side: int) -> Grid:
    free = np.random.default_rng(SEED).random((side, side)) > 0.3
    grid = genastar.load(free.astype(np.int32), domain="grid")
    assert isinstance(grid, Grid)
    return grid


def _make_questions(grid: Grid, count: int) -> Questions:
    cells = [(int(x), int(y)) for y, x in np.argwhere(grid.world.costs > 0)]
    chosen = np.random.default_rng(SEED).integers(len(cells), size=(count, 2))
    return [(cells[start], (cells[goal],)) for start, goal in chosen]


def _costs(answers: Iterator[genastar.Answer[Any, Any, Any]]) -> list[float | None]:
    return [answer.result.cost and answer.result.cost.travelled for answer in answers]


def _ratios(head: str, taken: dict[str, float]) -> None:
    first = next(iter(taken.values()))
    print_table([head, "ms", "times as fast"], [(n, f"{s * 1000:.0f}", f"{first / s:.2f}") for n, s in taken.items()])


def _least_seconds(contestants: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the best time of each contestant over rounds: other work on the machine only makes times longer."""
    least = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, contestant in contestants.items():
            gc.collect()
            began = time.perf_counter()
            contestant()
            least[name] = min(least[name], time.perf_counter() - began)
    return least
