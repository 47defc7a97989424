"""The oracle: a plain implementation of Dijkstra's algorithm, to compare searches with.

It shares no code with the search. It calls the hooks with an open list that only records. It keeps a dictionary and finds the
cheapest open position by comparing all of them. It expands a position again when a cheaper path to it is found, so it needs
only one law about costs: a longer path never costs less.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Literal, cast

from attrs import Factory, define, frozen

from genastar.contracts.hooks import Hooks
from genastar.contracts.open_list import OpenList
from genastar.values.cost import Comparable, Cost, N, V
from genastar.values.node import K, Node


@frozen
class Call(Generic[K]):
    """A call of the open list by a hook. ``value`` is the cost of an ``insert`` or the g of a ``relax``."""

    method: Literal["insert", "relax"]
    position: K
    value: object
    parent: K | None = None
    """The parent, if the hook named one."""


class CallRecorder(OpenList[K, V]):
    """An open list that records its calls."""

    def __init__(self) -> None:
        self.calls: list[Call[K]] = []

    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        self.calls.append(Call("insert", position, cost, parent))

    def relax(  # type: ignore[override]  # the narrower self
        self: CallRecorder[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None
    ) -> None:
        self.calls.append(Call("relax", position, travelled, parent))


def record_calls(solver: Hooks[K, V], node: Node[K, V]) -> list[Call[K]]:
    """Return the calls of the open list when a solver expands a node."""
    recorder = CallRecorder[K, V]()
    solver.add_neighbours(node, recorder)
    return recorder.calls


def neighbours(solver: Hooks[K, V], node: Node[K, V]) -> list[Node[K, V]]:
    """Return the nodes that the expansion of a node adds, with their costs."""
    return [
        Node(call.position, _compute_cost(solver, call), node.position if call.parent is None else call.parent)
        for call in record_calls(solver, node)
    ]


def make_start_cost(solver: Hooks[K, V], start: K, cost: V | None = None) -> V:
    """Return the cost of the start: as given, or g = 0 for solvers whose cost is `Cost`."""
    if cost is not None:
        return cost
    left = cast("Hooks[K, Cost[float]]", solver).estimate(start)
    return cast(V, Cost(left, left - left if left - left == 0 else 0, left))


def get_travelled(cost: Comparable) -> Comparable:
    """Return a cost without the estimate: g of a `Cost`, any other cost itself."""
    return cast(Comparable, cost.travelled) if isinstance(cost, Cost) else cost


@define
class ExploredWorld(Generic[K, V]):
    """The exploration of a world by the oracle."""

    nodes: dict[K, Node[K, V]] = Factory(dict)
    """The cheapest node of each position that was reached."""
    former: dict[K, Node[K, V]] = Factory(dict)
    """Nodes that were replaced by a cheaper one with the same key but another position."""
    edges: list[tuple[Node[K, V], Node[K, V]]] = Factory(list)
    """Pairs of an expanded node and a node that it added. Destinations are not expanded."""
    best: Node[K, V] | None = None
    """The node of the cheapest destination; ``None`` if none was reached."""
    certain: bool = False
    """Whether ``best`` is the optimum, or ``None`` because there is no path. If not, the world was too large to explore."""

    def build_path(self, position: K) -> list[K]:
        """Return the cheapest path from the start to a position that was reached."""
        path = [position]
        while (parent := (self.nodes.get(path[-1]) or self.former[path[-1]]).parent) is not None and len(path) <= len(
            self.nodes
        ):
            path.append(parent)
        return path[::-1]


def explore(
    solver: Hooks[K, V], start: K, cost: V | None = None, *, expansions: int, stop_at_goal: bool = False
) -> ExploredWorld[K, V]:
    """Explore a world from ``start`` in the order of g.

    Args:
        solver: the problem.
        start: the start position.
        cost: the cost of the start; ``None`` as in `AStar.search`.
        expansions: maximum number of positions to expand.
        stop_at_goal: whether to end as soon as the optimum is known.
    """
    first = Node(start, make_start_cost(solver, start, cost))
    world = ExploredWorld[K, V](nodes={start: first})
    waiting = {start: first}
    key: Callable[[K], object] = _return_position
    if solver.is_keyed:
        key = solver.key
    owners = {key(start): start}
    """The known position of each key."""
    while waiting:
        node = _find_cheapest(list(waiting.values()))
        if world.best is not None and not get_travelled(node.cost) < get_travelled(world.best.cost):
            world.certain = True
            if stop_at_goal:
                return world
        if expansions == 0:
            return world
        expansions -= 1
        del waiting[node.position]
        if solver.is_destination(node.position):
            if world.best is None or get_travelled(node.cost) < get_travelled(world.best.cost):
                world.best = node
            continue
        for added in neighbours(solver, node):
            world.edges.append((node, added))
            owner = owners.setdefault(key(added.position), added.position)
            known = world.nodes.get(owner)
            if known is None or get_travelled(added.cost) < get_travelled(known.cost):
                if owner != added.position:
                    world.former[owner] = world.nodes.pop(owner)
                    waiting.pop(owner, None)
                    owners[key(added.position)] = added.position
                world.nodes[added.position] = waiting[added.position] = added
    world.certain = True
    return world


def find_front(solver: Hooks[K, Any], start: K, cost: Any) -> list[tuple[float, ...]]:
    """Return the costs of the paths that no other dominates, as tuples. Every path is followed that no known one beats."""
    waiting, known, ends = [Node(start, cost)], {start: [cost.numbers]}, []
    while waiting:
        node = waiting.pop(0)
        if node.cost.numbers not in known[node.position]:
            continue  # beaten meanwhile
        if solver.is_destination(node.position):
            ends.append(node.cost.numbers)
            continue
        for added in neighbours(solver, node):
            numbers, costs = added.cost.numbers, known.setdefault(added.position, [])
            if not any(_is_beaten(numbers, other) for other in costs):
                costs[:] = [other for other in costs if not _is_beaten(other, numbers)] + [numbers]
                waiting.append(added)
    return sorted({one for one in ends if not any(_is_beaten(one, other) for other in ends if other != one)})


def _is_beaten(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(theirs <= mine for mine, theirs in zip(one, other, strict=True))


def _return_position(position: K) -> K:
    return position


def _find_cheapest(nodes: list[Node[K, V]]) -> Node[K, V]:
    best = nodes[0]
    for node in nodes[1:]:
        if get_travelled(node.cost) < get_travelled(best.cost):
            best = node
    return best


def _compute_cost(solver: Hooks[K, V], call: Call[K]) -> V:
    if call.method == "insert":
        return cast(V, call.value)
    left = cast("Hooks[K, Cost[int]]", solver).estimate(call.position)
    travelled = cast(int, call.value)
    return cast(V, Cost(travelled + left, travelled, left))
