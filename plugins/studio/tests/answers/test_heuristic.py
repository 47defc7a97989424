"""The check of an estimate as the page shows it."""

from math import sqrt

import pytest

import genastar
from genastar.testing.estimate_report import EstimateReport
from genastar_studio.answers.heuristic import describe_report
from graph_world import ask, check_estimates


def test_an_infinite_estimate_of_a_dead_end_is_no_overestimate_and_of_a_way_is_one():
    report = ask({"s": [("dead", 1), ("a", 1)], "a": [("t", 1)]}, ["t"], {"dead": float("inf")})
    assert (report.admissible, report.consistent, report.verdict) == (True, True, "optimal")
    report = ask({"s": [("a", 1)], "a": [("t", 1)]}, ["t"], {"a": float("inf")})
    assert describe_report(report, str).overestimates == [["a", "inf", 1.0]]
    assert describe_report(report, str).inconsistent == [["a", "t", "inf", 1.0]]


def test_two_states_at_one_place_are_the_worse_of_them():
    report = ask({"s": [("a1", 1), ("a2", 1)], "a1": [("t", 1)], "a2": [("t", 1)]}, ["t"], {"a1": 9, "a2": 7})
    told = describe_report(report, lambda state: str(state)[0])
    assert told.overestimates == [["a", 9.0, 1.0]]
    assert told.inconsistent == [["a", "t", 9.0, 1.0]]


def test_manhattan_with_diagonals_says_too_much():
    numpy = pytest.importorskip("numpy")
    pytest.importorskip("genastar_grid")
    cells = numpy.ones((5, 10))
    cells[1, 2:] = cells[3, :8] = 0
    world = genastar.load(cells, "grid", heuristic="manhattan", diagonals="always")
    report = check_estimates(world, (0, 0), ((9, 4),), expansions=10_000)
    assert report.admissible is False
    view, (x, y) = world.view(), (8, 3)
    told = {place: (estimate, exact) for place, estimate, exact in describe_report(report, view.place_of_state).overestimates}
    assert told[view.place((x, y))] == pytest.approx((2.0, sqrt(2)), rel=1e-5)


def test_numbers_of_a_sentence_are_written_as_on_the_page() -> None:
    report = EstimateReport(
        "unknown", "The optimum is unknown: it lies beyond the 1,234,567.5 states, as far as they are known"
    )
    wanted = "The optimum is unknown: it lies beyond the 1\u202f234\u202f567.5 states, as far as they are known"
    assert describe_report(report, str).sentence == wanted
