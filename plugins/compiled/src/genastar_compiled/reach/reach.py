"""The code and the constants that a solver's hooks can reach.

Their fingerprint is the cache key on disk. It must not miss anything: including too much (a method of the same name on another
reachable class) is safe, including too little is not.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Collection
from enum import Enum
from functools import _lru_cache_wrapper, cached_property
from importlib import import_module
from itertools import chain
from types import FunctionType, MethodType, ModuleType
from typing import Final

import attrs
import numpy as np

from genastar import AStar
from genastar_compiled.data.making import HOOKS as IMPLICIT_HOOKS
from genastar_compiled.data.making import IMPLICIT, fault_of_making
from genastar_compiled.data.records import (
    computed_once,
    fields_of,
    has_fields,
    is_fixed,
    is_from_python,
    is_record,
    names_of,
)
from genastar_compiled.data.signs import SPECIAL
from genastar_compiled.guards.pins import ABSENT, Pin, Watch
from genastar_compiled.guards.snapshots import arrays_in
from genastar_compiled.guards.watched import can_change
from genastar_compiled.reach.fingerprint import fingerprint_of
from genastar_compiled.reach.names import attribute_names, global_names, imported_names, is_own, keywords, module_of

_CHANGES: Final = 1 << 9
"""Flag of the classes that are written in Python. The attributes of others cannot change."""

HOOKS = ("add_neighbours", "is_destination", "estimate", "key", "focus", "side", "index", "size")


class Reach:
    """The functions, classes and constants that a solver can reach."""

    def __init__(self) -> None:
        self.functions: set[FunctionType] = set()
        self.classes: set[type] = set()
        self.pins: dict[tuple[int, str | None], Pin] = {}
        self.containers: dict[int, object] = {}
        """Constants that may change in place, and arrays in them, by their ``id``."""
        self.records: dict[int, object] = {}
        """Constants that are records which may be given attributes of their own, by their ``id``."""
        self.watches: list[Watch] = []
        self.fingerprint: str
        """Hash of everything reachable."""
        self._meanings: dict[int, dict[str, object]] = {}
        """What the names in a function or a class mean, by its ``id``."""
        self._modules: dict[tuple[int, int], str] = {}
        """By which name a function knows a module first."""
        self._supers = False
        """Whether a function calls ``super()``, which reaches the methods that others override."""
        self._seen: dict[int, object] = {}

    @classmethod
    def of_solver(cls, solver: object, *others: object) -> Reach:
        """Collect what the hooks of a solver reach, and what positions and costs like these do."""
        reach = cls()
        for value in (solver, *others):
            reach._add_value(value)
        reach.classes.add(type(solver))
        for name in HOOKS:
            reach._add_member(type(solver), name)
        reach._follow()
        reach.fingerprint = fingerprint_of((solver, *others), reach._meanings)
        for each in (reach._seen, reach._meanings, reach._modules):
            each.clear()  # a plan keeps this value, but no world
        return reach

    @cached_property
    def names(self) -> frozenset[str]:
        """Every attribute name in the code."""
        return frozenset(name for function in self.functions for name in attribute_names(function.__code__))

    @cached_property
    def names_parents(self) -> bool:
        """Whether a hook, or an algorithm that wraps it, names a parent, as in ``relax(position, travelled, parent=other)``."""
        modules = ((function, module_of(function)) for function in self.functions)
        users = (function for function, module in modules if not is_own(module) or module.startswith("genastar.algorithms."))
        return any("parent" in names for function in users for names in keywords(function.__code__))

    def _add_value(self, value: object) -> None:
        """Add the classes that a field's value consists of."""
        kind = type(value)
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

    def _follow(self) -> None:
        before = (-1, -1)
        while before != (before := (len(self.functions), len(self.classes))):
            self._supers = any("super" in global_names(function.__code__) for function in self.functions)
            for function in tuple(self.functions):
                self._add_names(function)
                self._add_imports(function)
                for cls in tuple(self.classes):
                    for name in attribute_names(function.__code__):
                        self._add_member(cls, name)
            for cls in tuple(self.classes):
                for each in fields_of(cls):
                    if each.default is not attrs.NOTHING:
                        self._add_constant(each.default)
                    if isinstance(each.factory, FunctionType):
                        self.functions.add(each.factory)
                    if isinstance(each.converter, FunctionType):
                        self.functions.add(each.converter)
                if has_fields(cls) or issubclass(cls, tuple):
                    made = fault_of_making(cls), [each.converter for each in fields_of(cls)]
                    self._meanings.setdefault(id(cls), {})["made"] = made
                    for maker in (cls.__init__, cls.__new__) if _can_change(cls) else ():  # type: ignore[misc]
                        if isinstance(maker, FunctionType):
                            self._pin_defaults(maker)
                for name in (*SPECIAL, *IMPLICIT_HOOKS, *_OF_COSTS):
                    self._add_member(cls, name)
        self._watch()

    def _watch(self) -> None:
        """Watch the names in the code in the classes: also those that a class does not have, or has from a base."""
        names = tuple(sorted(self.names.union(HOOKS, SPECIAL, IMPLICIT_HOOKS, IMPLICIT, _OF_COSTS)))
        for cls in self.classes:
            owners = tuple(filter(_can_change, _owners(cls)))
            if owners:
                self.watches.append(Watch(cls, names, owners))

    def _add_names(self, function: FunctionType) -> None:
        """Add what the globals and closed-over names of a function mean, and its defaults."""
        watched = _can_change(function)
        outside, behind = function.__globals__, vars(builtins)
        for name in sorted(global_names(function.__code__)):
            value = outside.get(name, ABSENT)
            if watched:
                self._pin(outside, name, value)
            if value is ABSENT and name in behind:
                value = behind[name]
                if watched:
                    self._pin(behind, name, value)
            self._add_meaning(function, name, value)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                value = cell.cell_contents
            except ValueError:
                value = ABSENT
            if watched:
                self._pin(cell, None, value)
            self._add_meaning(function, f"free {name}", value)
        for value in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self._add_constant(value)
        if watched:
            self._pin(function, "__code__", function.__code__)
            self._pin_defaults(function)

    def _pin_defaults(self, function: FunctionType) -> None:
        if function.__defaults__:  # without them, calls that leave out arguments do not compile
            self._pin(function, "__defaults__", function.__defaults__)
        if function.__kwdefaults__:
            self._pin(function, "__kwdefaults__", function.__kwdefaults__)

    def _add_imports(self, function: FunctionType) -> None:
        """Add what a function imports when it is called."""
        for name, inside in imported_names(function.__code__):
            try:
                module = import_module(name)
            except (ImportError, ValueError):  # the hook will raise it; a part of its own package does not compile
                continue
            self._pin(sys.modules, name, sys.modules[name])
            if inside is None:
                self._add_meaning(function, f"import {name}", module)
            elif inside in vars(module):
                value = vars(module)[inside]
                self._pin(vars(module), inside, value)
                self._add_meaning(function, f"from {name} import {inside}", value)

    def _add_member(self, cls: type, name: str) -> None:
        having = [(place, owner) for place, owner in enumerate(_owners(cls)) if name in vars(owner)]
        for place, owner in having if self._supers else having[:1]:
            member = vars(owner)[name]
            once = computed_once(owner, name, member)
            self._meanings.setdefault(id(cls), {})[f"{place} {name}"] = member if once is None else once
            if isinstance(member, property):
                member = member.fget
            member = once or member
            if isinstance(member, (staticmethod, classmethod)):
                member = member.__func__
            if isinstance(member, _lru_cache_wrapper):
                member = member.__wrapped__
            if isinstance(member, FunctionType):
                self.functions.add(member)
            elif not hasattr(member, "__get__"):
                self._add_constant(member)

    def _pin(self, home: object, name: str | None, value: object) -> None:
        self.pins[id(home), name] = Pin(home, name, value)
        if _is_constant(value):
            self._watch_inside(value)

    def _add_constant(self, value: object) -> None:
        if _is_constant(value) or is_record(value) or isinstance(value, FunctionType):
            self._add_value(value)
            self._watch_inside(value)

    def _watch_inside(self, value: object) -> None:
        """Watch what may change in place."""
        if can_change(value):
            self.containers[id(value)] = value
        elif is_record(value) and hasattr(value, "__dict__"):
            self.records[id(value)] = value
        self.containers |= {id(array): array for array in arrays_in(value)}

    def _add_meaning(self, user: FunctionType, name: str, value: object) -> None:
        """Add what a name in a function means."""
        self._meanings.setdefault(id(user), {})[name] = value
        if isinstance(value, FunctionType):
            self.functions.add(value)
        elif isinstance(value, MethodType):
            self._add_meaning(user, f"{name}.__func__", value.__func__)
            self._add_meaning(user, f"{name}.__self__", value.__self__)
        elif isinstance(value, type) and (has_fields(value) or is_from_python(value)):
            self.classes.add(value)
        elif isinstance(value, ModuleType):
            self._add_module(user, name, value)
        elif isinstance(getattr(value, "py_func", None), FunctionType):  # a function with `machine_code`
            self.functions.add(value.py_func)  # type: ignore[attr-defined]
        elif isinstance(value, _lru_cache_wrapper) and isinstance(value.__wrapped__, FunctionType):
            self.functions.add(value.__wrapped__)
        elif _is_constant(value) or is_fixed(value):
            self._add_constant(value)

    def _add_module(self, user: FunctionType, name: str, module: ModuleType) -> None:
        """Add what a function may take from a module by the names of attributes in it. Modules may name each other."""
        first = self._modules.setdefault((id(user), id(module)), name)
        self._meanings[id(user)][name] = f"module {module.__name__} at {first}"
        for attribute in sorted(attribute_names(user.__code__)) if first == name else ():
            inside = vars(module).get(attribute, ABSENT)
            if inside is not ABSENT:
                if not is_own(module.__name__):
                    self._pin(vars(module), attribute, inside)
                self._add_meaning(user, f"{name}.{attribute}", inside)


_OF_COSTS: Final = ("dominates",)
"""Methods of costs that a search calls where no name of them stands in a hook."""


def _can_change(user: FunctionType | type) -> bool:
    """Return whether the code and the names of a function or a class may be given another meaning."""
    if is_own(module_of(user)) or module_of(user).split(".")[0] in ("abc", "attr", "typing"):
        return False
    if isinstance(user, type):
        return bool(user.__flags__ & _CHANGES)
    return not user.__code__.co_filename.startswith("<attrs")


def _owners(cls: type) -> tuple[type, ...]:
    """Return the classes in which the names of a class are looked up. `AStar` itself searches: its hooks are in its base."""
    return tuple(owner for owner in cls.__mro__ if owner is not AStar and module_of(owner) != "enum")


def _name(cls: type) -> str:
    return cls.__qualname__


def _is_constant(value: object) -> bool:
    plain = (int, float, complex, str, bytes, bytearray, Enum, np.ndarray, np.generic)
    return isinstance(value, (*plain, tuple, frozenset, dict, list, set))


def _has_more(items: Collection[object]) -> bool:
    """Return whether a container's items may have code or classes of their own."""
    return len(items) > 0 and (isinstance(items, dict) or not {type(item) for item in items} <= {int, float, bool, str})
