"""Every documented argument of every public call, with values of other types: a result, or one line that refuses the value."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from attrs import field, frozen

import genastar
from genastar import (
    Agent,
    AStar,
    BadInput,
    Cost,
    Domain,
    GenastarError,
    Limits,
    Node,
    OpenList,
    Replanner,
    Starts,
    count_optimal_paths,
    load,
    prepare,
    shortest_path,
    straighten,
    to_networkx,
    to_pandas,
)
from genastar.many.stream import answer_stream


@frozen(eq=False)
class Line(AStar[int, Cost[int]]):
    """Its hooks take any position, so that an error is none of theirs."""

    length: int = 9
    goal: int = field(default=8)

    def add_neighbours(self, node: Any, open_list: Any) -> None:
        if type(node.position) is int:
            for step in (1, 2, -1):
                if 0 <= node.position + step < 9:
                    open_list.relax(node.position + step, node.cost.travelled + abs(step))

    def is_destination(self, position: int) -> bool:
        return position == 8


class Odd:
    def __repr__(self) -> str:
        raise RuntimeError("this has no text")


def nested(wrap: Callable[[Any], Any]) -> Any:
    return functools.reduce(lambda inner, _: wrap(inner), range(5000), wrap(0))


def wrong() -> Iterator[object]:
    """Yield values of many types, some of them new each time: an iterator is used up."""
    yield from (5, -1, 1.5, float("nan"), "x", b"x", None, True, [], {}, set(), (), object(), Odd(), complex(1, 2), Line, len)
    yield from ([0], [[0, 0]], {0: 1}, (None,), [None], [float("nan")], ("a",), {"a": [1]}, ["ab"], range(3), iter([1, 2]))
    yield from (np.array(5), np.array([0]), np.array([[0, 0]]), nested(lambda inner: [inner]))
    yield nested(lambda inner: (inner,))


LINE = Line()
HELPERS: dict[str, object] = {"reopen": False, "cancel": None, "observer": None, "workspace": None}


@frozen(eq=False)
class Way(AStar[int, Cost[int]]):
    """The same question, which machine code can answer too."""

    length: int = 9

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for step in (1, 2, -1):
            if 0 <= node.position + step < self.length:
                open_list.relax(node.position + step, node.cost.travelled + abs(step))

    def is_destination(self, position: int) -> bool:
        return position == self.length - 1


HOW: dict[str, object] = {"algorithm": "astar", "engine": "interpreted", "limits": None, **HELPERS}

Call = tuple[Callable[..., object], dict[str, object]]


def change(kind: Any, **given: Any) -> None:
    planner = kind(LINE, 0) if kind is Agent else kind(LINE)
    planner.move() if kind is Agent else planner.search(0)
    planner.change(**given)
    planner.move() if kind is Agent else planner.search(0)


def run(method: str, **given: Any) -> object:
    return getattr(LINE.begin(0), method)(**given)


CALLS: dict[str, Call] = {
    "search": (LINE.search, {"start": 0, "cost": None, "verify": False, **HOW}),
    "results": (lambda **given: list(LINE.results(**given)), {"start": 0, "cost": None, **HOW}),
    "begin": (LINE.begin, {"start": 0, "cost": None, **HOW}),
    "advance": (functools.partial(run, "advance"), {"expansions": 1, "seconds": None}),
    "explore": (
        lambda start, **given: LINE.explore(start, **given),
        {"start": 0, "within": None, "engine": "interpreted", "limits": None, **HELPERS},
    ),
    "tree": (lambda position: LINE.explore(0).path_to(position), {"position": 3}),
    "tree.g": (lambda position: LINE.explore(0).g(position), {"position": 3}),
    "tree.is_settled": (lambda position: LINE.explore(0).is_settled(position), {"position": 3}),
    "search_many": (
        LINE.search_many,
        {"starts": [0, 1], "fields": {"goal": [8, 8]}, "cost": None, "algorithm": "astar",
         "engine": "interpreted", "limits": None, "reopen": False, "cancel": None, "workspace": None},
    ),
    "search_many, a column": (lambda goals: LINE.search_many([0, 1], {"goal": goals}), {"goals": [8, 8]}),
    "shortest_path": (
        lambda **given: shortest_path(**given),
        {"start": 0, "successors": lambda at: [], "is_goal": lambda at: False, "heuristic": None, **HOW},
    ),
    "count_optimal_paths": (
        lambda **given: count_optimal_paths(LINE, **given),
        {"start": 0, "cost": None, "engine": "interpreted", "limits": None, **HELPERS},
    ),
    "count_optimal_paths, the problem": (lambda problem: count_optimal_paths(problem, 0), {"problem": LINE}),
    "Replanner": (Replanner, {"source": LINE, "goals": None, "engine": "interpreted"}),
    "Replanner.search": (
        lambda start, cost, **given: Replanner(LINE).search(start, cost, **given),
        {"start": 0, "cost": None, "engine": "interpreted", "limits": None, **HELPERS},
    ),
    "Replanner.change": (functools.partial(change, Replanner), {"source": LINE, "positions": [1]}),
    "Agent": (
        Agent,
        {"source": LINE, "start": 0, "algorithm": "lss-lrta", "engine": "interpreted", "cancel": None, "observer": None},
    ),
    "Agent.change": (functools.partial(change, Agent), {"source": LINE, "positions": [1]}),
    "Agent.restart": (lambda start: Agent(LINE, 0).restart(start), {"start": 0}),
    "Starts": (Starts, {"starts": {0: None}}),
    "Starts, the cost of one": (lambda cost: LINE.search(Starts({0: cost})), {"cost": None}),
    "Starts, the cost of another": (lambda cost: LINE.search(Starts({0: None, 1: cost})), {"cost": None}),
    "Limits": (
        lambda **given: LINE.search(0, limits=Limits(**given)),
        {"expansions": None, "seconds": None, "cost": None, "depth": None},
    ),
    "load": (load, {"source": "maze.txt", "domain": "grid"}),
    "register": (genastar.register, {"domain": Line}),
    "prepare": (prepare, {"source": LINE, "method": "hub-labels", "starts": [0], "engine": "interpreted", "table": None}),
    "search_many, an executor": (
        lambda **given: list(LINE.search_many(**given)),
        {
            "starts": [0], "fields": {"goal": [8]}, "engine": "interpreted", "executor": "threads", "workers": None,
            "ordered": True, "reopen": False, "limits": None,
        },
    ),
    "answer_stream": (lambda **given: list(answer_stream(**given)), {"world": LINE, "questions": [0], "executor": "threads"}),
    "straighten": (straighten, {"problem": LINE, "path": (0, 1)}),
    "to_pandas": (to_pandas, {"found": []}),
    "to_networkx": (to_networkx, {"tree": LINE.explore(0)}),
}  # fmt: skip
"""Calls with arguments that they take; each is replaced by each wrong value in turn."""

THEIRS = {("shortest_path", name) for name in ("successors", "is_goal", "heuristic")} | {
    ("load", "source"),
    ("search_many, an executor", "executor"),
    ("answer_stream", "executor"),
}
"""Arguments that call the user's functions, whose errors reach the user unchanged; and a name of files of any kind."""


def check(name: str, call: Callable[..., object], good: dict[str, object]) -> None:
    """Raise AssertionError unless each wrong value of each argument gives a result or one line."""
    for argument in good:
        if (name, argument) in THEIRS:
            continue
        for value in wrong():
            try:
                call(**{**good, argument: value})
            except GenastarError as error:
                if "\n" in str(error) or len(str(error)) > 700:
                    raise AssertionError(f"{name}({argument}={type(value).__name__}) says: {error!s:.200}") from error
            except BaseException as error:
                raise AssertionError(f"{name}({argument}={type(value).__name__}) raises {error!r:.200}") from error


@pytest.mark.long
@pytest.mark.parametrize("name", CALLS)
def test_wrong_types_are_refused_in_one_line(name: str) -> None:
    call, good = CALLS[name]
    if name.startswith("to_"):
        pytest.importorskip(name.removeprefix("to_"))
    check(name, call, good)


@pytest.fixture(scope="module")
def world() -> Domain[Any, Any, Any, Any]:
    pytest.importorskip("genastar_grid", reason="the domain is not installed")
    return load(["....", ".##.", "...."], "grid")


def test_wrong_types_are_refused_by_worlds(world: Domain[Any, Any, Any, Any]) -> None:
    how = {**HOW, "algorithm": "auto", "engine": "auto"}
    search = {key: how[key] for key in how if key != "algorithm"}
    check("search", world.search, {"start": (0, 0), "goals": [(3, 2)], **how})
    check("results", lambda **given: list(world.results(**given)), {"start": (0, 0), "goals": [(3, 2)], **how})
    check("begin", world.begin, {"start": (0, 0), "goals": [(3, 2)], **how})
    check("explore", lambda start, **given: world.explore(start, **given), {"start": (0, 0), "within": None, **search})
    check("search_many", world.search_many, {"starts": [(0, 0)], "goals": [[(3, 2)]], **how})
    check("format", world.format, {"position": (0, 0)})
    check("parse", world.parse, {"text": "0,0"})
    check("options", lambda directions: load(["..", ".."], "grid", directions=directions), {"directions": "8"})
    check("Replanner", Replanner, {"source": world, "goals": [(3, 2)], "engine": "interpreted"})
    check("search", lambda **given: Replanner(world, [(3, 2)]).search(**given), {"start": (0, 0), **search})
    check("change", lambda **given: Replanner(world, [(3, 2)]).change(**given), {"source": world})
    check("paint", lambda **given: Replanner(world, [(3, 2)]).paint(**given), {"values": {(1, 0): 0}})


@pytest.mark.long
@pytest.mark.parametrize("method", ["landmarks", "hub-labels", "hierarchy", "first-moves"])
@pytest.mark.parametrize("kind", ["world", "problem"])
def test_wrong_types_are_refused_by_preparations(world: Domain[Any, Any, Any, Any], method: str, kind: str) -> None:
    pytest.importorskip("genastar_prepare", reason="the algorithms are not installed")
    start, goal = ((0, 0), (3, 2)) if kind == "world" else (0, 8)
    prepared = prepare(world if kind == "world" else LINE, method, [start], engine="interpreted")
    for name in ("distance", "path"):
        check(name, getattr(prepared, name), {"start": start, "goal": goal, "engine": "auto"})
    check("search", prepared.search, {"start": start, "goals": [goal], "engine": "auto"})
    check("matrix", prepared.matrix, {"starts": [start], "goals": [goal], "engine": "auto"})
    check("a start", lambda position: prepared.matrix([position], [goal]), {"position": start})
    check("a goal", lambda position: prepared.matrix([start], [position]), {"position": goal})


@pytest.mark.parametrize("method", ["landmarks", "hub-labels", "hierarchy", "first-moves"])
def test_positions_that_no_world_has(world: Domain[Any, Any, Any, Any], method: str) -> None:
    pytest.importorskip("genastar_prepare", reason="the algorithms are not installed")
    prepared = prepare(world, method, engine="interpreted")
    for start, goal, message in (
        ((0, 0), (9, 9), "9,9 is outside the grid"),
        ((9, 9), (0, 0), "9,9 is outside the grid"),
        ((0, 0), (1, 1), "1,1 is blocked"),
        ((0, 0), [3, 2], "not hashable"),
    ):
        for ask in (prepared.distance, prepared.path):
            with pytest.raises(BadInput, match=message):
                ask(start, goal)
        with pytest.raises(BadInput, match=message):
            prepared.matrix([start], [goal])


@pytest.mark.long
@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
@pytest.mark.parametrize("argument", [*HELPERS, "engine", "limits", "cost"])
def test_a_replanner_takes_the_arguments_of_a_search(world: Domain[Any, Any, Any, Any], engine: str, argument: str) -> None:
    if engine == "compiled":
        pytest.importorskip("genastar_compiled", reason="the engine is not installed")
    values = {
        "reopen": True, "cancel": genastar.CancelToken(), "observer": genastar.Trace(), "workspace": genastar.Workspace(),
        "engine": engine, "limits": Limits(expansions=100), "cost": Cost(5, 5),
    }  # fmt: skip
    given: dict[str, Any] = {argument: values[argument]}
    found, fresh = Replanner(Way(), engine=engine).search(0, **given), Way().search(0, **given)
    assert (found.path[0], found.path[-1], found.cost) == (fresh.path[0], fresh.path[-1], fresh.cost)
    if argument == "engine":
        assert found.engine == engine
    if argument != "cost":
        of_world = Replanner(world, [(3, 2)], engine=engine).search((0, 0), **given)
        assert of_world.cost == world.search((0, 0), [(3, 2)]).cost


@pytest.mark.parametrize("argument", ["algorithm", "verify"])
def test_a_replanner_says_what_it_does_not_take(world: Domain[Any, Any, Any, Any], argument: str) -> None:
    given: dict[str, Any] = {argument: "dijkstra" if argument == "algorithm" else True}
    for planner, start in ((Replanner(LINE), 0), (Replanner(world, [(3, 2)]), (0, 0))):
        with pytest.raises(BadInput, match=f"a replanner's search.. does not take {argument}"):
            planner.search(start, **given)
