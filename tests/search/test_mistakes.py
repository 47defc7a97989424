"""Mistakes that beginners make in hooks, and the warnings that name them."""

from __future__ import annotations

import warnings
from fractions import Fraction

import pytest
from attrs import frozen

from genastar import AStar, Starts
from genastar.errors import CostError, HookWarning
from genastar.search.mistakes import CHECKED
from genastar.testing import CheckFailed, Subject
from genastar.testing.checks import solver

pytestmark = pytest.mark.quick


@pytest.fixture(params=["interpreted", "compiled"])
def engine(request):
    if request.param == "compiled":
        pytest.importorskip("genastar_compiled")
    return request.param


def test_a_step_in_place_of_the_total_is_told(engine):
    @frozen
    class Line(AStar):
        goal: int

        def add_neighbours(self, node, open_list):
            open_list.relax(node.position + 1, 1)

        def is_destination(self, position):
            return position == self.goal

    message = (
        r"Line\.add_neighbours gives relax\(\) the cost of a step: a path of 5 steps from 0 costs 1, .*; give the cost of the"
    )
    with pytest.warns(HookWarning, match=message) as told:
        assert Line(5).search(0, engine=engine).cost.travelled == 1
    assert told[0].filename == __file__
    Line(5).search(0, engine=engine)  # once for each class


def test_a_path_of_one_step_does_not_use_up_the_warning():
    @frozen
    class Line(AStar):
        goal: int

        def add_neighbours(self, node, open_list):
            open_list.relax(node.position + 1, Fraction(1, 2))

        def is_destination(self, position):
            return position == self.goal

    Line(1).search(0)
    with pytest.warns(HookWarning, match="costs 1/2|costs Fraction"):
        Line(2).search(0)


@frozen
class Tolls(AStar):
    """One pays at the first step; the others are free."""

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + (3 if node.position == 0 else 0))

    def is_destination(self, position):
        return position == 4


@frozen
class Highest(AStar):
    """The cost of a path is its highest step."""

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, max(node.cost.travelled, 7 - node.position))

    def is_destination(self, position):
        return position == 4


@frozen
class Free(AStar):
    """No step costs anything."""

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, 0)

    def is_destination(self, position):
        return position == 4


@frozen
class Late(AStar):
    """The hook refuses a cost that no search gives it."""

    def add_neighbours(self, node, open_list):
        if node.cost.travelled > 1:
            raise RuntimeError("too late")
        open_list.relax(node.position + 1, 1)

    def is_destination(self, position):
        return position == 4


@frozen
class Changes(AStar):
    """Costs are no `Cost`."""

    def add_neighbours(self, node, open_list):
        open_list.insert(node.position + 1, (1,))

    def is_destination(self, position):
        return position == 4


@pytest.mark.parametrize("problem", [Tolls(), Highest(), Free(), Late()], ids=lambda problem: type(problem).__name__)
def test_other_paths_that_cost_no_more_than_their_first_step_are_not_told(problem, engine):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert problem.search(0, engine="interpreted" if problem == Late() else engine).found


def test_costs_that_are_no_cost_are_not_told():
    assert Changes().search(0, (0,)).found
    assert Tolls().search(Starts([0, 1])).found


def test_the_hooks_of_a_healthy_problem_are_not_called_again():
    calls = []

    @frozen
    class Line(AStar):
        def add_neighbours(self, node, open_list):
            calls.append(node.position)
            open_list.relax(node.position + 1, node.cost.travelled + 1)

        def is_destination(self, position):
            return position == 4

    Line().search(0, engine="interpreted")
    assert calls == [0, 1, 2, 3]


def test_the_error_about_a_total_that_falls_names_the_mistake(engine):
    @frozen
    class Hills(AStar):
        def add_neighbours(self, node, open_list):
            open_list.relax(node.position + 1, 5 - node.position)

        def is_destination(self, position):
            return position == 4

    with pytest.raises(CostError, match=r"and relax\(\) the cost of the whole path, node\.cost\.travelled \+ step"):
        Hills().search(0, engine=engine)


def test_a_heuristic_of_another_name_is_told_when_the_class_is_made():
    with pytest.warns(HookWarning, match=r"Line\.heuristic is never called: .* is estimate\(self, position\)") as told:

        @frozen
        class Line(AStar):
            def add_neighbours(self, node, open_list):
                open_list.relax(node.position + 1, node.cost.travelled + 1)

            def is_destination(self, position):
                return position == 4

            def heuristic(self, position):
                return 4 - position

    assert len(told) == 1
    assert told[0].filename == __file__
    assert Line().search(0).expanded == 4


def test_hooks_of_other_names_are_told_before_the_class_cannot_be_used():
    with pytest.warns(HookWarning, match=r"Line\.neighbors is never called: .* is add_neighbours\(self, node, open_list\)"):

        @frozen
        class Line(AStar):
            def neighbors(self, position):
                return [position + 1]

            def is_goal(self, position):
                return position == 4

    with pytest.raises(TypeError, match="abstract"):
        Line()


def test_a_negative_estimate_of_the_start_is_told(engine):
    @frozen
    class Line(AStar):
        goal: int

        def add_neighbours(self, node, open_list):
            open_list.relax(node.position + 1, node.cost.travelled + 1)

        def is_destination(self, position):
            return position == self.goal

        def estimate(self, position):
            return position - self.goal

    with pytest.warns(HookWarning, match=r"Line\.estimate\(0\) is -4: a cost that is left is at least 0; check the sign"):
        assert Line(4).search(0, engine=engine).cost.travelled == 4


def test_helpers_of_such_names_beside_the_hooks_are_not_told():
    @frozen
    class Line(AStar):
        h: int = 0

        def neighbours(self, position):
            return [position + 1]

        def add_neighbours(self, node, open_list):
            for each in self.neighbours(node.position):
                open_list.relax(each, node.cost.travelled + 1)

        def is_destination(self, position):
            return position == 4

        def estimate(self, position):
            return self.heuristic(position)

        def heuristic(self, position):
            return max(0, 4 - position)

    class Other(Line):
        def heuristic(self, position):
            return 0

    assert Other().search(0).found


class TestSolvers:
    """The kit fails for the same mistakes."""

    @pytest.mark.parametrize(
        ("hooks", "check", "message"),
        [
            (
                {"add_neighbours": lambda _, node, added: added.relax(node.position + 1, 1)},
                "costs_add_up",
                "the cost of a step",
            ),
            (
                {"estimate": lambda _, position: position - 4},
                "estimates_are_stable",
                "the estimate of 0 is -4; .* check the sign",
            ),
            ({"h": lambda _, position: 4 - position}, "hooks_have_their_names", r"Made\.h is never called"),
        ],
    )
    def test_the_kit_fails(self, hooks, check, message):
        healthy = {
            "add_neighbours": lambda _, node, added: added.relax(node.position + 1, node.cost.travelled + 1),
            "is_destination": lambda _, position: position == 4,
        }
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", HookWarning)
            made = type("Made", (AStar,), healthy | hooks)()
            with pytest.raises(CheckFailed, match=message):
                getattr(solver, check)(Subject(made, 0))
            getattr(solver, check)(Subject(type("Made", (AStar,), healthy)(), 0))


@frozen
class DoubleCounted(AStar):
    """The step is added to the total, which holds the estimate."""

    goal: int

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.total + 1)
        open_list.relax(node.position + 2, node.cost.total + 1)

    def estimate(self, position):
        return (self.goal - position) // 2

    def is_destination(self, position):
        return position == self.goal


def test_a_cost_that_holds_the_estimate_is_told(engine):
    CHECKED.discard(DoubleCounted.add_neighbours)
    message = (
        r"DoubleCounted\.add_neighbours gives relax\(\) a cost that holds the estimate: .*; add the step to node.cost.travelled"
    )
    with pytest.warns(HookWarning, match=message) as told:
        DoubleCounted(10).search(0, engine=engine)
    assert len(told) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        DoubleCounted(10).search(0, engine=engine)  # once for each class


def test_the_kit_notices_a_cost_that_holds_the_estimate():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(CheckFailed, match="holds the estimate"):
            solver.costs_ignore_the_estimate(Subject(DoubleCounted(10), 0))


def test_the_kit_holds_answers_against_a_search_without_estimates():
    @frozen
    class Misled(AStar):
        """The estimate of one position is too high, and no sample shows a cost that depends on it."""

        def add_neighbours(self, node, open_list):
            for there, step in {0: [(1, 1), (2, 3)], 1: [(3, 1)], 2: [(3, 1)]}.get(node.position, ()):
                open_list.relax(there, node.cost.travelled + step)

        def estimate(self, position):
            return 9 if position == 1 else 0

        def is_destination(self, position):
            return position == 3

    with pytest.raises(CheckFailed, match="costs 4, and Dijkstra's algorithm, which uses no estimate, one that costs 2"):
        solver.costs_ignore_the_estimate(Subject(Misled(), 0))


@frozen
class Line(AStar):
    """The estimate does not end at 0."""

    goal: int
    extra: int

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + 1)

    def estimate(self, position):
        return self.goal - position + self.extra

    def is_destination(self, position):
        return position == self.goal


@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "greedy"])
def test_an_estimate_of_a_destination_is_told(engine, algorithm):
    CHECKED.discard(Line.add_neighbours)
    with pytest.warns(HookWarning, match=r"Line\.estimate\(5\) is 2, but this is a destination, .*; return 0 there") as told:
        Line(5, 2).search(0, engine=engine, algorithm=algorithm)
    assert len(told) == 1
    Line(5, 2).search(0, engine=engine, algorithm=algorithm)  # once for each class
    CHECKED.discard(Line.add_neighbours)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Line(5, 0).search(0, engine=engine, algorithm=algorithm)
