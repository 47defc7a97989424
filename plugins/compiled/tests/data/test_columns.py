"""Values are read from memory as their classes make them, one by one or many at once."""

from __future__ import annotations

import attrs
import numpy as np
import pytest
from attrs import define, frozen

from genastar import Cost
from genastar_compiled.compiler.kinds import BOOL, FLOAT, INT, Kind, Record, Tuple, dtype_of
from genastar_compiled.data.columns import Column, reader_of


@frozen
class Place:
    x: int
    y: int


class Named(Place):
    """A plain class on top."""


@frozen
class Mixed:
    x: int
    height: float
    lit: bool = True


@frozen(slots=False)
class Loose:
    x: int


@frozen
class Counted:
    x: int
    made = 0

    def __attrs_post_init__(self) -> None:
        type(self).made += 1


@define
class Checked:
    x: int = attrs.field(converter=lambda x: x + 1000)


@frozen(cache_hash=True)
class Hashed:
    x: int
    y: int


KINDS: list[Kind] = [
    Record(Place, ("x", "y"), (INT, INT)),
    Record(Named, ("x", "y"), (INT, INT)),
    Record(Mixed, ("x", "height", "lit"), (INT, FLOAT, BOOL)),
    Record(Loose, ("x",), (INT,)),
    Record(Counted, ("x",), (INT,)),
    Record(Checked, ("x",), (INT,)),
    Record(Hashed, ("x", "y"), (INT, INT)),
    Record(Cost, ("total", "travelled", "left"), (FLOAT, FLOAT, FLOAT)),
    Tuple((INT, INT, INT)),
    Tuple((INT, FLOAT)),
    INT,
]


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_many_are_as_one(kind: Kind) -> None:
    array = np.zeros(40, dtype_of(kind))
    for name in array.dtype.names or ():
        array[name] = np.arange(40) % 7
    column = Column(reader_of(kind), array)
    each = [column.one(at) for at in range(40)]
    for start, stop in ((0, 40), (3, 40), (5, 8), (9, 9)):
        many = column.many(start, stop)
        assert list(map(repr, many)) == list(map(repr, each[start:stop]))
        assert many == each[start:stop]
    for count in (0, 1, 16, 17, 40):
        assert column.backwards(count) == tuple(each[:count][::-1])


def test_no_code_of_a_class_runs_again() -> None:
    kind = Record(Counted, ("x",), (INT,))
    before = Counted.made
    Column(reader_of(kind), np.zeros(40, dtype_of(kind))).many(0, 40)
    assert Counted.made == before
    kind = Record(Checked, ("x",), (INT,))
    assert Column(reader_of(kind), np.zeros(1, dtype_of(kind))).one(0).x == 0
