"""Expressions in machine code give what Python gives, to the last bit and to the type, or are refused."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest
from calling import compiled, function_of
from expressions import FLOATS, INTS, expressions
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.failures.refusal import Refusal

EXAMPLES = int(os.environ.get("GENASTAR_RANDOM_EXPRESSIONS", "10"))
ints = st.sampled_from(INTS) | st.integers(-(2**63), 2**63 - 1) | st.integers(-20, 20)
floats = st.sampled_from(FLOATS) | st.floats(width=64) | st.integers(-20, 20).map(float)
ARGUMENTS = "a, b, x, y, p, q"
Values = tuple[int, int, float, float, bool, bool]
values: st.SearchStrategy[Values] = st.tuples(ints, ints, floats, floats, st.booleans(), st.booleans())


def outcome(function: Any, given: tuple[Any, ...]) -> Any:
    try:
        return function(*given)
    except Exception as error:
        return error


def agree(text: str, given: list[Values]) -> bool:
    """Hold an expression against Python; return whether it was compiled."""
    function = function_of(f"def f({ARGUMENTS}):\n    return {text}\n")
    try:
        machine = compiled(function, *given[0])
    except NotCovered:
        return False
    for each in given:
        found, expected = outcome(machine, each), outcome(function, each)
        if isinstance(found, Refusal):
            continue
        if isinstance(expected, Exception):
            assert isinstance(found, Exception), f"{text} of {each}: {found!r} where Python raises {expected!r}"
        else:
            assert repr(found) == repr(expected), f"{text} of {each}: {found!r} where Python gives {expected!r}"
    return True


@pytest.mark.parametrize("kind", ["int", "float", "bool"])
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_expressions(kind: str, data: st.DataObject) -> None:
    agree(data.draw(expressions(2)[kind]), data.draw(st.lists(values, min_size=6, max_size=6)))


CASES = {
    "an int of 64 bits": "a + b",
    "a negative modulo": "a % b",
    "a floor division": "a // b",
    "a quotient of ints": "a / b",
    "a float modulo": "x % y",
    "a float floor division": "x // y",
    "a mixed comparison": "(a < x, a <= x, a == x, a != x, a > x, a >= x)",
    "a mixed comparison, turned": "(x < a, x <= a, x == a, x != a, x > a, x >= a)",
    "the least int": "(-a, abs(a), a * -1, a // -1, a % -1)",
    "shifts": "(a << (b & 127), a >> (b & 127))",
    "bools count": "(p + q, p * 3, -p, p & q, p | a, p == a, p < x)",
    "and, or": "((a and b), (a or b), (x or y), (p and q))",
    "a float as an int": "(int(x), math.floor(y), math.ceil(x))",
    "decimals": "(round(x, 2), round(y, 5), round(x / 8, 0), round(a, 3))",
    "logarithms": "(math.log(x), math.log2(x), math.log10(x), math.log(x, y))",
    "roots": "math.sqrt(x)",
    "floats of texts": "(x + float('inf'), float('-1.5') * y, float(' nan '), float('1e400'))",
    "powers": "(x ** 2, x ** y, a ** 0.5, x ** a, x ** -1)",
}


@pytest.mark.parametrize("name", CASES)
def test_each_operator(name: str) -> None:
    text = CASES[name]
    function = function_of(f"def f({ARGUMENTS}):\n    return {text}\n")
    machine = compiled(function, 1, 1, 1.0, 1.0, True, True)

    @settings(max_examples=EXAMPLES, deadline=None)
    @given(st.lists(values, min_size=20, max_size=20))
    def check(given_values: list[Values]) -> None:
        for each in given_values:
            found, expected = outcome(machine, each), outcome(function, each)
            if not isinstance(found, Refusal):
                assert isinstance(found, Exception) == isinstance(expected, Exception), (text, each, found, expected)
                assert isinstance(found, Exception) or repr(found) == repr(expected), (text, each)

    check()


OF_NUMPY = {
    "a comparison of numpy's, inverted": "5 if ~(table[a % 4] > 3) else 7",
    "a chain": "1 if 0 <= table[a % 4] <= b else 2",
    "a sum of comparisons": "int(table[a % 4] > 3) + (table[b % 4] == 2 and 4)",
    "a narrow number": "int(small[a % 4] + 1) * 3 - int(small[b % 4] // 2)",
    "a number as an index": "int(table[small[a % 4] % 4])",
    "a quotient": "float(table[a % 4] / 4)",
    "a float": "float(real[a % 4] * 2 + 1)",
    "a mask": "1 if mask[a % 4] and not mask[b % 4] else 2",
    "an inverted mask": "1 if ~mask[a % 4] else 2",
    "numbers as Python's": "(table[a % 4].item() // 3, small[b % 4].item() * 400, real[a % 4].item(), mask[a % 4].item())",
    "a number on one way, and Python's on another": "float((table[a % 4] if b > 2 else 7) * 2)",
    "the largest of a number and Python's": "float(max(2.5, real[b % 4] * 0.5))",
    "indices from 0 up": "int(table[np.uint64(1) ^ np.uint64(a)])",
    "numbers from 0 up": "int((np.uint64(a) + np.uint64(2)) * np.uint64(3) - np.uint64(b))",
    "their order": "bool(np.uint64(a) < np.uint64(table[b % 4]))",
    "a range of these": "sum(i for i in range(np.uint64(a), np.uint64(table[1])))",
    "a number cut off": "int(np.int8(table[b % 4] * 100))",
    "a difference below 0": "int(np.uint64(a) - np.uint64(b))",
}


@pytest.mark.parametrize("name", OF_NUMPY)
def test_numbers_of_numpy(name: str) -> None:
    arrays = (
        np.array([1, 5, -3, 4]),
        np.array([1, 127, -3, -128], np.int8),
        np.array([0.5, 1e300, -0.0, 3]),
        np.eye(2, dtype=bool).ravel(),
    )
    function = function_of(f"def f(a, b, table, small, real, mask):\n    return {OF_NUMPY[name]}\n", np=np)
    try:
        machine = compiled(function, 1, 1, *arrays)
    except NotCovered:
        return
    for a in range(4):
        for b in range(4):
            found, expected = outcome(machine, (a, b, *arrays)), outcome(function, (a, b, *arrays))
            assert isinstance(found, Refusal) or repr(found) == repr(expected), (OF_NUMPY[name], a, b)


def test_a_list_makes_all_of_its_items() -> None:
    function = function_of("def f(a):\n    return any([6 // i > a for i in range(2, -1, -1)])\n")
    machine = compiled(function, 1)
    assert isinstance(outcome(machine, (1,)), ZeroDivisionError)
    lazy = compiled(function_of("def f(a):\n    return any(6 // i > a for i in range(2, -1, -1))\n"), 1)
    assert lazy(1) is True
