"""Replanners: each answer costs as much as that of a fresh search."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any, ClassVar

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from genastar import AStar, BadInput, Cost, Limits, Outcome, Replanner, Starts, Trace
from graphs import SIZE, Graph, Numbered, NumberedReversible, edges, fractions, goal_sets, positions, whole


def changed(before: dict[int, Any], after: dict[int, Any]) -> list[int]:
    return [position for position in range(SIZE) if before.get(position) != after.get(position)]


@pytest.mark.parametrize("kind", [Graph, Numbered, NumberedReversible])
@pytest.mark.parametrize("costs", [whole, fractions], ids=["whole", "fractions"])
@given(data=st.data(), goals=goal_sets)
@settings(max_examples=12)
def test_each_answer_costs_as_much_as_that_of_a_fresh_search(kind, costs, data, goals):
    world = data.draw(edges(costs))
    planner = Replanner(kind(world, goals))
    for _ in range(data.draw(st.integers(2, 6))):
        start = data.draw(positions)
        found = planner.search(start, observer=data.draw(st.sampled_from([None, Trace()])))  # with one it learns estimates
        least = naive.find_cheapest(world, start, goals, 0)
        assert found.found == (least is not None)
        if found.cost is not None:
            assert found.cost.travelled == least == naive.compute_path_cost(world, found.path, 0)
            assert found.bound == 1
        row = data.draw(st.lists(st.tuples(positions, costs), max_size=5))
        after = {**world, data.draw(positions): row}
        planner.change(kind(after, goals), changed(world, after))
        world = after


@frozen
class Field(AStar[tuple[int, int], Cost[int]]):
    """A field of square cells, with blocked ones."""

    side: int
    blocked: frozenset[tuple[int, int]]

    def add_neighbours(self, node, open_list):
        x, y = node.position
        for cell in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
            if min(cell) >= 0 and max(cell) < self.side and cell not in self.blocked:
                open_list.relax(cell, node.cost.travelled + 1)

    def is_destination(self, position):
        return position == (self.side - 1, self.side - 1)

    def estimate(self, position):
        return 2 * (self.side - 1) - position[0] - position[1]


@frozen
class Reversible(Field):
    """The same with `reverse`."""

    def reverse(self, start):
        return Backwards(self.side, self.blocked, start), (self.side - 1, self.side - 1)


@frozen
class Backwards(Field):
    """The field from its other end."""

    goal: tuple[int, int]

    def is_destination(self, position):
        return position == self.goal

    def estimate(self, position):
        return 0


def beside(cells):
    return [(x + dx, y + dy) for x, y in cells for dx, dy in ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1))]


def walk(kind: type[Field], engine: str = "interpreted", observer: Any = None) -> tuple[int, int]:
    """Walk around a long wall while cells near the agent change. Return the expansions, and those of fresh searches."""
    side, chance = 40, random.Random(3)
    blocked = frozenset((30, y) for y in range(38)) | frozenset((x, 38) for x in range(10, 31))
    planner = Replanner(kind(side, blocked), engine=engine)
    here, learned, fresh = (20, 5), 0, 0
    for _ in range(50):
        found, again = planner.search(here, observer=observer), planner.source.search(here, engine=engine)
        assert found.cost == again.cost
        learned, fresh = learned + found.expanded, fresh + again.expanded
        here = found.path[1] if len(found.path) > 1 else here
        near = [(here[0] + chance.randint(-4, 4), here[1] + chance.randint(-4, 4)) for _ in range(2)]
        blocked = planner.source.blocked ^ frozenset(
            cell for cell in near if cell[0] < 30 and cell not in (here, found.path[2:3])
        )
        if again.found:
            planner.change(evolve(planner.source, blocked=blocked), [cell for cell in beside(near) if cell not in blocked])
    return learned, fresh


@pytest.mark.parametrize("kind", [Field, Reversible])
def test_a_walk_in_a_world_that_changes_expands_less(kind):
    learned, fresh = walk(kind)
    assert learned < 0.5 * fresh


@pytest.mark.long
@pytest.mark.parametrize("kind", [Field, Reversible])
def test_the_walk_is_the_same_in_machine_code(kind):
    pytest.importorskip("genastar_compiled", reason="the engine is not installed")
    assert walk(kind, "compiled") == walk(kind, observer=Trace())  # with an observer it learns estimates, as compiled


def test_what_was_learned_is_forgotten_when_the_estimate_falls():
    """The step from 3 to the goal becomes cheap, and the estimate of 3 with it; then what was learned of 1 is too high."""
    steps = {0: [(1, 1), (9, 5)], 1: [(2, 5), (3, 1)], 2: [(9, 5)]}
    planner = Replanner(Graph({**steps, 3: [(9, 20)]}, frozenset({9}), {2: 5, 3: 20}))
    assert planner.search(1).cost.travelled == 10
    for wrong in ("t1", b"t1", 3):
        with pytest.raises(BadInput, match=f"^positions={wrong!r}: expected positions in a list or a tuple, such as"):
            planner.change(planner.source, wrong)
    planner.change(Graph({**steps, 3: [(9, 1)]}, frozenset({9}), {3: 1}), [3])
    assert planner.search(0).cost.travelled == 3


@given(data=st.data(), goals=goal_sets)
def test_of_several_starts_the_best_counts(data, goals):
    planner = Replanner(Numbered(world := data.draw(edges(whole)), goals))
    for _ in range(3):
        starts = data.draw(st.dictionaries(positions, whole, min_size=1, max_size=3))
        found = planner.search(Starts({start: Cost(cost, cost) for start, cost in starts.items()}))
        ways = [(naive.find_cheapest(world, start, goals, 0), cost) for start, cost in starts.items()]
        least = min((way + cost for way, cost in ways if way is not None), default=None)
        assert (None if found.cost is None else found.cost.travelled) == least


def test_both_ways_give_the_same_costs():
    """With an observer, the replanner learns estimates; without one, it repairs costs."""
    planner, heard = Replanner(Reversible(12, frozenset({(5, y) for y in range(11)}))), Trace()
    repaired, learned = planner.search((0, 0)), planner.search((0, 0), observer=heard)
    assert repaired.cost == learned.cost == Cost(22, 22)
    assert len(heard.events) > 0
    assert planner.search((0, 0)).expanded == 0  # all costs on the path are exact
    assert planner.search(repaired.path[5]).expanded == 0
    assert repaired.costs[-1] == repaired.cost
    assert planner.search((0, 0), limits=Limits(cost=21)).outcome is Outcome.LIMIT


def test_an_error_of_a_hook_does_no_harm():
    """The replanner begins afresh after it, and keeps no half of a repair."""
    broken = [False]

    @frozen
    class Breaking(Reversible):
        def add_neighbours(self, node, open_list):
            if broken[0] and node.position == (4, 4):
                raise ZeroDivisionError
            super().add_neighbours(node, open_list)

    planner = Replanner(Breaking(6, frozenset()))
    assert planner.search((0, 0)).cost.travelled == 10
    planner.change(Breaking(6, frozenset({(5, 4)})), beside([(5, 4)]))
    broken[0] = True
    with pytest.raises(ZeroDivisionError):
        planner.search((4, 4))
    broken[0] = False
    for start in ((4, 4), (5, 3), (0, 0)):
        assert planner.search(start).cost == planner.source.search(start).cost


def test_limits_and_what_does_not_fit():
    planner = Replanner(Field(9, frozenset({(9, 9)})))
    assert planner.search((0, 0), limits=Limits(expansions=3)).outcome is Outcome.LIMIT
    assert planner.search((0, 0)).cost.travelled == 16
    planner.change(Field(9, frozenset({(8, 7), (7, 8)})))
    assert planner.search((0, 0)).outcome is Outcome.UNREACHABLE
    planner.change(Field(9, frozenset({(8, 7)})), beside([(7, 8)]))
    assert planner.search((0, 0)).cost.travelled == 16
    with pytest.raises(BadInput, match=r"^the changed source has type Graph; expected Field$"):
        planner.change(Graph({}, frozenset()))

    @frozen
    class Doubtful(Graph):
        consistent: ClassVar[bool] = False

    with pytest.raises(BadInput, match="needs a consistent estimate"):
        Replanner(Doubtful({}, frozenset()))
    third = Replanner(Graph({0: [(1, Fraction(1, 3))]}, frozenset({1})))
    assert third.search(0).cost.travelled == Fraction(1, 3) == third.search(0).cost.travelled
