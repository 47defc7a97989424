"""The check of an estimate as an algorithm changes it, and whether it is as declared."""

import pytest
from attrs import frozen

from genastar.algorithms import Deepening, Weighted
from genastar.authoring import Algorithm, Promise
from graph_world import ESTIMATES, FOUR, GraphWorld, ask, check_estimates
from graphs import Graph


@frozen
class Elsewhere(Algorithm):
    """Searches other states than the problem's."""

    name = "elsewhere"
    summary = "search a mirror image"
    promise = Promise(1.0)

    def results(self, request):
        graph = request.problem
        mirrored = {f"{at}'": [(f"{to}'", step) for to, step in steps] for at, steps in graph.edges.items()}
        goals = frozenset(f"{goal}'" for goal in graph.goals)
        yield Graph(mirrored, goals).search(f"{request.start}'", observer=request.observer)


def test_nothing_is_said_of_an_estimate_that_the_search_does_not_ask():
    report = ask(FOUR, ["t"], ESTIMATES, algorithm=Elsewhere())
    assert (report.verdict, report.cost, report.optimum) == ("optimal", 9, 9)
    assert (report.admissible, report.consistent, report.inconsistent) == (None, None, ())
    assert report.sentence.endswith("; the search does not use this estimate, so it was not checked.")


def test_the_estimate_is_that_of_the_algorithm():
    """Weighted A*'s is larger; Dijkstra's algorithm and a search by steps use none."""
    three = {"s": [("a", 1), ("t", 5)], "a": [("t", 3)]}
    exact = {"s": 4, "a": 3, "t": 0}
    plain = ask(three, ["t"], exact)
    assert (plain.verdict, plain.admissible, plain.consistent) == ("optimal", True, True)
    weighted = ask(three, ["t"], exact, algorithm=Weighted(3))
    assert (weighted.admissible, weighted.consistent) == (False, False)
    assert {each.state: (each.estimate, each.exact) for each in weighted.overestimates} == {"s": (12, 4), "a": (9, 3)}
    wrong = {"s": 0, "a": 9, "t": 0}
    for algorithm in ("dijkstra", Weighted(1)):
        report = ask(three, ["t"], wrong, algorithm=algorithm)
        assert report.admissible is (None if algorithm == "dijkstra" else False)
        assert (report.verdict, report.cost) == (("optimal", 4) if algorithm == "dijkstra" else ("suboptimal", 5))
    steps = ask(three, ["t"], exact, algorithm="breadth-first")
    assert (steps.verdict, steps.cost, steps.optimum, steps.admissible) == ("suboptimal", 5, 4, None)
    assert ask(three, ["t"], exact, algorithm="ida-star").verdict == "optimal"


GUIDED = "astar all-optimal alternatives anytime anytime-weighted beam both-ways breadth-first-heuristic convex deepening"


GUIDED += " dynamic-potential focal greedy ida-star k-shortest lss-lrta mm nbs partial-expansion restarting rtaa weighted"


UNGUIDED = ("dijkstra", "breadth-first", "depth-first", Deepening(by="steps"), Deepening(by="steps", step=2))


@frozen
class TwoWays(Graph):
    """A graph whose steps may be reversed."""

    def reverse(self, start):
        back: dict = {}
        for at, steps in self.edges.items():
            for to, step in steps:
                back.setdefault(to, []).append((at, step))
        return Graph(back, frozenset([start])), next(iter(self.goals))


@frozen
class TwoWaysWorld(GraphWorld):
    def problem(self, goals, starts=()):
        return TwoWays(self.graph.edges, frozenset(goals), self.graph.estimates)


@pytest.mark.parametrize("algorithm", GUIDED.split())
def test_an_estimate_that_the_search_uses_is_checked(algorithm):
    """Also where the search weighs it, halves it or never meets the states where it is wrong."""
    world = TwoWaysWorld(Graph({"a": [("b", 1), ("c", 50)], "b": [("c", 1)]}, frozenset(), {"b": 60, "a": 0, "c": 0}))
    report = check_estimates(world, "a", ("c",), expansions=100, algorithm=algorithm)
    assert (report.asks, report.admissible, report.consistent) == (True, False, False)
    assert "not checked" not in report.sentence


@pytest.mark.parametrize("algorithm", UNGUIDED, ids=str)
@pytest.mark.parametrize("estimate", [0, 60, float("nan"), "seven", None])
def test_an_estimate_that_the_search_does_not_use_is_never_checked(algorithm, estimate):
    """Whatever it is; nor does the check ask for it."""
    report = ask({"a": [("b", 1), ("c", 50)], "b": [("c", 1)]}, ["c"], {"b": estimate}, start="a", algorithm=algorithm)
    assert (report.asks, report.admissible, report.consistent) == (False, None, None)
    assert report.sentence.endswith("; the search does not use this estimate, so it was not checked.")


@frozen
class Declared(Graph):
    """A graph whose class declares the property itself."""

    admissible = True
    consistent = True


@frozen
class Unsure(Graph):
    """A graph that declares neither."""

    admissible = False
    consistent = False


def of_kind(kind, algorithm, edges, estimates, **more):
    class World(GraphWorld):
        def problem(self, goals, starts=()):
            return kind(edges, frozenset(goals), estimates)

    return check_estimates(World(), "s", ("t",), expansions=100, algorithm=algorithm, **more)


FALLS = {"s": [("a", 1), ("t", 9)], "a": [("b", 2)], "b": [("t", 6)]}, {"a": 7, "b": 0}
"""An estimate that is admissible and not consistent, and does no harm."""
HIGH = {"s": [("a", 1)], "a": [("b", 2)], "b": [("t", 6)]}, {"a": 20, "b": 7}
"""An estimate that is too high, and does no harm."""


@pytest.mark.parametrize("algorithm", ["ida-star", "anytime", "breadth-first-heuristic", "breadth-first", "astar", "greedy"])
def test_an_inconsistent_estimate_fails_where_it_must_be_consistent(algorithm):
    report = of_kind(Graph, algorithm, *FALLS)
    assert report.holds is (algorithm != "astar")
    if algorithm in ("ida-star", "anytime", "breadth-first-heuristic", "greedy"):
        assert report.sentence.endswith("than a step costs; the algorithm does not need it to be consistent.")
    if algorithm == "astar":
        assert report.sentence.endswith("than a step costs.")
        assert of_kind(Graph, algorithm, *FALLS, reopen=True).holds is True
    assert of_kind(Declared, algorithm, *FALLS).holds is (algorithm == "breadth-first")
    assert of_kind(Unsure, algorithm, *FALLS).holds is True


@pytest.mark.parametrize("algorithm", ["astar", "ida-star", "focal", "greedy", Weighted(2)], ids=str)
def test_an_estimate_that_is_too_high_fails_where_it_must_be_admissible(algorithm):
    report = of_kind(Graph, algorithm, *HIGH)
    assert report.admissible is False
    assert report.holds is (algorithm == "greedy")
    assert of_kind(Declared, algorithm, *HIGH).holds is False
    unsure = of_kind(Unsure, algorithm, *HIGH)
    assert unsure.holds is True
    assert unsure.sentence.endswith("; it is not declared admissible.")


def test_an_estimate_that_only_the_algorithm_raises_is_no_failure():
    report = of_kind(Declared, Weighted(3), FALLS[0], {"s": 8, "a": 8, "b": 6})
    assert (report.admissible, report.consistent, report.holds) == (False, False, True)
    assert report.sentence.endswith("; the estimate is too high at 3 of 4 states, as the algorithm raises it on purpose.")


def test_an_inconsistent_estimate_that_the_algorithm_raises_is_told():
    report = of_kind(Graph, Weighted(2), *FALLS)
    assert report.holds is False
    assert report.sentence.endswith(", as the algorithm raises it on purpose; without that, it is not consistent.")


@frozen
class OnlyConsistent(Graph):
    """A class that declares itself only the stronger property."""

    consistent = True


def test_a_class_that_declares_a_consistent_estimate_declares_an_admissible_one():
    report = of_kind(OnlyConsistent, "greedy", *HIGH)
    assert report.holds is False
    assert report.sentence.endswith("; the estimate is too high at 2 of 4 states.")
