"""The oracle: Dijkstra's search as one would write it in class, to hold the real one against.

It uses no code of the search. It calls the hooks with an open list that only records; it keeps a dictionary, and finds the
cheapest open position by looking at all of them; and it expands a position again whenever a cheaper way to it turns up, so
that it needs no law about costs but one: that a way never gets cheaper by getting longer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Literal, cast

from attrs import Factory, define, frozen

from genastar.cost import Comparable, Cost, N, V
from genastar.hooks import Hooks
from genastar.node import K, Node
from genastar.open_list import OpenList


@frozen
class Call(Generic[K]):
    """One call of a hook to its open list: ``value`` is the cost of an ``insert``, the way travelled of a ``relax``."""

    method: Literal["insert", "relax"]
    position: K
    value: object
    parent: K | None = None
    """Where the way comes from, if it was named."""


class Recorder(OpenList[K, V]):
    """An open list that writes down what it is told."""

    def __init__(self) -> None:
        self.calls: list[Call[K]] = []

    def insert(self, position: K, cost: V, parent: K | None = None, action: object = None) -> None:
        self.calls.append(Call("insert", position, cost, parent))

    def relax(  # type: ignore[override]  # the narrower self
        self: Recorder[K, Cost[N]], position: K, travelled: N, parent: K | None = None, action: object = None
    ) -> None:
        self.calls.append(Call("relax", position, travelled, parent))


def calls(solver: Hooks[K, V], node: Node[K, V]) -> list[Call[K]]:
    """What the solver tells its open list when it expands a node."""
    recorder = Recorder[K, V]()
    solver.add_neighbours(node, recorder)
    return recorder.calls


def neighbours(solver: Hooks[K, V], node: Node[K, V]) -> list[Node[K, V]]:
    """The nodes that a node's expansion adds, with their whole costs."""
    return [
        Node(call.position, _cost(solver, call), node.position if call.parent is None else call.parent)
        for call in calls(solver, node)
    ]


def first_cost(solver: Hooks[K, V], start: K, cost: V | None = None) -> V:
    """What the start costs: as given, or nothing travelled, for solvers whose cost is `Cost`."""
    if cost is not None:
        return cost
    left = cast("Hooks[K, Cost[float]]", solver).estimate(start)
    return cast(V, Cost(left, left - left if left - left == 0 else 0, left))


def way(cost: Comparable) -> Comparable:
    """What was paid: ``travelled`` of a `Cost`, which also holds a guess; the cost itself of any other type."""
    return cast(Comparable, cost.travelled) if isinstance(cost, Cost) else cost


@define
class World(Generic[K, V]):
    """What the oracle saw of a world."""

    nodes: dict[K, Node[K, V]] = Factory(dict)
    """The cheapest node for each position that was reached."""
    former: dict[K, Node[K, V]] = Factory(dict)
    """Nodes that gave way to a cheaper one whose position has the same key, and is another."""
    edges: list[tuple[Node[K, V], Node[K, V]]] = Factory(list)
    """Each node that was expanded with each that it added. No destination is expanded."""
    best: Node[K, V] | None = None
    """The cheapest destination."""
    certain: bool = False
    """Whether ``best`` is the optimum (``None``: there is no way). If not, the world was too large to look at all of it."""

    def path(self, position: K) -> list[K]:
        """The cheapest way from the start to a position that was reached."""
        path = [position]
        while (parent := (self.nodes.get(path[-1]) or self.former[path[-1]]).parent) is not None and len(path) <= len(
            self.nodes
        ):
            path.append(parent)
        return path[::-1]


def explore(
    solver: Hooks[K, V], start: K, cost: V | None = None, *, expansions: int, stop_at_goal: bool = False
) -> World[K, V]:
    """Look at a world from ``start`` on, in the order of the ways travelled.

    Args:
        solver: it gives the neighbours and knows the destinations.
        start: the position to begin at.
        cost: what the start costs; ``None`` as in `AStar.search`.
        expansions: the most positions to expand.
        stop_at_goal: end as soon as the optimum is known.
    """
    first = Node(start, first_cost(solver, start, cost))
    world = World[K, V](nodes={start: first})
    waiting = {start: first}
    key: Callable[[K], object] = _itself
    if hasattr(solver, "key") and getattr(solver, "is_keyed", True):
        key = solver.key
    owners = {key(start): start}
    """The position that is known for each key."""
    while waiting:
        node = _cheapest(list(waiting.values()))
        if world.best is not None and not way(node.cost) < way(world.best.cost):
            world.certain = True
            if stop_at_goal:
                return world
        if expansions == 0:
            return world
        expansions -= 1
        del waiting[node.position]
        if solver.is_destination(node.position):
            if world.best is None or way(node.cost) < way(world.best.cost):
                world.best = node
            continue
        for added in neighbours(solver, node):
            world.edges.append((node, added))
            owner = owners.setdefault(key(added.position), added.position)
            known = world.nodes.get(owner)
            if known is None or way(added.cost) < way(known.cost):
                if owner != added.position:
                    world.former[owner] = world.nodes.pop(owner)
                    waiting.pop(owner, None)
                    owners[key(added.position)] = added.position
                world.nodes[added.position] = waiting[added.position] = added
    world.certain = True
    return world


def _itself(position: K) -> K:
    return position


def _cheapest(nodes: list[Node[K, V]]) -> Node[K, V]:
    best = nodes[0]
    for node in nodes[1:]:
        if way(node.cost) < way(best.cost):
            best = node
    return best


def _cost(solver: Hooks[K, V], call: Call[K]) -> V:
    if call.method == "insert":
        return cast(V, call.value)
    left = cast("Hooks[K, Cost[int]]", solver).estimate(call.position)
    travelled = cast(int, call.value)
    return cast(V, Cost(travelled + left, travelled, left))
