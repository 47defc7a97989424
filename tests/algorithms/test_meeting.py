"""Where the two sides of a search from both ends meet, and what each of them expands."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given

import naive
from genastar import BadInput, Trace
from genastar.algorithms import BothWays, MeetInTheMiddle, NearOptimal
from genastar.algorithms.building_blocks.two_sided import BACKWARD, FORWARD, MET
from genastar.contracts.frontier import PairsFrontier
from genastar.search.requests import make_request
from graphs import Line
from reversible_graphs import Street, questions

pytestmark = pytest.mark.quick


def closed_by(problem):
    """What each side closes, of a search from 0."""
    algorithm, request = make_request(problem, 0, algorithm=BothWays())
    sides, trace = {}, Trace()
    lift = algorithm.lift(request)
    assert lift.route(evolve(lift.request, observer=trace).search().path) == problem.search(0, algorithm=BothWays()).path
    for sided in trace.list_closed():
        sides.setdefault(sided.side, []).append(sided.position)
    return sides


def test_each_side_goes_half_of_the_way():
    trace, far = Trace(), 100
    sides = closed_by(Street(goal=far))
    assert max(sides[FORWARD]) <= far / 2 + 1
    assert min(sides[BACKWARD]) >= far / 2 - 1
    assert set(sides) in ({FORWARD, BACKWARD, MET + FORWARD}, {FORWARD, BACKWARD, MET + BACKWARD})
    result = Street(goal=far).search(0, algorithm=BothWays(), observer=trace)
    assert result.path == tuple(range(far + 1))
    assert sorted(trace.list_closed()) == sorted(sides[FORWARD] + sides[BACKWARD])


@given(question=questions())
def test_mm_expands_nothing_beyond_the_middle(question):
    solver, start = question
    optimum = naive.find_cheapest(solver.edges, start, [solver.goal], 0)
    algorithm, request = make_request(solver, start, algorithm=MeetInTheMiddle())
    trace = Trace()
    evolve(algorithm.lift(request).request, observer=trace).search()
    for event in trace.events:
        if event.kind.name == "CLOSED" and event.node.position.side < MET and optimum is not None:
            assert 2 * event.node.cost.travelled <= optimum
            assert event.node.cost.total <= optimum


@given(question=questions())
def test_nbs_expands_pairs_that_a_proof_needs(question):
    """The lower bound of each pair, by both f and both g, is at most the optimum; and no node is expanded twice."""
    solver, start = question
    optimum = naive.find_cheapest(solver.edges, start, [solver.goal], 0)
    algorithm, request = make_request(solver, start, algorithm=NearOptimal())
    trace = Trace()
    evolve(algorithm.lift(request).request, observer=trace).search()
    closed = [event.node for event in trace.events if event.kind.name == "CLOSED" and event.node.position.side < MET]
    assert len({node.position for node in closed}) == len(closed)
    if optimum is not None and start != solver.goal:
        pairs = [closed[0:1], *(closed[at : at + 2] for at in range(1, len(closed), 2))]
        for pair in pairs:
            assert max(node.cost.total for node in pair) <= optimum
            assert sum(node.cost.travelled for node in pair) <= optimum
            assert len({node.position.side for node in pair}) == len(pair)


def test_the_frontier_of_pairs_needs_sides() -> None:
    request = make_request(Line(goal=3), 0)[1]
    with pytest.raises(BadInput, match=r"needs the hook Line\.side\(position\), which is missing"):
        evolve(request, frontier=PairsFrontier()).search()


def test_estimates_keep_both_sides_on_the_way():
    sides = closed_by(Street(goal=100, informed=True))
    assert {place for places in sides.values() for place in places} == set(range(101))
