"""A workspace that is used again: what a second search of the same size allocates, and what clearing costs.

Python's containers have no initial capacity to ask for, and give their memory back when they are cleared; so "no garbage" means
that a second search holds no byte more than the first, that what the first left is what the second takes, and that clearing
costs what the last search reached, in a world of any size.
"""

from __future__ import annotations

import gc
import sys
import tracemalloc
from functools import partial

from benchmarks.contestants import Solver
from benchmarks.measure import median_seconds, print_table
from benchmarks.problems import Grid
from genastar import Workspace
from genastar.search.loop import InterpreterMemory


def sizes(workspace: Workspace) -> dict[str, int]:
    """Return the bytes of each container of a workspace, without its contents."""
    with workspace.hold(InterpreterMemory) as memory:
        queue, closed = memory.queue, memory.closed
        containers = {
            "heap": queue._keys,
            "piles": queue._piles,
            "nodes": closed.nodes,
        }
        return {name: sys.getsizeof(container) for name, container in containers.items()}


def run() -> None:
    second_search()
    clearing()


def second_search() -> None:
    """Two searches of one size in one workspace, there and, mirrored, back again: other positions, as many of them."""
    there = Grid.random(200, 0.2, seed=2)
    mirrored = Grid(there.size, [row[::-1] for row in there.free[::-1]], there.goal, there.start)
    workspace = Workspace()
    rows = []
    gc.collect()
    tracemalloc.start()
    for name, problem in (("first", there), ("second, mirrored", mirrored), ("third", there), ("fourth, mirrored", mirrored)):
        tracemalloc.reset_peak()
        result = Solver(problem).search(problem.start, workspace=workspace)
        counts = (result.expanded, result.cost)
        del result
        gc.collect()
        held, peak = tracemalloc.get_traced_memory()
        rows.append((name, counts[0], held, peak, sizes(workspace)))
    tracemalloc.stop()
    first, second, third, fourth = rows
    assert third[4] == first[4], "a container grew"
    assert fourth[4] == second[4], "a container grew"
    assert fourth[2] - second[2] < 0.001 * second[2], "a later search holds more than an earlier one"
    print("### A second search in a warm workspace\n")
    print("Bytes that Python holds after each search, at its peak, and in each container.\n")
    print_table(
        ["search", "expanded", "held", "peak", *first[4]],
        [(name, expanded, held, peak, *containers.values()) for name, expanded, held, peak, containers in rows],
    )


def clearing() -> None:
    """One small search in worlds from 100 to 100 million cells, in a workspace that holds another such search."""
    print("### Clearing\n")
    print("A search of 40 steps in the corner of a world, in a warm workspace; and the same with a new workspace.\n")
    rows = []
    for size in (10**2, 10**3, 10**4):
        free = [[True] * size] * size
        problem = Grid(size, free, (0, 0), (40, 20))
        solver, warm = Solver(problem), Workspace()
        solver.search(problem.start, workspace=warm)
        seconds = median_seconds(
            {
                "warm": partial(solver.search, problem.start, workspace=warm),
                "new": partial(solver.search, problem.start),
            },
            rounds=101,
        )
        rows.append((f"{size} × {size}", f"{seconds['warm'] * 1e6:.0f}", f"{seconds['new'] * 1e6:.0f}"))
    print_table(["world", "µs, warm workspace", "µs, new workspace"], rows)
