"""The open list that hooks see: what is dropped, what is refused, and how often the estimate is asked."""

import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from operator import add
from typing import NamedTuple

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from genastar import AStar, BadInput, Cost, OpenList, Outcome, Trace
from genastar.algorithms import IdaStar
from genastar.errors import CostError, format_value
from genastar.values.node import is_no_position
from graphs import Graph, InsertingGraph

pytestmark = pytest.mark.quick

NAN = float("nan")
INF = float("inf")


class Toll:
    """A user's cost whose ``<`` trusts its argument."""

    def __init__(self, price):
        self.price = price

    def __lt__(self, other):
        return self.price < other.price

    def __repr__(self):
        return f"Toll({self.price})"


def relaxing(*travelled, estimates=None, goal="goal", **options):
    """A search in which the start relaxes "near" once for each of these costs, and "near" leads on to the goal."""

    class Solver(AStar):
        def add_neighbours(self, node, open_list):
            if node.position == "start":
                for cost in travelled:
                    open_list.relax("near", cost)
            elif node.position == "near":
                open_list.relax("goal", node.cost.travelled + 1)

        def estimate(self, position):
            return (estimates or {}).get(position, 0)

        def is_destination(self, position):
            return position == goal

    return Solver().search("start", **options)


def inserting(start_cost, *costs, **options):
    """A search in which the start inserts "near" once for each of these costs."""
    edges = {"start": [("near", cost) for cost in costs]}
    return InsertingGraph(edges, frozenset(["near"]), lambda _, step: step).search("start", start_cost, **options)


def generated_costs(search, *args):
    trace = Trace()
    search(*args, observer=trace)
    return [event.node.cost for event in trace.events if event.kind.name == "OPENED"][1:]


def test_an_insert_that_is_not_cheaper_is_dropped():
    assert generated_costs(inserting, 0, 5, 7, 5, 4, 4, 1) == [5, 4, 1]
    assert [cost.travelled for cost in generated_costs(relaxing, 5, 7, 5, 4, 4, 1)][:3] == [5, 4, 1]


def test_relax_compares_what_was_travelled_and_insert_the_cost():
    """A relax is an improvement by its way alone; an insert by the cost as it is, which here grows while the way shrinks."""
    assert inserting(Cost(0, 0), Cost(5, 4), Cost(6, 1)).cost == Cost(5, 4)
    assert relaxing(4, 1).cost.travelled == 2


def test_closed_positions_stay_closed_unless_reopened():
    class Back(Graph):
        """1 adds the start again at a cost below the start's own."""

        def add_neighbours(self, node, open_list):
            if node.position == 1:
                open_list.relax(0, -1)
            super().add_neighbours(node, open_list)

    graph = Back({0: [(1, 1)]}, frozenset([2]))
    assert graph.search(0).generated == 2


@given(st.lists(st.integers(0, 9), min_size=1, max_size=10))
def test_the_estimate_is_asked_once_a_position(costs):
    asked = Counter()

    class CountingGraph(Graph):
        def estimate(self, position):
            asked[position] += 1
            return 0

    edges = {0: [(1, cost) for cost in costs] + [(2, 1)], 2: [(1, cost) for cost in costs], 1: [(3, 0)], 3: [(0, 0)]}
    CountingGraph(edges, frozenset()).search(0, reopen=True)
    assert asked == {0: 1, 1: 1, 2: 1, 3: 1}


@pytest.mark.parametrize("cost", [NAN, Decimal("nan"), Decimal("snan"), (1, NAN), Cost(NAN, 0.0)], ids=repr)
def test_insert_refuses_nan(cost):
    start = {tuple: (0, 0), Cost: Cost(0.0, 0.0)}.get(type(cost), 0)
    with pytest.raises(CostError, match=r"'near'.*NaN"):
        inserting(start, cost)


@pytest.mark.parametrize("cost", [NAN, Decimal("nan"), Decimal("snan"), 1j, "1", None, (1,), float("inf") * 0], ids=repr)
def test_relax_refuses_nan_and_what_is_no_number(cost):
    for costs in ([cost], [3, cost]):
        with pytest.raises(CostError, match="'near'"):
            relaxing(*costs)


@pytest.mark.parametrize("estimate", [NAN, Decimal("snan"), "1", None, 1j], ids=repr)
def test_relax_refuses_an_estimate_that_is_no_number(estimate):
    with pytest.raises(CostError, match="'near'"):
        relaxing(1, estimates={"near": estimate})


@pytest.mark.parametrize("estimate", [NAN, Decimal("nan"), "1", None, 1j, (1, 2)], ids=repr)
def test_the_estimate_of_the_start_must_be_a_number_too(estimate):
    with pytest.raises(CostError, match="'start'"):
        relaxing(1, estimates={"start": estimate})


def test_nan_is_refused_even_for_a_closed_position():
    class Back(Graph):
        def add_neighbours(self, node, open_list):
            open_list.relax(0, NAN)

    with pytest.raises(CostError, match="nan"):
        Back({}, frozenset()).search(0)


@pytest.mark.parametrize(
    ("start", "cost"),
    [
        (0, "1"),
        (0, None),
        (0, 1j),
        (0, (0,)),
        (0, Toll(1)),
        (Toll(0), 1),
        (0, Cost(1, 1)),
        (Cost(0, 0), 1),
        (Cost(0, 0), Cost("a", "a", "a")),
        ((0, "a"), (0, 1)),
    ],
    ids=repr,
)
def test_insert_refuses_costs_that_do_not_compare_with_the_start(start, cost):
    with pytest.raises(CostError, match="'near'"):
        inserting(start, cost)


def test_insert_refuses_costs_that_do_not_compare_with_each_other():
    """Both compare with the start, and not with each other: at one position, and at two."""
    with pytest.raises(CostError, match="'near'"):
        inserting((0,), (1, "a"), (1, 2))
    graph = InsertingGraph({0: [(1, (1, "a")), (2, (1, 2))]}, frozenset(), lambda _, step: step)
    with pytest.raises(CostError, match="compare"):
        graph.search(0, (0,))


def test_a_hook_may_survive_a_refusal():
    class Careful(AStar):
        def add_neighbours(self, node, open_list):
            for cost in (3, "3", NAN, 1):
                try:
                    open_list.insert(node.position + cost if isinstance(cost, int) else "x", cost)
                except CostError:
                    continue

        def is_destination(self, position):
            return position == 1

    result = Careful().search(0, 0)
    assert (result.path, result.generated) == ((0, 1), 3)


def test_relax_is_refused_where_the_start_has_no_cost_of_that_type():
    class Mixed(AStar):
        def add_neighbours(self, node, open_list):
            open_list.relax(1, 1)

        def is_destination(self, position):
            return position == 1

    with pytest.raises(CostError, match=r"relax\(\) is for"):
        Mixed().search(0, 0)
    with pytest.raises(CostError, match=r"relax\(\) is for"):
        Mixed().search(0, Fraction(0))


@pytest.mark.parametrize("cost", [Cost((0,), (0,), ()), Cost("b", "a", "c"), Cost([1], [0], [0]), Cost(1, None, None)])
def test_relax_refuses_a_start_cost_that_does_not_add(cost: Cost):
    with pytest.raises(CostError, match=r"Cost adds g and h, which are no numbers in Cost\("):
        relaxing((1,), cost=cost)


def test_numbers_of_several_types_may_meet_in_one_search():
    edges = {0: [(1, Fraction(1, 2)), (2, 0.25)], 1: [(3, 1)], 2: [(3, 0.5)]}
    assert Graph(edges, frozenset([3])).search(0).cost.travelled == 0.75
    plain = InsertingGraph({0: [(1, (1, 1)), (2, (Fraction(1, 2), 0))]}, frozenset([1]), lambda _, step: step)
    assert plain.search(0, (0, 0)).cost == (1, 1)


def test_what_a_users_own_code_raises_is_not_touched():
    """A TypeError of the estimate is no CostError."""

    class Faulty(Graph):
        def estimate(self, position):
            return 0 if position == 0 else len(position)

    with pytest.raises(TypeError, match="has no len") as caught:
        Faulty({0: [(1, 1)]}, frozenset()).search(0)
    assert not isinstance(caught.value, CostError)


def test_hooks_may_pass_an_open_list_of_their_own():
    """A solver over a bigger state: positions with a number of steps, from a solver that knows positions only."""

    @frozen
    class Stepping(OpenList):
        outer: OpenList
        steps: int

        def insert(self, position, cost):
            self.outer.insert((position, self.steps), cost)

        def relax(self, position, travelled):
            self.outer.relax((position, self.steps), travelled)

    @frozen
    class AtMost(AStar):
        """The cheapest way of at most so many steps."""

        solver: AStar
        steps: int

        def add_neighbours(self, node, open_list):
            position, steps = node.position
            if steps < self.steps:
                self.solver.add_neighbours(type(node)(position, node.cost), Stepping(open_list, steps + 1))

        def is_destination(self, position):
            return self.solver.is_destination(position[0])

    graph = Graph({"a": [("b", 1), ("c", 9)], "b": [("c", 1)]}, frozenset("c"))
    assert AtMost(graph, 2).search(("a", 0)).cost.travelled == 2
    assert AtMost(graph, 1).search(("a", 0)).cost.travelled == 9
    assert AtMost(graph, 0).search(("a", 0)).outcome is Outcome.UNREACHABLE


def test_the_open_list_is_abstract():
    with pytest.raises(TypeError, match="insert"):
        OpenList()


class Known(AStar):
    """Asks what is known of a position, and adds another."""

    def __init__(self, asked, added):
        self.asked, self.added = asked, added

    def add_neighbours(self, node, open_list):
        open_list.known(self.asked)
        open_list.insert(self.added, Cost(1, 1))

    def is_destination(self, position):
        return position == 9


@frozen
class Point:
    x: float
    inside: tuple = ()


@dataclass(frozen=True)
class Place:
    x: float


class Pair(NamedTuple):
    x: float
    y: int


WITH_NAN = [
    NAN,
    -NAN,
    (1, NAN),
    (1, (2, (NAN,))),
    ("a", NAN),
    (1 << 2000, NAN),
    (INF, -INF, NAN),
    Point(NAN),
    Point(0, (NAN,)),
    (Point(NAN), 1),
    Place(NAN),
    Pair(NAN, 1),
    pytest.param(frozenset([1, NAN]), id="frozenset"),  # its order, and so its repr, differs between the workers of a run
    Decimal("nan"),
    (Decimal("nan"), 1),
    complex(0, NAN),
    (complex(NAN, 0), 1),
]
WITHOUT_NAN = [
    (INF, -INF),
    ("a", "b"),
    (1 << 2000, 0.5),
    (),
    (None, b""),
    Point(INF),
    Point("nan"),
    Place(0.0),
    Pair(1e308, 1),
    (1e308, 1e308),
    (Fraction(1, 3), Decimal(1), 1j),
    frozenset([1]),
    object(),
    type,
]


@pytest.mark.parametrize("position", WITH_NAN, ids=repr)
def test_a_position_with_nan_is_refused_with_its_hook_and_its_parent(position):
    says = f"Known.add_neighbours added the position {format_value(position)} at 0, which holds NaN"
    by_walking = partial(InsertingGraph({0: [(position, 1)]}, frozenset(), add).search, algorithm=IdaStar())
    for search in (Known(5, position).search, by_walking):
        with pytest.raises(BadInput, match=re.escape(says.partition(".")[2])):
            search(0, 0)
    with pytest.raises(BadInput, match=re.escape(f"the start {format_value(position)} holds NaN")):
        Known(5, 6).search(position)


def test_none_is_no_position_for_it_is_the_parent_of_a_start():
    by_walking = partial(InsertingGraph({0: [(None, 1)]}, frozenset(), add).search, algorithm=IdaStar())
    for search in (Known(5, None).search, by_walking):
        with pytest.raises(BadInput, match="added the position None at 0, which is reserved for the parent of the start"):
            search(0, 0)
    with pytest.raises(BadInput, match="the start None is reserved for the parent of the start"):
        Known(5, 6).search(None)


@pytest.mark.parametrize("position", WITHOUT_NAN, ids=lambda position: repr(position).split(" at ")[0])
def test_no_other_position_is_refused(position):
    assert not is_no_position(position)


@given(st.recursive(st.floats() | st.integers() | st.text(), lambda inner: st.tuples(inner, inner) | st.builds(Point, inner)))
def test_nan_is_found_however_deep(position):
    assert is_no_position(position) == bool(
        re.search(r"\bnan\b", re.sub(r"'(\\.|[^'\\])*'|\"(\\.|[^\"\\])*\"", "", repr(position)))
    )


@pytest.mark.parametrize("position", [[1, 2], (1, [2]), {1: 2}, {3}, bytearray(b"x")], ids=repr)
def test_a_position_without_a_hash_is_refused_with_its_hook_and_its_parent(position):
    for solver in (Known(5, position), Known(position, 5)):
        with pytest.raises(BadInput, match="which is not hashable") as caught:
            solver.search(0)
        assert str(caught.value).startswith(f"Known.add_neighbours added the position {position!r} at 0, which is not hashable")
    with pytest.raises(BadInput, match=re.escape(f"the start {position!r} is not hashable")):
        Known(5, 5).search(position)


def test_an_error_of_a_users_own_hash_is_not_taken_for_another():
    class Moody:
        def __hash__(self):
            return 1

        def __eq__(self, other):
            raise TypeError("not today")

    with pytest.raises(TypeError, match="not today"):
        Known(5, Moody()).search(Moody())
