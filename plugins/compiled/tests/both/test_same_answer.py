"""The compiled engine gives what the interpreted one gives, event by event, for every kind of solver, position and cost."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

import pytest
from attrs import evolve
from solvers_of_cells import (
    HEIGHTS,
    Euclid,
    Grid,
    Misled,
    Muddy,
    NoUTurn,
    Sparse,
    SparseTurning,
    Steep,
    Terraced,
    TollUphill,
    Turning,
    Unguided,
    UphillToll,
    random_walls,
)
from solvers_of_numbers import (
    ByFloat,
    ByInsert,
    Fuel,
    House,
    Lettered,
    Lexicographic,
    Lift,
    Listing,
    Pace,
    Place,
    Rule,
    Signed,
    Thirsty,
    with_closure,
)

from genastar import AStar, Limits, Result, Trace
from genastar.algorithm import Algorithm
from genastar.algorithms import BreadthFirst, DepthFirst, Dijkstra, Greedy, Weighted

FREE = random_walls(3)
GOAL = (22, 22)
HOUSE = House(6, (Place(1, 4), Place(5, 0)))
CASES: dict[str, Callable[[], tuple[AStar, object, object]]] = {  # type: ignore[type-arg]
    "dense": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "dense unreachable": lambda: (Grid(random_walls(4, share=0.7), GOAL), (1, 1), None),
    "start is goal": lambda: (Grid(FREE, (1, 1)), (1, 1), None),
    "inconsistent": lambda: (Misled(FREE, GOAL), (1, 1), None),
    "hash table": lambda: (Sparse(FREE, GOAL), (1, 1), None),
    "floats": lambda: (Euclid(FREE, GOAL), (1, 1), None),
    "no estimate": lambda: (Unguided(FREE, GOAL), (1, 1), None),
    "int cost": lambda: (ByInsert(997, 500), 1, 0),
    "float cost": lambda: (ByFloat(997, 500), 1, 0.0),
    "float cost below zero": lambda: (Signed(997, 500), 1, -2.5),
    "float cost, zeros": lambda: (Signed(997, 500), 1, -0.0),
    "float cost, infinite": lambda: (Signed(997, 500), 1, -math.inf),
    "tuple cost": lambda: (Lexicographic(997, 500), 1, (0, 0)),
    "user's cost": lambda: (Thirsty(997, 500), 1, Fuel(0.0, 0)),
    "user's position": lambda: (Lift(HOUSE, Place(5, 5, 1)), Place(0, 0, 0), None),
    "strings and enums": lambda: (
        Lift(HOUSE, Place(5, 4, 1), "lift", Rule.STRICT, Pace.SLOW, Place(2, 1)),
        Place(0, 1, 0),
        None,
    ),
    "parent": lambda: (NoUTurn(FREE, GOAL), (1, 1), None),
    "a little steep": lambda: (Steep(FREE, GOAL, factor=40), (1, 1), None),
    "steep": lambda: (Steep(FREE, GOAL), (1, 1), None),
    "rather steep": lambda: (Steep(FREE, GOAL, factor=100), (1, 1), None),
    "known": lambda: (Turning(FREE, GOAL), (1, 1), None),
    "known in a hash table": lambda: (SparseTurning(FREE, GOAL), (1, 1), None),
    "super": lambda: (Muddy(FREE, GOAL), (1, 1), None),
    "super, classes side by side": lambda: (UphillToll(FREE, GOAL), (1, 1), None),
    "super, the other order": lambda: (TollUphill(FREE, GOAL), (1, 1), None),
    "lists and generators": lambda: (Listing(777), 1, 0),
    "rows of ASCII": lambda: (Lettered(("a#b", "", "ab", "abcab", "#", "ab"), 777), 1, 0),
    "rows of text": lambda: (Lettered(("aéb", "", "中a", "abcab", "😀b", "ab"), 777), 1, 0),
    "large tuples": lambda: (Terraced(HEIGHTS, tuple(range(50)) * 8, (11, 12)), (1, 1), 0),
    "closure": lambda: (with_closure(5), 0, 0),
    "weighted": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "weighted by a fraction": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "dijkstra": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "greedy": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "breadth first": lambda: (Grid(FREE, GOAL), (1, 1), None),
    "depth first": lambda: (Sparse(FREE, GOAL), (1, 1), None),
}
ALGORITHMS: dict[str, Algorithm] = {
    "weighted": Weighted(3),
    "weighted by a fraction": Weighted(1.5),
    "dijkstra": Dijkstra(),
    "greedy": Greedy(),
    "breadth first": BreadthFirst(),
    "depth first": DepthFirst(),
}
"""How the cases are searched; the others by A*."""


def without_clock(result: Result[object, object]) -> Result[object, object]:  # type: ignore[type-var]
    return evolve(result, seconds=0.0, engine="")


SHORT = {"floats", "tuple cost"}
"""The cases that `make test` compiles; test_random_graphs.py has those with whole numbers."""


@pytest.mark.parametrize("reopen", [False, True])
@pytest.mark.parametrize("name", [name if name in SHORT else pytest.param(name, marks=pytest.mark.long) for name in CASES])
def test_same_trace(name: str, reopen: bool) -> None:
    if name == "depth first" and reopen:
        pytest.skip("depth first with reopening looks for the longest way")
    solver, start, cost = CASES[name]()
    interpreted, compiled = Trace(), Trace()
    search = partial(solver.search, start, cost, reopen=reopen, algorithm=ALGORITHMS.get(name, "astar"))
    expected = search(observer=interpreted)
    found = search(observer=compiled, engine="compiled")
    assert without_clock(found) == without_clock(expected)
    assert compiled.events == interpreted.events
    assert without_clock(search(engine="compiled")) == without_clock(expected)


@pytest.mark.long
def test_reopening_happens_in_these_cases() -> None:
    misled = Misled(random_walls(5, size=40, share=0.2), (38, 38))
    expected, found = (misled.search((1, 1), reopen=True, engine=engine) for engine in ("interpreted", "compiled"))
    assert expected.reopened > 0
    assert without_clock(found) == without_clock(expected)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "bound"),
    [
        pytest.param("dense", 9000, marks=pytest.mark.long),
        pytest.param("dense", 9000.5, marks=pytest.mark.long),
        pytest.param("int cost", 20, marks=pytest.mark.long),
        ("floats", 12.25),
        ("tuple cost", (3, 9)),
        pytest.param("user's cost", Fuel(6.5, 0), marks=pytest.mark.long),
    ],
)
def test_same_under_a_limit_on_the_cost(name: str, bound: object) -> None:
    solver, start, cost = CASES[name]()
    limits = Limits(cost=bound)  # type: ignore[arg-type]
    expected = solver.search(start, cost, limits=limits)
    assert without_clock(solver.search(start, cost, limits=limits, engine="compiled")) == without_clock(expected)
