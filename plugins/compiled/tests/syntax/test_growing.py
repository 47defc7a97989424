"""Sets and lists that a hook makes, and that take many items at once."""

from __future__ import annotations

import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, Cost, Node, OpenList


@frozen
class Growing(AStar[int, Cost[int]]):
    """Items of the solver, of generator expressions, and of the hook's own sets and lists."""

    delta: tuple[tuple[int, ...], ...] = ((1, 2), (), (3,), (5, 4), (0,), ())
    facts: tuple[frozenset[int], ...] = tuple(frozenset({n, 2 * n}) for n in range(6))

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        n = node.position
        names = {"a"}
        found: set[int] = set()
        found.update(self.delta[n])
        found.update((k + 1 for k in self.delta[n]), {n, 7}, range(n))
        found |= self.facts[n]
        found |= {n + 3}
        found -= self.facts[2]
        found.discard(9)
        names.update("ab", ["c"])
        rows: list[int] = []
        rows.extend(k * 2 for k in self.delta[n])
        rows += self.delta[n]
        rows += (n, 4)
        number = 3
        number += 2
        number |= 8
        told = sum(sorted(found)) * 3 + sum(rows) * 5 + len(names) + number
        open_list.relax(n + 1, node.cost.travelled + told)

    def is_destination(self, position: int) -> bool:
        return position == 5


@pytest.mark.long
def test_many_items_at_once() -> None:
    search_both(Growing(), 0)


@frozen
class Joined(Growing):
    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        found = {node.position}
        found |= [2]  # type: ignore[arg-type]
        open_list.relax(node.position + len(found), node.cost.travelled + 1)


@pytest.mark.parametrize("engine", ["interpreted", "compiled"])
def test_an_operator_of_a_set_and_a_list_raises(engine: str) -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        Joined().search(0, engine=engine)
