"""The code and the constants that a solver's hooks, or a function, can reach.

Their fingerprint is the cache key on disk. It must not miss anything: including too much (a method of the same name on another
reachable class) is safe, including too little is not.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator
from enum import Enum
from functools import _lru_cache_wrapper, cached_property
from importlib import import_module
from itertools import chain
from types import CodeType, FunctionType, ModuleType
from typing import Final

import attrs
import numpy as np
from attrs import frozen

from genastar import AStar
from genastar_compiled.data.records import computed_once, fields_of, has_fields, is_fixed, is_from_python, is_record, names_of
from genastar_compiled.data.signs import SPECIAL
from genastar_compiled.names import attribute_names, global_names, imported_names, is_own, keywords


@frozen(eq=False)
class Pin:
    """The value of a name in compiled code; the code is valid while the name keeps this value."""

    home: object
    """The dictionary or cell that holds the name."""
    name: str | None
    value: object


_CHANGES: Final = 1 << 9
"""Flag of the classes that are written in Python. The attributes of others cannot change."""

HOOKS = ("add_neighbours", "is_destination", "estimate", "key", "focus", "side", "index", "size")


class Reach:
    """The functions, classes and constants that a solver or a function can reach."""

    def __init__(self) -> None:
        self.functions: set[FunctionType] = set()
        self.classes: set[type] = set()
        self.constants: dict[str, str] = {}
        self.pins: dict[tuple[int, str | None], Pin] = {}
        self._seen: dict[int, object] = {}
        self.numpy = False
        """Whether reachable code can produce a numpy number."""

    @classmethod
    def of_solver(cls, solver: object, *others: object) -> Reach:
        """Collect what the hooks of a solver reach, and what positions and costs like these do."""
        reach = cls()
        for value in (solver, *others):
            reach._add_value(value)
        for name in HOOKS:
            reach._add_member(type(solver), name)
        reach._follow()
        reach._seen.clear()  # a plan keeps this value, but no world
        return reach

    @classmethod
    def of_function(cls, function: FunctionType) -> Reach:
        """Collect what a function reaches."""
        reach = cls()
        reach.functions.add(function)
        reach._follow()
        return reach

    @cached_property
    def names(self) -> frozenset[str]:
        """Every attribute name in the code."""
        return frozenset(name for function in self.functions for name in attribute_names(function.__code__))

    @cached_property
    def names_parents(self) -> bool:
        """Whether a hook, or an algorithm that wraps it, names a parent, as in ``relax(position, travelled, parent=other)``."""
        modules = ((function, function.__module__ or "") for function in self.functions)
        users = (function for function, module in modules if not is_own(module) or module.startswith("genastar.algorithms."))
        return any("parent" in names for function in users for names in keywords(function.__code__))

    @cached_property
    def fingerprint(self) -> str:
        """Hash of everything reachable."""
        texts = sorted(f"{function.__qualname__} {_described(function)}" for function in self.functions)
        texts += sorted(f"{name} = {value}" for name, value in self.constants.items())
        texts += sorted(f"class {[each.__qualname__ for each in cls.__mro__]} {_fields(cls)}" for cls in self.classes)
        return hashlib.sha256("\n".join(texts).encode()).hexdigest()

    def _add_value(self, value: object) -> None:
        """Add the classes that a field's value consists of."""
        kind = type(value)
        self._look_for_numpy(value)
        if isinstance(value, (dict, list)) or is_record(value):
            if id(value) in self._seen:
                return
            self._seen[id(value)] = value
        if isinstance(value, FunctionType):
            self.functions.add(value)
        elif is_record(value):
            self.classes.add(kind)
            for name in names_of(value):
                self._add_value(getattr(value, name, None))
        if isinstance(value, Enum) or (isinstance(value, tuple) and kind is not tuple):
            self.classes.add(kind)
        if isinstance(value, (tuple, list, set, frozenset, dict)) and _has_more(value):
            for item in chain(value, value.values()) if isinstance(value, dict) else value:
                self._add_value(item)

    def _look_for_numpy(self, value: object) -> None:
        """Note whether a value is a number, an array, a function or a module of numpy."""
        home = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", None) or ""
        kind = type(value).__module__
        self.numpy = self.numpy or "numpy" in (str(home).split(".")[0], str(kind).split(".")[0])

    def _follow(self) -> None:
        before = (-1, -1)
        while before != (before := (len(self.functions), len(self.classes))):
            for function in tuple(self.functions):
                for name, value in _outside(function):
                    self._pin(function, name, value)
                    self._add_global(f"{function.__module__}.{name}", value, function)
                self._add_imports(function)
                for cls in tuple(self.classes):
                    for name in attribute_names(function.__code__):
                        self._add_member(cls, name)
            for cls in tuple(self.classes):
                for name in SPECIAL:
                    self._add_member(cls, name)

    def _add_imports(self, function: FunctionType) -> None:
        """Add what a function imports when it is called."""
        for name, inside in imported_names(function.__code__):
            try:
                module = import_module(name)
            except ImportError:  # the hook will raise it
                continue
            if inside is None:
                self._add_global(name, module, function)
            elif inside in vars(module):
                value = vars(module)[inside]
                self.pins[id(module), inside] = Pin(vars(module), inside, value)
                self._add_global(f"{name}.{inside}", value, function)

    def _add_member(self, cls: type, name: str) -> None:
        for owner in cls.__mro__:  # all of them: super() reaches those after the first
            if owner is AStar or owner.__module__ == "enum":  # it searches; the hooks are in its base class
                continue
            member = vars(owner).get(name)
            if member is not None and owner.__flags__ & _CHANGES and not is_own(owner.__module__):
                self.pins[id(owner), name] = Pin(vars(owner), name, member)
            if isinstance(member, property):
                member = member.fget
            member = computed_once(owner, name, member) or member
            if isinstance(member, (staticmethod, classmethod)):
                member = member.__func__
            if isinstance(member, FunctionType):
                if not _is_hash_by_attrs(member):
                    self.functions.add(member)
            elif _is_constant(member) or (is_record(member) and not hasattr(member, "__get__")):
                self._add_value(member)
                self.constants[f"{owner.__qualname__}.{name}"] = _constant(member)

    def _pin(self, function: FunctionType, name: str, value: object) -> None:
        if is_own(function.__module__):
            return
        if name in function.__code__.co_freevars:
            assert function.__closure__ is not None
            cell = function.__closure__[function.__code__.co_freevars.index(name)]
            self.pins[id(cell), None] = Pin(cell, None, value)
        else:
            self.pins[id(function.__globals__), name] = Pin(function.__globals__, name, value)

    def _add_global(self, name: str, value: object, user: FunctionType) -> None:
        self._look_for_numpy(value)
        if isinstance(value, FunctionType):
            self.functions.add(value)
        elif isinstance(value, type) and issubclass(value, Enum):
            self.constants[name] = f"enum {[(each.name, _constant(each.value)) for each in value]}"
            self.classes.add(value)
        elif isinstance(value, type) and (has_fields(value) or is_from_python(value)):
            self.classes.add(value)
        elif isinstance(value, ModuleType):
            for attribute in attribute_names(user.__code__):
                inside = vars(value).get(attribute)
                if isinstance(inside, (FunctionType, type)) or _is_constant(inside):
                    if not is_own(value.__name__):
                        self.pins[id(value), attribute] = Pin(vars(value), attribute, inside)
                    self._add_global(f"{value.__name__}.{attribute}", inside, user)
        elif hasattr(value, "py_func"):  # a function that is already compiled by Numba
            self.functions.add(value.py_func)
        elif isinstance(value, _lru_cache_wrapper) and isinstance(value.__wrapped__, FunctionType):
            self.functions.add(value.__wrapped__)
        elif _is_constant(value) or is_fixed(value):
            self._add_value(value)
            self.constants[name] = _constant(value)


def _outside(function: FunctionType) -> Iterator[tuple[str, object]]:
    """Yield the globals and closed-over values that a function names."""
    for name in global_names(function.__code__):
        if name in function.__globals__:
            yield name, function.__globals__[name]
    yield from zip(function.__code__.co_freevars, (cell.cell_contents for cell in function.__closure__ or ()), strict=True)


def _is_hash_by_attrs(function: FunctionType) -> bool:
    """Return whether attrs wrote a ``__hash__``, which follows from the fields and holds a number that each process draws."""
    return function.__name__ == "__hash__" and function.__code__.co_filename.startswith("<attrs")


def _is_constant(value: object) -> bool:
    plain = (int, float, complex, str, bytes, bytearray, Enum, np.ndarray, np.generic)
    return isinstance(value, (*plain, tuple, frozenset, dict, list, set))


def _has_more(items: Collection[object]) -> bool:
    """Return whether a container's items may have code or classes of their own."""
    return len(items) > 0 and (isinstance(items, dict) or not {type(item) for item in items} <= {int, float, bool, str})


def _constant(value: object, seen: dict[int, tuple[int, object]] | None = None) -> str:
    """Return a text that differs between different values. An object that comes again, perhaps inside itself, is a number."""
    seen = {} if seen is None else seen
    if isinstance(value, (list, dict)) or (not isinstance(value, Enum) and is_record(value)):
        if id(value) in seen:
            return f"#{seen[id(value)][0]}"
        seen[id(value)] = len(seen), value  # kept alive, so that no other object gets its id
    if isinstance(value, np.ndarray):
        return f"{value.dtype} {value.shape} {hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
    if isinstance(value, (tuple, list)):
        return f"{type(value).__name__}({', '.join(_constant(item, seen) for item in value)})"
    if isinstance(value, dict):
        return f"dict({', '.join(f'{_constant(key, seen)}: {_constant(item, seen)}' for key, item in value.items())})"
    if isinstance(value, Enum):
        return f"{type(value).__qualname__}.{value.name} {_constant(value.value, seen)}"
    if is_record(value):  # its own repr may leave a field out
        fields = ", ".join(f"{name}={_constant(getattr(value, name), seen)}" for name in names_of(value))
        return f"{type(value).__qualname__}({fields})"
    if isinstance(value, (set, frozenset)):
        return f"{type(value).__name__}({', '.join(sorted(map(_constant, value)))})"
    if isinstance(value, FunctionType):
        return f"{value.__qualname__} {_described(value)}"
    return f"{type(value).__name__} {_ADDRESS.sub('', repr(value))}"


_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]+")
"""The part of a text about an object that differs in every process."""


def _described(function: FunctionType) -> str:
    defaults = [_constant(value) for value in (function.__defaults__ or ())]
    by_name = _constant(function.__kwdefaults__ or {})
    return f"{_code(function.__code__)} {defaults} {by_name}"


def _code(code: CodeType) -> str:
    """Describe a code object without its file and lines, so that moving a function changes nothing."""
    constants = [
        _code(item) if isinstance(item, CodeType) else _constant(item) if _is_constant(item) else repr(item)
        for item in code.co_consts
    ]
    return f"{code.co_code.hex()} {constants} {code.co_names} {code.co_varnames} {code.co_freevars} {code.co_flags}"


def _fields(cls: type) -> list[str]:
    declared = attrs.fields(cls) if attrs.has(cls) else getattr(cls, "__dataclass_fields__", {}).values()
    types = {each.name: each.type for each in declared}
    return [
        f"{field.name}: {types[field.name]} = {_constant(field.default)} {_constant(field.factory)} "
        f"{field.init} {field.takes_self} {field.alias} {field.kw_only}"
        for field in fields_of(cls)
    ]
