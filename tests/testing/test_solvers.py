"""The conformance kit catches lies about positions, neighbours and estimates, and of a solver itself."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from attrs import define, field, frozen

from genastar import AStar, Cost, Node, OpenList
from genastar.testing import Bounds, CheckSkipped
from genastar.testing.checks import solver as solver_checks
from kit_helpers import EDGES, HONEST, NAN, Graph, expect_failure, make_subject

pytestmark = pytest.mark.usefixtures("site")  # no engine but the core's own, unless a test installs one


# Lies about positions.


def test_an_unhashable_position():
    @frozen
    class Lists(AStar[Any, Cost[int]]):
        def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
            open_list.relax([1], node.cost.travelled + 1)

        def is_destination(self, position: object) -> bool:
            return position == [1]

    expect_failure(
        solver_checks.positions_are_hashable,
        make_subject(Lists(), 0),
        r"the position \[1\] is not hashable \(unhashable type: 'list'\); use a",
    )
    expect_failure(
        solver_checks.positions_are_hashable, make_subject(Lists(), [0], cost=Cost(0, 0)), r"the position \[0\] is not hashable"
    )


def test_none_as_a_position():
    expect_failure(
        solver_checks.positions_are_hashable, make_subject(Graph({"A": {None: 1}})), "a hook adds None as a position"
    )  # type: ignore[dict-item]


@frozen
class OneStep(AStar[Any, Cost[int]]):
    """From any position to one that a function makes."""

    make: Callable[[], object]

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax(self.make(), node.cost.travelled + 1)

    def is_destination(self, position: object) -> bool:
        return False


def test_a_hash_that_changes():
    class Restless:
        clock = itertools.count()

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Restless)

        def __hash__(self) -> int:
            return next(self.clock)

    expect_failure(
        solver_checks.hashes_are_stable,
        make_subject(OneStep(Restless)),
        r"the hash of .*Restless.* was \d+, but is \d+ after a search",
    )


def test_equal_positions_with_different_hashes():
    class Twin:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Twin)

        def __hash__(self) -> int:
            return id(self)

    expect_failure(solver_checks.hashes_are_stable, make_subject(OneStep(Twin)), "are equal, but their hashes are")


def test_a_position_that_is_made_again_and_not_equal():
    class Lone:
        pass

    expect_failure(
        solver_checks.hashes_are_stable, make_subject(OneStep(Lone)), "Lone has no ==, so that two copies of .* differ"
    )


def test_a_position_that_is_not_itself():
    expect_failure(
        solver_checks.hashes_are_stable, make_subject(OneStep(lambda: NAN)), "the position nan is not equal to itself"
    )
    expect_failure(
        solver_checks.hashes_are_stable,
        make_subject(OneStep(lambda: (1, NAN))),
        r"the position \(1, nan\) is not equal to itself",
    )


# Lies about neighbours, estimates and the solver itself.


def test_neighbours_in_another_order():
    turns = itertools.count()

    @frozen
    class Shuffled(Graph):
        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
            there = list(self.edges.get(node.position, {}).items())
            for position, step in there[:: 1 if next(turns) % 2 else -1]:
                open_list.relax(position, node.cost.travelled + step)

    expect_failure(
        solver_checks.neighbours_are_deterministic,
        make_subject(Shuffled(EDGES)),
        r"'A' was expanded twice: first relax\('\w', \d+\), then",
    )


def test_neighbours_in_another_number():
    turns = itertools.count()

    @frozen
    class Shy(Graph):
        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
            if next(turns) % 2:
                Graph.add_neighbours(self, node, open_list)

    expect_failure(
        solver_checks.neighbours_are_deterministic,
        make_subject(Shy(EDGES)),
        "'A' was expanded twice: to [03] neighbours, then to [03]",
    )


def test_neighbours_at_another_cost():
    turns = itertools.count()

    @frozen
    class Dearer(Graph):
        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
            open_list.relax("D", node.cost.travelled + next(turns))

    expect_failure(solver_checks.neighbours_are_deterministic, make_subject(Dearer(EDGES)), "'A' was expanded twice")


def test_a_solver_that_can_be_changed():
    @define(slots=False)
    class Soft(AStar[str, Cost[int]]):
        goal: str = "A"

        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None: ...

        def is_destination(self, position: str) -> bool:
            return position == self.goal

    class Plain(AStar[str, Cost[int]]):
        def __init__(self) -> None:
            self.goal = "A"

        add_neighbours, is_destination = Soft.add_neighbours, Soft.is_destination

    for solver in (Soft(), Plain()):
        expect_failure(
            solver_checks.solver_is_a_value,
            make_subject(solver),
            r"the field goal of (Soft|Plain) can be set, .*; write @frozen above class",
        )


def test_a_solver_that_keeps_what_it_saw():
    @frozen
    class Diary(Graph):
        seen: list[str] = field(factory=list)

        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
            self.seen.append(node.position)
            Graph.add_neighbours(self, node, open_list)

    expect_failure(
        solver_checks.solver_is_a_value,
        make_subject(Diary(EDGES)),
        "a search changes the field seen of Diary; keep search state",
    )


def test_fields_that_cannot_be_pickled_are_no_lie():
    @frozen
    class Wired(Graph):
        wire: Callable[[], int] = field(default=lambda: 1)

    solver_checks.solver_is_a_value(make_subject(Wired(EDGES)))


def test_an_estimate_that_changes():
    turns = itertools.count()

    @frozen
    class Moody(Graph):
        def estimate(self, position: str) -> int:
            return next(turns) % 2

    expect_failure(
        solver_checks.estimates_are_stable,
        make_subject(Moody(EDGES)),
        "the estimate of 'A' was computed twice: first [01], then [01]",
    )


def test_a_destination_that_comes_and_goes():
    turns = itertools.count()

    @frozen
    class Mirage(Graph):
        def is_destination(self, position: str) -> bool:
            return next(turns) % 2 == 0

    expect_failure(
        solver_checks.destinations_are_stable,
        make_subject(Mirage(EDGES), bounds=Bounds(expansions=0)),
        r"is_destination\('A'\) was first True, then False; let it depend on nothing but",
    )


@frozen
class Numbered(Graph):
    """A graph whose letters have the numbers that somebody gave them."""

    numbers: Mapping[str, int] = field(factory=dict)
    size: int = 4

    def index(self, position: str) -> int:
        return self.numbers[position]


def test_numbers_of_positions():
    number = solver_checks.numbers_belong_to_positions
    assert number(make_subject(Numbered(EDGES, numbers={"A": 0, "B": 1, "C": 2, "D": 3}))) == "4 of 4"
    with pytest.raises(CheckSkipped, match="it has no index and size, so positions are looked up by their hash"):
        number(make_subject(HONEST))
    twice = Numbered(EDGES, numbers={"A": 0, "B": 1, "C": 0, "D": 3})
    expect_failure(number, make_subject(twice), "'A' and 'C' both have the index 0; give each position an index of its own")
    for wrong in (4, -1):
        outside = Numbered(EDGES, numbers={"A": 0, "B": 1, "C": 2, "D": wrong})
        expect_failure(number, make_subject(outside), f"the index of 'D' is {wrong}; it must be from 0 to 3: fix index or size")


def test_an_estimate_that_is_not_a_number():
    subject = make_subject(Graph(EDGES, {"A": NAN}), cost=Cost(0, 0))  # type: ignore[dict-item]
    expect_failure(solver_checks.estimates_are_stable, subject, "the estimate of 'A' is NaN")
