"""The kinds of what machine code of Numba's keeps in arrays."""

from __future__ import annotations

from numba.core import types

from genastar_compiled.compiler.kinds import BOOL, Complex, Kind, Maybe, Member, Real, Record, Tuple, Whole
from genastar_compiled.data.shape import dtype_of
from genastar_compiled.data.values.values import Instance


def kept_kind_of(kind: types.Type) -> Kind:
    """Return the kind of what an array keeps.

    Raises:
        TypeError: the type is not made of numbers.
    """
    dtype_of(kind)  # which says better what is wrong
    return kind_of(kind)


def kind_of(kind: types.Type) -> Kind:
    """Return the kind of values of a Numba type.

    Raises:
        TypeError: the type is not made of numbers.
    """
    match kind:
        case types.Boolean():
            return BOOL
        case types.Integer():
            return Whole(kind.bitwidth, kind.signed)
        case types.Float():
            return Real(kind.bitwidth)
        case types.Complex():
            return Complex(kind.bitwidth)
        case types.EnumMember():
            return Member(kind.instance_class, kind_of(kind.dtype))
        case types.Optional():
            return Maybe(kind_of(kind.type))
        case types.BaseNamedTuple():
            return Tuple(tuple(map(kind_of, kind.types)), kind.instance_class)
        case types.BaseTuple():
            return Tuple(tuple(map(kind_of, kind.types)))
        case Instance():
            return Record(kind.cls, tuple(kind.fields), tuple(map(kind_of, kind.fields.values())))
    raise TypeError(f"{kind} is not made of numbers")
