"""The arguments of machine code: how Python passes numbers and arrays, and how a program takes them."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from genastar_compiled.compiler.code import arena
from genastar_compiled.compiler.faults import Fault
from genastar_compiled.compiler.kinds import INT, Array, Kind, Member, Real, Truth, is_of_numpy, number_of
from genastar_compiled.compiler.tree import Routine
from genastar_compiled.reach.generated import generated


def outer(routine: Routine, leaves: Sequence[Kind]) -> str:
    """Return the text of the function that Python calls: it takes bools as bytes, and returns the number of a fault."""
    names, given, lines = taken((INT, *leaves))
    call = f"@{routine.name}({', '.join(given)})"
    if routine.arena is not None:
        lines += arena.around(f"  %made = call {{i32}} @{routine.name}({', '.join(['ptr %arena', *given])})")
    else:
        lines.append(f"  %made = call {{i32}} {call}" if routine.raises else f"  call void {call}")
    lines += ["  %code = extractvalue {i32} %made, 0", "  ret i32 %code"] if routine.raises else ["  ret i32 0"]
    return "\n".join([f"define i32 @entry({', '.join(names)}) {{", *lines, "}"])


def taken(kinds: Sequence[Kind]) -> tuple[list[str], list[str], list[str]]:
    """Return the parameters for numbers and arrays that Python passes, the leaves made of them, and the lines that do so."""
    names: list[str] = []
    given: list[str] = []
    lines: list[str] = []
    for kind in kinds:
        if isinstance(kind, Array):
            name = f"%x{len(names)}"
            names.append(f"i64 {name}")
            given += _parts_of_array(name, kind, lines)
            continue
        for leaf in kind.leaves:
            name = f"%x{len(names)}"
            if isinstance(kind, Truth):
                names.append(f"i8 {name}")
                lines.append(f"  {name}b = trunc i8 {name} to i1")
                given.append(f"i1 {name}b")
            else:
                names.append(f"{leaf} {name}")
                given.append(f"{leaf} {name}")
    return names, given, lines


def _parts_of_array(name: str, kind: Array, lines: list[str]) -> list[str]:
    """Return the leaves of the array object at an address, which machine code reads in less time than Python."""
    lines.append(f"  {name}o = inttoptr i64 {name} to ptr")
    for part, place in zip("dns", _IN_ARRAYS, strict=True):
        lines.append(f"  {name}{part}p = getelementptr i8, ptr {name}o, i64 {place}")
        lines.append(f"  {name}{part} = load ptr, ptr {name}{part}p")
    made = [f"ptr {name}d"]
    for part in "ns":
        for axis in range(kind.ndim):
            lines.append(f"  {name}{part}{axis}p = getelementptr i64, ptr {name}{part}, i64 {axis}")
            lines.append(f"  {name}{part}{axis} = load i64, ptr {name}{part}{axis}p")
            made.append(f"i64 {name}{part}{axis}")
    return made


_HEAD: Final = object.__basicsize__
_IN_ARRAYS: Final = _HEAD, _HEAD + 16, _HEAD + 24
"""Where an array object has the addresses of its numbers, its shape and its steps (numpy's C API, ``PyArrayObject``)."""


def can_read_arrays() -> bool:
    """Try on an array whether these are where they should be."""
    array = np.zeros((3, 5))[:, ::2]
    data, shape, steps = (ctypes.c_void_p.from_address(id(array) + place).value or 0 for place in _IN_ARRAYS)
    found = [tuple((ctypes.c_int64 * 2).from_address(each)) for each in (shape, steps)] if shape and steps else []
    return data == array.ctypes.data and found == [array.shape, array.strides]


CAN_READ: Final = sys.implementation.name == "cpython" and can_read_arrays()


def runner(address: int, engine: Any, leaves: Sequence[Kind], faults: Sequence[Fault]) -> Callable[..., None]:
    """Return a function that takes the address of the control block and the leaves, and calls machine code."""
    kinds: list[Any] = [ctypes.c_int64]
    names = [f"leaf{at}" for at in range(len(leaves))]
    given = []
    for name, kind in zip(names, leaves, strict=True):
        if isinstance(kind, Array):
            kinds.append(ctypes.c_int64)
            given.append(f"id({name})")
        else:
            kinds.append(
                ctypes.c_double if isinstance(kind, Real) else ctypes.c_uint8 if isinstance(kind, Truth) else ctypes.c_int64
            )
            given.append(f"number_of({name})" if isinstance(kind, Member) else f"{name}.item()" if is_of_numpy(kind) else name)
    function = ctypes.CFUNCTYPE(ctypes.c_int32, *kinds)(address)
    text = f"""def run(address, {", ".join(names)}):
    code = function({", ".join(["address", *given])})
    if code:
        raise error_of(code)
"""

    def error_of(code: int) -> Exception:
        fault = faults[code - 1]
        return fault.error(fault.text)

    scope = {"function": function, "error_of": error_of, "number_of": number_of, "engine": engine}
    run: Callable[..., None] = generated(text, scope, "<run>")
    return run
