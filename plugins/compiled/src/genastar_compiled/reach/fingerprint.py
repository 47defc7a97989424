"""The text of a graph of functions and classes, from which the key of machine code on disk is made.

Its nodes are functions and classes. Its edges are the names that they use, with what each name meant. Nodes are numbered in the
order in which they are found from the roots, so nothing is known by a name that two things can share: two texts are equal only
if the graphs are.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import _lru_cache_wrapper, cached_property
from types import CodeType, FunctionType, MethodType
from typing import Any, Final, get_type_hints

import attrs
import numpy as np

from genastar_compiled.data.records import fields_of, is_record, names_of
from genastar_compiled.reach.names import module_of

Meanings = Mapping[int, Mapping[str, object]]
"""What the names in functions and classes mean: by the ``id`` of the function or class, and by the name."""


def fingerprint_of(values: Iterable[object], meanings: Meanings) -> str:
    """Return a hash of all that can be found from these functions, and from the classes of these values."""
    graph = _Graph(meanings)
    lines = [*map(graph.kinds, values)]
    for node in graph.nodes:  # it grows as it is read
        lines.append(graph.line(node))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


class _Graph:
    def __init__(self, meanings: Meanings) -> None:
        self.nodes: list[FunctionType | type] = []
        self._numbers: dict[int, str] = {}
        self._meanings = meanings
        self._within: set[int] = set()
        """The values that are being described."""

    def _number(self, node: FunctionType | type) -> str:
        if id(node) not in self._numbers:
            self._numbers[id(node)] = f"@{len(self.nodes)}"
            self.nodes.append(node)
        return self._numbers[id(node)]

    def line(self, node: FunctionType | type) -> str:
        """Describe a function or a class; of others that it names, only their numbers."""
        names = [f"{name}: {self.meaning(value)}" for name, value in sorted(self._meanings.get(id(node), {}).items())]
        if isinstance(node, FunctionType):
            if _is_hash_by_attrs(node):
                return "hash"
            given = self.meaning(node.__defaults__), self.meaning(node.__kwdefaults__)
            return f"def {node.__qualname__} {self._code(node.__code__)} {given} {names}"
        bases = [f"{module_of(each)}.{each.__qualname__}" for each in node.__mro__]
        members = [(each.name, self.meaning(each._value_)) for each in node] if issubclass(node, Enum) else []
        return f"class {bases} {members} {self._fields(node)} {names}"

    def kinds(self, value: object) -> str:
        """Describe the classes and functions that a value consists of: its numbers are arguments of machine code."""
        kind = self.meaning(type(value))
        if isinstance(value, FunctionType):
            return self.meaning(value)
        if id(value) in self._within and (isinstance(value, (dict, list, set, frozenset)) or is_record(value)):
            return "again"
        self._within.add(id(value))
        try:
            if isinstance(value, dict):
                return f"{kind}{self._each_once(value)}{self._each_once(value.values())}"
            if isinstance(value, tuple):
                return f"{kind}{list(map(self.kinds, value))}"
            if isinstance(value, (list, set, frozenset)):
                return f"{kind}{self._each_once(value)}"
            if is_record(value):
                return f"{kind}{[(name, self.kinds(getattr(value, name, None))) for name in names_of(value)]}"
        finally:
            self._within.discard(id(value))
        return kind

    def _each_once(self, items: Iterable[object]) -> list[str]:
        if {type(item) for item in items} <= _SCALARS:
            items = sorted({type(item): item for item in items}.values(), key=_place)
        return list(dict.fromkeys(map(self.kinds, sorted(items, key=_place) if isinstance(items, (set, frozenset)) else items)))

    def meaning(self, value: object, seen: dict[int, tuple[int, object]] | None = None) -> str:
        """Return a text that differs between different values. An object that comes again, perhaps in itself, is a number."""
        seen = {} if seen is None else seen
        kind = type(value)
        if kind in _SCALARS:
            return f"{kind.__name__} {value!r}"
        if isinstance(value, (FunctionType, type)):
            return self._number(value)
        if isinstance(value, (list, dict)) or (not isinstance(value, Enum) and is_record(value)):
            if id(value) in seen:
                return f"#{seen[id(value)][0]}"
            seen[id(value)] = len(seen), value  # kept alive, so that no other object gets its id
        if isinstance(value, np.ndarray):
            return f"{value.dtype} {value.shape} {hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()}"
        if isinstance(value, Enum):
            return f"{self._number(kind)}.{value.name} {self.meaning(value._value_, seen)}"
        if isinstance(value, (tuple, list)):
            return f"{self._number(kind)}[{', '.join(self.meaning(item, seen) for item in value)}]"
        if isinstance(value, dict):
            items = ", ".join(f"{self.meaning(key, seen)}: {self.meaning(item, seen)}" for key, item in value.items())
            return f"{self._number(kind)}{{{items}}}"
        if isinstance(value, (set, frozenset)):
            return f"{self._number(kind)}{sorted(self.meaning(item) for item in sorted(value, key=_place))}"
        if is_record(value):  # its own repr may leave a field out
            fields = ", ".join(f"{name}={self.meaning(getattr(value, name, None), seen)}" for name in names_of(value))
            return f"{self._number(kind)}({fields})"
        return self._other(value, seen)

    def _other(self, value: object, seen: dict[int, tuple[int, object]]) -> str:
        """Describe what is neither a constant nor a function or a class."""
        kind = type(value).__qualname__
        match value:
            case property():
                return f"property {self.meaning(value.fget)}"
            case cached_property():
                return f"cached {self.meaning(value.func)}"
            case staticmethod() | classmethod():
                return f"{kind} {self.meaning(value.__func__)}"
            case MethodType():
                return f"{kind} {self.meaning(value.__func__)} {self.meaning(value.__self__, seen)}"
            case _lru_cache_wrapper():
                return f"{kind} {self.meaning(value.__wrapped__)}"
        if isinstance(getattr(value, "py_func", None), FunctionType):  # a function with `machine_code`
            return f"{kind} {self.meaning(value.py_func)} {getattr(value, 'targetoptions', '')}"  # type: ignore[attr-defined]
        named = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
        return f"{kind} {getattr(value, '__module__', '')} {named} {_ADDRESS.sub('', repr(value))}"

    def _code(self, code: CodeType) -> str:
        """Describe a code object without its file and lines, so that moving a function changes nothing."""
        constants = [self._code(item) if isinstance(item, CodeType) else self.meaning(item) for item in code.co_consts]
        counts = code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags
        names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
        return f"{code.co_code.hex()} {code.co_exceptiontable.hex()} {constants} {names} {counts}"

    def _fields(self, cls: type) -> list[str]:
        fields = fields_of(cls)
        declared = _hints(cls) if fields else {}
        return [
            f"{each.name}: {declared.get(each.name)} = {self.meaning(each.default)} {self.meaning(each.factory)} "
            f"{each.init} {each.takes_self} {each.alias} {each.kw_only}"
            for each in fields
        ]


_SCALARS: Final = {int, float, bool, str, type(None)}

_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]+")
"""The part of a text about an object that differs in every process."""


def _place(item: object) -> str:
    """Return what orders the items of a set the same in every process, as far as classes are concerned."""
    kind = type(item)
    return f"{module_of(kind)}.{kind.__qualname__} {item.name if isinstance(item, Enum) else ''}"


def _hints(cls: type) -> dict[str, Any]:
    """Return what the fields of a class are declared as; the annotations as they are written if they cannot be evaluated."""
    try:
        return get_type_hints(cls)
    except Exception:  # noqa: BLE001  # a name in an annotation may be one for type checkers alone
        declared = attrs.fields(cls) if attrs.has(cls) else getattr(cls, "__dataclass_fields__", {}).values()
        return {each.name: each.type for each in declared}


def _is_hash_by_attrs(function: FunctionType) -> bool:
    """Return whether attrs wrote a ``__hash__``, which follows from the fields and holds a number that each process draws."""
    return function.__name__ == "__hash__" and function.__code__.co_filename.startswith("<attrs")
