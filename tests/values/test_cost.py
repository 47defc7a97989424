"""Cost, and what the core asks of any cost."""

from decimal import Decimal
from fractions import Fraction

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from genastar import Cost
from genastar.errors import CostError
from genastar.values.cost import check_cost, is_nan, sort_key

pytestmark = pytest.mark.quick


@frozen(order=False)
class Toll:
    """A user's cost with ``<`` and nothing else; the tolls of one price are equal in rank and differ by ``==``."""

    price: int
    booth: str = ""

    def __lt__(self, other: "Toll") -> bool:
        return self.price < other.price


def test_costs_compare_by_total_alone():
    assert Cost(3, 1) < Cost(4, 0)
    assert not Cost(3, 1) < Cost(3, 2)
    assert not Cost(3, 2) < Cost(3, 1)


def test_left_is_the_difference_unless_it_is_given():
    assert Cost(7, 3).left == 4
    assert Cost(0.1 + 0.2, 0.1, 0.2).left == 0.2 != (0.1 + 0.2) - 0.1


def test_costs_are_values():
    assert Cost(7, 3) == Cost(7, 3, 99)
    assert Cost(7, 3) != Cost(7, 4)
    assert len({Cost(7, 3), Cost(7, 3, 4), Cost(7, 4)}) == 2


kinds = {
    "int": st.integers(-5, 5),
    "float": st.sampled_from([0.0, 0.5, -1.0, float("inf"), float("-inf"), 1e300]),
    "int and float": st.sampled_from([0, 0.0, 1, 0.5, 2.0, 2]),
    "Fraction": st.fractions(0, 3, max_denominator=4),
    "Decimal": st.sampled_from([Decimal("0"), Decimal("0.10"), Decimal("0.1"), Decimal("inf"), Decimal("-2")]),
    "tuple": st.tuples(st.integers(0, 3), st.sampled_from([0.0, 1.5])),
    "tuple of Fraction and int": st.tuples(
        st.one_of(st.integers(0, 2), st.fractions(0, 2, max_denominator=3)), st.integers(0, 2)
    ),
    "str": st.text("ab", max_size=3),
    "Cost of int": st.builds(Cost, st.integers(0, 4), st.integers(0, 4)),
    "Cost of Toll": st.builds(lambda total: Cost(Toll(total), Toll(0), Toll(0)), st.integers(0, 4)),
    "Toll": st.builds(Toll, st.integers(0, 4), st.text("ab", max_size=1)),
    "tuple of Toll": st.tuples(st.builds(Toll, st.integers(0, 2))),
}


@pytest.mark.parametrize("kind", kinds)
@given(data=st.data())
def test_sort_keys_order_as_the_costs_do_and_the_newest_first_among_equals(kind, data):
    one, other = data.draw(kinds[kind]), data.draw(kinds[kind])
    older, newer = sort_key(one), sort_key(other)
    if one < other:
        assert older < newer
        assert not newer < older
        assert older != newer
    elif other < one:
        assert newer < older
        assert not older < newer
        assert older != newer
    elif older == newer:
        assert hash(older) == hash(newer)
    else:
        assert newer < older
        assert not older < newer


@pytest.mark.parametrize(
    "cost",
    [
        float("nan"),
        Decimal("nan"),
        Decimal("snan"),
        (1, float("nan")),
        ((0, Decimal("snan")),),
        Cost(float("nan"), 0.0),
        Cost(0.0, float("nan"), 0.0),
        Cost((1, float("nan")), (0, 0), (0, 0)),
    ],
    ids=repr,
)
def test_nan_is_found(cost):
    assert is_nan(cost)


@pytest.mark.parametrize(
    "cost", [0, 0.0, float("inf"), Decimal("inf"), Fraction(1, 3), (1, 2.5), Cost(1, 1), Toll(1), "nan"], ids=repr
)
def test_what_is_no_nan_is_not_taken_for_one(cost):
    assert not is_nan(cost)


@pytest.mark.parametrize(
    ("cost", "first"),
    [
        (1, "1"),
        (1j, 1),
        (None, 0),
        ((1, 2), 1),
        (("a",), (1,)),
        (Cost(1, 1), 1),
        (1, Cost(1, 1)),
        (Cost("a", "a", ""), Cost(1, 1)),
        (Toll(1), 1),
        (1, Toll(1)),
    ],
    ids=repr,
)
def test_costs_that_do_not_compare_are_refused_by_name(cost, first):
    with pytest.raises(CostError) as caught:
        check_cost(cost, first, ("the", "place"))
    assert "('the', 'place')" in str(caught.value)
    assert repr(cost) in str(caught.value)
    assert repr(first) in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.sampled_from([0, 2.5, Fraction(1, 2), float("inf"), True]), st.sampled_from([0, 2.5, Fraction(1, 2), float("-inf")]))
def test_numbers_of_different_types_compare(cost, first):
    check_cost(cost, first, "anywhere")
