"""What numpy might round otherwise than machine code does is refused; methods of a class may have the names of numpy's."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from both_speeds import search_both
from telling import telling
from walks import refusal

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("refuses_at_once")]

WIDE = np.random.default_rng(1).random(300)


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


def test_methods_with_the_names_of_numpys(tmp_path: Path) -> None:
    search_both(telling(OF_CLASSES, tmp_path, bag=Bag()), 0)


REFUSED = {
    "np.exp(self.a[n])": "a call of numpy.exp; write it with + - * / and loops",
    "np.linalg.norm(self.a)": "a call of numpy.linalg.norm",
    "np.dot(self.a, self.a)": "a call of numpy.dot",
    "np.arange(0.1, 2.0, 0.3)[1]": "a call of numpy.arange",
    "np.sum(self.a)": "a call of numpy.sum",
    "(self.a**3).max()": "the operator ** of array of float64 and int",
    "self.a @ self.a": "the operator @ of array of float64 and array of float64",
    "self.a.sum()": "the attribute sum of an array; write it with + - * / and loops",
    "self.a.mean()": "the attribute mean of an array",
    "complex(n, 1).real": "a call of complex; write ints of a smaller unit, or floats",
    "hasattr(n, 'other')": "a call of hasattr",
    "getattr(self, 'other', 7)": "a call of getattr; name what is asked for",
}


@pytest.mark.parametrize("expression", REFUSED)
def test_other_digits_are_refused(expression: str, tmp_path: Path) -> None:
    says = f"Telling.add_neighbours (solver_of_a_row.py, line 37): {REFUSED[expression]}"
    assert says in refusal(telling((expression,), tmp_path, a=WIDE), 0)
