"""One meaning: operators and functions that compile do what Python's do, or are refused in one line."""

from __future__ import annotations

import math

import numpy as np
import pytest
from pieces import function_of, in_machine_code, outcome

from genastar_compiled.compiler.faults import NotCovered

pytestmark = pytest.mark.long


INTS = (0, 1, 2, 3, -1, -2, 7, 62, 63, 64, 2**31, 2**53, 2**53 + 1, 2**62, 2**63 - 1, -(2**63))
FLOATS = (0.0, -0.0, 1.0, 0.5, -1.5, 2.5, 3.0, 2.0**53, 1e300, math.inf, -math.inf, math.nan)
BINARY = ("+", "-", "*", "//", "%", "/", "<<", ">>", "&", "|", "^", "**", "<", "<=", "==", "!=")


@pytest.mark.parametrize("sign", BINARY)
@pytest.mark.parametrize("kinds", ["ii", "if", "fi", "ff", "bi", "bb"])
def test_operators_are_pythons(sign: str, kinds: str) -> None:
    if "f" in kinds and sign in ("<<", ">>", "&", "|", "^"):
        return
    values = {"i": INTS, "f": FLOATS, "b": (False, True)}
    asked = function_of(f"a {sign} b")
    made = in_machine_code(asked, *(values[kind][0] for kind in kinds))
    refused = 0
    for a in values[kinds[0]]:
        for b in values[kinds[1]]:
            if sign in ("<<", "**") and abs(b) > 2**31 and abs(a) > 1:  # Python would fill the memory
                continue
            found = outcome(made, a, b)
            refused += found is None
            assert found is None or found == outcome(asked, a, b), (a, sign, b)
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
        ),
        *("divmod(a, 3)", "max(a, 2.0) / 2", "min(a, 2.0) / 2", "math.pow(a, 0.5)", "math.pow(a, -1)", "math.pow(0.0, a)"),
    ],
)
def test_functions_are_pythons(text: str) -> None:
    asked = function_of(text, "a")
    for values in (FLOATS, INTS):
        made = in_machine_code(asked, values[1])
        found = [outcome(made, value) for value in values]
        assert [each for each in found if each is not None]
        for value, each in zip(values, found, strict=True):
            assert each in (None, outcome(asked, value)), (text, value)


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
            convert = "bool" if sign == "<" else "int"
            asked = function_of(f"{convert}(array[a] {sign} {other})", "array, a, b, number")
            try:
                made = in_machine_code(asked, array, 0, 0, 0)
            except NotCovered:
                assert sign in ("//", "%", ">>")
                continue
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
    with pytest.raises(NotCovered):
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
    with pytest.raises(NotCovered):
        in_machine_code(function_of(text, "a"), 1)


def folded(numbers: list[int]) -> int:
    total = 7
    for each in numbers:
        total = (total * 31 + each) % 1000003
    return total


def by_remainder(count: int) -> tuple[int, ...]:
    numbers = [each * each * 7 % 31 for each in range(count)]
    three = sorted(numbers, key=lambda each: each % 3)
    falling = sorted(numbers, key=lambda each: each % 3, reverse=True)
    numbers.sort(key=lambda each: -(each % 5))
    return folded(three), folded(falling), folded(numbers)


def walking(number: int) -> int:
    table = {number: 1, 5: 2, 9: 3}
    del table[5]
    table[5] = 4
    table[number] = 7
    table[1] = 1
    return folded([*table.keys(), *sorted({number, 3, 1}), len({number, 3}), sum({number, 3}), max({number, 3})])


def test_sorting_is_stable_and_dictionaries_keep_their_order() -> None:
    made = in_machine_code(by_remainder, 2)
    for count in (0, 1, 2, 50):
        assert made(count) == by_remainder(count)
    assert walking(4) == in_machine_code(walking, 4)(4)


def unbound(count: int) -> int:
    for number in range(count):
        last = number
    return last


def deleted(count: int) -> int:
    kept = total = count
    for number in range(count):
        total += kept
        if number == 2:
            del kept
    return total


def test_a_local_that_may_be_unbound() -> None:
    made = in_machine_code(unbound, 1)
    assert [outcome(made, count) for count in range(3)] == [outcome(unbound, count) for count in range(3)]
    with pytest.raises(NotCovered, match=r"deleted \(test_meaning.py, line \d+\): del of something else than an item"):
        in_machine_code(deleted, 1)


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
    made = in_machine_code(of_other_kinds, 1)
    assert [outcome(made, n) for n in range(3)] == [outcome(of_other_kinds, n) for n in range(3)]
