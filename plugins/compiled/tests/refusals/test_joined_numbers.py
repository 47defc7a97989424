"""Numbers that would become others, among those of another container or as a default, are refused."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from both_speeds import write_module
from numba.core.errors import LoweringError, TypingError
from pieces import in_machine_code, outcome

HEAD = """
from itertools import chain

from attrs import frozen

PRICES = {1: 2.5, 3: 4.0}
COUNTS = {1: 2, 3: 4}
STEPS = [1.5, 2.5]


@frozen
class P:
    a: float
    b: int


"""


REFUSED = {
    r"a list or dictionary of .* is given|a list or tuple of .* are added": (
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
    ),
    r"a default is .*, and what is found .*; write float": (
        "return {1: (n, 3)}.get(n, (0.5, 1))[0]",
        "d = {1: (0.5, 3)}\nreturn d.pop(n, (n, 1))[0]",
        "return next(iter([(n, 3)]), (0.5, 1))[0]",
    ),
    "ints and floats come from one iterator": (
        "return [x for x in chain([n], [0.5])][0]",
        "return [x for x in chain([(0.5, 1)], [(n, 1)])][0]",
    ),
    "a record is looked up among records whose fields have other types": (
        "return {P(n, 1): 1}.get(P(n * 0.5, 1), 7)",
        "return [P(n, 1)].index(P(n * 1.0, 1))",
    ),
    "a dictionary that begins empty is given values of the types": ("d = {}\nd[1] = {n: 1}\nd[2] = {2: 2.5}\nreturn d[2][2]",),
}


@pytest.mark.long
@pytest.mark.parametrize(("says", "body"), [(says, body) for says, bodies in REFUSED.items() for body in bodies])
def test_no_number_becomes_another(says: str, body: str, tmp_path: Path) -> None:
    function = write_module(f"{HEAD}def f(n):\n{indent(body, '    ')}\n", tmp_path).f
    with pytest.raises((TypingError, LoweringError), match=says):
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
    function = write_module(HEAD + SAME, tmp_path).f
    compiled = in_machine_code(function, 1, numpy=False)
    for n in range(5):
        assert outcome(compiled, n) == outcome(function, n)
