"""Values that are no positions: every domain refuses them in one line, as a start and as a goal."""

from __future__ import annotations

import math
from typing import Any

import pytest

from genastar import BadInput
from genastar.worlds.domain_registry import find_domain, list_domains

NO_POSITIONS: list[Any] = [
    "a",
    b"x",
    3.5,
    math.nan,
    object(),
    ("a", "b"),
    {"x": 1},
    tuple(range(7)),
    10**30,
    (10**30, 0),
    (-(10**30), 0, 0),
]


@pytest.mark.parametrize("value", NO_POSITIONS, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("domain", [name for name, row in list_domains().items() if row.info is not None])
def test_what_is_no_position_is_refused(domain: str, value: Any) -> None:
    example = next(iter(find_domain(domain).examples()))
    for ask in (lambda: example.domain.search(value, example.goals), lambda: example.domain.search(example.start, [value])):
        with pytest.raises(BadInput) as refused:
            ask()
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize("domain", [name for name, row in list_domains().items() if row.info is not None])
def test_a_goal_without_a_list_is_refused_with_the_right_form(domain: str) -> None:
    """A position that is a tuple or a list looks like several goals."""
    example = next(example for example in find_domain(domain).examples() if example.goals)
    goal: Any = example.goals[0]
    forms = (goal, list(goal)) if isinstance(goal, tuple) else (goal,)
    for given in forms:
        for ask in (
            lambda given=given: example.domain.search(example.start, given),
            lambda given=given: list(example.domain.results(example.start, given)),
            lambda given=given: example.domain.search_many([example.start, example.start], [example.goals, given]),
        ):
            with pytest.raises(
                BadInput, match=r"is one position; give goals in a list, such as \[|or a tuple, such as \[goal\]"
            ):
                ask()
