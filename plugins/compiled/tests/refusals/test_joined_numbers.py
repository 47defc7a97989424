"""Ints that would become floats among those of another dictionary or list are refused."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from both_speeds import module_of
from numba.core.errors import LoweringError, TypingError
from pieces import in_machine_code, outcome

HEAD = """
from attrs import frozen

PRICES = {1: 2.5, 3: 4.0}
COUNTS = {1: 2, 3: 4}
STEPS = [1.5, 2.5]


@frozen
class P:
    a: float
    b: int


"""


@pytest.mark.parametrize(
    "body",
    [
        "return (PRICES | {n: n})[n]",
        "return ({n: 2.5} | {n: n})[n]",
        "return (PRICES | COUNTS)[3]",
        "d = dict(PRICES)\nd |= {n: n}\nreturn d[n]",
        "d = {n: 2.5}\nd.update({n: n})\nreturn d[n]",
        "d = {n: 2.5}\nreturn d.setdefault(n + 1, 0)",
        "d = {n: 2}\nd |= {n: 2.5}\nreturn d[n]",
        "return (STEPS + [n])[2]",
        "return {1: (n, 1), 2: (2.5, 1)}[2][0]",
        "return len({(2, n): 1, (2.5, n): 2})",
        "return {1: {n: 1}, 2: {2: 2.5}}[2][2]",
        "d = {1: {n: 1}}\nd[2] = {2: 2.5}\nreturn d[2][2]",
        "return len({True: 1, n: 3})",
        "return {1: n, 2: True}[2]",
        "return len({n > 3: 1} | {n: 2})",
        "return len({P(n, 1): 1} | {P(n * 0.5, 1): 2})",
        "return {1: P(n, 1), 2: P(n * 0.5, 1)}[2].a",
        "d = {n > 3: 1}\nd.update({n: 2})\nreturn len(d)",
        "d = {(n, 1): 1}\nd |= {(n * 0.5, 1): 2}\nreturn len(d)",
    ],
)
def test_an_int_does_not_become_a_float(body: str, tmp_path: Path) -> None:
    function = module_of(f"{HEAD}def f(n):\n{indent(body, '    ')}\n", tmp_path).f
    with pytest.raises(TypingError, match=r"a list or dictionary of .* is given|a list or tuple of .* are added"):
        in_machine_code(function, 1, numpy=False)


@pytest.mark.parametrize(
    "body",
    [
        "return {1: (n, 3)}.get(n, (0.5, 1))[0]",
        "d = {1: (0.5, 3)}\nreturn d.pop(n, (n, 1))[0]",
        "return next(iter([(n, 3)]), (0.5, 1))[0]",
    ],
)
def test_a_default_is_like_what_is_found(body: str, tmp_path: Path) -> None:
    function = module_of(f"{HEAD}def f(n):\n{indent(body, '    ')}\n", tmp_path).f
    with pytest.raises(TypingError, match=r"a default is .*, and what is found .*; write float"):
        in_machine_code(function, 1, numpy=False)


@pytest.mark.parametrize("items", ["[n], [0.5]", "[(0.5, 1)], [(n, 1)]"])
def test_one_iterator_gives_ints_or_floats(items: str, tmp_path: Path) -> None:
    function = module_of(f"import itertools\ndef f(n):\n    return [x for x in itertools.chain({items})][0]\n", tmp_path).f
    with pytest.raises((TypingError, LoweringError), match="ints and floats come from one iterator"):
        in_machine_code(function, 1, numpy=False)


@pytest.mark.parametrize("asked", ["{P(n, 1): 1}.get(P(n * 0.5, 1), 7)", "[P(n, 1)].index(P(n * 1.0, 1))"])
def test_a_record_is_looked_up_among_records_of_its_type(asked: str, tmp_path: Path) -> None:
    function = module_of(f"{HEAD}def f(n):\n    return {asked}\n", tmp_path).f
    with pytest.raises(TypingError, match="a record is looked up among records whose fields have other types"):
        in_machine_code(function, 1, numpy=False)


def test_another_type_does_not_enter_a_dictionary_that_began_empty(tmp_path: Path) -> None:
    body = "d = {}\nd[1] = {n: 1}\nd[2] = {2: 2.5}\nreturn d[2][2]"
    function = module_of(f"def f(n):\n{indent(body, '    ')}\n", tmp_path).f
    with pytest.raises(TypingError, match="a dictionary that begins empty is given values of the types"):
        in_machine_code(function, 1, numpy=False)


SAME = """
def f(n):
    d = PRICES | {n: n * 1.5}
    d |= {n + 1: 0.5}
    d.update({2: 7.5})
    c = COUNTS | {n: n}
    c |= COUNTS
    many = [n, "a"]
    return many[0], d.setdefault(n + 2, 0.0), d[n], d[2], c[n], c.setdefault(n, 0), (STEPS + [n * 0.5])[2], PRICES.get(n, 0)
"""


def test_what_is_of_one_type_is_joined(tmp_path: Path) -> None:
    function = module_of(HEAD + SAME, tmp_path).f
    compiled = in_machine_code(function, 1, numpy=False)
    for n in range(5):
        assert outcome(compiled, n) == outcome(function, n)
