"""What else is refused in a class: the first refusal ends a compilation, and a user mends all of them in one go."""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Final

from attrs import frozen
from numba.core import types
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target

from genastar import CannotCompile
from genastar_compiled.data.values.records import fault_of_memory
from genastar_compiled.data.values.values import Unknown
from genastar_compiled.failures.constructs import CONSTRUCTS
from genastar_compiled.failures.failure import SEARCH, translate_reason
from genastar_compiled.meaning.stand_ins import STAND_INS
from genastar_compiled.reach import functions
from genastar_compiled.reach.names import attribute_names, global_names, is_own, module_of
from genastar_compiled.reach.reach import HOOKS

_KNOWN: Final = " ".join(pattern for pattern, *_ in CONSTRUCTS)
"""The patterns of what is refused, among them instructions of Python's bytecode."""


def with_others(refusal: CannotCompile, solver: object) -> CannotCompile:
    """Return a refusal that also names what can be seen of the others without compiling, in all hooks and their helpers."""
    first = str(refusal)
    others = [each for each in dict.fromkeys(_Survey(solver).refusals()) if each.partition("): ")[0] not in first]
    if not others or not first.endswith(SEARCH):
        return refusal
    all_of_them = "; also ".join([first.removesuffix(SEARCH), *(each.removesuffix(SEARCH) for each in others)])
    found = CannotCompile(f"{all_of_them}{SEARCH}")
    found.__cause__ = refusal.__cause__
    return found


@frozen
class _Survey:
    solver: object

    def refusals(self) -> Iterator[str]:
        """Yield the refusals in the order of the source, each with its function and line."""
        for function in self._functions():
            file = Path(function.__code__.co_filename).name
            for line, text in sorted(self._in(function)):
                yield f"{function.__qualname__} ({file}, line {line}): {translate_reason(text)}"

    def _functions(self) -> list[FunctionType]:
        """Return the user's functions that the hooks call by name, and those that these call."""
        kind = type(getattr(self.solver, "problem", self.solver))
        found: dict[FunctionType, None] = {}
        waiting = [inspect.getattr_static(kind, name, None) for name in HOOKS if name != "size"]
        while waiting:
            member = waiting.pop()
            member = member.func if isinstance(member, cached_property) else member
            member = getattr(member, "__func__", getattr(member, "fget", member))
            member = inspect.unwrap(member) if callable(member) else member
            if isinstance(member, FunctionType) and member not in found and not is_own(module_of(member)):
                found[member] = None
                waiting += [member.__globals__.get(name) for name in global_names(member.__code__)]
                waiting += [inspect.getattr_static(kind, name, None) for name in attribute_names(member.__code__)]
        return sorted(found, key=lambda each: (each.__code__.co_filename, each.__code__.co_firstlineno))

    def _in(self, function: FunctionType) -> Iterator[tuple[int, str]]:
        try:
            yield from self._in_code(function, functions._plain(function).__code__)
        except Exception as error:  # noqa: BLE001  # what cannot be rewritten is refused
            yield function.__code__.co_firstlineno, str(error)

    def _in_code(self, function: FunctionType, code: CodeType) -> Iterator[tuple[int, str]]:
        line, module = code.co_firstlineno, None
        scope = functions._plain(function).__globals__
        for each in dis.get_instructions(code):
            line = each.starts_line or line
            if f"opcode \\({each.opname}" in _KNOWN:
                yield line, f"opcode ({each.opname})"
            elif each.opname == "LOAD_GLOBAL":
                value = scope.get(each.argval, _BUILT_IN.get(each.argval, print))
                module = value if isinstance(value, ModuleType) else None
                if (text := _fault(each.argval, value)) is not None:
                    yield line, text
            elif each.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                kind = type(getattr(self.solver, "problem", self.solver))
                fault = fault_of_memory(kind, each.argval) if module is None else _fault_of_attribute(module, each.argval)
                if fault is not None:
                    yield line, fault
                module = None
            elif each.opname not in ("CACHE", "PRECALL"):
                module = None
        for inside in code.co_consts:
            if isinstance(inside, CodeType):
                yield from self._in_code(function, inside)


_BUILT_IN: Final = vars(__import__("builtins"))


def _fault(name: str, value: object) -> str | None:
    """Return what Numba would say of a global; ``None`` if it knows it."""
    if value is print:
        return "print() function"
    if isinstance(refused := getattr(value, "reason", None), str):
        return refused
    if isinstance(value, FunctionType) or _has_stand_in(value):
        return None
    try:
        meant = functions._translated(value)
        if isinstance(meant, Unknown):
            return f"Untyped global name '{name}': {meant.why}"
        cpu_target.typing_context.resolve_value_type(meant)
    except (NumbaError, ValueError) as error:
        return f"Untyped global name '{name}': {error}"
    except Exception:  # noqa: BLE001  # the compiler reports it
        return None
    return None


def _fault_of_attribute(module: ModuleType, name: str) -> str | None:
    value = getattr(module, name, None)
    if module.__name__.split(".")[0] not in (*sys.stdlib_module_names, "numpy"):
        return None  # it is named by itself
    known = _has_stand_in(value) or cpu_target.typing_context.resolve_getattr(types.Module(module), name) is not None
    return None if known else f"Unknown attribute '{name}' of type Module(<module '{module.__name__}'"


def _has_stand_in(value: object) -> bool:
    try:
        return value in STAND_INS
    except TypeError:  # not hashable
        return False
