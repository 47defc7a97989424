"""Names in a function's code: globals and attributes."""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterator
from functools import lru_cache
from types import BuiltinFunctionType, CodeType
from typing import Final

from genastar import CannotCompile

_GLOBAL = frozenset({"LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL"})
"""Instructions that name a global; all other names are attributes or modules."""


def global_names(code: CodeType) -> frozenset[str]:
    """Return the names of globals that a function may look up, including those of functions inside it."""
    return _names(code)[0]


def attribute_names(code: CodeType) -> frozenset[str]:
    """Return the names of attributes and imported modules in a function, including those of functions inside it.

    These are also the texts of one that calls ``hasattr``.
    """
    return _names(code)[1]


def imported_names(code: CodeType) -> Iterator[tuple[str, str | None]]:
    """Yield what a function imports when called: a module and a name inside it, or ``None`` for the module itself."""
    module = ""
    for each in _with_functions_inside(code):
        for instruction in dis.get_instructions(each):
            if instruction.opname == "IMPORT_NAME":
                module = str(instruction.argval)
                yield module, None
            elif instruction.opname == "IMPORT_FROM":
                yield module, str(instruction.argval)


@lru_cache(maxsize=1 << 10)
def _names(code: CodeType) -> tuple[frozenset[str], frozenset[str]]:
    outside: set[str] = set()
    inside: set[str] = set()
    for each in _with_functions_inside(code):
        for instruction in dis.get_instructions(each):
            if instruction.opcode in dis.hasname:
                names = outside if instruction.opname in _GLOBAL else inside
                names.add(str(instruction.argval))
        if "hasattr" in outside:
            inside |= {name for name in each.co_consts if isinstance(name, str) and name.isidentifier()}
    return frozenset(outside), frozenset(inside)


def _with_functions_inside(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _with_functions_inside(constant)


def keywords(code: CodeType) -> Iterator[tuple[str, ...]]:
    """Yield the names of keyword arguments of the calls in this code."""
    for each in _with_functions_inside(code):
        for constant in each.co_consts:
            if isinstance(constant, tuple) and all(isinstance(name, str) for name in constant):
                yield constant


_BUILT_IN = (
    *("abs", "all", "any", "bool", "dict", "divmod", "enumerate", "filter", "float", "frozenset", "hash", "int", "isinstance"),
    *("iter", "len", "list", "map", "max", "min", "next", "pow", "range", "repr", "reversed", "round", "set", "slice"),
    *("sorted", "str", "sum", "tuple", "type", "zip"),
)


def replaced_builtin() -> str | None:
    """Return the name of a builtin function that is replaced; ``None`` if none is."""
    kinds = (BuiltinFunctionType, type)
    return next((each for each in _BUILT_IN if not isinstance(getattr(builtins, each, None), kinds)), None)


def must_be_built_in() -> None:
    """Refuse to compile while a builtin function is replaced, because the compiler calls it too.

    Raises:
        CannotCompile: one is replaced.
    """
    if name := replaced_builtin():
        raise CannotCompile(
            f"builtins.{name} is replaced, which the compiler calls too; give the module of the hooks a {name} of its own, "
            'or search with engine="interpreted"'
        )


def module_of(made: object) -> str:
    """Return the module of a class or a function; empty for what code without a module made, as by `exec`."""
    return getattr(made, "__module__", None) or ""


def is_own(module: str | None) -> bool:
    """Return whether a module is the core's or this package's, where no name ever changes. What attrs writes has none."""
    return module is not None and module.split(".")[0] in ("genastar", "genastar_compiled")


KERNELS: Final = "genastar_compiled.kernel."
"""How the names of modules begin whose functions are machine code only, written in few constructs."""
