"""The ladder queue gives the order of the interpreted engine's queue, whatever the numbers are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from attrs import frozen
from numpy.typing import NDArray

from genastar import AStar, Cost, Limits, Node, OpenList, Trace

COUNT = 6000


@frozen(eq=False)
class Tree(AStar[int, Any]):
    """A tree in which a node has the next children in order, at the cost of an array."""

    costs: NDArray[np.generic]
    children: NDArray[np.int64]
    """The first child of each node, and the end of the last."""

    def add_neighbours(self, node: Node[int, Any], open_list: OpenList[int, Any]) -> None:
        for child in range(self.children[node.position], self.children[node.position + 1]):
            open_list.insert(child, self.costs[child].item())

    def is_destination(self, position: int) -> bool:
        return False


@frozen(eq=False)
class Steps(Tree):
    """A tree of steps, numbered, for an open list of words."""

    def add_neighbours(self, node: Node[int, Cost[int]], open_list: OpenList[int, Cost[int]]) -> None:
        for child in range(self.children[node.position], self.children[node.position + 1]):
            open_list.relax(child, node.cost.travelled + self.costs[child].item())

    def estimate(self, position: int) -> int:
        return 0

    def index(self, position: int) -> int:
        return position

    @property
    def size(self) -> int:
        return self.costs.size


def _tree(costs: NDArray[Any], widths: NDArray[np.int64], kind: type[Tree] = Tree) -> Tree:
    ends = np.minimum(np.concatenate([[1], 1 + np.cumsum(widths)]), costs.size)
    return kind(costs, np.concatenate([ends, np.full(costs.size, costs.size)])[: costs.size + 1])


def _floats(kind: str, rng: np.random.Generator) -> NDArray[np.float64]:
    whole = rng.integers(0, 50, COUNT)
    match kind:
        case "uniform":
            return rng.random(COUNT)
        case "rounded":  # sums of 1 and √2 that differ in the last digits
            return 300 + whole // 10 * 2**0.5 + rng.integers(-12, 12, COUNT) * 2.0**-44
        case "equal":
            return np.ones(COUNT)
        case "falling":
            return -np.arange(COUNT) / 7
        case "rising":
            return np.arange(COUNT) / 7
        case "powers":
            return 2.0 ** rng.integers(-1074, 1023, COUNT) * rng.choice([-1, 1], COUNT)
        case "far apart":
            return np.where(rng.random(COUNT) < 0.01, 1e300, rng.random(COUNT) * 1e-9)
        case "zeros":
            return rng.choice([0.0, -0.0, 5e-324, -5e-324], COUNT)
        case "infinite":
            return rng.choice([np.inf, -np.inf, 0.0, 1.0, 1.7e308], COUNT)
    raise AssertionError(kind)


FLOATS = ["uniform", "rounded", "equal", "falling", "rising", "powers", "far apart", "zeros", "infinite"]


def _same(tree: Tree, start: Any) -> None:
    for limits in (Limits(), Limits(expansions=COUNT // 3)):
        one, other = Trace(), Trace()
        said = tree.search(0, start, engine="interpreted", observer=one, limits=limits)
        made = tree.search(0, start, engine="compiled", observer=other, limits=limits)
        assert one.events == other.events
        assert (said.outcome, said.expanded, said.generated, said.peak_open) == (
            made.outcome,
            made.expanded,
            made.generated,
            made.peak_open,
        )


@pytest.mark.long
@pytest.mark.parametrize("widths", [2, 8, 200, COUNT])
@pytest.mark.parametrize("kind", FLOATS)
def test_floats_come_out_in_order(kind: str, widths: int) -> None:
    rng = np.random.default_rng(widths)
    _same(_tree(_floats(kind, rng), rng.integers(0, 2 * widths, COUNT)), 0.0)


@pytest.mark.long
@pytest.mark.parametrize("widths", [2, 200])
def test_whole_costs_far_apart_come_out_in_order(widths: int) -> None:
    rng = np.random.default_rng(widths)
    bits = rng.integers(1, 62, COUNT)
    costs = rng.integers(-(2**62), 2**62, COUNT) >> bits
    costs[:3] = [0, 2**63 - 1, -(2**63)]
    _same(_tree(costs, rng.integers(0, 2 * widths, COUNT)), 0)


@pytest.mark.parametrize("least", [1, 10**6])
def test_words_of_cells_come_out_in_order(least: int) -> None:
    """A step of a million leaves the ring of buckets."""
    rng = np.random.default_rng(1)
    _same(_tree(least + rng.integers(0, 10**6, COUNT), rng.integers(0, 5, COUNT), Steps), None)


def test_costs_that_spread_on_each_rung_come_out_in_order() -> None:
    """Each bucket holds all but a few of the items, so that there are as many rungs as there may be."""
    rng = np.random.default_rng(1)
    costs = np.concatenate([1 << np.arange(62), rng.integers(0, 40, COUNT - 62)]).astype(np.int64)
    _same(_tree(np.concatenate([[0], costs]), np.array([COUNT // 2, *rng.integers(0, 40, 300)])), 0)
