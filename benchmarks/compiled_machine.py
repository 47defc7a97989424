"""Resources of the compiled engine: memory, cores, and time to the first answer."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import tempfile
import tracemalloc
from pathlib import Path
from statistics import median
from threading import Thread
from time import perf_counter

from benchmarks.compiled_maps import Cell, Map, made
from benchmarks.compiled_peers import CONTESTANTS, MASKED, PLAIN, Search
from benchmarks.compiled_solvers import Plain
from benchmarks.measure import print_table
from genastar import Workspace
from genastar_compiled.searches.memory import Memory

ROUNDS = 9


def memory() -> None:
    """Print the bytes of a warm workspace, and those that a second query allocates."""
    print("### Memory\n")
    print("The arrays of a workspace after searches across a map of 1000 × 1000 cells, there and back; and what two more")
    print("allocate: what the arrays grow by, and the peak of what `tracemalloc` sees beside them: the path and its like.\n")
    rows = []
    for blocked in (0.2, 0.0):
        world = made(1000, blocked)
        (asked,) = world.scenarios
        workspace = Workspace()

        def search(
            start: Cell = asked.start, goal: Cell = asked.goal, world: Map = world, workspace: Workspace = workspace
        ) -> None:
            solver = Plain.of(world, goal)
            assert solver.search(start, engine="compiled", workspace=workspace).found

        search()
        search(asked.goal, asked.start)
        held = bytes_of(workspace)
        gc.collect()
        tracemalloc.start()
        search()
        search(asked.goal, asked.start)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        grown = sum(bytes_of(workspace).values()) - sum(held.values())
        cells = world.free.size
        parts = ", ".join(f"{name} {size / cells:.1f}" for name, size in held.items() if size > 0.05 * cells)
        rows.append((f"{blocked:.0%} blocked", f"{sum(held.values()) / cells:.1f}", parts, grown, peak))
        assert grown == 0, "an array grew"
    print_table(["world", "bytes a cell", "of which", "arrays grow by", "peak beside them"], rows)


def bytes_of(workspace: Workspace) -> dict[str, int]:
    """Return the bytes of each array that the engine keeps."""
    with workspace.hold(Memory) as held:
        return {name.removesuffix("_at"): array.nbytes for (name, _), array in held._arrays.items()}


def threads() -> None:
    """Two threads, each with a workspace of its own, do twice the work of one."""
    world = made(1000, 0.2)
    (asked,) = world.scenarios
    searches = [CONTESTANTS[PLAIN].make(world) for _ in range(2)]
    for search in searches:
        search(asked)

    def work(search: Search) -> None:
        for _ in range(4):
            search(asked)

    gains = []
    for _ in range(ROUNDS):
        began = perf_counter()
        work(searches[0])
        alone = perf_counter() - began
        both = [Thread(target=work, args=(search,)) for search in searches]
        began = perf_counter()
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
        gains.append(2 * alone / (perf_counter() - began))
    print("### Threads\n")
    print(f"Two threads with two workspaces do {median(gains):.2f} times the work of one in the same time (median of {ROUNDS};")
    print(f"from {min(gains):.2f} to {max(gains):.2f}); {os.cpu_count()} processors.\n")


_FIRST_ANSWER = """
from time import perf_counter
begin = perf_counter()
import llvmlite.binding
llvm_there = perf_counter()
from benchmarks.compiled_maps import made
from benchmarks.compiled_solvers import Masked, Plain
import genastar
world = made(100, 0.2)
(asked,) = world.scenarios
if KIND == "plain":
    solver, start = Plain.of(world, asked.goal), asked.start
else:
    solver = Masked.of(world, Masked.passable_of(world), asked.goal)
    start = solver.cell(*asked.start)
ready = perf_counter()
solver.search(start, engine="compiled")
first = perf_counter()
solver.search(start, engine="compiled")
print(llvm_there - begin, first - llvm_there, first - ready, perf_counter() - first)
"""


def start_up() -> None:
    """Print the time to the first answer of a first and of a second process."""
    print("### Start-up\n")
    print("Seconds in a new process, with an empty cache, then with what the first left: to import llvmlite; from there")
    print("to the first answer, with all other imports; and of that, the search itself. Medians of 3.\n")
    rows = []
    for kind, name in (("plain", PLAIN), ("masked", MASKED)):
        runs: dict[str, list[list[float]]] = {"first": [], "second": []}
        for _ in range(3):
            with tempfile.TemporaryDirectory() as cache:
                for taken in runs.values():
                    taken.append(_first_answer(kind, cache))
        for process, taken in runs.items():
            rows.append((f"{name}, {process} process", *[f"{median(each):.3f}" for each in zip(*taken, strict=True)]))
    print_table(["", "import llvmlite", "to the first answer", "the first search", "the second search"], rows)


def _first_answer(kind: str, cache: str) -> list[float]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    ended = subprocess.run(
        [sys.executable, "-c", f"KIND = {kind!r}{_FIRST_ANSWER}"],
        env=environment | {"GENASTAR_CACHE_DIR": cache},
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    )
    return [float(word) for word in ended.stdout.split()]
