"""Problems that leave out neighbours by the parent of a node, with algorithms that call the hooks without parents."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from attrs import frozen

from genastar import Agent, AStar, Cost, Node, OpenList, Replanner

Cell = tuple[int, int]

STEPS = {(dx, dy): 10 if dx * dy == 0 else 14 for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)}


@frozen(eq=False)
class Plain(AStar[Cell, Cost[int]]):
    """The steps of a king between free cells."""

    free: frozenset[Cell]
    goal: Cell

    def add_neighbours(self, node: Node[Cell, Cost[int]], open_list: OpenList[Cell, Cost[int]]) -> None:
        for (dx, dy), cost in STEPS.items():
            there = node.position[0] + dx, node.position[1] + dy
            if there in self.free and not self.is_left_out(node, there, cost):
                open_list.relax(there, node.cost.travelled + cost)

    def is_left_out(self, node: Node[Cell, Cost[int]], there: Cell, cost: int) -> bool:
        return False

    def is_destination(self, position: Cell) -> bool:
        return position == self.goal


class Pruned(Plain):
    """The same without steps to where the parent leads more cheaply."""

    uses_parent = True

    def is_left_out(self, node: Node[Cell, Cost[int]], there: Cell, cost: int) -> bool:
        if node.parent is None:
            return False
        (from_x, from_y), (x, y) = node.parent, node.position
        direct = STEPS.get((there[0] - from_x, there[1] - from_y), 0 if there == node.parent else None)
        return direct is not None and direct < STEPS[x - from_x, y - from_y] + cost


def problems(seed: int) -> tuple[Plain, Pruned, Cell]:
    random = Random(seed)
    free = frozenset((x, y) for x in range(5) for y in range(4) if random.random() < 0.7) | {(0, 0), (4, 3)}
    return Plain(free, (4, 3)), Pruned(free, (4, 3)), (0, 0)


@pytest.mark.parametrize("algorithm", ["k-shortest", "all-optimal", "alternatives"])
def test_lists_of_paths_are_those_of_the_problem_that_leaves_nothing_out(algorithm: str) -> None:
    for seed in range(40):
        plain, pruned, start = problems(seed)
        told = [
            [(each.path, each.cost) for each in islice(problem.results(start, algorithm=algorithm), 6)]
            for problem in (plain, pruned)
        ]
        assert told[0] == told[1]


@pytest.mark.parametrize("algorithm", ["lss-lrta", "rtaa"])
def test_agents_walk_as_where_nothing_is_left_out(algorithm: str) -> None:
    for seed in range(20):
        walks = []
        for problem in problems(seed)[:2]:
            agent = Agent(problem, (0, 0), algorithm=algorithm)
            assert agent.result is None
            walks.append((list(agent), agent.outcome))
        assert walks[0] == walks[1]


def test_an_agent_whose_world_changes() -> None:
    for seed in range(20):
        (plain, pruned, start), changed = problems(seed), problems(seed + 1)
        walks = []
        for problem, after in ((plain, changed[0]), (pruned, changed[1])):
            agent = Agent(problem, start, algorithm="lss-lrta")
            agent.move()
            agent.change(after)
            walks.append((list(agent), agent.outcome))
        assert walks[0] == walks[1]


def test_a_replanner() -> None:
    for seed in range(20):
        (plain, pruned, start), changed = problems(seed), problems(seed + 1)
        costs = []
        for problem, after in ((plain, changed[0]), (pruned, changed[1])):
            planner = Replanner(problem)
            before = planner.search(start).cost
            planner.change(after, plain.free ^ after.free)
            costs.append((before, planner.search(start).cost))
        assert costs[0] == costs[1]
