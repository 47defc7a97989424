"""Shapes: how a Python value crosses into machine code and back.

A value is taken apart into leaves (numbers and arrays), which Numba passes on; the rest of it, the classes, tuples
and strings around the leaves, is its shape. Values of one shape share one program.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from genastar import CannotCompile
from genastar_compiled import functions
from genastar_compiled.data.freezing import freeze, freezes
from genastar_compiled.data.records import is_record, names_of
from genastar_compiled.data.values import Instance, maker, numba_type, text

LARGEST = (1 << 63) - 1
_BY_ROWS, _BY_COLUMNS = 0x0001, 0x0002
_LAYOUT = _BY_ROWS | _BY_COLUMNS | 0x0100 | 0x0400
"""Of ``ndarray.flags.num``: C-contiguous, F-contiguous, aligned, writeable (numpy's C API, "Array flags")."""


def layout_mask(array: NDArray[Any]) -> int:
    """Return which flags of an array machine code is made for: one that lies by rows and by columns, as a row does, counts as
    one that lies by rows.
    """
    return _LAYOUT & ~_BY_COLUMNS if array.flags.num & _BY_ROWS else _LAYOUT


HALF = 1 << 31


def fits_half(value: object) -> bool:
    """Whether this is an int of 32 bits: machine code that knows so need not look whether sums of it leave 64."""
    return type(value) is int and -HALF <= value < HALF


def take_apart(value: object, leaves: list[object], halves: bool = False) -> object:
    """Append the leaves of a value to the list, and give its shape: a hashable key. It tells small ints with ``halves``.

    Raises:
        CannotCompile: a field's value has no counterpart in machine code.
        TypeError: the value itself has none.
    """
    kind = type(value)
    if kind is int or kind is float or kind is bool:
        if kind is int and not -LARGEST - 1 <= value <= LARGEST:  # type: ignore[operator]
            raise TypeError(f"{value} is beyond the 64 bits of a machine's integer")
        leaves.append(value)
        return (kind, True) if halves and fits_half(value) else kind
    if isinstance(value, np.ndarray):
        leaves.append(value)
        return value.dtype, value.ndim, value.flags.num & layout_mask(value)
    if isinstance(value, np.generic):
        leaves.append(value)
        return kind, value.dtype
    if freezes(value):
        return kind, take_apart(freeze(value), leaves)
    if kind is tuple:
        return tuple([take_apart(item, leaves, halves) for item in value])  # type: ignore[attr-defined]
    if value is None or kind is str:
        return value
    if isinstance(value, str):
        return kind, str.__str__(value)
    if kind is FunctionType:
        return kind, value
    if is_record(value):
        names = names_of(value)
        return kind, names, *[_field(value, name, leaves, halves) for name in names]
    leaves.append(value)
    return kind, numba_type(value)


def _field(value: object, name: str, leaves: list[object], halves: bool) -> object:
    try:
        return take_apart(getattr(value, name), leaves, halves)
    except TypeError as error:
        raise CannotCompile(f"{type(value).__qualname__}.{name} cannot be compiled: {error}") from error


class Assembly:
    """Writes the Python text that puts a value together again from its leaves."""

    def __init__(self) -> None:
        self.arguments: list[str] = []
        self.types: list[types.Type] = []
        self.scope: dict[str, object] = {}

    def expression(
        self, value: object, replaced: Mapping[str, str] | None = None, within: str = "", halves: bool = False
    ) -> str:
        """Text that makes this value of the arguments that it adds; for fields that are ``replaced``, other text.

        Names of fields inside fields have dots; ``within`` is that of this value, with a dot behind it.
        """
        if freezes(value):
            value = freeze(value)
        if isinstance(value, tuple) and type(value) is tuple:
            inside = ", ".join(self.expression(item, halves=halves) for item in value)
            return f"({inside},)" if value else "()"
        if value is None:
            return "None"
        if isinstance(value, str):
            return f"{self.name('text', text(str.__str__(value)))}()"
        if isinstance(value, FunctionType):
            return self.name("function", functions.translate(value))
        if is_record(value):
            names = names_of(value)
            made = maker(type(value), names)
            fields = []
            for name in names:
                path = f"{within}{name}"
                inside = self.expression(getattr(value, name), replaced, f"{path}.", halves)
                fields.append(replaced[path] if replaced and path in replaced else inside)
            return f"{self.name('make', made)}({', '.join(fields)})"
        self.types.append(numba_type(value))
        self.arguments.append(f"leaf{len(self.arguments)}")
        if halves and fits_half(value):
            return f"small({self.arguments[-1]})"
        return f"borrowed({self.arguments[-1]})" if isinstance(value, np.ndarray) else self.arguments[-1]

    def name(self, stem: str, value: object) -> str:
        """A name in the text's scope for this value."""
        name = f"{stem}{len(self.scope)}"
        self.scope[name] = value
        return name


def dtype_of(kind: types.Type) -> np.dtype[np.generic]:
    """The numpy dtype whose memory looks like a Numba value's.

    Raises:
        TypeError: the type is not made of numbers.
    """
    match kind:
        case types.Boolean():
            return np.dtype(np.uint8)
        case types.Number():
            return np.dtype(str(kind))
        case types.EnumMember():
            return dtype_of(kind.dtype)
        case types.Optional():
            return np.dtype([("data", dtype_of(kind.type)), ("valid", np.uint8)], align=True)
        case types.BaseTuple():
            return np.dtype([(f"f{index}", dtype_of(part)) for index, part in enumerate(kind.types)], align=True)
        case Instance():
            return np.dtype([(name, dtype_of(part)) for name, part in kind.fields.items()], align=True)
    raise TypeError(f"{kind} is not made of numbers")
