"""Plain calls, without a workspace: what the Python of a call takes, and a user's class beside nano-astar in one warm process.

A search that starts at its destination expands nothing, so its time is that of the Python around the machine code. The map is
AR0011SR of MovingAI, in the folder that the environment variable GENASTAR_DATA names; Berlin_1_1024 is searched before, so
that nano-astar, which allocates its arrays at each query, gets memory that the process has used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from statistics import median
from time import process_time

from benchmarks.compiled_maps import Map, Scenario, folder, made, read
from benchmarks.compiled_peers import CONTESTANTS, NANO
from benchmarks.compiled_solvers import Masked, Plain
from benchmarks.measure import print_table

CALLS, ROUNDS = 300, 60
SEARCHES = 7


def run() -> None:
    world = made(64, 0.0)
    cell = next((x, y) for y in range(1, 9) for x in range(1, 9) if world.free[y, x])
    here = Plain.of(world, cell)
    taken = [_seconds(lambda: here.search(cell, engine="compiled")) for _ in range(ROUNDS)]
    print(f"a plain call that expands nothing: {1e6 * min(taken):.1f} µs at least, {1e6 * median(taken):.1f} in the median\n")
    if folder() is None or (reason := CONTESTANTS[NANO].can(read("AR0011SR"))):
        print(f"nano-astar: skipped: {reason if folder() else 'GENASTAR_DATA does not name the folder of the maps'}\n")
        return
    before = read("Berlin_1_1024")
    for search in _searches(before).values():
        search(before.scenarios[0])
    world = read("AR0011SR")
    searches = _searches(world)
    times = {name: [_time(search, world.scenarios) for _ in range(SEARCHES)] for name, search in searches.items()}
    rows = [(name, f"{1e6 * median(each) / len(world.scenarios):.0f}") for name, each in times.items()]
    ratios = [median(n / t for n, t in zip(times[NANO], each, strict=True)) for each in times.values()]
    print_table(
        ["AR0011SR, plain calls", "µs a query", "nano-astar : this"],
        [(*row, f"{ratio:.1f}") for row, ratio in zip(rows, ratios, strict=True)],
    )


def _seconds(call: Callable[[], object]) -> float:
    """Return the processor time of a call."""
    began = process_time()
    for _ in range(CALLS):
        call()
    return (process_time() - began) / CALLS


def _time(search: Callable[[Scenario], object], scenarios: Iterable[Scenario]) -> float:
    began = process_time()
    for asked in scenarios:
        search(asked)
    return process_time() - began


def _searches(world: Map) -> dict[str, Callable[[Scenario], object]]:
    """Return nano-astar, and plain calls of a class written for speed and of one as most people write it."""
    passable = Masked.passable_of(world)

    def masked(asked: Scenario) -> object:
        solver = Masked.of(world, passable, asked.goal)
        return solver.search(solver.cell(*asked.start), engine="compiled").path

    def plain(asked: Scenario) -> object:
        return Plain.of(world, asked.goal).search(asked.start, engine="compiled").path

    return {NANO: CONTESTANTS[NANO].make(world), "genastar, written for speed": masked, "genastar, as one writes it": plain}
