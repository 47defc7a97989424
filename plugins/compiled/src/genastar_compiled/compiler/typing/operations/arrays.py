"""Arrays of numpy in functions outside searches: parts of them, what is written into them, and new ones."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import (
    BOOL,
    FLOAT,
    INT,
    Array,
    Fixed,
    Kind,
    Memory,
    Real,
    Truth,
    Tuple,
    Whole,
    dtype_of,
    is_number,
)
from genastar_compiled.compiler.library import arrays as in_arrays
from genastar_compiled.compiler.tree import Value
from genastar_compiled.compiler.typing.operations import items, operators
from genastar_compiled.compiler.typing.typer import NOTHING, Typer
from genastar_compiled.compiler.values import element_of

Index = Value | slice
"""A place along one axis, or the slice of two bounds."""


def has_slices(node: ast.expr) -> bool:
    """Return whether a subscript names a part of an array."""
    return isinstance(node, ast.Slice) or (isinstance(node, ast.Tuple) and any(map(has_slices, node.elts)))


def indices_of(typer: Typer, node: ast.expr) -> list[Index]:
    """Return what a subscript says of each axis."""
    nodes = node.elts if isinstance(node, ast.Tuple) else [node]
    return [_bounds(typer, each) if isinstance(each, ast.Slice) else typer.value_of(each) for each in nodes]


def _bounds(typer: Typer, node: ast.Slice) -> slice:
    if node.step is not None:
        raise typer.refuse("a slice with a step of an array")
    return slice(*(None if each is None else typer.value_of(each) for each in (node.lower, node.upper)))


def size(typer: Typer, array: Value, axis: int) -> Value:
    """Return the length of an axis."""
    return typer.step("part", array, kind=INT, detail=1 + axis)


def part_of(typer: Typer, array: Value, indices: list[Index]) -> Value:
    """Return the part of an array that places and slices name; it has the same memory."""
    kind = array.kind
    assert isinstance(kind, Array)
    if len(indices) > kind.ndim:
        raise typer.refuse(f"{len(indices)} indices of an array of {kind.ndim} dimensions")
    begins: list[Value] = []
    shape: list[Value] = []
    strides: list[Value] = []
    for axis in range(kind.ndim):
        length, stride = size(typer, array, axis), typer.step("part", array, kind=INT, detail=1 + kind.ndim + axis)
        index = indices[axis] if axis < len(indices) else slice(None)
        if isinstance(index, slice):
            begin, length = _cut(typer, index, length)
            shape.append(length)
            strides.append(stride)
        else:
            begin = items.placed(typer, index, length)
        begins.append(typer.step("binary", begin, stride, kind=INT, detail="mul"))
    offset = begins[0]
    for each in begins[1:]:
        offset = typer.step("binary", offset, each, kind=INT, detail="add")
    first = next((at for at, each in enumerate(indices) if isinstance(each, slice)), len(indices))
    is_packed = kind.is_packed and len(indices) <= first + 1
    made = Array(kind.element, len(shape), is_packed, kind.is_mutable)
    return typer.make(made, typer.step("offset", array, offset, kind=_BYTES), *shape, *strides)


_BYTES: Final = Memory(Whole(8, signed=False), Whole(8, signed=False))


def _cut(typer: Typer, bounds: slice, length: Value) -> tuple[Value, Value]:
    """Return the first place of a slice, and how many there are."""
    zero = Value(INT, 0)

    def inside(bound: Value) -> Value:
        if not isinstance(bound.kind, (Whole, Truth)):
            raise typer.refuse(f"a slice up to {bound.kind}")
        bound = typer.convert(bound, INT)
        if not (bound.is_known and bound.known >= 0):
            is_negative = operators.compare_ints(typer, "slt", bound, zero)
            moved = typer.step("binary", bound, length, kind=INT, detail="add")
            bound = typer.step("select", is_negative, moved, bound, kind=INT)
            bound = typer.step("select", operators.compare_ints(typer, "slt", bound, zero), zero, bound, kind=INT)
        return typer.step("select", operators.compare_ints(typer, "sgt", bound, length), length, bound, kind=INT)

    begin = zero if bounds.start is None else inside(bounds.start)
    end = length if bounds.stop is None else inside(bounds.stop)
    count = typer.step("binary", end, begin, kind=INT, detail="sub")
    return begin, typer.step("select", operators.compare_ints(typer, "slt", count, zero), zero, count, kind=INT)


def write(typer: Typer, array: Value, indices: list[Index], value: Value) -> None:
    """Write a number into a place of an array, or a number, a tuple or an array into a part of it."""
    kind = array.kind
    assert isinstance(kind, Array)
    if not kind.is_mutable:
        raise typer.refuse("an assignment to an item of an array that is not to be changed")
    numbers = [each for each in indices if not isinstance(each, slice)]
    is_checked = not typer.program.is_plain and not _is_kept_whole(value.kind, kind.element)
    if is_checked and not (value.kind == INT and isinstance(kind.element, Whole) and len(numbers) == kind.ndim):
        raise typer.refuse(f"{value.kind} as an item of an array of {kind.element}")
    if len(numbers) == kind.ndim == len(indices):
        if not is_number(value.kind):
            raise typer.refuse(f"{value.kind} as an item of an array")
        places = [items.placed(typer, each, size(typer, array, axis)) for axis, each in enumerate(numbers)]
        kept = typer.convert(value, kind.element)
        if is_checked:
            is_wide = kind.element == Whole(64, signed=False, numpy=True)
            to, how = (Value(INT, 0), "slt") if is_wide else (typer.convert(kept, INT), "ne")
            typer.fail_if(operators.compare_ints(typer, how, value, to), _OUT_OF_BOUNDS)
        typer.step("put", array, *places, kept)
        return
    part = part_of(typer, array, indices)
    if is_number(value.kind):
        _call(typer, in_arrays.fill, flat(typer, part), value)
    elif isinstance(value.kind, Array) and value.kind.ndim == 1:
        _copy(typer, flat(typer, part, 1), value)
    elif isinstance(value.kind, Tuple) and value.kind.items:
        part = flat(typer, part, 1)
        _expect_length(typer, part, Value(INT, len(value.kind.items)))
        for at, each in enumerate(typer.parts(value)):
            write(typer, part, [Value(INT, at)], each)
    else:
        raise typer.refuse(f"{value.kind} as a part of an array")


def _is_kept_whole(have: Kind, element: Kind) -> bool:
    """Return whether an array keeps every value of this kind as numpy does, which may refuse what does not fit."""
    if isinstance(have, Truth) or isinstance(element, Truth):
        return isinstance(have, Truth)
    if have == element:
        return True
    if isinstance(element, Whole) and isinstance(have, Whole):
        return (have.bits <= element.bits and have.signed == element.signed) or (not have.signed and have.bits < element.bits)
    is_wide = isinstance(element, Real) and element.bits == 64
    return is_wide and isinstance(have, (Whole, Real))


def _expect_length(typer: Typer, part: Value, length: Value) -> None:
    typer.fail_if(operators.compare_ints(typer, "ne", size(typer, part, 0), length), _OTHER_LENGTH)


_OUT_OF_BOUNDS: Final = Fault(OverflowError, "a number is out of bounds for the array")
_OTHER_LENGTH: Final = Fault(ValueError, "cannot assign an array of another length")


def _copy(typer: Typer, part: Value, value: Value) -> None:
    _expect_length(typer, part, size(typer, value, 0))
    one, other = part.kind, value.kind
    assert isinstance(one, Array)
    assert isinstance(other, Array)
    if one.element == other.element:
        if not (one.is_packed and other.is_packed):
            raise typer.refuse("an assignment between parts of arrays that may overlap")
        typer.step("move", part, value)
    else:
        _call(typer, in_arrays.copy, part, value)


def flat(typer: Typer, array: Value, most: int = 0) -> Value:
    """Return an array as one of one dimension, if it had not more than ``most``, or any number if that is 0."""
    kind = array.kind
    assert isinstance(kind, Array)
    if kind.ndim == 1:
        return array
    if not kind.is_packed or most:
        raise typer.refuse(f"this use of an array of {kind.ndim} dimensions")
    count = size(typer, array, 0)
    for axis in range(1, kind.ndim):
        count = typer.step("binary", count, size(typer, array, axis), kind=INT, detail="mul")
    address = typer.step("part", array, kind=_BYTES, detail=0)
    width = Value(INT, dtype_of(kind.element).itemsize)
    return typer.make(Array(kind.element, 1, True, kind.is_mutable), address, count, width)


def _call(typer: Typer, function: Any, *arguments: Value) -> Value:
    made: Value = typer.program.call(typer, function, list(arguments))
    return made


# New arrays


def _new(typer: Typer, shape: list[Value], element: Kind, are_zeros: bool = False) -> Value:
    width = dtype_of(element).itemsize
    strides = [Value(INT, width)]
    for each in shape[::-1]:
        typer.fail_if(operators.compare_ints(typer, "slt", each, Value(INT, 0)), _NEGATIVE)
        made = typer.step("checked", strides[-1], each, kind=Tuple((INT, BOOL)), detail="mul")
        typer.fail_if(typer.part(made, 1), _NO_MEMORY)
        strides.append(typer.part(made, 0))
    count = strides.pop()
    typer.raises = True
    address = typer.step("allocate", typer.notes, count, kind=_BYTES, detail=(are_zeros, _NO_MEMORY))
    return typer.make(Array(element, len(shape), True, True), address, *shape, *strides[::-1])


_NEGATIVE: Final = Fault(ValueError, "negative dimensions are not allowed")
_NO_MEMORY: Final = Fault(MemoryError, "no memory for an array")


_OF_SHAPE: Final = ("shape", "dtype")


def _made(filled: float | None, are_zeros: bool = False) -> Callable[..., Value]:
    """Return the type of ``np.empty`` and the like."""

    def act(typer: Typer, arguments: list[Value], named: dict[str, Value]) -> Value:
        given = dict(zip(_OF_SHAPE, arguments, strict=False)) | named
        if not typer.program.is_plain or not {"shape"} <= given.keys() <= set(_OF_SHAPE):
            raise typer.refuse("a new array of this kind")
        element = _element(typer, given["dtype"]) if "dtype" in given else Real(numpy=True)
        shape = typer.parts(given["shape"]) if isinstance(given["shape"].kind, Tuple) else [given["shape"]]
        if not shape or not all(isinstance(each.kind, Whole) for each in shape):
            raise typer.refuse(f"a new array of the shape {given['shape'].kind}")
        made = _new(typer, [typer.convert(each, INT) for each in shape], element, are_zeros)
        if filled:
            _call(typer, in_arrays.fill, flat(typer, made), Value(FLOAT, filled))
        return made

    return act


def _full(typer: Typer, arguments: list[Value], named: dict[str, Value]) -> Value:
    if len(arguments) < 2:
        raise typer.refuse("np.full without a value")
    value = arguments.pop(1)
    if not is_number(value.kind):
        raise typer.refuse(f"an array full of {value.kind}")
    if len(arguments) == 1 and "dtype" not in named:
        named["dtype"] = typer.constant({INT: np.int64, FLOAT: np.float64, BOOL: np.bool_}.get(value.kind))
    made = _made(None)(typer, arguments, named)
    _call(typer, in_arrays.fill, flat(typer, made), value)
    return made


def _element(typer: Typer, dtype: Value) -> Kind:
    if not isinstance(dtype.kind, Fixed) or not isinstance(dtype.kind.value, type):
        raise typer.refuse(f"an array of {dtype.kind}")
    try:
        return element_of(np.dtype(dtype.kind.value))
    except TypeError as error:
        raise typer.refuse(str(error)) from None


def like(typer: Typer, array: Value) -> Value:
    """Return a new array of the same shape."""
    kind = array.kind
    assert isinstance(kind, Array)
    return _new(typer, [size(typer, array, axis) for axis in range(kind.ndim)], kind.element)


def negative(typer: Typer, array: Value) -> Value:
    """Return the array of the opposite numbers."""
    kind = array.kind
    element = kind.element if isinstance(kind, Array) and typer.program.is_plain else None
    if not isinstance(element, Real) and not (isinstance(element, Whole) and element.signed):
        raise typer.refuse(f"the opposite of {kind}")
    made = like(typer, array)
    _call(typer, in_arrays.negate, flat(typer, made), flat(typer, array))
    return made


def _argsort(typer: Typer, arguments: list[Value], named: dict[str, Value]) -> Value:
    is_stable = named.keys() == {"kind"} and named["kind"].known in ("stable", "mergesort")
    if len(arguments) != 1 or not is_stable or not isinstance(arguments[0].kind, Array) or arguments[0].kind.ndim != 1:
        raise typer.refuse("np.argsort of this, or without kind='mergesort', which keeps the order of equal items")
    return _call(typer, in_arrays.argsort, arguments[0])


FUNCTIONS: Final[dict[Any, Callable[[Typer, list[Value], dict[str, Value]], Value]]] = {
    np.empty: _made(None),
    np.zeros: _made(None, True),
    np.ones: _made(1.0),
    np.full: _full,
    np.argsort: _argsort,
}


def _copied(typer: Typer, array: Value) -> Value:
    made = like(typer, array)
    _copy(typer, flat(typer, made), flat(typer, array))
    return made


def _folded(function: Any, needs_some: bool = False) -> Callable[[Typer, Value], Value]:
    def act(typer: Typer, array: Value) -> Value:
        array = flat(typer, array)
        if needs_some:
            typer.fail_if(operators.compare_ints(typer, "eq", size(typer, array, 0), Value(INT, 0)), _NO_ITEM)
        return _call(typer, function, array)

    return act


_NO_ITEM: Final = Fault(ValueError, "the largest or least item of an empty array")


def _sort(typer: Typer, array: Value) -> Value:
    _call(typer, in_arrays.sort, flat(typer, array, 1))
    return NOTHING


METHODS: Final[dict[str, Callable[[Typer, Value], Value]]] = {
    "copy": _copied,
    "sum": _folded(in_arrays.total),
    "max": _folded(in_arrays.largest, True),
    "min": _folded(in_arrays.least, True),
    "any": _folded(in_arrays.is_any),
    "all": _folded(in_arrays.are_all),
    "sort": _sort,
}
"""Methods of arrays, without arguments."""
