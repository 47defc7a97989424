"""Calls of machine code from Python: what arguments are made of, and values of what it returns."""

from __future__ import annotations

import ctypes
import inspect
from types import FunctionType
from typing import Any, Final

import numpy as np

from genastar_compiled.compiler.arguments import CAN_READ, taken
from genastar_compiled.compiler.code import arena, target
from genastar_compiled.compiler.code.operations import OPERATIONS
from genastar_compiled.compiler.code.writer import Module, returned
from genastar_compiled.compiler.compilation import Compilation
from genastar_compiled.compiler.faults import NotCovered
from genastar_compiled.compiler.kinds import BITS, BOOL, FLOAT, INT, NONE, Array, Kind, Maybe, Real, Truth, Tuple, dtype_of
from genastar_compiled.compiler.tree import Routine
from genastar_compiled.compiler.values import kind_of
from genastar_compiled.data.records import fault_of_tuples
from genastar_compiled.reach.generated import generated

_INTS: Final = frozenset({int, np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32})
_SCALARS: Final[dict[Kind, frozenset[type]]] = {
    INT: _INTS,
    BITS: frozenset({np.uint64}),
    FLOAT: frozenset({float, np.float64}),
    BOOL: frozenset({bool, np.bool_}),
    NONE: frozenset({type(None)}),
}
"""The classes whose values are passed as each kind of number."""
_PASSED: Final[dict[Kind, tuple[Any, str]]] = {
    INT: (ctypes.c_int64, "int({})"),
    BITS: (ctypes.c_uint64, "int({})"),
    FLOAT: (ctypes.c_double, "{}"),
    BOOL: (ctypes.c_uint8, "bool({})"),
}
_FLAGS: Final = 0x1 | 0x100 | 0x400
"""Numpy's flags of arrays that are packed, aligned and may be changed."""


def run_for(function: FunctionType, given: tuple[Any, ...]) -> Any:
    """Compile a function for such arguments. The function that is returned takes them, and returns itself for others.

    Raises:
        NotCovered: the compiler does not know a construct or the kind of an argument.
    """
    names = list(inspect.signature(function).parameters)
    if not CAN_READ:
        raise NotCovered("arrays of this build of numpy")
    try:
        kinds = tuple(map(_kind_of, given))
    except TypeError as error:
        raise NotCovered(f"{function.__qualname__} for {error}") from None
    compilation = Compilation(takes_odd_indices=True, began_whole=False, is_plain=True)
    routine = compilation.routine(function, kinds)
    module = Module()
    for each in compilation.routines:
        each.is_inlined = None if each.is_inlined else False
        module.write(each, OPERATIONS)
    if has_memory := routine.allocations is not None:
        module.include("give_back")
    text = f"{module.text(*target.layout_and_triple())}\n{_outer(routine, kinds)}\n"
    address, engine = target.load(target.object_of(text)[1], "entry")
    writer = _Writer()
    for name, kind in zip(names, kinds, strict=True):
        writer.take(name, kind)
    made = writer.value(routine.returns)
    passed = [ctypes.c_void_p, *writer.passed]
    writer.scope |= {
        "call": ctypes.CFUNCTYPE(ctypes.c_int32, *passed)(address),
        "byref": ctypes.byref,
        "Returned": type("Returned", (ctypes.Structure,), {"_fields_": [("blocks", ctypes.c_void_p), *writer.fields]}),
        "faults": module.faults,
        "kept": (engine, compilation.kept),
        "give_back": None,
    }
    if has_memory:
        give_back = engine.get_function_address("give_back")
        writer.scope["give_back"] = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(give_back)
    run = generated(_text(names, writer, made), writer.scope, "<run>")
    run.__globals__["others"] = run
    return run


def _text(names: list[str], writer: _Writer, made: str) -> str:
    lines = [
        *writer.lines,
        "returned = Returned()",
        f"code = call({', '.join(['byref(returned)', *writer.given])})",
        "try:",
        "    if code:",
        "        raise faults[code - 1].error(faults[code - 1].text)",
        f"    return {made}",
        "finally:",
        "    if returned.blocks:",
        "        give_back(byref(returned), None)",
    ]
    return "\n    ".join([f"def run({', '.join(names)}):", *lines])


def _kind_of(value: Any) -> Kind:
    """Return the kind of an argument.

    Raises:
        TypeError: the compiler does not know it.
    """
    cls = type(value)
    if isinstance(value, tuple):
        if cls is not tuple and (not hasattr(cls, "_fields") or fault_of_tuples(cls) is not None):
            raise TypeError(f"a {cls.__qualname__}")
        return Tuple(tuple(map(_kind_of, value)), None if cls is tuple else cls)
    if cls is int or isinstance(value, np.ndarray):
        return kind_of(value)
    found = next((kind for kind, classes in _SCALARS.items() if cls in classes), None)
    if found is None:
        raise TypeError(f"a {cls.__qualname__}")
    return found


def _outer(routine: Routine, kinds: tuple[Kind, ...]) -> str:
    """Return the text of the function that Python calls: it writes what is returned behind the list of blocks of memory."""
    names, given, lines = taken(_scalars(kinds))
    if routine.allocations is not None:
        given.insert(0, "ptr %returned")
    if routine.arena is not None:
        given.insert(0, "ptr %arena")
    call, kind, leaves = f"@{routine.name}({', '.join(given)})", returned(routine), routine.returns.leaves
    call = f"  call void {call}" if kind == "void" else f"  %made = call {kind} {call}"
    lines += [call] if routine.arena is None else arena.around(call)
    for at, leaf in enumerate(leaves):
        name, wide = f"%r{at}" if kind != leaf else "%made", {"i1": "i64", "float": "double"}.get(leaf, leaf)
        if kind != leaf:
            lines.append(f"  {name} = extractvalue {kind} %made, {at + routine.raises}")
        if wide != leaf:
            lines.append(f"  {name}w = {'zext' if leaf == 'i1' else 'fpext'} {leaf} {name} to {wide}")
            name = f"{name}w"
        lines.append(f"  %p{at} = getelementptr i8, ptr %returned, i64 {8 * (at + 1)}")
        lines.append(f"  store {wide} {name}, ptr %p{at}")
    lines += [f"  %code = extractvalue {kind} %made, 0", "  ret i32 %code"] if routine.raises else ["  ret i32 0"]
    return "\n".join([f"define i32 @entry({', '.join(['ptr %returned', *names])}) {{", *lines, "}"])


def _scalars(kinds: tuple[Kind, ...]) -> list[Kind]:
    """Return the kinds of the numbers and arrays of some values."""
    found: list[Kind] = []
    for kind in kinds:
        found += _scalars(kind.parts) if isinstance(kind, Tuple) else [kind] if kind.leaves else []
    return found


class _Writer:
    """Writes the Python that looks at arguments, and that builds what is returned."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.given: list[str] = []
        self.passed: list[Any] = []
        self.fields: list[tuple[str, Any]] = []
        self.scope: dict[str, Any] = {"ndarray": np.ndarray, "array_of": _array_of}
        self._arrays: list[str] = []

    def take(self, name: str, kind: Kind) -> None:
        """Look at an argument, and take it apart."""
        if isinstance(kind, Tuple):
            cls = self._name(kind.cls or tuple)
            self._expect(f"type({name}) is {cls} and len({name}) == {len(kind.items)}")
            inside = [f"{name}_{at}" for at in range(len(kind.items))]
            if inside:
                self.lines.append(f"{', '.join(inside)}, = {name}")
            for each, part in zip(inside, kind.items, strict=True):
                self.take(each, part)
        elif isinstance(kind, Array):
            flags = kind.is_packed * 0x1 + 0x100 + kind.is_mutable * 0x400
            dtype = self._name(_dtype_of(kind))
            self._expect(f"type({name}) is ndarray and {name}.dtype == {dtype} and {name}.ndim == {kind.ndim}")
            self._expect(f"{name}.flags.num & {_FLAGS} == {flags}")
            self._arrays.append(name)
            self.given.append(f"id({name})")
            self.passed.append(ctypes.c_int64)
        else:
            self._expect(f"type({name}) in {self._name(_SCALARS[kind])}")
            if kind == INT:
                self._expect(f"{-(1 << 63)} <= {name} < {1 << 63}")
            if kind.leaves:
                passed, text = _PASSED[kind]
                self.given.append(text.format(name))
                self.passed.append(passed)

    def _expect(self, test: str) -> None:
        self.lines.append(f"if not ({test}): return others")

    def _name(self, value: Any) -> str:
        name = f"constant{len(self.scope)}"
        self.scope[name] = value
        return name

    def value(self, kind: Kind) -> str:
        """Return text that builds what is returned.

        Raises:
            NotCovered: it is of a kind that Python cannot be given.
        """
        if kind == NONE:
            return "None"
        if isinstance(kind, Tuple):
            parts = "".join(f"{self.value(each)}, " for each in kind.items)
            return f"({parts})" if kind.cls is None else f"{self._name(kind.cls)}({parts})"
        if isinstance(kind, Maybe):
            inside = self.value(kind.kind)
            return f"({inside} if {self._field(ctypes.c_int64)} else None)"
        if isinstance(kind, Array) and kind.is_packed:
            address = self._field(ctypes.c_int64)
            shape = [self._field(ctypes.c_int64) for _ in range(kind.ndim)]
            for _ in range(kind.ndim):
                self._field(ctypes.c_int64)
            given = "".join(f"{each}, " for each in self._arrays)
            return f"array_of({address}, ({', '.join(shape)},), {self._name(_dtype_of(kind))}, ({given}))"
        if isinstance(kind, Truth):
            return f"({self._field(ctypes.c_int64)} != 0)"
        if isinstance(kind, Real):
            return self._field(ctypes.c_double)
        if kind in (INT, BITS):
            return self._field(ctypes.c_int64 if kind == INT else ctypes.c_uint64)
        raise NotCovered(f"a function that returns {kind}")

    def _field(self, kind: Any) -> str:
        self.fields.append((f"r{len(self.fields)}", kind))
        return f"returned.r{len(self.fields) - 1}"


def _dtype_of(kind: Array) -> np.dtype[Any]:
    return np.dtype(np.bool_) if isinstance(kind.element, Truth) else dtype_of(kind.element)


def _array_of(address: int, shape: tuple[int, ...], dtype: np.dtype[Any], given: tuple[Any, ...]) -> Any:
    """Return an array at an address: a part of one that was given, or a copy of one that machine code made."""
    for each in given:
        begin = each.__array_interface__["data"][0]
        if begin <= address < begin + each.nbytes and each.dtype == dtype and each.flags.c_contiguous:
            return np.ndarray(shape, dtype, each, address - begin)
    count = int(np.prod(shape)) * dtype.itemsize
    content = ctypes.string_at(address, count) if count else b""
    return np.frombuffer(bytearray(content), dtype).reshape(shape)
