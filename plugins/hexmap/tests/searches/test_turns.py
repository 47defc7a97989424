"""Turns as a cost: the laws that the docstring of `turns` proves, on numbers."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genastar import BadInput, Limits
from genastar_hexmap.info import Options
from genastar_hexmap.model import HexMap
from genastar_hexmap.searches.turns import TurnCost, Turns, make_bound

MOVES = st.integers(1, 9)


@st.composite
def two_costs_and_a_step(draw):
    moves = draw(MOVES)
    one, other = (make_bound(draw(st.integers(0, 4)), draw(st.integers(1, moves))) for _ in range(2))
    return moves, one, other, draw(st.integers(1, moves))


@given(two_costs_and_a_step())
def test_who_arrives_no_later_is_no_later_after_any_step(drawn):
    moves, one, other, price = drawn
    if other < one:
        one, other = other, one
    assert not other.add_step(price, 0, moves) < one.add_step(price, 0, moves)


@given(two_costs_and_a_step())
def test_waiting_never_pays(drawn):
    moves, one, _, price = drawn
    rested = make_bound(one.turns + 1, 0)
    assert not rested.add_step(price, 0, moves) < one.add_step(price, 0, moves)


@given(two_costs_and_a_step(), st.integers(0, 30))
def test_a_step_raises_the_cost_and_never_lowers_the_bound_of_a_consistent_estimate(drawn, left):
    moves, one, _, price = drawn
    before = TurnCost(one.turns, one.spent, *_normal(one.turns * moves + one.spent + left, moves))
    for after_left in range(max(0, left - price), left + price + 1):
        after = one.add_step(price, after_left, moves)
        assert not after < before
        assert one < make_bound(after.turns, after.spent)
        assert 1 <= after.spent <= moves


def _normal(points, moves):
    return (points - 1) // moves, (points - 1) % moves + 1


@given(two_costs_and_a_step())
def test_the_order_is_that_of_pairs(drawn):
    _, one, other, _ = drawn
    assert (one < other) == ((one.turns, one.spent) < (other.turns, other.spent))


def test_costs_are_values():
    sooner, later = TurnCost(0, 0, 1, 2), TurnCost(0, 0, 9, 9)
    assert sooner == later == make_bound(0, 0)  # equal in what was spent; the arrival orders them
    assert sooner < later
    assert hash(sooner) == hash(later)
    assert str(Turns(2, 3)) == "2 turns and 3 points"


ROAD = {"rows": [[1, 3, 3, 1, 1]]}


@pytest.mark.parametrize(("moves", "expected"), [(3, (2, 2)), (4, (2, 1)), (5, (1, 5)), (7, (1, 1)), (8, (0, 8))])
def test_what_does_not_fit_into_a_turn_waits_for_the_next(moves, expected):
    """3 + 3 + 1 + 1 points. With 3 a turn: 3, 3, 2; with 4: 3, 3 + 1, 1; with 5: 3, 3 + 1 + 1; with 7, the last 1 waits."""
    cost = HexMap.read(ROAD, Options(moves=moves)).search((0, 0), [(4, 0)], engine="interpreted").cost
    assert (cost.turns, cost.spent) == expected


def test_what_costs_more_than_a_turn_has_cannot_be_entered():
    assert not HexMap.read(ROAD, Options(moves=2)).search((0, 0), [(4, 0)], engine="interpreted").found


def test_fewer_turns_may_need_more_points():
    """With 5 points a turn: straight on 3, 3, 3 + 1 are 10 points; around, 2 + 3, 3 + 2, 1 are 11, and end sooner."""
    rows = [[9, 2, 3, 3, 2], [1, 3, 3, 3, 1]]
    plain = HexMap.read({"rows": rows}, Options()).search((0, 1), [(4, 1)], engine="interpreted")
    timed = HexMap.read({"rows": rows}, Options(moves=5)).search((0, 1), [(4, 1)], engine="interpreted")
    assert plain.cost.travelled == 10
    assert (timed.cost.turns, timed.cost.spent) == (2, 1)
    assert sum(rows[y][x] for x, y in timed.path[1:]) == 11


def test_the_start_is_free_and_at_the_goal_nothing_is_spent():
    result = HexMap.read(ROAD, Options(moves=3)).search((1, 0), [(1, 0)], engine="interpreted")
    assert (result.cost.turns, result.cost.spent, result.path) == (0, 0, ((1, 0),))


def test_fractions_of_points():
    world = HexMap.read({"rows": [["0.5"] * 6]}, Options(moves=1.25))
    cost = world.search((0, 0), [(5, 0)], engine="interpreted").cost
    assert (cost.turns, cost.spent) == (2, 0.5)


@pytest.mark.parametrize(("limit", "found"), [(3, True), (2, False), ((2, 2), True), ((2, 1), False), (Turns(2, 2), True)])
def test_limits_in_turns(limit, found):
    world = HexMap.read(ROAD, Options(moves=3))
    assert world.search((0, 0), [(4, 0)], limits=Limits(cost=limit), engine="interpreted").found == found


def test_a_limit_in_points_is_refused():
    with pytest.raises(BadInput, match="give turns, or turns,points"):
        HexMap.read(ROAD, Options(moves=3)).search((0, 0), [(4, 0)], limits=Limits(cost=2.5), engine="interpreted")


def test_reach_grows_with_the_turns():
    world = HexMap.read({"rows": [[1, 2, 1, 3, 0, 1], [2, 1, 1, 1, 4, 1], [1, 1, 2, 1, 1, 1]]}, Options(moves=4))
    sizes = [len(world.reach((0, 0), within=turns, engine="interpreted").costs) for turns in (1, 2, 3, 4)]
    assert all(less < more for less, more in pairwise(sizes[:3]))
    assert sizes[3] == 17
    reach = world.reach((0, 0), within=(1, 2), engine="interpreted")
    assert max((cost.turns, cost.spent) for cost in reach.costs.values()) <= (1, 2)
    assert all(
        (cost.turns, cost.spent) == (other.turns, other.spent)
        for place, cost in reach.costs.items()
        for other in [world.search((0, 0), [place], engine="interpreted").cost]
    )


@pytest.mark.long
@pytest.mark.parametrize(("moves", "within"), [(None, 3), (None, 0), (None, 2.5), (4, 2), (4, (1, 2))])
def test_reach_is_the_same_at_both_engines(moves, within):
    world = HexMap.read({"rows": [[1, 2, 1, 3, 0, 1], [2, 1, 1, 1, 4, 1], [1, 1, 2, 1, 1, 1]]}, Options(moves=moves))
    slow, fast = (world.reach((0, 0), within=within, engine=engine) for engine in ("interpreted", "compiled"))
    assert list(slow.costs.items()) == list(fast.costs.items())
    assert next(iter(slow.costs)) == (0, 0)
    if moves is None:
        costs = [cost.travelled for cost in slow.costs.values()]
        assert costs == sorted(costs)
        assert max(costs) <= within
        for y, row in enumerate(world.world.source.terrain):
            for x in range(len(row)):
                if (x, y) != (4, 0):  # which is impassable
                    cost = world.search((0, 0), [(x, y)], engine="interpreted").cost
                    assert ((x, y) in slow.costs) == (cost is not None and cost.travelled <= within)


@pytest.mark.parametrize("engine", ["interpreted", pytest.param("compiled", marks=pytest.mark.long)])
def test_a_hex_that_leads_nowhere(engine):
    reached = HexMap.read({"rows": [[1, 0, 1]]}, Options()).reach((0, 0), within=9, engine=engine)
    assert {place: cost.travelled for place, cost in reached.costs.items()} == {(0, 0): 0}
