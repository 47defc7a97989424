"""The check of an estimate, on graphs: what it reports, beside naive oracles."""

from fractions import Fraction

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import naive
from genastar import AStar, Limits
from genastar.errors import CostError
from genastar.testing.estimate_report import Fall, Overestimate
from graph_world import ESTIMATES, FOUR, GraphWorld, ask, check_estimates
from graphs import SIZE, Graph, admissible, compute_left, edges, goal_sets, whole


def test_four_nodes_admissible_and_not_consistent():
    report = ask(FOUR, ["t"], ESTIMATES)
    assert (report.verdict, report.optimum, report.cost) == ("suboptimal", 9, 10)
    assert (report.admissible, report.consistent, report.complete, report.states) == (True, False, True, 4)
    assert report.inconsistent == (Fall("a", "b", 7, 2),)
    assert report.sentence == (
        "The path costs 10, 11 % more than the optimum of 9; the estimate is admissible but not consistent: at 1 of 4 states "
        "it falls by more than a step costs."
    )


def test_reopening_mends_it():
    report = ask(FOUR, ["t"], ESTIMATES, reopen=True)
    assert (report.verdict, report.optimum, report.cost, report.consistent) == ("optimal", 9, 9, False)
    assert report.sentence.startswith("The path is optimal: no path costs less than 9; the estimate is admissible but not")


def test_an_overestimate_is_told_with_the_exact_cost():
    report = ask({"s": [("a", 1), ("t", 4)], "a": [("t", 1)]}, ["t"], {"a": 9, "t": 0})
    assert (report.verdict, report.optimum, report.cost, report.admissible) == ("suboptimal", 2, 4, False)
    assert report.overestimates == (Overestimate("a", 9, 1),)
    assert report.sentence == "The path costs 4, 100 % more than the optimum of 2; the estimate is too high at 1 of 3 states."


def test_a_destination_with_an_estimate_is_an_overestimate():
    report = ask({"s": [("t", 1)]}, ["t"], {"t": 3})
    assert report.overestimates == (Overestimate("t", 3, 0),)
    assert (report.verdict, report.consistent) == ("optimal", True)


def test_a_free_way_that_was_missed_has_no_percentage():
    report = ask({"s": [("a", 0), ("t", 4)], "a": [("t", 0)]}, ["t"], {"a": 9})
    assert report.sentence.startswith("The path costs 4, and not the optimum of 0; ")


def test_nowhere():
    report = ask({"s": [("a", 1)], "a": [("s", 1)]}, ["t"], {"a": 5})
    assert (report.verdict, report.optimum, report.cost) == ("unreachable", None, None)
    assert (report.admissible, report.consistent) == (True, False)
    assert report.sentence.startswith("There is no path: all 2 reachable states were checked; ")


CHAIN = {number: [(number + 1, 1)] for number in range(20)}


def test_a_sample_that_is_cut_off_knows_what_it_knows():
    report = ask(CHAIN, [20], {5: 100}, start=0, expansions=10)
    assert (report.verdict, report.optimum, report.cost) == ("unknown", None, 20)
    assert (report.complete, report.states, report.admissible, report.consistent) == (False, 10, None, False)
    assert report.overestimates == ()
    assert report.sentence.startswith("The optimum is unknown: it lies beyond the 10 states nearest to the start; ")
    report = ask(CHAIN, [20], {}, start=0, expansions=10)
    assert (report.admissible, report.consistent) == (None, None)
    assert report.sentence.endswith("no error of the estimate was found at the 10 states that were checked.")


def test_costs_that_the_unseen_could_beat_are_not_said_to_be_exact():
    """From b the way that was seen costs 50, and another leads out of the sample at 1: that may be cheaper."""
    graph = {"s": [("t", 2), ("b", 1)], "b": [("t", 50), ("c", 9)], "c": [("t", 1)]}
    report = ask(graph, ["t"], {"b": 20, "s": 0}, expansions=3)
    assert (report.verdict, report.optimum, report.complete, report.admissible) == ("optimal", 2, False, None)
    assert ask(graph, ["t"], {"b": 20, "s": 0}).overestimates == (Overestimate("b", 20, 10),)


def test_a_search_that_its_limits_ended():
    report = ask(CHAIN, [20], {}, start=0, limits=Limits(expansions=3))
    assert (report.verdict, report.optimum, report.cost) == ("unknown", 20, None)
    assert report.sentence.startswith("The search ended without a path (limit); the cheapest costs 20; ")


def test_no_time_is_a_sample_of_nothing():
    report = ask(FOUR, ["t"], {}, limits=Limits(seconds=0))
    assert (report.verdict, report.complete, report.states) == ("unknown", False, 0)
    assert report.sentence.startswith("The optimum is unknown: ")


def test_steps_that_cost_less_than_nothing():
    with pytest.raises(CostError, match="a step has a negative cost"):
        ask({"s": [("a", 5)], "a": [("t", -2)]}, ["t"], {})


@frozen
class Letters(AStar):
    """Costs without an estimate."""

    def add_neighbours(self, node, open_list):
        open_list.insert("t", (*node.cost, 1))

    def is_destination(self, position):
        return position == "t"


class Lettered(GraphWorld):
    def problem(self, goals, starts=()):
        return Letters()

    def start_cost(self, position):
        return (0,)


def test_costs_without_an_estimate():
    report = check_estimates(Lettered(), "s", ("t",), expansions=9)
    assert (report.verdict, report.admissible) == ("unknown", None)


@frozen
class Meeting(Graph):
    """A search that looks at what is known."""

    def add_neighbours(self, node, open_list):
        open_list.known("t")
        super().add_neighbours(node, open_list)


class MeetingWorld(GraphWorld):
    def problem(self, goals, starts=()):
        return Meeting(self.graph.edges, frozenset(goals))


def test_a_search_that_goes_by_what_it_knows():
    report = check_estimates(MeetingWorld(Graph(FOUR, frozenset())), "s", ("t",), expansions=9)
    assert (report.verdict, report.cost) == ("unknown", 9)


@given(
    graph=st.one_of(
        admissible(),
        st.builds(Graph, edges(whole), goal_sets, st.dictionaries(st.integers(0, SIZE - 1), st.fractions(0, 12))),
    ),
    start=st.integers(0, SIZE - 1),
    expansions=st.sampled_from([2, 4, 100]),
    reopen=st.booleans(),
)
@settings(max_examples=150)
def test_as_the_naive_say(graph, start, expansions, reopen):
    report = check_estimates(GraphWorld(graph), start, tuple(graph.goals), expansions=expansions, reopen=reopen)
    ahead = naive.compute_distances({at: () if at in graph.goals else steps for at, steps in graph.edges.items()}, start, 0)
    best = naive.find_cheapest(graph.edges, start, graph.goals, 0)
    assert report.complete == (len(ahead) <= expansions)
    truth = compute_left(graph)
    over = {at: truth[at] for at in ahead if at in truth and graph.estimate(at) > truth[at]}
    found = {each.state: each.exact for each in report.overestimates}
    assert found.items() <= {at: float(cost) for at, cost in over.items()}.items()
    falls = {
        at
        for at in ahead
        if at not in graph.goals
        for to, step in graph.edges.get(at, ())
        if graph.estimate(at) > step + graph.estimate(to)
    }
    assert {fall.state for fall in report.inconsistent} <= falls
    if report.complete:
        assert set(found) == set(over)
        assert {fall.state for fall in report.inconsistent} == falls
        assert report.admissible == (not over)
        assert report.consistent == (not falls)
        assert report.optimum == best
        assert (report.verdict == "unreachable") == (best is None)
    if best is not None and report.verdict in ("optimal", "suboptimal"):
        assert report.optimum == best
        assert (report.verdict == "optimal") == (report.cost == best)
    if report.complete and best is not None and not over and (reopen or not falls):
        assert report.verdict == "optimal"


def test_numbers_of_other_types():
    half = Fraction(1, 2)
    report = ask({"s": [("a", half)], "a": [("t", half)]}, ["t"], {"a": Fraction(2, 3)})
    assert report.overestimates == (Overestimate("a", 2 / 3, 0.5),)
    assert report.optimum == 1.0
