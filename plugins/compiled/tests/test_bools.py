"""Bools that meet ints or floats in a variable: what tells them apart is refused, and all else is Python's."""

from __future__ import annotations

import pytest
from numba.core.errors import NumbaError
from pieces import function_of, in_machine_code, outcome


def choose(a: int, b: int) -> int:
    if a > 1:
        return True
    return b


def told(x: int) -> int:
    return 1 if isinstance(x, bool) else 2


def by_a_helper(a: int, b: int) -> int:
    return 1 if isinstance(choose(a, b), bool) else 2


def in_a_helper(a: int, b: int) -> int:
    x = True if a > 1 else b
    return told(x)


def in_a_list(a: int, b: int) -> str:
    items = [1, 2]
    items.append(a > 1)
    return str(items[2])


def in_a_loop(a: int, b: int) -> int:
    found = 0
    x = b
    for each in range(a):
        found += 1 if x is True else 2
        x = each > 1
    return found


def in_a_branch(a: int, b: int) -> str:
    x = b
    if a > 1:
        x = b > 2
    return f"{x}"


def in_a_float(a: int, b: int) -> float:
    x = 0.5
    if a > 1:
        x = b > 2
    return x * 2


def counts(a: int, b: int) -> int:
    found = False
    total = 0
    for each in range(b):
        total += each > 1
    if b > 1:
        total = a > 1
    if total > 2:
        found = b
    return total * 2 + choose(a, b) + (3 if found else 4)


REFUSED = (by_a_helper, in_a_helper, in_a_list, in_a_loop, in_a_branch, in_a_float)
QUESTIONS = ("isinstance(x, bool)", "isinstance(x, int)", "x is True", "x is not False", "str(x)", "f'{x}'", "repr(x)")


@pytest.mark.parametrize("function", REFUSED, ids=lambda function: str(function.__name__))
def test_what_tells_a_bool_from_a_number_is_refused(function: object) -> None:
    with pytest.raises(NumbaError, match="bool"):
        in_machine_code(function, 1, 1, numpy=False)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", QUESTIONS)
def test_questions_that_tell_a_bool_from_a_number_are_right_or_refused(text: str) -> None:
    asked = function_of(f"(lambda x: {text})(b if a > 0 else b > 2)")
    try:
        compiled = in_machine_code(asked, 1, 1, numpy=False)
    except NumbaError:
        return
    for a, b in ((0, 1), (0, 3), (1, 1), (1, 3)):
        assert outcome(compiled, a, b) in (None, outcome(asked, a, b))


def test_bools_count_as_ints() -> None:
    compiled = in_machine_code(counts, 1, 1, numpy=False)
    for a, b in ((0, 1), (2, 3), (1, 0), (2, 0)):
        assert outcome(compiled, a, b) == outcome(counts, a, b)
