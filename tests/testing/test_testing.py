"""The conformance kit: it passes what is true, and catches each lie."""

from __future__ import annotations

import importlib
import itertools
import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import reduce
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from attrs import define, evolve, field, frozen, validators

from genastar import AStar, BadInput, Cost, DomainInfo, Example, Node, OpenList, Result
from genastar.registry import find_domain
from genastar.testing import Bounds, CheckFailed, CheckSkipped, DomainSubject, Subject, domain_checks, run_checks, speed
from genastar.testing import checks as solver_checks
from genastar.testing.checks import SOLVER_CHECKS
from genastar.testing.domain_checks import DOMAIN_CHECKS
from genastar.testing.oracle import explore
from genastar.testing.run import title

pytestmark = pytest.mark.usefixtures("site")  # no engine but the core's own, unless a test installs one


@frozen
class Graph(AStar[str, Cost[int]]):
    """Letters, what the steps between them cost, and what is said to be left."""

    edges: Mapping[str, Mapping[str, int]]
    left: Mapping[str, int] = field(factory=dict)
    goal: str = "D"

    def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
        for there, step in self.edges.get(node.position, {}).items():
            open_list.relax(there, node.cost.travelled + step)

    def is_destination(self, position: str) -> bool:
        return position == self.goal

    def estimate(self, position: str) -> int:
        return self.left.get(position, 0)


EDGES = {"A": {"B": 3, "C": 8, "D": 10}, "B": {"C": 3}, "C": {"D": 3}}
HONEST = Graph(EDGES, {"A": 9, "B": 6, "C": 3})
JUMPY = Graph(EDGES, {"A": 9, "B": 6, "C": 0})  # admissible, and not consistent


def of(solver: AStar[Any, Any], start: object = "A", **more: Any) -> Subject[Any, Any]:
    return Subject(solver, start, **more)


def fails(check: Callable[[Any], object], subject: object, message: str) -> None:
    with pytest.raises(CheckFailed, match=message):
        check(subject)


def passes_all(subject: Subject[Any, Any]) -> list[str]:
    """The names of the checks that were skipped; all others passed. That of numbers is for solvers that have them."""
    skipped = []
    for check in SOLVER_CHECKS:
        if check is solver_checks.numbers_belong_to_positions:
            continue
        try:
            check(subject)
        except CheckSkipped:
            skipped.append(check.__name__)
    return skipped


# The oracle.


def test_the_oracle_knows_the_optimum():
    world = explore(JUMPY, "A", expansions=10)
    assert world.certain
    assert world.best is not None
    assert (world.best.cost, world.path("D")) == (Cost(9, 9, 0), ["A", "B", "C", "D"])


def test_the_oracle_calls_nothing_that_the_search_uses(monkeypatch):
    for name in (
        "genastar.memory.priority_queue.PriorityQueue.insert",
        "genastar.memory.open_list.OpenNodes.relax",
        "genastar.search.loop.search",
    ):
        monkeypatch.setattr(name, None)
    assert explore(JUMPY, "A", expansions=10).best is not None


def test_the_oracle_says_when_it_does_not_know():
    world = explore(HONEST, "A", expansions=2)
    assert not world.certain
    assert explore(HONEST, "A", expansions=3, stop_at_goal=True).certain is False
    assert explore(HONEST, "A", expansions=4, stop_at_goal=True).certain is True


# Truth.


def test_an_honest_solver_passes():
    assert passes_all(of(HONEST)) == ["engines_agree"]


def test_an_inconsistent_estimate_that_claims_no_more_passes_by_reopening():
    assert passes_all(of(JUMPY, consistent=False)) == ["estimate_is_consistent", "engines_agree"]


def test_a_solver_without_an_answer_passes():
    assert passes_all(of(Graph(EDGES, goal="Z"))) == ["estimate_is_admissible", "path_is_a_way", "engines_agree"]


def test_a_solver_with_costs_of_its_own_passes():
    @frozen
    class Steps(AStar[int, tuple[int, str]]):
        def add_neighbours(self, node: Node[int, tuple[int, str]], open_list: OpenList[int, tuple[int, str]]) -> None:
            for step in (1, 2):
                if node.position + step < 9:
                    open_list.insert(node.position + step, (node.cost[0] + step * step, node.cost[1] + "x"))

        def is_destination(self, position: int) -> bool:
            return position == 8

    skipped = passes_all(of(Steps(), 0, cost=(0, "")))
    assert skipped == ["estimate_is_admissible", "estimate_is_consistent", "engines_agree"]


@frozen
class Line(AStar[int, Cost[float]]):
    """All the whole numbers, from one to the next at 0.1 a step."""

    goal: int

    def add_neighbours(self, node: Node[int, Cost[float]], open_list: OpenList[int, Cost[float]]) -> None:
        for there in (node.position - 1, node.position + 1):
            open_list.relax(there, node.cost.travelled + 0.1)

    def is_destination(self, position: int) -> bool:
        return position == self.goal

    def estimate(self, position: int) -> float:
        return abs(self.goal - position) * 0.1


def test_an_infinite_world_is_looked_at_within_bounds():
    assert passes_all(of(Line(10), 0, bounds=Bounds(expansions=100))) == ["engines_agree"]


def test_a_goal_out_of_sight_is_no_failure():
    skipped = passes_all(of(Line(10_000), 0, bounds=Bounds(expansions=50)))
    assert skipped == ["estimate_is_admissible", "optimum_is_right", "path_is_a_way", "engines_agree"]


def test_rounding_is_no_lie():
    """Sums of 0.1 and multiples of it differ in the last place."""
    assert any(reduce(float.__add__, [0.1] * number) < 0.1 * number for number in range(1, 20))
    assert "estimate_is_consistent" not in passes_all(of(Line(9), 0, bounds=Bounds(expansions=60)))


# Lies about positions.


def test_an_unhashable_position():
    @frozen
    class Lists(AStar[Any, Cost[int]]):
        def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
            open_list.relax([1], node.cost.travelled + 1)

        def is_destination(self, position: object) -> bool:
            return position == [1]

    fails(
        solver_checks.positions_are_hashable,
        of(Lists(), 0),
        r"the position \[1\] is not hashable \(unhashable type: 'list'\); use a",
    )
    fails(solver_checks.positions_are_hashable, of(Lists(), [0], cost=Cost(0, 0)), r"the position \[0\] is not hashable")


def test_none_as_a_position():
    fails(solver_checks.positions_are_hashable, of(Graph({"A": {None: 1}})), "a hook adds None as a position")  # type: ignore[dict-item]


@frozen
class Towards(AStar[Any, Cost[int]]):
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

    fails(
        solver_checks.hashes_are_stable, of(Towards(Restless)), r"the hash of .*Restless.* was \d+, but is \d+ after a search"
    )


def test_equal_positions_with_different_hashes():
    class Twin:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Twin)

        def __hash__(self) -> int:
            return id(self)

    fails(solver_checks.hashes_are_stable, of(Towards(Twin)), "are equal, but their hashes are")


def test_a_position_that_is_made_again_and_not_equal():
    class Lone:
        pass

    fails(solver_checks.hashes_are_stable, of(Towards(Lone)), "Lone has no ==, so that two copies of .* differ")


def test_a_position_that_is_not_itself():
    fails(solver_checks.hashes_are_stable, of(Towards(lambda: NAN)), "the position nan is not equal to itself")
    fails(solver_checks.hashes_are_stable, of(Towards(lambda: (1, NAN))), r"the position \(1, nan\) is not equal to itself")


NAN = float("nan")


# Lies about neighbours, estimates and the solver itself.


def test_neighbours_in_another_order():
    turns = itertools.count()

    @frozen
    class Shuffled(Graph):
        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
            there = list(self.edges.get(node.position, {}).items())
            for position, step in there[:: 1 if next(turns) % 2 else -1]:
                open_list.relax(position, node.cost.travelled + step)

    fails(
        solver_checks.neighbours_are_deterministic,
        of(Shuffled(EDGES)),
        r"'A' was expanded twice: first relax\('\w', \d+\), then",
    )


def test_neighbours_in_another_number():
    turns = itertools.count()

    @frozen
    class Shy(Graph):
        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
            if next(turns) % 2:
                Graph.add_neighbours(self, node, open_list)

    fails(
        solver_checks.neighbours_are_deterministic, of(Shy(EDGES)), "'A' was expanded twice: to [03] neighbours, then to [03]"
    )


def test_neighbours_at_another_cost():
    turns = itertools.count()

    @frozen
    class Dearer(Graph):
        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
            open_list.relax("D", node.cost.travelled + next(turns))

    fails(solver_checks.neighbours_are_deterministic, of(Dearer(EDGES)), "'A' was expanded twice")


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
        fails(
            solver_checks.solver_is_a_value, of(solver), r"the field goal of (Soft|Plain) can be set; make .* an attrs @frozen"
        )


def test_a_solver_that_keeps_what_it_saw():
    @frozen
    class Diary(Graph):
        seen: list[str] = field(factory=list)

        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
            self.seen.append(node.position)
            Graph.add_neighbours(self, node, open_list)

    fails(solver_checks.solver_is_a_value, of(Diary(EDGES)), "a search changes the field seen of Diary; keep search state")


def test_fields_that_cannot_be_pickled_are_no_lie():
    @frozen
    class Wired(Graph):
        wire: Callable[[], int] = field(default=lambda: 1)

    solver_checks.solver_is_a_value(of(Wired(EDGES)))


def test_an_estimate_that_changes():
    turns = itertools.count()

    @frozen
    class Moody(Graph):
        def estimate(self, position: str) -> int:
            return next(turns) % 2

    fails(solver_checks.estimates_are_stable, of(Moody(EDGES)), "the estimate of 'A' was computed twice: first [01], then [01]")


def test_a_destination_that_comes_and_goes():
    turns = itertools.count()

    @frozen
    class Mirage(Graph):
        def is_destination(self, position: str) -> bool:
            return next(turns) % 2 == 0

    fails(
        solver_checks.destinations_are_stable,
        of(Mirage(EDGES), bounds=Bounds(expansions=0)),
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
    assert number(of(Numbered(EDGES, numbers={"A": 0, "B": 1, "C": 2, "D": 3}))) == "4 of 4"
    with pytest.raises(CheckSkipped, match="it has no index and size, so positions are looked up by their hash"):
        number(of(HONEST))
    twice = Numbered(EDGES, numbers={"A": 0, "B": 1, "C": 0, "D": 3})
    fails(number, of(twice), "'A' and 'C' both have the index 0; give each position an index of its own")
    for wrong in (4, -1):
        outside = Numbered(EDGES, numbers={"A": 0, "B": 1, "C": 2, "D": wrong})
        fails(number, of(outside), f"the index of 'D' is {wrong}; it must be from 0 to 3: fix index or size")


def test_an_estimate_that_is_not_a_number():
    subject = of(Graph(EDGES, {"A": NAN}), cost=Cost(0, 0))  # type: ignore[dict-item]
    fails(solver_checks.estimates_are_stable, subject, "the estimate of 'A' is NaN")


# Lies about costs.


@frozen(order=False)
class Hand:
    """Rock, paper, scissors: each smaller than the next, round and round."""

    shape: int

    def __lt__(self, other: Hand) -> bool:
        return (other.shape - self.shape) % 3 == 1


def costing(*costs: Any) -> Subject[Any, Any]:
    """A solver that adds positions at these costs."""

    @frozen
    class Costing(AStar[int, Any]):
        def add_neighbours(self, node: Node[int, Any], open_list: OpenList[int, Any]) -> None:
            if node.position == 0:
                for number, cost in enumerate(costs[1:], 1):
                    open_list.insert(number, cost)

        def is_destination(self, position: int) -> bool:
            return False

    return of(Costing(), 0, cost=costs[0])


def test_a_cost_that_goes_in_circles():
    fails(solver_checks.costs_are_ordered, costing(Hand(0), Hand(1), Hand(2)), "< is not transitive")


def test_a_cost_that_is_smaller_than_itself():
    @frozen(order=False)
    class AtMost:
        cost: int

        def __lt__(self, other: AtMost) -> bool:
            return self.cost <= other.cost

    fails(solver_checks.costs_are_ordered, costing(AtMost(1), AtMost(2)), r"AtMost\(cost=1\) is smaller than itself")


def test_costs_each_smaller_than_the_other():
    @frozen(order=False)
    class Unlike:
        cost: int

        def __lt__(self, other: Unlike) -> bool:
            return self.cost != other.cost

    fails(solver_checks.costs_are_ordered, costing(Unlike(1), Unlike(2)), "at most one of two costs may be smaller")


def test_costs_whose_ties_are_no_ties():
    """Both parts must be smaller: an order, but no weak one."""

    @frozen(order=False)
    class Both:
        one: int
        other: int

        def __lt__(self, other: Both) -> bool:
            return self.one < other.one and self.other < other.other

    fails(solver_checks.costs_are_ordered, costing(Both(0, 2), Both(1, 0), Both(2, 1), Both(2, 3)), "no order")


def test_a_cost_that_is_nan():
    fails(solver_checks.costs_are_ordered, costing(0.0, NAN), "the cost nan is NaN")


def test_a_way_that_gets_cheaper_by_getting_longer():
    solver = Graph({"A": {"B": 5}, "B": {"D": -2}})
    fails(solver_checks.ways_never_get_cheaper, of(solver), "the path to 'B' costs 5, but its continuation to 'D' costs only 3")


def test_an_inadmissible_estimate():
    solver = Graph(EDGES, {"A": 9, "B": 7, "C": 3})
    fails(
        solver_checks.estimate_is_admissible,
        of(solver),
        "the estimate of 'B' is 7, but the path from there to 'D' costs only 6: the estimate is not admissible",
    )


def test_an_estimate_at_the_goal():
    fails(solver_checks.estimate_is_admissible, of(Graph(EDGES, {"D": 1})), "the estimate of 'D' is 1, .* costs only 0")


def test_an_inadmissible_estimate_inside_the_costs():
    """A solver may leave `relax` alone and insert whole costs."""

    @frozen
    class Inserting(Graph):
        def add_neighbours(self, node: Node[str, Cost[int]], open_list: OpenList[str, Cost[int]]) -> None:
            for there, step in self.edges.get(node.position, {}).items():
                travelled, left = node.cost.travelled + step, self.left[there]
                open_list.insert(there, Cost(travelled + left, travelled, left))

    fails(
        solver_checks.estimate_is_admissible, of(Inserting(EDGES, {"A": 0, "B": 0, "C": 4, "D": 0})), "the estimate of 'C' is 4"
    )


def test_an_inconsistent_estimate():
    fails(
        solver_checks.estimate_is_consistent,
        of(JUMPY),
        "the estimate falls from 9 at 'A' to 0 at 'C', but the step costs 8: the estimate is not consistent|"
        "the estimate falls from 6 at 'B' to 0 at 'C', but the step costs 3: the estimate is not consistent",
    )
    solver_checks.estimate_is_admissible(of(JUMPY))


# Lies of a search.


def test_an_answer_that_is_not_the_optimum():
    fails(solver_checks.optimum_is_right, of(JUMPY), "the search found a path that costs 10; the cheapest costs 9")


def test_an_answer_where_there_is_none():
    @frozen
    class Dreamer(Graph):
        def search(self, *args: Any, **more: Any) -> Any:
            return Graph(EDGES).search(*args, **more)

    fails(
        solver_checks.optimum_is_right,
        of(Dreamer(EDGES, goal="Z")),
        "the search found a path to 'D', but the oracle finds none",
    )


def test_no_answer_where_there_is_one():
    @frozen
    class Blind(Graph):
        def search(self, *args: Any, **more: Any) -> Any:
            return Graph(EDGES, goal="Z").search(*args, **more)

    fails(
        solver_checks.optimum_is_right, of(Blind(EDGES)), "the outcome of the search is unreachable, but a path to 'D' costs 9"
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"path": ("A", "C", "B", "D")}, "the path goes from 'C' to 'B', which is not a neighbour"),
        ({"path": ("B", "C", "D")}, "the path leads from 'B' to 'D'"),
        ({"path": ("A", "B")}, "the path leads from 'A' to 'B'"),
        ({"path": ("A", "C", "D")}, "the path costs 11, but the cost of the result is 9"),
    ],
)
def test_a_path_that_is_no_way(change, message):
    @frozen
    class Liar(Graph):
        def search(self, *args: Any, **more: Any) -> Any:
            return evolve(HONEST.search(*args, **more), **change)

    fails(solver_checks.path_is_a_way, of(Liar(EDGES)), message)


def test_a_solver_that_remembers():
    class Mule(Graph):
        searches = 0

        def search(self, *args: Any, **more: Any) -> Any:
            type(self).searches += 1
            goal = "D" if self.searches == 1 else "C"
            return Graph(EDGES, goal=goal).search(*args, **more)

    fails(solver_checks.workspace_makes_no_difference, of(Mule(EDGES)), "in a fresh workspace")


# Engines.

ENGINE = """
from attrs import evolve
from genastar import CannotCompile, Trace
from genastar.search.interpreted import Interpreted

class Engine(Interpreted):
    def search(self, request, workspace):
        {body}

ENGINE = Engine()
"""


def install_engine(site: Any, body: str) -> None:
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=ENGINE.format(body=body))


def test_an_engine_that_does_the_same(site):
    install_engine(site, "return evolve(super().search(request, workspace), engine='swift')")
    assert solver_checks.engines_agree(of(HONEST)) == "swift: the same, event by event"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            "return evolve(super().search(request, workspace), expanded=99)",
            "interpreted the answer is .*expanded=3.*, and swift .*expanded=99",
        ),
        ("return super().search(evolve(request, observer=None), workspace)", "there are 11 events interpreted, and 0 swift"),
        (
            "return super().search(evolve(request, start='B'), workspace)",
            "event 1 is opened Node.*'A'.* interpreted, and opened Node.*'B'.* swift",
        ),
    ],
)
def test_an_engine_that_does_something_else(site, body, message):
    install_engine(site, body)
    fails(solver_checks.engines_agree, of(HONEST), message)


def test_an_engine_that_refuses(site):
    install_engine(site, "raise CannotCompile('Graph.add_neighbours, line 5: a dict')")
    with pytest.raises(CheckSkipped, match=r"swift: Graph\.add_neighbours, line 5: a dict"):
        solver_checks.engines_agree(of(HONEST))
    fails(
        solver_checks.engines_agree,
        of(HONEST, compiles=True),
        "it is declared to compile, but swift refuses it: Graph.add_neigh",
    )


def test_an_engine_that_is_broken(site):
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift="1 / 0")
    with pytest.raises(CheckSkipped, match=r"plugin 'swift' of genastar-swift 1\.0 is broken: ZeroDivisionError"):
        solver_checks.engines_agree(of(HONEST, compiles=True))


# Domains.


def test_a_truthful_domain_passes(site):
    site.fine()
    rows = run_checks(find_domain("meadow"))
    assert [row.check for row in rows] == [title(check) for check in (*SOLVER_CHECKS, *DOMAIN_CHECKS)]
    assert {row.check: row.why for row in rows if row.state != "passed"} == {
        "numbers belong to positions": "it has no index and size, so positions are looked up by their hash",
        "engines agree": "no other engine is installed",
        "views are true": "it has no view",
        "canvases paint": "it has no view",
        "canvases are saved": "it has no view",
        "algorithms keep their promises": "no algorithm is installed",
        "options are changed in place": "its worlds are read again for other options",
    }
    remarks = {row.check: row.why for row in rows if row.state == "passed" and row.why}
    assert remarks == {
        "examples have answers": "2 of 3",
        "positions read back": "28 positions",
        "pictures are drawn": ".txt",
        "costs follow the path": "2 paths",
        "limits count as costs": "2 paths",
    }


def lying(site: Any, info: dict[str, Any] | None = None, **methods: Any) -> DomainSubject:
    """The truthful domain with some of its methods, and of what is told of it, replaced."""
    site.fine()
    meadow = find_domain("meadow")
    return DomainSubject(type("Liar", (meadow,), {"info": evolve(meadow.info, **(info or {})), **methods}))


def test_a_position_that_does_not_read_back(site):
    liar = lying(site, format=lambda self, position: "{1},{0}".format(*position))
    fails(domain_checks.positions_read_back, liar, r"format\(\(\d, \d\)\) gives '\d,\d', which parse (reads as|refuses)")


def test_a_position_in_two_lines(site):
    liar = lying(site, format=lambda self, position: "{}\n{}".format(*position))
    fails(domain_checks.positions_read_back, liar, r"gives '0\\n0'; expected one line of printable text")


def test_costs_along_a_path_that_are_not_those_of_its_positions(site):
    check = domain_checks.costs_follow_the_path
    short = lying(site, reached_along=lambda self, *_: [0])
    fails(check, short, r"a path of \d+ positions has 1 costs; .* override Domain\.reached_along")
    backwards = lying(site, prices_along=lambda self, costs, path: costs[::-1])
    fails(check, backwards, r"a path costs .* at its position 1, but .* before; see Domain\.prices_along")
    dearer = lying(site, price=lambda self, cost, path: Cost(cost.total + len(path), cost.travelled + len(path)))
    assert check(dearer) == "2 paths"


def test_a_parser_that_fails_in_its_own_way(site):
    liar = lying(site, parse=lambda self, text: tuple(map(int, text.split(","))))
    fails(
        domain_checks.bad_positions_are_refused,
        liar,
        r"parse\(''\) raises ValueError: invalid literal.*; BadInput was expected",
    )


def test_a_refusal_in_two_lines(site):
    def parse(self: object, text: str) -> object:
        raise BadInput("no\nway")

    fails(domain_checks.bad_positions_are_refused, lying(site, parse=parse), r"parse\(''\) is refused in 2 lines")


def test_a_picture_that_is_not_drawn(site):
    liar = lying(site, draw=lambda self, result, trace, out: None)
    fails(domain_checks.pictures_are_drawn, liar, r"draw\(\) did not write picture\.txt")


def test_a_picture_of_no_way_that_fails(site):
    def draw(self: object, result: Result[Any, Any], trace: object, out: Path) -> None:
        out.write_text(str(result.path[0]))

    rows = {row.check: row for row in run_checks(lying(site, draw=draw).domain)}
    assert rows["pictures are drawn"].state == "failed"
    assert rows["pictures are drawn"].why == (
        "draw() to picture.txt, of a search that found no way, raises IndexError: tuple index out of range"
    )


def test_a_picture_with_leavings(site):
    def draw(self: object, result: object, trace: object, out: Path) -> None:
        out.write_text("x")
        out.with_name("scratch").write_text("y")

    fails(domain_checks.pictures_are_drawn, lying(site, draw=draw), r"draw\(\) left scratch beside picture\.txt")


def test_a_picture_of_any_kind(site):
    liar = lying(site, draw=lambda self, result, trace, out: out.write_text("x"))
    fails(domain_checks.pictures_are_drawn, liar, r"draw\(\) accepts the unknown suffix")


def test_a_picture_that_fails_in_its_own_way(site):
    def draw(self: object, result: object, trace: object, out: Path) -> None:
        {".txt": out.write_text}[out.suffix]("x")

    fails(
        domain_checks.pictures_are_drawn,
        lying(site, draw=draw),
        r"draw\(\) to picture\.no-such-kind raises KeyError: '\.no-such",
    )


def test_a_picture_that_is_refused_half_written(site):
    def draw(self: object, result: object, trace: object, out: Path) -> None:
        out.write_text("x")
        if out.suffix != ".txt":
            raise BadInput("no such kind")

    fails(domain_checks.pictures_are_drawn, lying(site, draw=draw), r"draw\(\) refuses \.no-such-kind, but leaves a file")


def test_pictures_that_are_not_advertised(site):
    liar = lying(site, {"capabilities": frozenset({"consistent"})})
    fails(domain_checks.pictures_are_drawn, liar, r"it writes \.txt, but its capabilities are consistent; declare renderable")


def test_straight_lines_that_are_not_there(site):
    site.fine()
    liar = lying(site, {"capabilities": frozenset({"renderable", "consistent", "straight_lines"})})
    fails(domain_checks.straight_lines_are_declared, liar, r"no problem of its examples has sight\(one, other\)")


def test_a_source_that_reads_as_another_world(site):
    site.fine()
    meadow = find_domain("meadow")

    def read(cls: Any, source: object, options: Any) -> object:
        return cls(("......",) * 5, evolve(options, step=2))

    liar = lying(site, read=classmethod(read), examples=classmethod(lambda cls: meadow.examples()))
    fails(
        domain_checks.sources_are_read,
        liar,
        r"pond\.meadow: read again, the answer is found Cost\(.*; that of the example is found Cost\(",
    )


def test_a_source_that_is_not_read(site, tmp_path):
    liar = evolve(lying(site), sources=(tmp_path / "none.meadow",))
    fails(domain_checks.sources_are_read, liar, r"it does not read .*none\.meadow: .* cannot be read")


def test_formats_without_a_source_are_told(site):
    subject = lying(site, {"suffixes": (".meadow", ".mdw", ".grass")})
    assert domain_checks.sources_are_read(subject) == "no source for .grass"


def test_a_reader_that_fails_in_its_own_way(site):
    def read(cls: Any, source: object, options: Any) -> object:
        return cls(tuple(Path(str(source)).read_text(encoding="utf-8").splitlines()), options)

    liar = lying(site, read=classmethod(read))
    fails(
        domain_checks.bad_sources_are_refused,
        liar,
        r"reading missing\.meadow raises FileNotFoundError.*; BadInput was expected",
    )


def test_a_reader_that_reads_what_is_not_there(site):
    liar = lying(site, read=classmethod(lambda cls, source, options: cls(("..",), options)))
    fails(domain_checks.bad_sources_are_refused, liar, r"reading missing\.meadow, which is no file, gives a world")


def test_options_without_help_or_default(site):
    @frozen
    class Silent:
        colour: str = "red"

    @frozen
    class Demanding:
        colour: str = field(metadata={"help": "The colour."})

    @frozen
    class Contrary:
        size: int = field(default=0, validator=validators.gt(0), metadata={"help": "The size."})

    for options, message in (
        (Silent, "the option colour has no help"),
        (Demanding, "the option colour has no default"),
        (Contrary, "the options refuse their own defaults: ValueError: 'size' must be > 0: 0; fix a default or its validator"),
    ):
        fails(domain_checks.options_are_described, lying(site, {"options": options}), message)


INFO = """
{first}
from attrs import field, frozen
from genastar import DomainInfo

@frozen
class Options:
    size: int = field(default=1, metadata={{"help": "The size."}})

INFO = DomainInfo(name="meadow", summary="heavy", options=Options, api_version="1")
"""


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ("import numpy", "importing heavy_info, as listing plugins does, imports numpy; move the code that needs it"),
        ("import sys; assert 'pytest' in sys.modules", "heavy_info cannot be imported by itself: AssertionError"),
    ],
)
def test_a_listing_that_is_heavy(site, first, message):
    pytest.importorskip("numpy")
    site.install("genastar-heavy", "", heavy_info=INFO.format(first=first))
    info = importlib.import_module("heavy_info").INFO
    fails(domain_checks.listing_is_light, lying(site, {"options": info.options}), message)


def test_the_module_of_the_entry_point_is_to_be_light_too(site):
    pytest.importorskip("numpy")
    points = "[genastar.domain_info]\nheavy = heavy_more:INFO"
    more = "import attrs, numpy\nfrom genastar_meadow.info import INFO as FINE\nINFO = attrs.evolve(FINE, name='heavy')"
    site.fine()
    site.install("genastar-heavy", points, heavy_more=more)
    subject = lying(site)
    subject.domain.info = importlib.import_module("heavy_more").INFO
    fails(domain_checks.listing_is_light, subject, "importing heavy_more, as listing plugins does, imports numpy")


def test_a_domain_in_one_file_has_no_listing_to_be_light(site):
    site.fine()
    liar = lying(site)
    liar.domain.__module__ = liar.domain.info.options.__module__
    with pytest.raises(CheckSkipped, match="its options and its class are in one module"):
        domain_checks.listing_is_light(liar)


def test_examples_without_an_answer(site):
    site.fine()
    hopeless = list(find_domain("meadow").examples())[-1:]
    fails(
        domain_checks.examples_have_answers,
        lying(site, examples=classmethod(lambda cls: hopeless)),
        "none of the 1 examples has",
    )
    fails(domain_checks.examples_have_answers, lying(site, examples=classmethod(lambda cls: [])), "none of the 0 examples has")


def test_examples_that_cannot_be_made(site):
    liar = lying(site, examples=classmethod(lambda cls: 1 / 0))
    rows = run_checks(liar.domain)
    assert {row.why for row in rows if row.state == "failed"} == {"examples() raises ZeroDivisionError: division by zero"}


def test_a_class_that_breaks_the_contract(site):
    fails(domain_checks.contract_is_kept, lying(site, parse=5), r"parse must be a method, parse\(self, text\)")


def test_where_positions_make_no_keys_the_rest_is_not_asked(site):
    site.fine()
    meadow = find_domain("meadow")
    liar = type("Liar", (meadow,), {"to_state": lambda self, position: list(position)})
    rows = {row.check: row for row in run_checks(liar)}
    assert rows["positions are hashable"].state == "failed"
    assert rows["positions are hashable"].why.startswith("example 1: the position [0, 0] is not hashable")
    assert rows["optimum is right"].state == "skipped"
    assert rows["optimum is right"].why == "it means nothing where 'positions are hashable' failed"


def test_a_claim_of_consistency_is_held_against_the_domain(site):
    info: DomainInfo = lying(site).domain.info
    assert "consistent" in info.capabilities
    liar = lying(site, problem=lambda self, goals, starts=(): JUMPY, to_state=lambda self, position: "A")
    modest = DomainSubject(type("Modest", (liar.domain,), {"info": evolve(info, capabilities=frozenset())}))
    fails(solver_checks.estimate_is_consistent, liar.questions[0], "the estimate is not consistent")
    with pytest.raises(CheckSkipped, match="it is not declared consistent, so searches reopen"):
        solver_checks.estimate_is_consistent(modest.questions[0])


# Speed.

SWIFT = """
from attrs import evolve
from genastar.search.interpreted import Interpreted
from clock import CLOCK

class Engine(Interpreted):
    def search(self, request, workspace):
        now = CLOCK.now
        result = super().search(request, workspace)
        CLOCK.now = now + (CLOCK.now - now) / {factor}
        return evolve(result, engine="swift")

ENGINE = Engine()
"""


def timed(site: Any, monkeypatch: Any, step: float, factor: float) -> Callable[..., tuple[str, int]]:
    """What is said of an engine, by a clock that only hooks advance, by ``step`` for each expansion; and how many there were.

    The engine makes the clock run slower by the factor.
    """
    clock = "class Clock:\n    now = 0.0\n    asked = 0\n\nCLOCK = Clock()\n"
    site.install("genastar-swift", "[genastar.engines]\nswift = swift:ENGINE", swift=SWIFT.format(factor=factor), clock=clock)
    site.fine()
    meadow = find_domain("meadow")
    ticking: Any = importlib.import_module("clock").CLOCK

    def add_neighbours(self: Any, node: Any, open_list: Any) -> None:
        ticking.now += step
        ticking.asked += 1
        walk.add_neighbours(self, node, open_list)

    walk = type(next(iter(meadow.examples())).domain.problem(((0, 0),)))
    slow_walk = type("SlowWalk", (walk,), {"add_neighbours": add_neighbours})
    slow_meadow = type("Slow", (meadow,), {"problem": lambda self, goals, starts=(): slow_walk(self, goals)})
    slow_meadow.examples = classmethod(lambda cls: [evolve_example(cls, each) for each in meadow.examples()])
    monkeypatch.setattr(speed, "perf_counter", lambda: ticking.now)
    return lambda *sources: (speed.speeds(DomainSubject(slow_meadow, sources)), ticking.asked)


def evolve_example(cls: Any, example: Example[Any]) -> Example[Any]:
    world: Any = example.domain
    return Example(cls(world.rows, world.options), example.start, example.goals)


@pytest.mark.parametrize("factor", [0.5, 1, 40])
def test_how_much_faster_an_engine_is(site, monkeypatch, factor):
    said, _ = timed(site, monkeypatch, 0.001, factor)()
    assert (
        said
        == f"swift: {factor} times as fast on the largest world (13 expansions), which is small: give a larger one to see more"
    )


def test_short_searches_are_repeated_until_there_is_enough_to_measure(site, monkeypatch):
    said, asked = timed(site, monkeypatch, 1e-5, 2)()
    assert said.startswith("swift: 2 times as fast")
    assert asked * 1e-5 > 2 * 5 * 0.02  # five rounds of each engine, at 0.02 s of its own time at the least


def test_a_large_source_is_the_one_that_is_timed(site, monkeypatch, tmp_path):
    (tmp_path / "large.meadow").write_text("\n".join(["." * 60] * 60), encoding="utf-8")
    (tmp_path / "ragged.meadow").write_text("..\n.", encoding="utf-8")
    said, _ = timed(site, monkeypatch, 0.01, 3)(tmp_path / "large.meadow", tmp_path / "ragged.meadow")
    assert re.fullmatch(r"swift: 3 times as fast on the largest world \(\d{3,5} expansions\)", said)


def test_an_engine_that_refuses_has_no_speed(site):
    install_engine(site, "raise CannotCompile('a dict')")
    site.fine()
    assert speed.speeds(DomainSubject(find_domain("meadow"))) == ""


# In pytest.

SUITE = """
from genastar import Cost
from genastar.testing import DomainTests, SolverTests
from genastar_meadow.info import MeadowOptions
from genastar_meadow.model import Meadow, Walk

class TestMeadow(DomainTests):
    domain = Meadow

class TestWalk(SolverTests):
    solver = Walk(Meadow(("...",), MeadowOptions()), ((2, 0),))
    start = (0, 0)

class Leap(Walk):
    def estimate(self, position):
        return 5

class TestLeap(SolverTests):
    solver = Leap(Meadow(("...",), MeadowOptions()), ((2, 0),))
    start = (0, 0)
"""


def test_the_classes_in_pytest(tmp_path):
    (tmp_path / "test_suite.py").write_text(dedent(SUITE), encoding="utf-8")
    root = Path(__file__).parents[2]
    path = os.pathsep.join([str(root / "tests" / "fake_plugins" / "fine"), str(root)])
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rfs", str(tmp_path)],
        env={**os.environ, "PYTHONPATH": path, "GENASTAR_PLUGINS": "meadow"},
        capture_output=True,
        text=True,
        check=False,
    )
    total = 3 * len(SOLVER_CHECKS) + len(DOMAIN_CHECKS)
    # No numbers and no other engine, three times; and no view and no other options.
    assert f"1 failed, {total - 11} passed, 10 skipped" in done.stdout
    assert "test_suite.py::TestLeap::test_law[estimate is admissible]" in done.stdout
    assert "the estimate of (0, 0) is 5, but the path from there to (2, 0) costs only 2" in done.stdout
    assert "GENASTAR_PLUGINS='meadow' does not name it" in done.stdout or "no other engine is installed" in done.stdout
