"""Shapes: how a Python value crosses into machine code and back.

A value is split into leaves (numbers and arrays), which Numba passes on, and its shape: the classes, tuples and strings around
the leaves. Values of one shape share one program.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

import numpy as np
from numba.core import types

from genastar import CannotCompile
from genastar_compiled.data.containers.freezing import freeze, freezes
from genastar_compiled.data.containers.reading import item_of
from genastar_compiled.data.containers.views import Bag, Table, View
from genastar_compiled.data.leaves import LARGEST, fits_half, layout_mask
from genastar_compiled.data.makers import maker, text
from genastar_compiled.data.packed import PACKED
from genastar_compiled.data.types_of import numba_type
from genastar_compiled.data.values.making import fault_of_reading
from genastar_compiled.data.values.records import fault_of_built_ins, fault_of_tuples, is_record, names_of
from genastar_compiled.data.values.values import Instance
from genastar_compiled.reach import functions


def take_apart(value: object, leaves: list[object], fixed: bool = False) -> object:
    """Append the leaves of a value to the list, and return its shape, a hashable key.

    Of a value that is ``fixed`` during a search, as the solver is, small ints are distinguished, and more is frozen.

    Raises:
        CannotCompile: a field's value is not supported in machine code.
        TypeError: the value itself is not supported.
    """
    kind = type(value)
    if kind is int or kind is float or kind is bool:
        if kind is int and not -LARGEST - 1 <= value <= LARGEST:  # type: ignore[operator]
            raise TypeError(f"{value} is beyond the 64 bits of a machine's integer")
        leaves.append(value)
        return (kind, True) if fixed and fits_half(value) else kind
    if (fault := fault_of_built_ins(kind)) is not None:
        raise TypeError(fault)
    if isinstance(value, (np.ndarray, np.generic)) and (fault := _fault_of_numbers(value.dtype)) is not None:
        raise TypeError(fault)
    if isinstance(value, np.ndarray):
        leaves.append(value)
        return value.dtype, value.ndim, value.flags.num & layout_mask(value)
    if isinstance(value, np.generic):
        leaves.append(value)
        return kind, value.dtype
    if freezes(value, fixed):
        return kind, take_apart(freeze(value), leaves)
    if isinstance(value, tuple):
        fault = None if kind is tuple else fault_of_tuples(kind)
        if fault is not None:
            raise TypeError(fault)
        return kind, tuple([take_apart(item, leaves, fixed) for item in value])
    if value is None or kind is str:
        return value
    if isinstance(value, str):
        return kind, str.__str__(value)
    if kind is FunctionType:
        return kind, value
    if is_record(value):
        if (fault := fault_of_reading(kind)) is not None:
            raise TypeError(fault)
        names = names_of(value)
        return kind, names, *[_field(value, name, leaves, fixed) for name in names]
    leaves.append(value)
    return kind, numba_type(value)


def _fault_of_numbers(kind: np.dtype[Any]) -> str | None:
    """Return why numbers of numpy's are not supported in machine code."""
    if kind.hasobject:
        return "an array holds objects (dtype object); give it a dtype of numbers"
    if kind == np.float16:
        return "numbers of 16 bits (float16) are not supported in machine code; write array.astype(np.float64)"
    if not kind.isnative:
        return f"numbers in another byte order ({kind}) are not supported in machine code; write array.astype(np.{kind.name})"
    return None


def _field(value: object, name: str, leaves: list[object], fixed: bool) -> object:
    if not hasattr(value, name):
        raise CannotCompile(f"{type(value).__qualname__}.{name} has no value")
    try:
        return take_apart(getattr(value, name), leaves, fixed)
    except TypeError as error:
        if isinstance(value, PACKED):
            raise
        told = f": {error}" if isinstance(error, CannotCompile) else f" cannot be compiled: {error}"
        raise CannotCompile(f"{type(value).__qualname__}.{name}{told}") from error


class Assembly:
    """Writes the Python text that builds a value from its leaves."""

    def __init__(self) -> None:
        self.arguments: list[str] = []
        self.types: list[types.Type] = []
        self.scope: dict[str, object] = {}

    def expression(
        self, value: object, replaced: Mapping[str, str] | None = None, within: str = "", fixed: bool = False
    ) -> str:
        """Return text that builds this value from the arguments it adds; ``replaced`` gives other text for some fields.

        Names of nested fields have dots; ``within`` is the prefix for this value, ending with a dot.
        """
        if freezes(value, fixed):
            frozen = self.expression(freeze(value))
            return f"{self.name('item', item_of)}({frozen}, 0)" if type(value) is str else frozen
        if isinstance(value, tuple):
            inside = ", ".join(self.expression(item, fixed=fixed) for item in value)
            if type(value) is not tuple:
                return f"{self.name('named', type(value))}({inside})"
            return f"({inside},)" if value else "()"
        if value is None:
            return "None"
        if isinstance(value, str):
            return f"{self.name('text', text(value))}()"
        if isinstance(value, FunctionType):
            return self.name("function", functions.translate(value))
        if is_record(value):
            names = names_of(value)
            made = maker(type(value), names)
            fields = []
            for name in names:
                path = f"{within}{name}"
                inside = self.expression(getattr(value, name), replaced, f"{path}.", fixed)
                fields.append(replaced[path] if replaced and path in replaced else inside)
            return f"{self.name('make', made)}({', '.join(fields)})"
        self.types.append(numba_type(value))
        self.arguments.append(f"leaf{len(self.arguments)}")
        if fixed and fits_half(value):
            return f"small({self.arguments[-1]})"
        return f"borrowed({self.arguments[-1]})" if isinstance(value, np.ndarray) else self.arguments[-1]

    def name(self, stem: str, value: object) -> str:
        """Return a name for this value in the text's scope."""
        name = f"{stem}{len(self.scope)}"
        self.scope[name] = value
        return name


def dtype_of(kind: types.Type) -> np.dtype[np.generic]:
    """Return the numpy dtype with the memory layout of a Numba value.

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
        case Instance() if issubclass(kind.cls, (View, Bag, Table)):
            raise TypeError(
                "a tuple of tuples that differ in length, or a container that changes its length, is not; "
                "write tuples of one length, filled up with -1"
            )
        case Instance():
            return np.dtype([(name, dtype_of(part)) for name, part in kind.fields.items()], align=True)
    raise TypeError(f"{kind} is not made of numbers")
