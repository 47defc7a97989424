"""Trees of worlds: the tree of a problem, in the positions and units of the user."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from genastar.contracts.tree import Reached, Tree, TreeArrays
from genastar.values.cost import V
from genastar.values.node import K, Node
from genastar.worlds.hooks import DomainHooks
from genastar.worlds.question import Question
from genastar.worlds.translation import price_cost


def tree_of_world(world: DomainHooks[K, V, Any, Any], question: Question[K], states: Tree[Any, Any]) -> Tree[K, V]:
    """Return a tree of states as a tree of positions. Of several states of one position the cheapest counts."""
    return Tree(_ReachedPositions(world, question, states))


class _ReachedPositions(Reached[K, V]):
    """The positions of the states that a search reached. Their costs are computed when they are needed, as those of paths."""

    def __init__(self, world: DomainHooks[K, V, Any, Any], question: Question[K], states: Tree[Any, Any]) -> None:
        self._world = world
        self._question = question
        self._states = states
        best: dict[K, Node[Any, Any]] = {}
        for node in states.values():
            for position in world.to_positions((node.position,), question)[-1:]:
                known = best.get(position)
                if known is None or node.cost < known.cost:
                    best[position] = node
        self._best = best

    def get_node(self, key: Any) -> Node[K, V]:
        state = self._best[key].position
        path = self._world.to_positions(self._states.path_to(state), self._question)
        parent = path[-2] if len(path) > 1 else None
        return Node(key, price_cost(self._world, self._states[state].cost, path), parent)

    def is_settled(self, key: Any) -> bool:
        node = self._best.get(key)
        return node is not None and self._states.is_settled(node.position)

    def iterate_nodes(self, settled: bool) -> Iterator[Node[K, V]]:
        return (self.get_node(position) for position in self._best if not settled or self.is_settled(position))

    def count(self, settled: bool) -> int:
        return sum(map(self.is_settled, self._best)) if settled else len(self._best)

    def to_arrays(self, settled: bool) -> TreeArrays:
        raise NotImplementedError("a world has no indices, so Tree.to_arrays refuses")
