"""Small worlds, questions, and plans found by brute force."""

from __future__ import annotations

import heapq
from itertools import count, product
from typing import Any

import numpy as np
import pytest
from attrs import frozen

import genastar
from genastar import AStar, Cost, Node, OpenList


@frozen
class Ring(AStar[int, Cost[int]]):
    """A circle of stations with a siding at each third, and one way round only where ``one_way``."""

    length: int
    one_way: bool = False

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        here, travelled = node.position, node.cost.travelled
        if here >= self.length:
            open_list.relax(here - self.length, travelled + 1)
            return
        open_list.relax((here + 1) % self.length, travelled + 1 + here % 2)
        if not self.one_way:
            open_list.relax((here - 1) % self.length, travelled + 1 + (here - 1) % self.length % 2)
        if here % 3 == 0:
            open_list.relax(here + self.length, travelled + 1)

    def is_destination(self, position: int) -> bool:
        return False


@frozen
class Streets(AStar[int, Cost[int]]):
    """The junctions of a road graph."""

    roads: tuple[tuple[int, int, int], ...]

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for tail, head, weight in self.roads:
            if tail == node.position:
                open_list.relax(head, node.cost.travelled + weight)

    def is_destination(self, position: int) -> bool:
        return False


def draw_streets(seed: int) -> Streets:
    """Return a circle of junctions with some streets more, most of them both ways."""
    rng = np.random.default_rng(seed)
    ends = [(each, (each + 1) % 5) for each in range(4 + seed % 2)] + [tuple(rng.integers(0, 5, 2).tolist()) for _ in range(2)]
    ends += [(head, tail) for tail, head in ends if rng.random() < 0.8]
    chosen = sorted({(tail, head) for tail, head in ends if tail != head})
    return Streets(tuple((tail, head, int(rng.integers(1, 4))) for tail, head in chosen))


@frozen
class Carts(AStar[tuple[int, int, int], Cost[int]]):
    """A yard of carts that turn on the spot: x, y and heading."""

    width: int
    height: int
    walls: frozenset[tuple[int, int]] = frozenset()

    def add_neighbours(self, node: Node[tuple[int, int, int], Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        x, y, heading = node.position
        for turn in (1, 3):
            open_list.relax((x, y, (heading + turn) % 4), node.cost.travelled + 1)
        there = x + (1, 0, -1, 0)[heading], y + (0, 1, 0, -1)[heading]
        if 0 <= there[0] < self.width and 0 <= there[1] < self.height and there not in self.walls:
            open_list.relax((*there, heading), node.cost.travelled + 1)

    def is_destination(self, position: tuple[int, int, int]) -> bool:
        return False


def cell_of(state: tuple[int, int, int]) -> tuple[int, int]:
    return state[:2]


def make_world(kind: str, seed: int) -> tuple[Any, list[Any]]:
    """Return a small world, and positions that are reached from each other."""
    rng = np.random.default_rng(seed)
    free = (rng.random((3, 4)) > 0.25).astype(np.int32)
    match kind:
        case "grid":
            world: Any = genastar.load(free, "grid", directions="4")
        case "octile":
            world = genastar.load(free * rng.integers(1, 3, free.shape).astype(np.int32), "grid", directions="8")
        case "turning":
            world = genastar.load(free, "grid", directions="4", turn=1)
        case "hexmap":
            world = genastar.load(free, "hexmap")
        case "voxel":
            world = genastar.load((rng.random((2, 2, 3)) > 0.25).astype(np.uint8) ^ 1, "voxel")
        case "ring":
            world = Ring(5, one_way=bool(seed % 2))
        case "roads":
            pytest.importorskip("genastar_roads")
            tails, heads, weights = zip(*draw_streets(seed).roads, strict=True)
            world = genastar.load({"tail": tails, "head": heads, "weight": weights}, "roads")
        case _:
            raise AssertionError(kind)
    if kind == "roads":
        return world, [world.parse(f"#{node}") for node in range(max(*tails, *heads) + 1)]
    positions = [*range(7)] if kind == "ring" else list(list_positions(world, kind, free))
    return world, positions


def list_positions(world: Any, kind: str, free: Any) -> Any:
    shape = (2, 2, 3) if kind == "voxel" else free.shape[::-1]
    for position in product(*map(range, shape)):
        try:
            world.problem((position,), (position,))
        except genastar.BadInput:
            continue
        yield position


class Log(OpenList[Any, Any]):
    def __init__(self) -> None:
        self.costs: dict[Any, Any] = {}

    def insert(self, position: Any, cost: Any, parent: Any = None, action: object = None) -> None:
        raise NotImplementedError

    def relax(self, position: Any, travelled: Any, parent: Any = None, action: object = None) -> None:
        self.costs[position] = min(travelled, self.costs.get(position, travelled))


def find_optimum(
    problem: AStar[Any, Any],
    starts: list[Any],
    goals: list[set[Any]],
    *,
    tick: float,
    place: Any = lambda state: state,
    stay: bool = True,
    following: bool = True,
    wait_cost: int = 1,
    most: int = 200_000,
) -> int | None:
    """Return the least sum of costs by Dijkstra's algorithm over the states of all agents; ``None`` if there is no plan.

    An agent is a triple of its state, the state it moves to and the steps that it still needs. It occupies the place of its
    state until it arrives. Agents that have arrived for good are ``("done", state)``.
    """
    known: dict[Any, dict[Any, int]] = {}

    def successors(state: Any) -> dict[Any, int]:
        if state not in known:
            log = Log()
            problem.add_neighbours(Node(state, Cost(0, 0, 0)), log)
            known[state] = {after: max(1, round(cost / tick)) for after, cost in log.costs.items()}
        return known[state]

    def choices(agent: int, where: Any) -> list[tuple[Any, int]]:
        """Each next state of an agent, with its cost."""
        if where[0] == "done":
            return [(where, 0)]
        state, ahead, left = where
        if left:
            onward = (ahead, None, 0) if left == 1 else (state, ahead, left - 1)
            return [(onward, 1), (where, wait_cost)]
        if state in goals[agent] and not stay:
            return [(("done", state), 0)]
        found = [
            ((after, None, 0) if steps == 1 else (state, after, steps - 1), 1) for after, steps in successors(state).items()
        ]
        found.append((where, wait_cost))
        if state in goals[agent]:
            found.append((("done", state), 0))
        return found

    def spot(where: Any) -> Any:
        if where[0] == "done":
            return place(where[1]) if stay else None
        return place(where[0])

    def apart(one: Any, one_after: Any, other: Any, other_after: Any) -> bool:
        was, now, there, then = spot(one), spot(one_after), spot(other), spot(other_after)
        if now is not None and now == then:
            return False
        enters, follows = then is not None and then == was, now is not None and now == there
        return not (enters or follows) if not following else not (enters and follows)

    first = tuple((start, None, 0) for start in starts)
    best, tie, heap, expanded = {first: 0}, count(), [(0, 0, first)], 0
    while heap:
        cost, _, here = heapq.heappop(heap)
        if cost > best[here]:
            continue
        if all(where[0] == "done" or (not where[2] and where[0] in goals[agent]) for agent, where in enumerate(here)):
            return cost
        expanded += 1
        if expanded > most:
            raise RuntimeError("too large for brute force")
        for step in product(*(choices(agent, where) for agent, where in enumerate(here))):
            after = tuple(each[0] for each in step)
            if all(apart(here[a], after[a], here[b], after[b]) for a in range(len(here)) for b in range(a)):
                total = cost + sum(each[1] for each in step)
                if total < best.get(after, 10**9):
                    best[after] = total
                    heapq.heappush(heap, (total, next(tie), after))
    return None
