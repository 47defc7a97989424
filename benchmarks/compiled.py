"""The compiled engine beside the yardstick, the compiled packages, and the interpreted engine.

The maps are those of MovingAI, in the folder that the environment variable GENASTAR_DATA names; without it, what needs them is
left out. "times genastar" is a contestant's time over genastar's in the same round: above 1 is slower.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import median
from time import perf_counter
from typing import cast

from attrs import frozen

from benchmarks.compiled_costs import prices
from benchmarks.compiled_machine import memory, start_up, threads
from benchmarks.compiled_maps import NAMES, Map, Scenario, folder, made, read
from benchmarks.compiled_peers import CONTESTANTS, YARDSTICK, Contestant, Rules, Search
from benchmarks.compiled_puzzle import KORF_13, KORF_19, KORF_MOVES, Board, Tiles, eight, fifteen
from benchmarks.compiled_solvers import Plain
from benchmarks.contestants import Solver
from benchmarks.measure import median_seconds, print_table
from benchmarks.problems import Puzzle
from genastar import Cost, Result, Workspace

ROUNDS = 7
FEW = 20
"""Slow contestants answer only every n-th scenario."""
Ask = Callable[[], Sequence[object]]
"""Solves a puzzle."""


def run() -> None:
    if folder() is None:
        print("skipped: the maps, because GENASTAR_DATA does not name their folder\n")
    else:
        for name in NAMES:
            race(read(name))
    against_interpreted()
    puzzle()
    prices()
    memory()
    threads()
    start_up()


@frozen(eq=False)
class Run:
    """A contestant on a map, and what it took for each scenario that it was asked, in each round."""

    contestant: Contestant
    search: Search
    asked: Sequence[Scenario]
    seconds: list[dict[Scenario, float]]

    def ask(self) -> None:
        """One more round."""
        taken = {}
        for scenario in self.asked:
            began = perf_counter()
            self.search(scenario)
            taken[scenario] = perf_counter() - began
        self.seconds.append(taken)

    def times(self, other: Run) -> float:
        """Return the median, over the rounds, of its time divided by the other's, for the questions that both answered."""
        both = [scenario for scenario in self.asked if scenario in other.seconds[0]]
        return median(
            sum(map(mine.__getitem__, both)) / sum(map(theirs.__getitem__, both))
            for mine, theirs in zip(self.seconds, other.seconds, strict=False)
        )

    def microseconds(self) -> float:
        """Return the mean time of a query in the median round."""
        return median(sum(taken.values()) for taken in self.seconds) / len(self.asked) * 1e6


def race(world: Map) -> None:
    """All contestants on one map."""
    print(f"### {world.name}\n")
    runs: dict[str, Run] = {}
    for name, contestant in CONTESTANTS.items():
        if why := contestant.can(world):
            print(f"skipped: {name}: {why}\n")
            continue
        asked = world.scenarios[::FEW] if contestant.slow else world.scenarios
        runs[name] = Run(contestant, contestant.make(world), asked, [])
    check(runs)
    for number in range(ROUNDS):
        for each in runs.values():
            if not each.contestant.slow or number < 3:
                each.ask()
    for rules in Rules:
        group = {name: each for name, each in runs.items() if each.contestant.rules is rules}
        if group:
            _print_race(rules, group)


def check(runs: Mapping[str, Run]) -> None:
    """Check that every path leads from the start to the goal and is as short as its rules allow."""
    optima: dict[tuple[Rules, Scenario], float] = {
        (Rules.WHOLE, scenario): scenario.length for each in runs.values() for scenario in each.asked
    }
    for name, each in runs.items():
        rules = each.contestant.rules
        for scenario in each.asked:
            path = each.search(scenario)
            length = rules.length(path)
            best = optima.setdefault((rules, scenario), length)
            assert (path[0], path[-1]) == (scenario.start, scenario.goal), f"{name} answers a question other than {scenario}"
            assert abs(length - best) < 0.01 + 1e-5 * best, f"{name} finds {length} for {scenario}, not {best}"


def _print_race(rules: Rules, group: Mapping[str, Run]) -> None:
    ours = [name for name in group if name.startswith("genastar")]
    heads = [f"times {name}" for name in ours] if rules is Rules.WHOLE else ["times genastar"]
    print(f"{rules.value.capitalize()}:\n")
    print_table(
        ["", "µs a query", *heads, *(["times the yardstick"] if rules is Rules.WHOLE else [])],
        [
            (
                name,
                f"{each.microseconds():.0f}",
                *[f"{each.times(group[our]):.2f}" for our in ours],
                *([f"{each.times(group[YARDSTICK]):.2f}"] if rules is Rules.WHOLE else []),
            )
            for name, each in sorted(group.items(), key=lambda item: item[1].microseconds())
        ],
    )


def against_interpreted() -> None:
    """One search by both engines."""
    world = made(500, 0.2)
    (asked,) = world.scenarios
    solver, workspace = Plain.of(world, asked.goal), Workspace()
    engines = {
        name: partial(solver.search, asked.start, engine=name, workspace=workspace) for name in ("interpreted", "compiled")
    }
    slow, fast = (engine() for engine in engines.values())
    assert (slow.path, slow.cost, slow.expanded) == (fast.path, fast.cost, fast.expanded)
    seconds = median_seconds(engines, ROUNDS)
    print("### Compiled against interpreted\n")
    print(f"One search by one solver, as one writes it, across {world.name} cells, 20 % blocked: {fast.expanded} expansions.\n")
    _print_engines(seconds, fast.expanded)


def _print_engines(seconds: Mapping[str, float], expanded: int, fast: str = "compiled") -> None:
    print_table(
        ["", "ms", "million expansions a second", "times compiled"],
        [
            (name, f"{taken * 1e3:.1f}", _rate(name, expanded / taken), f"{taken / seconds[fast]:.1f}")
            for name, taken in sorted(seconds.items(), key=lambda item: item[1])
        ],
    )


def _rate(name: str, expansions: float) -> str:
    """Return a rate in millions; empty for peers, whose expansions are not counted and may differ."""
    return f"{expansions / 1e6:.2f}" if "compiled" in name or "interpreted" in name else ""


def puzzle() -> None:
    """Sliding tiles, whose positions have no index."""
    print("### 15-puzzle and 8-puzzle, positions in a hash table, Manhattan distance\n")
    workspace = Workspace()
    problem = fifteen(KORF_13)
    results = [_slide(problem, "compiled", workspace) for _ in range(ROUNDS + 1)]
    assert all(result.cost is not None and result.cost.total == KORF_MOVES for result in results)
    rates = [result.expanded / result.seconds / 1e6 for result in results]
    print(f"Korf's instance 13, {KORF_MOVES} moves, {results[0].expanded} expansions: {median(rates[1:]):.2f} million a second")
    print(f"in a warm workspace, {rates[0]:.2f} in a new one, which grows as it goes.\n")
    for name, each in (("Korf's instance 19", fifteen(KORF_19)), ("The 8-puzzle that needs 31 moves", eight())):
        _slide_off(name, each)


def _slide(problem: Puzzle, engine: str, workspace: Workspace) -> Result[Board, Cost[int]]:
    return Tiles.of(problem).search(Board.of(problem.start), engine=engine, workspace=workspace)


def _slide_off(name: str, problem: Puzzle) -> None:
    workspace = Workspace()
    searches: dict[str, Ask] = {
        "compiled": lambda: _slide(problem, "compiled", workspace).path,
        "interpreted, the same solver": lambda: _slide(problem, "interpreted", workspace).path,
        "interpreted, tuples and lists": lambda: Solver(problem).search(problem.start).path,
    }
    for package, make in (("graphfinder", _graphfinder), ("rustworkx", _rustworkx)):
        try:
            search = make(problem)
        except ImportError:
            print(f"skipped: {package} is not installed\n")
            continue
        if search is None:
            print(f"skipped: {package}: the puzzle is too large to list its positions in advance\n")
            continue
        searches[f"{package}, callbacks"] = search
    lengths = {contestant: len(search()) for contestant, search in searches.items()}
    assert len(set(lengths.values())) == 1, lengths
    expanded = _slide(problem, "compiled", workspace).expanded
    print(f"{name}, {expanded} expansions by genastar:\n")
    seconds = median_seconds(searches, 3)
    _print_engines(seconds, expanded)


def _graphfinder(problem: Puzzle) -> Ask:
    from graphfinder import search_implicit

    def successors(tiles: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
        return list(problem.neighbours(tiles))

    def left(tiles: tuple[int, ...], _goal: tuple[int, ...]) -> int:
        return problem.estimate(tiles)

    return lambda: cast(
        "list[tuple[int, ...]]", search_implicit(successors, problem.start, problem.goal, heuristic=left, record=False).path
    )


def _rustworkx(problem: Puzzle) -> Ask | None:
    """Its graph lists all positions beforehand: it can have those of the 8-puzzle."""
    from rustworkx import PyDiGraph, astar_shortest_path

    if problem.width > 3:
        return None
    numbers, listed = {problem.start: 0}, [problem.start]
    edges = []
    for position in listed:  # it grows while it is walked
        for beside, step in problem.neighbours(position):
            if beside not in numbers:
                numbers[beside] = len(listed)
                listed.append(beside)
            edges.append((numbers[position], numbers[beside], step))
    graph = PyDiGraph()
    graph.add_nodes_from(listed)
    graph.add_edges_from(edges)
    return lambda: cast("list[int]", astar_shortest_path(graph, 0, problem.goal.__eq__, float, problem.estimate))
