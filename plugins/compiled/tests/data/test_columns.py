"""Values are read from memory as their classes make them, one by one or many at once."""

from __future__ import annotations

import attrs
import numpy as np
import pytest
from attrs import define, frozen
from numba.core import types

from genastar import Cost
from genastar_compiled.data.columns import Column, reader_of
from genastar_compiled.data.readers import kind_of
from genastar_compiled.data.shape import dtype_of
from genastar_compiled.data.values import Instance

WORD, DOUBLE = types.int64, types.float64


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


KINDS: list[types.Type] = [
    Instance(Place, {"x": WORD, "y": WORD}),
    Instance(Named, {"x": WORD, "y": WORD}),
    Instance(Mixed, {"x": WORD, "height": DOUBLE, "lit": types.boolean}),
    Instance(Loose, {"x": WORD}),
    Instance(Counted, {"x": WORD}),
    Instance(Checked, {"x": WORD}),
    Instance(Hashed, {"x": WORD, "y": WORD}),
    Instance(Cost, {"total": DOUBLE, "travelled": DOUBLE, "left": DOUBLE}),
    types.UniTuple(WORD, 3),
    types.Tuple((WORD, DOUBLE)),
    WORD,
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.cls.__name__ if isinstance(kind, Instance) else str(kind))
def test_many_are_as_one(kind: types.Type) -> None:
    array = np.zeros(40, dtype_of(kind))
    for name in array.dtype.names or ():
        array[name] = np.arange(40) % 7
    column = Column(reader_of(kind_of(kind)), array)
    each = [column.one(at) for at in range(40)]
    for start, stop in ((0, 40), (3, 40), (5, 8), (9, 9)):
        many = column.many(start, stop)
        assert list(map(repr, many)) == list(map(repr, each[start:stop]))
        assert many == each[start:stop]
    for count in (0, 1, 16, 17, 40):
        assert column.backwards(count) == tuple(each[:count][::-1])


def test_no_code_of_a_class_runs_again() -> None:
    kind = Instance(Counted, {"x": WORD})
    before = Counted.made
    Column(reader_of(kind_of(kind)), np.zeros(40, dtype_of(kind))).many(0, 40)
    assert Counted.made == before
    kind = Instance(Checked, {"x": WORD})
    assert Column(reader_of(kind_of(kind)), np.zeros(1, dtype_of(kind))).one(0).x == 0
