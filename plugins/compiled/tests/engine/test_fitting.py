"""Which starts and which fields a plan fits."""

from __future__ import annotations

from enum import Flag, IntEnum
from typing import Any

import attrs
import pytest
from attrs import frozen
from both_speeds import search_both

from genastar import AStar, CannotCompile, Cost, Node, OpenList
from genastar.search.requests import make_request
from genastar_compiled.plans.plan import Plan

pytestmark = pytest.mark.long


@frozen(eq=False)
class Still(AStar[Any, Cost[int]]):
    """Stays where it begins, so positions may be of any type."""

    held: Any = 0

    def add_neighbours(self, node: Node[Any, Cost[int]], open_list: OpenList[Any, Cost[int]]) -> None:
        open_list.relax(node.position, node.cost.travelled + 1)

    def is_destination(self, position: Any) -> bool:
        return False


def plan_for(start: Any, solver: Still | None = None) -> Plan:
    return Plan(make_request(solver or Still(), start)[1])


def fits(plan: Plan, start: Any, solver: Still | None = None) -> bool:
    return plan.leaves(make_request(solver or Still(), start)[1]) is not None


SHAPES = (
    *("a", 1, (1, 2), ("a", 1), (1, "a"), ("a", "b"), (("a",), 1), ((1,), "a"), ("a", (1, "b"))),
    *(frozenset({1}), frozenset({"a"}), frozenset({(1, "a")}), frozenset({("a", 1)}), frozenset({(1, 2)}), frozenset({1.5})),
    *((frozenset({1}), 1), (1, frozenset({1})), (frozenset({1}), "a"), (frozenset({"a"}), ("a", frozenset({1})))),
)
"""Starts of different shapes."""
BEYOND: tuple[Any, ...] = (
    *((), frozenset(), ("a", None), (None, "a"), (None, frozenset({1})), ("a", "b", 1), frozenset({1, "a"})),
    *(frozenset({1, 2.5}), frozenset({(1, 2), (2, "a")}), frozenset({frozenset({1})})),
)
"""Starts that none of their plans fits."""


def test_a_plan_fits_starts_of_its_own_shape_and_says_so_of_others() -> None:
    plans = [plan_for(start) for start in SHAPES]
    for at, plan in enumerate(plans):
        assert [fits(plan, start) for start in SHAPES] == [other == at for other in range(len(SHAPES))]
        assert not any(fits(plan, start) for start in BEYOND)
    assert fits(plan_for("a"), "a" * 99)
    assert fits(plan_for(("a", "b")), ("a", "b", "c"))


class Kind(IntEnum):
    """No member is 0."""

    ONE = 1


class Colour(Flag):
    """Members that are combined."""

    RED = 1


def test_a_set_of_members_fits_sets_of_members() -> None:
    plan = plan_for(frozenset({Kind.ONE}))
    assert fits(plan, frozenset({Kind.ONE}))
    assert not fits(plan, frozenset())
    assert not fits(plan, frozenset({1}))


@pytest.mark.parametrize(
    ("items", "says"),
    [
        ({(1, 2), (2, "a")}, "items of several kinds; give all of them one type"),
        ({(1, "a"), (2, 3)}, "items of several kinds; give all of them one type"),
        ({1, 2.5}, "a field: keys that are ints and floats; make all of them one"),
    ],
)
def test_a_set_of_several_kinds_is_refused(items: set[Any], says: str) -> None:
    with pytest.raises(CannotCompile, match=f"^Still cannot be compiled: {says}, or search"):
        Still().search(frozenset(items), engine="compiled")


@pytest.mark.parametrize("item", [Colour.RED, ("a",), frozenset({1}), (1, frozenset({1})), (1, None)])
def test_a_set_of_any_items_of_one_kind_fits(item: Any) -> None:
    search_both(Still(), frozenset({item}))


def test_a_field_that_holds_itself_fits_no_plan() -> None:
    endless: list[Any] = [[1]]
    endless.append(endless)
    for start in (0, "a"):
        assert not fits(plan_for(start, Still([[1], [2, 3]])), start, Still(endless))
        with pytest.raises(CannotCompile, match=r"^Still cannot be compiled: a value that holds itself"):
            Still(endless).search(start, engine="compiled")


@frozen(eq=False)
class Unset(Still):
    later: int = attrs.field(init=False)


def test_a_field_without_a_value_fits_no_plan() -> None:
    complete = Unset()
    object.__setattr__(complete, "later", 1)
    for start in (0, "a"):
        assert not fits(plan_for(start, complete), start, Unset())
        with pytest.raises(CannotCompile, match=r"Unset\.later has no value; give it one"):
            Unset().search(start, engine="compiled")
    with pytest.raises(CannotCompile, match=r"Unset\.later has no value"):
        Still((Unset(), Unset())).search(0, engine="compiled")
    assert not fits(plan_for(0, Still((complete,))), 0, Still((Unset(),)))
