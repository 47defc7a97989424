"""Floats and complex numbers have the same last digits at both speeds, or a refusal; ``hasattr`` has Python's answers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from both_speeds import search_both, write_module
from telling import telling
from walks import refusal

from genastar import Cost

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]

DRAWN = np.random.default_rng(1)
BEGIN: Cost[float] = Cost(0.0, 0.0, 0.0)
WIDE, SQUARE = DRAWN.random(300), DRAWN.random((40, 30))


def test_sums_add_as_numpy_does(tmp_path: Path) -> None:
    named = ("self.a.mean()", "np.std(self.a[::-1])", "self.a[: n + 3].var()", "self.a[:, None].sum()", "self.a[::3].sum()")
    several = ("np.sum(self.f)", "self.f.T.var()", "self.f[:, n].sum()", "np.mean(self.f[n])", "(self.a**2).sum()")
    whole = ("self.k.std()", "np.var(self.k)", "self.k.mean()", "(self.k > 40).sum()", "self.k.reshape(6, 50).sum(axis=0)[n]")
    exact = ("self.a[:0].sum()", "np.cumsum(self.a)[-1]", "np.median(self.a)", "self.a.max()", "self.a[:9].prod()")
    lines = tuple(f"{each} * 1e13" for each in (*named, *several, *whole, *exact))
    search_both(telling(lines, tmp_path, a=WIDE, f=SQUARE, k=(WIDE * 100).astype(np.int64)), 0)


def test_sums_of_halves_add_as_numpy_does(tmp_path: Path) -> None:
    lines = tuple(f"float(self.h[::2].{name}()) * 1e7" for name in ("sum", "mean", "std"))
    search_both(telling(lines, tmp_path, h=WIDE.astype(np.float32)), 0)


class Bag:
    """A class whose methods have the names of numpy's."""

    def __init__(self) -> None:
        self.weight = 3

    def sum(self, x: int, *, by: int = 2) -> int:
        return self.weight * x * by

    def mean(self, x: int = 4, by: int = 1) -> int:
        return self.weight + x * by

    def dot(self, x: float) -> float:
        return x * 2.5


OF_CLASSES = "self.bag.sum(n, by=3)", "self.bag.mean(by=n)", "self.bag.mean()", "self.bag.dot(2.5) * 2"
ASKED = (
    *("hasattr(math, 'sqrt')", "hasattr(math, 'cube')", "hasattr(Ground, 'LAKE')", "hasattr(Ground, 'SEA')"),
    *("hasattr(ground, 'value')", "hasattr(is_whole, '__name__')", "hasattr(n, 'real')", "hasattr(n, 'append')"),
    *("hasattr(self.pair, 'index')", "hasattr(self.pair, 'append')", "hasattr([n], 'append')", "hasattr({n: 1}, 'keys')"),
    *("hasattr(self.bag, 'weight')", "hasattr(self.bag, 'mean')", "hasattr(self.bag, 'other')", "hasattr('a', 'split')"),
    *("n.other if hasattr(n, 'other') else 3", "hasattr(None, 'real')", "hasattr(TABLE, 'shape')", "hasattr(n / 2, 'hex')"),
    *("callable(is_whole)", "callable(Ground)", "callable(math)"),
)


def test_hasattr_answers_as_python(tmp_path: Path) -> None:
    search_both(telling((*ASKED, *OF_CLASSES), tmp_path, pair=(1, 2), bag=Bag()), 0)


REFUSED = {
    "np.exp(self.a[n])": "np.exp of numpy may give another last digit in machine code; write math.exp",
    "np.arctan2(n, 2.0)": "write math.atan2",
    "np.power(self.a, 3).max()": "np.power of numpy may give another last digit",
    "(self.a**3).max()": "** of an array of floats may give another last digit",
    "self.f.sum(axis=0)[n]": "np.array([row.sum() for row in array])",
    "self.f[1:, 1:].mean()": "write np.ascontiguousarray(...) around it",
    "np.linalg.norm(self.a)": "write math.hypot of the differences",
    "self.a @ self.a": "write (a * b).sum()",
    "np.dot(self.a, self.a)": "write (a * b).sum()",
    "np.nansum(self.a)": "write a loop that computes it",
    "np.percentile(self.a, 30)": "write a loop that computes it",
    "np.arange(0.1, 2.0, 0.3)[1]": "write np.array([first + step * i for i in range(count)])",
    "(complex(n, 1) ** 0.5).real": "a power of a complex number other than an int",
    "(complex(n, 1) / (1 + 2j)).real": "complex numbers are divided",
    "hasattr(n, chr(n + 97))": "hasattr() is asked of a value, or for a name",
    "getattr(self, 'other', 7)": "getattr() looks an attribute up by a text",
}


@pytest.mark.parametrize("expression", REFUSED)
def test_other_digits_are_refused(expression: str, tmp_path: Path) -> None:
    assert REFUSED[expression] in refusal(telling((expression,), tmp_path, a=WIDE, f=SQUARE), 0)


COMPLEX = """
import cmath

from attrs import frozen

from genastar import AStar, Cost


@frozen
class Turning(AStar[int, Cost[float]]):
    def add_neighbours(self, node, open_list):
        n = node.position
        z = complex(n, n - 2) if n else 1j
        told = abs((1j**n).real) + abs(z ** (n - 3)) + abs(z * z / (z + 5)) + (z**2).imag + pow(z, 3).real + (z**-3).real
        told += cmath.exp(z).real + cmath.sqrt(z).imag + cmath.phase(z) + cmath.rect(n, 1.5).imag + cmath.sin(z).real
        told += cmath.polar(z)[0] + cmath.cosh(z).imag + abs(z)
        open_list.relax(n + 1, node.cost.travelled + abs(told))

    def is_destination(self, position):
        return position == 6


@frozen
class Log(Turning):
    def estimate(self, position):
        return cmath.log(complex(1, position)).real * 0


@frozen
class Large(AStar[int, Cost[int]]):
    by: int

    def add_neighbours(self, node, open_list):
        open_list.relax(node.position + 1, node.cost.travelled + int(abs(complex(3, 4) ** (node.position * self.by)) > 0))

    def is_destination(self, position):
        return position == 3
"""


def test_complex_numbers(tmp_path: Path) -> None:
    module = write_module(COMPLEX, tmp_path)
    search_both(module.Turning(), 0, BEGIN)
    assert "cmath.log() may give another last digit" in refusal(module.Log(), 0, BEGIN)
    assert "a complex number to a power beyond 99 in Large.add_neighbours" in refusal(module.Large(60), 0)
    search_both(module.Large(30), 0)
