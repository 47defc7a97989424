"""One meaning: operators and functions that compile do what Python's do, or are refused in one line."""

from __future__ import annotations

import heapq
import math

import numpy as np
import pytest
from numba.core.errors import NumbaError
from pieces import function_of, in_machine_code, outcome

pytestmark = pytest.mark.long


INTS = (0, 1, 2, 3, -1, -2, 7, 62, 63, 64, 2**31, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))
FLOATS = (0.0, -0.0, 1.0, 0.5, -1.5, 2.5, 3.0, 2.0**53, 1e300, math.inf, -math.inf, math.nan)
BINARY = ("+", "-", "*", "//", "%", "/", "<<", ">>", "&", "|", "^", "**", "<", "<=", "==", "!=")


@pytest.mark.parametrize("numpy", [False, True])
@pytest.mark.parametrize("sign", BINARY)
@pytest.mark.parametrize("kinds", ["ii", "if", "fi", "ff", "bi", "bb"])
def test_operators_are_pythons(sign: str, kinds: str, numpy: bool) -> None:
    if "f" in kinds and sign in ("<<", ">>", "&", "|", "^"):
        return
    values = {"i": INTS, "f": FLOATS, "b": (False, True)}
    asked = function_of(f"a {sign} b")
    try:
        made = in_machine_code(asked, *(values[kind][0] for kind in kinds), numpy=numpy)
    except NumbaError:
        assert kinds == "bb"
        assert numpy
        return
    refused = 0
    for a in values[kinds[0]]:
        for b in values[kinds[1]]:
            if sign in ("<<", "**") and abs(b) > 2**31 and abs(a) > 1:  # Python would fill the memory
                continue
            found = outcome(made, a, b)
            if found is None:
                refused += 1
                continue
            wanted = outcome(asked, a, b)
            assert found == wanted or (kinds == "bb" and eval(str(found)) == eval(str(wanted))), (a, sign, b)
    if sign in ("+", "-", "<", "==") and kinds == "ff":
        assert not refused


@pytest.mark.parametrize(
    "text",
    [
        *(f"math.{name}(a)" for name in ("sqrt", "log", "log2", "log10", "log1p", "exp", "expm1", "sin", "cos", "tan", "asin")),
        *(
            f"math.{name}(a)"
            for name in ("acos", "atanh", "acosh", "cosh", "sinh", "floor", "ceil", "trunc", "fabs", "radians")
        ),
        *(
            "int(a)",
            "float(a)",
            "round(a)",
            "round(a, 2)",
            "abs(a)",
            "-a",
            "a ** 2",
            "a ** 3",
            "a ** 0.5",
            "math.hypot(a, 0.3)",
            "math.log(a, 2)",
            "math.log(3.5, a)",
            "float(a).is_integer() + 1",
        ),
        *("math.ldexp(a, 1020)", "math.ldexp(0.75, int(a))"),
        *("divmod(a, 3)", "max(a, 1.5)", "min(a, 1.5)", "math.pow(a, 0.5)", "math.pow(a, -1)", "sum([a, 0.1, 0.2])"),
    ],
)
def test_functions_are_pythons(text: str) -> None:
    asked = function_of(text, "a")
    for values in (FLOATS, INTS):
        made = in_machine_code(asked, values[1], numpy=False)
        found = [outcome(made, value) for value in values]
        assert [each for each in found if each is not None]
        for value, each in zip(values, found, strict=True):
            number = None if each is None or not isinstance(each, str) else float(each) if "(" not in each else each
            wanted = outcome(asked, value)
            if number is None:
                assert each is None or each == wanted, (text, value)
            else:
                assert isinstance(wanted, str), (text, value)
                assert repr(number) == repr(float(wanted) if "(" not in wanted else wanted), (text, value)


def test_hypot_is_pythons_to_the_last_bit() -> None:
    asked = function_of("math.hypot(a, b)")
    made = in_machine_code(asked, 1.0, 1.0)
    random = np.random.default_rng(1)
    for a, b in random.normal(size=(20_000, 2)) * 10.0 ** random.integers(-5, 5, size=(20_000, 1)):
        assert made(float(a), float(b)) == asked(float(a), float(b))


NARROW = (np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32)


@pytest.mark.parametrize("kind", NARROW)
def test_narrow_ints_are_numpys(kind: type[np.generic]) -> None:
    limits = np.iinfo(kind)
    array = np.array([0, 1, 3, limits.max, limits.min, limits.max // 2], kind)
    for sign in ("+", "-", "*", "//", "%", "&", ">>", "<"):
        for other in ("array[b]", "3", "number"):
            asked = function_of(f"array[a] {sign} {other}", "array, a, b, number")
            made = in_machine_code(asked, array, 0, 0, 0)
            for a in range(len(array)):
                for b in range(len(array)):
                    for number in (2, 300) if other == "number" else (0,):
                        found = outcome(made, array, a, b, number)
                        if found is not None:
                            wanted = outcome(asked, array, a, b, number)
                            assert found == wanted, (sign, array[a], array[b])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("array[0] + 0.5", np.float32(1)),
        ("array[0] + a", np.uint64(1)),
        ("array[0] + 300", np.uint8(1)),
        ("~array[0]", np.uint8(1)),
        ("~array[0]", np.bool_(True)),
        ("array[0] - array[0]", np.bool_(True)),
        ("array[0] if a else 5", np.uint8(1)),
        ("[array[0], 5]", np.uint8(1)),
        ("max(array[0], 5)", np.uint8(1)),
        ("a & 0xFFFFFFFFFFFFFFFF", np.uint8(1)),
    ],
)
def test_what_numpy_and_python_would_answer_otherwise_is_refused(text: str, value: np.generic) -> None:
    with pytest.raises(NumbaError):
        in_machine_code(function_of(text, "array, a"), np.array([value]), 1)


@pytest.mark.parametrize(
    "text",
    [
        "[each for each in {a, 1}]",
        "list({a, 1})",
        "tuple({a, 1})",
        "{a, 1}.pop()",
        "sum({float(a), 0.1})",
        "[place for place, each in enumerate({a, 1})]",
    ],
)
def test_the_order_of_a_set_is_refused(text: str) -> None:
    with pytest.raises(NumbaError):
        in_machine_code(function_of(text, "a"), 1)


def by_remainder(count: int) -> tuple[list[int], list[int], list[int]]:
    numbers = [each * each * 7 % 31 for each in range(count)]
    three = sorted(numbers, key=lambda each: each % 3)
    falling = sorted(numbers, key=lambda each: each % 3, reverse=True)
    numbers.sort(key=lambda each: -(each % 5))
    return three, falling, numbers


def first_and_last(count: int) -> tuple[list[int], list[float], list[int]]:
    numbers = [each * each * 7 % 31 for each in range(count)]
    zeros = [0.0, -0.0, -1.0]
    return heapq.nsmallest(count - 2, numbers), heapq.nlargest(3, zeros), heapq.nlargest(1, numbers)


def walking(number: int) -> list[int]:
    table = {number: 1, 5: 2, 9: 3}
    del table[5]
    table[5] = 4
    table[number] = 7
    table.popitem()
    table[1] = 1
    return [*table.keys(), *sorted({number, 3, 1}), len({number, 3}), sum({number, 3}), max({number, 3})]


def test_sorting_is_stable_and_dictionaries_keep_their_order() -> None:
    for count in (0, 1, 2, 50):
        assert by_remainder(count) == in_machine_code(by_remainder, count)(count)
        assert repr(first_and_last(count)) == repr(in_machine_code(first_and_last, count)(count))
    assert walking(4) == in_machine_code(walking, 4)(4)


def unbound(count: int) -> int:
    for number in range(count):
        last = number
    return last


def test_a_local_that_is_not_bound() -> None:
    made = in_machine_code(unbound, 1)
    assert made(3) == 2
    with pytest.raises(UnboundLocalError, match="last"):
        made(0)


def deleted(count: int) -> int:
    kept = total = count
    for number in range(count):
        total += kept
        if number == 2:
            del kept
        elif number > 2:
            kept = 5
    del total
    total = count
    return total + kept


def test_a_local_that_is_deleted() -> None:
    made = in_machine_code(deleted, 1)
    assert [made(count) for count in (0, 1, 2)] == [deleted(count) for count in (0, 1, 2)]
    for count in (3, 5):
        with pytest.raises(UnboundLocalError, match="kept"):
            made(count)


def deleted_at_last(number: int) -> int:
    for last in (1, 2, 3):
        if last == number:
            del last
    return last


def test_a_local_that_is_deleted_in_the_last_round() -> None:
    made = in_machine_code(deleted_at_last, 1)
    assert [made(number) for number in (1, 2, 4)] == [3, 3, 3]
    with pytest.raises(UnboundLocalError, match="'last'"):
        made(3)


def test_an_int_that_is_made_a_float_is_rounded() -> None:
    compiled = in_machine_code(function_of("float(a) + b"), 1, 0.0)
    for number in (7, 2**53 + 1, 2**63 - 1, -(2**63)):
        assert outcome(compiled, number, 0.0) == repr(float(number))


def of_other_kinds(n: int) -> tuple[object, ...]:
    pair = (n, "a")
    return (
        *(n == "a", n != "a", (n, 1) == 5, (n,) != n, 1.5 == "x", True == (1,), n == None, (n,) != None),  # noqa: E711
        *(pair == ("a", n), pair != (n, "b"), (n, (1, 2)) == (n, 3), (n, 2.5) == (n, "b"), (n, None) == (n, n), n in pair),
    )


def test_values_of_other_kinds_are_unequal() -> None:
    made = in_machine_code(of_other_kinds, 1, numpy=False)
    assert [outcome(made, n) for n in range(3)] == [outcome(of_other_kinds, n) for n in range(3)]
