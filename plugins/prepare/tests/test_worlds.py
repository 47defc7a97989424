"""Prepared worlds of every domain beside a Dijkstra over the hooks that shares no code with them."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import genastar
from genastar import BadInput, Cost, Domain, Node, OpenList
from genastar.worlds.domain import Example
from genastar_prepare.ground import PreparedGround

pytestmark = pytest.mark.long

METHODS = ("customizable", "first-moves", "hierarchy", "hub-labels", "landmarks")
DOMAINS = ("bitmap", "grid", "hexmap", "roads", "voxel")


class Added(OpenList[Any, Any]):
    """An open list that remembers what a hook adds."""

    def __init__(self) -> None:
        self.steps: list[tuple[Any, Any]] = []

    def insert(self, position: Any, cost: Any, parent: Any = None, action: object = None) -> None:
        self.steps.append((position, cost.travelled))

    def relax(self, position: Any, travelled: Any, parent: Any = None, action: object = None) -> None:
        self.steps.append((position, travelled))

    def known(self, position: Any) -> None:
        return None


def cheapest(problem: Any, start: Any) -> Any:
    """What the cheapest way to a destination costs; ``None`` if there is none."""
    serial, done = count(), set()
    waiting: list[Any] = [(0, next(serial), start)]
    while waiting:
        travelled, _, position = heapq.heappop(waiting)
        if position in done:
            continue
        if problem.is_destination(position):
            return travelled
        done.add(position)
        added = Added()
        problem.add_neighbours(Node(position, Cost(travelled, travelled)), added)
        for there, cost in added.steps:
            heapq.heappush(waiting, (cost, next(serial), there))
    return None


def examples(name: str) -> Iterator[Example[Any]]:
    """The examples of a domain whose costs add."""
    kind = pytest.importorskip(f"genastar_{name}.model")
    domain: type[Domain[Any, Any, Any, Any]] = next(
        each for each in vars(kind).values() if isinstance(each, type) and issubclass(each, Domain) and "info" in vars(each)
    )
    for example in domain.examples():
        world: Any = example.domain
        request = world.make_request(example.start, example.goals)[1]
        if isinstance(request.cost, Cost):
            yield example


def expect_the_cheapest(example: Example[Any], method: str, engine: str = "interpreted") -> None:
    world: Any = example.domain
    start, goals = example.start, example.goals
    states = world.make_request(start, goals)[1]
    best = cheapest(world.problem(goals, (start,)), states.start)
    plain = world.search(start, goals, algorithm="astar", engine=engine)
    found = world.search(start, goals, algorithm=method, engine=engine)
    assert found.found == plain.found == (best is not None)
    if best is None:
        return
    assert (found.path[0], found.path[-1]) == (plain.path[0], found.path[-1])
    assert found.path[-1] in goals or not goals
    assert found.cost.travelled == pytest.approx(plain.cost.travelled, rel=1e-12)
    chosen, request, _ = world.make_request(start, goals, algorithm=method, engine=engine)
    assert chosen.search(request).cost.travelled == best


@pytest.mark.parametrize("name", DOMAINS)
@pytest.mark.parametrize("method", METHODS)
def test_worlds_of_every_domain(name: str, method: str) -> None:
    tried = 0
    for example in examples(name):
        expect_the_cheapest(example, method)
        tried += 1
    assert tried


def test_a_small_sliding_puzzle() -> None:
    pytest.importorskip("genastar_puzzle")
    board: Any = genastar.load([[5, 4, 3], [2, 1, 0]], "puzzle")
    plain = board.search(algorithm="astar")
    assert board.search(algorithm="hierarchy").cost == board.search(algorithm="landmarks").cost == plain.cost


@pytest.mark.parametrize("method", METHODS)
def test_a_prepared_world(method: str) -> None:
    for example in examples("grid"):
        world: Any = example.domain
        prepared = genastar.prepare(world, method)
        plain = world.search(example.start, example.goals, algorithm="astar")
        found = prepared.search(example.start, example.goals)
        assert found.cost == plain.cost
        assert world.search(example.start, example.goals, algorithm=prepared.algorithm).cost == plain.cost
        _, request, _ = world.make_request(example.start, example.goals)
        best = cheapest(request.problem, request.start)
        distances = [prepared.distance(example.start, goal) for goal in example.goals]
        assert min((each for each in distances if each is not None), default=None) == best
        for goal in example.goals:
            path, alone = prepared.path(example.start, goal), prepared.search(example.start, [goal])
            assert bool(path) == alone.found
            assert not path or (path[0], path[-1], len(path)) == (example.start, goal, len(alone.path))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("turn", [0, 1])
def test_the_path_of_a_world(method: str, turn: int) -> None:
    """With turns, several states share a cell."""
    hills: Any = genastar.load(
        np.array([[1, 1, 9, 1], [1, 0, 9, 1], [1, 1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1]]), "grid", turn=turn
    )
    prepared = genastar.prepare(hills, method)
    for start in ((0, 0), (3, 2)):
        for goal in ((0, 0), (3, 0), (2, 4)):
            path, found = prepared.path(start, goal), hills.search(start, [goal], algorithm="astar")
            assert bool(path) == found.found
            assert not path or hills.search(start, [goal], algorithm=prepared.algorithm).path == path
    for start, goal in (((0, 0), (1, 1)), ((0, 0), (9, 9)), ((1, 1), (0, 0)), ((0, 0), 5)):
        with pytest.raises(BadInput):
            prepared.path(start, goal)


@pytest.mark.parametrize("method", METHODS)
def test_roads_with_turn_costs(method: str, tmp_path: Path) -> None:
    pytest.importorskip("genastar_roads")
    town = Path(__file__).parents[2] / "roads" / "tests" / "data" / "kotka.osm.pbf"
    if not town.exists():
        pytest.skip("the extract is in the repository")
    world: Any = genastar.load(town, turn=30)
    start, goals = (
        world.find_nearest(60.5251, 26.9402),
        (world.find_nearest(60.5352, 26.9601), world.find_nearest(60.5300, 26.9500)),
    )
    expect_the_cheapest(Example(world, start, goals), method)
    prepared = genastar.prepare(world, method)
    best = cheapest(world.problem(goals[:1], (start,)), world.to_state(start))
    assert prepared.distance(start, goals[0]) == best
    prepared.save(tmp_path / "kotka")
    assert genastar.prepare(genastar.load(town, turn=30), method, table=tmp_path / "kotka").distance(start, goals[0]) == best
    with pytest.raises(BadInput, match="another graph"):
        genastar.prepare(genastar.load(town, turn=0), method, table=tmp_path / "kotka")


def test_both_engines_list_the_same_steps() -> None:
    pytest.importorskip("genastar_compiled")
    world: Any = next(examples("grid")).domain
    both = [PreparedGround.of(world, engine=engine).finite for engine in ("interpreted", "compiled")]
    assert both[0].rows.fingerprint == both[1].rows.fingerprint
    assert list(both[0].positions) == list(both[1].positions)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("shape", [(3, 3), (3, 3, 1)], ids=["grid", "voxel"])
def test_what_was_prepared_before_a_change_is_out_of_date(shape: tuple[int, ...], method: str) -> None:
    cells = np.ones(shape, np.int64)
    world: Any = genastar.load(cells, "grid") if len(shape) == 2 else genastar.load(cells == 1, "voxel")
    rest = (0,) * (len(shape) - 2)
    start, wall, goal = ((x, 0, *rest) for x in range(3))
    prepared = genastar.prepare(world, method)
    assert len(world.search(start, [goal], algorithm=method).path) == 3
    world.change([wall], 0)
    assert wall not in world.search(start, [goal], algorithm=method).path
    for ask in (lambda: prepared.search(start, [goal]), lambda: prepared.distance(start, goal)):
        with pytest.raises(BadInput, match="the world was changed after it was prepared; prepare it again"):
            ask()
